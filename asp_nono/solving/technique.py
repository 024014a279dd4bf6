"""The weakest technique that is enough for a verdict."""

from __future__ import annotations

from asp_nono.grid import Grid
from asp_nono.line.board import Board
from asp_nono.line.lookahead import Effort, EffortSpentError, look_ahead
from asp_nono.solving.events import Technique

_EFFORT = 40
"""So many lines are visited at each depth for each open cell, at most."""

_MOST = {1: 70_000, 2: 10_000}
"""And so many altogether. Nearly all puzzles drawn by people need less, the hard ones of the survey
among them; more could cost more than the search itself."""


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
    visits = _EFFORT * board.partial().undecided
    for depth, most in _MOST.items():
        try:
            wrong = look_ahead(twin, depth, Effort(min(visits, most)), solution)
        except EffortSpentError:
            break
        if wrong or twin.decided:
            return of_depth(depth)
    return "search"
