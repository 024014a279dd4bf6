"""Jobs yield immutable snapshots of their result, each with all that is known so far.

Whatever stops a job, its last snapshot, marked with what stopped it, is the answer.
"""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, Protocol, Self, TypeVar, cast

from asp_nono.messages import NOTHING, Message
from asp_nono.run.limits import Cause, Stopped


class Snapshot(Protocol):
    """The result of a job so far."""

    @property
    def finished(self) -> bool:
        """Whether nothing is left undecided."""

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C stopped it."""

    def stopped_by(self, stopped: Stopped) -> Self:
        """The same, marked with what stopped the job."""


R = TypeVar("R", bound=Snapshot)
E_co = TypeVar("E_co", covariant=True)


class Closable(Protocol[E_co]):
    """A generator, or a stream of a pool."""

    def __iter__(self) -> Iterator[E_co]: ...

    def close(self) -> None:
        """End it."""


def last(
    snapshots: Closable[R | Stopped], initial: R, each: Callable[[R], None] | None = None
) -> R:
    """Run a job to its end and close it; its last snapshot, or `initial` if there was none.

    Ctrl-C and lack of memory in this process end the job like a limit. `each` is called with every
    snapshot as it comes.
    """
    snapshot, began = initial, perf_counter()
    try:
        with closing(snapshots):
            for event in snapshots:
                if isinstance(event, Stopped):
                    return snapshot.stopped_by(event)
                snapshot = event
                if each:
                    each(snapshot)
    except (KeyboardInterrupt, MemoryError) as error:
        stopped = Stopped.by_error(error, seconds=perf_counter() - began)
        return snapshot.stopped_by(cast("Stopped", stopped))
    return snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The base of results for which a stop changes nothing but `stopped` and `seconds`.

    Attributes:
        stopped: What stopped the job, if something did.
        seconds: Since the question.
    """

    stopped: Stopped | None = None
    seconds: float = 0.0

    @property
    def stop(self) -> Message:
        """The reason why the job was stopped; empty if it was not."""
        return self.stopped.message if self.stopped else NOTHING

    @property
    def because(self) -> Message:
        """The reason why there is no more than that; empty if there is all."""
        return self.stop

    @property
    def reason(self) -> str:
        """The same as text."""
        return str(self.because)

    @property
    def finished(self) -> bool:
        """Whether nothing is left undecided: unless a class knows better, if nothing stopped it."""
        return not self.stopped

    @property
    def progress(self) -> Message:
        """What to show while the job runs; nothing where no class says what."""
        return NOTHING

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C stopped it."""
        return self.stopped is not None and self.stopped.cause is Cause.INTERRUPTED

    def stopped_by(self, stopped: Stopped) -> Self:
        """The same, marked with what stopped the job."""
        return replace(self, stopped=stopped, seconds=stopped.seconds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Written(Answer):
    """A puzzle as another program reads it."""

    content: str = ""

    def text(self, _name: str, _: object) -> Iterator[str]:
        """The content."""
        yield self.content

    def to_json(self) -> dict[str, Any]:
        """The content."""
        return {"content": self.content}
