"""The sandbox: a process that can be killed at any time, in which submissions run.

It differs from `solving.worker` in what it trusts: the process cannot open, write or start
anything, and what comes back is read as JSON and bounded.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from types import TracebackType
from typing import IO, Any, Self, cast

from asp_nono.errors import AspNonoError
from asp_nono.run.limits import Cause, Limits, Stopped

_START = 60.0
"""Seconds that the process may take to start."""

_MOST_BYTES = 32 << 20
"""An answer has no more bytes."""

_CHUNK = 1 << 16
_STARVED = (-signal.SIGABRT, -signal.SIGSEGV, -signal.SIGKILL)


class Clock:
    """Wall-clock time for one or several pieces of work.

    Attributes:
        seconds: All of it.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = monotonic() + seconds

    @property
    def left(self) -> float:
        """The seconds that are left."""
        return max(0.0, self._end - monotonic())


@dataclass(frozen=True, slots=True)
class Refused:
    """The program cannot be run: `reason`, and the line of its text, 0 if none is known."""

    reason: str
    line: int = 0


class Sandbox:
    """Runs programs of strangers, to be used in a `with` block.

    Args:
        megabytes: Memory that the process may use, in MiB.

    Raises:
        AspNonoError: If this system has no limits that a process could set itself.
    """

    def __init__(self, megabytes: int) -> None:
        if os.name != "posix":
            raise AspNonoError("grading runs strangers' programs and needs a POSIX system for that")
        self._megabytes = megabytes
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: TemporaryDirectory[str] | None = None
        self._rest = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    def ask(self, job: dict[str, Any], time: float | Clock) -> dict[str, Any] | Refused | Stopped:
        """Have a piece of work done.

        Args:
            job: The work (`child.py` says which there is).
            time: The seconds that it may take, or a clock that it shares with other work. After
                that the process is killed, and the next piece of work gets a new one.
        """
        whole = time.seconds if isinstance(time, Clock) else time
        left = Clock(time.left if isinstance(time, Clock) else time)
        pipe = self._living()
        try:
            pipe.write(json.dumps({**job, "seconds": left.seconds}).encode() + b"\n")
            pipe.flush()
        except OSError:
            return self._death()
        answer = self._receive(left, f"time limit of {whole:g} s")
        if isinstance(answer, Stopped):
            return answer
        if "refused" in answer:
            number = str(answer["place"]).removeprefix("line ")
            return Refused(str(answer["refused"]), int(number) if number.isdecimal() else 0)
        if "out_of_memory" in answer:
            self.kill()
            return self._out_of_memory()
        return answer

    def kill(self) -> None:
        """End the process, and whatever it might have started, at once."""
        process, self._process = self._process, None
        self._rest = b""
        if process:
            with suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe:
                    with suppress(OSError):
                        pipe.close()
        if self._folder:
            self._folder.cleanup()
            self._folder = None

    def _living(self) -> IO[bytes]:
        if self._process is None:
            self._folder = TemporaryDirectory()
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "asp_nono.grading.child"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=self._folder.name,
                env={"PYTHONPATH": str(Path(__file__).parents[2]), "PYTHONUTF8": "1"},
                start_new_session=True,
            )
            pipe = cast("IO[bytes]", self._process.stdin)
            pipe.write(json.dumps({"megabytes": self._megabytes}).encode() + b"\n")
            pipe.flush()
            if isinstance(self._receive(Clock(_START), "time"), Stopped):
                raise AspNonoError("the process for submissions does not start")
        return cast("IO[bytes]", self._process.stdin)

    def _receive(self, clock: Clock, limit: str) -> dict[str, Any] | Stopped:
        """The next answer, or what kept it from coming."""
        process = cast("subprocess.Popen[bytes]", self._process)
        pipe = cast("IO[bytes]", process.stdout).fileno()
        parts = [self._rest]
        size = len(self._rest)
        while b"\n" not in parts[-1]:
            left = clock.left
            if not left or not select.select([pipe], [], [], left)[0]:
                self.kill()
                return Stopped(Cause.TIME, limit)
            part = os.read(pipe, _CHUNK)
            if not part:
                return self._death()
            parts.append(part)
            size += len(part)
            if size > _MOST_BYTES:
                self.kill()
                return Stopped(Cause.CRASHED, f"output limit of {_MOST_BYTES >> 20} MiB")
        line, _, self._rest = b"".join(parts).partition(b"\n")
        return cast("dict[str, Any]", json.loads(line))

    def _death(self) -> Stopped:
        code = self._process.wait() if self._process else 0
        self.kill()
        if code in _STARVED:
            return self._out_of_memory()
        if code == -signal.SIGXCPU:
            return Stopped(Cause.CPU, "limit on CPU time")
        if code == -signal.SIGFPE:
            reason = "clingo broke down over a division, as of -2147483648 by -1,"
            return Stopped(Cause.CRASHED, reason)
        return Stopped(Cause.CRASHED, f"its process died (exit status {code})")

    def _out_of_memory(self) -> Stopped:
        return Stopped.at(Cause.MEMORY, Limits(megabytes=self._megabytes))
