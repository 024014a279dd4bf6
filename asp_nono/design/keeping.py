"""Jobs whose events are kept, whatever ends them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from asp_nono.run.limits import Cause, Limits, Stopped
from asp_nono.run.pool import Stream, run_stream
from asp_nono.run.snapshots import last

if TYPE_CHECKING:
    from asp_nono.run.pool import Pool

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Ending:
    """How a job ended.

    Attributes:
        reason: What stopped it; empty if nothing did.
        interrupted: Whether it was Ctrl-C.
        seconds: How long it took.
    """

    reason: str = ""
    interrupted: bool = False
    seconds: float = 0.0

    def stopped_by(self, stopped: Stopped) -> Ending:
        """The end of a job that was stopped."""
        return Ending(stopped.reason, stopped.cause is Cause.INTERRUPTED, self.seconds)


def keep(
    job: Callable[[], Iterator[T]],
    take: Callable[[T], None],
    limits: Limits | None = None,
    pool: Pool | None = None,
) -> Ending:
    """Do a job in a child process and hand over its events; Ctrl-C ends it.

    Args:
        job: Gives the events; pickled for the way.
        take: Called with each.
        limits: What it may use.
        pool: Where to do it; without it the job gets a child process of its own.

    Raises:
        AspNonoError: What the job raises.
    """
    began = perf_counter()
    ending = last(_taken(run_stream(job, limits, pool, child=True), take), Ending())
    return replace(ending, seconds=perf_counter() - began)


def _taken(events: Stream[T], take: Callable[[T], None]) -> Generator[Ending | Stopped, None, None]:
    with closing(events):
        for event in events:
            if isinstance(event, Stopped):
                yield event
            else:
                take(event)
