"""What a system is made of: what a run imports and how line logic was built, and nothing else."""

import json
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from asp_nono.asp.recipes import recipe
from asp_nono.lab.code import BUILD, build_of, code, hash_of, modules
from asp_nono.lab.instances import choose
from asp_nono.lab.plan import PlannedTask
from asp_nono.lab.run import PlannedRun, order, puzzle_line
from asp_nono.lab.systems import CountingSystem, RecipeSystem, System
from asp_nono.run.limits import Limits
from tests.cli.run import INSTANCES, ROOT
from tests.lab.experiments import ONES_3

pytestmark = pytest.mark.slow

PACKAGE = ROOT / "asp_nono"
SEARCHED = INSTANCES / "random" / "20x20-50-c1-s1.xml"  # line logic does not decide it


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package that can be changed."""
    for path in PACKAGE.rglob("*.py"):
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    return tmp_path / "asp_nono"


def _append(path: Path, text: str) -> None:
    path.write_text(f"{path.read_text()}{text}")


def test_changes_that_no_run_sees(package: Path) -> None:
    """Folders that take no part, comments and docstrings make no other system."""
    before = hash_of(package)
    for name in ("publish/page", "proof/checker", "draw/svg", "web/app", "lab/report"):
        _append(package / f"{name}.py", "CHANGED = True\n")
    _append(package / "line/solver.py", '# A comment.\n"""A docstring of nothing."""\n')
    assert hash_of(package) == before


def test_changes_of_what_runs(package: Path) -> None:
    """A change of a module that takes part makes another system."""
    found = [hash_of(package)]
    for name in ("line/solver", "formats/xml", "lab/trial"):
        _append(package / f"{name}.py", "CHANGED = True\n")
        found.append(hash_of(package))
    assert len(set(found)) == len(found)


def test_compiled_or_not(package: Path) -> None:
    """So does compiling, with another compiler or from another commit."""
    found = [build_of(package)]
    (package / f"line/kernel{EXTENSION_SUFFIXES[0]}").touch()
    found.append(build_of(package))
    records = [{"compiler": "gcc 14", "commit": commit} for commit in ("a", "b")]
    for record in records:
        (package / BUILD).write_text(json.dumps(record))
        found.append(build_of(package))
    assert found == [None, {}, *records]
    assert code().keys() == {"modules", "compiled", "python", "clingo"}


CODE = """
import os, sys
os._exit = lambda status: None
from asp_nono.lab import trial
trial.main()
print(*(name for name in sys.modules if name.split(".")[0] == "asp_nono"))
"""


@pytest.mark.parametrize(
    ("system", "kind"),
    [
        (RecipeSystem.of(recipe("order")), "unique"),
        (CountingSystem("counting:auto", method="auto"), "count"),
    ],
)
def test_all_that_a_run_imports(tmp_path: Path, system: System, kind: str) -> None:
    """Everything of ours that a run imports is among the modules."""
    (instance, *_), _ = choose([str(SEARCHED if kind == "unique" else ONES_3)], Path(), {})
    planned = PlannedRun(system, instance, PlannedTask.of(kind), 1, Limits(), 1)
    ran = subprocess.run(
        [sys.executable, "-c", CODE],
        input=order(planned, tmp_path, planned.limits) + puzzle_line(planned, tmp_path),
        capture_output=True,
        text=True,
        check=True,
    )
    *reports, imported = ran.stdout.splitlines()
    assert any('"status": "multiple"' in line for line in reports)
    assert set(imported.split()) <= modules(PACKAGE).keys()
