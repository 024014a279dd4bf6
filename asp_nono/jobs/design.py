"""Jobs of designers: ambiguity, repair, generation, blots, census."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from asp_nono.jobs import Input, Job, PuzzleJob, Start, option
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import Puzzle
from asp_nono.run import Work

if TYPE_CHECKING:
    from asp_nono.design.ambiguity import AmbiguityResult
    from asp_nono.design.census import CensusResult
    from asp_nono.design.edit import Terms
    from asp_nono.design.generate import Generated, GivenPicture
    from asp_nono.design.givens import BlotResult, GivensResult
    from asp_nono.design.local_search import Target
    from asp_nono.design.make import MakeResult
    from asp_nono.design.nogoods import Aim
    from asp_nono.design.random_pictures import PictureModel
    from asp_nono.design.repair import RepairResult
    from asp_nono.formats.picture import Photograph
    from asp_nono.run.limits import Limits
    from asp_nono.run.pool import Pool

Rectangle = tuple[int, int, int, int]  # left, top, right and bottom, counted from 1


def _difficulty() -> Any:  # noqa: ANN401 - the type of the field
    return option(
        (1, 10),
        ge=1,
        le=10,
        metavar="A-B",
        help="The difficulty the puzzles must have, from 1 to 10: 4-6, or 5.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Ambiguity(PuzzleJob["AmbiguityResult"]):
    """Find the cells in which the solutions of a puzzle differ, in independent regions."""

    child = True

    def run(self, puzzle: Puzzle, _: Start = None) -> Work["AmbiguityResult"]:
        """See `PuzzleJob`."""
        from asp_nono.design.ambiguity import AmbiguityResult, ambiguities
        from asp_nono.solving.result import known_at_start

        begun = AmbiguityResult(puzzle=puzzle, possible=known_at_start(puzzle))
        return Work(partial(ambiguities, puzzle), begun)


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair(PuzzleJob["RepairResult"]):
    """Find the smallest changes of a picture after which it is the only solution."""

    patience = 60.0
    child = True
    line_solvable: bool = option(False, help="Repair until line logic alone finds the solution.")
    difficulty: tuple[int, int] = _difficulty()
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
    least_score: int = option(
        0,
        ge=0,
        le=100,
        metavar="N",
        help="Keep the picture recognizable: its score must be at least N of 100.",
    )

    @property
    def terms(self) -> "Terms":
        """What may change, and what it costs."""
        from asp_nono.design.edit import Area, Terms

        return Terms(
            self.up_to,
            tuple(Area(*sides) for sides in self.region),
            self.weights,
            outline=self.protect is not None,
            symmetric=self.keep_symmetry,
            score=self.least_score,
        )

    @property
    def aim(self) -> "Aim":
        """What a repaired puzzle must be."""
        return "line" if self.line_solvable else "unique"

    def run(self, puzzle: Puzzle, _: Start = None) -> Work["RepairResult"]:
        """See `PuzzleJob`."""
        from asp_nono.design.repair import RepairResult, repairs

        how = self.aim, self.alternatives, self.terms, self.difficulty
        begun = RepairResult(puzzle=puzzle, aim=self.aim, grades=self.difficulty)
        return Work(partial(repairs, puzzle, *how), begun)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal(PuzzleJob["GivensResult"]):
    """Find the fewest cells to be given at the start that make a puzzle unique."""

    patience = 60.0
    child = True

    def run(self, puzzle: Puzzle, _: Start = None) -> Work["GivensResult"]:
        """See `PuzzleJob`."""
        from asp_nono.design.givens import GivensResult, reveals

        return Work(partial(reveals, puzzle), GivensResult(puzzle=puzzle, means="reveal"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Unblot(PuzzleJob["GivensResult"]):
    """Find the fewest blotted numbers to be shown that make a puzzle unique."""

    patience = 60.0
    child = True

    def run(self, puzzle: Puzzle, _: Start = None) -> Work["GivensResult"]:
        """See `PuzzleJob`."""
        from asp_nono.design.givens import GivensResult, unblots

        return Work(partial(unblots, puzzle), GivensResult(puzzle=puzzle, means="unblot"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Blot(PuzzleJob["BlotResult"]):
    """Hide as many numbers of a puzzle as possible while it stays unique."""

    child = True
    line_solvable: bool = option(False, help="Keep the puzzles solvable by line logic alone.")

    @property
    def aim(self) -> "Aim":
        """What the puzzle must stay."""
        return "line" if self.line_solvable else "unique"

    def run(self, puzzle: Puzzle, _: Start = None) -> Work["BlotResult"]:
        """See `Job`."""
        from asp_nono.design.givens import BlotResult, blots

        return Work(partial(blots, puzzle, self.aim), BlotResult())


@dataclass(frozen=True, slots=True, kw_only=True)
class Generate(Job["Generated"]):
    """Make a puzzle from a random picture, changed until it meets the target."""

    kind: Literal["noise", "figures", "silhouettes", "ornaments", "words"] = option(
        "noise",
        help=(
            "The kind of picture: smoothed random cells, figures of animals, people, plants and "
            "vehicles in random poses, silhouettes of things, ornaments, or words."
        ),
    )
    motif: str | None = option(
        None, metavar="NAME", help="The silhouette or figure to draw, such as cat."
    )
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
    difficulty: tuple[int, int] = _difficulty()
    number: int = option(
        1, ge=1, only="studio", help="The number of the puzzle: a seed gives many."
    )
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
            "Take the best of N puzzles, the most recognizable one; of noise the cleanest "
            "[default: of 4; of 1 for noise, texts and pictures]."
        ),
    )

    @property
    def model(self) -> "PictureModel":
        """A model of random pictures."""
        from asp_nono.design.random_pictures import PictureModel

        look = self.density, self.colors, self.smoothness, self.symmetry, self.kind, self.motif
        return PictureModel(self.size[0], self.size[1], *look)

    @property
    def target(self) -> "Target":
        """What the puzzles must be."""
        from asp_nono.design.local_search import Target

        return Target(self.verdict, *self.difficulty)

    def run(
        self, number: int | None = None, picture: "GivenPicture | None" = None
    ) -> Work["Generated"]:
        """The puzzle of a number, of a picture that is given, or else of random ones.

        PuzzleError if there are no such pictures or puzzles.
        """
        from asp_nono.design.generate import Generated, attempts

        how = self.target, self.seed, self.tries, self.best_of
        number = number or self.number
        attempt = partial(attempts, *how, number, picture or self.model)
        return Work(attempt, Generated(number=number))


@dataclass(frozen=True, slots=True, kw_only=True)
class Make(PuzzleJob["MakeResult"]):
    """Make a unique puzzle of a picture or a photograph, with few changes and of a difficulty."""

    patience = 60.0
    bounded = spread = True
    difficulty: tuple[int, int] = _difficulty()
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
    size: tuple[int, int] | None = option(
        None,
        only="studio",
        ge=0,
        le=1000,
        help="Cells across and down; a 0 follows from the other.",
    )
    colors: int | None = option(
        None, only="studio", ge=1, le=31, help="The number of block colors (default: any)."
    )

    @classmethod
    def inputs(cls) -> dict[str, Input]:
        """A photograph."""
        return {"data": "file"}

    @property
    def target(self) -> "Target":
        """What the puzzle must be."""
        from asp_nono.design.local_search import Target

        return Target("line-solvable" if self.line_solvable else "unique", *self.difficulty)

    def run(
        self,
        picture: "Puzzle | Photograph | bytes",
        _: Start = None,
        *,
        limits: "Limits | None" = None,
    ) -> Work["MakeResult"]:
        """See `Job`; the work is done in other processes, within the limits.

        PuzzleError if bytes of a file are no photograph.
        """
        from asp_nono.design.make import MakeResult, makes

        if isinstance(picture, bytes):
            picture = self._photograph(picture)
        return Work(partial(makes, picture, self.target, self.touch_up, limits), MakeResult())

    def _photograph(self, data: bytes) -> "Photograph":
        from asp_nono.files import InputFile
        from asp_nono.formats.picture import PictureSettings

        settings = PictureSettings(size=self.size, colors=self.colors)
        if found := InputFile("", data).photograph(settings):
            return found
        raise PuzzleError("the picture is drawn in cells or in few colors; expected a photograph")


@dataclass(frozen=True, slots=True, kw_only=True)
class Census(Job["CensusResult"]):
    """Count all boards of a size by the number of solutions of their clues."""

    bounded = spread = pooled = True
    colors: int = option(1, ge=1, metavar="K", help="The number of block colors.")
    line_solvable: bool = option(
        False, help="Also count the uniquely solvable boards that line logic solves."
    )
    techniques: bool = option(
        False, help="Also count the uniquely solvable boards by the technique they need."
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
        help="Write the uniquely solvable boards that line logic does not solve to FILE, one"
        " per line, and count by technique, too.",
    )

    @property
    def wanted(self) -> Literal["none", "line", "all"]:
        """Of which techniques unique boards are counted."""
        return "all" if self.techniques else "line" if self.line_solvable else "none"

    def run(
        self,
        rows: int,
        columns: int,
        *,
        limits: "Limits | None" = None,
        pool: "Pool | None" = None,
    ) -> Work["CensusResult"]:
        """The boards of this many rows and columns; the pool does the work, within the limits.

        PuzzleError if there are too many boards of this size.
        """
        from asp_nono.design.census import begun, censuses

        job = partial(
            censuses,
            rows,
            columns,
            self.colors,
            techniques=self.wanted,
            checkpoint=self.checkpoint,
            listed=self.list,
            limits=limits,
            pool=pool,
        )
        return Work(job, begun(rows, columns, self.colors))
