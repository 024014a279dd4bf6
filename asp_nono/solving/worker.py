"""The killable child process that makes limits hold.

clingo's own time limit does not cover grounding, and nothing in clingo bounds memory. So limited
work runs in a child process, and its events are sent home as they come. When the time is
up the child is killed; what it had sent is kept.
"""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryFile
from threading import Event as Flag
from threading import Thread
from time import monotonic
from types import TracebackType
from typing import IO, Self, TypeVar, cast

from asp_nono.errors import AspNonoError
from asp_nono.solving.events import Begun
from asp_nono.solving.limits import Limits, Stopped

T = TypeVar("T")

READY = "ready"
"""What a child says first."""

_START = 60.0
"""Seconds that a child may take to start."""

_AHEAD = 16
"""So many events wait at most for a parent that is slow to take them."""

_KILLED = (-6, -9, -11)
"""Exit status of processes that the system, or clingo itself, ends for want of memory."""

_STARVED = ("bad_alloc", "MemoryError", "cannot allocate memory")
"""What C++, Python and the C library say last for want of memory."""


class Worker:
    """A child process that works, on one task after another, and can be killed at any time.

    To be used in a `with` block, at whose end the child is gone. A child that was killed is
    replaced when the next task comes.
    """

    def __init__(self) -> None:
        self._child: _Child | None = None
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def closed(self) -> bool:
        """Whether it takes no more tasks."""
        return self._closed

    def close(self) -> None:
        """End the child at once and take no more tasks."""
        self._closed = True
        self.kill()

    def run(
        self, work: Callable[[], Iterator[T]], limits: Limits
    ) -> Generator[T | Begun | Stopped, None, None]:
        """The events of some work; the last one is Stopped if a limit cut it short.

        The time limit counts from when the child is ready to work.

        Args:
            work: Gives the events; it is called in the child, and pickled for the way.
            limits: What it may take.

        Raises:
            AspNonoError: What the work raises; or if no child can be started.
        """
        child = self._hand_over((work, limits.megabytes))
        deadline = None if limits.seconds is None else monotonic() + limits.seconds
        finished = False
        try:
            yield Begun()
            while not finished:
                event = child.receive(deadline)
                if event is None:
                    finished = True
                elif isinstance(event, BaseException):
                    finished = True
                    raise event
                elif isinstance(event, _Gone):
                    yield Stopped(child.death(limits))
                    return
                elif isinstance(event, _Late):
                    yield Stopped(f"time limit of {limits.seconds:g} s")
                    return
                else:
                    yield cast("T | Stopped", event)
        finally:
            if not finished:
                self.kill()

    def _hand_over(self, message: object) -> _Child:
        """Give a task to a child that lives: one that died meanwhile is replaced."""
        child = self._living()
        try:
            child.send(message)
        except OSError:
            self.kill()
            child = self._living()
            child.send(message)
        return child

    def _living(self) -> _Child:
        if self._closed:
            raise AspNonoError("the work was stopped")
        child = self._child
        if child is None:
            child = self._child = _Child()
            if child.receive(monotonic() + _START) != READY:
                words = child.last_words()
                self.kill()
                raise AspNonoError(f"the search process does not start: {words}")
        if self._closed:  # meanwhile, by another thread
            child.end()
            raise AspNonoError("the work was stopped")
        return child

    def kill(self) -> None:
        """End the child at once; the next task gets another."""
        child, self._child = self._child, None
        if child:
            child.end()


def in_child(
    work: Callable[[], Iterator[T]], limits: Limits, worker: Worker | None
) -> Generator[T | Begun | Stopped, None, None]:
    """The events of some work done by `worker`, or by a child of its own: see `Worker.run`."""
    if worker:
        yield from worker.run(work, limits)
        return
    with Worker() as child:
        yield from child.run(work, limits)


def at_work(work: Callable[[], Iterator[T]], limits: Limits) -> Generator[T | Stopped, None, None]:
    """The events of some work, and Stopped at a limit: in a child process if there are limits.

    Raises:
        AspNonoError: What the work raises; or if no child can be started.
    """
    if not limits:
        yield from work()
        return
    with closing(in_child(work, limits, None)) as events:
        for event in events:
            if not isinstance(event, Begun):
                yield event


class _Gone:
    """The child has died."""


class _Late:
    """The time is up."""


class _Child:
    """The process, in a session of its own so that Ctrl-C does not reach it, and its inbox."""

    def __init__(self) -> None:
        package = str(Path(__file__).parents[2])
        paths = [package, os.environ.get("PYTHONPATH", "")]
        self._errors = TemporaryFile()  # noqa: SIM115 - kept as long as the child
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "asp_nono.solving.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(filter(None, paths)),
                "OPENBLAS_NUM_THREADS": "1",  # else numpy sets memory aside for every core
            },
            start_new_session=True,
        )
        self._inbox: queue.Queue[object] = queue.Queue(_AHEAD)
        self._over = Flag()
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        try:
            while not self._over.is_set():
                event = pickle.load(cast("IO[bytes]", self._process.stdout))  # noqa: S301 - our own
                self._put(event)
        except Exception:  # noqa: BLE001 - however the pipe breaks, nobody is at the other end
            self._put(_Gone())

    def _put(self, event: object) -> None:
        """Wait for room in the inbox, unless nobody reads it any more."""
        while not self._over.is_set():
            try:
                self._inbox.put(event, timeout=0.2)
            except queue.Full:
                continue
            return

    def send(self, message: object) -> None:
        """Hand over a task.

        Raises:
            OSError: If the child is gone.
        """
        pipe = cast("IO[bytes]", self._process.stdin)
        pickle.dump(message, pipe, pickle.HIGHEST_PROTOCOL)
        pipe.flush()

    def receive(self, deadline: float | None) -> object:
        """The next event; _Late from the deadline on, whatever is still waiting."""
        if deadline is None:
            return self._inbox.get()
        left = deadline - monotonic()
        try:
            return self._inbox.get(timeout=left) if left > 0 else _Late()
        except queue.Empty:
            return _Late()

    def death(self, limits: Limits) -> str:
        """Why the child is gone: for want of memory, or what it said last."""
        code, said = self._process.wait(), self._said()
        starved = code in _KILLED or any(sign in said for sign in _STARVED)
        if limits.megabytes is not None and starved:
            return f"memory limit of {limits.megabytes} MiB"
        return f"the search process died with exit status {code}: {self.last_words()}"

    def last_words(self) -> str:
        """The last line that the child wrote to standard error."""
        lines = self._said().split("\n")
        return next((line for line in reversed(lines) if line.strip()), "no message")

    def _said(self) -> str:
        """What the child wrote to standard error."""
        if self._errors.closed:
            return ""
        self._errors.seek(0)
        return self._errors.read().decode(errors="replace")

    def end(self) -> None:
        """Kill the process, tell whoever waits for it, and let go of everything."""
        self._over.set()
        self._process.kill()
        self._process.wait()
        with suppress(queue.Empty):
            while True:
                self._inbox.get_nowait()
        self._inbox.put(_Gone())
        for pipe in (self._process.stdin, self._process.stdout, self._errors):
            if pipe:
                with suppress(OSError):
                    pipe.close()
