"""The pool: calls and jobs, queued fairly between pages and run in child processes."""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from functools import partial
from itertools import zip_longest
from typing import TypeAlias

from asp_nono.messages import AspNonoError, Message, with_messages
from asp_nono.run.limits import Limits, Stopped
from asp_nono.run.pool import Children, Stream
from asp_nono.web.quick import prepare
from asp_nono.web.values import Event, problem, stopped

Work: TypeAlias = Callable[[], Iterator[Event]]
"""The work of a child; it yields the events of docs/studio-api.md."""

LOG = logging.getLogger("asp_nono.studio")  # of our own mistakes, with a traceback


class BusyError(AspNonoError):
    """Too many jobs are waiting."""


class Ticket:
    """A place in the queue; a job that is admitted may run."""

    def __init__(self, page: str) -> None:
        self.page = page
        self.admitted = False
        self.changed = asyncio.Event()


class Queue:
    """A queue that is fair between pages: one job of each page runs before the second of any.

    `places` jobs run at once, and at most `most` wait.
    """

    def __init__(self, places: int, most: int) -> None:
        self._free = places
        self._most = most
        self._waiting: dict[str, deque[Ticket]] = {}

    def enter(self, page: str) -> Ticket:
        """A ticket for a job of `page`, which must `leave` in the end; BusyError if it is full."""
        if not self._free and sum(map(len, self._waiting.values())) >= self._most:
            raise BusyError("{count} jobs are waiting already; try again later", count=self._most)
        ticket = Ticket(page)
        self._waiting.setdefault(page, deque()).append(ticket)
        self._admit()
        return ticket

    def leave(self, ticket: Ticket) -> None:
        """Give up a place, whether the job runs or waits."""
        if ticket.admitted:
            self._free += 1
        else:
            self._remove(ticket)
        self._admit()

    async def wait(self, ticket: Ticket) -> AsyncIterator[int]:
        """How many run before this one, whenever that changes, until it is admitted."""
        last = -1
        while not ticket.admitted:
            ticket.changed.clear()
            ahead = self._order().index(ticket)
            if ahead != last:
                last = ahead
                yield ahead
            else:
                await ticket.changed.wait()

    def _order(self) -> list[Ticket]:
        """The waiting tickets in the order in which they will be admitted."""
        rounds = zip_longest(*self._waiting.values())
        return [ticket for one_of_each in rounds for ticket in one_of_each if ticket]

    def _admit(self) -> None:
        while self._free and self._waiting:
            ticket = self._order()[0]
            self._remove(ticket)
            if rest := self._waiting.pop(ticket.page, None):
                self._waiting[ticket.page] = rest  # behind the other pages
            self._free -= 1
            ticket.admitted = True
            ticket.changed.set()
        for ticket in self._order():
            ticket.changed.set()

    def _remove(self, ticket: Ticket) -> None:
        self._waiting[ticket.page].remove(ticket)
        if not self._waiting[ticket.page]:
            del self._waiting[ticket.page]


class JobPool:
    """Runs jobs in child processes that can be killed.

    Nothing here blocks the event loop: a thread reads from a child, one event at a time, so that a
    page that reads slowly slows its own job only.
    """

    def __init__(self, jobs: int, waiting: int) -> None:
        self._queue = Queue(jobs, waiting)
        self._children = Children(jobs, initializer=prepare)
        self._threads = ThreadPoolExecutor(jobs, thread_name_prefix="job")
        self._cleaning: set[asyncio.Task[None]] = set()
        self._closed = False

    def events(self, work: Work, limits: Limits, page: str) -> AsyncGenerator[Event, None]:
        """Queue a job and yield its events; BusyError if too many wait already.

        Closing the generator cancels the job.
        """
        return self._events(self._queue.enter(page), work, limits)

    async def call(self, function: Callable[[], Event], limits: Limits, page: str) -> Event:
        """The last event of a job that calls a function: a result unless it fails."""
        async with aclosing(self.events(partial(_called, function), limits, page)) as events:
            return [event async for event in events][-1]

    async def warm(self) -> None:
        """Start the children, so that jobs need not wait for that; nothing once this is closed."""
        if not self._closed:  # then asyncio's threads may be gone, too
            await asyncio.to_thread(self._children.warm)

    def close(self) -> None:
        """Kill all children."""
        self._closed = True
        self._children.shutdown()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _events(
        self, ticket: Ticket, work: Work, limits: Limits
    ) -> AsyncGenerator[Event, None]:
        loop = asyncio.get_running_loop()
        stream: Stream[Event] | None = None
        step: asyncio.Future[Event | Stopped | None] = loop.create_future()
        step.set_result(None)
        known: Event = {}
        try:
            async for ahead in self._queue.wait(ticket):
                yield {"event": "queued", "ahead": ahead}
            stream = self._children.stream(work, limits)
            while True:
                step = loop.run_in_executor(self._threads, next, stream, None)
                event = await asyncio.shield(step)
                if event is None:
                    return
                if isinstance(event, Stopped):
                    event = stopped(event, known)
                yield event
                known = event if event["event"] == "progress" else {}
        except Exception as error:  # noqa: BLE001 - whatever it is, the page must know
            yield _failed(error)
        finally:
            cleaning = loop.create_task(self._clean(ticket, stream, step))
            self._cleaning.add(cleaning)
            cleaning.add_done_callback(self._cleaning.discard)

    async def _clean(
        self,
        ticket: Ticket,
        stream: Stream[Event] | None,
        step: asyncio.Future[Event | Stopped | None],
    ) -> None:
        """End what a job still does, and prepare its place for the next one."""
        if stream:
            await asyncio.to_thread(stream.close)
            await asyncio.wait([step])
            step.exception()  # marks it as seen
            await self.warm()
        self._queue.leave(ticket)


def _called(function: Callable[[], Event]) -> Iterator[Event]:
    yield {"event": "result", **function()}


def _failed(error: Exception) -> Event:
    """The end of a job whose request was wrong, or that has shown a mistake of ours."""
    if isinstance(error, AspNonoError):
        return {"event": "error", **problem(error)}
    LOG.error("a job failed", exc_info=error)
    return {"event": "error", **with_messages(reason=mistake(error), where=[])}


def mistake(error: Exception) -> Message:
    """The message for an error of ours."""
    return Message("internal error ({error}); see the terminal", error=type(error).__name__)
