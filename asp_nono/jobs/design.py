"""Jobs of designers: ambiguity, repair, generation, blots, census."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from asp_nono.jobs import Job, PuzzleJob, Start, option
from asp_nono.puzzle import Puzzle

if TYPE_CHECKING:
    from asp_nono.design.ambiguity import Ambiguity as AmbiguityResult
    from asp_nono.design.edit import Terms
    from asp_nono.design.givens import GivensResult
    from asp_nono.design.local_search import Target
    from asp_nono.design.nogoods import Aim
    from asp_nono.design.random_pictures import PictureModel
    from asp_nono.design.repair import RepairResult

Rectangle = tuple[int, int, int, int]  # left, top, right and bottom, counted from 1


@dataclass(frozen=True, kw_only=True)
class Ambiguity(PuzzleJob["AmbiguityResult"]):
    """Find the cells in which the solutions of a puzzle differ, in independent regions."""

    child = True

    def run(self, puzzle: Puzzle, _: Start = None) -> Iterator["AmbiguityResult"]:
        """See `PuzzleJob`."""
        from asp_nono.design.ambiguity import ambiguities

        return ambiguities(puzzle)

    def begun(self, puzzle: Puzzle, _: Start = None) -> "AmbiguityResult":
        """See `PuzzleJob`."""
        from asp_nono.design.ambiguity import Ambiguity as AmbiguityResult
        from asp_nono.solving.result import known_at_start

        return AmbiguityResult(puzzle=puzzle, possible=known_at_start(puzzle))


@dataclass(frozen=True, kw_only=True)
class Repair(PuzzleJob["RepairResult"]):
    """Find the smallest changes of a picture after which it is the only solution."""

    patience = 60.0
    child = True
    line_solvable: bool = option(False, help="Repair until line logic alone finds the solution.")
    difficulty: tuple[int, int] = option(
        (1, 10),
        ge=1,
        le=10,
        metavar="A-B",
        help=(
            "The difficulty the puzzles must have, as `asp-nono difficulty` rates it: 4-6, or 5."
        ),
    )
    alternatives: int = option(
        3, ge=1, le=100, metavar="N", help="The number of repairs to show, the best first."
    )
    up_to: int | None = option(
        None, ge=0, le=10_000, metavar="K", help="Search for smallest repairs only up to cost K."
    )
    region: tuple[Rectangle, ...] = option(
        (),
        ge=1,
        le=10_000,
        metavar="X-X,Y-Y",
        help="Change only cells in these columns and rows, such as 3-7,2-9; may be repeated.",
    )
    weights: tuple[tuple[int, ...], ...] | None = option(
        None,
        ge=0,
        le=9,
        metavar="FILE",
        help=(
            "The cost of changing each cell: a text file with a row of digits for each row;"
            " 0 protects a cell."
        ),
    )
    protect: Literal["outline"] | None = option(
        None, help="Make cells on the outline of the figure three times as expensive."
    )
    keep_symmetry: bool = option(False, help="Keep the symmetries of the picture.")

    @property
    def terms(self) -> "Terms":
        """What may change, and what it costs."""
        from asp_nono.design.edit import Area, Terms

        areas, outline = tuple(Area(*sides) for sides in self.region), self.protect is not None
        return Terms(self.up_to, areas, self.weights, outline=outline, symmetric=self.keep_symmetry)

    @property
    def aim(self) -> "Aim":
        """What a repaired puzzle must be."""
        return "line" if self.line_solvable else "unique"

    def run(self, puzzle: Puzzle, _: Start = None) -> Iterator["RepairResult"]:
        """See `PuzzleJob`."""
        from asp_nono.design.repair import repairs

        return repairs(puzzle, self.aim, self.alternatives, self.terms, self.difficulty)

    def begun(self, puzzle: Puzzle, _: Start = None) -> "RepairResult":
        """See `PuzzleJob`."""
        from asp_nono.design.repair import RepairResult

        return RepairResult(puzzle=puzzle, aim=self.aim, grades=self.difficulty)


@dataclass(frozen=True, kw_only=True)
class Reveal(PuzzleJob["GivensResult"]):
    """Find the fewest cells to be given at the start that make a puzzle unique."""

    patience = 60.0
    child = True

    def run(self, puzzle: Puzzle, _: Start = None) -> Iterator["GivensResult"]:
        """See `PuzzleJob`."""
        from asp_nono.design.givens import reveals

        return reveals(puzzle)

    def begun(self, puzzle: Puzzle, _: Start = None) -> "GivensResult":
        """See `PuzzleJob`."""
        from asp_nono.design.givens import GivensResult

        return GivensResult(puzzle=puzzle, means="reveal")


@dataclass(frozen=True, kw_only=True)
class Unblot(PuzzleJob["GivensResult"]):
    """Find the fewest blotted numbers to be shown that make a puzzle unique."""

    patience = 60.0
    child = True

    def run(self, puzzle: Puzzle, _: Start = None) -> Iterator["GivensResult"]:
        """See `PuzzleJob`."""
        from asp_nono.design.givens import unblots

        return unblots(puzzle)

    def begun(self, puzzle: Puzzle, _: Start = None) -> "GivensResult":
        """See `PuzzleJob`."""
        from asp_nono.design.givens import GivensResult

        return GivensResult(puzzle=puzzle, means="unblot")


@dataclass(frozen=True, kw_only=True)
class Blot(PuzzleJob[Any]):
    """Hide as many numbers of a puzzle as possible while it stays unique."""

    line_solvable: bool = option(False, help="Keep the puzzles solvable by line logic alone.")

    @property
    def aim(self) -> "Aim":
        """What the puzzle must stay."""
        return "line" if self.line_solvable else "unique"


@dataclass(frozen=True, kw_only=True)
class Generate(Job[Any]):
    """Make puzzles from random pictures, changed until they are what is wanted."""

    kind: Literal["noise", "figures", "silhouettes", "ornaments", "words"] = option(
        "noise",
        help=(
            "The kind of picture: smoothed random cells, connected figures, silhouettes of "
            "things, ornaments, or words."
        ),
    )
    motif: str | None = option(None, metavar="NAME", help="The silhouette to draw, such as cat.")
    size: tuple[int, int] = option((15, 15), ge=1, le=1000, metavar="WxH", help="Columns and rows.")
    density: float = option(
        0.5, ge=0, le=1, metavar="SHARE", help="The share of filled cells in noise."
    )
    colors: int = option(1, ge=1, le=8, metavar="N", help="The number of block colors.")
    smoothness: float = option(
        0.4,
        ge=0,
        le=1,
        metavar="SHARE",
        help="From 0, independent cells, to 1, a few large patches.",
    )
    symmetry: str = option(
        "none",
        metavar="NAME",
        help=(
            "One of none, left-right, top-down, both, point, diagonal, other-diagonal, four-fold."
        ),
    )
    verdict: Literal["unique", "line-solvable", "multiple", "any"] = option(
        "unique", help="The verdict the puzzles must have; with any, they are not checked."
    )
    difficulty: tuple[int, int] = option(
        (1, 10),
        ge=1,
        le=10,
        metavar="A-B",
        help=(
            "The difficulty the puzzles must have, as `asp-nono difficulty` rates it: 4-6, or 5."
        ),
    )
    count: int = option(1, ge=1, metavar="N", help="The number of puzzles to generate.")
    seed: int = option(
        0, metavar="NUMBER", help="The seed; a different one gives different puzzles."
    )
    tries: int = option(100, ge=1, metavar="N", help="Give up on a puzzle after N pictures.")
    best_of: int | None = option(
        None,
        ge=1,
        le=1000,
        metavar="N",
        help=(
            "Take the best-looking of N puzzles, the one with the fewest faults [default: "
            "of 4; of 1 for noise, texts and pictures]."
        ),
    )

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
class Make(Job[Any]):
    """Make a unique puzzle of a picture, with few changes and of a difficulty."""

    patience = 60.0
    difficulty: tuple[int, int] = option(
        (1, 10),
        ge=1,
        le=10,
        metavar="A-B",
        help=(
            "The difficulty the puzzles must have, as `asp-nono difficulty` rates it: 4-6, or 5."
        ),
    )
    line_solvable: bool = option(False, help="Line logic alone must solve the puzzles.")
    touch_up: int | None = option(
        None,
        ge=0,
        metavar="N",
        help=(
            "Recolor at most N cells if the smallest repair misses the difficulty [default:"
            " one in 20]."
        ),
    )

    @property
    def target(self) -> "Target":
        """What the puzzle must be."""
        from asp_nono.design.local_search import Target

        return Target("line-solvable" if self.line_solvable else "unique", *self.difficulty)


@dataclass(frozen=True, kw_only=True)
class Census(Job[Any]):
    """Count all boards of a size by the number of solutions of their clues."""

    colors: int = option(1, ge=1, metavar="K", help="The number of block colors.")
    line_solvable: bool = option(
        False, only="cli", help="Also count the uniquely solvable boards that line logic solves."
    )
    techniques: bool = option(
        False,
        only="cli",
        help="Also count the uniquely solvable boards by the technique they need.",
    )
    checkpoint: Path | None = option(
        None,
        only="cli",
        metavar="FILE",
        help="Keep the counts in FILE; an interrupted census continues from it.",
    )
    list: Path | None = option(
        None,
        only="cli",
        metavar="FILE",
        help=(
            "Write the uniquely solvable boards that line logic does not solve to FILE, one"
            " per line; implies --techniques."
        ),
    )
    histogram: bool = option(
        False, only="cli", help="Print the number of clue sets for each number of solutions."
    )

    @property
    def wanted(self) -> Literal["none", "line", "all"]:
        """Of which techniques unique boards are counted."""
        return "all" if self.techniques else "line" if self.line_solvable else "none"
