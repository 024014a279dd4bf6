"""Pools: where jobs run - in this process, in child processes, or on a Dask cluster.

A job is a function without arguments that yields snapshots of its result; see `snapshots`. It is
pickled where it travels: a `partial` of a generator function of some module will do.
"""

from __future__ import annotations

import pickle
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from queue import SimpleQueue
from threading import Condition, Lock, Thread
from time import monotonic
from types import TracebackType
from typing import Any, Generic, NamedTuple, ParamSpec, Self, TypeAlias, TypeVar, cast

from asp_nono.errors import AspNonoError
from asp_nono.run.child import COMMAND, Done
from asp_nono.run.limits import Cause, Limits, Stopped, StoppedError
from asp_nono.run.process import Late, Process, Scope, current_scope, environment, pickles
from asp_nono.run.snapshots import R, last

Item = TypeVar("Item")
P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")

Job: TypeAlias = Callable[[], Iterator[S]]

_START = 60.0  # seconds that a child may take to start
_GRACE = 1.0  # seconds after a limit in which a child ends its job by itself
_AHEAD = 16  # how many snapshots wait at most for a parent that is slow to take them


class Stream(ABC, Generic[S]):
    """What a running job yields; the last item is Stopped if something stopped it.

    To be closed, which kills the job if it still runs. One thread reads a stream, but any thread
    may close it; the reader then gets Stopped.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._cancelled = self._over = self._busy = False
        self._scope = current_scope()
        self._scope.add(self, self.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> S | Stopped:
        with self._lock:
            if self._over:
                raise StopIteration
            self._busy = True
        error: BaseException | None = None
        try:
            event = self._next()
        except BaseException as raised:  # noqa: BLE001 - it is raised again below
            error = raised
        with self._lock:
            self._busy = False
            if self._cancelled and not isinstance(error, KeyboardInterrupt):
                error, event = None, Stopped.at(Cause.CANCELLED)
            if error or isinstance(event, Stopped):
                self._end()
        if error:
            raise error
        return event

    def close(self) -> None:
        """End the job at once, if it has not ended; callable from any thread."""
        with self._lock:
            if self._over:
                return
            self._cancelled = True
            if self._busy:
                self._kill()
            else:
                self._end()

    def _end(self) -> None:
        if not self._over:
            self._over = True
            self._scope.remove(self)
            self._release()

    @abstractmethod
    def _next(self) -> S | Stopped:
        """The next item.

        Raises:
            StopIteration: When the job has come to its end.
        """

    @abstractmethod
    def _kill(self) -> None:
        """Have `_next`, which is waiting in another thread, come to its end soon."""

    @abstractmethod
    def _release(self) -> None:
        """Let go of the place where the job has run."""


class Pool(Executor, ABC):
    """A place where jobs run; to be used in a `with` block, at whose end nothing runs any more.

    Attributes:
        limits: What each job may use unless other limits are given with it.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._threads: ThreadPoolExecutor | None = None
        self._closed = False

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.shutdown(wait=error is None, cancel_futures=error is not None)

    @property
    def jobs(self) -> int:
        """How many jobs are worth running at once."""
        return 1

    @abstractmethod
    def stream(self, job: Job[S], limits: Limits | None = None) -> Stream[S]:
        """Run a job.

        Raises:
            StoppedError: If the pool was shut down.
            (when it is read) What the job raises; AspNonoError if it cannot be started.
        """

    def kill(self) -> None:
        """End everything that runs; the pool can still be used."""

    def warm(self) -> None:
        """Get everything ready, so that the next jobs need not wait for it."""

    def last(self, job: Job[R], initial: R, limits: Limits | None = None) -> R:
        """The last snapshot of a job; see `snapshots.last`."""
        return last(self.stream(job, limits), initial)

    def call(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """The value of a function that is run as a job.

        Raises:
            StoppedError: If it was stopped.
        """
        return _value(self.stream(partial(_once, function, args, kwargs)))

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have a function run as a job; see `concurrent.futures`.

        Cancelling the future also kills a job that runs already. Besides what the function raises,
        the future may raise StoppedError.
        """
        if self._closed:
            raise RuntimeError("cannot schedule new futures after shutdown")
        if self._threads is None:
            self._threads = ThreadPoolExecutor(self.jobs)
        future = _Running(self.stream(partial(_once, function, args, kwargs)))
        self._threads.submit(future.carry_out)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the pool: wait for what was submitted, or else kill what runs."""
        self._closed = True
        if not wait:
            self.kill()
        if self._threads:
            self._threads.shutdown(wait, cancel_futures=cancel_futures)
        self.kill()

    def ordered(
        self, work: Callable[[Item], T], items: Iterable[Item]
    ) -> Generator[tuple[Item, T | AspNonoError], None, None]:
        """As `completed`, but in the order of the items."""
        done: dict[int, tuple[Item, T | AspNonoError]] = {}
        number = 0
        pairs = self.completed(lambda pair: work(pair[1]), enumerate(items))
        with closing(pairs):
            for (place, item), outcome in pairs:
                done[place] = item, outcome
                while number in done:
                    yield done.pop(number)
                    number += 1

    def completed(
        self, work: Callable[[Item], T], items: Iterable[Item]
    ) -> Generator[tuple[Item, T | AspNonoError], None, None]:
        """What comes of each item, as soon as it is there; items are taken when they are begun.

        Closing this kills what runs.

        Args:
            work: Called in threads of this process, as many as the pool has jobs; where that is
                one, in this very thread. What takes time it gives to this pool.
            items: They are taken in this thread.

        Raises:
            What `work` raises, unless it is an AspNonoError: that is the outcome of the item.
        """

        def outcome(item: Item) -> Iterator[T | AspNonoError]:
            try:
                yield work(item)
            except AspNonoError as error:
                yield error

        return self._together(outcome, items)

    def merged(
        self, job: Callable[[Item], Iterator[S]], items: Iterable[Item]
    ) -> Generator[tuple[Item, S | Stopped], None, None]:
        """All that a job yields for each item, as it comes; the last one is Stopped at a limit.

        Items are taken when they are begun. Closing this kills what runs.

        Raises:
            What the job raises.
        """

        def stream(item: Item) -> Iterator[S | Stopped]:
            with self.stream(partial(job, item)) as events:
                yield from events

        return self._together(stream, items)

    def _together(
        self, work: Callable[[Item], Iterator[T]], items: Iterable[Item]
    ) -> Generator[tuple[Item, T], None, None]:
        """Run generators, one in each of several threads, and yield what they yield."""
        if self.jobs == 1:
            for item in items:
                for event in work(item):
                    yield item, event
            return
        waiting, running, scope = ((item,) for item in items), 0, Scope()
        found: SimpleQueue[tuple[Item, T | _End]] = SimpleQueue()
        try:
            while True:
                while running < self.jobs and (taken := next(waiting, None)):
                    arguments = (work, *taken, scope, found)
                    Thread(target=_put_all, args=arguments, daemon=True).start()
                    running += 1
                if not running:
                    return
                item, came = found.get()
                if not isinstance(came, _End):
                    yield item, came
                    continue
                running -= 1
                if came.error:
                    raise came.error
        finally:
            scope.stop()
            while running:
                running -= isinstance(found.get()[1], _End)


def _put_all(
    work: Callable[[Item], Iterator[T]],
    item: Item,
    scope: Scope,
    found: SimpleQueue[tuple[Item, T | _End]],
) -> None:
    """Put what comes of an item into a queue, its end last."""
    try:
        with scope.here():
            for event in work(item):
                found.put((item, event))
        found.put((item, _End(None)))
    except BaseException as error:  # noqa: BLE001 - it is raised where the queue is read
        found.put((item, _End(error)))


class _End(NamedTuple):
    """The end of the work on an item, and the error that it has raised."""

    error: BaseException | None


class _Running(Future[T]):
    """The value that a job is going to yield; cancelling it kills the job."""

    def __init__(self, stream: Stream[T]) -> None:
        super().__init__()
        self._stream = stream

    def carry_out(self) -> None:
        """Run the job."""
        if not self.set_running_or_notify_cancel():
            self._stream.close()
            return
        try:
            self.set_result(_value(self._stream))
        except StoppedError as error:
            cancelled = error.stopped.cause is Cause.CANCELLED
            self.set_exception(CancelledError() if cancelled else error)
        except BaseException as error:  # noqa: BLE001 - it is raised by `result`
            self.set_exception(error)

    def cancel(self) -> bool:
        """Do not run the job, or kill it; False if it is over."""
        if super().cancel():
            return True
        if self.done():
            return False
        self._stream.close()
        return True


def _once(
    function: Callable[..., T], arguments: Sequence[object], named: Mapping[str, object]
) -> Iterator[T]:
    """A function as a job."""
    yield function(*arguments, **named)


def _value(stream: Stream[T]) -> T:
    with stream:
        value = next(stream)
        for _ in stream:
            pass  # it has to come to its end
    if isinstance(value, Stopped):
        raise StoppedError(value)
    return value


class InProcess(Pool):
    """This process; a job that has limits gets a child process of its own."""

    def stream(self, job: Job[S], limits: Limits | None = None) -> Stream[S]:
        """See `Pool`."""
        if limits := limits or self.limits:
            return _ChildStream(Children(), job, limits, alone=True)
        return _Here(job)


class _Here(Stream[S]):
    """A job in this process; it ends early only between two snapshots."""

    def __init__(self, job: Job[S]) -> None:
        super().__init__()
        self._job = job
        self._items: Iterator[S] | None = None

    def _next(self) -> S:
        if self._items is None:
            self._items = iter(self._job())
        return next(self._items)

    def _kill(self) -> None:
        """It ends after its next snapshot."""

    def _release(self) -> None:
        if isinstance(self._items, Generator):
            self._items.close()


class Children(Pool):
    """Child processes, each of which does one job after another, and can be killed.

    They are started when they are needed, and again when they were killed.

    Args:
        jobs: How many.
        limits: See `Pool`.
        initializer: Called in each new child; pickled for the way.
    """

    def __init__(
        self,
        jobs: int = 1,
        limits: Limits | None = None,
        initializer: Callable[[], object] | None = None,
    ) -> None:
        super().__init__(limits)
        self._jobs = jobs
        self._initializer = initializer
        self._changed = Condition()
        self._idle: list[Process | None] = [None] * jobs  # None: a child could be started
        self._streams: set[_ChildStream[Any]] = set()

    @property
    def jobs(self) -> int:
        """How many jobs can run at once."""
        return self._jobs

    def stream(self, job: Job[S], limits: Limits | None = None) -> Stream[S]:
        """See `Pool`."""
        return _ChildStream(self, job, self.limits if limits is None else limits)

    def kill(self) -> None:
        """End everything that runs; the pool can still be used."""
        with self._changed:
            streams = list(self._streams)
        for stream in streams:
            stream.close()
        if self._closed:
            with self._changed:
                idle, self._idle = self._idle, [None] * len(self._idle)
            for child in idle:
                _end(child)

    def warm(self) -> None:
        """Start the children that are missing."""
        with self._changed:
            missing = self._idle.count(None)
            self._idle = [child for child in self._idle if child]
        for _ in range(missing):
            child = None
            try:
                with suppress(AspNonoError):  # it is raised when there is a job
                    child = self._start()
            finally:
                self.give_back(child)

    def borrow(self, stream: _ChildStream[Any]) -> Process | None:
        """A child for a stream, None if one may be started, as soon as there is one."""
        with self._changed:
            self._streams.add(stream)
            self._changed.wait_for(lambda: self._idle or self._closed or stream.cancelled)
            if self._closed or stream.cancelled:
                raise StoppedError(Stopped.at(Cause.CANCELLED))
            return self._idle.pop()

    def living(self, child: Process | None) -> Process:
        """A child that runs: this one, or a new one."""
        if child and child.alive:
            return child
        _end(child)
        return self._start()

    def give_back(self, child: Process | None) -> None:
        """Take a child that has nothing to do, or None for one that is gone."""
        with self._changed:
            if not self._closed:
                self._idle.append(child)
                self._changed.notify_all()
                return
        _end(child)

    def done(self, stream: _ChildStream[Any]) -> None:
        """A stream is over; called once more than it has borrowed, it does nothing."""
        with self._changed:
            self._streams.discard(stream)

    def wake(self) -> None:
        """Have a stream that waits for a child see that it was cancelled."""
        with self._changed:
            self._changed.notify_all()

    def _start(self) -> Process:
        child = Process(
            [sys.executable, "-P", "-c", COMMAND],
            read=pickles,
            ahead=_AHEAD,
            environment=environment(),
        )
        try:
            child.receive(_START)
            if self._initializer:
                child.send(pickle.dumps((partial(_nothing, self._initializer), Limits())))
                child.receive(_START)
        except (EOFError, Late, OSError):
            _end(child)
            said = child.last_words()
            raise AspNonoError(f"the search process does not start: {said}") from None
        return child


def _nothing(initializer: Callable[[], object]) -> Iterator[None]:
    """An initializer as a job."""
    with suppress(Exception):
        initializer()
    yield from ()


def _end(child: Process | None) -> None:
    if child:
        child.kill()
        child.wait()


class _ChildStream(Stream[S]):
    """A job in a child process.

    Args:
        pool: Whose child.
        job: The job.
        limits: What it may use; the time counts from when the child is ready.
        alone: Whether the pool is there for this job only.
    """

    def __init__(self, pool: Children, job: Job[S], limits: Limits, *, alone: bool = False) -> None:
        super().__init__()
        self._pool, self._alone = pool, alone
        self._job, self._limits = job, limits
        self._child: Process | None = None
        self._borrowed = self._at_work = False
        self._began = 0.0

    @property
    def cancelled(self) -> bool:
        """Whether it was closed before its end."""
        return self._cancelled

    def _next(self) -> S | Stopped:
        child = self._child or self._begin()
        seconds, left = self._limits.seconds, None
        if seconds is not None:
            left = self._began + seconds - monotonic()
        try:
            message = child.receive(left)
        except Late:
            return self._stopped(Stopped.at(Cause.TIME, self._limits))
        except EOFError:
            status = child.wait()
            return self._stopped(Stopped.by_death(status, child.tail(), self._limits))
        if isinstance(message, Stopped):
            with suppress(Late, EOFError):
                self._at_work = not isinstance(child.receive(_GRACE), Done)
            return self._stopped(message)
        if isinstance(message, Done):
            self._at_work = False
            raise message.error or StopIteration
        return cast("S", message)

    def _stopped(self, stopped: Stopped) -> Stopped:
        return replace(stopped, seconds=monotonic() - self._began)

    def _begin(self) -> Process:
        """Hand the job to a child; one that has died is replaced."""
        order = pickle.dumps((self._job, self._limits), pickle.HIGHEST_PROTOCOL)
        idle = self._pool.borrow(self)
        self._borrowed = True
        child = self._pool.living(idle)
        while True:
            with self._lock:
                self._child, self._at_work = child, True
                if self._cancelled:
                    raise StoppedError(Stopped.at(Cause.CANCELLED))
            try:
                child.send(order)
            except OSError:
                if child is not idle or self._cancelled:
                    raise AspNonoError("the search process does not take work") from None
                child = self._pool.living(None)
                continue
            self._began = monotonic()
            return child

    def _kill(self) -> None:
        if self._child:
            self._child.kill()
        self._pool.wake()

    def _release(self) -> None:
        self._pool.done(self)
        if self._borrowed:
            if self._at_work:
                _end(self._child)
            self._pool.give_back(None if self._at_work else self._child)
        self._child = None
        if self._alone:
            self._pool.shutdown(wait=False)


def run_stream(
    job: Job[S], limits: Limits | None = None, pool: Pool | None = None, *, child: bool = False
) -> Stream[S]:
    """Run a job in a pool; without one in this process, or in a child of its own.

    Args:
        job: The job.
        limits: What it may use.
        pool: Where to run it.
        child: Whether it needs a child of its own even without limits.
    """
    if child and (pool is None or isinstance(pool, InProcess)):
        return _ChildStream(Children(), job, limits or Limits(), alone=True)
    return (pool or InProcess()).stream(job, limits)


def run_job(
    job: Job[R],
    initial: R,
    limits: Limits | None = None,
    pool: Pool | None = None,
    *,
    child: bool = False,
    each: Callable[[R], None] | None = None,
) -> R:
    """The last snapshot of a job that is run as by `run_stream`; see `snapshots.last`."""
    return last(run_stream(job, limits, pool, child=child), initial, each)
