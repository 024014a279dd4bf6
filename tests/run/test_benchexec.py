"""BenchExec as the meter: limits, figures, output."""

import sys
from pathlib import Path

import pytest

from asp_nono.lab import run as runs
from asp_nono.lab.experiment import Experiment
from asp_nono.lab.plan import plan_of
from asp_nono.messages import AspNonoError
from asp_nono.run.limits import Cause, Limits
from asp_nono.run.meter import ContainedProgram, benchexec_available
from tests.lab.experiments import ONES_3

pytest.importorskip("benchexec", reason="BenchExec (extra lab) is not installed")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not benchexec_available(), reason="BenchExec cannot limit memory here: no control groups"
    ),
]

BUSY = "while True: pass"


@pytest.mark.parametrize(
    ("command", "limits", "ended"),
    [
        (["sh", "-c", "setsid sleep 60 & wait"], Limits(1.0), Cause.TIME),
        ([sys.executable, "-c", f"import os; os.fork() or os.setsid()\n{BUSY}"],
         Limits(30.0, None, 1.0), Cause.CPU),
        ([sys.executable, "-c", f"import os; os.fork(); x = bytearray(200 << 20)\n{BUSY}"],
         Limits(30.0, 300), Cause.MEMORY),
    ],
)  # fmt: skip
def test_limits_of_all_processes(command: list[str], limits: Limits, ended: Cause) -> None:
    """Children in sessions of their own belong to the run."""
    with ContainedProgram(command, limits) as program:
        usage = program.wait()
    assert usage.ended is ended
    assert usage.status < 0
    assert usage.wall < 20


def test_output(tmp_path: Path) -> None:
    """Standard input and output, standard error, exit status, folder."""
    command = ["sh", "-c", "cat; echo b; echo no >&2; touch litter; exit 3"]
    with ContainedProgram(command, Limits(10.0), text="a\n", folder=tmp_path) as program:
        assert list(program) == [b"a\n", b"b\n"]
        assert (program.wait().status, program.wait().said) == (3, "no\n")
    assert (tmp_path / "litter").exists()
    with (
        ContainedProgram(["nosuch"], Limits()) as program,
        pytest.raises(AspNonoError, match="nosuch"),
    ):
        program.wait()


def test_records() -> None:
    """Our runs and those of other programs say what measured and held them."""
    crash = {"name": "crash", "command": "sh -c 'echo unique {file}; kill -SEGV $$'"}
    slow = {"name": "slow", "command": "sh -c 'setsid sleep 60 & echo unique {file}; wait'"}
    table = {"recipes": ["order"], "instances": [str(ONES_3)], "time_limit": 3, "memory_limit": 300}
    table["external"] = [{**one, "unique": "unique"} for one in (crash, slow)]
    ((some,),) = Experiment.of(plan_of(table)).jobs()
    (outcomes,) = runs.carry_out([some])
    found = {one.system.label: outcome for one, outcome in zip(some, outcomes, strict=True)}
    assert len({one.window for one in outcomes}) == 1
    assert len({one.process_id for one in outcomes}) == 3
    assert {one.meter for one in found.values()} == {"BenchExec"}
    ended = {label: (one.status, one.held) for label, one in found.items()}
    assert ended["order"] == ("multiple", None)
    assert ended["crash"] == ("error", None)
    assert ended["slow"] == ("time-out", "BenchExec")
