"""The technique that a verdict names is enough, and no weaker one is."""

from __future__ import annotations

from hypothesis import given

from asp_nono.line.board import Board
from asp_nono.line.lookahead import Effort, look_ahead
from asp_nono.puzzle import Puzzle
from asp_nono.solving.result import Verdict
from asp_nono.solving.search import of_depth, weakest
from asp_nono.solving.solve import check, solve
from tests.solving.puzzles import NONE_BY_SEARCH, ONES, SEARCHED
from tests.strategies import puzzles


@given(puzzles(max_side=6, given=True))
def test_named_is_enough(posed: Puzzle) -> None:
    """Of puzzles with one solution or none: what is named decides, and single lines do not."""
    result = check(posed)
    board = Board(posed)
    if board.sweep() or board.decided:
        assert result.technique == "line"
        return
    assert result.technique != "line"
    if result.verdict is not Verdict.MULTIPLE and result.technique in ("depth-1", "depth-2"):
        depth = int(result.technique[-1])
        assert look_ahead(board, depth, Effort()) or board.decided


def test_known() -> None:
    """The technique does not depend on whether the solution is known beforehand."""
    for puzzle in (SEARCHED, NONE_BY_SEARCH):
        board = Board(puzzle)
        board.sweep()
        assert weakest(board, puzzle.goal) == weakest(board, None) == "depth-1"
    assert [of_depth(depth) for depth in (1, 2, 3)] == ["depth-1", "depth-2", "search"]


def test_a_choice_needs_search() -> None:
    """No look-ahead leads to a picture where each cell has a choice."""
    board = Board(ONES)
    board.sweep()
    assert weakest(board, None) == "search"
    assert check(ONES).technique == "search"
    assert solve(SEARCHED, most=0).technique == check(SEARCHED).technique == "depth-1"
