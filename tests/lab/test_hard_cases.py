"""What goes wrong in an experiment: each case ends as its record says, and nothing else is lost.

Also on a real Dask cluster on this machine, and without BenchExec.
"""

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from asp_nono.jobs.programs import RunExperiment
from asp_nono.lab import run as runs
from asp_nono.lab.experiment import Experiment, ExperimentProgress
from asp_nono.lab.plan import plan_of
from asp_nono.lab.store import Store
from asp_nono.run import meter
from asp_nono.run.meter import benchexec_available
from tests.cli.encodings import ENDLESS, MISSPELT, SOUND
from tests.cli.run import GUARD, HEART, Ran, command, execute, offspring, vanish
from tests.lab.experiments import (
    ENDLESS_SEARCH,
    HUNGRY,
    ONES_3,
    lab,
    number,
    own,
    plan,
    query,
    rows,
    started,
)

pytestmark = pytest.mark.slow

BROAD = f"""
recipes = ["order", "misspelled.lp", "endless.lp", "searching.lp", "wrong.lp"]
instances = [{str(ONES_3)!r}]
cpu_limit = 2
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with faulty encodings."""
    texts = {"endless": ENDLESS, "hungry": HUNGRY, "searching": ENDLESS_SEARCH}
    own(tmp_path, misspelled=MISSPELT, wrong=SOUND, **texts)
    return tmp_path


def test_every_ending_is_recorded(folder: Path) -> None:
    """Warnings, endless grounding, a long search and a wrong answer, beside a sound one."""
    ran = lab("run", plan(folder, BROAD), cwd=folder)
    found = rows(folder / "plan.db")
    assert {label: row["status"] for label, row in found.items()} == {
        "order": "multiple",
        "misspelled.lp": "error",
        "endless.lp": "time-out",
        "searching.lp": "time-out",
        "wrong.lp": "wrong",
    }
    assert "att/3" in found["misspelled.lp"]["message"]
    assert "asp-nono-" not in found["misspelled.lp"]["message"]
    endless, searching = found["endless.lp"], found["searching.lp"]
    held = "BenchExec" if benchexec_available() else "CPU watchdog"
    assert (endless["stage"], endless["held"]) == ("ground", held)
    assert (searching["stage"], searching["held"]) == ("solve", held)
    assert endless["message"] == searching["message"] == "CPU time limit of 2 s"
    assert endless["ground_cpu"] > endless["line_cpu"]
    assert searching["conflicts"] > 100
    assert searching["rules"] > 100
    assert ran.status == 1
    assert ran.out.startswith("!!! 1 ANSWER CANNOT BE TRUE !!!\n!!! wrong answer: wrong.lp on")


@pytest.mark.parametrize("benchexec", [True, False])
def test_a_limit_on_memory(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *, benchexec: bool
) -> None:
    """It holds while clingo grounds, with BenchExec or without; what held it is recorded."""
    if not benchexec:
        monkeypatch.setattr(meter, "benchexec_available", lambda: False)
    recipes = ["order", str(folder / "hungry.lp")]
    table = {"recipes": recipes, "instances": [str(ONES_3)], "memory_limit": 100}
    ((some,),) = Experiment.of(plan_of(table)).jobs()
    some = sorted(some, key=lambda one: one.system.label)  # "/..." is before "order"
    ((hungry, sound),) = runs.carry_out([some])
    assert (hungry.status, hungry.stage) == ("memory-out", "ground")
    assert hungry.message == "memory limit of 100 MiB"
    assert hungry.held in ("BenchExec", "rlimit", "watchdog")
    assert hungry.peak_bytes < 150 << 20
    assert (sound.status, sound.held, sound.guard) == ("multiple", None, hungry.guard)
    assert benchexec or hungry.guard == "rlimit and watchdog"


LONG = f"""
recipes = ["order", "endless.lp"]
instances = [{str(ONES_3)!r}, {str(HEART)!r}]
repetitions = 2
time_limit = 1.5
"""


@pytest.mark.parametrize(
    "number_of_signal", [signal.SIGINT, pytest.param(signal.SIGKILL, marks=pytest.mark.slow)]
)
def test_broken_off(folder: Path, number_of_signal: signal.Signals) -> None:
    """After Ctrl-C, or a crash, the same command goes on; nothing runs on, nothing is lost."""
    process = started(folder, LONG.replace("repetitions = 2", "repetitions = 1"))
    children = offspring(process.pid)
    process.send_signal(number_of_signal)
    process.communicate(timeout=GUARD)
    assert process.returncode == (130 if number_of_signal == signal.SIGINT else -signal.SIGKILL)
    assert vanish(children)
    done = number(folder / "plan.db")
    assert 1 <= done < 4
    ran = lab("run", folder / "plan.toml", cwd=folder)
    assert f"{4 - done} runs recorded in plan.db; {done} were recorded before" in ran.err
    assert number(folder / "plan.db") == 4


def test_two_at_once(folder: Path) -> None:
    """A second program that would write the same file is refused; reading is not."""
    with Store(folder / "plan.db", write=True):
        ran = lab("run", plan(folder, LONG), cwd=folder)
        said = "asp-nono: plan.db: is in use; another program is writing results into it\n"
        assert ran == Ran(2, "", said)
        assert lab("report", folder / "plan.db").status == 0


def test_a_file_that_may_not_grow(folder: Path) -> None:
    """One line says so; what was recorded stays, and the rest is done once there is room."""
    text = f"recipes = ['order']\ninstances = [{str(ONES_3)!r}]\nrepetitions = 6\n"
    path = plan(folder, text)
    small = "import resource, os, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (80000, 80000));"
    small += "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
    small += "os.execv(sys.argv[1], sys.argv[1:])"
    line = [sys.executable, "-c", small, *command("lab", "run", path)]
    ran = execute(line, cwd=folder, patience=4 * GUARD)
    assert ran.status == 2
    assert "Traceback" not in ran.err
    assert ran.err.splitlines()[-1].startswith("asp-nono: plan.db: cannot be ")
    kept = number(folder / "plan.db")
    assert kept >= 1
    assert lab("report", folder / "plan.db").status == 0
    ran = lab("run", path, cwd=folder)
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


def test_a_killed_run(folder: Path) -> None:
    """A process of a run that somebody kills is an error of that run alone."""
    process = started(folder, LONG.replace("time_limit = 1.5", "time_limit = 3"))
    os.kill(_lasting(process.pid), signal.SIGKILL)
    _, said = process.communicate(timeout=4 * GUARD)
    assert process.returncode == 0, said
    found = query(folder / "plan.db", "SELECT status, message FROM run ORDER BY status = 'error'")
    assert [row["status"] == "error" for row in found] == [False] * 7 + [True]
    assert found[-1]["message"].endswith("died with exit status -9")


@pytest.mark.filterwarnings("ignore")  # Dask's own, of ports and closed loops
def test_a_killed_worker(tmp_path: Path) -> None:
    """A plan is carried out on two workers, one of which is killed in mid-run."""
    pytest.importorskip("distributed")
    from asp_nono.run.dask import Dask

    own(tmp_path, endless=ENDLESS, wrong=SOUND)
    recipes = ["order", str(tmp_path / "endless.lp"), str(tmp_path / "wrong.lp")]
    table = {"recipes": recipes, "instances": [str(ONES_3)], "repetitions": 2, "cpu_limit": 3}
    file = tmp_path / "r.db"
    killed: list[int] = []
    with Dask("local:2") as cluster, Store(file, write=True) as store:

        def reached(now: ExperimentProgress) -> None:
            if now.done and not killed:
                killed.append(min(cluster.client.run(os.getpid).values()))
                os.kill(killed[0], signal.SIGKILL)

        experiment = Experiment.of(plan_of(table))
        RunExperiment().find(experiment, store, pool=cluster, each=reached)
    assert killed
    assert number(file) == 6
    statuses = {label.split("/")[-1]: row["status"] for label, row in rows(file).items()}
    assert statuses == {"order": "multiple", "endless.lp": "time-out", "wrong.lp": "wrong"}


def test_interrupted_on_a_cluster(tmp_path: Path) -> None:
    """Ctrl-C ends everything with one line, however busy the machine is."""
    pytest.importorskip("distributed")
    own(tmp_path, endless=ENDLESS)
    text = f"recipes = ['order', 'endless.lp']\ninstances = [{str(ONES_3)!r}]\nrepetitions = 9\n"
    text += "time_limit = 3\n"
    process = started(tmp_path, text, "--cluster", "local:2")
    children = offspring(process.pid)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=4 * GUARD)
    assert (process.returncode, out) == (130, "")
    last = "Interrupted; the same command continues from here. Results: plan.db"
    assert err.splitlines()[-1] == last
    assert vanish(children)
    assert number(tmp_path / "plan.db") in range(2, 18, 2)  # whole matched sets
