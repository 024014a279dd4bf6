"""The number of solutions of a puzzle: the library call."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import partial
from typing import TYPE_CHECKING, Literal, TypeAlias

from asp_nono.asp.recipes import DEFAULT, Recipe
from asp_nono.asp.recipes import recipe as named_recipe
from asp_nono.counting.book import Book, Count
from asp_nono.counting.events import Event, Picked, Total, Trial, Wants
from asp_nono.counting.portfolio import MEMORY, Portfolio, Question
from asp_nono.errors import UncountedError, UnknownNameError
from asp_nono.grid import PartialGrid
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits, Stopped
from asp_nono.solving.events import Begun
from asp_nono.solving.search import Task
from asp_nono.solving.solve import solve

if TYPE_CHECKING:
    from asp_nono.counting.space import SolutionSpace
    from asp_nono.solving.worker import Worker

Method: TypeAlias = Literal["auto", "topdown", "frontier", "enumerate", "ganak", "d4"]
METHODS: tuple[Method, ...] = ("auto", "topdown", "frontier", "enumerate", "ganak", "d4")

_EARLY = 0.95
"""The share of a time limit after which a count ends by itself, with all that it knows."""


def count(
    puzzle: Puzzle,
    *,
    most: int = 0,
    method: Method = "auto",
    recipe: str | Recipe = DEFAULT,
    start: PartialGrid | None = None,
    limits: Limits | None = None,
    worker: Worker | None = None,
    wants: Wants | None = None,
) -> Count:
    """Count the solutions.

    Args:
        puzzle: The puzzle.
        most: Stop when so many have been found; 0 for all. Solutions are then enumerated.
        method: "topdown" or "frontier" for this one alone; "enumerate" for the recipe's answers,
            found one by one; "ganak" or "d4" for the number of the recipe's answers by one of these
            counters. "auto" for whatever gets there first; a recipe that is not the default one is
            then enumerated, for it is its answers that are wanted.
        recipe: A recipe or its name.
        start: What is known of the picture beforehand; only pictures that agree are counted.
        limits: Limits on time and memory. Without one on memory each method may take 2 GiB, about.
        wants: What is wanted of the solutions besides. It takes counting to the end, so it does
            not go together with `most`, enumeration or another recipe.
        worker: The child process to count in. Without it limited work gets a child of its own,
            and unlimited work is done in this process.

    Raises:
        UnknownNameError: If there is no such recipe or method.
        EncodingError, UnwritableError: If the recipe cannot be used for this puzzle.
        PuzzleError: If the start is not of the puzzle's size.
        UncountedError: If a solution is wanted that there is not, or if what is wanted cannot be
            had from this kind of count, or not in the memory given.

    >>> from asp_nono.grid import Grid
    >>> ones = Puzzle.of(Grid.from_text(["#..", ".#.", "..#"]))
    >>> str(count(ones)), str(count(ones, most=4))
    ('6', 'at least 4')
    """
    if method not in METHODS:
        raise UnknownNameError("method", method, METHODS)
    told, limits = named_recipe(recipe), limits or Limits()
    if method == "enumerate" or most or (method == "auto" and told != named_recipe(DEFAULT)):
        if wants:
            raise UncountedError("solutions that are enumerated have no numbers to be had by")
        return _enumerate(Task(puzzle, told, start, most, pictures=False), limits, worker)
    if method in ("ganak", "d4"):
        if wants:
            raise UncountedError(f"{method} tells a number and no solutions")
        return _by_program(puzzle, told, start, method, limits, worker)
    question = _question(puzzle, told, start, limits)._replace(
        only=method if method in ("topdown", "frontier") else None, apart=bool(wants)
    )
    return _count(question, wants or Wants(), limits, worker)


def counts(
    puzzle: Puzzle, *, start: PartialGrid | None = None, limits: Limits | None = None
) -> Iterator[Count]:
    """What is known of the number of solutions, whenever more is; the last is that of `count`.

    A job for a child process: whoever ends it has what was known by then.

    Raises:
        PuzzleError: If the start is not of the puzzle's size.
    """
    limits = limits or Limits()
    question = _question(puzzle, named_recipe(DEFAULT), start, limits)
    book = Book()
    for event in events(question, Wants()):
        book.take(event)
        yield book.result(question, limits)


def _question(
    puzzle: Puzzle, recipe: Recipe, start: PartialGrid | None, limits: Limits
) -> Question:
    """What is asked of the portfolio, whose methods mind the limits, too."""
    memory = MEMORY if limits.megabytes is None else (limits.megabytes << 20) // 2
    seconds = None if limits.seconds is None else limits.seconds * _EARLY
    return Question(puzzle, recipe, start, seconds, memory)


def events(question: Question, wants: Wants) -> Iterator[Event]:
    """Count as asked; a function of its own, so that a child process can be sent it."""
    portfolio = Portfolio(question)
    for event in portfolio.events():
        yield event
        if wants and isinstance(event, Total):
            from asp_nono.counting.space import SolutionSpace

            yield from _wanted(SolutionSpace(portfolio, event.number), wants)


def _wanted(space: SolutionSpace, wants: Wants) -> Iterator[Event]:
    """What is wanted of the solutions."""
    for rank in wants.ranks:
        if rank >= space.number:
            raise UncountedError(f"there is no solution {rank + 1}; there are {space.number}")
        yield Picked(f"Solution {rank + 1}", space.solution(rank))
    for number, grid in enumerate(space.sample(wants.sample, wants.seed), 1):
        yield Picked(f"Random solution {number}", grid)
    if wants.shares and space.number:
        yield space.shares()


def _count(question: Question, wants: Wants, limits: Limits, worker: Worker | None) -> Count:
    book = Book()
    work = partial(events, question, wants)
    stream: Generator[Event | Begun | Stopped, None, None]
    if worker or limits:
        from asp_nono.solving.worker import in_child

        stream = in_child(work, limits, worker)
    else:
        stream = (event for event in work())
    book.keep(stream)
    return book.result(question, limits)


def _enumerate(task: Task, limits: Limits, worker: Worker | None) -> Count:
    """Count by running through the solutions with a recipe."""
    found = solve(
        task.puzzle,
        most=task.most,
        recipe=task.recipe,
        start=task.start,
        limits=limits,
        pool=worker,
        pictures=False,
    )
    outcome = f"{found.number} solutions"
    technique = found.technique or "search"
    tried = Trial("enumerate" if technique == "search" else technique, found.seconds, outcome)
    return Count(
        number=found.number,
        exact=found.exhausted,
        most=found.number if found.exhausted else None,
        reason=found.reason,
        tried=(tried,),
        interrupted=found.interrupted,
        seconds=found.seconds,
    )


def _by_program(
    puzzle: Puzzle,
    recipe: Recipe,
    start: PartialGrid | None,
    method: Literal["ganak", "d4"],
    limits: Limits,
    worker: Worker | None,
) -> Count:
    """Count the answer sets of the puzzle's program with a counter that knows no nonograms."""
    from asp_nono.counting.programs.count import count_program
    from asp_nono.counting.programs.sources import puzzle_program

    source = puzzle_program(puzzle, recipe=recipe, start=start)
    found = count_program(source, method=method, limits=limits, worker=worker)
    outcome = f"a formula of {found.variables} variables and {found.clauses} clauses"
    return Count(
        number=found.number,
        exact=found.exact,
        most=found.number if found.exact else None,
        reason=found.reason,
        tried=(Trial(found.method, found.seconds, outcome),),
        interrupted=found.interrupted,
        seconds=found.seconds,
    )
