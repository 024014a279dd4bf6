"""The old interface of child processes, on that of `run.pool`; until all importers have moved."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from typing import TypeVar

from asp_nono.run.limits import Limits, Stopped
from asp_nono.run.pool import Children, run_stream
from asp_nono.solving.events import Begun

T = TypeVar("T")


class Worker(Children):
    """A pool of one child."""

    def __init__(self) -> None:
        super().__init__()

    @property
    def closed(self) -> bool:
        """Whether it takes no more tasks."""
        return self._closed

    def close(self) -> None:
        """End the child at once and take no more tasks."""
        self.shutdown(wait=False)

    def run(
        self, work: Callable[[], Iterator[T]], limits: Limits
    ) -> Generator[T | Begun | Stopped, None, None]:
        """The events of some work."""
        with self.stream(work, limits) as events:
            yield Begun()
            yield from events


def in_child(
    work: Callable[[], Iterator[T]], limits: Limits, worker: Worker | None
) -> Generator[T | Begun | Stopped, None, None]:
    """The events of some work done by `worker`, or by a child of its own."""
    if worker:
        yield from worker.run(work, limits)
        return
    with Worker() as child:
        yield from child.run(work, limits)


def at_work(work: Callable[[], Iterator[T]], limits: Limits) -> Generator[T | Stopped, None, None]:
    """The events of some work, and Stopped at a limit: in a child process if there are limits."""
    with closing(run_stream(work, limits)) as events:
        yield from events
