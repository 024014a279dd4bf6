"""Limits that the launcher holds, over all processes of a run together."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from asp_nono.lab import execute as execution
from asp_nono.lab import launch
from asp_nono.lab.cgroups import Group, available
from asp_nono.lab.jobs import programme
from asp_nono.lab.plan import plan_of
from asp_nono.lab.processes import Process, Usage
from asp_nono.run.limits import Limits
from tests.cli.run import vanish
from tests.lab.experiments import HUNGRY, ONES_3, own

MIB = 1 << 20

TWO = "import os; os.fork(); "
"""A program in two processes."""


def _run(code: str, limits: Limits, cpu: float | None = None, group: Group | None = None) -> Usage:
    words = [sys.executable, "-S", "-c", code]
    with Process(words, limits, cpu_seconds=cpu, group=group) as process:
        return process.wait()


def test_cpu_time_of_all() -> None:
    """Two processes together use up the time of one."""
    usage = _run(TWO + "\nwhile True: pass", Limits(seconds=60), cpu=1.0)
    assert usage.ended == launch.CPU_LIMIT
    assert usage.status == -9


def test_sleep_is_not_cpu_time() -> None:
    """A program that waits is not ended."""
    assert _run("import time; time.sleep(1.5)", Limits(), cpu=1.0).ended == launch.BY_ITSELF


def test_the_watchdog_adds_up_memory() -> None:
    """Two processes that are each within the limit are beyond it together."""
    code = TWO + "block = bytearray(b'x') * (60 << 20); import time; time.sleep(60)"
    usage = _run(code, Limits(seconds=60, megabytes=100))
    assert usage.ended == launch.MEMORY_LIMIT


needs_groups = pytest.mark.skipif(not available(), reason="control groups cannot be made here")


@needs_groups
def test_a_control_group_holds_memory() -> None:
    """Also of two processes together; within it nothing happens."""
    code = "block = bytearray(b'x') * (60 << 20); import time; time.sleep(0.5)"
    with Group(100) as group:
        assert _run(code, Limits(60, 100), group=group).status == 0
        assert not group.starved
    with Group(100) as group:
        _run(TWO + code, Limits(60, 100), group=group)
        assert group.starved


@needs_groups
def test_nobody_leaves_a_control_group(tmp_path: Path) -> None:
    """A process that goes into a session of its own is ended with the others."""
    file = tmp_path / "pid"
    code = (
        "import os, time\n"
        "if os.fork(): time.sleep(0.5); raise SystemExit\n"
        f"os.setsid(); open({str(file)!r}, 'w').write(str(os.getpid())); time.sleep(1000)"
    )
    with Group(100) as group:
        _run(code, Limits(60, 100), group=group)
    assert vanish({int(file.read_text())})
    assert not group.inside.exists()


def test_a_machine_without_control_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system and the watchdog bound the memory of runs instead, and that is recorded."""
    monkeypatch.setattr(execution, "available", lambda: False)
    own(tmp_path, hungry=HUNGRY)
    recipes = ["order", str(tmp_path / "hungry.lp")]
    plan = plan_of({"recipes": recipes, "instances": [str(ONES_3)], "memory_limit": 100})
    sound, hungry = (
        execution.execute(job)
        for job in sorted(
            programme(plan).jobs(), key=lambda job: job.competitor.label, reverse=True
        )
    )
    assert {sound.guard, hungry.guard} == {"rlimit and watchdog"}
    assert (sound.status, sound.held) == ("multiple", None)
    assert (hungry.status, hungry.stage) == ("memory-out", "ground")
    assert hungry.held in ("rlimit", "watchdog")
    assert hungry.message == "memory limit of 100 MiB"
