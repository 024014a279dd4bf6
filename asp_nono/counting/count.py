"""The number of solutions of a puzzle: the library call."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Literal, TypeAlias

from asp_nono.asp.recipes import DEFAULT, Recipe
from asp_nono.asp.recipes import recipe as named_recipe
from asp_nono.counting.events import Bounds, Event, Picked, Total, Trial, Wants
from asp_nono.counting.portfolio import MEMORY, Portfolio, Question
from asp_nono.errors import UncountedError, UnknownNameError, WrongSolutionError
from asp_nono.grid import PartialGrid
from asp_nono.puzzle import Puzzle
from asp_nono.shares import Shares
from asp_nono.solving.events import Begun, Task
from asp_nono.solving.limits import Limits, Stopped
from asp_nono.solving.tally import INTERRUPTED, Tally
from asp_nono.solving.verdict import Verdict, events_of, verdict_of

if TYPE_CHECKING:
    from asp_nono.counting.space import SolutionSpace
    from asp_nono.solving.worker import Worker

Method: TypeAlias = Literal["auto", "topdown", "frontier", "enumerate", "ganak", "d4"]
METHODS: tuple[Method, ...] = ("auto", "topdown", "frontier", "enumerate", "ganak", "d4")

_EARLY = 0.95
"""The share of a time limit after which a count ends by itself, with all that it knows."""


@dataclass(frozen=True, slots=True)
class Count:
    """A number of solutions.

    Attributes:
        number: There are so many, or at least so many.
        exact: Whether there are no more.
        most: There are at most so many; None where nothing is known.
        reason: What stopped an inexact count, or why there is no solution; else empty.
        tried: What was tried, in order, each method once: seconds added up, its last outcome.
        picked: The solutions that were wanted, with their names, if the number is exact.
        shares: How many solutions give each cell each colour, if that was wanted, and there are
            any, and their number is exact.
        interrupted: Whether Ctrl-C stopped it.
        seconds: Time from the question to the answer.
    """

    number: int
    exact: bool
    most: int | None
    reason: str
    tried: tuple[Trial, ...]
    interrupted: bool
    seconds: float
    picked: tuple[Picked, ...] = ()
    shares: Shares | None = None

    def __str__(self) -> str:
        return str(self.number) if self.exact else f"at least {self.number}"

    @property
    def verdict(self) -> Verdict:
        """What the count says of uniqueness."""
        return verdict_of(self.number, self.exact)

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods that were tried."""
        return tuple(trial.method for trial in self.tried)


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
    memory = MEMORY if limits.megabytes is None else (limits.megabytes << 20) // 2
    seconds = None if limits.seconds is None else limits.seconds * _EARLY
    only = method if method in ("topdown", "frontier") else None
    question = Question(puzzle, told, start, seconds, memory, only, apart=bool(wants))
    return _count(question, wants or Wants(), limits, worker)


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
    book = _Book()
    work = partial(events, question, wants)
    stream: Generator[Event | Begun | Stopped, None, None]
    if worker or limits:
        from asp_nono.solving.worker import in_child

        stream = in_child(work, limits, worker)
    else:
        stream = (event for event in work())
    book.keep(stream)
    return book.result(question, limits)


class _Book:
    """The events of a count, written down as they come."""

    def __init__(self) -> None:
        self.began = perf_counter()
        self.known: Bounds | Total = Bounds(0, None)
        self.tried: dict[str, Trial] = {}
        self.stopped = ""
        self.picked: list[Picked] = []
        self.shares: Shares | None = None

    def keep(self, events: Generator[Event | Begun | Stopped, None, None]) -> None:
        """Take in the events; Ctrl-C ends the count and keeps what has come."""
        with closing(events):
            try:
                for event in events:
                    self._take(event)
            except KeyboardInterrupt:
                self.stopped = INTERRUPTED
            except MemoryError:
                self.stopped = "out of memory"

    def _take(self, event: Event | Begun | Stopped) -> None:
        match event:
            case Begun():
                self.began = perf_counter()
            case Trial(method, seconds, outcome):
                before = self.tried[method].seconds if method in self.tried else 0.0
                self.tried[method] = Trial(method, before + seconds, outcome)
            case Bounds() | Total():
                self.known = event
            case Picked():
                self.picked.append(event)
            case Shares():
                self.shares = event
            case Stopped(reason):
                self.stopped = reason

    def result(self, question: Question, limits: Limits) -> Count:
        """What it comes to."""
        seconds = perf_counter() - self.began
        tried, interrupted = tuple(self.tried.values()), self.stopped == INTERRUPTED
        more = tuple(self.picked), self.shares
        match self.known:
            case Total(number, reason):
                _require_goal(question, number)
                reason = reason or self.stopped
                return Count(number, True, number, reason, tried, interrupted, seconds, *more)
            case Bounds(least, most):
                reason = self.stopped or _limit(limits, seconds)
                return Count(least, False, most, reason, tried, interrupted, seconds)


def _limit(limits: Limits, seconds: float) -> str:
    """What stopped a count that ended by itself without the exact number."""
    if limits.seconds is not None and seconds > limits.seconds / 2:
        return f"time limit of {limits.seconds:g} s"
    megabytes = MEMORY >> 20 if limits.megabytes is None else limits.megabytes
    return f"memory limit of {megabytes} MiB"


def _require_goal(question: Question, number: int) -> None:
    """Raise an error if nothing was counted although the designer's picture is a solution."""
    goal, start = question.puzzle.goal, question.start
    if not number and goal is not None and (start is None or start.admits(goal)):
        raise WrongSolutionError("the count excludes the goal of the puzzle, which is a solution")


def _enumerate(task: Task, limits: Limits, worker: Worker | None) -> Count:
    """Count by running through the solutions with a recipe."""
    tally = Tally(task.puzzle, task.start)
    tally.run(events_of(task, limits, worker), None)
    tally.require_goal(task)
    seconds = perf_counter() - tally.began
    outcome = f"{tally.number} solutions"
    if tally.ended and tally.ended.technique != "search":
        tried = Trial(tally.ended.technique, seconds, outcome)
    else:
        tried = Trial("enumerate", seconds, outcome)
    return Count(
        number=tally.number,
        exact=tally.exhausted,
        most=tally.number if tally.exhausted else None,
        reason=tally.reason(task.most),
        tried=(tried,),
        interrupted=tally.stopped == INTERRUPTED,
        seconds=seconds,
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
