"""The desk: work taken from pages and done in child processes that can be killed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from typing import TypeAlias

from asp_nono.errors import AspNonoError
from asp_nono.run.limits import Limits, Stopped
from asp_nono.run.pool import Children, Stream
from asp_nono.web.kinds import prepare
from asp_nono.web.turns import Ticket, Turns
from asp_nono.web.values import Event, problem, stopped

Work: TypeAlias = Callable[[], Iterator[Event]]
"""What a child process is given to do; its events are those of docs/studio-api.md."""

LOG = logging.getLogger("asp_nono.studio")
"""Where our own mistakes are told, with a traceback."""


class Desk:
    """Does so much work at once, each piece in a process of its own; the rest waits its turn.

    Nothing here blocks the event loop: a child is listened to in a thread, one event at a time, so
    that a page which reads slowly slows its own job only.

    Args:
        jobs: So many jobs at once.
        waiting: No more jobs than this may wait.
    """

    def __init__(self, jobs: int, waiting: int) -> None:
        self._turns = Turns(jobs, waiting)
        self._pool = Children(jobs, initializer=prepare)
        self._threads = ThreadPoolExecutor(jobs, thread_name_prefix="desk")
        self._cleaning: set[asyncio.Task[None]] = set()

    def enter(self, page: str) -> Ticket:
        """A place in the queue for a job of `page`, to be handed to `events`.

        Raises:
            Busy: If too many wait already.
        """
        return self._turns.enter(page)

    async def events(
        self, ticket: Ticket, work: Work, limits: Limits
    ) -> AsyncGenerator[Event, None]:
        """What comes of a job, from its place in the queue to its end.

        Whoever closes this ends the job: its process is killed, or its place given up.
        """
        try:
            async for ahead in self._turns.wait(ticket):
                yield {"event": "queued", "ahead": ahead}
        except BaseException:
            self._turns.leave(ticket)
            raise
        async with aclosing(self._worked(ticket, work, limits)) as events:
            async for event in events:
                yield event

    async def answer(self, work: Work, limits: Limits, page: str) -> Event:
        """The last event of a job."""
        last: Event = {}
        async with aclosing(self.events(self.enter(page), work, limits)) as events:
            async for event in events:
                last = event
        return last

    async def warm(self) -> None:
        """Start the children, so that the first jobs do not wait for them."""
        await asyncio.to_thread(self._pool.warm)

    def close(self) -> None:
        """End all children, whatever they do."""
        self._pool.shutdown(wait=False)
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _worked(
        self, ticket: Ticket, work: Work, limits: Limits
    ) -> AsyncGenerator[Event, None]:
        loop = asyncio.get_running_loop()
        stream: Stream[Event] | None = None
        step: asyncio.Future[Event | Stopped | None] = loop.create_future()
        step.set_result(None)
        known: Event = {}
        try:
            stream = self._pool.stream(work, limits)
            while True:
                step = loop.run_in_executor(self._threads, next, stream, None)
                event = await asyncio.shield(step)
                if event is None:
                    return
                told = stopped(event.reason, known) if isinstance(event, Stopped) else event
                yield told
                known = told if told["event"] == "progress" else {}
        except Exception as error:  # noqa: BLE001 - whatever it is, the page must hear of it
            yield _failed(error)
        finally:
            cleaning = loop.create_task(self._retire(ticket, stream, step))
            self._cleaning.add(cleaning)
            cleaning.add_done_callback(self._cleaning.discard)

    async def _retire(
        self,
        ticket: Ticket,
        stream: Stream[Event] | None,
        step: asyncio.Future[Event | Stopped | None],
    ) -> None:
        """End what a job still does, and have its place ready for the next one."""
        if stream:
            await asyncio.to_thread(stream.close)
        await asyncio.wait([step])
        step.exception()  # so that nobody complains that it was not looked at
        await self.warm()
        self._turns.leave(ticket)


def _failed(error: Exception) -> Event:
    """The end of a job whose question was wrong, or whose answer is our mistake."""
    if isinstance(error, AspNonoError):
        return {"event": "error", **problem(error)}
    LOG.error("a job failed", exc_info=error)
    return {"event": "error", "message": mistake(error), "where": []}


def mistake(error: Exception) -> str:
    """What is said of an error that is ours."""
    return f"the studio made a mistake ({type(error).__name__}); the terminal tells more"
