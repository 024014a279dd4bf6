"""An explanation as values: steps, the trials within them, and what they lead to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from asp_nono.clue import Line
from asp_nono.grid import PartialGrid
from asp_nono.logic.matrix import Matrix
from asp_nono.logic.rules import Rule
from asp_nono.puzzle import Puzzle

Cell = tuple[int, int]
"""Column and row, from 1."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a step says of a cell.

    Attributes:
        cell: The cell.
        left: The colours that it can still have, as bits.
        gone: The colours that it is shown not to have, as bits.
    """

    cell: Cell
    left: int
    gone: int


@dataclass(frozen=True, slots=True)
class Trial:
    """A cell is given a colour for a trial, and what follows from it.

    Attributes:
        cell: The cell.
        color: The colour that it is given.
        steps: What follows, each step from those before it; no step that does not matter. If the
            colour is wrong, the last one is a line that cannot be filled any more.
    """

    cell: Cell
    color: int
    steps: tuple[Step, ...]

    @property
    def fails(self) -> bool:
        """Whether the trial ends in a contradiction."""
        return bool(self.steps) and self.steps[-1].rule is Rule.IMPOSSIBLE


@dataclass(frozen=True, slots=True)
class Step:
    """One deduction.

    Attributes:
        rule: The rule that it follows from.
        line: The line that was looked at; None where several are needed.
        changes: What is learnt; empty for IMPOSSIBLE.
        blocks: The blocks of the line that the reason speaks of, from 1.
        because: The cells of the line whose colours the reason needs; together with the clue they
            are enough. None of them can be left out.
        reason: Why, in words.
        matrix: Blocks against gaps, for the rule of this kind.
        trials: What was tried: one trial that fails, or all ways to colour a cell.
    """

    rule: Rule
    line: Line | None
    changes: tuple[Change, ...]
    blocks: tuple[int, ...]
    because: tuple[Cell, ...]
    reason: str
    matrix: Matrix | None = None
    trials: tuple[Trial, ...] = ()


class Outcome(StrEnum):
    """What the steps lead to."""

    SOLVED = "solved"
    NONE = "no solution"
    SEVERAL = "several solutions"
    OPEN = "not finished"


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a puzzle can be solved.

    Attributes:
        puzzle: The puzzle.
        start: What is known before the first step; the given cells are among it.
        steps: The steps, in order.
        outcome: What they lead to.
        order: The name of the order in which lines were taken.
        looks: How often a line was looked at: once for each step on a line, and once whenever
            nothing was found on it.
        note: Why the explanation ends where it does, if the puzzle is not solved; else empty.
    """

    puzzle: Puzzle
    start: PartialGrid
    steps: tuple[Step, ...]
    outcome: Outcome
    order: str
    looks: int
    note: str = ""

    def boards(self) -> Iterator[PartialGrid]:
        """What is known before the first step, and after each."""
        known = self.start
        yield known
        for step in self.steps:
            known = after(known, step)
            yield known

    @property
    def end(self) -> PartialGrid:
        """What is known after the last step."""
        *_, last = self.boards()
        return last

    @property
    def line_changes(self) -> int:
        """How often a step is on another line than the step before it."""
        lines = [step.line for step in self.steps]
        return sum(a != b for a, b in pairwise(lines))


def after(known: PartialGrid, step: Step) -> PartialGrid:
    """What is known after a step."""
    rows = [list(row) for row in known.rows]
    for change in step.changes:
        x, y = change.cell
        rows[y - 1][x - 1] = change.left
    return PartialGrid(tuple(map(tuple, rows)))
