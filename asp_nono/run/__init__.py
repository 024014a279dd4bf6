"""Running jobs: limits, processes that can be killed, pools, and what is known when a job ends."""

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeAlias

from asp_nono.messages import AspNonoError
from asp_nono.run.limits import Limits
from asp_nono.run.snapshots import R, last

if TYPE_CHECKING:
    from asp_nono.run.pool import Pool


def open_pool(jobs: int = 1, limits: Limits | None = None, *, cluster: str | None = None) -> "Pool":
    """A pool of this process for one job without limits, else of `jobs` child processes.

    `cluster` has Dask run them instead: `local:N` for N workers here, or a scheduler's address.
    PuzzleError if that is none, or Dask is not installed; AspNonoError if `jobs` is not positive,
    or no cluster answers.
    """
    if cluster is not None:
        from asp_nono.run.dask import Dask

        return Dask(cluster, limits)
    from asp_nono.run.pool import Children, InProcess

    if jobs < 1:
        raise AspNonoError("{jobs} jobs; expected at least one", jobs=jobs)
    return Children(jobs, limits) if jobs > 1 or limits else InProcess()


_MOMENT = 0.5  # a job with a shorter time limit, in seconds, is not begun in this process

Snapshots: TypeAlias = Callable[[], Iterator[R]]
"""A job: it yields snapshots of its result, in the process in which it is called."""

Brief: TypeAlias = Callable[[], Generator[R, None, Snapshots[R] | None]]
"""The beginning of a job, up to where it may take long; it returns the rest, None if none is left.

It needs some milliseconds and megabytes, whatever the input. The rest can be pickled.
"""


@dataclass(frozen=True, slots=True)
class Work(Generic[R]):
    """The work of a job, for `run_job`; to iterate over it does it here, without limits."""

    job: Snapshots[R]  #: all of it
    initial: R  #: what is known before the first snapshot
    brief: Brief[R] | None = None  #: its beginning, if that takes milliseconds

    def __iter__(self) -> Iterator[R]:
        """The snapshots, the last one final."""
        return self.job()


def once(answer: Callable[[], R]) -> Iterator[R]:
    """The snapshots of a job that knows nothing before it has the answer."""
    yield answer()


def run_job(
    job: Snapshots[R],
    initial: R,
    limits: Limits | None = None,
    pool: "Pool | None" = None,
    *,
    child: bool = False,
    brief: Brief[R] | None = None,
    each: Callable[[R], None] | None = None,
) -> R:
    """The last snapshot of a job, or `initial` if there is none; see `snapshots.last`.

    The job runs in the pool; without one in this process, or in a child of its own if there are
    limits, or if `child` says that it needs one anyway. Its beginning, if it has a `brief` one,
    runs in this process: to send it to another one and back would take as long.
    """
    if not (limits or pool or child):
        return last(_here(job), initial, each)
    if brief and (pool is None or pool.jobs == 1) and _leave_a_moment(limits, pool):
        rest: list[Snapshots[R] | None] = []
        initial = last(_beginning(brief, rest), initial, each)
        if not rest or rest[0] is None:
            return initial
        job = rest[0]
    from asp_nono.run.pool import run_stream

    return last(run_stream(job, limits, pool, child=child), initial, each)


def _leave_a_moment(limits: Limits | None, pool: "Pool | None") -> bool:
    bound = limits or (pool.limits if pool else Limits())
    times = [time for time in (bound.seconds, bound.cpu_seconds) if time is not None]
    return all(time >= _MOMENT for time in times)


def _beginning(brief: Brief[R], rest: list[Snapshots[R] | None]) -> Generator[R, None, None]:
    """What the beginning of a job yields; at its end what it leaves is put into `rest`."""
    rest.append((yield from brief()))


def _here(job: Snapshots[R]) -> Generator[R, None, None]:
    """What a job yields, in this process."""
    yield from job()
