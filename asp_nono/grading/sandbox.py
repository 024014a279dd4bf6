"""The sandbox: a process that can be killed at any time, in which submissions run.

Its other end, `child.py`, cannot open, write or start anything; what comes back is read as lines of
JSON and bounded.
"""

import json
import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, Self

from asp_nono.grading.submission import Submission
from asp_nono.messages import AspNonoError, EncodingError, Message, message_of, together
from asp_nono.run.limits import Cause, Limits, Stopped, StoppedError
from asp_nono.run.process import ROOT, Late, Process, lines, python_module

_START = 60.0  # seconds that the process may take to start
PATIENCE = 10.0  # the seconds that a job may take for each second of CPU time
_TOLERATED = {"delete files", "become root"}  # what only Linux, or only its root, can prevent
_LEAST = 0.01  # seconds of CPU time that a job gets at least
_MAX_BYTES = 32 << 20  # the size of an answer
_UNLOADED = 127  # the exit status where the memory is too small for a library to be loaded


class Clock:
    """CPU time for one or several jobs: `seconds` altogether."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.used = 0.0
        self.began = monotonic()

    @property
    def left(self) -> float:
        """The seconds that are left."""
        return max(0.0, self.seconds - self.used)

    @contextmanager
    def part(self, most: float) -> Iterator["Clock"]:
        """A clock of at most `most` seconds for some jobs; what they use is used here, too."""
        own = Clock(min(most, self.left))
        try:
            yield own
        finally:
            self.used += own.used


class GraderError(AspNonoError):
    """The grader itself has failed: a bug, or a system that cannot run submissions safely."""


class RefusedError(AspNonoError):
    """A program cannot be run: `reason`, and the place in its text, 0 if none is known."""

    def __init__(self, reason: str | Message, line: int = 0, column: int = 0) -> None:
        super().__init__(reason)
        self.line, self.column = line, column

    def placed(self, submission: Submission) -> Message:
        """The reason behind its place in the files of a submission."""
        return together((submission.place(self.line, self.column).named, self.reason))


@contextmanager
def placed_in(submission: Submission) -> Iterator[None]:
    """Turn a RefusedError raised here into an EncodingError with its place in a submission."""
    try:
        yield
    except RefusedError as refused:
        place = submission.place(refused.line, refused.column)
        raise EncodingError(
            submission.name,
            refused.reason,
            line=place.line,
            place=place.named,
            character=place.column or None,
        ) from None


class Sandbox:
    """Runs submissions, inside a `with` block, within a memory limit in MiB; POSIX systems only.

    Jobs have limits on CPU time. Wall-clock time is limited to `patience` times as much, for
    machines that have other work.
    """

    def __init__(self, megabytes: int, patience: float = PATIENCE) -> None:
        if os.name != "posix":
            raise GraderError("grading runs untrusted programs, which needs a POSIX system")
        self._megabytes, self._patience = megabytes, patience
        self._process: Process | None = None
        self.holes: tuple[str, ...] = ()  # what a submission could do if it broke out of clingo
        self._folder: TemporaryDirectory[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.kill()

    def ask(self, job: dict[str, Any], time: float | Clock) -> dict[str, Any]:
        """Do a job (`child.py` has the list) in `time` CPU seconds, or within a shared clock.

        Raises:
            RefusedError: If the program cannot be run.
            StoppedError: If a limit is reached: the process is killed, and the next job gets a
                new one.
            GraderError: If the process has failed for a reason of ours.
        """
        clock, before = time if isinstance(time, Clock) else Clock(time), monotonic()
        longest = clock.seconds * self._patience
        limits = Limits(longest, self._megabytes, cpu_seconds=clock.seconds)
        process = self._process or self.start()
        clock.began += monotonic() - before  # to start it is no part of the job
        try:
            order = {**job, "seconds": max(_LEAST, clock.left)}
            process.send(json.dumps(order).encode() + b"\n")
            answer = _received(process, max(0.0, clock.began + longest - monotonic()))
            clock.used += answer.pop("cpu")
        except (Late, EOFError, OSError, StoppedError) as error:
            stopped = _end(process, error, limits)
            clock.used = clock.seconds
            self.kill()
            raise StoppedError(stopped) from None
        if "out_of_memory" in answer:
            self.kill()
            raise StoppedError(Stopped.at(Cause.MEMORY, limits))
        if "failed" in answer:
            raise GraderError("the grader has failed: {error}", error=str(answer["failed"]))
        if "refused" in answer:
            reason = message_of(answer["refused"])
            raise RefusedError(reason, int(answer["line"]), int(answer["column"]))
        return answer

    def inspect(
        self,
        submission: Submission,
        seconds: float,
        colored: Mapping[str, int] | None = None,
        *,
        optimizing: bool = False,
        kinds: Mapping[str, Sequence[str]] | None = None,
    ) -> dict[str, Any]:
        """The contents of a program (see `child.inspect`); RefusedError if it may not be run."""
        job = {"do": "inspect", "text": submission.text, "optimizing": optimizing, "kinds": kinds}
        job |= {"colored": dict(colored or {})}
        try:
            return self.ask(job, seconds)
        except StoppedError as error:
            reason = Message("clingo cannot parse it: {limit}", limit=error.stopped.message)
            raise RefusedError(reason) from None

    def toml(self, text: str, seconds: float) -> dict[str, Any]:
        """The table of a TOML file that is not trusted; a ValueError says why it is none."""
        try:
            table: dict[str, Any] = self.ask({"do": "toml", "text": text}, seconds)["table"]
        except (RefusedError, StoppedError) as error:
            raise ValueError(str(error)) from None
        return table

    def kill(self) -> None:
        """End the process, and whatever it might have started, at once."""
        process, self._process = self._process, None
        if process:
            process.end()
        if self._folder:
            self._folder.cleanup()
            self._folder = None

    def start(self) -> Process:
        """Start the process; GraderError if it cannot be locked down."""
        self._folder = TemporaryDirectory()
        self._process = process = Process(
            python_module("asp_nono.grading.child"),
            read=partial(lines, most=_MAX_BYTES + 1),
            ahead=1,
            cwd=self._folder.name,
            env={"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
            errors=False,
        )
        with suppress(Late, EOFError, OSError, StoppedError):
            process.send(json.dumps({"megabytes": self._megabytes}).encode() + b"\n")
            self.holes = tuple(_received(process, _START)["holes"])
            if set(self.holes) <= _TOLERATED:
                return process
        self.kill()
        if self.holes:
            can = " and ".join(self.holes)
            raise GraderError("submissions cannot be run safely here: they could {do}", do=can)
        raise GraderError("the process for submissions does not start")


def _received(process: Process, seconds: float) -> dict[str, Any]:
    """The next answer."""
    line: bytes = process.receive(seconds)
    if len(line) > _MAX_BYTES:
        limit = Message("output limit of {megabytes} MiB", megabytes=_MAX_BYTES >> 20)
        raise StoppedError(Stopped(Cause.CRASHED, limit))
    if not line.endswith(b"\n"):
        raise EOFError
    answer: dict[str, Any] = json.loads(line)
    return answer


def _end(process: Process, error: Exception, limits: Limits) -> Stopped:
    """The reason why a job ended without an answer."""
    if isinstance(error, StoppedError):
        return error.stopped
    if isinstance(error, Late):
        return Stopped.at(Cause.TIME, limits)
    status = process.wait()
    if -status in (signal.SIGPROF, signal.SIGXCPU):
        return Stopped.at(Cause.CPU, limits)
    if status == -signal.SIGFPE:
        broken = Message("clingo broke down over a division, as of -2147483648 by -1,")
        return Stopped(Cause.CRASHED, broken)
    if status == _UNLOADED:
        return Stopped.at(Cause.MEMORY, limits)
    return Stopped.by_death(status, None, limits, what=Message("its process"))
