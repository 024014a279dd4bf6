"""The pool on Dask, with one worker on this machine that runs one job at a time."""

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Timer
from time import sleep

import pytest

from asp_nono.messages import AspNonoError, Message, PuzzleError
from asp_nono.run import open_pool, run_job
from asp_nono.run.dask import Dask
from asp_nono.run.limits import Cause, Limits, Stopped
from asp_nono.run.pool import Pool
from tests.run.jobs import Known, busy, failing, growing, numbers, square

pytest.importorskip("distributed")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # Dask's own, of ports and closed loops
]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Pool]:
    """One worker."""
    with open_pool(cluster="local:1") as pool:
        yield pool


def test_stream(cluster: Pool) -> None:
    """A job gives the same as in this process, and its errors are raised here."""
    assert list(cluster.stream(partial(numbers, 3))) == [0, 1, 2]
    assert run_job(partial(growing, 4), Known(-1), pool=cluster) == Known(3)
    assert cluster.call(square, 3) == cluster.submit(square, 3).result() == 9
    with pytest.raises(ZeroDivisionError, match="its own"):
        list(cluster.stream(failing))


def test_limit(cluster: Pool) -> None:
    """The limits hold on the worker, and what the job has yielded is kept."""
    stopped = Stopped.at(Cause.TIME, Limits(0.5))
    assert list(cluster.stream(busy, Limits(seconds=0.5))) == [1, stopped]


def test_cancel(cluster: Pool) -> None:
    """A job that is cancelled makes room for the next one."""
    stream = cluster.stream(busy)
    Timer(1.0, stream.close).start()
    assert list(stream) == [Stopped.at(Cause.CANCELLED)]
    assert cluster.call(square, 2) == 4


def test_no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """If all workers are gone and none comes, a job ends with the reason."""
    with open_pool(cluster="local:1") as pool:  # which may take longer than what follows waits
        assert isinstance(pool, Dask)
        monkeypatch.setattr("asp_nono.run.dask._PATIENCE", 1.0)
        monkeypatch.setattr("asp_nono.run.dask._POLL", 0.2)
        pool.client.retire_workers(list(pool.client.nthreads()))
        assert list(pool.stream(busy)) == [
            Stopped(Cause.CRASHED, Message("no worker for {seconds} s", seconds="1"))
        ]


SCHEDULER = """
from distributed import LocalCluster
if __name__ == "__main__":
    cluster = LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0")
    print(cluster.scheduler_address, flush=True)
    input()
"""


def test_a_dead_scheduler(tmp_path: Path) -> None:
    """What runs ends in one line, soon after."""
    (tmp_path / "cluster.py").write_text(SCHEDULER, encoding="utf-8")
    command = [sys.executable, str(tmp_path / "cluster.py")]
    pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(command, text=True, stdin=pipe, stdout=pipe, stderr=nothing) as scheduler:
        assert scheduler.stdout
        with open_pool(cluster=scheduler.stdout.readline().strip()) as pool:
            Timer(1.0, scheduler.kill).start()

            def work() -> None:
                for _, lost in pool.completed(lambda item: pool.call(sleep, item), [30] * 4):
                    if isinstance(lost, AspNonoError):
                        raise lost

            with pytest.raises(AspNonoError, match="the connection to the scheduler is lost"):
                work()


def test_addresses() -> None:
    """Anything but a number of workers or an address is refused."""
    with pytest.raises(PuzzleError, match="expected local:N or the address of a scheduler"):
        open_pool(cluster="local:0")
