"""Pools: where jobs run - in this process, in child processes, or on a Dask cluster.

A job is a function without arguments that yields snapshots of its result; see `snapshots`. It must
be picklable, for example a `partial` of a generator function of a module.
"""

import pickle
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from queue import SimpleQueue
from threading import Condition, Lock, Thread
from time import monotonic
from typing import Any, Generic, ParamSpec, TypeAlias, TypedDict, TypeVar

from asp_nono.messages import AspNonoError
from asp_nono.run.child import COMMAND, Done
from asp_nono.run.limits import Cause, Limits, Stopped, StoppedError, last_line
from asp_nono.run.process import Late, PickleReader, Process, Scope, current_scope, environment
from asp_nono.run.snapshots import R

Item = TypeVar("Item")
P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")

Job: TypeAlias = Callable[[], Iterator[S]]
Items: TypeAlias = Generator[S | Stopped, None, None]


class RunOptions(TypedDict, Generic[R], total=False):
    """How a function runs its job, and what follows it."""

    limits: Limits | None  #: on time and memory
    pool: "Pool | None"  #: where to work; without it the work gets a child process of its own
    each: Callable[[R], None] | None  #: called with every snapshot of the result


_START = 60.0  # seconds that a child may take to start
_AHEAD = 16  # how many snapshots wait at most for a slow parent


class Stream(Iterator[S | Stopped]):
    """The results of a running job; the last item is Stopped if something stopped it.

    Closing it, from any thread, kills the job if it still runs; a thread that is waiting for the
    next item then gets Stopped. Only one thread may read it. `work` yields the items, and in the
    end frees the place where the job has run; it is given the stream, to say with `stops_by` how to
    interrupt it. The stream belongs to the scope of this thread and to `scopes`.
    """

    def __init__(self, work: "Callable[[Stream[S]], Items[S]]", *scopes: Scope) -> None:
        self._items = work(self)
        self._kill: Callable[[], None] | None = None
        self._lock = Lock()
        self.cancelled = self._over = self._busy = False
        self._scopes = (current_scope(), *scopes)
        for scope in self._scopes:
            scope.add(self, self.close)

    def __next__(self) -> S | Stopped:
        with self._lock:
            if self._over:
                raise StopIteration
            self._busy = True
        error: BaseException | None = None
        try:
            event = next(self._items)
        except BaseException as raised:  # noqa: BLE001 - it is raised again below
            error = raised
        with self._lock:
            self._busy = False
            if self.cancelled and not isinstance(error, KeyboardInterrupt):
                error, event = None, Stopped.at(Cause.CANCELLED)
            if error or isinstance(event, Stopped):
                self._end()
        if error:
            raise error
        return event

    def stops_by(self, kill: Callable[[], None]) -> None:
        """Closing calls `kill` while `work` waits; StoppedError if it was closed already."""
        with self._lock:
            if self.cancelled:
                raise StoppedError(Stopped.at(Cause.CANCELLED))
            self._kill = kill

    def close(self) -> None:
        """End the job at once, if it has not ended; one in this process after its next item."""
        with self._lock:
            if self._over:
                return
            self.cancelled = True
            if not self._busy:
                self._end()
            elif self._kill:
                self._kill()

    def _end(self) -> None:
        self._over = True
        for scope in self._scopes:
            scope.remove(self)
        self._items.close()


class Pool(Executor, ABC):
    """A place where jobs run; at the end of its `with` block those that still run are killed.

    Up to `jobs` of them run at once, under `limits` if they are given no others.
    """

    def __init__(self, limits: Limits | None = None, jobs: int = 1) -> None:
        self.limits = limits or Limits()
        self.running = Scope()  # the streams of its jobs
        self._jobs = jobs
        self._threads = ThreadPoolExecutor(jobs)  # one for each future that runs

    def __exit__(self, *error: object) -> None:
        failed = error[0] is not None
        self.shutdown(wait=not failed, cancel_futures=failed)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Wait for what was submitted if `wait`, and kill what runs then."""
        if not wait:
            self.running.stop()
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        self.running.stop()

    @property
    def jobs(self) -> int:
        """How many jobs are worth running at once."""
        return self._jobs

    @abstractmethod
    def stream(self, job: Job[S], limits: Limits | None = None) -> Stream[S]:
        """Run a job; reading the stream raises what the job raises."""

    def call(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """The value of a function that is run as a job; StoppedError if it was stopped."""
        return value_of(self.stream(partial(_once, function, *args, **kwargs)))

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run a function as a job; see `concurrent.futures`.

        Cancelling the future also kills a job that is running. It may raise StoppedError.
        """
        future = _JobFuture[T]()
        self._threads.submit(future.carry_out, partial(self.call, function, *args, **kwargs))
        return future

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
        """Each item with the value of `work`, or the AspNonoError that it raised, as each is done.

        `work` is called in threads of this process, one for each of the pool's jobs (if that is
        one, in this thread), and gives to this pool what takes time. Items are taken when work on
        them begins. Closing the iterator kills what runs. Other exceptions are raised.
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
        """What a job yields for each item, in order of arrival; the last one is Stopped at a limit.

        Items are taken when work on them begins. Closing the iterator kills what runs.
        """

        def stream(item: Item) -> Iterator[S | Stopped]:
            with closing(self.stream(partial(job, item))) as events:
                yield from events

        return self._together(stream, items)

    def _together(
        self, work: Callable[[Item], Iterator[T]], items: Iterable[Item]
    ) -> Generator[tuple[Item, T], None, None]:
        """Run a generator for each item, several of them in threads; yield what they yield."""
        if self.jobs == 1:
            for item in items:
                for event in work(item):
                    yield item, event
            return
        waiting, running, scope = ((item,) for item in items), 0, Scope()
        found: SimpleQueue[tuple[Item, T] | BaseException | None] = SimpleQueue()
        try:
            while True:
                while running < self.jobs and (taken := next(waiting, None)):
                    arguments = (work, *taken, scope, found.put)
                    Thread(target=_put_all, args=arguments, daemon=True).start()
                    running += 1
                if not running:
                    return
                came = found.get()
                if isinstance(came, tuple):
                    yield came
                    continue
                running -= 1
                if came:
                    raise came
        finally:
            scope.stop()
            while running:
                running -= not isinstance(found.get(), tuple)


def _put_all(
    work: Callable[[Item], Iterator[T]],
    item: Item,
    scope: Scope,
    put: Callable[[tuple[Item, T] | BaseException | None], None],
) -> None:
    """Put an item with each event of its work into a queue; then what the work raised, or None."""
    raised: BaseException | None = None
    try:
        with scope.here():
            for event in work(item):
                put((item, event))
    except BaseException as error:  # noqa: BLE001 - it is raised where the queue is read
        raised = error
    put(raised)


class _JobFuture(Future[T]):
    """The value of a function that runs as a job."""

    def __init__(self) -> None:
        super().__init__()
        self._scope = Scope()

    def carry_out(self, call: Callable[[], T]) -> None:
        """Run the job."""
        if not self.set_running_or_notify_cancel():
            return
        try:
            with self._scope.here():
                self.set_result(call())
        except BaseException as error:  # noqa: BLE001 - it is raised by `result`
            stopped = isinstance(error, StoppedError) and error.stopped.cause
            self.set_exception(CancelledError() if stopped is Cause.CANCELLED else error)

    def cancel(self) -> bool:
        """Kill the job, or do not start it; False if it has ended."""
        if super().cancel():
            return True
        self._scope.stop()
        return not self.done()


def _once(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
    """A function as a job."""
    yield function(*args, **kwargs)


def value_of(stream: Stream[T]) -> T:
    """The one item of a stream; StoppedError if the job was stopped."""
    with closing(stream):
        value = next(stream)
        for _ in stream:
            pass  # to its end
    if isinstance(value, Stopped):
        raise StoppedError(value)
    return value


class InProcess(Pool):
    """This process; a job that has limits gets a child process of its own."""

    def stream(self, job: Job[S], limits: Limits | None = None) -> Stream[S]:
        """See `Pool`."""
        limits = limits or self.limits
        return Stream(partial(_alone if limits else _here, job, limits), self.running)


def _here(job: Job[S], _limits: Limits, _stream: Stream[S]) -> Items[S]:
    yield from job()


def _alone(job: Job[S], limits: Limits, stream: Stream[S]) -> Items[S]:
    """A job in a child of its own."""
    with Children() as pool:
        yield from pool.work(job, limits, stream)


class Children(Pool):
    """Child processes, each of which runs one job after another and can be killed.

    They are started when they are needed, also in place of killed ones. A picklable `initializer`
    is called in each of them; the other arguments are those of `Pool`.
    """

    def __init__(
        self,
        jobs: int = 1,
        limits: Limits | None = None,
        initializer: Callable[[], object] | None = None,
    ) -> None:
        super().__init__(limits, jobs)
        self._initializer = initializer
        self._changed = Condition()
        self._idle: list[Process | None] = [None] * jobs  # None: a child could be started
        self._closed = False

    def stream(self, job: Job[S], limits: Limits | None = None) -> Stream[S]:
        """See `Pool`."""
        limits = self.limits if limits is None else limits
        return Stream(partial(self.work, job, limits), self.running)

    def work(self, job: Job[S], limits: Limits, stream: Stream[S]) -> Items[S]:
        """The results of a job in a child; its time counts from when the child is ready."""
        order = pickle.dumps((job, limits), pickle.HIGHEST_PROTOCOL)
        idle, child, done = self._borrow(stream), None, False
        try:
            child, began = self._send(order, idle, stream), monotonic()
            message: Any = None
            while not isinstance(message, Stopped):
                left = None if limits.seconds is None else began + limits.seconds - monotonic()
                try:
                    message = child.receive(left)
                except Late:
                    message = Stopped.at(Cause.TIME, limits)
                except EOFError:
                    message = Stopped.by_death(child.wait(), child.tail(), limits)
                if isinstance(message, Done):
                    done = True
                    if message.error:
                        raise message.error
                    if not message.stopped:
                        return
                    message = message.stopped
                if isinstance(message, Stopped):
                    message = replace(message, seconds=monotonic() - began)
                yield message
        finally:
            if child and not done:
                child.end()
            self._give_back(child if done else None)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """See `Pool`; the children end."""
        super().shutdown(wait, cancel_futures=cancel_futures)
        with self._changed:
            self._closed = True
            idle, self._idle = self._idle, []
        for child in filter(None, idle):
            child.end()

    def warm(self) -> None:
        """Start the children that are missing, so that the next jobs need not wait."""
        with self._changed:
            missing = self._idle.count(None)
            self._idle = [child for child in self._idle if child]
        for _ in range(missing):
            child = None
            try:
                with suppress(AspNonoError):  # it is raised when there is a job
                    child = self._start()
            finally:
                self._give_back(child)

    def _borrow(self, stream: Stream[S]) -> Process | None:
        """A child for a stream, None if one may be started; waits until there is one."""
        stream.stops_by(self._wake)
        with self._changed:
            self._changed.wait_for(lambda: self._idle or stream.cancelled)
            if not stream.cancelled:
                return self._idle.pop()
        raise StoppedError(Stopped.at(Cause.CANCELLED))

    def _wake(self) -> None:
        """Let streams see that they were cancelled while they wait for a child."""
        with self._changed:
            self._changed.notify_all()

    def _give_back(self, child: Process | None) -> None:
        """Take an idle child back, or None for one that has died."""
        with self._changed:
            if not self._closed:
                self._idle.append(child)
                self._changed.notify_all()
                return
        if child:
            child.end()

    def _send(self, order: bytes, idle: Process | None, stream: Stream[S]) -> Process:
        """The child that has taken an order: the idle one, or a new one if that is dead."""
        while True:
            child = idle or self._start()
            try:
                stream.stops_by(child.kill)
                child.send(order)
            except (OSError, StoppedError):
                child.end()
                if not idle or stream.cancelled:
                    raise AspNonoError("the search process does not take work") from None
                idle = None
            else:
                return child

    def _start(self) -> Process:
        """A new child; AspNonoError if it does not start."""
        child = Process(
            [sys.executable, "-P", "-c", COMMAND],
            read=PickleReader(),
            ahead=_AHEAD,
            env=environment(),
        )
        try:
            _await_done(child)
            if self._initializer:
                child.send(pickle.dumps((partial(_once, self._initializer), Limits())))
                _await_done(child)
        except (EOFError, Late, OSError):
            child.end()
            error = last_line(child.tail())
            raise AspNonoError("the search process does not start: {error}", error=error) from None
        return child


def _await_done(child: Process) -> None:
    while not isinstance(child.receive(_START), Done):
        pass


def run_stream(
    job: Job[S], limits: Limits | None = None, pool: Pool | None = None, *, child: bool = False
) -> Stream[S]:
    """Run a job in a pool; without one in this process, or in a child of its own.

    It gets a child of its own if there are limits, and if `child` says that it needs one anyway.
    """
    if child and (pool is None or isinstance(pool, InProcess)):
        return Stream(partial(_alone, job, limits or Limits()))
    return (pool or InProcess()).stream(job, limits)
