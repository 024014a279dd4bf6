"""Decimation: guesses that lines agree with."""

import pytest
from hypothesis import given, strategies as st

from asp_nono.asp.recipes import recipe
from asp_nono.grid import Grid
from asp_nono.line.board import Board
from asp_nono.line.decimation import decimated, guesses
from asp_nono.line.solver import solve
from asp_nono.puzzle import Puzzle, mismatch
from asp_nono.solving.search import SearchTask, search
from tests.asp.boards import brute_force
from tests.cases import PALETTE
from tests.solving.puzzles import clues, noise
from tests.strategies import grids

SHARES = (0.25, 0.5, 0.75, 1.0)


@given(grids(colors=3, max_side=7), st.sampled_from([10, 150, 600]))
def test_each_board_fixes_its_share_and_fits_the_lines(grid: Grid, steps: int) -> None:
    """Every line can still be filled, and the board that was given stays as it is."""
    puzzle = Puzzle.of(grid, PALETTE[:3])
    board = Board(puzzle)
    board.sweep()
    before = board.partial()
    found = decimated(board, SHARES, steps)
    assert board.partial() == before
    for share, after in zip(SHARES, found, strict=False):
        assert after.partial().undecided <= (1 - share) * before.undecided
        assert after.partial().within(before) == after.partial()
        for line, clue, length in puzzle.lines():
            assert solve(clue, length, after.line(line)) is not None


def test_a_decided_board_is_a_picture() -> None:
    """Noise of 11x11: the guess goes through to one of its three solutions."""
    board = Board(noise(11))
    board.sweep()
    assert len(decimated(board, SHARES)) == len(SHARES)


def test_nothing_to_guess() -> None:
    """A decided board, one whose lines all have blotted blocks, and one that is too large."""
    decided = Board(Puzzle(clues("2"), clues("1", "1")))
    decided.sweep()
    assert decimated(decided, SHARES) == []
    blotted = Board(Puzzle(clues("?", "?"), clues("?", "?")))
    blotted.sweep()
    assert decimated(blotted, SHARES) == []
    large = Board(noise(11))
    large.sweep()
    assert decimated(large, SHARES, most=10) == []


@given(grids(colors=3, max_side=7))
def test_guesses_are_solutions(grid: Grid) -> None:
    """And they lie on the board; there are none where line logic is not compiled."""
    puzzle = Puzzle.of(grid, PALETTE[:3])
    board = Board(puzzle)
    board.sweep()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("asp_nono.line.decimation.COMPILED", True)
        found = list(guesses(board))
    assert [mismatch(picture, puzzle) for picture in found] == [None] * len(found)
    assert board.decided or found


@given(grids(colors=2, max_side=4))
def test_guesses_find_a_second_solution(grid: Grid) -> None:
    """On small boards that have one, also where decimation leads to one only."""
    puzzle = Puzzle.of(grid)
    board = Board(puzzle)
    board.sweep()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("asp_nono.line.decimation.COMPILED", True)
        found = set(guesses(board))
    assert board.decided or len(found) >= min(2, len(brute_force(puzzle)))


TURNED_BACK = Grid.from_text(
    [
        "#.#.#..#.....#",
        ".#..###.#.#...",
        "#.#.#......#.#",
        "####.#..####..",
        "............##",
        "#....#..#.##..",
        "...###.#.##.#.",
        ".....#...##.#.",
        "..#.##....#.#.",
        "##.###.###..#.",
        "##..#.#...#.#.",
        ".#......#...#.",
        "##..##.#......",
        "..#..###.#.###",
    ]
)
"""Decimation of its clues ends in a contradiction, and so do guesses on the last board on the way;
found among random pictures."""


def test_guesses_go_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solution is found from an earlier board on the way."""
    monkeypatch.setattr("asp_nono.line.decimation.COMPILED", True)
    board = Board(Puzzle.of(TURNED_BACK))
    board.sweep()
    assert not decimated(board, [1.0], 40)
    assert next(guesses(board), None) is not None


def test_guesses_come_before_clingo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Noise of 11x11 has several solutions; where backtracking gives up, guesses find two."""
    monkeypatch.setattr("asp_nono.line.decimation.COMPILED", True)
    monkeypatch.setattr("asp_nono.solving.search.backtrack", lambda *_: ([], False))
    *_, last = search(SearchTask(noise(11), recipe("order")))
    assert last.number == 2
    assert "ground" not in last.stages
