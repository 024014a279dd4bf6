"""Repair of a puzzle's picture: the library call and its result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from asp_nono.design.edit import Terms
from asp_nono.design.judge import Aim
from asp_nono.design.keeping import Ending, keep
from asp_nono.design.repairs import (
    Chosen,
    Event,
    Looked,
    Progress,
    Repair,
    RepairTask,
    best,
    repairs,
)
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits

if TYPE_CHECKING:
    from asp_nono.run.pool import Pool


@dataclass(frozen=True, slots=True)
class RepairResult:
    """What came of a repair.

    Attributes:
        task: What was asked; its puzzle has the picture that was repaired as its goal.
        chosen: Whether this picture is the first solution found, because there was no goal.
        repairs: The repairs found, the best one first. One without changes says that the puzzle
            meets the aim as it is.
        least: No repair costs less.
        complete: Whether every edit within the terms was looked at, or ruled out.
        reason: What stopped the search; empty if nothing did.
        interrupted: Whether it was Ctrl-C.
        seconds: How long it took.
        proposed: How many edits were judged.
        learnt: How many lessons they taught.
    """

    task: RepairTask
    chosen: bool
    repairs: tuple[Repair, ...]
    least: int
    complete: bool
    reason: str
    interrupted: bool
    seconds: float
    proposed: int
    learnt: int

    @property
    def smallest(self) -> bool:
        """Whether the first repair is proven to be a cheapest one."""
        return bool(self.repairs) and self.repairs[0].cost <= self.least

    def to_json(self) -> dict[str, Any]:
        """The keys of `--json`."""
        return {
            "aim": self.task.aim,
            "colors": self.task.puzzle.color_names,
            "first_solution": self.chosen,
            "repairs": [repair.to_json() for repair in self.repairs],
            "smallest": self.smallest,
            "least": self.least,
            "complete": self.complete,
            "stopped": self.reason,
            "seconds": round(self.seconds, 6),
        }


@dataclass(slots=True)
class _Book:
    """The events, written down as they come."""

    task: RepairTask
    tell: Callable[[Event], None] | None
    chosen: bool = False
    complete: bool = False
    progress: Progress = field(default_factory=lambda: Progress(0, 0, 0))
    found: dict[Puzzle, Repair] = field(default_factory=dict)

    def take(self, event: Event) -> None:
        """Write an event down, and pass it on."""
        match event:
            case Progress():
                self.progress = event
            case Repair():
                self.found[event.puzzle] = event
            case Looked():
                self.complete = True
            case Chosen(picture):
                self.chosen = True
                self.task = replace(self.task, puzzle=replace(self.task.puzzle, goal=picture))
        if self.tell:
            self.tell(event)

    def result(self, ending: Ending) -> RepairResult:
        """What it comes to."""
        return RepairResult(
            self.task,
            self.chosen,
            tuple(best(self.found.values(), self.task.alternatives)),
            self.progress.least,
            self.complete,
            ending.reason,
            ending.interrupted,
            ending.seconds,
            self.progress.proposed,
            self.progress.learnt,
        )


def repair(
    puzzle: Puzzle,
    *,
    aim: Aim = "unique",
    alternatives: int = 3,
    terms: Terms | None = None,
    limits: Limits | None = None,
    pool: Pool | None = None,
    tell: Callable[[Event], None] | None = None,
) -> RepairResult:
    """The smallest changes of a puzzle's picture after which it is the only solution.

    The work is done in a child process; Ctrl-C ends it and keeps what was found.

    Args:
        puzzle: The puzzle; its goal is repaired, or its first solution if it has no goal.
        aim: "unique" for exactly one solution; "line" for one that line logic alone finds.
        alternatives: How many repairs are wanted.
        terms: What may change, and what it costs; see `Terms`.
        limits: Limits on time and memory.
        pool: Where to work; without it the work gets a child process of its own.
        tell: Called with every event as it comes: progress, and repairs as they are found.

    Raises:
        PuzzleError: If there is no picture, if numbers are blotted, or if the terms do not fit.

    >>> from asp_nono.grid import Grid
    >>> found = repair(Puzzle.of(Grid.from_text(["#.", ".#"])), alternatives=1)
    >>> len(found.repairs[0].changes), found.smallest
    (1, True)
    """
    task = RepairTask(puzzle, aim, alternatives, terms or Terms())
    book = _Book(task, tell)
    ending = keep(partial(repairs, task), book.take, limits, pool)
    return book.result(ending)
