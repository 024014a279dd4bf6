"""Work on several machines with Dask distributed, an extra that is installed on request.

A cluster is an address: `local:N` for N workers on this machine, `slurm:N` for N jobs of Slurm
(through dask-jobqueue and its own configuration), or that of a running scheduler. What is to be
done travels with all that it needs, so that workers need nothing but asp-nono itself. Dask gives
the work of a worker that has died to another one; workers and scheduler must be trusted, since
they exchange pickled values.
"""

from __future__ import annotations

import logging
import os
import re
import signal
import warnings
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Any, Self, TypeVar
from uuid import uuid4

from asp_nono.errors import AspNonoError, PuzzleError, missing_extra
from asp_nono.formats.source import quoted
from asp_nono.lab import machine
from asp_nono.lab.crews import Done, Runs
from asp_nono.lab.errands import call_off, stoppable, work_for
from asp_nono.lab.execute import execute
from asp_nono.lab.jobs import Job
from asp_nono.lab.outcome import Outcome
from asp_nono.lab.slurm import slurm

if TYPE_CHECKING:
    from distributed import Client, Future

Item = TypeVar("Item")
Value = TypeVar("Value")

_AHEAD = 2
"""So many pieces of work for each worker wait at the scheduler."""

_PATIENCE = 60.0
"""Seconds in which a scheduler must answer, and have a worker."""

_OWN = re.compile(r"(local|slurm):([1-9][0-9]{0,3})")
_ADDRESS = re.compile(r"(?:(?:tcp|tls)://)?[A-Za-z0-9_.\-\[\]:]+:[0-9]{1,5}")


class Lost:
    """What comes of work whose workers have died, one after the other."""


class Cluster:
    """A cluster in use; to be used in a `with` block, at whose end what it started is gone.

    Args:
        address: `local:N`, `slurm:N`, or the address of a scheduler.
        patience: Seconds in which it must answer, and have a worker; when Slurm begins a job is up
            to its queue.

    Raises:
        PuzzleError: If that is no address, or Dask is not installed.
        AspNonoError: If nobody answers there.
    """

    def __init__(self, address: str, *, patience: float = _PATIENCE) -> None:
        own = _OWN.fullmatch(address)
        if not own and (
            address.startswith(("local:", "slurm:")) or not _ADDRESS.fullmatch(address)
        ):
            expected = "local:N, slurm:N or the address of a scheduler, HOST:PORT"
            raise PuzzleError(f"--cluster {quoted(address)}; expected {expected}")
        with _told(address), ExitStack() as stack:
            where: object = address
            waiting: float | None = patience
            if own and own[1] == "local":
                where = stack.enter_context(_local(int(own[2])))
            elif own:
                where, waiting = stack.enter_context(slurm(int(own[2]), patience)), None
            self._client: Client = stack.enter_context(_client(where, patience, waiting))
            self._stack = stack.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        with suppress(TimeoutError, OSError):
            self._stack.close()

    def workers(self) -> list[int]:
        """The numbers of the workers' processes, wherever they run."""
        return sorted(self._client.run(os.getpid).values())

    def run(
        self, function: Callable[[Item], Value], items: Iterator[Item]
    ) -> Generator[tuple[Item, Value | Lost], None, None]:
        """The value of a function for each item, as it comes; items are taken as they are needed.

        When the caller stops listening, what waits is not begun any more, and what has begun is
        stopped where it can be; see `errands`.

        Raises:
            What the function raises.
        """
        from distributed import as_completed
        from distributed.scheduler import KilledWorker

        flying: dict[Future, Item] = {}
        work = partial(work_for, errand := uuid4().hex, function)
        finished = as_completed(loop=self._client.loop)
        try:
            self._fill(work, items, flying, finished)
            while flying:
                future = next(finished)
                item = flying.pop(future)
                try:
                    value: Value | Lost = future.result()
                except KilledWorker:
                    value = Lost()
                yield item, value
                self._fill(work, items, flying, finished)
        finally:
            if flying:
                self._client.cancel(list(flying))
                with suppress(OSError, TimeoutError):
                    self._client.run(call_off, errand, on_error="ignore")

    def _fill(
        self,
        function: Callable[[Item], Value],
        items: Iterator[Item],
        flying: dict[Future, Item],
        finished: Any,  # noqa: ANN401 - Dask has no types
    ) -> None:
        """Hand out work until every worker has some and some more waits."""
        threads = sum(self._client.nthreads().values()) or 1
        while len(flying) < _AHEAD * threads:
            item = next(items, None)
            if item is None:
                return
            future: Future = self._client.submit(function, item, pure=False)
            flying[future] = item
            finished.add(future)


class ClusterCrew:
    """Carries out runs on a cluster; see `crews.Crew`.

    Args:
        cluster: Where.
    """

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster

    def run(self, jobs: Iterator[Job]) -> Runs:
        """See `crews.Crew`."""
        here = machine.facts()
        with closing(self._cluster.run(carried_out, jobs)) as results:
            for job, value in results:
                if isinstance(value, Lost):
                    yield Done(job, Outcome(status="error", message="its workers died"), here)
                else:
                    yield Done(job, *value)


def carried_out(job: Job) -> tuple[Outcome, dict[str, object]]:
    """Carry out a run where this is called; what came of it, and the machine."""
    with ExitStack() as stack:
        outcome = execute(job, lambda process: stack.enter_context(stoppable(process.end)))
    return outcome, machine.facts()


@contextmanager
def _told(address: str) -> Iterator[None]:
    """What keeps a cluster from starting, as one line."""
    # Ports that were taken and sockets left open: no user can do anything about them.
    warnings.filterwarnings("ignore", module="distributed")
    warnings.simplefilter("ignore", ResourceWarning)
    try:
        import distributed  # noqa: F401 - it sets up its logs when it is imported

        for name in ("distributed", "tornado.application"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        yield
    except ImportError:
        raise missing_extra("--cluster", "cluster") from None
    except (OSError, TimeoutError, ValueError, RuntimeError) as error:
        words = " ".join(str(error).split())
        raise AspNonoError(f"--cluster {address}: no cluster there: {words}") from None


@contextmanager
def _local(number: int) -> Iterator[object]:
    from distributed import LocalCluster

    with _deaf():
        cluster = LocalCluster(
            n_workers=number,
            threads_per_worker=1,
            dashboard_address=":0",
            host="127.0.0.1",
            silence_logs=logging.CRITICAL,
        )
    with cluster:
        yield cluster


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that are started inside do not hear Ctrl-C, which is ours to hear."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _client(where: object, patience: float, waiting: float | None) -> Iterator[Client]:
    from distributed import Client

    with Client(where, timeout=patience, set_as_default=False) as client:
        client.wait_for_workers(1, timeout=waiting)
        yield client
