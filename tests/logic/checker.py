"""An independent checker: steps are held against brute force on single lines, and nothing else.

It shares no code with line logic, and knows nothing of rules: of a step it takes the line, what is
learned, and the cells that the reason names.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from asp_nono.clue import Cell, Clue, Line
from asp_nono.grid import PartialGrid
from asp_nono.line.bits import each
from asp_nono.logic.rules import Rule
from asp_nono.logic.steps import LogicStep, StepChange, Trial
from asp_nono.proof.checker import Checker, add_up
from asp_nono.proof.formula import Formula
from asp_nono.puzzle import Puzzle
from asp_nono.solving.relaxation import Addition
from tests.conftest import NIGHTLY, ROOT

Sets = tuple[int, ...]
"""For each cell of a line the colors that it may have, as bits."""

_SAMPLE = {"pictures/duck", "pathological/search-5x5", "color/flag", "pathological/none-search-4x4"}


def _marks(number: int, path: Path) -> Sequence[pytest.MarkDecorator]:
    if f"{path.parent.name}/{path.stem}" in _SAMPLE:
        return ()
    return NIGHTLY if number % 2 else (pytest.mark.slow,)


INSTANCES = [
    pytest.param(path, id=path.stem, marks=_marks(number, path))
    for number, path in enumerate(sorted((ROOT / "instances").rglob("*.xml")))
]
"""All puzzles that are shipped; CI has every other one, most of them among the slow tests."""


@cache
def fits(clue: tuple[tuple[int | None, int], ...], cells: Sets) -> bool:
    """Whether blocks, as lengths and colors, can be laid on a line."""
    if not cells:
        return not clue
    if cells[0] & 1 and fits(clue, cells[1:]):
        return True
    if not clue:
        return False
    length, color = clue[0]
    apart = len(clue) > 1 and clue[1][1] == color
    for size in range(1, len(cells) + 1) if length is None else [length]:
        block, rest = cells[:size], cells[size:]
        if len(block) < size or not all(cell >> color & 1 for cell in block):
            break
        behind = rest[1:] if apart and rest and rest[0] & 1 else rest
        if (behind is not rest or not apart) and fits(clue[1:], behind):
            return True
    return False


def can_be_filled(clue: Clue, cells: Sets) -> bool:
    """Whether a line has an arrangement."""
    return fits(tuple((block.length, block.color) for block in clue), cells)


class Known:
    """What is known of the cells of a puzzle."""

    def __init__(self, puzzle: Puzzle, grid: PartialGrid | None = None) -> None:
        self.puzzle = puzzle
        self.all = (1 << len(puzzle.colors)) - 1
        rows = grid.rows if grid else [[self.all] * puzzle.width] * puzzle.height
        self.rows = [list(row) for row in rows]

    def only(self, cells: Sequence[Cell]) -> "Known":
        """What is known of these cells alone."""
        found = Known(self.puzzle)
        for x, y in cells:
            found.rows[y - 1][x - 1] = self.rows[y - 1][x - 1]
        return found

    def at(self, cell: Cell) -> int:
        """The colors that a cell may have."""
        return self.rows[cell[1] - 1][cell[0] - 1]

    def lose(self, change: StepChange) -> None:
        """Take away the colors that are gone."""
        x, y = change.cell
        self.rows[y - 1][x - 1] &= ~change.gone

    def line(self, line: Line) -> tuple[Clue, list[Cell], Sets]:
        """The clue of a line, its cells, and what is known of them."""
        if line.axis == "row":
            cells = [(x, line.number) for x in range(1, self.puzzle.width + 1)]
            clue = self.puzzle.rows[line.number - 1]
        else:
            cells = [(line.number, y) for y in range(1, self.puzzle.height + 1)]
            clue = self.puzzle.columns[line.number - 1]
        return clue, cells, tuple(map(self.at, cells))


def check_step(known: Known, step: LogicStep) -> None:
    """A step follows from the cells that it names, and the line or the trials that it names."""
    colors = len(known.puzzle.colors)
    for change in step.changes:
        assert change.gone
        assert not change.left & change.gone
    enough = known.only(step.because)
    if step.line:
        _check_on_line(enough, step, step.line)
    elif step.sums:
        _check_sums(enough, step, step.sums)
    elif step.rule in (Rule.CONTRADICTION, Rule.DEEPER):
        (trial,), (change,) = step.trials, step.changes
        assert (change.cell, change.gone) == (trial.cell, 1 << trial.color)
        assert trial.fails
        check_trial(enough, trial, deeper=step.rule is Rule.DEEPER)
    elif step.rule is Rule.MERGE:
        (cell,) = {trial.cell for trial in step.trials}
        tried = sum(1 << trial.color for trial in step.trials)
        assert not enough.at(cell) & ~tried & ((1 << colors) - 1)
        for trial in step.trials:
            after = check_trial(enough, trial, deeper=False)
            assert all(not after.at(change.cell) & change.gone for change in step.changes)
    else:
        assert step.rule in (Rule.SEARCH, Rule.IMPOSSIBLE)


def _check_sums(known: Known, step: LogicStep, sums: Addition) -> None:
    """The checker of proofs adds up the same."""
    given = PartialGrid(tuple(map(tuple, known.rows)))
    formula = Formula(replace(known.puzzle, goal=None, given=given, saved=()))
    checker = Checker(formula.variables, formula.clauses)
    weights = {formula.is_(*fill): weight for fill, weight in sums.weights.items()}
    add_up(formula, checker, weights)
    assert checker.refuted == (step.rule is Rule.IMPOSSIBLE)
    for change in step.changes:
        gone = [formula.is_(*change.cell, color) for color in each(change.gone)]
        assert all(checker.false(literal) for literal in gone)


def _check_on_line(known: Known, step: LogicStep, line: Line) -> None:
    clue, cells, sets = known.line(line)
    assert set(step.because) <= set(cells)
    if step.rule is Rule.IMPOSSIBLE:
        assert not can_be_filled(clue, sets)
        return
    assert step.changes
    for change in step.changes:
        place = cells.index(change.cell)
        for color in range(len(known.puzzle.colors)):
            if change.gone >> color & 1:
                assert not can_be_filled(clue, (*sets[:place], 1 << color, *sets[place + 1 :]))


def check_trial(known: Known, trial: Trial, *, deeper: bool) -> Known:
    """Every step of a trial follows; what is known at its end."""
    x, y = trial.cell
    after = Known(known.puzzle, PartialGrid(tuple(map(tuple, known.rows))))
    after.rows[y - 1][x - 1] = 1 << trial.color
    for step in trial.steps:
        assert step.line or (deeper and step.rule in (Rule.CONTRADICTION, Rule.MERGE))
        check_step(after, step)
        for change in step.changes:
            after.lose(change)
    return after
