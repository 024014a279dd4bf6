"""The next step from a grid that somebody is working on, and whether the grid has errors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from asp_nono.asp.deductions import without_deductions
from asp_nono.asp.program import Program, picture
from asp_nono.asp.recipes import recipe
from asp_nono.grid import Grid, PartialGrid
from asp_nono.logic.explain import explain_steps
from asp_nono.logic.steps import Cell, Step
from asp_nono.puzzle import Puzzle
from asp_nono.solving.result import Verdict
from asp_nono.solving.solve import solve


class State(StrEnum):
    """What there is to say of a grid."""

    STEP = "step"
    """It has no error, and there is a next step."""
    ERROR = "error"
    """No solution agrees with it."""
    RIGHT = "right"
    """It has no error, and nobody asked for a step."""
    SOLVED = "solved"
    """It is the picture."""
    STUCK = "stuck"
    """It has no error, but no deduction leads on."""
    NONE = "no solution"
    """The puzzle itself has no solution."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint.

    Attributes:
        state: What there is to say.
        step: The easiest next step; None unless the state is STEP.
        wrong: As few cells as must be taken back so that some solution agrees with the others;
            empty unless the state is ERROR.
    """

    state: State
    step: Step | None = None
    wrong: tuple[Cell, ...] = ()


def hint(puzzle: Puzzle, grid: PartialGrid | None = None) -> Hint:
    """The easiest next step from a grid, or what is wrong with it.

    Args:
        puzzle: The puzzle.
        grid: The grid as it is; without one nothing is known but the given cells.

    Raises:
        PuzzleError: If `grid` is not of the puzzle's size and palette.

    >>> cross = Puzzle.of(Grid.from_text([".#.", "###", ".#."]))
    >>> found = hint(cross)
    >>> str(found.step.line), str(found.step.rule)
    ('row 2', 'exact fit')
    """
    judged = judge(puzzle, grid)
    if judged.state is not State.RIGHT:
        return judged
    step = next(explain_steps(puzzle, grid), None)
    return Hint(State.STEP, step) if step else Hint(State.STUCK)


def judge(puzzle: Puzzle, grid: PartialGrid | None = None) -> Hint:
    """Whether a grid has an error; its state is RIGHT, SOLVED, ERROR or NONE.

    Args:
        puzzle: The puzzle.
        grid: The grid as it is; without one nothing is known but the given cells.

    Raises:
        PuzzleError: If `grid` is not of the puzzle's size and palette.
    """
    if solve(puzzle, start=grid, most=1).number:
        return Hint(State.SOLVED if grid is not None and grid.complete() else State.RIGHT)
    wrong = () if grid is None else mistakes(puzzle, grid)
    return Hint(State.ERROR, wrong=wrong) if wrong else Hint(State.NONE)


def hints(puzzle: Puzzle, grid: PartialGrid | None) -> Iterator[Hint]:
    """The same as a job for a child process."""
    yield hint(puzzle, grid)


def mistakes(puzzle: Puzzle, grid: PartialGrid) -> tuple[Cell, ...]:
    """The cells of a grid that are wrong.

    Where the puzzle has several solutions, these are the cells that differ from the solution that
    agrees with most of the grid. Empty if the grid agrees with a solution, or if there is none.

    Args:
        puzzle: The puzzle.
        grid: A picture that need not be finished, nor right.

    Raises:
        PuzzleError: If `grid` is not of the puzzle's size and palette.
    """
    puzzle.require_size(grid)
    result = solve(puzzle)
    if result.verdict is Verdict.NONE:
        return ()
    near = _nearest(puzzle, grid) if result.verdict is Verdict.MULTIPLE else result.solutions[0]
    return tuple(
        (x, y)
        for y, (cells, colors) in enumerate(zip(grid.rows, near.rows, strict=True), 1)
        for x, (cell, color) in enumerate(zip(cells, colors, strict=True), 1)
        if not cell >> color & 1
    )


def _nearest(puzzle: Puzzle, grid: PartialGrid) -> Grid:
    """The solution that agrees with most cells of a grid."""
    order = recipe().with_hints("none")
    program = Program.of(order, without_deductions(puzzle))
    wishes = "\n".join(_wishes(grid, len(puzzle.colors)))
    control = Program(order, f"{program.facts}\n{wishes}\n").ground()
    best: list[Grid] = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            best = [picture(puzzle, model.symbols(shown=True))]
    return best[0]


def _wishes(grid: PartialGrid, colors: int) -> Iterator[str]:
    """Weak constraints: each cell that has none of its colours costs one."""
    for y, row in enumerate(grid.rows, 1):
        for x, cell in enumerate(row, 1):
            for k in range(1, colors):
                if not cell >> k & 1:
                    yield f":~ fill({x},{y},{k}). [1,{x},{y}]"
            if not cell & 1:
                bare = ", ".join(f"not fill({x},{y},{k})" for k in range(1, colors))
                yield f":~ {bare}. [1,{x},{y}]"
