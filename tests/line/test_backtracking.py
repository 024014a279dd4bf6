"""Backtracking: what it finds are solutions, and what it says of the others is true."""

import pytest
from hypothesis import given, strategies as st

from asp_nono.asp.recipes import recipe
from asp_nono.grid import Grid
from asp_nono.line import Board
from asp_nono.line.lookahead import backtrack
from asp_nono.puzzle import Puzzle
from asp_nono.solving.search import SearchTask, search
from tests.asp.boards import brute_force
from tests.cases import PALETTE
from tests.solving.puzzles import DEEP, NONE_BY_SEARCH
from tests.strategies import grids


@given(st.data())
def test_random(data: st.DataObject) -> None:
    """Different solutions; all of them if it says so. The board stays as it is."""
    colors, side = data.draw(st.sampled_from([(2, 4), (3, 3)]))
    grid = data.draw(grids(colors=colors, max_side=side))
    posed = Puzzle.of(grid, PALETTE[:colors])
    board, solutions = Board(posed), brute_force(posed)
    board.sweep()
    before = board.partial()
    for most in (1, 2, 100):
        found, exhausted = backtrack(board, most)
        assert len(set(found)) == len(found) <= most
        assert solutions.issuperset(found)
        if exhausted:
            assert solutions == set(found)
        else:
            assert len(found) == most
        assert board.partial() == before


GUESSED = Puzzle.of(
    Grid.from_text(
        [
            "#.##..###...",
            ".#..###...#.",
            "#..#.....##.",
            "..#.##.#..#.",
            ".......##..#",
            "##...#..####",
            ".....#..#...",
            "##.#.##.#...",
            ".#..###.....",
            ".###.....#..",
            ".#.#..#.####",
            "...##....##.",
        ]
    )
)
"""Its only solution is guessed, before twenty guesses fail; found among random pictures."""


def test_it_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty guesses fail; clingo proves then that there is no solution but the guessed one.

    Look-ahead on the board that is left shows that without clingo.
    """
    board = Board(DEEP)
    board.sweep()
    assert backtrack(board, 2) == ([], False)
    *_, last = search(SearchTask(GUESSED, recipe("order")))
    assert (last.solutions, last.exhausted) == ((GUESSED.goal,), True)
    assert "ground" not in last.stages
    monkeypatch.setattr("asp_nono.solving.search._LOOKED", 0)
    task = SearchTask(GUESSED, recipe("order"))
    *_, probed, found, grounded, last = search(task)
    assert (found.latest, last.solutions) == (GUESSED.goal, (GUESSED.goal,))
    assert [one.number for one in (probed, found, grounded, last)] == [0, 1, 1, 1]
    assert last.exhausted


def test_no_solution() -> None:
    """Every guess fails."""
    board = Board(NONE_BY_SEARCH)
    board.sweep()
    assert backtrack(board, 2) == ([], True)
