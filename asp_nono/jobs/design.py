"""Jobs of designers: ambiguity, repair, generation, blots, census."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from asp_nono.jobs import Job, PuzzleJob, option

if TYPE_CHECKING:
    from asp_nono.design.edit import Terms
    from asp_nono.design.local_search import Target
    from asp_nono.design.nogoods import Aim
    from asp_nono.design.random_pictures import PictureModel

Rectangle = tuple[int, int, int, int]  # left, top, right and bottom, counted from 1


@dataclass(frozen=True, kw_only=True)
class Ambiguity(PuzzleJob):
    """Find the cells in which the solutions of a puzzle differ, in independent regions."""

    output: str | None = option(None, only="cli")


@dataclass(frozen=True, kw_only=True)
class Repair(PuzzleJob):
    """Find the smallest changes of a picture after which it is the only solution."""

    patience = 60.0
    reveal: bool = option(False, only="cli")
    unblot: bool = option(False, only="cli")
    line_solvable: bool = False
    difficulty: tuple[int, int] = option((1, 10), ge=1, le=10)
    alternatives: int = option(3, ge=1, le=100)
    up_to: int | None = option(None, ge=0, le=10_000)
    region: tuple[Rectangle, ...] = option((), ge=1, le=10_000)
    weights: tuple[tuple[int, ...], ...] | None = option(None, ge=0, le=9)
    protect: Literal["outline"] | None = None
    keep_symmetry: bool = False
    output: str | None = option(None, only="cli")
    drawing: str | None = option(None, only="cli")

    @property
    def terms(self) -> "Terms":
        """What may change, and what it costs."""
        from asp_nono.design.edit import Area, Terms

        areas, outline = tuple(Area(*sides) for sides in self.region), self.protect is not None
        return Terms(self.up_to, areas, self.weights, outline=outline, symmetric=self.keep_symmetry)

    @property
    def means(self) -> str:
        """What is given where the picture is kept: cells or numbers."""
        return "reveal" if self.reveal else "unblot"

    @property
    def aim(self) -> "Aim":
        """What a repaired puzzle must be."""
        return "line" if self.line_solvable else "unique"


@dataclass(frozen=True, kw_only=True)
class Blot(PuzzleJob):
    """Hide as many numbers of a puzzle as possible while it stays unique."""

    line_solvable: bool = False

    @property
    def aim(self) -> "Aim":
        """What the puzzle must stay."""
        return "line" if self.line_solvable else "unique"


@dataclass(frozen=True, kw_only=True)
class Generate(Job):
    """Make puzzles from random pictures, changed until they are what is wanted."""

    kind: Literal["noise", "figures", "silhouettes", "ornaments", "words"] = "noise"
    motif: str | None = None
    size: tuple[int, int] = option((15, 15), ge=1, le=1000)
    density: float = option(0.5, ge=0, le=1)
    colors: int = option(1, ge=1, le=8)
    smoothness: float = option(0.4, ge=0, le=1)
    symmetry: str = "none"
    verdict: Literal["unique", "line-solvable", "multiple", "any"] = "unique"
    difficulty: tuple[int, int] = option((1, 10), ge=1, le=10)
    count: int = option(1, ge=1)
    seed: int = 0
    tries: int = option(100, ge=1)
    best_of: int | None = option(None, ge=1, le=1000)
    text: str | None = option(None, only="cli")
    font: Path | None = option(None, only="cli")
    from_pictures: Path | None = option(None, only="cli")
    touch_up: int | None = option(None, ge=0, only="cli")

    @property
    def model(self) -> "PictureModel":
        """What random pictures look like."""
        from asp_nono.design.random_pictures import PictureModel

        look = self.density, self.colors, self.smoothness, self.symmetry, self.kind, self.motif
        return PictureModel(self.size[0], self.size[1], *look)

    @property
    def target(self) -> "Target":
        """What the puzzles must be."""
        from asp_nono.design.local_search import Target

        return Target(self.verdict, *self.difficulty)


@dataclass(frozen=True, kw_only=True)
class Make(Job):
    """Make a unique puzzle of a picture, with few changes and of a difficulty."""

    patience = 60.0
    difficulty: tuple[int, int] = option((1, 10), ge=1, le=10)
    line_solvable: bool = False
    touch_up: int | None = option(None, ge=0)

    @property
    def target(self) -> "Target":
        """What the puzzle must be."""
        from asp_nono.design.local_search import Target

        return Target("line-solvable" if self.line_solvable else "unique", *self.difficulty)


@dataclass(frozen=True, kw_only=True)
class Census(Job):
    """Count all boards of a size by the number of solutions of their clues."""

    colors: int = option(1, ge=1)
    line_solvable: bool = option(False, only="cli")
    techniques: bool = option(False, only="cli")
    checkpoint: Path | None = option(None, only="cli")
    list: Path | None = option(None, only="cli")
    histogram: bool = option(False, only="cli")

    @property
    def wanted(self) -> Literal["none", "line", "all"]:
        """Of which techniques unique boards are counted."""
        return "all" if self.techniques else "line" if self.line_solvable else "none"
