"""Verdicts on puzzles, and the library calls that lead to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from asp_nono.asp.recipes import DEFAULT, Recipe
from asp_nono.asp.recipes import recipe as named_recipe
from asp_nono.grid import Grid, PartialGrid
from asp_nono.puzzle import Puzzle
from asp_nono.solving.events import Certain, Found, Task, Technique
from asp_nono.solving.limits import Limits
from asp_nono.solving.search import search
from asp_nono.solving.tally import INTERRUPTED, WITNESSES, Events, Tally

if TYPE_CHECKING:
    from asp_nono.solving.worker import Worker


class Verdict(StrEnum):
    """Whether a puzzle has one solution, several, none, or nobody knows yet."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Result:
    """What a search has shown.

    Attributes:
        puzzle: The puzzle.
        verdict: "undecided" is never a guess at one of the others.
        technique: The weakest that is known to be enough: "line" when line logic alone decides,
            "depth-1" when trying colours in one cell at a time does, "depth-2" in two cells at
            once, "search" when more is needed, or when clingo was asked and a short look for less
            found nothing, None when the search was stopped before any had an answer.
        solutions: The solutions, in the order in which they were found; if they were handed out
            one by one, only the first two.
        number: How many solutions were found.
        exhausted: Whether there are no others.
        reason: Why the verdict is none, or what stopped the search for more; else empty.
        certain: What is known of every solution.
        stopped: Whether a limit or Ctrl-C cut the search short.
        interrupted: Whether it was Ctrl-C.
        seconds: Time from the question to the answer; `line_seconds` of it went into line logic,
            `ground_seconds` into facts and grounding.
    """

    puzzle: Puzzle
    verdict: Verdict
    technique: Technique | None
    solutions: tuple[Grid, ...]
    number: int
    exhausted: bool
    reason: str
    certain: PartialGrid
    stopped: bool
    interrupted: bool
    seconds: float
    line_seconds: float
    ground_seconds: float

    @property
    def differences(self) -> tuple[tuple[int, int], ...]:
        """The cells (column, row), 1-based, where the two witnesses of `multiple` differ."""
        if len(self.solutions) < WITNESSES:
            return ()
        return self.solutions[0].differences(self.solutions[1])

    def _repr_html_(self) -> str:
        """The verdict with a drawing, as notebooks show it."""
        from asp_nono.draw.notebook import verdict_html

        found = (str(self.verdict), self.reason, self.solutions, self.certain)
        return verdict_html(self.puzzle, *found)

    @property
    def other_than_goal(self) -> Grid | None:
        """A solution that is not the designer's picture, if one was found and there is a goal."""
        goal = self.puzzle.goal
        if goal is None:
            return None
        return next((grid for grid in self.solutions if grid != goal), None)


def verdict_of(number: int, exhausted: bool) -> Verdict:
    """What so many solutions show; `exhausted` says that there are no others."""
    if number >= WITNESSES:
        return Verdict.MULTIPLE
    if not exhausted:
        return Verdict.UNDECIDED
    return Verdict.UNIQUE if number else Verdict.NONE


def solve(
    puzzle: Puzzle,
    *,
    most: int = 2,
    recipe: str | Recipe = DEFAULT,
    start: PartialGrid | None = None,
    limits: Limits | None = None,
    worker: Worker | None = None,
    hand_out: Callable[[Grid], None] | None = None,
) -> Result:
    """Look for solutions and say what their number shows.

    Args:
        puzzle: The puzzle.
        most: Stop after so many solutions; 0 for all. Two are enough to decide uniqueness.
        recipe: A recipe or its name.
        start: What is known of the picture beforehand; the verdict is then on the pictures that
            agree with it.
        limits: Limits on time and memory; they cover line logic and grounding too.
        worker: The child process to search in. Without it limited work gets a child of its own,
            and unlimited work is done in this process.
        hand_out: Called with each solution as it is found.

    Raises:
        UnknownNameError: If there is no such recipe.
        EncodingError, UnwritableError: If the recipe cannot be used for this puzzle.
        PuzzleError: If the start is not of the puzzle's size.

    >>> cross = Puzzle.of(Grid.from_text([".#.", "###", ".#."]))
    >>> solve(cross).verdict.value
    'unique'
    """
    task = Task(puzzle, named_recipe(recipe), start, most)
    tally = Tally(puzzle, start)
    tally.run(events_of(task, limits or Limits(), worker), hand_out)
    tally.require_goal(task)
    return _result(task, tally)


def _result(task: Task, tally: Tally) -> Result:
    """What has been shown so far."""
    return Result(
        puzzle=task.puzzle,
        verdict=verdict_of(tally.number, tally.exhausted),
        technique=tally.ended.technique if tally.ended else None,
        solutions=tuple(tally.kept),
        number=tally.number,
        exhausted=tally.exhausted,
        reason=tally.reason(task.most),
        certain=tally.certain,
        stopped=bool(tally.stopped),
        interrupted=tally.stopped == INTERRUPTED,
        seconds=perf_counter() - tally.began,
        line_seconds=tally.line_seconds,
        ground_seconds=tally.ground_seconds,
    )


def results(
    puzzle: Puzzle, *, recipe: str | Recipe = DEFAULT, start: PartialGrid | None = None
) -> Iterator[Result]:
    """What a check has shown so far, whenever it has shown more; the last is that of `check`.

    A job for a child process: whoever ends it has what was known by then.

    Raises:
        As `solve`.
    """
    task = Task(puzzle, named_recipe(recipe), start)
    tally = Tally(puzzle, start)
    for event in search(task, interruptible=False):
        tally.take(event)
        if isinstance(event, Certain | Found):
            yield _result(task, tally)
    tally.require_goal(task)
    yield _result(task, tally)


def check(
    puzzle: Puzzle,
    *,
    recipe: str | Recipe = DEFAULT,
    start: PartialGrid | None = None,
    limits: Limits | None = None,
    worker: Worker | None = None,
) -> Result:
    """Decide whether a puzzle is unique: `solve` for the first two solutions."""
    return solve(puzzle, recipe=recipe, start=start, limits=limits, worker=worker)


def solutions(
    puzzle: Puzzle, *, recipe: str | Recipe = DEFAULT, start: PartialGrid | None = None
) -> Iterator[Grid]:
    """All solutions, each as soon as it is found; stop whenever you like.

    Raises:
        As `solve`.

    >>> ones = Puzzle.of(Grid.from_text(["#.", ".#"]))
    >>> len(list(solutions(ones)))
    2
    """
    for event in search(Task(puzzle, named_recipe(recipe), start, most=0)):
        if isinstance(event, Found):
            yield event.grid


def events_of(task: Task, limits: Limits, worker: Worker | None) -> Events:
    """The events of a search, in a child process if there are limits or a worker is given."""
    if worker or limits:
        from asp_nono.solving.worker import in_child

        yield from in_child(partial(search, task, interruptible=False), limits, worker)
    else:
        yield from search(task)
