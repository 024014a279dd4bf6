"""Jobs that go wrong in every way."""

import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from asp_nono.run.limits import Cause, Stopped


def numbers(end: int, pause: float = 0.0) -> Iterator[int]:
    """0, 1, 2, ..."""
    for number in range(end):
        time.sleep(pause)
        yield number


def square(value: int) -> int:
    """A plain function."""
    return value * value


def process() -> int:
    """The process that this runs in."""
    return os.getpid()


def failing() -> Iterator[int]:
    """Raises an error."""
    yield 1
    raise ZeroDivisionError("its own")


def hungry() -> Iterator[int]:
    """Takes more than 500 MiB."""
    yield 1
    yield len(bytearray(500 << 20))


def busy() -> Iterator[int]:
    """Never ends."""
    yield 1
    while True:
        pass


def dying() -> Iterator[int]:
    """Is killed."""
    yield 1
    os.kill(os.getpid(), signal.SIGKILL)


def speechless() -> Iterator[int]:
    """Has no memory left for its error, as Python says then."""
    yield 1
    raise SystemError("error return without exception set")


def dying_at(value: int) -> int:
    """A plain function that kills its process."""
    os.kill(os.getpid(), signal.SIGKILL)
    return value


@dataclass(frozen=True)
class Known:
    """A snapshot."""

    number: int
    stopped: Stopped | None = None

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C stopped it."""
        return self.stopped is not None and self.stopped.cause is Cause.INTERRUPTED

    @property
    def finished(self) -> bool:
        """Whether it is the result of a whole job."""
        return self.number >= 0 and not self.stopped

    def stopped_by(self, stopped: Stopped) -> Self:
        """The marked one."""
        return replace(self, stopped=stopped)


def growing(end: int, pause: float = 0.0) -> Iterator[Known]:
    """Snapshots."""
    for number in numbers(end, pause):
        yield Known(number)


def here() -> Iterator[Known]:
    """A snapshot with the process that this runs in."""
    yield Known(process())
