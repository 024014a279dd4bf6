"""Jobs on programs: run one on a puzzle, grade one, and measure its grounding."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from asp_nono.jobs import Job, JobLimits, PuzzleJob, option
from asp_nono.jobs.solving import SearchJob
from asp_nono.messages import PuzzleError

if TYPE_CHECKING:
    from asp_nono.asp.recipes import Deductions, Recipe

_PROGRAM = 1 << 18  # characters of a program in a request


@dataclass(frozen=True, kw_only=True)
class Run(PuzzleJob):
    """Give the answer sets of a program or of a recipe, as pictures and as atoms."""

    program: str | None = option(None, max_length=_PROGRAM)
    recipe: str | None = None
    deductions: str | None = None
    most: int = option(10, ge=1, le=100)
    dialect: str | None = None
    sizes: bool = False


@dataclass(frozen=True, kw_only=True)
class Grade(Job):
    """Grade a program on all small boards, and measure it on larger ones."""

    patience: ClassVar[float | None] = 60.0
    megabytes: ClassVar[int] = 1024  # memory that a program may use where no limit is given

    recipe: str | None = option(None, only="cli")
    recipes: Path | None = option(None, only="cli")
    encoding: tuple[Path, ...] = option((), only="cli")
    deductions: str | None = option(None, only="cli")
    dialect: str | None = None
    colors: int | None = option(None, ge=1, le=2)
    scaling: bool = True
    mapping: Path | None = option(None, only="cli")
    rubric: Path | None = option(None, only="cli")
    html: Path | None = option(None, only="cli")
    out: Path | None = option(None, only="cli")
    facts: Path | None = option(None, only="cli")
    exercise: Path | None = option(None, only="cli")
    watch: bool = option(False, only="cli")

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


@dataclass(frozen=True, kw_only=True)
class GradeLimits(JobLimits):
    """What each program may take while it is graded."""


@dataclass(frozen=True, kw_only=True)
class Strength(Job):
    """Measure how much of complete line solving the propagation of an encoding finds."""

    recipe: str | None = option(None, only="cli")
    recipes: Path | None = option(None, only="cli")
    longest: int = option(10, ge=1, le=11, only="cli")


@dataclass(frozen=True, kw_only=True)
class Ground(SearchJob):
    """Measure which rules of an encoding take the time of grounding."""

    plot: Path | None = option(None, only="cli")
