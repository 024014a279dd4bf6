"""All boards of a size as arrays of numbers, part by part.

A part fixes the clues of some rows, from the outside in, and holds all boards with these clues. The
number of a board within its part says which clues its columns and its other rows have, so that two
boards of a part have one number exactly if they have the same clues.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, nullcontext
from dataclasses import dataclass, field, replace
from functools import cache, reduce
from itertools import product
from math import log2, prod
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from asp_nono.clue import clue_of
from asp_nono.errors import PuzzleError
from asp_nono.run import open_pool
from asp_nono.run.limits import Cause, Limits, Stopped
from asp_nono.run.snapshots import last

if TYPE_CHECKING:
    from asp_nono.run.pool import Pool


Key: TypeAlias = tuple[int, ...]
"""The numbers of the clues of the first row, the last one, the second one, and so on."""

Numbers: TypeAlias = npt.NDArray[np.int64]

_TABLE = 1 << 16  # columns are looked up together as long as the table has no more entries
_WORD = 1 << 63  # numbers of boards are smaller


class Lines:
    """All patterns of a line.

    A pattern is a number whose digits in base `states` are the colors of the cells, the first one
    being the lowest.

    Attributes:
        length: The number of cells.
        states: The number of colors, the background being one.
        clue: The number of the clue of each pattern.
        clues: How many clues there are.
        patterns: The patterns of each clue.
        mirrored: The number of each clue read from the other end.
    """

    def __init__(self, length: int, states: int) -> None:
        self.length = length
        self.states = states
        numbers: dict[object, int] = {}
        cells = [line[::-1] for line in product(range(states), repeat=length)]
        clues = [clue_of(line) for line in cells]
        self.clue = np.array([numbers.setdefault(clue, len(numbers)) for clue in clues], np.int64)
        self.clues = len(numbers)
        self.patterns = [np.flatnonzero(self.clue == number) for number in range(self.clues)]
        self.mirrored = [0] * self.clues
        for line, clue in zip(cells, clues, strict=True):
            self.mirrored[numbers[clue]] = numbers[clue_of(line[::-1])]

    def digit(self, position: int) -> Numbers:
        """The color of a cell in each pattern."""
        digits: Numbers = np.arange(len(self.clue)) // self.states**position % self.states
        return digits


class Boards:
    """All boards of a size."""

    def __init__(self, rows: int, columns: int, states: int) -> None:
        self.row = Lines(columns, states)
        self._rows = rows
        self._order = [
            row for pair in zip(range(rows), range(rows)[::-1], strict=True) for row in pair
        ][:rows]
        column = Lines(rows, states)
        self._column_sets = column.clues**columns
        wide = len(column.clue)
        together = 1
        while wide ** (together + 1) <= _TABLE and together < columns:
            together += 1
        self._groups: list[tuple[list[Numbers], Numbers]] = []
        for first in range(0, columns, together):
            group = range(first, min(first + together, columns))
            painted = sum(
                self.row.digit(x) * wide**number for number, x in enumerate(group)
            ) + np.zeros(len(self.row.clue), np.int64)
            shares = [painted * states**y for y in range(rows)]
            tables = [column.clue * column.clues**x for x in group]
            table = reduce(lambda low, high: np.add.outer(high, low).ravel(), tables)
            self._groups.append((shares, table))

    @property
    def number(self) -> int:
        """How many boards there are."""
        patterns: int = len(self.row.clue)
        return int(patterns**self._rows)

    @property
    def largest(self) -> int:
        """How many boards can have the same clues in all rows."""
        return int(max(map(len, self.row.patterns)) ** self._rows)

    def parts(self, at_once: int) -> Iterator[tuple[Key, int]]:
        """Parts that stand for all boards: each with the number of parts that are like it.

        A part turned upside down or mirrored, or both, has as many boards of the same clues; one
        of them stands for all.
        """
        yield from self._within((), at_once)

    def _within(self, key: Key, at_once: int) -> Iterator[tuple[Key, int]]:
        if len(key) == self._rows or self._fits(key, at_once):
            like = self._images(key)
            if key == min(like):
                yield key, len(like)
            return
        more = min(2, self._rows - len(key))
        for added in product(range(self.row.clues), repeat=more):
            yield from self._within((*key, *added), at_once)

    def _fits(self, key: Key, at_once: int) -> bool:
        free = self._rows - len(key)
        words = self.row.clues**free * self._column_sets
        return self.size(key) <= at_once and words <= _WORD

    def size(self, key: Key) -> int:
        """How many boards a part has."""
        free = self._rows - len(key)
        fixed = prod(len(self.row.patterns[clue]) for clue in key)
        return int(fixed * len(self.row.clue) ** free)

    def _images(self, key: Key) -> set[Key]:
        """The part, and what it becomes turned upside down and mirrored."""
        turned = [*key]
        for first in range(0, len(key) - 1, 2):
            turned[first], turned[first + 1] = turned[first + 1], turned[first]
        both = (key, tuple(turned))
        return {*both, *(tuple(self.row.mirrored[clue] for clue in one) for one in both)}

    def numbers(self, key: Key) -> Numbers:
        """The number of each board of a part."""
        fixed = [self.row.patterns[clue] for clue in key]
        free = self._order[len(key) :]
        every = [np.arange(len(self.row.clue))] * len(free)
        open_rows = _all_sums([self.row.clue * self._weight(n) for n in range(len(free))])
        found = np.broadcast_to(open_rows, (prod(map(len, fixed)), len(open_rows))).copy()
        for shares, table in self._groups:
            chosen = [shares[y][patterns] for y, patterns in zip(self._order, fixed, strict=False)]
            others = [shares[y][patterns] for y, patterns in zip(free, every, strict=True)]
            found += table[np.add.outer(_all_sums(chosen), _all_sums(others))]
        return found.ravel()

    def _weight(self, number: int) -> int:
        return int(self._column_sets * self.row.clues**number)


def _all_sums(choices: list[Numbers]) -> Numbers:
    """The sums of one number of each array, for all ways to choose them."""
    return reduce(
        lambda sums, more: np.add.outer(sums, more).ravel(), choices, np.zeros(1, np.int64)
    )


@cache
def boards(rows: int, columns: int, states: int) -> Boards:
    """See `Boards`; made once in each process."""
    return Boards(rows, columns, states)


def multiplicities(numbers: Numbers) -> dict[int, int]:
    """How many numbers occur once, twice, and so on."""
    numbers.sort()
    ends = np.flatnonzero(numbers[1:] != numbers[:-1])
    lengths = np.diff(ends, prepend=-1, append=len(numbers) - 1)
    times = np.bincount(lengths)
    return {int(length): int(times[length]) for length in np.flatnonzero(times)}


AT_ONCE = 1 << 20
"""So many boards are in memory at once, in each process: some 60 MiB with all that it takes."""

_PARCEL = 1 << 22
"""Parts are handed out together that have so many boards: less than a second of work."""

_LONGEST = 16  # the most bits that the patterns of a line may take; all of them are listed
_MOST = 56  # the most bits that the boards may take; nobody can wait for more
_LARGEST = 1 << 24
"""So many boards may have the same clues in all rows: such a part cannot be divided any more."""


@dataclass(frozen=True, slots=True)
class Census:
    """How many boards of a size have how much company.

    Attributes:
        rows: The number of rows.
        columns: The number of columns.
        colors: The number of block colors.
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
        states: The number of colors, the background being one.
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
        colors: The number of block colors.
        jobs: How many processes count; 1 without limits counts in this one.
        limits: The time is that of the whole; the memory that of each process.
        pool: Where to count instead, as on a cluster.
        each: Called now and then with what has been counted.

    Raises:
        PuzzleError: If there are too many boards, or too few lines or colors.

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
    """Do nothing if the boards of a size can be counted."""
    if min(rows, columns, colors) < 1:
        raise PuzzleError(
            f"{rows}x{columns} boards in {colors} colors; expected at least 1 of each"
        )
    states = log2(colors + 1)
    if max(rows, columns) * states > _LONGEST:
        most = f"at most {int(_LONGEST / states)} with so many colors"
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
