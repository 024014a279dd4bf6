"""Limits on a job, and the one place that decides and words how a job was stopped."""

import signal
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self

from asp_nono.messages import AspNonoError, Message, verbatim

_OUT_OF_MEMORY = (
    *("bad_alloc", "MemoryError", "cannot allocate memory", "Cannot allocate memory"),
    *("can't start new thread", "Resource temporarily unavailable", "failed to map segment"),
    *("without exception set", "without setting an exception"),
)  # what C++, Python (the last two: none for an error), the C library, the loader and clingo say

_KILLED = {-6, -9, -11}  # exit statuses when memory runs out: aborted, killed, crashed
SEARCH_PROCESS = Message("the search process")
_EARLY, _EARLIEST = 0.05, 0.5  # the share, and the seconds at most, by which such a job ends early


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a job may use; None for no limit.

    Attributes:
        seconds: Wall-clock time of the whole job.
        megabytes: Memory of the process that runs it, in MiB.
        cpu_seconds: CPU time.
    """

    seconds: float | None = None
    megabytes: int | None = None
    cpu_seconds: float | None = None

    def __bool__(self) -> bool:
        return (self.seconds, self.megabytes, self.cpu_seconds) != (None, None, None)

    def data_bytes(self, without: int) -> int:
        """The memory that a job may fill with data: half of the limit, `without` one that much."""
        return without if self.megabytes is None else (self.megabytes << 20) // 2


class Cause(StrEnum):
    """The reason why a job was stopped."""

    TIME = "time"  #: the limit on time
    MEMORY = "memory"  #: the limit on memory, or no memory was left
    CPU = "cpu"  #: the limit on CPU time
    CANCELLED = "cancelled"  #: who asked for the job needs it no longer
    INTERRUPTED = "interrupted"  #: Ctrl-C
    CRASHED = "crashed"  #: its process died


@dataclass(frozen=True, slots=True)
class Stopped:
    """A job was stopped before its end.

    Attributes:
        cause: What stopped the job.
        message: The same in words.
        seconds: How long the job had run.
    """

    cause: Cause
    message: Message
    seconds: float = field(default=0.0, compare=False)

    @property
    def reason(self) -> str:
        """The message as text."""
        return str(self.message)

    @classmethod
    def at(cls, cause: Cause, limits: Limits | None = None, seconds: float = 0.0) -> Self:
        """A job was stopped; the message names the limit."""
        limits, message = limits or Limits(), Message(str(cause))
        match cause:
            case Cause.TIME if limits.seconds is not None:
                message = Message("time limit of {seconds} s", seconds=f"{limits.seconds:g}")
            case Cause.CPU if limits.cpu_seconds is not None:
                most = f"{limits.cpu_seconds:g}"
                message = Message("CPU time limit of {seconds} s", seconds=most)
            case Cause.MEMORY if limits.megabytes is not None:
                message = Message("memory limit of {megabytes} MiB", megabytes=limits.megabytes)
            case Cause.MEMORY:
                message = Message("out of memory")
        return cls(cause, message, seconds)

    @classmethod
    def by_death(
        cls, status: int, said: str | None, limits: Limits, what: Message = SEARCH_PROCESS
    ) -> Self:
        """A process (`what`) died with an exit status, or minus the number of a signal.

        `said` is the end of its standard error, None if that was not kept.
        """
        starved = status in _KILLED or out_of_memory(said or "")
        if limits.megabytes is not None and starved:
            return cls.at(Cause.MEMORY, limits)
        if limits.cpu_seconds is not None and -status == getattr(signal, "SIGXCPU", None):
            return cls.at(Cause.CPU, limits)
        if said is None:
            died = Message("{process} died (exit status {status})", process=what, status=status)
        else:
            died = Message(
                "{process} died with exit status {status}: {error}",
                process=what,
                status=status,
                error=last_line(said),
            )
        return cls(Cause.CRASHED, died)

    @classmethod
    def by_error(
        cls, error: BaseException, limits: Limits | None = None, seconds: float = 0.0
    ) -> "Stopped | None":
        """An exception stopped the job; None if the error is the job's own."""
        if isinstance(error, StoppedError):
            return error.stopped
        if isinstance(error, KeyboardInterrupt):
            return cls.at(Cause.INTERRUPTED, seconds=seconds)
        return cls.at(Cause.MEMORY, limits, seconds) if out_of_memory(error) else None


class StoppedError(AspNonoError):
    """A function that gives no partial results was stopped."""

    def __init__(self, stopped: Stopped) -> None:
        super().__init__(stopped.message)
        self.stopped = stopped


def early(seconds: float) -> float:
    """When a job that can end by itself does, so that what it knows arrives within its seconds."""
    return seconds - min(_EARLY * seconds, _EARLIEST)


def out_of_memory(said: BaseException | str) -> bool:
    """Whether an error, or what a process wrote to standard error, says that memory ran out."""
    return isinstance(said, MemoryError) or any(sign in str(said) for sign in _OUT_OF_MEMORY)


def last_line(said: str) -> Message:
    """The last line that says something."""
    found = next(filter(None, map(str.strip, reversed(said.splitlines()))), "")
    return verbatim(found) if found else Message("no message")
