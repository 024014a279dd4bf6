"""Jobs handed to Slurm, here to a stand-in of a few lines that runs them on this machine.

What is tried is our part: that jobs are handed in, waited for, told of if they are refused, and
ended. Whatever happens, each test ends in a bounded time and leaves no process.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.cli.run import GUARD, command, environment, vanish
from tests.lab.experiments import ONES_3, number, plan

pytest.importorskip("dask_jobqueue")

BEGINS = 'cp "$1" job.sh; setsid bash job.sh >job.log 2>&1 </dev/null & echo $!'
WAITS = "setsid sleep 600 >/dev/null 2>&1 </dev/null & echo $!"
REFUSES = 'echo "sbatch: error: invalid partition" >&2; exit 1'
ONCE = f"[ -e asked ] || {{ touch asked; exit 1; }}; {BEGINS}"

TAKEN = "job=$(BODY)\necho $job >>jobs\necho Submitted batch job $job"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Path]:
    """A folder with a plan; the jobs that are begun in it are ended at last."""
    plan(tmp_path, f"recipes = ['order']\ninstances = [{str(ONES_3)!r}]\nrepetitions = 3\n")
    yield tmp_path
    for job in _jobs(tmp_path):
        with suppress(ProcessLookupError):
            os.killpg(job, signal.SIGKILL)


def _jobs(desk: Path) -> list[int]:
    """The jobs that the stand-in has taken, each the leader of a group of processes."""
    with suppress(FileNotFoundError):
        return list(map(int, (desk / "jobs").read_text().split()))
    return []


def _tool(desk: Path, name: str, text: str) -> None:
    (desk / name).write_text(f"#!/bin/bash\n{text}\n")
    (desk / name).chmod(0o755)


def _started(desk: Path, sbatch: str) -> subprocess.Popen[str]:
    """The plan on its way, with a stand-in that does so with jobs."""
    _tool(desk, "sbatch", sbatch)
    _tool(desk, "scancel", 'kill -9 -- "-$1"')
    around = environment()
    return subprocess.Popen(
        command("lab", "run", "plan.toml", "--cluster", "slurm:1"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**around, "PATH": f"{desk}{os.pathsep}{around['PATH']}"},
        cwd=desk,
        start_new_session=True,
    )


def _ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    """The exit status and what was said; the whole session is killed if it takes too long."""
    try:
        said = process.communicate(timeout=4 * GUARD)[1]
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        pytest.fail(f"does not end: {process.communicate()[1]}")
    return process.returncode, said


@pytest.mark.parametrize("body", [BEGINS, ONCE])
def test_jobs_do_the_work(desk: Path, body: str) -> None:
    """And are gone afterwards; a job that was refused once is handed in again."""
    status, said = _ended(_started(desk, TAKEN.replace("BODY", body)))
    assert (status, number(desk / "plan.db")) == (0, 3), said
    assert vanish(set(_jobs(desk)))


def test_refused_jobs_are_told(desk: Path) -> None:
    """In one line, with the reason; Dask alone would wait for ever."""
    status, said = _ended(_started(desk, REFUSES))
    assert status == 2
    assert said.startswith("asp-nono: --cluster slurm:1: no cluster there: ")
    assert said.endswith("sbatch: error: invalid partition\n")


def test_a_long_queue(desk: Path) -> None:
    """A job that does not begin is waited for; Ctrl-C ends that, and takes the job back."""
    process = _started(desk, TAKEN.replace("BODY", WAITS))
    deadline = time.monotonic() + GUARD
    while not _jobs(desk) and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    status, said = _ended(process)
    assert status == 130, said
    assert "Traceback" not in said
    assert vanish(set(_jobs(desk)))
