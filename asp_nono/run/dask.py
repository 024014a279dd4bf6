"""A pool of workers on several machines with Dask distributed, an extra.

A job runs in a child process of a worker, where its limits hold and it can be killed. Dask gives
the work of a worker that has died to another one. Workers and scheduler must be trusted, since they
exchange pickled values.
"""

import logging
import re
import signal
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from threading import current_thread, local, main_thread
from time import monotonic
from typing import TYPE_CHECKING, TypeVar
from uuid import uuid4

from asp_nono.messages import AspNonoError, Message, PuzzleError, missing_extra
from asp_nono.run.limits import Cause, Limits, Stopped
from asp_nono.run.pool import Children, Items, Job, Pool, Stream
from asp_nono.run.process import Scope

if TYPE_CHECKING:
    from distributed import Future, LocalCluster

S = TypeVar("S")
T = TypeVar("T")

_AHEAD = 2  # how many jobs for each worker wait at the scheduler
_ANSWER, _PATIENCE = 6.0, 60.0  # seconds in which a scheduler must answer, and have a worker
_POLL = 5.0  # seconds between looks at the workers
_ADDRESS = r"(?!local:)(?:(?:tcp|tls)://)?[A-Za-z0-9_.\-\[\]:]+:[0-9]{1,5}"


class Dask(Pool):
    """Workers of Dask: `local:N` starts N workers here, else the address is that of a scheduler.

    PuzzleError if that is no address, or Dask is not installed. AspNonoError if no scheduler
    answers within ten seconds, it has no worker within a minute, or the workers have other versions
    of Dask or Python.
    """

    def __init__(self, address: str, limits: Limits | None = None) -> None:
        super().__init__(limits)
        self._known = 0, 0.0  # the threads of all workers, and until when that is taken for true
        own = re.fullmatch(r"local:([1-9][0-9]{0,3})", address)
        if not own and not re.fullmatch(_ADDRESS, address):
            raise PuzzleError(
                "cluster {address}; expected local:N or the address of a scheduler, HOST:PORT",
                address=repr(address[:40]),
            )
        with _one_line(address), ExitStack() as stack:
            from distributed import Client

            where = stack.enter_context(_local_cluster(int(own[1]))) if own else address
            client = Client(where, timeout=_PATIENCE if own else _ANSWER, set_as_default=False)
            self.client: Client = stack.enter_context(client)
            self.client.wait_for_workers(1, timeout=_PATIENCE)
            self.client.get_versions(check=True)
            self._stack = stack.pop_all()

    @property
    def jobs(self) -> int:
        """Twice the number of the workers' threads."""
        return _AHEAD * (self._capacity() or 1)

    def _capacity(self) -> int:
        """The threads of all workers, as they were lately; AspNonoError if the scheduler is gone.

        The scheduler is asked now and then, not at each result of a job.
        """
        if monotonic() >= self._known[1]:
            with _still_there(OSError):
                self._known = sum(self.client.nthreads().values()), monotonic() + _POLL
        return self._known[0]

    def stream(self, job: Job[S], limits: Limits | None = None) -> Stream[S]:
        """See `Pool`; everything comes at once when the job has ended."""
        function = partial(_in_child, job, limits or self.limits)
        return Stream(partial(self._work, function), self.running)

    def _work(self, function: Callable[[], list[S | Stopped]], stream: Stream[S]) -> Items[S]:
        """The answer of a worker to a job."""
        from distributed.scheduler import KilledWorker

        def kill() -> None:
            if not future.done():
                future.cancel()
                with suppress(OSError, TimeoutError):
                    self.client.run(_stop, name, on_error="ignore")

        name = uuid4().hex
        future: Future = self.client.submit(_in_scope, name, function, pure=False)
        try:
            stream.stops_by(kill)
            with _still_there():
                found = self._awaited(future)
            yield from found
        except KilledWorker:
            yield Stopped(Cause.CRASHED, Message("its workers died"))
        finally:
            kill()

    def _awaited(self, future: "Future") -> list[S | Stopped]:
        """The value of a future; a cluster may be without workers for a limited time only."""
        alone = monotonic()
        while not future.done():
            with suppress(TimeoutError):
                future.result(timeout=_POLL)
                break
            if self._capacity():
                alone = monotonic()
            elif monotonic() - alone > _PATIENCE:
                waited = Message("no worker for {seconds} s", seconds=f"{_PATIENCE:g}")
                return [Stopped(Cause.CRASHED, waited)]
        found: list[S | Stopped] = future.result()
        return found

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """See `Pool`; workers of our own end."""
        super().shutdown(wait, cancel_futures=cancel_futures)
        with suppress(TimeoutError, OSError):
            self._stack.close()


_SCOPES: dict[str, Scope] = {}  # on a worker: what runs there, and what was cancelled, by name
_MINE = local()  # on a worker: the children of each of its threads


def _in_scope(name: str, function: Callable[[], list[T]]) -> list[T]:
    """Call a function on a worker such that it can be stopped by name."""
    with _SCOPES.setdefault(name, Scope()).here():
        found = function()
    _SCOPES.pop(name, None)
    return found


def _stop(name: str) -> None:
    _SCOPES.setdefault(name, Scope()).stop()


def _in_child(job: Job[S], limits: Limits) -> list[S | Stopped]:
    """The results of a job in a child of this thread."""
    if not hasattr(_MINE, "pool"):
        _MINE.pool = Children()
    pool: Children = _MINE.pool
    with closing(pool.stream(job, limits)) as stream:
        return list(stream)


@contextmanager
def _still_there(*errors: type[Exception]) -> Iterator[None]:
    """Turn the loss of the scheduler, and other errors, into one line."""
    from distributed.comm import CommClosedError

    try:
        yield
    except (CancelledError, CommClosedError, *errors):
        raise AspNonoError("cluster: the connection to the scheduler is lost") from None


@contextmanager
def _one_line(address: str) -> Iterator[None]:
    """Turn the errors of a cluster that does not start into one line each."""
    # No user can do anything about ports that are taken and sockets that are left open.
    warnings.filterwarnings("ignore", module="distributed")
    warnings.simplefilter("ignore", ResourceWarning)
    try:
        import distributed  # noqa: F401 - it sets up its logs when it is imported

        for name in ("distributed", "distributed.client", "tornado.application"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        yield
    except ImportError:
        raise missing_extra("a cluster", "cluster") from None
    except (OSError, TimeoutError, ValueError, RuntimeError) as error:
        raise AspNonoError(
            "cluster {address}: no cluster there: {error}",
            address=address,
            error=" ".join(str(error).split()) or type(error).__name__,
        ) from None


def _local_cluster(workers: int) -> "LocalCluster":
    """Workers here, which Ctrl-C does not reach: this process handles it."""
    from distributed import LocalCluster

    main = current_thread() is main_thread()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN) if main else None
    try:
        return LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            dashboard_address=":0",
            host="127.0.0.1",
            silence_logs=logging.CRITICAL,
        )
    finally:
        if main:
            signal.signal(signal.SIGINT, before)
