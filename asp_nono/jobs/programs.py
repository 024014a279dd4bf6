"""Jobs on programs: run one on a puzzle, grade one, and measure its grounding."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from asp_nono.jobs import Input, Job, JobLimits, PuzzleJob, option
from asp_nono.jobs.solving import SearchJob
from asp_nono.messages import PuzzleError

if TYPE_CHECKING:
    from asp_nono.asp.recipes import Deductions, Recipe

LONGEST_PROGRAM = 1 << 18  # characters of a program in a request


@dataclass(frozen=True, slots=True, kw_only=True)
class Run(PuzzleJob[Any]):
    """Give the answer sets of a program or of a recipe, as pictures and as atoms."""

    program: str | None = option(None, max_length=LONGEST_PROGRAM, help="The program.")
    recipe: str | None = option(None, help="A recipe instead of a program, by name.")
    deductions: str | None = option(
        None, help="How much line logic passes to the program or the recipe as facts."
    )
    most: int = option(10, ge=1, le=100, help="The number of answer sets to find.")
    dialect: str | None = option(
        None,
        help=(
            "The facts that the program reads: ours, classic, gramcracker or v4hn (default:"
            " recognized by their names)."
        ),
    )
    sizes: bool = option(False, help="Measure the size of each rule.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Grade(Job[Any]):
    """Grade a program on all small boards, and measure it on larger ones."""

    patience: ClassVar[float | None] = 60.0
    megabytes: ClassVar[int] = 1024  # memory that a program may use where no limit is given

    @classmethod
    def inputs(cls) -> dict[str, Input]:
        """The program."""
        return {"program": "program"}

    recipe: str | None = option(
        None, only="cli", metavar="NAME", help="Grade a recipe, with its deductions."
    )
    recipes: Path | None = option(
        None,
        only="cli",
        metavar="FILE",
        help=(
            "Your own recipes: a file such as recipes.toml, or a folder with that file or "
            "with encodings (default: ./recipes.toml, if there is one)."
        ),
    )
    encoding: tuple[Path, ...] = option(
        (),
        only="cli",
        metavar="FILE.lp",
        help="Grade several files as one program; may be repeated.",
    )
    deductions: str | None = option(
        None,
        only="cli",
        metavar="LEVEL",
        help="Also test on boards with deductions: none, bounds, line or probe.",
    )
    dialect: str | None = option(
        None,
        metavar="NAME",
        help=(
            "The facts that the program reads: ours, classic, gramcracker or v4hn (default:"
            " recognized by their names)."
        ),
    )
    colors: int | None = option(
        None,
        ge=1,
        le=2,
        metavar="N",
        help=(
            "Test on boards with up to N block colors, 1 or 2 (default: 2 if the encoding "
            "reads colors)."
        ),
    )
    scaling: bool = option(
        True,
        off="Do not measure right encodings on larger puzzles.",
        help="Measure right encodings on puzzles of increasing size.",
    )
    mapping: Path | None = option(
        None,
        only="cli",
        metavar="FILE.toml",
        help="The names of the student's facts and answers; see docs/grading.md.",
    )
    rubric: Path | None = option(
        None,
        only="cli",
        metavar="FILE.toml",
        help="The rubric for the points; see docs/grading.md.",
    )
    html: Path | None = option(
        None, only="cli", metavar="FILE.html", help="Also write an HTML page with pictures."
    )
    out: Path | None = option(
        None,
        only="cli",
        metavar="FOLDER",
        help=(
            "Also write tables, pages and an overview into FOLDER; if FOLDER has them "
            "already, only changed submissions are graded."
        ),
    )
    facts: Path | None = option(
        None,
        only="cli",
        metavar="FILE.lp",
        help=(
            "Write the facts of the board on which a single encoding is wrong, so that you "
            "can run it by hand."
        ),
    )
    exercise: Path | None = option(
        None,
        only="cli",
        metavar="DIR",
        help=(
            "Grade programs for the exercise in this folder instead of nonograms; see "
            "docs/grading.md."
        ),
    )
    watch: bool = option(
        False, only="cli", help="Grade again whenever a program is saved, until Ctrl-C."
    )

    @property
    def _chosen(self) -> "Recipe | None":
        from asp_nono.asp.recipes import recipe_among

        if self.recipe and self.encoding:
            raise PuzzleError("--recipe and --encoding exclude each other; choose one")
        return recipe_among(self.recipe, self.recipes) if self.recipe else None

    @property
    def files(self) -> tuple[Path, ...]:
        """The encodings of the program that is named by --recipe or --encoding; else none."""
        return self._chosen.files if self._chosen else self.encoding

    @property
    def level(self) -> "Deductions":
        """The deductions of the second round: those asked for, or those of the recipe."""
        from asp_nono.asp.recipes import recipe_of

        return (self._chosen or recipe_of(())).with_deductions(self.deductions).deductions


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeLimits(JobLimits):
    """What each program may take while it is graded."""

    time_limit: float | None = option(
        None,
        gt=0,
        metavar="SECONDS",
        help="Stop testing a program on small boards after SECONDS of CPU time (default: 60).",
    )
    memory_limit: int | None = option(
        None,
        ge=1,
        metavar="MIB",
        help="Stop a program that needs more than MIB of memory (default: 1024).",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength(Job[Any]):
    """Measure how much of complete line solving the propagation of an encoding finds."""

    recipe: str | None = option(
        None, only="cli", metavar="NAME", help="Measure the encodings of a recipe instead of files."
    )
    recipes: Path | None = option(
        None,
        only="cli",
        metavar="FILE",
        help=(
            "Your own recipes: a file such as recipes.toml, or a folder with that file or "
            "with encodings (default: ./recipes.toml, if there is one)."
        ),
    )
    longest: int = option(
        10,
        ge=1,
        le=11,
        only="cli",
        metavar="N",
        help=("Test lines of up to N cells; each additional cell takes about four times as long."),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground(SearchJob):
    """Measure which rules of an encoding take the time of grounding."""

    plot: Path | None = option(
        None,
        only="cli",
        metavar="FILE.svg",
        help=("Also plot how several encodings, and each of their rules, grow with the puzzle."),
    )
