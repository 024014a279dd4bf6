"""A hard board split into cubes: smaller boards, disjoint, that hold all solutions between them.

Named after cube-and-conquer in satisfiability (Heule, Kullmann, Wieringa, Biere 2012): look-ahead
splits, and what is left is solved elsewhere, on many machines. The board with the most open cells
is split on the cell whose two ways, both swept, leave the fewest cells open.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush
from math import log2

from asp_nono.grid import Grid, PartialGrid
from asp_nono.line.board import Board
from asp_nono.line.lookahead import open_cells, tried

_LOOKED_AT = 16
"""So many cells of a board are tried before it is split on the best of them."""


@dataclass(frozen=True, slots=True)
class Cubes:
    """A board, split.

    Attributes:
        pictures: Solutions that the splitting has come to, all different.
        rest: Where the other solutions lie; no picture lies in two of them.
    """

    pictures: tuple[Grid, ...]
    rest: tuple[PartialGrid, ...]


def split(board: Board, number: int, enough: Callable[[], bool] = lambda: False) -> Cubes:
    """Split a swept board into so many cubes, or fewer if there is not so much to be split.

    Args:
        board: The board; it is left as it is.
        number: How many.
        enough: Asked before each split; once it says so there are no more.

    Post-condition: a picture solves the puzzle and agrees with the board if and only if it is one
    of the pictures, or lies in one of the cubes and solves the puzzle.
    """
    pictures: list[Grid] = []
    waiting: list[tuple[int, int, Board]] = []
    made = 0

    def keep(part: Board) -> None:
        nonlocal made
        if part.decided:
            pictures.append(part.picture)
        else:
            made += 1
            heappush(waiting, (-part.partial().undecided, made, part))

    keep(board)
    while waiting and len(waiting) < number and not enough():
        for part in _halves(heappop(waiting)[2]):
            keep(part)
    parts = sorted(waiting, key=lambda part: part[1])
    return Cubes(tuple(pictures), tuple(part.partial() for *_, part in parts))


def _halves(board: Board) -> list[Board]:
    """What is left of a board on the two ways from its best cell; those that fail are left out."""
    best: list[Board] = []
    least = float("inf")
    for x, y in open_cells(board)[:_LOOKED_AT]:
        colors = [k for k, row in enumerate(board.rows[y]) if row >> x & 1]
        one, others = 1 << colors[-1], sum(1 << k for k in colors[:-1])
        ways = [tried(board, x, y, one), tried(board, x, y, others)]
        alive = [way for way, wrong in ways if not wrong]
        left = sum(log2(1 + way.partial().undecided) for way in alive)
        if left < least:
            best, least = alive, left
    return best
