"""Boards split into cubes: disjoint, and with all solutions between them."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from asp_nono.grid import Grid
from asp_nono.line.board import Board
from asp_nono.line.cubes import split
from asp_nono.puzzle import Puzzle
from asp_nono.solving.solve import solutions
from tests.strategies import puzzles


@settings(max_examples=50)
@given(puzzles(max_side=5, given=True), st.integers(1, 9))
def test_every_solution_is_in_one_part(puzzle: Puzzle, number: int) -> None:
    """It is a picture, or lies in exactly one cube; nothing else is said to be a solution."""
    board = Board(puzzle)
    if board.sweep():
        assert not list(solutions(puzzle))
        return
    cubes = split(board, number)
    assert len(cubes.rest) <= number
    found = list(solutions(puzzle))
    for solution in found:
        places = [cube.admits(solution) for cube in cubes.rest]
        places += [picture == solution for picture in cubes.pictures]
        assert places.count(True) == 1
    assert set(cubes.pictures) <= set(found)


def test_number() -> None:
    """As many cubes as were asked for, if there is enough to be split."""
    ones = Puzzle.of(Grid.from_text([f"{'.' * n}#{'.' * (9 - n)}" for n in range(10)]))
    for number in (1, 2, 7, 16):
        board = Board(ones)
        board.sweep()
        assert len(split(board, number).rest) == number
