"""Limits on a job, and the one place that decides and words how a job was stopped."""

import signal
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self

from asp_nono.messages import AspNonoError

_OUT_OF_MEMORY = (
    *("bad_alloc", "MemoryError", "cannot allocate memory", "Cannot allocate memory"),
    *("can't start new thread", "Resource temporarily unavailable", "failed to map segment"),
)  # what C++, Python, the C library, the loader and clingo say when memory runs out

_KILLED = {-6, -9, -11}  # exit statuses when memory runs out: aborted, killed, crashed


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a job may use; None for no limit."""

    seconds: float | None = None  # wall-clock time of the whole job
    megabytes: int | None = None  # memory of the process that runs it, in MiB
    cpu_seconds: float | None = None  # CPU time

    def __bool__(self) -> bool:
        return (self.seconds, self.megabytes, self.cpu_seconds) != (None, None, None)


class Cause(StrEnum):
    """What stopped a job."""

    TIME = "time"
    MEMORY = "memory"
    CPU = "cpu"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"
    CRASHED = "crashed"


@dataclass(frozen=True, slots=True)
class Stopped:
    """A job was stopped before its end."""

    cause: Cause
    reason: str  # the same in words
    seconds: float = field(default=0.0, compare=False)  # how long the job had run

    @classmethod
    def at(cls, cause: Cause, limits: Limits | None = None, seconds: float = 0.0) -> Self:
        """A job was stopped; the reason names the limit."""
        limits, reason = limits or Limits(), str(cause)
        match cause:
            case Cause.TIME if limits.seconds is not None:
                reason = f"time limit of {limits.seconds:g} s"
            case Cause.CPU if limits.cpu_seconds is not None:
                reason = f"CPU time limit of {limits.cpu_seconds:g} s"
            case Cause.MEMORY if limits.megabytes is not None:
                reason = f"memory limit of {limits.megabytes} MiB"
            case Cause.MEMORY:
                reason = "out of memory"
        return cls(cause, reason, seconds)

    @classmethod
    def by_death(
        cls, status: int, said: str | None, limits: Limits, what: str = "the search process"
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
            return cls(Cause.CRASHED, f"{what} died (exit status {status})")
        return cls(Cause.CRASHED, f"{what} died with exit status {status}: {last_line(said)}")

    @classmethod
    def by_error(cls, error: Exception, limits: Limits) -> "Stopped | None":
        """The job was stopped by an exception; None if the error is the job's own."""
        if isinstance(error, StoppedError):
            return error.stopped
        return cls.at(Cause.MEMORY, limits) if out_of_memory(error) else None


class StoppedError(AspNonoError):
    """A function that gives no partial results was stopped."""

    def __init__(self, stopped: Stopped) -> None:
        super().__init__(stopped.reason)
        self.stopped = stopped

    def __reduce__(self) -> "tuple[type[StoppedError], tuple[Stopped]]":
        return type(self), (self.stopped,)


def out_of_memory(said: BaseException | str) -> bool:
    """Whether an error, or what a process wrote to standard error, says that memory ran out."""
    return isinstance(said, MemoryError) or any(sign in str(said) for sign in _OUT_OF_MEMORY)


def last_line(said: str) -> str:
    """The last line that says something."""
    return next(filter(None, map(str.strip, reversed(said.splitlines()))), "no message")
