"""The next step from a grid that somebody is working on, and whether the grid has errors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from asp_nono.asp.deductions import without_deductions
from asp_nono.asp.program import Program, picture
from asp_nono.asp.recipes import recipe
from asp_nono.grid import Grid, PartialGrid
from asp_nono.logic.explain import Options, explanation_steps
from asp_nono.logic.steps import Cell, Step
from asp_nono.logic.wording import Names, cell_named, sentence
from asp_nono.puzzle import Puzzle
from asp_nono.solving.result import Verdict
from asp_nono.solving.solve import solve

STRENGTHS = ("where", "rule", "cells")
"""How much a hint shows: each strength shows what those before it show, too."""


class State(StrEnum):
    """What there is to say of a grid."""

    STEP = "step"
    """It has no error, and there is a next step."""
    ERROR = "error"
    """No solution agrees with it."""
    RIGHT = "right"
    """It has no error, and no step was wanted."""
    SOLVED = "solved"
    """It is the picture."""
    STUCK = "stuck"
    """It has no error, but no deduction leads on."""
    NONE = "no solution"
    """The puzzle itself has no solution."""


_TEXT = {
    State.ERROR: "the grid has an error: no solution agrees with it",
    State.RIGHT: "the grid has no error",
    State.SOLVED: "the grid is solved",
    State.STUCK: "the grid has no error, but trying in two cells at once leads no further",
    State.NONE: "the puzzle has no solution",
}


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

    def text(self, puzzle: Puzzle, strength: str) -> str:
        """The hint in a sentence; the cells of a step are not in it.

        Args:
            puzzle: The puzzle.
            strength: One of `STRENGTHS`.
        """
        step = self.step
        if step is None:
            return sentence(_TEXT[self.state])
        about = ""
        if step.line:
            where = f"look at {step.line}"
        elif step.trials:
            where = f"no single line helps; try colors in {cell_named(step.trials[0].cell)}"
        else:
            where = "no step by hand leads on; a search does"
        if strength == "where":
            return sentence(where)
        if step.line and len(step.blocks) == 1:
            clues = puzzle.rows if step.line.axis == "row" else puzzle.columns
            clue = clues[step.line.number - 1]
            about = f", {Names(puzzle).block(clue, step.blocks[0] - 1)}"
        return sentence(f"{where}: {step.rule}{about}")

    def to_json(
        self, puzzle: Puzzle, strength: str, *, errors: bool = False, chars: str = ""
    ) -> dict[str, Any]:
        """The hint as in docs/json.md, no more of a step than the strength shows.

        Args:
            puzzle: The puzzle.
            strength: One of `STRENGTHS`.
            errors: Whether to name the wrong cells.
            chars: The character of each color; those of printed pictures if it is empty.
        """
        data: dict[str, Any] = {"state": str(self.state), "text": self.text(puzzle, strength)}
        if self.step:
            step = self.step.to_json(puzzle, chars)
            data["line"] = step["line"]
            if strength != "where":
                data |= {"rule": step["rule"], "blocks": step["blocks"]}
            if strength == "cells":
                data["step"] = step
        if errors:
            data["wrong"] = [list(cell) for cell in self.wrong]
        return data


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
    step = next(explanation_steps(puzzle, Options(start=grid, search=False)))
    return Hint(State.STEP, step) if isinstance(step, Step) else Hint(State.STUCK)


def judge(puzzle: Puzzle, grid: PartialGrid | None = None) -> Hint:
    """Whether a grid has an error; its state is RIGHT, SOLVED, ERROR or NONE.

    Arguments and errors are those of `hint`.
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
    order = recipe().with_deductions("none")
    program = Program.of(order, without_deductions(puzzle))
    wishes = "\n".join(_weak_constraints(grid, len(puzzle.colors)))
    control = Program(order, f"{program.facts}\n{wishes}\n").ground()
    best: list[Grid] = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            best = [picture(puzzle, model.symbols(shown=True))]
    return best[0]


def _weak_constraints(grid: PartialGrid, colors: int) -> Iterator[str]:
    """Each cell that has none of its colors costs one."""
    for y, row in enumerate(grid.rows, 1):
        for x, cell in enumerate(row, 1):
            for k in range(1, colors):
                if not cell >> k & 1:
                    yield f":~ fill({x},{y},{k}). [1,{x},{y}]"
            if not cell & 1:
                bare = ", ".join(f"not fill({x},{y},{k})" for k in range(1, colors))
                yield f":~ {bare}. [1,{x},{y}]"
