"""The sweep over a board, and its trace."""

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from asp_nono.clue import Line
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line import SOLVERS, Board, LineSolver, Step
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import Puzzle
from tests.asp.boards import brute_force
from tests.cases import PALETTE, PUZZLES, partial, puzzle
from tests.strategies import grids


def test_trace_tells_what_each_line_gave() -> None:
    """The steps, put together, are the whole deduction."""
    steps: list[Step] = []
    board = Board(Puzzle.of(Grid.from_text([".#", "##"])))
    board.sweep(trace=steps.append)
    assert steps == [
        Step(Line("row", 2), (3, 3), (2, 2)),
        Step(Line("column", 1), (3, 2), (1, 2)),
        Step(Line("column", 2), (3, 2), (2, 2)),
    ]


def test_contradiction_names_the_line() -> None:
    """A line without arrangement ends the sweep and the trace."""
    steps: list[Step] = []
    clash = next(case for case in PUZZLES if case.name == "clash")
    wrong = Board(puzzle(clash)).sweep(trace=steps.append)
    assert wrong == steps[-1].line
    assert steps[-1].after is None


def test_given_cells_are_known() -> None:
    """They help as a start does, and a board without them knows nothing."""
    posed = replace(Puzzle.of(Grid.from_text([".#", "#."])), given=partial("?# | ??"))
    assert Board(posed, given=False).partial().to_text() == ["??", "??"]
    board = Board(posed)
    assert board.partial().to_text() == ["?#", "??"]
    assert board.copy().partial() == board.partial()
    assert board.sweep() is None
    assert board.picture == posed.goal


def test_given_cells_against_the_start() -> None:
    """A cell without any color left is a contradiction like any other."""
    posed = replace(Puzzle.of(Grid.from_text([".#", "#."])), given=partial("?# | ??"))
    assert Board(posed, partial("?. | ??")).sweep() == Line("row", 1)


def test_start_of_another_size_is_refused() -> None:
    """The error says both sizes."""
    with pytest.raises(PuzzleError, match="a picture of 1x1 cells; expected 2x2"):
        Board(Puzzle.of(Grid.from_text(["#.", ".#"])), PartialGrid(((3,),)))


@given(grids(colors=3, max_side=3), st.sampled_from(list(SOLVERS)))
def test_sweep_keeps_every_solution(grid: Grid, name: str) -> None:
    """No sweep of any solver takes a color that some solution needs."""
    posed = Puzzle.of(grid, PALETTE[:3])
    board = Board(posed)
    assert board.sweep(SOLVERS[name]) is None
    assert all(map(board.partial().admits, brute_force(posed)))


def _again(posed: Puzzle, left: PartialGrid, solver: LineSolver) -> PartialGrid:
    board = Board(posed, left)
    board.sweep(solver)
    return board.partial()


@given(grids(colors=2, max_side=6), st.sampled_from(list(SOLVERS)))
def test_sweep_ends_at_a_fixpoint(grid: Grid, name: str) -> None:
    """A second sweep finds nothing more, and stronger solvers leave no more than weaker ones."""
    posed = Puzzle.of(grid)
    left = {
        solver: _again(posed, PartialGrid.unknown(grid.width, grid.height, 2), SOLVERS[solver])
        for solver in SOLVERS
    }
    assert _again(posed, left[name], SOLVERS[name]) == left[name]
    assert left["complete"] == left["olsak"]
    assert left["complete"].undecided <= left["fast"].undecided


@given(grids(colors=3, max_side=5), st.data())
def test_going_on_from_a_cell_finds_all(grid: Grid, data: st.DataObject) -> None:
    """On a swept board, the lines of a cell are enough to begin with when it loses colors."""
    board = Board(Puzzle.of(grid, PALETTE[:3]))
    board.sweep()
    x = data.draw(st.integers(1, grid.width))
    y = data.draw(st.integers(1, grid.height))
    colors = data.draw(st.integers(1, 7))
    whole, part = board.copy(), board.copy()
    whole.restrict(x, y, colors)
    wrong = whole.sweep()
    assert (part.settle(x, y, colors) is None) == (wrong is None)
    if wrong is None:
        assert part.partial() == whole.partial()
