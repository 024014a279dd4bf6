"""Plans: what they may say, what they cross, and what is said of faulty ones."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from asp_nono.lab.experiment import Experiment
from asp_nono.lab.instances import choose
from asp_nono.lab.plan import plan_of
from asp_nono.messages import PuzzleError
from tests.cli.run import HEART, call
from tests.lab.experiments import ONES_3, plan, refused

BASE = f"recipes = ['order']\ninstances = [{str(ONES_3)!r}]\n"
OTHER = f"{BASE}[[external]]\nname = 'x'\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("recipes = ['ordr']", "unknown recipe 'ordr' (did you mean order?); choose from classic,"),
        (f"external = {'[' * 300}{']' * 300}", "is no TOML: nested too deeply"),
        (f"external = {'[' * 3000}{']' * 3000}", "is no TOML: nested too deeply"),
        ("recipes = ['nosuch.lp']", "nosuch.lp: cannot be read: No such file or directory"),
        ("recipe = ['order']", "unknown key 'recipe' (did you mean recipes?);"),
        ("recipes = []", "expected recipes or encodings of your own, each perhaps with options"),
        ("deductions = ['lines']\n" + BASE, "unknown level of deductions 'lines' (did you mean"),
        (
            "options = ['--nosuch=3']\n" + BASE,
            "order --nosuch=3: In context '<libclingo>': unknown",
        ),
        ("methods = ['ganak']\n" + BASE, "unknown method of counting 'ganak'; choose from auto,"),
        ("tasks = ['enumerate 0']\n" + BASE, "there is no task 'enumerate 0'; expected first, uni"),
        ("time_limit = 0\n" + BASE, "time_limit: 0; expected seconds for one run"),
        ("time_limit = nan\n" + BASE, "time_limit: nan; expected seconds"),
        ("time_limit = true\n" + BASE, "time_limit: True; expected seconds"),
        ("memory_limit = 1.5\n" + BASE, "memory_limit: 1.5; expected MiB"),
        ("repetitions = 0\n" + BASE, "repetitions: 0; expected number of repetitions, 1 to"),
        ("name = '../x'\n" + BASE, "name: '../x'; expected name of the experiment: letters"),
        ("recipes = ['order'", "is no TOML: "),
        ("recipes = ['order']", "no puzzles; expected instances"),
        ("recipes = ['order']\ninstances = ['nosuch']", "nosuch: there is no such file or folder"),
        ("instances = ['shipped']", "nothing to compare; expected recipes, methods, against or"),
        (BASE + "known = ['nosuch.toml']", "nosuch.toml: cannot be read: No such file"),
        (OTHER, "plan.toml: external 1: command: expected a string"),
        (BASE + "external = []", "external: []; expected tables [[external]]"),
        (
            OTHER + "command = 'true {file}'\nunique = 1.5",
            "unique: 1.5; expected a string or an exit",
        ),
        (OTHER + "command = 'true'\nunique = 0", "with {file} in it"),
        (OTHER + "command = 'nosuch {file}'\nunique = 0", "no program 'nosuch' that can be run"),
        (OTHER + "command = 'true {file}'\nunique = '('", "unique = '(' is no regular expression"),
        (OTHER + "command = 'true {file}'", "no verdict; expected one of found, unique, multiple,"),
        (OTHER + "command = 'true {file}'\ncount = '[0-9]+'", "expected a group (...) for the num"),
    ],
)
def test_faulty_plans(tmp_path: Path, text: str, message: str) -> None:
    """One line, exit status 2, and nothing is run or written."""
    assert message in refused("run", plan(tmp_path, text), cwd=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["plan.toml"]


def test_preview(tmp_path: Path) -> None:
    """Everything is crossed with everything; a variant that comes up twice counts once."""
    text = f"""
recipes = ["order", "starts"]
deductions = ["own", "none", "line"]
options = ["", "--configuration=trendy"]
instances = [{str(ONES_3)!r}, {str(HEART)!r}]
tasks = ["unique", "count"]
repetitions = 3
time_limit = 2
"""
    lines = call("lab", "plan", plan(tmp_path, text, "cross.toml")).out.splitlines()
    # order has probe, none and line; of starts, own is line
    assert lines[:2] == ["cross: 120 runs", "  10 systems"]
    assert "    order --configuration=trendy" in lines
    assert lines.count("    starts") == 1
    assert "    known number of solutions: 2" in lines
    assert "  at most 0.1 h, one run at a time" in lines


def test_flags_make_a_plan(tmp_path: Path) -> None:
    """Flags alone are a plan, and count more than what a file says; the plan can be printed."""
    flags = ("--recipe", "order", "--deductions", "none", "--instances", "shipped:color")
    ran = call("lab", "plan", *flags, "--time-limit", "2.5", "--toml")
    assert tomllib.loads(ran.out) == {
        "recipes": ["order"],
        "deductions": ["none"],
        "instances": ["shipped:color"],
        "time_limit": 2.5,
    }
    both = call("lab", "plan", plan(tmp_path, BASE), "--recipe", "starts", "--toml")
    assert tomllib.loads(both.out)["recipes"] == ["starts"]


def test_unreadable_puzzles_are_named(tmp_path: Path) -> None:
    """A folder may hold some; they are named and left out."""
    (tmp_path / "puzzles").mkdir()
    (tmp_path / "puzzles" / "bad.non").write_text("width 2\nheight 1\nrows\n3\ncolumns\n1\n1\n")
    (tmp_path / "puzzles" / "heart.xml").write_bytes(HEART.read_bytes())
    ran = call("lab", "plan", plan(tmp_path, "recipes = ['order']\ninstances = ['puzzles']\n"))
    assert ran.status == 0
    assert ran.err.startswith("asp-nono: left out: ")
    assert "bad.non" in ran.err
    assert "1 puzzle\n" in ran.out


def test_patterns_of_puzzles() -> None:
    """Those that fit, sorted; a name without a match is named as it was given."""
    found, faults = choose(["shipped:pathological/ones-[24]*", "shipped:**/heart.xml"], Path(), {})
    assert [(one.set, one.name) for one in found] == [
        ("pathological", "ones-2.xml"),
        ("pathological", "ones-4.xml"),
        ("pictures", "heart.xml"),
    ]
    assert not faults
    with pytest.raises(PuzzleError, match=r"no\*\.xml: there is no such file or folder"):
        choose(["no*.xml"], Path(), {})


def test_matched_sets() -> None:
    """A job is one puzzle with all systems in changing order; a set if processes are shared."""
    table: dict[str, Any] = {"recipes": ["order", "starts", "states"], "repetitions": 2}
    table |= {"instances": ["shipped:pathological/ones-*"], "tasks": ["unique", "count"]}
    experiment = Experiment.of(plan_of(table))
    jobs = list(experiment.jobs())
    assert len(jobs) == 2 * 2 * len(experiment.instances)
    for (some,) in jobs:
        assert len({(run.instance, run.task, run.repetition) for run in some}) == 1
        assert {run.system.label for run in some} == {"order", "starts", "states"}
    assert len({tuple(run.system.label for run in some) for (some,) in jobs}) > 2
    shared = Experiment.of(plan_of(table | {"processes": ["shared", "own"]}))
    whole = list(shared.jobs())
    assert [len(job) for job in whole] == [len(experiment.instances)] * 4
    assert all(len(some) == 6 for job in whole for some in job)
    assert list(Experiment.of(plan_of(table)).jobs()) == jobs
