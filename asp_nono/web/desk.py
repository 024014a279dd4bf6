"""The desk: work taken from pages and done in child processes that can be killed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, closing, suppress
from typing import Any, TypeAlias

from asp_nono.errors import AspNonoError
from asp_nono.run.limits import Limits, Stopped
from asp_nono.solving.events import Begun
from asp_nono.solving.worker import Worker
from asp_nono.web.kinds import prepare
from asp_nono.web.turns import Ticket, Turns
from asp_nono.web.values import Event, problem, stopped

Work: TypeAlias = Callable[[], Iterator[Event]]
"""What a child process is given to do; its events are those of docs/studio-api.md."""

_PATIENCE = 0.05
"""Seconds after which a child that was just being started is killed once more."""

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
        self._workers = [Worker() for _ in range(jobs)]
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        for worker in self._workers:
            self._idle.put_nowait(worker)
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
            worker = await self._idle.get()  # it may still be made ready
        except BaseException:
            self._turns.leave(ticket)
            raise
        async with aclosing(self._worked(ticket, worker, work, limits)) as events:
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
        for _ in self._workers:
            worker = await self._idle.get()
            try:
                await asyncio.to_thread(_make_ready, worker)
            finally:
                self._idle.put_nowait(worker)

    def close(self) -> None:
        """End all children, whatever they do."""
        for worker in self._workers:
            worker.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _worked(
        self, ticket: Ticket, worker: Worker, work: Work, limits: Limits
    ) -> AsyncGenerator[Event, None]:
        stream = worker.run(work, limits)
        loop = asyncio.get_running_loop()
        step: asyncio.Future[Any] = loop.create_future()
        step.set_result(None)
        known: Event = {}
        try:
            while True:
                step = loop.run_in_executor(self._threads, next, stream, None)
                event = await asyncio.shield(step)
                if event is None:
                    return
                if isinstance(event, Begun):
                    continue
                told = stopped(event.reason, known) if isinstance(event, Stopped) else event
                yield told
                known = told if told["event"] == "progress" else {}
        except Exception as error:  # noqa: BLE001 - whatever it is, the page must hear of it
            yield _failed(error)
        finally:
            cleaning = loop.create_task(self._retire(ticket, worker, stream, step))
            self._cleaning.add(cleaning)
            cleaning.add_done_callback(self._cleaning.discard)

    async def _retire(
        self,
        ticket: Ticket,
        worker: Worker,
        stream: Generator[Any, None, None],
        step: asyncio.Future[Any],
    ) -> None:
        """End what a worker still does, and let the next one have it."""
        while not step.done():
            await asyncio.to_thread(worker.kill)
            await asyncio.wait([step], timeout=_PATIENCE)
        step.exception()  # so that nobody complains that it was not looked at
        with suppress(Exception):
            await asyncio.to_thread(stream.close)
        await asyncio.to_thread(_make_ready, worker)
        self._idle.put_nowait(worker)
        self._turns.leave(ticket)


def _make_ready(worker: Worker) -> None:
    """Have a child that lives, and has imported what is likely to be needed."""
    with suppress(AspNonoError), closing(worker.run(prepare, Limits())) as events:
        for _ in events:
            pass  # if there can be no child, whoever has work for it is told


def _failed(error: Exception) -> Event:
    """The end of a job whose question was wrong, or whose answer is our mistake."""
    if isinstance(error, AspNonoError):
        return {"event": "error", **problem(error)}
    LOG.error("a job failed", exc_info=error)
    return {"event": "error", "message": mistake(error), "where": []}


def mistake(error: Exception) -> str:
    """What is said of an error that is ours."""
    return f"the studio made a mistake ({type(error).__name__}); the terminal tells more"
