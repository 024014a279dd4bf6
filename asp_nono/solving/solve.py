"""Check, solve, enumerate."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from asp_nono.asp.recipes import DEFAULT, Recipe, recipe as named_recipe
from asp_nono.formats.colors import row_text
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line.board import Board, Step
from asp_nono.puzzle import Puzzle
from asp_nono.run import run_job
from asp_nono.run.limits import Limits
from asp_nono.run.snapshots import Answer
from asp_nono.solving.result import Result
from asp_nono.solving.search import SearchTask, at_once, begun, search

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
        hand_out: Called with each solution as it is found; the result then keeps only two.
        pictures: Whether to return the solutions, or only their number, which is faster.
        each: Called with each snapshot of the result.

    Raises:
        UnknownNameError: If there is no such recipe.
        EncodingError, UnwritableError: If the recipe cannot be used for this puzzle.
        WrongSolutionError: If the encoding is wrong.
        PuzzleError: If the start is not of the puzzle's size.

    >>> cross = Puzzle.of(Grid.from_text([".#.", "###", ".#."]))
    >>> solve(cross).verdict.value
    'unique'
    """
    task = SearchTask(puzzle, named_recipe(recipe), start, most, pictures)
    kept: list[Grid] = []

    def take(found: Result) -> None:
        if found.latest:
            (hand_out or kept.append)(found.latest)
        if each:
            each(found)

    brief = partial(at_once, task)
    found = run_job(partial(search, task), begun(task), limits, pool, brief=brief, each=take)
    return found if hand_out else replace(found, solutions=tuple(kept))


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


def solutions(
    puzzle: Puzzle, *, recipe: str | Recipe = DEFAULT, start: PartialGrid | None = None
) -> Iterator[Grid]:
    """All solutions, each as soon as it is found; errors are those of `solve`.

    >>> ones = Puzzle.of(Grid.from_text(["#.", ".#"]))
    >>> len(list(solutions(ones)))
    2
    """
    for found in search(SearchTask(puzzle, named_recipe(recipe), start, most=0)):
        if found.latest:
            yield found.latest


@dataclass(frozen=True, slots=True, kw_only=True)
class Animation(Answer):
    """What a visit of a line has decided, and in the end the solutions."""

    puzzle: Puzzle
    visit: Step | None = None
    result: Result | None = None

    @property
    def cells(self) -> list[list[Any]]:
        """Column, row and the colors that are left, for each cell that the visit changed."""
        if self.visit is None:
            return []
        line, before, found = self.visit.line, self.visit.before, []
        changes = zip(before, self.visit.after or before, strict=True)
        for place, (old, left) in enumerate(changes, 1):
            if left != old:
                cell = [place, line.number] if line.axis == "row" else [line.number, place]
                found.append([*cell, row_text([left], self.puzzle.chars)])
        return found

    @property
    def finished(self) -> bool:
        """Whether the search has come to its end."""
        return self.result is not None and self.result.finished

    def text(self, name: str, draw: object) -> Iterator[str]:
        """The result, once there is one."""
        if self.result:
            yield from self.result.text(name, draw)

    def to_json(self) -> dict[str, Any]:
        """The result, or the line that was visited and its new cells."""
        if self.result:
            return self.result.to_json(solutions=True)
        return {"line": str(self.visit and self.visit.line), "cells": self.cells}


def animation(task: SearchTask) -> Iterator[Animation]:
    """The visits of lines that line logic makes, one by one, and then all solutions."""
    visits: list[Step] = []
    Board(task.puzzle, task.start).sweep(trace=visits.append)
    for visit in visits:
        yield Animation(puzzle=task.puzzle, visit=visit)
    found = solve(task.puzzle, most=task.most, recipe=task.recipe, start=task.start)
    yield Animation(puzzle=task.puzzle, result=found)
