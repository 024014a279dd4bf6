"""Runs on a real Dask cluster on this machine, and runs without control groups."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from asp_nono.lab import run as runs
from asp_nono.lab.experiment import Experiment, Progress, run_experiment
from asp_nono.lab.plan import plan_of
from asp_nono.lab.store import Store
from tests.cli.encodings import ENDLESS, SOUND
from tests.cli.run import GUARD, offspring, vanish
from tests.lab.experiments import HUNGRY, ONES_3, number, own, rows, started


def test_a_machine_without_control_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system and the watchdog bound the memory of runs instead, and that is recorded."""
    monkeypatch.setattr(runs, "groups_available", lambda: False)
    own(tmp_path, hungry=HUNGRY)
    recipes = ["order", str(tmp_path / "hungry.lp")]
    plan = plan_of({"recipes": recipes, "instances": [str(ONES_3)], "memory_limit": 100})
    found = {
        batch[0].system.label.split(":")[0]: runs.carry_out(batch)[0]
        for batch in Experiment.of(plan).batches()
    }
    sound, hungry = found["order"], found[str(tmp_path / "hungry.lp")]
    assert {sound.guard, hungry.guard} == {"rlimit and watchdog"}
    assert (sound.status, sound.held) == ("multiple", None)
    assert (hungry.status, hungry.stage) == ("memory-out", "ground")
    assert hungry.held in ("rlimit", "watchdog")
    assert hungry.message == "memory limit of 100 MiB"


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # Dask's own, of ports and closed loops
def test_a_killed_worker(tmp_path: Path) -> None:
    """A plan is carried out on two workers, one of which is killed in mid-run."""
    pytest.importorskip("distributed")
    from asp_nono.run.dask import Dask

    own(tmp_path, endless=ENDLESS, wrong=SOUND)
    plan = plan_of(
        {
            "recipes": ["order", str(tmp_path / "endless.lp"), str(tmp_path / "wrong.lp")],
            "instances": [str(ONES_3)],
            "repetitions": 3,
            "cpu_limit": 3,
        }
    )
    file = tmp_path / "r.db"
    killed: list[int] = []
    with Dask("local:2") as cluster, Store(file, write=True) as store:

        def told(now: Progress) -> None:
            if now.done == 2 and not killed:
                killed.append(min(cluster.client.run(os.getpid).values()))
                os.kill(killed[0], signal.SIGKILL)

        run_experiment(Experiment.of(plan), store, cluster, told)
    assert killed
    assert number(file) == 9
    statuses = {label.split("/")[-1]: row["status"] for label, row in rows(file).items()}
    assert statuses == {
        "order:probe": "multiple",
        "endless.lp:none": "time-out",
        "wrong.lp:none": "wrong",
    }


@pytest.mark.slow
def test_interrupted_on_a_cluster(tmp_path: Path) -> None:
    """Ctrl-C ends everything with one line, however busy the machine is."""
    pytest.importorskip("distributed")
    own(tmp_path, endless=ENDLESS)
    text = f"recipes = ['order', 'endless.lp']\ninstances = [{str(ONES_3)!r}]\nrepetitions = 2\n"
    process = started(tmp_path, text, "--cluster", "local:2")
    children = offspring(process.pid)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=4 * GUARD)
    assert (process.returncode, out) == (130, "")
    last = "Interrupted; the same command continues from here. Results: plan.db"
    assert err.splitlines()[-1] == last
    assert vanish(children)
    assert 1 <= number(tmp_path / "plan.db") <= 2  # the others do not end
