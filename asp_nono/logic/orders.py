"""The orders in which lines are taken, by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from asp_nono.clue import Clue, Line
from asp_nono.errors import UnknownNameError
from asp_nono.logic.view import View, stretches


@lru_cache
def score(clue: Clue, length: int) -> int:
    """Simpson's T: how many cells of an empty line the clue decides, if it decides any.

    T = (n + 1) * (a1 + ... + an) + n * (n - L - 1) for n blocks of lengths a on L cells; L for a
    blank line. A negative score says how much is missing. A block of hidden length counts as one
    cell. Source: Steve Simpson's account of the line selector of his nonogram solver.

    >>> from asp_nono.clue import Block
    >>> [score(clue, 10) for clue in [(Block(10),), (Block(4), Block(3)), (Block(1),), ()]]
    [10, 3, -8, 10]
    """
    count = len(clue)
    if not count:
        return length
    return (count + 1) * sum(block.least for block in clue) + count * (count - length - 1)


def performance(view: View) -> int:
    """Grochowski's performance index: the longest block that is not complete, less open cells.

    A block is taken as complete when some run of just its length is shut in on both sides. Source:
    Lechosław Grochowski's account of his solver "Paint by Numbers".
    """
    complete = []
    for color in {block.color for block in view.clue}:
        walls = ~view.allowed[color]
        for first, end in stretches(view.sure(color)):
            before = first == 0 or walls >> (first - 1) & 1
            if before and (end == view.length or walls >> end & 1):
                complete.append(end - first)
    sizes = sorted((block.least for block in view.clue), reverse=True)
    for size in complete:
        if size in sizes:
            sizes.remove(size)
    return (sizes[0] if sizes else 0) - view.open.bit_count()


Choice = Callable[[Sequence[View], Line | None], View]
"""Takes one of the waiting lines, those that wait longest first; the last one taken is told."""


@dataclass(frozen=True, slots=True)
class Order:
    """An order.

    Attributes:
        name: Its name.
        about: What it does, in a line.
        choose: Takes a line.
        by_rule: Whether an easier rule on any line comes before a harder one on the line taken;
            among lines, the score then decides.
    """

    name: str
    about: str
    choose: Choice
    by_rule: bool = False


def _by_score(waiting: Sequence[View], last: Line | None) -> View:
    del last
    return max(waiting, key=lambda view: score(view.clue, view.length))


def _by_performance(waiting: Sequence[View], last: Line | None) -> View:
    del last
    return max(waiting, key=performance)


def _longest_waiting(waiting: Sequence[View], last: Line | None) -> View:
    del last
    return waiting[0]


def _in_turn(waiting: Sequence[View], last: Line | None) -> View:
    def place(line: Line) -> tuple[bool, int]:
        return line.axis == "column", line.number

    ahead = [view for view in waiting if last is None or place(view.line) > place(last)]
    return min(ahead or waiting, key=lambda view: place(view.line))


ORDERS = {
    order.name: order
    for order in (
        Order("easiest", "the easiest rule first, wherever it helps", _by_score, by_rule=True),
        Order("score", "the line of the highest score T first, as Simpson's solver", _by_score),
        Order(
            "index",
            "the line of the highest performance index first: its longest block that is not "
            "complete less its open cells, after Grochowski",
            _by_performance,
        ),
        Order("turns", "all rows from the top, all columns from the left, again", _in_turn),
        Order("queue", "the line first that has waited longest since it changed", _longest_waiting),
    )
}
"""The orders by name; the first is the one that is used when none is named."""


def order_named(name: str) -> Order:
    """The order called `name`.

    Raises:
        UnknownNameError: If there is none.
    """
    if name not in ORDERS:
        raise UnknownNameError("order", name, ORDERS)
    return ORDERS[name]
