"""Other people's programs as systems: real ones, written for these tests in a line or two."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from asp_nono.lab.run import verdict
from asp_nono.lab.systems import ProgramSystem
from tests.cli.run import HEART, call
from tests.lab.experiments import ONES_3, lab, plan, rows

READS = "import sys\ntext = open(sys.argv[1]).read()\n"


def _plan(folder: Path, code: str, more: str) -> Path:
    """A plan with one program of our own making, and a recipe of ours beside it."""
    (folder / "other.py").write_text(READS + code)
    command = f"{sys.executable} -S {folder / 'other.py'} {{file}}"
    text = f"recipes = ['order']\ninstances = [{str(ONES_3)!r}, {str(HEART)!r}]\ntime_limit = 5\n"
    return plan(folder, f"{text}[[external]]\nname = 'other'\ncommand = {command!r}\n{more}\n")


def test_a_verdict_by_words(tmp_path: Path) -> None:
    """What it prints is searched, a line at a time; it is given the format that it reads."""
    code = "print('UNIQUE' if 'width 5' in text else 'many\\nMULTIPLE')"
    more = "format = 'non'\nunique = '^UNIQUE$'\nmultiple = '^MULTIPLE$'"
    assert lab("run", _plan(tmp_path, code, more), cwd=tmp_path).status == 0
    ran = call("lab", "report", tmp_path / "plan.db")
    assert re.search(r"\nother +2/2 ", ran.out)


def test_a_verdict_by_exit_status(tmp_path: Path) -> None:
    """And a wrong one is held against the others'."""
    ran = lab("run", _plan(tmp_path, "sys.exit(7)", "unique = 7"), cwd=tmp_path)
    assert ran.status == 1
    assert "!!! inconsistent answers on pathological/ones-3.xml: 1 solution (other); " in ran.out
    assert "heart" not in ran.out


@pytest.mark.parametrize(
    ("code", "status", "message"),
    [
        ("print('hm')", "error", "no verdict in its output, exit status 0: hm"),
        ("while True: pass", "time-out", "time limit of 2 s"),
        ("while True: print('x' * 10**6, end='')", "time-out", "time limit of 2 s"),
    ],
)
def test_programs_that_fail(tmp_path: Path, code: str, status: str, message: str) -> None:
    """Each ends as it should."""
    path = _plan(tmp_path, code, "unique = '^UNIQUE'")
    text = path.read_text().replace(f", {str(HEART)!r}", "").replace("recipes = ['order']\n", "")
    path.write_text(text.replace("= 5", "= 2" if "while" in code else "= 60"))
    assert lab("run", path, cwd=tmp_path).status == 0
    found = rows(tmp_path / "plan.db")["other"]
    assert (found["status"], found["message"]) == (status, message)


@pytest.mark.parametrize(
    ("more", "tasks", "turns"),
    [
        ("unique = '^UNIQUE'", "'first', 'unique', 'count', 'enumerate 3'", 2),
        ("found = '^FOUND'", "'first', 'unique', 'count'", 1),
        ("count = '([0-9]+)'", "'first', 'unique', 'count', 'enumerate 3'", 3),
    ],
)
def test_turns(tmp_path: Path, more: str, tasks: str, turns: int) -> None:
    """A program has no part in tasks that it cannot answer: "multiple" is no count."""
    path = _plan(tmp_path, "", more)
    path.write_text(f"tasks = [{tasks}]\n{path.read_text()}")
    ours = 2 * len(tasks.split(","))
    assert call("lab", "plan", path).out.startswith(f"plan: {ours + 2 * turns} runs\n")


@pytest.mark.parametrize(
    ("output", "status", "said"),
    [
        ("7 solutions", 0, {"status": "multiple", "models": 7, "exhausted": True}),
        ("1 solutions", 0, {"status": "unique", "models": 1, "exhausted": True}),
        ("0 solutions", 0, {"status": "none", "models": 0, "exhausted": True}),
        ("nothing", 3, {"status": "none"}),
        (f"{'9' * 5000} solutions", 3, {"status": "none"}),
    ],
)
def test_counts(output: str, status: int, said: dict[str, object]) -> None:
    """A group of the expression is the number of solutions; an exit status may tell, too."""
    other = ProgramSystem(
        "other", words=("other", "{file}"), verdicts={"none": 3}, count=r"(\d+) solutions"
    )
    assert verdict(other, output, status) == said
