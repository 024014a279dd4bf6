"""The first part of a search: what line logic finds, told as events."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from time import perf_counter
from typing import NamedTuple

from asp_nono.grid import Grid, PartialGrid
from asp_nono.line.board import Board
from asp_nono.line.probe import probe, why_none
from asp_nono.line.switch import switches
from asp_nono.puzzle import mismatch
from asp_nono.solving.events import Certain, Counted, Ended, Event, Found, Task
from asp_nono.solving.technique import of_depth, weakest


class Deduced(NamedTuple):
    """What line logic has come to.

    Attributes:
        swept: What the sweep has left.
        rest: Where the solutions lie that have not been reported.
        number: So many have been.
        ended: The end of the search, if line logic was enough.
        first: The first of them.
    """

    swept: Board
    rest: Board
    number: int = 0
    ended: Ended | None = None
    first: Grid | None = None


def deduce(task: Task) -> Generator[Event, None, Deduced]:
    """The sweep, and probing if the recipe asks for it."""
    began = perf_counter()
    board = Board(task.puzzle, task.start)
    if wrong := board.sweep():
        reason = why_none(wrong, task.puzzle, task.start)
        return Deduced(board, board, 0, Ended(True, "line", reason))
    if board.decided:
        picture = board.picture
        yield Certain(PartialGrid.of(picture), perf_counter() - began)
        yield from _report(task, [picture])
        return Deduced(board, board, 1, Ended(True, "line"))
    yield Certain(board.partial(), perf_counter() - began)
    if task.recipe.deductions != "probe":
        return Deduced(board, board)
    return (yield from _probe(task, board, began))


def _probe(task: Task, board: Board, began: float) -> Generator[Event, None, Deduced]:
    """Probing, and a look around a first solution."""
    probed = probe(board, task.most)
    if probed.everything and probed.everything is not board:
        yield Certain(probed.everything.partial(), perf_counter() - began)
    pictures = probed.pictures[: task.most or None]
    yield from _report(task, pictures)
    number = len(pictures)
    technique = of_depth(probed.depth)
    if probed.rest is None and number == len(probed.pictures):
        reason = "" if number else why_none(probed.dead, task.puzzle, task.start)
        if number == 1 and probed.depth > 1:
            technique = weakest(board, pictures[0])
        return Deduced(board, board, number, Ended(True, technique, reason))
    if probed.rest is None or number == task.most > 0:
        return Deduced(board, board, number, Ended(False, technique))
    if number and (near := neighbour(task, pictures[-1], number)):
        yield Found(near)
        return Deduced(board, board, number + 1, Ended(False, technique))
    return Deduced(board, probed.rest, number, first=pictures[0] if pictures else None)


def neighbour(task: Task, picture: Grid, number: int) -> Grid | None:
    """A second solution beside the one that is known, if it is easy to find: see `switches`.

    Only where uniqueness is asked, and by a recipe that takes all the help that there is.

    Args:
        task: What is asked.
        picture: The first solution.
        number: So many are known.
    """
    if not (task.pictures and task.recipe.deductions == "probe" and (number, task.most) == (1, 2)):
        return None
    for near in switches(task.puzzle, picture):
        if task.start is None or task.start.admits(near):
            if wrong := mismatch(near, task.puzzle):
                raise AssertionError(f"a switch gave a wrong picture: {wrong}")
            return near
    return None


def _report(task: Task, pictures: Sequence[Grid]) -> Iterator[Event]:
    """Report solutions that line logic has led to."""
    for number, grid in enumerate(pictures, 1):
        if wrong := mismatch(grid, task.puzzle):
            raise AssertionError(f"line logic gave a wrong picture: {wrong}")
        yield Found(grid) if task.pictures else Counted(number)
