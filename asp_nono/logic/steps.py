"""An explanation: its steps and the trials within them, as values, text, JSON and frames."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby, pairwise
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any, Self

from asp_nono.clue import Cell, Line, cell_named
from asp_nono.draw.picture import Picture
from asp_nono.grid import PartialGrid
from asp_nono.line.bits import each
from asp_nono.logic.rules import Rule
from asp_nono.logic.view import Matrix
from asp_nono.logic.wording import SHOWN, Names, cells_named
from asp_nono.messages import (
    NOTHING,
    Message,
    Value,
    all_of,
    counted,
    sentence,
    together,
    with_messages,
)
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Stopped
from asp_nono.run.snapshots import Answer
from asp_nono.solving.relaxation import Addition

if TYPE_CHECKING:
    from asp_nono.draw.frames import Frame

_INDENT = "   "


@dataclass(frozen=True, slots=True)
class StepChange:
    """The result of a step in one cell."""

    cell: Cell
    left: int  #: the colors that it can still have, as bits
    gone: int  #: the colors that it is shown not to have, as bits

    def to_json(self, chars: str) -> dict[str, Any]:
        """The cell, and the characters of the colors."""
        left, gone = ([chars[color] for color in each(had)] for had in (self.left, self.gone))
        return {"cell": list(self.cell), "left": left, "gone": gone}


@dataclass(frozen=True, slots=True)
class Trial:
    """A cell is given a color for a trial, and what follows from it."""

    cell: Cell
    color: int
    steps: "tuple[LogicStep, ...]"  #: that matter; a wrong color ends with a line that fails

    @property
    def fails(self) -> bool:
        """Whether the trial ends in a contradiction."""
        return bool(self.steps) and self.steps[-1].rule is Rule.IMPOSSIBLE

    def needs(self) -> set[Cell]:
        """The cells that must be as they are for its steps."""
        return {self.cell}.union(*(step.needs() for step in self.steps))

    def course(self) -> Message:
        """A sentence naming the lines that the trial visits and the line that fails."""
        steps = self.steps[:-1] if self.fails else self.steps
        lines = [
            line.named if line else Message("a further trial")
            for line, _ in groupby(step.line for step in steps)
        ]
        visited = all_of(lines, SHOWN) if lines else NOTHING
        wrong = self.steps[-1].line if self.fails else None
        if wrong is None:
            if not lines:
                return Message("nothing else would matter")
            return Message("{lines} would show more", lines=visited)
        if not lines:
            return Message("there would be no way to fill {line}", line=wrong.named)
        return Message("{lines} would leave no way to fill {line}", lines=visited, line=wrong.named)

    def text(self, names: Names, indent: str) -> Iterator[str]:
        """The trial with its steps, as lines of text."""
        yield f"{indent}Suppose {cell_named(self.cell)} is {names.color(self.color)}:"
        mark = f"{indent}{_INDENT}- "
        for step in self.steps:
            if step.rule is Rule.IMPOSSIBLE:
                yield f"{mark}{sentence(step.whole_reason)}"
            else:
                yield from step.lines(mark, names, f"{indent}{_INDENT}  ")

    def to_json(self, puzzle: Puzzle, chars: str) -> dict[str, Any]:
        """The trial with its steps; as `Step.to_json`."""
        steps = [step.to_json(puzzle, chars) for step in self.steps]
        color = chars[self.color]
        return {"cell": list(self.cell), "color": color, "fails": self.fails, "steps": steps}


@dataclass(frozen=True, slots=True)
class LogicStep:
    """One deduction."""

    rule: Rule
    line: Line | None  #: None where several are needed
    changes: tuple[StepChange, ...]  #: what is learned; empty for IMPOSSIBLE
    blocks: tuple[int, ...]  #: the blocks of the line that the reason names, from 1
    because: tuple[Cell, ...]  #: the cells that are enough for it with the clue, and all needed
    reason: Message
    matrix: Matrix | None = None  #: of the rule "blocks to gaps"
    trials: tuple[Trial, ...] = ()  #: one trial that fails, or all ways to color a cell
    sums: Addition | None = None  #: of the rule "adding up"

    def after(self, known: PartialGrid) -> PartialGrid:
        """The grid after the step."""
        rows = [list(row) for row in known.rows]
        for change in self.changes:
            x, y = change.cell
            rows[y - 1][x - 1] = change.left
        return PartialGrid(tuple(map(tuple, rows)))

    def needs(self) -> set[Cell]:
        """The cells that must be as they are for the step, those of its trials among them."""
        return set(self.because).union(*(trial.needs() for trial in self.trials))

    @property
    def whole_reason(self) -> Message:
        """The reason for readers who do not see the headline."""
        if self.rule is Rule.IMPOSSIBLE and self.line:
            line = self.line.named
            return Message("{line} cannot be filled: {reason}", line=line, reason=self.reason)
        return self.reason

    def headline(self, names: Names) -> Message:
        """The result of the step: `row 3: cells 4-6 filled`."""
        if self.rule is Rule.IMPOSSIBLE:
            if self.line:
                return Message("{line} cannot be filled", line=self.line.named)
            return Message("there is no solution")
        if self.line:
            return _learned(self.changes, self.line, names)
        if len(self.changes) == 1:
            (change,) = self.changes
            return together([cell_named(change.cell), _state(change, names)])
        rows = groupby(self.changes, lambda change: change.cell[1])
        return together([_learned(some, Line("row", y), names) for y, some in rows], "; ")

    def text(self, number: int, names: Names, most: int | None = None, advice: str = "") -> str:
        """The numbered step with its reason, and at most this many lines of each trial in it.

        The number of lines that are left out is followed by `advice`.
        """
        return "\n".join(self.lines(f"{number:4}. ", names, " " * 6, most, advice))

    def lines(
        self, mark: str, names: Names, indent: str, most: int | None = None, advice: str = ""
    ) -> Iterator[str]:
        """The step behind a mark, its reason, and what is tried, as lines of text."""
        yield f"{mark}{self.headline(names)}  [{self.rule}]"
        yield f"{indent}{sentence(self.reason)}"
        if self.matrix:
            yield from (f"{indent}{_INDENT}{line}" for line in self.matrix.table().text())
        parts = [list(trial.text(names, indent)) for trial in self.trials]
        if self.sums:
            parts.append([f"{indent}{_INDENT}{line}" for line in _weights(self.sums, names)])
        for lines in parts:
            yield from lines[:most]
            if more := len(lines[most:] if most else ()):
                yield f"{indent}{_INDENT}... {counted(more, 'more line')}{advice}"

    def to_json(self, puzzle: Puzzle, chars: str = "") -> dict[str, Any]:
        """The step (docs/json.md); `chars` of the colors are by default those of the puzzle."""
        chars = chars or puzzle.chars
        return {
            **with_messages(rule=Message(self.rule.value)),
            "line": str(self.line) if self.line else None,
            **with_messages(text=self.headline(Names(puzzle)), reason=sentence(self.whole_reason)),
            "cells": [change.to_json(chars) for change in self.changes],
            "blocks": list(self.blocks),
            "because": [list(cell) for cell in self.because],
            "matrix": self.matrix.to_json() if self.matrix else None,
            "trials": [trial.to_json(puzzle, chars) for trial in self.trials],
            "sums": self.sums and self.sums.to_json(chars),
        }


def _weights(sums: Addition, names: Names) -> Iterator[str]:
    """The weights of each color as a table of the cells."""
    columns = range(1, 1 + max(x for x, _, _ in sums.weights))
    rows = range(1, 1 + max(y for _, y, _ in sums.weights))
    size = 1 + max(len(str(weight)) for weight in sums.weights.values())
    for color in sorted({color for _, _, color in sums.weights}):
        yield f"weights of cells that are {names.color(color)}:"
        for y in rows:
            yield "".join(f"{sums.weights.get((x, y, color), 0) or '.':>{size}}" for x in columns)


def _learned(changes: Iterable[StepChange], line: Line, names: Names) -> Message:
    """What is learned of the cells of a line: `row 3: cells 4-6 filled`."""
    groups: dict[Value, int] = {}
    for change in changes:
        position = change.cell[0 if line.axis == "row" else 1] - 1
        state = _state(change, names)
        groups[state] = groups.get(state, 0) | 1 << position
    found = [
        Message("{cells} {state}", cells=cells_named(cells), state=state)
        for state, cells in groups.items()
    ]
    return together([line.named, together(found, "; ")])


def _state(change: StepChange, names: Names) -> Value:
    if not change.left & (change.left - 1):
        return names.colors(each(change.left))
    return Message("not {colors}", colors=names.colors(each(change.gone)))


class Outcome(StrEnum):
    """The end of the steps."""

    SOLVED = "solved"
    NONE = "no solution"
    SEVERAL = "several solutions"
    OPEN = "not finished"


@dataclass(frozen=True, slots=True)
class Explanation(Answer):
    """How a puzzle can be solved.

    Attributes:
        puzzle: The puzzle.
        start: What is known before the first step, with the given cells.
        steps: The steps so far, in their order.
        outcome: What the steps lead to.
        order: The name of the order in which lines were taken.
        looks: One for each step on a line, and one whenever nothing was found on a line.
        note: Why the explanation ends where it does, if the puzzle is not solved.
        whole: Whether there are no more steps to come.
        stopped: What stopped the job, if something did.
        seconds: The time since the question.
    """

    puzzle: Puzzle
    start: PartialGrid
    steps: tuple[LogicStep, ...] = ()
    outcome: Outcome = Outcome.OPEN
    order: str = "easiest"
    looks: int = 0
    note: Message = NOTHING
    whole: bool = False

    def stopped_by(self, stopped: Stopped) -> Self:
        """The same, cut short."""
        return replace(Answer.stopped_by(self, stopped), note=stopped.message)

    def text(self, name: str, draw: Callable[[Puzzle, Picture | None], str]) -> Iterator[str]:
        """The steps, what is known after them, and a summary."""
        del name
        names = Names(self.puzzle)
        yield from (step.text(number, names) for number, step in enumerate(self.steps, 1))
        yield "\n".join(["", draw(self.puzzle, self.end), "", *self.summary()])

    def boards(self) -> Iterator[PartialGrid]:
        """The grids before the first step and after each one."""
        known = self.start
        yield known
        for step in self.steps:
            known = step.after(known)
            yield known

    @property
    def end(self) -> PartialGrid:
        """The grid after the last step."""
        *_, last = self.boards()
        return last

    @property
    def line_changes(self) -> int:
        """How often a step is on another line than the step before it."""
        return sum(a.line != b.line for a, b in pairwise(self.steps))

    def summary(self) -> list[str]:
        """How many steps of each rule there are, and what they lead to."""
        counts: Counter[Rule] = Counter(s.rule for s in self.steps if s.rule != Rule.IMPOSSIBLE)
        named = [f"{rule} {counts[rule]}" for rule in Rule if counts[rule]]
        return [
            f"{counted(counts.total(), 'step')}: {', '.join(named) or 'none'}",
            f"order: {self.order}, {self.looks} visits of lines",
            f"outcome: {self.outcome}{f' ({self.note})' if self.note else ''}",
        ]

    def to_json(self) -> dict[str, Any]:
        """The whole explanation (docs/json.md)."""
        puzzle, chars = self.puzzle, self.puzzle.chars
        return {
            "order": self.order,
            "outcome": str(self.outcome),
            **with_messages(note=self.note),
            "looks": self.looks,
            "colors": puzzle.color_names,
            "start": self.start.to_text(chars),
            "end": self.end.to_text(chars),
            "steps": [step.to_json(puzzle, chars) for step in self.steps],
        }

    def frames(self) -> "list[Frame]":
        """The grids before the first step, during each trial, and after each step."""
        from asp_nono.draw.frames import KEY, Frame

        names, boards = Names(self.puzzle), list(self.boards())
        found = [Frame(boards[0], words=("The beginning", KEY), name="0")]
        for number, (step, before, board) in enumerate(
            zip(self.steps, boards, boards[1:], strict=False), 1
        ):
            for letter, trial in zip(ascii_lowercase, step.trials, strict=False):
                name = f"{number}{letter if len(step.trials) > 1 else ''}-trial"
                supposed = f"Suppose {cell_named(trial.cell)} is {names.color(trial.color)}"
                words = (f"{number}. {supposed}", f"Then {trial.course()}.")
                found.append(_trial_frame(before, trial, words, len(self.puzzle.colors), name))
            headline, reason = step.headline(names), sentence(step.whole_reason)
            words = (f"{number}. {headline} ({step.rule})", str(reason))
            new = tuple(change.cell for change in step.changes)
            because = tuple(cell for cell in step.because if cell not in new)
            table = step.matrix.table() if step.matrix else None
            found.append(Frame(board, step.line, new, because, words, str(number), table))
        return found


def _trial_frame(
    before: PartialGrid, trial: Trial, words: tuple[str, str], colors: int, name: str
) -> "Frame":
    """A trial of a color in a cell, and its consequences."""
    from asp_nono.draw.frames import Frame, Supposed

    cells = {
        change.cell: Supposed(change.cell, change.left, number)
        for number, step in enumerate(trial.steps, 1)
        for change in step.changes
    }
    cells.pop(trial.cell, None)
    supposed = (Supposed(trial.cell, 1 << trial.color, 0), *cells.values())
    rests = {cell for step in trial.steps for cell in step.because} - {one.cell for one in supposed}
    known = ((x, y) for x, y in rests if before.rows[y - 1][x - 1].bit_count() < colors)
    because, wrong = tuple(sorted(known)), trial.steps[-1].line if trial.fails else None
    return Frame(before, None, (), because, words, name, supposed=supposed, wrong=wrong)
