"""Jobs on programs: run one on a puzzle, grade one, and measure its grounding."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from asp_nono.jobs import Job, PuzzleJob, option
from asp_nono.jobs.solving import RecipeJob

_PROGRAM = 1 << 18  # characters of a program in a request
_DIALECT = (
    "The facts that the program reads: ours, classic, gramcracker or v4hn; recognized by their "
    "names if it is left out."
)


@dataclass(frozen=True, kw_only=True)
class Run(PuzzleJob):
    """Give the answer sets of a program or of a recipe, as pictures and as atoms."""

    program: str | None = option(None, "The program.", max_length=_PROGRAM)
    recipe: str | None = option(None, "A recipe instead of a program, by name.")
    deductions: str | None = option(
        None, "What line logic derives for the program or the recipe.", old=("hints",)
    )
    most: int = option(10, "How many answer sets to give.", ge=1, le=100)
    dialect: str | None = option(None, _DIALECT)
    sizes: bool = option(False, "Measure the size of each rule.")


@dataclass(frozen=True, kw_only=True)
class Grade(Job):
    """Grade a program on all small boards, and measure it on larger ones."""

    patience: ClassVar[float | None] = 60.0
    megabytes: ClassVar[int] = 1024
    """Memory that a program may use where no limit is given."""

    dialect: str | None = option(None, _DIALECT, metavar="NAME")
    colors: int | None = option(
        None,
        "Boards with up to N block colors, 1 or 2 (default: 2 if the encoding reads colors).",
        metavar="N",
        ge=1,
        le=2,
    )
    scaling: bool = option(
        True,
        "Measure right encodings on puzzles of increasing size.",
        off="Do not measure right encodings on larger puzzles.",
        old=("--no-ladder", "ladder"),
    )


@dataclass(frozen=True, kw_only=True)
class Ground(RecipeJob):
    """Measure which rules of an encoding take the time of grounding."""

    bare = True
