"""Takes the time of each event of a search."""

from __future__ import annotations

from collections.abc import Generator
from importlib import import_module
from typing import TYPE_CHECKING

from asp_nono.grid import Grid
from asp_nono.solving.result import Result
from asp_nono.solving.search import Task, search

if TYPE_CHECKING:
    from clingo import Control

    from asp_nono.asp.program import Program
    from benchmarks.stages import Clock


class Watch:
    """Searches, and takes the time of each stage.

    Attributes:
        task: What to search for.
        asked: Whether clingo was used; not while line logic is enough.
    """

    def __init__(self, clock: Clock, task: Task) -> None:
        self._clock = clock
        self.task = task
        self.asked = False
        self._stage = "line logic"

    def run(self) -> Generator[Result | Grid, None, None]:
        """What comes of the search."""
        for found in search(self.task, self):
            if isinstance(found, Result):
                if found.technique == "line":
                    self._stage = "line logic"
                elif found.line_seconds and self._stage == "line logic":
                    self._clock.lap(self._stage)
                    self._stage = "probing"
            yield found
        self._clock.lap(self._stage)

    def searching(self) -> None:
        """Have what the search would do at its first use done already, and timed."""
        if self.task.recipe.deductions == "probe":
            self._clock.lap(self._stage)
        self.asked = True
        import_module("asp_nono.asp.program")
        self._clock.lap("importing clingo")
        self.task.recipe.inputs()
        self._clock.lap("encodings")
        self._stage = "search"

    def grounded(self, program: Program, control: Control) -> None:
        """The program was grounded."""
        del program, control
        self._clock.lap("grounding")

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
