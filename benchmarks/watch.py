"""Takes the time of each event of a search."""

from __future__ import annotations

from collections.abc import Generator
from importlib import import_module
from typing import TYPE_CHECKING

from asp_nono.line.board import Board
from asp_nono.solving.limits import Limits, Stopped
from asp_nono.solving.search import Certain, Event, Grounded, Task, search

if TYPE_CHECKING:
    from benchmarks.stages import Clock


class Watch:
    """Stands where a `Worker` may stand, but searches in this process and knows no limits.

    It is none by inheritance: importing a worker costs what a search without limits does not need.

    Attributes:
        asked: What clingo was asked; None while line logic is enough.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.asked: Task | None = None

    def run(self, task: Task, limits: Limits) -> Generator[Event | Stopped, None, None]:
        """The events of the search."""
        del limits
        if task.recipe.hints == "none":
            self._prepare(task)
        for event in search(task):
            match event:
                case Certain(grid):
                    self._clock.lap("line logic")
                    if grid.undecided:
                        self._prepare(task)
                case Grounded():
                    self._clock.lap("grounding")
            yield event
        self._clock.lap("search" if self.asked else "line logic")

    def _prepare(self, task: Task) -> None:
        """Have what the search would do at its first use done already, and timed."""
        self.asked = task
        import_module("asp_nono.asp.program")
        self._clock.lap("importing clingo")
        task.recipe.inputs()
        self._clock.lap("encodings")

    def repeat_facts(self) -> None:
        """Write the facts of what clingo was asked, if it was, once more."""
        if self.asked is None:
            return
        from asp_nono.asp.leftover import Leftover, leftover
        from asp_nono.asp.program import Program

        task, board = self.asked, None
        if task.recipe.hints != "none":
            board = Board(task.puzzle, task.start)
            board.sweep()
        self._clock.lap("line logic")
        left = leftover(task.puzzle, task.recipe.hints, task.start, board)
        if isinstance(left, Leftover):
            Program.of(task.recipe, left)
        self._clock.lap("facts")
