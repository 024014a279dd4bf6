"""A census of all boards of a size: how many clue sets there are, and how many solutions they have.

Boards whose outer rows have the same clues are looked at together, one such part after the other.
Each board becomes a number that tells its clues apart from all others; sorted, equal ones lie side
by side. Turned upside down and mirrored, a part is another one, so only one of up to four is looked
at. The method is our own.

The numbers of uniquely solvable black and white boards of size n x n are sequence A242876 of the
On-Line Encyclopedia of Integer Sequences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, nullcontext
from dataclasses import dataclass, field, replace
from math import log2
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from asp_nono.design.boards import Key, boards, multiplicities
from asp_nono.errors import PuzzleError
from asp_nono.run import open_pool
from asp_nono.run.limits import Cause, Limits, Stopped
from asp_nono.run.snapshots import last

if TYPE_CHECKING:
    from asp_nono.run.pool import Pool

AT_ONCE = 1 << 20
"""So many boards are in memory at once, in each process: some 60 MiB with all that it takes."""

_PARCEL = 1 << 22
"""Parts are handed out together that have so many boards: less than a second of work."""

_LONGEST = 16
"""The most bits that the patterns of a line may take; all of them are listed."""

_MOST = 56
"""The most bits that the boards may take; nobody can wait for more."""

_LARGEST = 1 << 24
"""So many boards may have the same clues in all rows: such a part cannot be divided any more."""


@dataclass(frozen=True, slots=True)
class Census:
    """How many boards of a size have how much company.

    Attributes:
        rows: The number of rows.
        columns: The number of columns.
        colors: The number of block colours.
        total: How many boards there are.
        solutions: How many clue sets have exactly so many solutions, for those that some have.
        stopped: What ended the census early; then there are more clue sets than those counted.
        interrupted: Whether that was Ctrl-C.
        seconds: How long it took.
    """

    rows: int
    columns: int
    colors: int
    total: int
    solutions: Mapping[int, int] = field(default_factory=dict)
    stopped: str = ""
    interrupted: bool = False
    seconds: float = 0.0

    def stopped_by(self, stopped: Stopped) -> Census:
        """A census that was stopped here."""
        interrupted = stopped.cause is Cause.INTERRUPTED
        reason, seconds = stopped.reason, stopped.seconds
        return replace(self, stopped=reason, interrupted=interrupted, seconds=seconds)

    @property
    def boards(self) -> int:
        """How many boards were counted; all, unless it was stopped."""
        return sum(number * times for number, times in self.solutions.items())

    @property
    def clue_sets(self) -> int:
        """How many sets of clues have a solution."""
        return sum(self.solutions.values())

    @property
    def unique(self) -> int:
        """How many boards are the only ones with their clues."""
        return self.solutions.get(1, 0)

    def to_json(self) -> dict[str, Any]:
        """The keys of `--json`."""
        return {
            "rows": self.rows,
            "columns": self.columns,
            "colors": self.colors,
            "boards": self.total,
            "clue_sets": self.clue_sets,
            "unique": self.unique,
            "solutions": {str(number): times for number, times in self.solutions.items()},
            "exact": not self.stopped,
            "stopped": self.stopped,
            "seconds": round(self.seconds, 3),
        }


class Parcel(NamedTuple):
    """Parts to be counted together.

    Attributes:
        rows: The number of rows.
        columns: The number of columns.
        states: The number of colours, the background being one.
        parts: The parts, each with the number of parts that it stands for.
    """

    rows: int
    columns: int
    states: int
    parts: tuple[tuple[Key, int], ...]


def census(
    rows: int,
    columns: int,
    colors: int = 1,
    *,
    jobs: int = 1,
    limits: Limits | None = None,
    pool: Pool | None = None,
    each: Callable[[Census], None] | None = None,
) -> Census:
    """Count the clue sets of all boards of a size by their number of solutions.

    It ends early at a limit or at Ctrl-C; what was counted until then is kept.

    Args:
        rows: The number of rows.
        columns: The number of columns.
        colors: The number of block colours.
        jobs: How many processes count; 1 without limits counts in this one.
        limits: The time is that of the whole; the memory that of each process.
        pool: Where to count instead, as on a cluster.
        each: Called now and then with what has been counted.

    Raises:
        PuzzleError: If there are too many boards, or too few lines or colours.

    >>> small = census(3, 3)
    >>> small.boards, small.clue_sets, small.unique
    (512, 445, 384)
    """
    _require(rows, columns, colors)
    limits = limits or Limits()
    high, wide = max(rows, columns), min(rows, columns)  # turning all boards changes no number
    every = boards(high, wide, colors + 1)
    if every.largest > _LARGEST:
        reason = f"{every.largest} boards of {rows}x{columns} may have the same row clues"
        raise PuzzleError(f"{reason}; a census takes at most {_LARGEST}")
    initial = Census(rows, columns, colors, every.number)
    with nullcontext(pool) if pool else open_pool(jobs, limits) as place:
        found = place.merged(counted, _parcels(high, wide, colors + 1))
        return last(_counted(initial, found, limits), initial, each)


def _counted(
    known: Census,
    found: Generator[tuple[Parcel, dict[int, int] | Stopped], None, None],
    limits: Limits,
) -> Generator[Census | Stopped, None, None]:
    """Add up what comes of the parcels, until they are all there or the time is up."""
    began, solutions = monotonic(), Counter[int]()
    with closing(found):
        for _, counts in found:
            seconds = monotonic() - began
            if isinstance(counts, Stopped):
                yield replace(counts, seconds=seconds)
                return
            solutions.update(counts)
            known = replace(known, solutions=dict(sorted(solutions.items())), seconds=seconds)
            yield known
            late = limits.seconds is not None and seconds > limits.seconds
            if late and known.boards < known.total:
                yield Stopped.at(Cause.TIME, limits, seconds)
                return
    if known.boards != known.total:
        raise AssertionError(f"{known.boards} boards counted, but there are {known.total}")


def _require(rows: int, columns: int, colors: int) -> None:
    """Do nothing if the boards of a size can be counted.

    Raises:
        PuzzleError: If not.
    """
    if min(rows, columns, colors) < 1:
        raise PuzzleError(
            f"{rows}x{columns} boards in {colors} colours; expected at least 1 of each"
        )
    states = log2(colors + 1)
    if max(rows, columns) * states > _LONGEST:
        most = f"at most {int(_LONGEST / states)} with so many colours"
        raise PuzzleError(f"lines of {max(rows, columns)} cells; a census takes {most}")
    if rows * columns * states > _MOST:
        number = (colors + 1) ** (rows * columns)
        raise PuzzleError(f"{number:.1e} boards; a census takes at most {2**_MOST:.1e}")


def _parcels(rows: int, columns: int, states: int) -> Iterator[Parcel]:
    every = boards(rows, columns, states)
    waiting: list[tuple[Key, int]] = []
    size = 0
    for part in every.parts(AT_ONCE):
        waiting.append(part)
        size += every.size(part[0])
        if size >= _PARCEL:
            yield Parcel(rows, columns, states, tuple(waiting))
            waiting, size = [], 0
    yield Parcel(rows, columns, states, tuple(waiting))


def counted(parcel: Parcel) -> Iterator[dict[int, int]]:
    """How many clue sets of all parts that these stand for have one solution, two, and so on."""
    every = boards(parcel.rows, parcel.columns, parcel.states)
    solutions: Counter[int] = Counter()
    for key, like in parcel.parts:
        for number, times in multiplicities(every.numbers(key)).items():
            solutions[number] += like * times
    yield dict(solutions)
