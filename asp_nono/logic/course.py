"""The course of a solution: one step after the other, by rules on single lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from asp_nono.clue import Clue, Line
from asp_nono.line.bits import each
from asp_nono.line.board import Board
from asp_nono.line.complete import solve
from asp_nono.line.reasons import conflict
from asp_nono.logic import runs, simple, whole
from asp_nono.logic.grounds import fewest, grounds
from asp_nono.logic.names import Names, contradiction
from asp_nono.logic.orders import Order, score
from asp_nono.logic.rules import Finding, LineRule, Rule, first_news
from asp_nono.logic.steps import Cell, Change, Step
from asp_nono.logic.view import View

LINE_RULES: tuple[LineRule, ...] = (
    simple.blank,
    simple.fit,
    simple.overlap,
    simple.done,
    simple.rest,
    simple.absent,
    runs.complete,
    runs.small_gap,
    simple.unreachable,
    runs.extend,
    runs.split,
    whole.assignment,
    simple.squeeze,
    whole.exhaustive,
)
"""The rules for single lines, from the easiest to the hardest; the last one misses nothing."""

_RULES = dict(zip(Rule, LINE_RULES, strict=False))


@dataclass(frozen=True, slots=True)
class Draft:
    """A step on a line before it is known which cells its reason needs.

    Attributes:
        step: The step, which names no such cells yet.
        view: The line as it was.
        finding: What was found; None if the line cannot be filled.
        late: The positions that became known in the trial that is under way.
    """

    step: Step
    view: View
    finding: Finding | None
    late: int

    def grounded(self) -> Step:
        """The step with the cells that its reason needs: as few as give the same reason."""
        view, finding = self.view, self.finding
        if finding is None:
            cells = grounds(view.clue, view.length, view.allowed, None, self.late)
        elif finding.because is not None:
            cells = finding.because
        else:
            new, rule = finding.news(view), _RULES[finding.rule]

            def holds(kept: int) -> bool:
                return any(
                    again.reason == finding.reason
                    and not any(cells & ~more for cells, more in zip(new, again.lost, strict=True))
                    for again in rule(view.within(kept))
                )

            cells = fewest(view.length, view.allowed, holds, new, self.late)
        return replace(self.step, because=_cells(view.line, cells))


class Course:
    """Steps on single lines, one at a time.

    Attributes:
        board: What is known; it grows with each step.
        looks: See `Explanation`.
    """

    def __init__(
        self,
        board: Board,
        names: Names,
        order: Order,
        *,
        first: Iterable[Line] | None = None,
        before: Board | None = None,
        lines: frozenset[Line] | None = None,
    ) -> None:
        """A course that begins on a board.

        Args:
            board: What is known.
            names: How things are called.
            order: The order in which lines are taken.
            first: The lines to begin with, when nothing can be found on the others; else all.
            before: What was known before a trial; reasons rest on that where they can.
            lines: The only lines whose clues are used; all when left out.
        """
        self.board = board
        self.looks = 0
        self._names = names
        self._order = order
        self._before = before
        self._clues: dict[Line, tuple[Clue, int]] = {
            line: (clue, length)
            for line, clue, length in board.puzzle.lines()
            if lines is None or line in lines
        }
        begin = self._clues if first is None else first
        self._tried: dict[Line, int] = {line: 0 for line in begin if line in self._clues}
        self._fruitful: dict[Line, bool] = {}
        self._last: Line | None = None

    def step(self) -> Step | None:
        """The next step; None when single lines tell nothing more."""
        draft = self.draft()
        return draft.grounded() if draft else None

    def draft(self) -> Draft | None:
        """The same as a draft: whoever keeps few steps need not know what all of them need."""
        while self._tried:
            for line in self._tried:
                if line not in self._fruitful and (wrong := self._judge(line)):
                    return wrong
            found = self._by_rule() if self._order.by_rule else self._by_line()
            if found:
                view, finding = found
                self._last = view.line
                self.looks += 1
                return self._apply(view, finding)
        return None

    def _judge(self, line: Line) -> Draft | None:
        """Look whether anything follows from a line; a step if it cannot be filled."""
        clue, length = self._clues[line]
        allowed = self.board.line(line)
        left = solve(clue, length, allowed)
        self._fruitful[line] = left != allowed
        if left is not None:
            return None
        wrong = conflict(clue, length, allowed)
        if wrong is None:
            raise AssertionError(f"{line} cannot be filled, and nobody knows why")
        reason = f"{line} cannot be filled: {contradiction(clue, length, wrong, line.axis)}"
        view = self._view(line)
        step = Step(Rule.IMPOSSIBLE, line, (), (), (), reason)
        return Draft(step, view, None, self._late(view))

    def take(self, step: Step) -> None:
        """Take over a step that was found elsewhere."""
        for change in step.changes:
            x, y = change.cell
            self.board.restrict(x - 1, y - 1, change.left)
            self._touch(x, y)

    def _touch(self, x: int, y: int) -> None:
        """The lines through a cell, 1-based, have changed and wait to be looked at."""
        for line in (Line("row", y), Line("column", x)):
            if line in self._clues:
                self._tried[line] = 0
                self._fruitful.pop(line, None)

    def _view(self, line: Line) -> View:
        clue, length = self._clues[line]
        return View(line, clue, length, self.board.line(line), self._names)

    def _forget(self, line: Line) -> None:
        """A line on which nothing can be found waits no longer."""
        self.looks += 1
        del self._tried[line]

    def _by_line(self) -> tuple[View, Finding] | None:
        view = self._order.choose([self._view(line) for line in self._tried], self._last)
        if not self._fruitful[view.line]:
            self._last = view.line
            self._forget(view.line)
            return None
        return view, next(filter(None, (first_news(rule, view) for rule in LINE_RULES)))

    def _by_rule(self) -> tuple[View, Finding] | None:
        for line in [line for line in self._tried if not self._fruitful[line]]:
            self._forget(line)
        waiting = map(self._view, self._tried)
        ranked = sorted(waiting, key=lambda view: -score(view.clue, view.length))
        for number, rule in enumerate(LINE_RULES):
            for view in ranked:
                if self._tried[view.line] <= number:
                    self._tried[view.line] = number + 1
                    if finding := first_news(rule, view):
                        return view, finding
        return None

    def _apply(self, view: View, finding: Finding) -> Draft:
        """Take over what was found."""
        new = finding.news(view)
        lost = 0
        for cells in new:
            lost |= cells
        changes = []
        for position in each(lost):
            gone = sum(1 << k for k, cells in enumerate(new) if cells >> position & 1)
            left = sum(1 << k for k, cells in enumerate(view.allowed) if cells >> position & 1)
            changes.append(Change(_cell(view.line, position), left & ~gone, gone))
        blocks = tuple(number + 1 for number in finding.blocks)
        reason, matrix = finding.reason, finding.matrix
        step = Step(finding.rule, view.line, tuple(changes), blocks, (), reason, matrix)
        draft = Draft(step, view, finding, self._late(view))
        self.take(step)
        return draft

    def _late(self, view: View) -> int:
        """The positions that became known in this trial."""
        late = 0
        if self._before:
            for now, then in zip(view.allowed, self._before.line(view.line), strict=True):
                late |= then & ~now
        return late


def _cells(line: Line, positions: int) -> tuple[Cell, ...]:
    return tuple(_cell(line, position) for position in each(positions))


def _cell(line: Line, position: int) -> Cell:
    """Column and row, from 1, of a position, from 0, on a line."""
    if line.axis == "row":
        return position + 1, line.number
    return line.number, position + 1
