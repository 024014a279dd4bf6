"""Look-ahead to a given depth: what is left when every trial that fails has been made.

A trial gives an open cell one of its colours and sweeps. When a line then has no arrangement, the
cell does not have that colour. At depth 2 each trial may itself look ahead to depth 1. The result
does not depend on the order of the trials: what fails on a board also fails on a part of it.

The effort does. After a trial that has told something, the cells beside what it has changed come
next: there the next trial that fails is likeliest.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from asp_nono.grid import Grid
from asp_nono.line.board import Board
from asp_nono.line.probe import open_cells, tried


class EffortSpentError(Exception):
    """So many lines as were allowed have been visited."""


class Effort:
    """How many more lines may be visited.

    Attributes:
        left: So many; None for no end of them.
        spent: So many have been.
    """

    def __init__(self, left: int | None = None) -> None:
        self.left = left
        self.spent = 0

    def spend(self, visits: int) -> None:
        """Count visits.

        Raises:
            EffortSpentError: If none are left.
        """
        self.spent += visits
        if self.left is not None and self.spent > self.left:
            raise EffortSpentError


def look_ahead(board: Board, depth: int, effort: Effort, solution: Grid | None = None) -> bool:
    """Take away every colour whose trial fails; afterwards no trial to this depth does.

    Args:
        board: A swept board; it is changed. After a contradiction it is spoilt.
        depth: How many cells are given a colour at once, at most; 0 changes nothing.
        effort: What the trials may cost.
        solution: A solution, if one is known: its colours need no trial.

    Returns:
        Whether the board is shown to hold no solution.

    Raises:
        EffortSpentError: If the effort is not enough.
    """
    cells = OrderedDict.fromkeys(open_cells(board))
    level, idle = 1, 0
    while level <= depth:
        if idle == len(cells):
            level, idle = level + 1, 0
            continue
        cell = next(iter(cells))
        cells.move_to_end(cell)
        before = [row.copy() for row in board.rows]
        news, wrong = _try(board, cell, level - 1, effort, solution)
        if wrong:
            return True
        if not news:
            idle += 1
            continue
        level, idle = 1, 0
        for near in reversed(open_cells(board, _beside_changes(before, board.rows))):
            cells.move_to_end(near, last=False)
    return False


def _beside_changes(before: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> list[int]:
    """For each row the set of the columns in which, or beside which, a cell has lost a colour."""
    lost = [0]
    for old, new in zip(before, after, strict=True):
        gone = 0
        for mine, left in zip(old, new, strict=True):
            gone |= mine & ~left
        lost.append(gone)
    rows = zip(lost, lost[1:], [*lost[2:], 0], strict=False)
    return [above | row | row << 1 | row >> 1 | below for above, row, below in rows]


def _try(
    board: Board, cell: tuple[int, int], depth: int, effort: Effort, solution: Grid | None
) -> tuple[bool, bool]:
    """Try the colours of a cell; whether one was taken away, and whether the board then fails."""
    x, y = cell
    news = False
    for color in colors_at(board, x, y):
        left = colors_at(board, x, y)
        if left == [color] or (solution is not None and solution.rows[y][x] == color):
            continue
        if color in left and fails(board, x, y, color, depth, effort):
            news = True
            if without(board, x, y, color):
                return True, True
    return news, False


def colors_at(board: Board, x: int, y: int) -> list[int]:
    """The colours left for the cell in column `x` and row `y` (0-based)."""
    return [color for color, cells in enumerate(board.rows[y]) if cells >> x & 1]


def without(board: Board, x: int, y: int, color: int) -> bool:
    """Take a colour from a cell (0-based) and sweep; whether a line then has no arrangement."""
    left = sum(1 << other for other in colors_at(board, x, y) if other != color)
    return board.settle(x, y, left) is not None


def fails(board: Board, x: int, y: int, color: int, depth: int, effort: Effort) -> bool:
    """Whether the trial of a colour in a cell (0-based) fails, with look-ahead to `depth` in it.

    Raises:
        EffortSpentError: If the effort is not enough.
    """
    twin, wrong = tried(board, x, y, 1 << color)
    effort.spend(twin.visits)
    return wrong or (depth > 0 and look_ahead(twin, depth, effort))
