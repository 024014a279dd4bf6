"""Work on many puzzles: one after another or in several processes, with progress and a status."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

import click

from asp_nono.cli import BAD_INPUT, INTERRUPTED, UNDECIDED
from asp_nono.cli.inputs import Item, items
from asp_nono.cli.options import Which
from asp_nono.errors import AspNonoError
from asp_nono.files import paths
from asp_nono.run.limits import Limits

if TYPE_CHECKING:
    import queue
    from concurrent.futures import Future

    from asp_nono.solving.worker import Worker

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

_AHEAD = 4
"""How many puzzles for each job are read before they are worked on."""


@dataclass(slots=True)
class Status:
    """The exit status that the puzzles so far ask for; the gravest one wins."""

    bad_input: bool = False
    undecided: bool = False
    interrupted: bool = False

    def code(self) -> int:
        """0 when all is done, else 130, 2 or 3."""
        if self.interrupted:
            return INTERRUPTED
        return BAD_INPUT if self.bad_input else UNDECIDED if self.undecided else 0


class Progress:
    """A line on a terminal that says how many files are done; nothing elsewhere."""

    _WIDTH = 30

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0
        self._file = ""
        self._shown = total > 1 and sys.stderr.isatty()

    def reach(self, file: str) -> None:
        """Something of `file` is done, so all of the file before it is."""
        if self._file not in ("", file):
            self._done += 1
        self._file = file

    def show(self) -> None:
        """Draw the line."""
        if self._shown:
            full = self._WIDTH * self._done // self._total
            bar = "#" * full + "-" * (self._WIDTH - full)
            click.echo(f"\r[{bar}] {self._done}/{self._total} files", nl=False, err=True)

    def clear(self) -> None:
        """Make room for other output."""
        if self._shown:
            click.echo("\r\x1b[K", nl=False, err=True)


@dataclass(slots=True)
class Crew(Generic[T]):
    """Those who do the work.

    Attributes:
        work: What is done with a puzzle; the worker is None when this process does it.
        limits: If there are any, child processes do the work.
        jobs: How many puzzles are worked on at once.
    """

    work: Callable[[Item, Worker | None], T]
    limits: Limits
    jobs: int = 1
    _workers: list[Worker] = field(default_factory=list)

    def run(self, items: Iterator[Item]) -> Iterator[tuple[Item, T | AspNonoError]]:
        """Each item in order with what came of it, or with the error that kept it from coming."""
        if self.jobs == 1 and not self.limits:
            for item in items:
                yield item, self._attempt(item, None)
            return
        from asp_nono.solving.worker import Worker

        with ExitStack() as stack:
            self._workers = [stack.enter_context(Worker()) for _ in range(self.jobs)]
            if self.jobs > 1:
                yield from self._together(items)
                return
            for item in items:
                yield item, self._attempt(item, self._workers[0])

    def _together(self, items: Iterator[Item]) -> Iterator[tuple[Item, T | AspNonoError]]:
        from concurrent.futures import ThreadPoolExecutor
        from queue import SimpleQueue

        free: SimpleQueue[Worker] = SimpleQueue()
        for worker in self._workers:
            free.put(worker)
        waiting: deque[tuple[Item, Future[T | AspNonoError]]] = deque()
        with ThreadPoolExecutor(self.jobs) as pool:
            try:
                for item in items:
                    waiting.append((item, pool.submit(self._borrow, item, free)))
                    while waiting[0][1].done() or len(waiting) > _AHEAD * self.jobs:
                        yield _next(waiting)
                        if not waiting:
                            break
                while waiting:
                    yield _next(waiting)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                for worker in self._workers:
                    worker.close()
                raise

    def _borrow(self, item: Item, free: queue.SimpleQueue[Worker]) -> T | AspNonoError:
        worker = free.get()
        try:
            return self._attempt(item, worker)
        finally:
            free.put(worker)

    def _attempt(self, item: Item, worker: Worker | None) -> T | AspNonoError:
        if item.error:
            return item.error
        try:
            return self.work(item, worker)
        except AspNonoError as error:
            return error


def _next(waiting: deque[tuple[Item, Future[T]]]) -> tuple[Item, T]:
    item, future = waiting.popleft()
    return item, future.result()


class Runner(Protocol[T_co]):
    """Whoever can work on puzzles; see `Crew.run`."""

    def run(self, items: Iterator[Item]) -> Iterator[tuple[Item, T_co | AspNonoError]]:
        """Each item in order with what came of it, or with the error that kept it from coming."""


def outcomes(
    crew: Runner[T], files: Sequence[str], which: Which
) -> Iterator[tuple[Item, T | AspNonoError]]:
    """What comes of every puzzle of `files`, in order, with a progress line on a terminal.

    Args:
        crew: Who does the work.
        files: Files and folders.
        which: Which puzzles of them.
    """
    found = paths(files)
    progress = Progress(len(found))
    progress.show()
    try:
        for item, outcome in crew.run(items(found, which)):
            progress.reach(item.file)
            progress.clear()
            yield item, outcome
            progress.show()
    finally:
        progress.clear()
