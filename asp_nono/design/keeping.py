"""Work in a child process whose events are kept, whatever ends it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from time import perf_counter
from typing import NamedTuple, TypeVar

from asp_nono.run.limits import Limits, Stopped
from asp_nono.solving.events import Begun
from asp_nono.solving.tally import INTERRUPTED
from asp_nono.solving.worker import Worker, in_child

T = TypeVar("T")


class Ending(NamedTuple):
    """How some work ended.

    Attributes:
        reason: What cut it short; empty if nothing did.
        seconds: How long it took.
    """

    reason: str
    seconds: float

    @property
    def interrupted(self) -> bool:
        """Whether it was Ctrl-C."""
        return self.reason == INTERRUPTED


def keep(
    work: Callable[[], Iterator[T]],
    take: Callable[[T], None],
    limits: Limits,
    worker: Worker | None = None,
) -> Ending:
    """Do some work in a child process and hand over its events; Ctrl-C ends it.

    Args:
        work: Gives the events; pickled for the way.
        take: Called with each.
        limits: What it may take.
        worker: The child; without it the work gets one of its own.

    Raises:
        AspNonoError: What the work raises.
    """
    began, reason = perf_counter(), ""
    try:
        with closing(in_child(work, limits, worker)) as events:
            for event in events:
                if isinstance(event, Begun):
                    began = perf_counter()
                elif isinstance(event, Stopped):
                    reason = event.reason
                else:
                    take(event)
    except KeyboardInterrupt:
        reason = INTERRUPTED
    return Ending(reason, perf_counter() - began)
