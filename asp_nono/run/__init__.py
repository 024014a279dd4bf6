"""Running jobs: limits, processes that can be killed, pools, and what is known when a job ends."""

from typing import TYPE_CHECKING

from asp_nono.messages import AspNonoError
from asp_nono.run.limits import Limits

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
