"""Which boards line logic solves: many boards at once, their lines looked up in tables.

A line of which some colors are excluded is a number: for each cell, the first one lowest, a bit for
each color that it may have. A table has the remaining colors for each clue and each such number:
the colors that some pattern of the clue has which is not excluded.
"""

from functools import cache, reduce
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from asp_nono.design.all_boards import Lines, Numbers

Flags: TypeAlias = npt.NDArray[np.bool_]


@cache
def _table(length: int, states: int) -> Numbers:
    """The remaining colors of each line, by the number of the clue and that of the line."""
    lines = Lines(length, states)
    everything = np.arange(1 << length * states)
    found = np.zeros((lines.clues, len(everything)), np.int64)
    digits = [lines.digit(position) for position in range(length)]
    for pattern, clue in enumerate(lines.clue):
        cells = sum(1 << states * x + int(digit[pattern]) for x, digit in enumerate(digits))
        found[clue][everything & cells == cells] |= cells
    return found


def line_solvable(states: int, row_clues: Numbers, column_clues: Numbers) -> Flags:
    """Whether line logic solves boards that have a solution, each by its own clues.

    `states` is the number of colors, background included; the clues are their numbers in `Lines`,
    for each row and column an array of all boards.
    """
    rows, columns, cell = len(row_clues), len(column_clues), (1 << states) - 1
    across, down = _table(columns, states), _table(rows, states)
    found = np.zeros(row_clues.shape[1], bool)
    active = np.arange(len(found))
    lines = np.full((rows, len(found)), (1 << columns * states) - 1)
    while len(active):
        before = lines
        lines = across[row_clues, lines]
        for x in range(columns):
            parts = [(lines[y] >> states * x & cell) << states * y for y in range(rows)]
            left = down[column_clues[x], reduce(np.bitwise_or, parts)]
            for y in range(rows):
                lines[y] &= ~(cell << states * x) | (left >> states * y & cell) << states * x
        moved = (lines != before).any(axis=0)
        settled = ~moved
        cells = [lines[:, settled] >> states * x & cell for x in range(columns)]
        # whether each cell of a board has one color left
        found[active[settled]] = np.all([one & one - 1 == 0 for one in cells], axis=(0, 1))
        active, lines = active[moved], lines[:, moved]
        row_clues, column_clues = row_clues[:, moved], column_clues[:, moved]
    return found
