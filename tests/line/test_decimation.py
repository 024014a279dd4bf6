"""Decimation: guesses that lines agree with."""

from hypothesis import given, strategies as st

from asp_nono.grid import Grid
from asp_nono.line.belief import decimated
from asp_nono.line.board import Board
from asp_nono.line.solver import solve
from asp_nono.puzzle import Puzzle
from tests.cases import PALETTE
from tests.solving.puzzles import clues, noise
from tests.strategies import grids

SHARES = (0.25, 0.5, 0.75, 1.0)


@given(grids(colors=3, max_side=7), st.integers(0, 2))
def test_each_board_fixes_its_share_and_fits_the_lines(grid: Grid, power: int) -> None:
    """Every line can still be filled, and the board that was given stays as it is."""
    puzzle = Puzzle.of(grid, PALETTE[:3])
    board = Board(puzzle)
    board.sweep()
    before = board.partial()
    found = decimated(board, SHARES, power)
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
    """A decided board, and one whose lines all have blotted blocks."""
    decided = Board(Puzzle(clues("2"), clues("1", "1")))
    decided.sweep()
    assert decimated(decided, SHARES) == []
    blotted = Board(Puzzle(clues("?", "?"), clues("?", "?")))
    blotted.sweep()
    assert decimated(blotted, SHARES) == []
