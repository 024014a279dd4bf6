"""The events of a search added up, whatever ends it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from time import perf_counter
from typing import TypeAlias

from asp_nono.errors import WrongSolutionError
from asp_nono.grid import Grid, PartialGrid
from asp_nono.puzzle import Puzzle
from asp_nono.solving.events import Begun, Certain, Counted, Ended, Event, Found, Grounded, Task
from asp_nono.solving.limits import Stopped

Events: TypeAlias = Generator[Event | Stopped, None, None]
"""What a search tells; closing it ends the search."""

INTERRUPTED, NO_MEMORY = "interrupted", "out of memory"
WITNESSES = 2
"""Two different solutions show that a puzzle is not unique."""


def beforehand(puzzle: Puzzle, start: PartialGrid | None) -> PartialGrid:
    """What is known of every solution before anything is asked.

    Raises:
        PuzzleError: If the start is not of the puzzle's size and palette.
    """
    known = puzzle.given or PartialGrid.unknown(puzzle.width, puzzle.height, len(puzzle.colors))
    if start is None:
        return known
    puzzle.require_size(start)
    return known.within(start)


class Tally:
    """The events of a search, added up.

    Attributes:
        puzzle: The puzzle.
        reached: Whether the designer's picture was among the solutions.
        began: When it began, by `perf_counter`.
        certain: What is known of every solution.
        kept: The solutions; only the first two if they are handed out one by one.
        number: How many solutions were found.
        ended: The last event of a search that was not cut short.
        stopped: What cut it short.
        line_seconds, ground_seconds: Time spent on line logic, and on facts and grounding.
    """

    def __init__(self, puzzle: Puzzle, start: PartialGrid | None) -> None:
        self.puzzle = puzzle
        self.reached = False
        self.began = perf_counter()
        self.certain = beforehand(puzzle, start)
        self.kept: list[Grid] = []
        self.number = 0
        self.ended: Ended | None = None
        self.stopped = ""
        self.line_seconds = self.ground_seconds = 0.0

    def run(self, events: Events, hand_out: Callable[[Grid], None] | None) -> None:
        """Take in the events; Ctrl-C ends the search and keeps what has come."""
        with closing(events):
            try:
                for event in events:
                    self.take(event, hand_out)
            except KeyboardInterrupt:
                self.stopped = INTERRUPTED
            except MemoryError:
                self.stopped = NO_MEMORY

    def take(self, event: Event | Stopped, hand_out: Callable[[Grid], None] | None = None) -> None:
        """Take in one event."""
        match event:
            case Begun():
                self.began = perf_counter()
            case Certain(grid, seconds):
                self.certain, self.line_seconds = grid, seconds
            case Found(grid):
                self.number += 1
                self.reached |= grid == self.puzzle.goal
                if hand_out is None or len(self.kept) < WITNESSES:
                    self.kept.append(grid)
                if hand_out:
                    hand_out(grid)
            case Counted(number):
                self.number = number
            case Grounded(seconds):
                self.ground_seconds = seconds
            case Stopped(reason):
                self.stopped = reason
            case Ended():
                self.ended = event

    @property
    def exhausted(self) -> bool:
        """Whether all solutions have been reported."""
        return self.ended is not None and self.ended.exhausted

    def require_goal(self, task: Task) -> None:
        """Hold a finished search against the solution that is known beforehand.

        Raises:
            WrongSolutionError: If the designer's picture, a solution, was not among the answers.
        """
        goal = self.puzzle.goal
        if goal is None or not self.exhausted or (task.start and not task.start.admits(goal)):
            return
        if not (self.reached if task.pictures else self.number):
            reason = "excludes the goal of the puzzle, which is a solution"
            raise WrongSolutionError(f"{task.recipe.name} {reason}")

    def reason(self, most: int) -> str:
        """Why there is no solution, or why the search ended before all were found."""
        if self.stopped or self.ended is None:
            return self.stopped
        if not self.ended.exhausted and self.number == most:
            return f"stopped after {most} solution{'s' if most > 1 else ''}"
        return self.ended.reason
