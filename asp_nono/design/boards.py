"""All boards of a size as arrays of numbers, part by part.

A part fixes the clues of some rows, from the outside in, and holds all boards with these clues. The
number of a board within its part says which clues its columns and its other rows have, so that two
boards of a part have one number exactly if they have the same clues.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, reduce
from itertools import product
from math import prod
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from asp_nono.clue import clue_of

Key: TypeAlias = tuple[int, ...]
"""The numbers of the clues of the first row, the last one, the second one, and so on."""

Numbers: TypeAlias = npt.NDArray[np.int64]

_TABLE = 1 << 16
"""Columns are looked up together as long as the table has no more entries."""

_WORD = 1 << 63
"""Numbers of boards are smaller."""


class Lines:
    """All patterns of a line.

    A pattern is a number whose digits in base `states` are the colours of the cells, the first one
    being the lowest.

    Attributes:
        length: The number of cells.
        states: The number of colours, the background being one.
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
        """The colour of a cell in each pattern."""
        digits: Numbers = np.arange(len(self.clue)) // self.states**position % self.states
        return digits


class Boards:
    """All boards of a size.

    Args:
        rows: The number of rows.
        columns: The number of columns.
        states: The number of colours, the background being one.
    """

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

        Args:
            at_once: A part has no more boards, unless it cannot be divided any more.
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
