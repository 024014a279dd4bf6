"""Workers as jobs of Slurm, through dask-jobqueue and its configuration."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dask_jobqueue import SLURMCluster

_SUBMIT = "sbatch"

_LOOK = 0.05
"""Seconds between two looks at what has become of the jobs."""


@contextmanager
def slurm(number: int, patience: float) -> Iterator[SLURMCluster]:
    """So many jobs, one core and 4 GB each if the configuration does not say; then they are ended.

    Args:
        number: How many.
        patience: Seconds in which Slurm must have taken the jobs. When they begin is up to it.

    Raises:
        OSError, RuntimeError, ValueError: If it does not take them.
        TimeoutError: If it does not answer.
    """
    from dask import config

    with _same_signals():
        from dask_jobqueue import SLURMCluster

    if shutil.which(_SUBMIT) is None:
        raise OSError(f"there is no program {_SUBMIT!r} here that takes jobs")
    known = config.get("jobqueue.slurm", {})
    missing = {"cores": 1, "memory": "4 GB"}
    given = {key: value for key, value in missing.items() if not known.get(key)}
    with SLURMCluster(**given) as cluster:
        cluster.scale(jobs=number)
        try:
            _hand_in(cluster, number, monotonic() + patience)
        finally:
            _forget(cluster)
        yield cluster


@contextmanager
def _same_signals() -> Iterator[None]:
    """Ctrl-C stays what it is; dask-jobqueue makes it a silent end when it is imported."""
    before = [(number, signal.getsignal(number)) for number in (signal.SIGINT, signal.SIGTERM)]
    yield
    for number, handler in before:
        signal.signal(number, handler)


def _hand_in(cluster: SLURMCluster, number: int, deadline: float) -> None:
    """Wait until Slurm has been asked to take all jobs; what it refused is asked once more.

    Dask only logs that a job was refused, and would wait for it for ever.
    """
    from distributed import Status

    while len(cluster.workers) < number:
        if monotonic() > deadline:
            raise TimeoutError(f"{_SUBMIT} does not answer")
        sleep(_LOOK)
    for job in list(cluster.workers.values()):
        if job.status is Status.created:
            cluster.sync(job.start)


def _forget(cluster: SLURMCluster) -> None:
    """Have the cluster not wait for the end of jobs that have never begun."""
    from distributed import Status

    for job in cluster.workers.values():
        if job.status is Status.created:
            job.status = Status.failed
