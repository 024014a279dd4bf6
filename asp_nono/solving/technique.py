"""The weakest technique that is enough for a verdict."""

from __future__ import annotations

from asp_nono.grid import Grid
from asp_nono.line.board import Board
from asp_nono.line.lookahead import Effort, EffortSpentError, look_ahead
from asp_nono.solving.events import Technique

_EFFORT, _MOST = 10, 10_000
"""So many lines are visited at each depth, at most: for each open cell, and altogether. Nearly all
puzzles drawn by people need less, and more could cost more than the search itself."""


def of_depth(depth: int) -> Technique:
    """What look-ahead to a depth is called; beyond two cells at once it is search."""
    if depth == 1:
        return "depth-1"
    return "depth-2" if depth == 2 else "search"


def weakest(board: Board, solution: Grid | None) -> Technique:
    """The weakest technique that decides a puzzle of at most one solution, as far as is known.

    "search" when look-ahead to depth 2 is not enough, or when that is not found out within a
    limited effort.

    Args:
        board: What the sweep has left of the puzzle; it is left as it is.
        solution: The solution, where it is known: there is no need to try its colours.
    """
    twin = board.copy()
    visits = min(_EFFORT * board.partial().undecided, _MOST)
    for depth in (1, 2):
        try:
            wrong = look_ahead(twin, depth, Effort(visits), solution)
        except EffortSpentError:
            break
        if wrong or twin.decided:
            return of_depth(depth)
    return "search"
