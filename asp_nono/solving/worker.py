"""The killable child process that makes limits hold.

clingo's own time limit does not cover grounding, and nothing in clingo bounds memory. So limited
work runs in a child process: the same search, its events sent home as they come. When the time is
up the child is killed; what it had sent is kept.
"""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
from collections.abc import Generator
from tempfile import TemporaryFile
from threading import Thread
from time import monotonic
from types import TracebackType
from typing import IO, Self, cast

from asp_nono.solving.limits import Limits, Stopped
from asp_nono.solving.search import Event, Task


class Worker:
    """A child process that searches, one task after another, and can be killed at any time.

    To be used in a `with` block, at whose end the child is gone. A child that was killed is
    replaced when the next task comes.
    """

    def __init__(self) -> None:
        self._child: subprocess.Popen[bytes] | None = None
        self._errors: IO[bytes] | None = None
        self._inbox: queue.SimpleQueue[object] = queue.SimpleQueue()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    def kill(self) -> None:
        """End the child at once."""
        if self._child:
            self._child.kill()
            self._child.wait()
            for pipe in (self._child.stdin, self._child.stdout):
                if pipe:
                    pipe.close()
            self._child = None
        if self._errors:
            self._errors.close()
            self._errors = None

    def run(self, task: Task, limits: Limits) -> Generator[Event | Stopped, None, None]:
        """The events of the search for `task`; the last one is Stopped if a limit cut it short.

        Raises:
            AspNonoError: What the search raises.
        """
        deadline = None if limits.seconds is None else monotonic() + limits.seconds
        self._send((task, limits.megabytes))
        finished = False
        try:
            while not finished:
                event = self._receive(deadline)
                if event is None:
                    finished = True
                elif isinstance(event, BaseException):
                    finished = True
                    raise event
                elif isinstance(event, _Gone):
                    yield Stopped(self._death(limits))
                    return
                elif isinstance(event, _Late):
                    yield Stopped(f"time limit of {limits.seconds:g} s")
                    return
                else:
                    yield cast("Event | Stopped", event)
        finally:
            if not finished:
                self.kill()

    def _send(self, message: object) -> None:
        if self._child is None or self._child.poll() is not None:
            self.kill()
            self._errors = TemporaryFile()  # noqa: SIM115 - kept as long as the child
            self._child, self._inbox = _start(self._errors)
        pickle.dump(message, cast("IO[bytes]", self._child.stdin), pickle.HIGHEST_PROTOCOL)
        cast("IO[bytes]", self._child.stdin).flush()

    def _receive(self, deadline: float | None) -> object:
        try:
            if deadline is None:
                return self._inbox.get()
            return self._inbox.get(timeout=max(0.0, deadline - monotonic()))
        except queue.Empty:
            return _Late()

    def _death(self, limits: Limits) -> str:
        """Why the child is gone: memory, if that was limited; else what it said last."""
        if limits.megabytes is not None or not self._child or not self._errors:
            return f"memory limit of {limits.megabytes} MiB"
        code = self._child.wait()
        self._errors.seek(0)
        words = self._errors.read().decode(errors="replace").split("\n")
        last = next((line for line in reversed(words) if line.strip()), "no message")
        return f"the search process died with exit status {code}: {last}"


class _Gone:
    """The child has died."""


class _Late:
    """The time is up."""


def _start(errors: IO[bytes]) -> tuple[subprocess.Popen[bytes], queue.SimpleQueue[object]]:
    """A new child, in a session of its own so that Ctrl-C does not reach it, and its inbox."""
    child = subprocess.Popen(
        [sys.executable, "-m", "asp_nono.solving.child"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        start_new_session=True,
    )
    inbox: queue.SimpleQueue[object] = queue.SimpleQueue()
    Thread(target=_listen, args=(child.stdout, inbox), daemon=True).start()
    return child, inbox


def _listen(pipe: IO[bytes], inbox: queue.SimpleQueue[object]) -> None:
    try:
        while True:
            inbox.put(pickle.load(pipe))  # noqa: S301 - the other end is our own child
    except Exception:  # noqa: BLE001 - however the pipe breaks, nobody is at the other end
        inbox.put(_Gone())
