"""Check, solve, enumerate."""

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from asp_nono.asp.recipes import DEFAULT, Recipe, recipe as named_recipe
from asp_nono.grid import Grid, PartialGrid
from asp_nono.messages import WrongSolutionError
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits, Stopped
from asp_nono.run.snapshots import Closable, last
from asp_nono.solving.result import WITNESSES, Result, known_at_start
from asp_nono.solving.search import Task, search

if TYPE_CHECKING:
    from asp_nono.run.pool import Pool


def solve(
    puzzle: Puzzle,
    *,
    most: int = 2,
    recipe: str | Recipe = DEFAULT,
    start: PartialGrid | None = None,
    limits: Limits | None = None,
    pool: "Pool | None" = None,
    hand_out: Callable[[Grid], None] | None = None,
    pictures: bool = True,
    each: Callable[[Result], None] | None = None,
) -> Result:
    """Look for solutions and say what their number shows.

    Args:
        puzzle: The puzzle.
        most: Stop after this number of solutions; 0 for all. Two are enough to decide uniqueness.
        recipe: A recipe or its name.
        start: A partial picture; only pictures that agree with it count.
        limits: Limits on time and memory; they cover line logic and grounding too.
        pool: Where to search. Without one a search with limits gets a child process of its own,
            and any other is done in this process.
        hand_out: Called with each solution as it is found.
        pictures: Whether to return the solutions, or only their number, which is faster.
        each: Called with each snapshot of the result; solutions are missing in it.

    Raises:
        UnknownNameError: If there is no such recipe.
        EncodingError, UnwritableError: If the recipe cannot be used for this puzzle.
        PuzzleError: If the start is not of the puzzle's size.

    >>> cross = Puzzle.of(Grid.from_text([".#.", "###", ".#."]))
    >>> solve(cross).verdict.value
    'unique'
    """
    task = Task(puzzle, named_recipe(recipe), start, most, pictures)
    known_at_start(puzzle, start)
    if not (pool or limits):
        return answer(task, search(task), hand_out, each)
    from asp_nono.run.pool import run_stream

    return answer(task, run_stream(partial(search, task), limits, pool), hand_out, each)


def check(
    puzzle: Puzzle,
    *,
    recipe: str | Recipe = DEFAULT,
    start: PartialGrid | None = None,
    limits: Limits | None = None,
    pool: "Pool | None" = None,
) -> Result:
    """Decide whether a puzzle is unique: `solve` for the first two solutions."""
    return solve(puzzle, recipe=recipe, start=start, limits=limits, pool=pool)


def results(
    puzzle: Puzzle,
    *,
    most: int = 2,
    recipe: str | Recipe = DEFAULT,
    start: PartialGrid | None = None,
    pictures: bool = True,
) -> Iterator[Result]:
    """The snapshots of a search, the last one final; arguments and errors are those of `solve`."""
    task = Task(puzzle, named_recipe(recipe), start, most, pictures)
    answers = _Answers(task)
    for found in answers.of(search(task)):
        if isinstance(found, Result):
            yield answers.complete(found)


def solutions(
    puzzle: Puzzle, *, recipe: str | Recipe = DEFAULT, start: PartialGrid | None = None
) -> Iterator[Grid]:
    """All solutions, each as soon as it is found; errors are those of `solve`.

    >>> ones = Puzzle.of(Grid.from_text(["#.", ".#"]))
    >>> len(list(solutions(ones)))
    2
    """
    for found in search(Task(puzzle, named_recipe(recipe), start, most=0)):
        if isinstance(found, Grid):
            yield found


def answer(
    task: Task,
    found: Closable[Result | Grid | Stopped],
    hand_out: Callable[[Grid], None] | None = None,
    each: Callable[[Result], None] | None = None,
) -> Result:
    """The result of a search, whatever stops it."""
    answers = _Answers(task, hand_out)
    initial = Result(task.puzzle, known_at_start(task.puzzle, task.start))
    return answers.complete(last(answers.of(found), initial, each))


class _Answers:
    """Collects the solutions of a search; only the first two if they are handed out."""

    def __init__(self, task: Task, hand_out: Callable[[Grid], None] | None = None) -> None:
        self._task, self._hand_out = task, hand_out
        self._kept: list[Grid] = []
        self._number = 0
        self._goal_seen = False

    def of(
        self, found: Closable[Result | Grid | Stopped]
    ) -> Generator[Result | Stopped, None, None]:
        """The snapshots of a search, one more with each of the first two solutions."""
        snapshot = None
        with closing(found):
            for event in found:
                if not isinstance(event, Grid):
                    snapshot = event if isinstance(event, Result) else snapshot
                    yield event
                    continue
                self._number += 1
                self._goal_seen |= event == self._task.puzzle.goal
                if self._hand_out is None or self._number <= WITNESSES:
                    self._kept.append(event)
                if self._hand_out:
                    self._hand_out(event)
                if snapshot and self._number <= WITNESSES:
                    yield snapshot

    def complete(self, result: Result) -> Result:
        """A snapshot with the solutions so far.

        Raises:
            WrongSolutionError: If the designer's picture, a solution, is not among all solutions.
        """
        task, number = self._task, max(self._number, result.number)
        goal = task.puzzle.goal
        goal_is_one = goal and (task.start is None or task.start.admits(goal))
        if goal_is_one and result.exhausted and not (self._goal_seen if task.pictures else number):
            reason = "excludes the goal of the puzzle, which is a solution"
            raise WrongSolutionError(f"{task.recipe.name} {reason}")
        return replace(result, solutions=tuple(self._kept), number=number)
