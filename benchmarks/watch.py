"""Takes the time of each event of a search."""

from __future__ import annotations

from collections.abc import Generator
from importlib import import_module
from typing import TYPE_CHECKING

from asp_nono.solving.events import Asked, Certain, Ended, Event, Grounded, Task
from asp_nono.solving.limits import Limits, Stopped
from asp_nono.solving.search import search

if TYPE_CHECKING:
    from benchmarks.stages import Clock


class Watch:
    """Stands where a `Worker` may stand, but searches in this process and knows no limits.

    Attributes:
        task: What is asked.
        asked: Whether clingo was; not while line logic is enough.
    """

    def __init__(self, clock: Clock, task: Task) -> None:
        self._clock = clock
        self.task = task
        self.asked = False

    def run(self, work: object, limits: Limits) -> Generator[Event | Stopped, None, None]:
        """The events of the search, which is done here and now, whatever `work` would do."""
        del work, limits
        stage = "line logic"
        for event in search(self.task):
            match event:
                case Certain() if stage == "line logic":
                    self._clock.lap(stage)
                    stage = "probing"
                case Asked():
                    if self.task.recipe.deductions == "probe":
                        self._clock.lap(stage)
                    self._prepare()
                    stage = "search"
                case Grounded():
                    self._clock.lap("grounding")
                case Ended(technique="line"):
                    stage = "line logic"
            yield event
        self._clock.lap(stage)

    def _prepare(self) -> None:
        """Have what the search would do at its first use done already, and timed."""
        self.asked = True
        import_module("asp_nono.asp.program")
        self._clock.lap("importing clingo")
        self.task.recipe.inputs()
        self._clock.lap("encodings")

    def repeat_facts(self) -> None:
        """Write the facts of what clingo was asked, if it was, once more."""
        if not self.asked:
            return
        from asp_nono.asp.deductions import OpenPuzzle, open_puzzle

        from asp_nono.asp.program import Program

        task = self.task
        left = open_puzzle(task.puzzle, task.recipe.deductions, task.start)
        self._clock.lap("hints")
        if isinstance(left, OpenPuzzle):
            Program.of(task.recipe, left)
        self._clock.lap("facts")
