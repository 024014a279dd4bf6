"""Takes the time of each event of a search."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from asp_nono.solving.events import Asked, Certain, Ended, Event, Grounded, Task
from asp_nono.solving.limits import Limits, Stopped

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

    def run(
        self, work: partial[Generator[Event, None, None]], limits: Limits
    ) -> Generator[Event | Stopped, None, None]:
        """The events of a search, which is `work`."""
        del limits
        task: Task = work.args[0]
        stage = "line logic"
        for event in work(interruptible=True):
            match event:
                case Certain() if stage == "line logic":
                    self._clock.lap(stage)
                    stage = "probing"
                case Asked():
                    if task.recipe.hints == "probe":
                        self._clock.lap(stage)
                    self._prepare(task)
                    stage = "search"
                case Grounded():
                    self._clock.lap("grounding")
                case Ended(technique="line"):
                    stage = "line logic"
            yield event
        self._clock.lap(stage)

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

        left = leftover(self.asked.puzzle, self.asked.recipe.hints, self.asked.start)
        self._clock.lap("hints")
        if isinstance(left, Leftover):
            Program.of(self.asked.recipe, left)
        self._clock.lap("facts")
