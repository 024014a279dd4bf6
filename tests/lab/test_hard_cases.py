"""What goes wrong in an experiment: each case ends as its record says, and nothing else is lost."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from asp_nono.lab.store import Store
from tests.cli.encodings import ENDLESS, MISSPELT, SOUND
from tests.cli.run import GUARD, HEART, Ran, command, environment, offspring, vanish
from tests.lab.experiments import (
    ENDLESS_SEARCH,
    HUNGRY,
    ONES_3,
    lab,
    number,
    own,
    plan,
    rows,
    started,
)

BROAD = f"""
recipes = ["order", "misspelled.lp", "endless.lp", "searching.lp", "wrong.lp"]
instances = [{str(ONES_3)!r}]
cpu_limit = 2
"""

EATING = f"""
recipes = ["order", "hungry.lp"]
instances = [{str(ONES_3)!r}]
memory_limit = 100
"""


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A folder with faulty encodings."""
    own(
        tmp_path,
        misspelled=MISSPELT,
        endless=ENDLESS,
        hungry=HUNGRY,
        searching=ENDLESS_SEARCH,
        wrong=SOUND,
    )
    return tmp_path


def test_every_ending_is_recorded(desk: Path) -> None:
    """Warnings, endless grounding, a long search and a wrong answer, beside a sound one."""
    ran = lab("run", plan(desk, BROAD), cwd=desk)
    found = rows(desk / "plan.db")
    assert {label: row["status"] for label, row in found.items()} == {
        "order:probe": "multiple",
        "misspelled.lp:none": "error",
        "endless.lp:none": "time-out",
        "searching.lp:none": "time-out",
        "wrong.lp:none": "wrong",
    }
    assert "att/3" in found["misspelled.lp:none"]["message"]
    assert "asp-nono-" not in found["misspelled.lp:none"]["message"]
    endless, searching = found["endless.lp:none"], found["searching.lp:none"]
    assert (endless["stage"], endless["held"]) == ("ground", "CPU watchdog")
    assert (searching["stage"], searching["held"]) == ("solve", "CPU watchdog")
    assert endless["message"] == searching["message"] == "CPU time limit of 2 s"
    assert endless["ground_cpu"] > endless["line_cpu"]
    assert searching["conflicts"] > 100
    assert searching["rules"] > 100
    assert ran.status == 1
    assert ran.out.startswith("!!! 1 ANSWER CANNOT BE TRUE !!!\n!!! wrong answer: wrong.lp:none on")


def test_a_limit_on_memory(desk: Path) -> None:
    """It holds while clingo grounds; who held it is recorded, and the next run is not harmed."""
    assert lab("run", plan(desk, EATING), cwd=desk).status == 0
    found = rows(desk / "plan.db")
    hungry, sound = found["hungry.lp:none"], found["order:probe"]
    assert (hungry["status"], hungry["stage"]) == ("memory-out", "ground")
    assert hungry["message"] == "memory limit of 100 MiB"
    assert hungry["held"] in ("control group", "rlimit", "watchdog")
    assert hungry["peak_bytes"] < 150 << 20
    assert (sound["status"], sound["guard"]) == ("multiple", hungry["guard"])


def test_a_limit_on_time(desk: Path) -> None:
    """That of the clock, wherever the run is then."""
    text = f"recipes = ['searching.lp']\ninstances = [{str(ONES_3)!r}]\ntime_limit = 2\n"
    assert lab("run", plan(desk, text), cwd=desk).status == 0
    (row,) = rows(desk / "plan.db").values()
    assert (row["status"], row["held"]) == ("time-out", "clock")
    assert row["message"] == "time limit of 2 s"


LONG = f"""
recipes = ["order", "endless.lp"]
instances = [{str(ONES_3)!r}, {str(HEART)!r}]
repetitions = 2
time_limit = 1.5
"""


@pytest.mark.parametrize(
    "number_of_signal", [signal.SIGINT, pytest.param(signal.SIGKILL, marks=pytest.mark.slow)]
)
def test_broken_off(desk: Path, number_of_signal: signal.Signals) -> None:
    """After Ctrl-C, or a crash, the same command goes on; nothing runs on, nothing is lost."""
    process = started(desk, LONG)
    children = offspring(process.pid)
    process.send_signal(number_of_signal)
    process.communicate(timeout=GUARD)
    assert process.returncode == (130 if number_of_signal == signal.SIGINT else -signal.SIGKILL)
    assert vanish(children)
    done = number(desk / "plan.db")
    assert 1 <= done < 8
    ran = lab("run", desk / "plan.toml", cwd=desk)
    assert f"{8 - done} runs recorded in plan.db; {done} were recorded before" in ran.err
    assert number(desk / "plan.db") == 8


def test_two_at_once(desk: Path) -> None:
    """A second program that would write the same file is refused; reading is not."""
    with Store(desk / "plan.db", write=True):
        ran = lab("run", plan(desk, LONG), cwd=desk)
        said = "asp-nono: plan.db: is in use; another program is writing results into it\n"
        assert ran == Ran(2, "", said)
        assert lab("report", desk / "plan.db").status == 0


@pytest.mark.slow
def test_a_file_that_may_not_grow(desk: Path) -> None:
    """One line says so; what was recorded stays, and the rest is done once there is room."""
    text = f"recipes = ['order']\ninstances = [{str(ONES_3)!r}]\nrepetitions = 6\n"
    path = plan(desk, text)
    small = "import resource, os, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (70000, 70000));"
    small += "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
    small += "os.execv(sys.argv[1], sys.argv[1:])"
    done = subprocess.run(
        [sys.executable, "-c", small, *command("lab", "run", path)],
        capture_output=True,
        text=True,
        env=environment(),
        cwd=desk,
        timeout=4 * GUARD,
        check=False,
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1].startswith("asp-nono: plan.db: cannot be ")
    kept = number(desk / "plan.db")
    assert kept >= 1
    assert lab("report", desk / "plan.db").status == 0
    ran = lab("run", path, cwd=desk)
    assert f"{kept} were recorded before" in ran.err
    assert ran.status == 0


def _lasting(process: int) -> int:
    """A run of the lab that has lasted for a while."""
    since: dict[int, float] = {}
    deadline = time.monotonic() + GUARD
    while time.monotonic() < deadline:
        alive = {run for launcher in offspring(process) for run in offspring(launcher)}
        since = {run: since.get(run, time.monotonic()) for run in alive}
        for run, when in since.items():
            if time.monotonic() - when > 1:
                return run
        time.sleep(0.02)
    raise AssertionError("nothing lasts")


@pytest.mark.slow
def test_a_killed_run(desk: Path) -> None:
    """A process of a run that somebody kills is an error of that run alone."""
    process = started(desk, LONG.replace("time_limit = 1.5", "time_limit = 3"))
    os.kill(_lasting(process.pid), signal.SIGKILL)
    _, said = process.communicate(timeout=4 * GUARD)
    assert process.returncode == 0, said
    base = sqlite3.connect(desk / "plan.db")
    found = [row[0] for row in base.execute("SELECT status FROM run ORDER BY status")]
    (message,) = base.execute("SELECT message FROM run WHERE status = 'error'").fetchone()
    base.close()
    assert found.count("error") == 1
    assert len(found) == 8
    assert message.startswith("the process died with exit status -9")
