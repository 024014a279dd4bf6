"""A count: what its events come to, whatever ends it."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from time import perf_counter

from asp_nono.counting.events import Bounds, Event, Picked, Total, Trial
from asp_nono.counting.portfolio import MEMORY, Question
from asp_nono.errors import WrongSolutionError
from asp_nono.run.limits import Limits, Stopped
from asp_nono.shares import Shares
from asp_nono.solving.events import Begun
from asp_nono.solving.result import Verdict, verdict_of
from asp_nono.solving.tally import INTERRUPTED, NO_MEMORY


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


class Book:
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
                    self.take(event)
            except KeyboardInterrupt:
                self.stopped = INTERRUPTED
            except MemoryError:
                self.stopped = NO_MEMORY

    def take(self, event: Event | Begun | Stopped) -> None:
        """Take in one event."""
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
            case Stopped(reason=reason):
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
