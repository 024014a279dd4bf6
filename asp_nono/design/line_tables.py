"""Line logic and trials on many boards at once, for a census: lines are looked up in tables.

A line of which some colors are excluded is a number: for each cell, the first one lowest, a bit for
each color that it may have. With the number of its clue it is an index into a table, which has the
colors that remain: those that some pattern of the clue has which is not excluded. A line without
such a pattern becomes 0.
"""

from dataclasses import dataclass, replace
from functools import cache, reduce
from itertools import product
from operator import or_
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from asp_nono.design.all_boards import Lines, Numbers
from asp_nono.grid import Grid

Flags: TypeAlias = npt.NDArray[np.bool_]
Words: TypeAlias = npt.NDArray[np.unsignedinteger]
_BITS = 18  # the most of a line: a table takes at most 240 MiB, for six cells in two block colors
_TOGETHER = 1 << 14  # boards that are solved at once: their lines stay in the processor's cache


@dataclass(frozen=True, slots=True)
class OpenBoards:
    """Boards of one size, and the colors that their cells may have.

    Attributes:
        states: The number of colors, background included.
        across: The clue of each row on each board, as the place where it begins in the table.
        down: The same for the columns.
        rows: The remaining colors of each row on each board; 0 if the board has no solution.
    """

    states: int
    across: Numbers
    down: Numbers
    rows: Words

    @classmethod
    def of(cls, states: int, row_clues: Numbers, column_clues: Numbers) -> "OpenBoards":
        """Boards by the numbers of their clues in `Lines`: for each line an item for each board."""
        wide, high = len(column_clues) * states, len(row_clues) * states
        word = np.uint16 if max(wide, high) <= 16 else np.uint32
        rows = np.full(row_clues.shape, (1 << wide) - 1, word)
        across, down = row_clues.astype(np.intp) << wide, column_clues.astype(np.intp) << high
        return cls(states, across, down, rows)

    @staticmethod
    def possible(rows: int, columns: int, states: int) -> bool:
        """Whether the lines of a size are short enough for tables."""
        return max(rows, columns) * states <= _BITS

    def __len__(self) -> int:
        return len(self.rows[0])

    def __getitem__(self, boards: "slice | Numbers | Flags") -> "OpenBoards":
        """Some of the boards."""
        across, down, rows = self.across[:, boards], self.down[:, boards], self.rows[:, boards]
        return OpenBoards(self.states, across, down, rows)

    def after_line_logic(self) -> "OpenBoards":
        """The same boards, with what solving lines leaves, one by one until nothing changes."""
        pieces = [self[first : first + _TOGETHER] for first in range(0, len(self), _TOGETHER)]
        rows = [_settled(piece) for piece in pieces] or [self.rows]
        return replace(self, rows=np.concatenate(rows, axis=1))

    def after_trials(self) -> "OpenBoards":
        """The same boards, settled by line logic before, with what trials of single cells leave.

        No cell is left a color with which line logic finds a line that cannot be filled.
        """
        boards = self
        while True:
            owners, places, alone, others = boards._trials()
            trials = boards[owners]
            trials.rows[places, np.arange(len(owners))] &= ~others
            fails = trials.after_line_logic().failing
            if not fails.any():
                return boards
            rows = boards.rows.copy()
            np.bitwise_and.at(rows, (places[fails], owners[fails]), ~alone[fails])
            boards = replace(boards, rows=rows).after_line_logic()

    def _trials(self) -> tuple[Numbers, Numbers, Words, Words]:
        """Each color of each open cell: the board, the row, the bit, and the bits of the others."""
        found = list[tuple[Numbers, Numbers, Words, Words]]()
        cell, word = (1 << self.states) - 1, self.rows.dtype.type
        for x, color in product(range(len(self.down)), range(self.states)):
            alone = 1 << self.states * x + color
            others = (cell << self.states * x) - alone
            places, owners = np.nonzero((self.rows & alone > 0) & (self.rows & others > 0))
            bits = np.full((2, len(owners)), [[alone], [others]], word)
            found.append((owners, places, bits[0], bits[1]))
        owners, places, alone_bits, other_bits = map(np.concatenate, zip(*found, strict=True))
        return owners, places, alone_bits, other_bits

    @property
    def failing(self) -> Flags:
        """Whether the boards have no solution, as far as known."""
        found: Flags = self.rows[0] == 0
        return found

    @property
    def decided(self) -> Flags:
        """Whether each cell has one color left, on boards that have a solution."""
        ones = sum(1 << self.states * x for x in range(len(self.down)))
        several: Words = reduce(or_, (row & row - ones for row in self.rows))
        found: Flags = several == 0
        return found

    def picture(self, board: int | np.intp) -> Grid:
        """The picture of a decided board."""
        cell, width = (1 << self.states) - 1, range(len(self.down))
        rows = [[int(row) >> self.states * x & cell for x in width] for row in self.rows[:, board]]
        return Grid(tuple(tuple(colors.bit_length() - 1 for colors in row) for row in rows))


def _settled(boards: OpenBoards) -> Words:
    """What line logic leaves: all rows and all columns in turn until nothing changes."""
    found = boards.rows.copy()
    initial, active = boards, np.arange(len(boards))
    while len(active):
        after = _columns_solved(_rows_solved(boards))
        found[:, active] = after.rows
        moved = reduce(or_, (one != two for one, two in zip(after.rows, boards.rows, strict=True)))
        going_on = np.flatnonzero(moved & ~after.decided & ~after.failing)
        active, boards = active[going_on], after[going_on]
    # The columns of a decided board were solved last; its rows may be without an arrangement.
    rows = _rows_solved(replace(initial, rows=found)).rows
    found[:, (rows == 0).any(axis=0)] = 0
    return found


def _rows_solved(boards: OpenBoards) -> OpenBoards:
    table = _remaining(len(boards.down), boards.states, boards.rows.dtype)
    rows = [table.take(clue + row) for clue, row in zip(boards.across, boards.rows, strict=True)]
    return replace(boards, rows=np.array(rows))


def _columns_solved(boards: OpenBoards) -> OpenBoards:
    states, cell = boards.states, (1 << boards.states) - 1
    table = _remaining(len(boards.rows), states, boards.rows.dtype)
    found = np.zeros_like(boards.rows)
    fails = np.zeros(len(boards), np.bool_)
    for x, clue in enumerate(boards.down):
        cells = ((row >> states * x & cell) << states * y for y, row in enumerate(boards.rows))
        column = table.take(clue + reduce(or_, cells))
        fails |= column == 0
        for y in range(len(found)):
            found[y] |= (column >> states * y & cell) << states * x
    found[:, fails] = 0
    return replace(boards, rows=found)


@cache
def _remaining(length: int, states: int, word: np.dtype[np.unsignedinteger]) -> Words:
    """The remaining colors of each line, by its clue and its colors before: see above."""
    lines = Lines(length, states)
    everything = np.arange(1 << length * states)
    found = np.zeros((lines.clues, len(everything)), word)
    digits = [lines.digit(position) for position in range(length)]
    for pattern, clue in enumerate(lines.clue):
        cells = sum(1 << states * x + int(digit[pattern]) for x, digit in enumerate(digits))
        found[clue][everything & cells == cells] |= cells
    return found.ravel()
