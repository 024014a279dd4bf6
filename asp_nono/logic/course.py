"""The course of a solution: step after step by rules on single lines, in some order."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from operator import or_
from typing import Any, NamedTuple

from asp_nono.clue import Cell, Clue, Line
from asp_nono.line.bits import each
from asp_nono.line.board import Board
from asp_nono.line.patterns import conflict
from asp_nono.line.solver import solve
from asp_nono.logic.rules import LINE_RULES, Finding, Rule, basis, first_news, restated
from asp_nono.logic.steps import LogicStep, StepChange
from asp_nono.logic.view import LineView
from asp_nono.logic.wording import Names, contradiction, stretches
from asp_nono.messages import UnknownNameError


@lru_cache
def score(clue: Clue, length: int) -> int:
    """Simpson's T: how many cells of an empty line the clue decides, or (negative) what is missing.

    T = (n + 1) * (a1 + ... + an) + n * (n - L - 1) for n blocks of lengths a on L cells; L for a
    blank line. Source: Steve Simpson's account of the line selector of his nonogram solver.

    >>> from asp_nono.clue import Block
    >>> [score(clue, 10) for clue in [(Block(10),), (Block(4), Block(3)), (Block(1),), ()]]
    [10, 3, -8, 10]
    """
    count = len(clue)
    if not count:
        return length
    return (count + 1) * sum(block.least for block in clue) + count * (count - length - 1)


def performance(view: LineView) -> int:
    """Grochowski's performance index: the longest block that is not complete, less open cells.

    A block counts as complete when a run of just its length is bounded on both sides. Source:
    Lechosław Grochowski's account of his solver "Paint by Numbers".
    """
    sizes = sorted((block.least for block in view.clue), reverse=True)
    for color in view.colors:
        walls = ~view.allowed[color]
        for first, end in stretches(view.sure(color)):
            before = first == 0 or walls >> (first - 1) & 1
            if before and (end == view.length or walls >> end & 1) and end - first in sizes:
                sizes.remove(end - first)
    return (sizes[0] if sizes else 0) - view.open.bit_count()


def _by_score(view: LineView, _last: Line | None = None) -> int:
    return -score(view.clue, view.length)


def _in_turn(view: LineView, last: Line | None) -> tuple[bool, bool, int]:
    place = (view.line.axis == "column", view.line.number)
    return (last is not None and place <= (last.axis == "column", last.number), *place)


@dataclass(frozen=True, slots=True)
class Order:
    """An order in which lines are taken."""

    name: str
    about: str
    rank: Callable[
        [LineView, Line | None], Any
    ]  #: of a line, given the last one taken; least first
    by_rule: bool = False  #: whether the easiest rule on any line comes first, and then the rank


_INDEX = (
    "the line of the highest performance index first: its longest block that is not complete less "
    "its open cells, after Grochowski"
)
_QUEUE = "the line first whose change is longest ago"
_ORDERS = (
    Order("easiest", "the easiest rule first, on any line", _by_score, by_rule=True),
    Order("score", "the line with the highest score T first, as in Simpson's solver", _by_score),
    Order("index", _INDEX, lambda view, _last: -performance(view)),
    Order("turns", "all rows from the top, then all columns from the left, repeatedly", _in_turn),
    Order("queue", _QUEUE, lambda _view, _last: 0),
)
ORDERS = {order.name: order for order in _ORDERS}  # the orders by name; the first is the default


def order_named(name: str) -> Order:
    """The order called `name`; raises UnknownNameError if there is none."""
    if name not in ORDERS:
        raise UnknownNameError("order", name, ORDERS)
    return ORDERS[name]


class Draft(NamedTuple):
    """A step before it is known which cells its reason needs."""

    step: LogicStep
    finished: Callable[[], LogicStep]  #: with these cells: as few as give the same reason


class Course:
    """Steps on single lines, one at a time; `board` grows with each, `looks` is as in an answer."""

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
        """A course with the clues of some `lines` or of all.

        At first something can be found on the lines `first` only; reasons prefer what was known
        `before` a trial.
        """
        self.board, self.looks = board, 0
        self._names, self._order, self._before = names, order, before
        clues = {line: (clue, length) for line, clue, length in board.puzzle.lines()}
        self._clues = {line: clues[line] for line in clues if lines is None or line in lines}
        begin = self._clues if first is None else first
        # For each waiting line the number of rules that have been applied to it in vain.
        self._waiting = {line: 0 for line in begin if line in self._clues}
        self._fruitful: dict[Line, bool] = {}
        self._last: Line | None = None

    def draft(self) -> Draft | None:
        """The next step, None when single lines show nothing more.

        It is a draft, as its reason takes long to find, and is not always needed.
        """
        while self._waiting:
            for line in self._waiting:
                if line not in self._fruitful and (wrong := self._judge(line)):
                    return wrong
            if found := self._by_rule() if self._order.by_rule else self._by_line():
                self._last = found[0].line
                self.looks += 1
                return self._apply(*found)
        return None

    def _judge(self, line: Line) -> Draft | None:
        """Note whether anything follows from a line; a step if it cannot be filled."""
        clue, length = self._clues[line]
        allowed = self.board.line(line)
        left = solve(clue, length, allowed)
        self._fruitful[line] = left != allowed
        if left is not None:
            return None
        wrong = conflict(clue, length, allowed)
        if wrong is None:
            raise AssertionError(f"{line} cannot be filled, and there is no conflict")
        reason = contradiction(clue, length, wrong, line.axis)
        return self._draft(
            LogicStep(Rule.IMPOSSIBLE, line, (), (), (), reason), self._view(line), None
        )

    def take(self, step: LogicStep) -> None:
        """Record what a step shows."""
        for change in step.changes:
            x, y = change.cell
            self.board.restrict(x, y, change.left)
            for line in (Line("row", y), Line("column", x)):
                if line in self._clues:
                    self._waiting[line] = 0
                    self._fruitful.pop(line, None)

    def _view(self, line: Line) -> LineView:
        return LineView(line, *self._clues[line], self.board.line(line), self._names)

    def _forget(self, line: Line) -> None:
        self.looks += 1
        del self._waiting[line]

    def _by_line(self) -> tuple[LineView, Finding] | None:
        waiting = map(self._view, self._waiting)
        view = min(waiting, key=lambda view: self._order.rank(view, self._last))
        if not self._fruitful[view.line]:
            self._last = view.line
            self._forget(view.line)
            return None
        return view, next(filter(None, (first_news(rule, view) for rule in LINE_RULES)))

    def _by_rule(self) -> tuple[LineView, Finding] | None:
        for line in [line for line in self._waiting if not self._fruitful[line]]:
            self._forget(line)
        ranked = sorted(map(self._view, self._waiting), key=_by_score)
        for number, rule in enumerate(LINE_RULES):
            for view in ranked:
                if self._waiting[view.line] <= number:
                    self._waiting[view.line] = number + 1
                    if finding := first_news(rule, view):
                        return view, finding
        return None

    def _apply(self, view: LineView, finding: Finding) -> Draft:
        new, changes = finding.news(view), []
        for position in range(view.length):
            if gone := _colors_at(new, position):
                left = _colors_at(view.allowed, position) & ~gone
                changes.append(StepChange(_cell(view.line, position), left, gone))
        blocks = tuple(number + 1 for number in finding.blocks)
        reason, matrix = finding.reason, finding.matrix
        step = LogicStep(finding.rule, view.line, tuple(changes), blocks, (), reason, matrix)
        self.take(step)
        return self._draft(step, view, finding)

    def _draft(self, step: LogicStep, view: LineView, finding: Finding | None) -> Draft:
        """The draft of a step; its reason avoids what became known in this trial."""

        def finished() -> LogicStep:
            cells = basis(view, finding, late)
            because = tuple(_cell(view.line, cell) for cell in each(cells))
            if finding is None or not self._before:
                return replace(step, because=because)
            # Of a trial only the steps are shown that matter: those that lead to these cells.
            hidden = late & ~cells
            seen = [has | (had & hidden) for had, has in zip(then, view.allowed, strict=True)]
            shown = LineView(view.line, view.clue, view.length, seen, view.names)
            told = restated(finding, view, shown, cells)
            return replace(step, because=because, reason=told.reason, matrix=told.matrix)

        then = self._before.line(view.line) if self._before else view.allowed
        late = reduce(or_, (had & ~has for had, has in zip(then, view.allowed, strict=True)))
        return Draft(step, finished)


def _colors_at(sets: Iterable[int], position: int) -> int:
    """The colors, as bits, whose sets hold a position."""
    return sum(1 << color for color, cells in enumerate(sets) if cells >> position & 1)


def _cell(line: Line, position: int) -> Cell:
    """The cell at a position, from 0, on a line."""
    cell = position + 1, line.number
    return cell if line.axis == "row" else cell[::-1]
