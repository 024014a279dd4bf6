"""Look-ahead to a depth, against the definition tried out on every board."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from asp_nono.line.board import Board
from asp_nono.line.lookahead import Effort, EffortSpentError, fails, look_ahead
from asp_nono.puzzle import Puzzle
from tests.asp.boards import brute_force
from tests.solving.puzzles import NONE_BY_SEARCH, ONES, SEARCHED
from tests.strategies import puzzles

MOST = 1 << 12
"""The most pictures that are tried; 4x4 cells in five colors have over a hundred billion."""


@settings(max_examples=50)
@given(puzzles(max_side=4, given=True), st.integers(0, 2))
def test_fixpoint(posed: Puzzle, depth: int) -> None:
    """No solution is lost, nothing is left that fails, and a known solution changes nothing."""
    assume(len(posed.colors) ** (posed.width * posed.height) <= MOST)
    solutions = brute_force(posed)
    board = Board(posed)
    assume(board.sweep() is None)
    board, helped = board.copy(), board.copy()
    wrong = look_ahead(board, depth, Effort())
    assert not (wrong and solutions)
    if wrong:
        return
    assert all(board.partial().admits(solution) for solution in solutions)
    for y in range(posed.height):
        for x in range(posed.width):
            colors = board.colors_at(x, y)
            if depth and len(colors) > 1:
                assert not any(fails(board, x, y, c, depth - 1, Effort()) for c in colors)
    if len(solutions) == 1:
        (solution,) = solutions
        assert not look_ahead(helped, depth, Effort(), solution)
        assert helped.partial() == board.partial()


def test_drawn() -> None:
    """One cell at a time decides this one, shows that there is no solution, and makes no choice."""
    board = Board(SEARCHED)
    board.sweep()
    assert not board.decided
    assert not look_ahead(board, 1, Effort())
    assert board.picture == SEARCHED.goal
    none = Board(NONE_BY_SEARCH)
    assert none.sweep() is None
    assert look_ahead(none, 1, Effort())
    ones = Board(ONES)
    ones.sweep()
    before = ones.partial()
    assert not look_ahead(ones, 2, Effort())
    assert ones.partial() == before


def test_effort() -> None:
    """No more lines are visited than are allowed."""
    board = Board(ONES)
    board.sweep()
    effort = Effort(5)
    with pytest.raises(EffortSpentError):
        look_ahead(board, 1, effort)
    assert effort.spent > 5
    free = Effort()
    look_ahead(board, 1, free)
    assert free.spent > 5
