"""The next step from a grid that is being solved, and whether the grid has errors."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from asp_nono.asp.deductions import without_deductions
from asp_nono.asp.program import Program, picture
from asp_nono.asp.recipes import recipe
from asp_nono.clue import Cell, cell_named
from asp_nono.draw.picture import Picture
from asp_nono.grid import Grid, PartialGrid
from asp_nono.logic.explain import ExplainOptions, explanations
from asp_nono.logic.steps import LogicStep
from asp_nono.logic.wording import Names, cells_listed
from asp_nono.messages import Message, Value, sentence, together, with_messages
from asp_nono.puzzle import Puzzle
from asp_nono.run.snapshots import Answer
from asp_nono.solving.result import Verdict
from asp_nono.solving.solve import solve


class State(StrEnum):
    """The states of a grid."""

    STEP = "step"  # it has no error, and there is a next step
    ERROR = "error"
    RIGHT = "right"  # it has no error, and no step was requested
    SOLVED = "solved"
    STUCK = "stuck"
    NONE = "no solution"  # of the puzzle itself
    UNDECIDED = "undecided"  # a limit came first


_TEXT = {
    State.ERROR: Message("the grid has an error: no solution agrees with it"),
    State.RIGHT: Message("the grid has no error"),
    State.SOLVED: Message("the grid is solved"),
    State.STUCK: Message("the grid has no error, but trials in two cells at once find nothing"),
    State.NONE: Message("the puzzle has no solution"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class HintResult(Answer):
    """The state of a grid, and the next step or the errors.

    Attributes:
        puzzle: The puzzle.
        state: What there is to say of the grid.
        step: The easiest next one, if the state is STEP.
        wrong: The fewest cells to take back, if the state is ERROR.
        stopped: What stopped the job, if something did.
        seconds: The time since the question.
    """

    puzzle: Puzzle
    state: State = State.UNDECIDED
    step: LogicStep | None = None
    wrong: tuple[Cell, ...] = ()

    @property
    def finished(self) -> bool:
        """Whether there is anything to say."""
        return self.state is not State.UNDECIDED

    def lines(self, strength: str, *, errors: bool = False) -> Iterator[str]:
        """The hint at a strength (see `sentence`), and the wrong cells if `errors` is set."""
        yield str(self.sentence(strength))
        if self.step and strength == "cells":
            yield self.step.text(1, Names(self.puzzle))
        if errors and self.wrong:
            yield f"wrong: {cells_listed(self.wrong)}"

    def text(self, name: str, draw: Callable[[Puzzle, Picture | None], str]) -> Iterator[str]:
        """All of the hint, with the wrong cells."""
        del name, draw
        yield from self.lines("cells", errors=True)

    def sentence(self, strength: str) -> Message:
        """The hint without the cells of a step, at a strength: "where", "rule" or "cells".

        Each shows what those before it show, too.
        """
        if not self.finished:
            return Message("no hint was found: {reason}", reason=self.stop)
        if self.step is None:
            return sentence(_TEXT[self.state])
        where = _place(self.step)
        if strength == "where":
            return sentence(where)
        how: list[Value] = [Message(self.step.rule.value)]
        if self.step.line and len(self.step.blocks) == 1:
            clue, (block,) = self.puzzle.clue(self.step.line), self.step.blocks
            how.append(Names(self.puzzle).block(clue, block - 1))
        return sentence(together([where, together(how, ", ")]))

    def to_json(self, strength: str = "cells", *, errors: bool = True) -> dict[str, Any]:
        """The hint (docs/json.md), no more of a step than the strength shows.

        The wrong cells are named if `errors` is set.
        """
        data: dict[str, Any] = {"state": str(self.state)}
        data |= with_messages(text=self.sentence(strength))
        if self.step:
            step = self.step.to_json(self.puzzle)
            data["line"] = step["line"]
            if strength != "where":
                data |= {key: step[key] for key in ("rule", "rule_message", "blocks")}
            if strength == "cells":
                data["step"] = step
        if errors and self.finished:
            data["wrong"] = [list(cell) for cell in self.wrong]
        return data


def _place(step: LogicStep) -> Message:
    """Where a step is found."""
    if step.line:
        return Message("look at {line}", line=step.line.named)
    if step.trials:
        return Message(
            "no single line helps; try colors in {cell}", cell=cell_named(step.trials[0].cell)
        )
    if step.sums:
        return Message("no single line and no trial helps; add up the clues of all lines")
    return Message("no deduction helps; only a search does")


def hint(puzzle: Puzzle, grid: PartialGrid | None = None) -> HintResult:
    """The easiest next step from a grid (by default the given cells), or what is wrong with it.

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
    known = next(explanations(puzzle, ExplainOptions(start=grid, search=False)))
    if not known.steps:
        return HintResult(puzzle=puzzle, state=State.STUCK)
    return HintResult(puzzle=puzzle, state=State.STEP, step=known.steps[0])


def judge(puzzle: Puzzle, grid: PartialGrid | None = None) -> HintResult:
    """Whether a grid has an error: RIGHT, SOLVED, ERROR or NONE. As `hint`."""
    if solve(puzzle, start=grid, most=1).number:
        solved = grid is not None and grid.complete()
        return HintResult(puzzle=puzzle, state=State.SOLVED if solved else State.RIGHT)
    if grid is None or (result := solve(puzzle)).verdict is Verdict.NONE:
        return HintResult(puzzle=puzzle, state=State.NONE)
    near = _nearest(puzzle, grid) if result.verdict is Verdict.MULTIPLE else result.solutions[0]
    wrong = tuple((x, y) for x, y, color in near.cells() if color not in grid.colors_at(x, y))
    return HintResult(puzzle=puzzle, state=State.ERROR if wrong else State.NONE, wrong=wrong)


def _nearest(puzzle: Puzzle, grid: PartialGrid) -> Grid:
    """The solution that agrees with most cells: each that has none of its colors costs one."""
    costs = []
    for x, y, cell in grid.cells():
        fills = {k: f"fill({x},{y},{k})" for k in range(1, len(puzzle.colors))}
        ways = [fill for k, fill in fills.items() if not cell >> k & 1]
        if not cell & 1:
            ways.append(", ".join(f"not {fill}" for fill in fills.values()))
        costs += [f":~ {way}. [1,{x},{y}]\n" for way in ways]
    order = recipe().with_deductions("none")
    program = Program.of(order, without_deductions(puzzle))
    control = Program(order, f"{program.facts}\n{''.join(costs)}").ground()
    with control.solve(yield_=True) as handle:
        *_, best = (picture(puzzle, model.symbols(shown=True)) for model in handle)
    return best
