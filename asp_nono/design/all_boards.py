"""All boards of a size as arrays of numbers, part by part.

A part fixes the clues of some rows, from the outside in, and holds all boards with these clues. The
number of a board within its part says which clues its columns and its other rows have, so that two
boards of a part have one number exactly if they have the same clues.
"""

from collections.abc import Iterator
from functools import cache, reduce
from itertools import product
from math import prod
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from asp_nono.clue import Clue, clue_of

Key: TypeAlias = tuple[int, ...]  # the clues' numbers of the first row, the last, the second, …
Part: TypeAlias = tuple[Key, int]  # a part, and the number of parts like it
Numbers: TypeAlias = npt.NDArray[np.integer]
_TABLE = 1 << 16  # columns are looked up together as long as the table has no more entries
_WORD = 1 << 63  # numbers of boards are smaller


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
        self.all_clues = [*numbers]
        self.clues = len(numbers)
        self.mirrored = [numbers[clue[::-1]] for clue in numbers]

    def digit(self, position: int) -> Numbers:
        """The color of a cell in each pattern."""
        digits: Numbers = np.arange(len(self.clue)) // self.states**position % self.states
        return digits


class Boards:
    """All boards of a size."""

    def __init__(self, rows: int, columns: int, states: int) -> None:
        self.row, self.column = Lines(columns, states), Lines(rows, states)
        self._rows, self._columns, column = rows, columns, self.column
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
            like = self.images(key)
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

    def images(self, key: Key) -> dict[Key, tuple[int, int]]:
        """The parts like this one, each with the steps (1 or -1) to read its rows and its cells."""
        turned = [*key]
        for first in range(0, len(key) - 1, 2):
            turned[first], turned[first + 1] = turned[first + 1], turned[first]
        found = {
            tuple(self.row.mirrored[clue] for clue in turned): (-1, -1),
            tuple(turned): (-1, 1),
        }
        found[tuple(self.row.mirrored[clue] for clue in key)] = (1, -1)
        return found | {key: (1, 1)}

    def clues(self, key: Key, numbers: Numbers) -> tuple[Numbers, Numbers]:
        """The numbers of the clues of boards of a part: those of each row, and of each column."""
        free = self._order[len(key) :]
        words, sets = _split(numbers, self._column_sets)
        rows = dict(zip(free, _digits(words, self.row.clues, len(free)), strict=True))
        for y, clue in zip(self._order, key, strict=False):
            rows[y] = np.full(len(numbers), clue)
        columns = _digits(sets, self.column.clues, self._columns)
        return np.array([rows[y] for y in range(self._rows)]), np.array(columns)

    def numbers(self, key: Key) -> Numbers:
        """The number of each board of a part, in 32 bits if they are enough: they sort faster."""
        fixed = [self.row.patterns[clue] for clue in key]
        free = self._order[len(key) :]
        words = self._column_sets * self.row.clues ** len(free)
        word = np.uint32 if words <= 1 << 32 else np.int64
        weights = [self._column_sets * self.row.clues**number for number in range(len(free))]
        open_rows = _all_sums([self.row.clue * weight for weight in weights]).astype(word)
        found = np.broadcast_to(open_rows, (prod(map(len, fixed)), len(open_rows))).copy()
        for shares, table in self._groups:
            chosen = [shares[y][patterns] for y, patterns in zip(self._order, fixed, strict=False)]
            others = [shares[y] for y in free]
            sums = table.astype(word, copy=False)
            found += sums[np.add.outer(_all_sums(chosen), _all_sums(others))]
        return found.ravel()


def _digits(numbers: Numbers, base: int, count: int) -> list[Numbers]:
    """The lowest digits of numbers, the lowest first."""
    found = list[Numbers]()
    for _ in range(count):
        numbers, digit = _split(numbers, base)
        found.append(digit)
    return found


def _split(numbers: Numbers, base: int) -> tuple[Numbers, Numbers]:
    """Quotients and remainders; numpy multiplies faster than it divides."""
    quotients = numbers // base
    return quotients, numbers - quotients * base


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


def lone(numbers: Numbers) -> Numbers:
    """The numbers that occur once, of sorted ones."""
    differs = np.concatenate(([True], numbers[1:] != numbers[:-1], [True]))
    found: Numbers = numbers[differs[1:] & differs[:-1]]
    return found
