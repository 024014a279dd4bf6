"""Programs run one at a time, watched, limited and measured by the launcher."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from threading import Lock, Thread
from time import monotonic
from types import TracebackType
from typing import IO, TYPE_CHECKING, Self

import asp_nono
from asp_nono.errors import AspNonoError
from asp_nono.lab import launch
from asp_nono.run.limits import Limits

if TYPE_CHECKING:
    from asp_nono.lab.cgroups import Group

ROOT = Path(asp_nono.__file__).parents[1]
"""Where asp-nono lies: in a checkout, or where it is installed and compiled."""

_LONGEST_LINE = 1 << 16
"""Lines of output that are longer come in pieces."""

_TAIL = 4096
"""So many of the last bytes of what a program says on standard error are kept."""

_PATIENCE = 2.0
"""Seconds in which the pipes of a program that has ended are drained."""


def ours(module: str, *words: str) -> list[str]:
    """The command that runs a module of ours in a fresh Python."""
    return [sys.executable, "-P", "-m", module, *words]


def environment(*more: Path) -> dict[str, str]:
    """What a Python needs to find our modules, and those in other folders."""
    paths = [str(ROOT), *map(str, more), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


@dataclass(frozen=True, slots=True)
class Usage:
    """What a process took, and how it ended.

    Attributes:
        status: The exit status, or minus the number of the signal that killed it.
        cpu: User and system seconds, its own and those of the children that it has waited for.
        wall: Seconds from its start to its end.
        peak: Peak resident memory in bytes, the largest of it and its children.
        ended: How it ended, a word of `launch`: by itself, or what ended it.
    """

    status: int
    cpu: float
    wall: float
    peak: int
    ended: str = launch.BY_ITSELF

    @property
    def late(self) -> bool:
        """Whether the time limit ended it."""
        return self.ended == launch.TIME_LIMIT


class Late(Exception):  # noqa: N818 - it is no error
    """The program has said nothing in time."""


class Process:
    """A program while it runs; to be used in a `with` block, at whose end it is gone.

    Args:
        words: The program and its arguments.
        limits: Held from outside: the time is that of the whole process, the memory that of each
            of its processes, or of all together where there is a control group.
        cpu_seconds: The CPU time of all its processes.
        group: The control group to start it in; its memory limit holds instead of `limits`.
        say: What it finds on standard input.
        listen: Whether its standard output is wanted.
        environment: Its environment; ours when left out.
    """

    def __init__(
        self,
        words: Sequence[str],
        limits: Limits,
        *,
        cpu_seconds: float | None = None,
        group: Group | None = None,
        say: str = "",
        listen: bool = True,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.command = list(words)
        self._usage: Usage | None = None
        self._lock = Lock()
        self._over = False
        self._group = group
        self._report, channel = os.pipe()
        control, self._control = os.pipe()
        bounds = [limits.seconds or 0, cpu_seconds or 0, limits.megabytes or 0]
        places = [group.inside, group.outside] if group else [launch.NO_GROUP] * 2
        order = [*map(str, (channel, control, *bounds, *places)), *words]
        self._launcher = _launcher(order, (channel, control), say, environment, listen=listen)
        os.close(channel)
        os.close(control)
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._tail: deque[int] = deque(maxlen=_TAIL)
        self._readers = [
            Thread(target=read, args=(pipe,), daemon=True)
            for read, pipe in (
                (self._hear, self._launcher.stdout),
                (self._remember, self._launcher.stderr),
            )
            if pipe
        ]
        for reader in self._readers:
            reader.start()

    def _hear(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError):  # the pipe is closed when nobody listens any more
            while line := pipe.readline(_LONGEST_LINE):
                self._lines.put(line)
        self._lines.put(b"")

    def _remember(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while part := os.read(pipe.fileno(), _TAIL):
                self._tail.extend(part)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if not self._over:
            self.stop()

    def receive(self, seconds: float | None = None) -> bytes:
        """The next line of its output; empty when there are no more.

        Raises:
            Late: If none comes within so many seconds.
        """
        try:
            return self._lines.get(timeout=seconds)
        except queue.Empty:
            raise Late from None

    def end(self) -> None:
        """Have what is still running killed; whoever waits for the end need wait no longer."""
        with self._lock:
            if self._control >= 0:
                os.close(self._control)
                self._control = -1

    def stop(self) -> Usage:
        """Kill what is still running, and wait for the end."""
        self.end()
        return self.wait()

    def wait(self) -> Usage:
        """Wait for the end.

        Raises:
            AspNonoError: If the program cannot be started.
        """
        if self._usage is None:
            with open(self._report, "rb", closefd=False) as report:
                words = report.read().decode().split()
            self._let_go()
            self._usage = self._read(words)
        return self._usage

    def _let_go(self) -> None:
        self._over = True
        deadline = monotonic() + _PATIENCE
        self._launcher.wait()
        if self._group:
            self._group.clear()  # whoever is left there may hold the pipes
        for reader in self._readers:
            reader.join(max(0.0, deadline - monotonic()))
        for pipe in (self._launcher.stdout, self._launcher.stderr):
            if pipe and not any(reader.is_alive() for reader in self._readers):
                pipe.close()
        os.close(self._report)
        self.end()

    def _read(self, report: Sequence[str]) -> Usage:
        if not report:
            raise AspNonoError(f"{self.command[0]} could not be measured: {self.last_words()}")
        status, cpu, wall, peak, why = report
        if why == launch.NEVER_STARTED:
            raise AspNonoError(f"{self.command[0]} cannot be started: {os.strerror(int(status))}")
        return Usage(int(status), float(cpu), float(wall), int(peak), why)

    def last_words(self) -> str:
        """The last line that it wrote to standard error."""
        lines = bytes(self._tail).decode(errors="replace").splitlines()
        return next((line.strip() for line in reversed(lines) if line.strip()), "no message")


def _launcher(
    order: Sequence[str],
    ends: tuple[int, int],
    say: str,
    environment: Mapping[str, str] | None,
    *,
    listen: bool,
) -> subprocess.Popen[bytes]:
    """The launcher on its way, with an order and its ends of the two pipes."""
    with TemporaryFile() as stdin:
        stdin.write(say.encode())
        stdin.seek(0)
        return subprocess.Popen(
            [sys.executable, "-I", "-S", launch.__file__, *order],
            stdin=stdin,
            stdout=subprocess.PIPE if listen else subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            pass_fds=ends,
            env=environment,
            start_new_session=True,
        )


def smallest_peak() -> int:
    """The least peak memory in bytes that can be seen: that of a program that does nothing."""
    with Process(["true"], Limits(), listen=False) as process:
        return process.wait().peak


def starved(last_words: str) -> bool:
    """Whether the last words of a process are those of one that was denied memory."""
    from asp_nono.run.limits import out_of_memory

    return "MemoryError" in last_words or out_of_memory(OSError(last_words))


def death(usage: Usage, last_words: str) -> str:
    """How a process ended that should not have ended so, in words."""
    how = f"signal {-usage.status}" if usage.status < 0 else f"exit status {usage.status}"
    return f"{how}: {last_words}"


def ending(usage: Usage, limits: Limits, last_words: str) -> str:
    """Why a process ended before its work was done."""
    if usage.late:
        return f"time limit of {limits.seconds:g} s"
    if limits.megabytes and starved(last_words):
        return f"memory limit of {limits.megabytes} MiB"
    return death(usage, last_words)
