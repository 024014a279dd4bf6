"""What is recorded of a run is what clingo itself tells of the same program."""

from __future__ import annotations

import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from asp_nono.asp.recipes import recipes
from asp_nono.lab.run import STAGES
from asp_nono.lab.store import load
from tests.cli.run import INSTANCES, call
from tests.lab.experiments import lab, plan, rows

FILE = INSTANCES / "random" / "20x20-50-c1-s1.xml"


def _clingo(*words: object) -> str:
    """What clingo prints; its exit status tells what it has found."""
    command = [sys.executable, "-m", "clingo", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One run of `states`, which reads all the facts that `asp-nono facts` writes."""
    desk = tmp_path_factory.mktemp("records")
    text = f"recipes = ['states']\nhints = ['none']\ninstances = [{str(FILE)!r}]\nseed = 7\n"
    text += "options = ['--configuration=trendy']\ntime_limit = 60\nmemory_limit = 1000\n"
    assert lab("run", plan(desk, text), cwd=desk).status == 0
    facts = call("facts", "--recipe", "states", "--hints", "none", FILE).out
    (desk / "facts.lp").write_text(facts)
    return desk


@pytest.fixture
def row(desk: Path) -> dict[str, Any]:
    """That run."""
    (found,) = rows(desk / "plan.db").values()
    return found


def test_the_same_statistics(desk: Path, row: dict[str, Any]) -> None:
    """Size of the ground program, of the solver's problem, and what the search took."""
    words = ["2", "--project=show", "--seed=7", "--configuration=trendy", "--outf=2", "--stats=2"]
    found_by_clingo = json.loads(_clingo(*recipes()["states"].files, desk / "facts.lp", *words))
    program, problem, core = (found_by_clingo["Stats"][name] for name in ("LP", "Problem", "Core"))
    assert {name: row[name] for name in ("atoms", "rules", "bodies", "variables")} == {
        "atoms": program["Atoms"],
        "rules": program["Rules"]["Original"],
        "bodies": program["Bodies"]["Original"],
        "variables": problem["Variables"],
    }
    assert row["constraints"] == problem["Constraints"]["Sum"]
    assert {name: row[name] for name in ("choices", "conflicts", "restarts")} == {
        name: core[name.title()] for name in ("choices", "conflicts", "restarts")
    }
    assert int(row["models"]) == found_by_clingo["Models"]["Number"] == 2
    assert row["status"] == "multiple"


def test_the_same_facts(desk: Path, row: dict[str, Any]) -> None:
    """Their number is that of clingo's own listing, their hash that of the file."""
    text = (desk / "facts.lp").read_text()
    assert row["facts"] == len(_clingo("--text", desk / "facts.lp").splitlines())
    assert row["facts_hash"] == sha256(text.encode()).hexdigest()


def test_stages(row: dict[str, Any]) -> None:
    """Each took its time, and together they took no more than the whole."""
    for what in ("wall", "cpu"):
        parts = [row[f"{stage}_{what}"] for stage in STAGES]
        assert min(parts) > 0
        assert sum(parts) <= row[what] * 1.001
    assert row["peak_bytes"] > 20 << 20


def test_where_from(desk: Path) -> None:
    """Hashes, versions, machine, options and seed stand with every run."""
    results = load(desk / "plan.db")
    (run,) = results.runs
    assert run.about["puzzle_hash"] == sha256(FILE.read_bytes()).hexdigest()
    (file,) = recipes()["states"].files
    inner = sha256(file.read_bytes()).hexdigest()
    assert run.about["encoding_hash"] == sha256(inner.encode()).hexdigest()
    assert json.loads(run.about["options"]) == ["--configuration=trendy"]
    assert (run.about["seed"], run.about["time_limit"], run.about["memory_limit"]) == (7, 60, 1000)
    (machine,) = map(json.loads, results.machines)
    known = {"asp-nono", "commit", "python", "clingo", "cpu", "cores", "memory_bytes", "system"}
    assert known <= machine.keys()
