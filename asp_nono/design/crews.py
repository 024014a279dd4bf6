"""Those who work for a design: this process, children of it that can be killed, or a cluster."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing
from functools import partial
from queue import SimpleQueue
from threading import Lock, Thread
from typing import TYPE_CHECKING, Generic, Protocol, TypeAlias, TypeVar

from asp_nono.errors import AspNonoError
from asp_nono.run.limits import Limits, Stopped
from asp_nono.solving.events import Begun
from asp_nono.solving.worker import Worker

if TYPE_CHECKING:
    from asp_nono.lab.cluster import Cluster

Item = TypeVar("Item")
Event = TypeVar("Event")

Work: TypeAlias = Callable[[Item], Iterator[Event]]
"""Tells of an item in events, the last of which is its result; pickled where it travels."""


class Crew(Protocol):
    """Whoever can work."""

    def run(
        self, work: Work[Item, Event], items: Iterator[Item]
    ) -> Generator[tuple[Item, Event | Stopped], None, None]:
        """The events of each item as they come; Stopped is the last one if a limit was reached.

        Items are taken when they are begun. When the caller stops listening, the work ends.

        Raises:
            AspNonoError: What the work raises.
        """


class Alone:
    """This process, without limits."""

    def run(
        self, work: Work[Item, Event], items: Iterator[Item]
    ) -> Generator[tuple[Item, Event | Stopped], None, None]:
        """See `Crew`."""
        for item in items:
            for event in work(item):
                yield item, event


class Children:
    """Child processes.

    Args:
        jobs: How many.
        limits: What each item may take.
    """

    def __init__(self, jobs: int, limits: Limits) -> None:
        self._jobs = jobs
        self._limits = limits

    def run(
        self, work: Work[Item, Event], items: Iterator[Item]
    ) -> Generator[tuple[Item, Event | Stopped], None, None]:
        """See `Crew`."""
        told: _Told[Item, Event] = SimpleQueue()
        tasks = _Shared(items)
        with ExitStack() as stack:
            for _ in range(self._jobs):
                worker = stack.enter_context(Worker())
                words = (worker, self._limits, work, tasks, told)
                Thread(target=_labour, args=words, daemon=True).start()
            working = self._jobs
            while working:
                event = told.get()
                if event is None:
                    working -= 1
                elif isinstance(event, Exception):
                    raise event
                else:
                    yield event


_Told: TypeAlias = "SimpleQueue[tuple[Item, Event | Stopped] | Exception | None]"
"""Events with their items; None when somebody has come to the end of the work."""


class _Shared(Generic[Item]):
    """Items taken by several threads."""

    def __init__(self, items: Iterator[Item]) -> None:
        self._items = items
        self._lock = Lock()

    def __iter__(self) -> Iterator[Item]:
        return self

    def __next__(self) -> Item:
        with self._lock:
            return next(self._items)


def _labour(
    worker: Worker,
    limits: Limits,
    work: Work[Item, Event],
    items: _Shared[Item],
    told: _Told[Item, Event],
) -> None:
    """Have a child work on items until there are no more; what goes wrong is told too."""
    try:
        for item in items:
            with closing(worker.run(partial(work, item), limits)) as events:
                for event in events:
                    if not isinstance(event, Begun):
                        told.put((item, event))
    except Exception as error:  # noqa: BLE001 - it is raised where somebody listens
        told.put(error)
    told.put(None)


class Elsewhere:
    """The workers of a cluster, without limits; what they tell of an item comes all at once.

    Args:
        cluster: The cluster.
    """

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster

    def run(
        self, work: Work[Item, Event], items: Iterator[Item]
    ) -> Generator[tuple[Item, Event | Stopped], None, None]:
        """See `Crew`.

        Raises:
            AspNonoError: What the work raises; or if an item has killed all its workers.
        """
        from asp_nono.lab.cluster import Lost

        with closing(self._cluster.run(partial(_told, work), items)) as found:
            for item, events in found:
                if isinstance(events, Lost):
                    raise AspNonoError(
                        "a piece of work has killed all workers that it was given to"
                    )
                for event in events:
                    yield item, event


def _told(work: Work[Item, Event], item: Item) -> list[Event]:
    return list(work(item))


def crew(jobs: int, limits: Limits) -> Crew:
    """Children if there are several jobs or any limit, else this process.

    Raises:
        AspNonoError: If there is no job.
    """
    if jobs < 1:
        raise AspNonoError(f"{jobs} jobs; expected at least one")
    return Children(jobs, limits) if jobs > 1 or limits else Alone()
