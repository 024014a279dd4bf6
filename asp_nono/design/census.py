"""All boards of a size as arrays of numbers, part by part.

A part fixes the clues of some rows, from the outside in, and holds all boards with these clues. The
number of a board within its part says which clues its columns and its other rows have, so that two
boards of a part have one number exactly if they have the same clues.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, nullcontext
from dataclasses import dataclass, field, replace
from functools import cache, partial, reduce
from itertools import product
from math import log2, prod
from time import monotonic
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from asp_nono.clue import Clue, clue_of
from asp_nono.errors import PuzzleError
from asp_nono.run import open_pool
from asp_nono.run.limits import Cause, Limits, Stopped
from asp_nono.run.pool import Pool
from asp_nono.run.snapshots import Answer, last

Key: TypeAlias = tuple[int, ...]  # the clues' numbers of the first row, the last, the second, …
Part: TypeAlias = tuple[Key, int]  # a part, and the number of parts like it
Numbers: TypeAlias = npt.NDArray[np.int64]
_TABLE = 1 << 16  # columns are looked up together as long as the table has no more entries
_WORD = 1 << 63  # numbers of boards are smaller
_AT_ONCE = 1 << 20  # boards in memory at once in each process: about 60 MiB with everything else
_CHUNK = 1 << 22  # boards that are counted in one job: less than a second of work
_LONGEST = 16  # the most bits that the patterns of a line may take; all of them are listed
_MOST = 56  # the most bits that the boards may take; more would take too long
_LARGEST = 1 << 24  # the most boards with the same clues in all rows: such a part is not divided


class Lines:
    """All patterns of a line.

    A pattern is a number whose digits in base `states` are the colors of the cells, the first one
    being the lowest; `states` is the number of colors, background included.
    """

    def __init__(self, length: int, states: int) -> None:
        numbers: dict[Clue, int] = {}
        clues = [clue_of(line[::-1]) for line in product(range(states), repeat=length)]
        self.states = states
        # The number of the clue of each pattern, the patterns of each clue, and its mirror image:
        self.clue = np.array([numbers.setdefault(clue, len(numbers)) for clue in clues], np.int64)
        self.patterns = [np.flatnonzero(self.clue == number) for number in range(len(numbers))]
        self.clues = len(numbers)
        self.mirrored = [numbers[clue[::-1]] for clue in numbers]

    def digit(self, position: int) -> Numbers:
        """The color of a cell in each pattern."""
        digits: Numbers = np.arange(len(self.clue)) // self.states**position % self.states
        return digits


class Boards:
    """All boards of a size."""

    def __init__(self, rows: int, columns: int, states: int) -> None:
        self.row = Lines(columns, states)
        column = Lines(rows, states)
        self._rows = rows
        inwards = zip(range(rows), reversed(range(rows)), strict=True)
        self._order = [row for pair in inwards for row in pair][:rows]
        self._column_sets = column.clues**columns
        wide = len(column.clue)
        together = max(n for n in range(1, columns + 1) if n == 1 or wide**n <= _TABLE)
        # For each group of columns what each pattern of each row adds to an index of the table:
        self._groups: list[tuple[list[Numbers], Numbers]] = []
        for first in range(0, columns, together):
            group = range(first, min(first + together, columns))
            digits = [self.row.digit(x) * wide**number for number, x in enumerate(group)]
            shares = [sum(digits, np.int64(0)) * states**y for y in range(rows)]
            tables = [column.clue * column.clues**x for x in group]
            table = reduce(lambda low, high: np.add.outer(high, low).ravel(), tables)
            self._groups.append((shares, table))

    def parts(self, at_once: int, key: Key = ()) -> Iterator[Part]:
        """Parts that stand for all boards (with these clues).

        A part turned upside down or mirrored, or both, has as many boards of the same clues; one
        of them stands for all.
        """
        free = self._rows - len(key)
        words = self.row.clues**free * self._column_sets
        if not free or (self.size(key) <= at_once and words <= _WORD):
            like = self._images(key)
            if key == min(like):
                yield key, len(like)
            return
        for added in product(range(self.row.clues), repeat=min(2, free)):
            yield from self.parts(at_once, (*key, *added))

    def size(self, key: Key) -> int:
        """The number of boards of a part."""
        fixed: int = prod(len(self.row.patterns[clue]) for clue in key)
        free: int = len(self.row.clue) ** (self._rows - len(key))
        return fixed * free

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
        weights = [self._column_sets * self.row.clues**number for number in range(len(free))]
        open_rows = _all_sums([self.row.clue * weight for weight in weights])
        found = np.broadcast_to(open_rows, (prod(map(len, fixed)), len(open_rows))).copy()
        for shares, table in self._groups:
            chosen = [shares[y][patterns] for y, patterns in zip(self._order, fixed, strict=False)]
            others = [shares[y] for y in free]
            found += table[np.add.outer(_all_sums(chosen), _all_sums(others))]
        return found.ravel()


def _all_sums(choices: list[Numbers]) -> Numbers:
    """The sums of one number of each array, for all ways to choose them."""
    none = np.zeros(1, np.int64)
    return reduce(lambda sums, more: np.add.outer(sums, more).ravel(), choices, none)


boards = cache(Boards)  # made once in each process


def multiplicities(numbers: Numbers) -> dict[int, int]:
    """How many numbers occur once, twice, and so on."""
    numbers.sort()
    ends = np.flatnonzero(numbers[1:] != numbers[:-1])
    lengths = np.diff(ends, prepend=-1, append=len(numbers) - 1)
    times = np.bincount(lengths)
    return {int(length): int(times[length]) for length in np.flatnonzero(times)}


@dataclass(frozen=True, kw_only=True)
class Census(Answer):
    """How many boards of a size share their clues with how many others."""

    rows: int
    columns: int
    colors: int  # the number of block colors
    total: int  # the number of boards
    # How many clue sets have 1 solution, 2 solutions, and so on; more exist if it was stopped:
    solutions: Mapping[int, int] = field(default_factory=dict)

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
            "stopped": self.reason,
            "seconds": round(self.seconds, 3),
        }


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
        each: Called with every snapshot of the result.

    Raises:
        PuzzleError: If there are too many boards, or too few lines or colors.

    >>> small = census(3, 3)
    >>> small.boards, small.clue_sets, small.unique
    (512, 445, 384)
    """
    _require(rows, columns, colors)
    limits = limits or Limits()
    size = (max(rows, columns), min(rows, columns), colors + 1)  # as many when turned by a quarter
    every = boards(*size)
    largest = max(map(len, every.row.patterns)) ** size[0]
    if largest > _LARGEST:
        reason = f"{largest} boards of {rows}x{columns} may have the same row clues"
        raise PuzzleError(f"{reason}; a census takes at most {_LARGEST}")
    initial = Census(rows=rows, columns=columns, colors=colors, total=every.size(()))
    with nullcontext(pool) if pool else open_pool(jobs, limits) as place:
        found = place.merged(partial(_counted, *size), _chunks(every))
        return last(_added_up(initial, found, limits), initial, each)


def _added_up(
    known: Census,
    found: Generator[tuple[list[Part], dict[int, int] | Stopped], None, None],
    limits: Limits,
) -> Generator[Census | Stopped, None, None]:
    """Add up the counts of all parts, or of those counted before the time is up."""
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
        size = f"{rows}x{columns} boards in {colors} colors"
        raise PuzzleError(f"{size}; expected at least 1 of each")
    states = log2(colors + 1)
    if max(rows, columns) * states > _LONGEST:
        most = f"at most {int(_LONGEST / states)} with so many colors"
        raise PuzzleError(f"lines of {max(rows, columns)} cells; a census takes {most}")
    if rows * columns * states > _MOST:
        number = (colors + 1) ** (rows * columns)
        raise PuzzleError(f"{number:.1e} boards; a census takes at most {2**_MOST:.1e}")


def _chunks(every: Boards) -> Iterator[list[Part]]:
    """The parts, those together that are counted in one job."""
    waiting: list[Part] = []
    size = 0
    for part in every.parts(_AT_ONCE):
        waiting.append(part)
        size += every.size(part[0])
        if size >= _CHUNK:
            yield waiting
            waiting, size = [], 0
    yield waiting


def _counted(rows: int, columns: int, states: int, parts: list[Part]) -> Iterator[dict[int, int]]:
    """How many clue sets of all parts that these stand for have one solution, two, and so on."""
    every = boards(rows, columns, states)
    solutions: Counter[int] = Counter()
    for key, like in parts:
        for number, times in multiplicities(every.numbers(key)).items():
            solutions[number] += like * times
    yield dict(solutions)
