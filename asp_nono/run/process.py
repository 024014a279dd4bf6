"""Child processes that can be killed at any time, from any thread, with all that they started."""

import os
import pickle
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from io import BytesIO
from pathlib import Path
from threading import Condition, Lock, Thread
from time import monotonic
from typing import IO, Any, Self, cast

import asp_nono
from asp_nono.run.limits import Cause, Stopped, StoppedError

ROOT = Path(asp_nono.__file__).parents[1]  # of the package: a checkout, or where it is installed
_LONGEST_LINE = 1 << 16  # longer lines of output are read in pieces
_TAIL = 4096  # how many of the last bytes of standard error are kept
_PATIENCE = 2.0  # seconds in which the pipes of a process that has ended are read to their end


def python_module(module: str) -> list[str]:
    """The command that runs a module in a fresh Python."""
    return [sys.executable, "-P", "-m", module]


def environment() -> dict[str, str]:
    """An environment in which Python finds our modules."""
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")])),
        "OPENBLAS_NUM_THREADS": "1",  # else numpy sets memory aside for every core
    }


class Scope:
    """Everything begun together, in one thread or several, that can be stopped together."""

    def __init__(self) -> None:
        self._stops: dict[object, Callable[[], None]] = {}
        self._lock = Lock()
        self._over = False

    @contextmanager
    def here(self) -> Iterator[None]:
        """Everything that this thread begins in the block belongs to this scope."""
        before = _CURRENT.set(self)
        try:
            yield
        finally:
            _CURRENT.reset(before)

    def add(self, key: object, stop: Callable[[], None]) -> None:
        """Call `stop` when this is stopped; StoppedError if it was stopped already."""
        with self._lock:
            if self._over:
                raise StoppedError(Stopped.at(Cause.CANCELLED))
            self._stops[key] = stop

    def remove(self, key: object) -> None:
        """Forget what was added."""
        self._stops.pop(key, None)

    def stop(self) -> None:
        """Stop what is running, and let nothing more begin; from any thread."""
        with self._lock:
            self._over = True
            stops = list(self._stops.values())
        for stop in stops:
            stop()


_CURRENT: ContextVar[Scope] = ContextVar("scope")


def current_scope() -> Scope:
    """The scope of this thread; one of its own if there is none."""
    return _CURRENT.get(None) or Scope()


class Late(Exception):  # noqa: N818 - it is no error
    """The process has not sent anything in time."""


def lines(pipe: IO[bytes], most: int = _LONGEST_LINE) -> bytes:
    """The next line of a pipe, or `most` bytes of it; EOFError at the end."""
    if line := pipe.readline(most):
        return line
    raise EOFError


_FORGET = "forget"  # what a writer sends when it no longer refers to what it has sent
_REMEMBERED = 1000  # the most objects in a row that may refer to each other


class PickleWriter:
    """Writes objects to a pipe for a `PickleReader`.

    Parts that were written before are not written again, so that the snapshots of a job, which
    share most of their parts, cost little. They must be immutable.
    """

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._start()

    def _start(self) -> None:
        self._made, self._number = BytesIO(), 0
        self._pickler = pickle.Pickler(self._made, pickle.HIGHEST_PROTOCOL)

    def write(self, value: object) -> None:
        """Write an object at once; what cannot be pickled leaves nothing half-written."""
        try:
            self._pickler.dump(value)
        except BaseException:
            self.forget()
            raise
        self._pipe.write(self._made.getvalue())
        self._pipe.flush()
        self._made.seek(0)
        self._made.truncate()
        self._number += 1
        if self._number == _REMEMBERED:
            self.forget()

    def forget(self) -> None:
        """Refer no more to what was written, and free its memory."""
        self._pipe.write(pickle.dumps(_FORGET))
        self._pipe.flush()
        self._start()


class PickleReader:
    """Reads what a `PickleWriter` in our own child writes; EOFError at the end."""

    def __init__(self) -> None:
        self._unpickler: pickle.Unpickler | None = None

    def __call__(self, pipe: IO[bytes]) -> object:
        """The next object."""
        while True:
            self._unpickler = self._unpickler or pickle.Unpickler(pipe)  # noqa: S301 - our own child
            value = self._unpickler.load()
            if value != _FORGET:
                return value
            self._unpickler = None


class Process:
    """A child process in a session of its own, so that Ctrl-C does not reach it.

    At the end of its `with` block it is gone. `read` reads one message from its standard output and
    raises EOFError at the end; up to `ahead` of them (0: any) may wait to be received before the
    process must wait. The end of its standard error is kept unless `errors` is false.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        read: Callable[[IO[bytes]], object] = lines,
        ahead: int = 0,
        errors: bool = True,
        **popen: Any,  # noqa: ANN401 - those of Popen
    ) -> None:
        pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
        pipes = {"stdin": pipe, "stdout": pipe, "stderr": pipe if errors else nothing}
        self._popen = subprocess.Popen(command, start_new_session=True, **{**pipes, **popen})  # noqa: S603 - the caller decides
        self._read, self._ahead = read, ahead
        self._messages: deque[Any] = deque()
        self._changed = Condition()
        self._closed = self._killed = self._reaped = False
        self._said = b""
        outputs = ((self._receive_all, self._popen.stdout), (self._remember, self._popen.stderr))
        self._readers = [
            Thread(target=listen, args=(output,), daemon=True)
            for listen, output in outputs
            if output
        ]
        for reader in self._readers:
            reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.end()

    def _receive_all(self, pipe: IO[bytes]) -> None:
        with pipe, suppress(Exception):  # however the pipe breaks, nobody is at the other end
            while not self._killed:
                message = self._read(pipe)
                with self._changed:
                    self._changed.wait_for(
                        lambda: self._killed or not 0 < self._ahead <= len(self._messages)
                    )
                    self._messages.append(message)
                    self._changed.notify_all()
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _remember(self, pipe: IO[bytes]) -> None:
        with pipe, suppress(OSError):
            while part := os.read(pipe.fileno(), _TAIL):
                self._said = (self._said + part)[-_TAIL:]

    def send(self, data: bytes) -> None:
        """Write to its standard input; OSError if it is gone."""
        pipe = cast("IO[bytes]", self._popen.stdin)
        try:
            pipe.write(data)
            pipe.flush()
        except ValueError:
            raise BrokenPipeError from None  # closed by another thread

    def receive(self, seconds: float | None = None) -> Any:  # noqa: ANN401 - as `read` gives them
        """The next message; EOFError if there are no more.

        Raises Late if none comes in time; also if there is no time and one is waiting.
        """
        with self._changed:
            ready = seconds is None or seconds > 0
            if not ready or not self._changed.wait_for(
                lambda: self._messages or self._closed or self._killed, seconds
            ):
                raise Late
            if self._killed or not self._messages:
                raise EOFError
            message = self._messages.popleft()
            self._changed.notify_all()
            return message

    def __iter__(self) -> Iterator[Any]:
        with suppress(EOFError):
            while True:
                yield self.receive()

    def kill(self) -> None:
        """Kill it and what it has started; a thread that waits for a message gets EOFError."""
        with self._changed:
            self._killed = True
            self._changed.notify_all()
        if self._reaped:
            return  # another process may have its number now
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._popen.pid, signal.SIGKILL)
            else:
                self._popen.kill()

    def end(self) -> None:
        """Kill it and wait until it is gone."""
        self.kill()
        if not self._reaped:
            self.wait()

    def wait(self) -> Any:  # noqa: ANN401 - an exit status, or what a subclass gives
        """Wait for its end: the exit status, or minus the number of the signal that killed it."""
        status = self._popen.wait()
        self.kill()  # what it has left behind
        self._reaped = True
        if self._popen.stdin:
            with suppress(OSError):
                self._popen.stdin.close()
        self._read_rest()
        return status

    def _read_rest(self) -> None:
        deadline = monotonic() + _PATIENCE
        for reader in self._readers:
            reader.join(max(0.0, deadline - monotonic()))

    def tail(self) -> str:
        """The end of what it wrote to standard error."""
        return self._said.decode(errors="replace")
