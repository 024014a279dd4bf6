"""Hints: the next step from a grid, and errors found in it."""

import pytest
from hypothesis import given, strategies as st

from asp_nono.grid import Grid, PartialGrid
from asp_nono.logic.hint import HintResult, State, hint
from asp_nono.logic.rules import Rule
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import Puzzle
from tests.asp.boards import brute_force
from tests.cases import partial
from tests.logic.checker import Known, check_step
from tests.solving.puzzles import CROSS, NONE_BY_LINE, ONES, SEARCHED
from tests.strategies import grids, partial_grids


def test_next_step() -> None:
    """The easiest rule that finds something new."""
    found = hint(CROSS, partial("?#?|###|???"))
    assert found.state is State.STEP
    assert found.step
    assert (str(found.step.line), found.step.rule) == ("column 2", Rule.FIT)


def test_trial() -> None:
    """Where single lines tell nothing, the step is a trial."""
    grid = PartialGrid.unknown(5, 5, 2)
    for _ in range(40):
        found = hint(SEARCHED, grid)
        assert found.step
        if found.step.trials:
            return
        grid = found.step.after(grid)
    pytest.fail("no trial was needed")


def test_errors() -> None:
    """The wrong cells, and nothing of the right ones; of several solutions the nearest counts."""
    assert hint(CROSS, partial("##?|???|???")) == HintResult(
        puzzle=CROSS, state=State.ERROR, wrong=((1, 1),)
    )
    assert hint(CROSS, partial("##?|?.?|???")) == HintResult(
        puzzle=CROSS, state=State.ERROR, wrong=((1, 1), (2, 2))
    )
    assert hint(ONES, partial("##?|??#|???")).wrong in (((1, 1),), ((2, 1),))


def test_ends() -> None:
    """A grid that is solved, a puzzle without solution, a choice that no deduction makes."""
    assert CROSS.goal
    assert hint(CROSS, PartialGrid.of(CROSS.goal)) == HintResult(puzzle=CROSS, state=State.SOLVED)
    assert hint(NONE_BY_LINE) == HintResult(puzzle=NONE_BY_LINE, state=State.NONE)
    assert hint(NONE_BY_LINE, partial("???|???|???")) == HintResult(
        puzzle=NONE_BY_LINE, state=State.NONE
    )
    assert hint(ONES) == HintResult(puzzle=ONES, state=State.STUCK)
    with pytest.raises(PuzzleError, match="a picture of 1x1 cells; expected 3x3"):
        hint(CROSS, partial("?"))


@given(grids(max_side=4), st.data())
def test_random(grid: Grid, data: st.DataObject) -> None:
    """There is an error exactly if no solution agrees; the fewest cells are wrong; steps hold."""
    puzzle = Puzzle.of(grid)
    start = data.draw(partial_grids(grid.width, grid.height, 2))
    found = hint(puzzle, start)
    solutions = brute_force(puzzle)
    assert (found.state is State.ERROR) == (not any(map(start.admits, solutions)))
    off = [
        sum(
            not cell >> color & 1
            for cells, colors in zip(start.rows, solution.rows, strict=True)
            for cell, color in zip(cells, colors, strict=True)
        )
        for solution in solutions
    ]
    assert len(found.wrong) == min(off)
    if found.step:
        check_step(Known(puzzle, start), found.step)
