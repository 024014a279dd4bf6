"""What takes part: bare files of rules, methods of counting, other programs; and faulty ones."""

import json
import re
import sys
from pathlib import Path

import pytest

from asp_nono.lab.plan import read_plan
from asp_nono.lab.run import conclude, verdict
from asp_nono.lab.systems import ProgramSystem, systems
from asp_nono.messages import UnknownNameError
from asp_nono.run.limits import Limits
from asp_nono.run.meter import Usage, benchexec_available
from tests.cli.run import HEART, INSTANCES, call, run
from tests.lab.experiments import BARE, ONES_3, lab, plan, refused, table_of

FAULTY = {
    "misspelled": (
        BARE.replace("window(", "windw("),
        "it; did you mean window/4?",
    ),
    "unread": (BARE.replace("= 1 :-", "= 1 :"), "unread.lp: line 2, column 27: syntax error"),
    "unsafe": (BARE + ":- not start(L, 1, 1).\n", "unsafe.lp: line 8, column 1: unsafe variables"),
}


def _desk(folder: Path, **texts: str) -> str:
    for name, text in texts.items():
        (folder / f"{name}.lp").write_text(text)
    names = ", ".join(f"'{name}.lp'" for name in texts)
    return f"recipes = ['order', {names}]\ninstances = [{str(ONES_3)!r}]\n"


def test_a_bare_file_takes_part(tmp_path: Path) -> None:
    """What it reads is read off its rules; its pictures are checked; `ground` takes it apart."""
    row = table_of(tmp_path, _desk(tmp_path, bare=BARE))["bare.lp"]
    assert (row["status"], len(json.loads(row["solutions"]))) == ("multiple", 2)
    assert row["facts"] == 6 + 6 + 18  # block, window, at
    file = INSTANCES / "random" / "20x20-50-c1-s1.xml"
    assert "bare.lp:2" in run("ground", "--encoding", tmp_path / "bare.lp", file).out


def test_facts_that_there_are_none_of(tmp_path: Path) -> None:
    """A board without blocks is no misspelling."""
    (tmp_path / "bare.lp").write_text(BARE)
    (tmp_path / "blank.non").write_text("width 2\nheight 1\nrows\n0\ncolumns\n0\n0\n")
    text = "recipes = ['bare.lp']\ninstances = ['blank.non']\n"
    assert table_of(tmp_path, text)["bare.lp"]["status"] == "unique"


def test_faulty_files(tmp_path: Path) -> None:
    """Each is an error of its own runs, in one line; the others are not harmed.

    What can be seen without a puzzle is shown by `lab plan`.
    """
    text = _desk(tmp_path, **{name: rules for name, (rules, _) in FAULTY.items()})
    found = table_of(tmp_path, text)
    assert found["order"]["status"] == "multiple"
    shown = call("lab", "plan", tmp_path / "plan.toml").out.splitlines()
    for name, (_, message) in FAULTY.items():
        row = found[f"{name}.lp"]
        assert row["status"] == "error"
        assert message in row["message"]
        assert row["message"].startswith(f"{name}.lp: ")
        (line,) = (line for line in shown if f"{name}.lp" in line)
        assert ("every run will be an error" in line) == (name != "unsafe")


COUNT = (
    f"tasks = ['count']\nmethods = ['auto', 'topdown', 'frontier']\ninstances = [{str(ONES_3)!r}]\n"
)


def test_methods_take_part(tmp_path: Path) -> None:
    """Recipes enumerate, other methods count: all find six; their stages are recorded."""
    found = table_of(tmp_path, f"recipes = ['order', 'starts']\n{COUNT}")
    names = ("order", "starts", "counting:auto", "counting:topdown", "counting:frontier")
    assert {label: row["models"] for label, row in found.items()} == dict.fromkeys(names, "6")
    row = found["counting:frontier"]
    assert (row["technique"], row["exhausted"], row["rules"]) == ("frontier", 1, None)
    assert min(row[f"{stage}_cpu"] for stage in ("read", "load", "line", "solve")) >= 0


def test_solutions_that_are_lost(tmp_path: Path) -> None:
    """An encoding whose pictures are right, and too few, is found out by the other count."""
    (tmp_path / "lossy.lp").write_text(BARE + ":- fill(1, 1, 1).\n")
    (tmp_path / "p.non").write_text("width 3\nheight 3\nrows\n1\n1\n1\ncolumns\n1\n1\n1\n")
    text = COUNT.replace(str(ONES_3), "p.non").replace(", 'topdown', 'frontier'", "")
    ran = lab("run", plan(tmp_path, f"recipes = ['lossy.lp']\n{text}"), cwd=tmp_path)
    assert ran.status == 1
    assert ran.out.splitlines()[1].endswith(
        "p.non: 4 solutions (lossy.lp); 6 solutions (counting:auto)"
    )


def test_methods_only_count(tmp_path: Path) -> None:
    """In other tasks they take no part; a plan without a task for them is a mistake."""
    both = COUNT.replace("['count']", "['count', 'unique']")
    ran = call("lab", "plan", plan(tmp_path, f"recipes = ['order']\n{both}"))
    assert ran.out.startswith("plan: 5 runs\n")
    unique = plan(tmp_path, COUNT.replace("count", "unique"))
    assert "'counting:auto' takes part in none of the tasks: unique" in refused("run", unique)


@pytest.mark.slow
def test_a_time_limit(tmp_path: Path) -> None:
    """It holds for methods, too, and what held it is recorded."""
    text = COUNT.replace(f"[{str(ONES_3)!r}]", "['shipped:random/30x30-50-c1-s1.xml']")
    text = text.replace("'auto', 'topdown', ", "") + "time_limit = 5"
    (row,) = table_of(tmp_path, text).values()
    found = (row["status"], row["held"], row["message"])
    assert found == (
        "time-out",
        "BenchExec" if benchexec_available() else "clock",
        "time limit of 5 s",
    )


def test_giving_up() -> None:
    """A method that finds its memory too small has reached a limit on memory."""
    values: dict[str, object] = {"status": "undecided", "full": "itself", "message": "memory limit"}
    found = conclude(Limits(), values, Usage(0, 1.0, 1.0, 1))
    assert (found["status"], found["held"]) == ("memory-out", "itself")


def test_a_crash_under_a_memory_limit() -> None:
    """Only what had used most of its memory, or says so, has reached the limit."""
    for peak, said, status in (
        (9, "", "error"),
        (70, "", "memory-out"),
        (9, "std::bad_alloc", "memory-out"),
    ):
        usage = Usage(-11, 1.0, 1.0, peak << 20, said=said)
        found = conclude(Limits(megabytes=100), {}, usage)
        assert found["status"] == status


def _program(folder: Path, code: str, more: str) -> str:
    """A plan with one program of our own making, and a recipe of ours beside it."""
    read = "import sys\ntext = open(sys.argv[1]).read()\n"
    (folder / "other.py").write_text(read + code)
    command = f"{sys.executable} -S {folder / 'other.py'} {{file}}"
    text = f"recipes = ['order']\ninstances = [{str(ONES_3)!r}, {str(HEART)!r}]\ntime_limit = 5\n"
    return f"{text}[[external]]\nname = 'other'\ncommand = {command!r}\n{more}\n"


def test_a_verdict_by_words(tmp_path: Path) -> None:
    """What it prints is searched, a line at a time; it is given the format that it reads."""
    code = "print('UNIQUE' if 'width 5' in text else 'many\\nMULTIPLE')"
    more = "format = 'non'\nunique = '^UNIQUE$'\nmultiple = '^MULTIPLE$'"
    ran = lab("run", plan(tmp_path, _program(tmp_path, code, more)), cwd=tmp_path)
    assert re.search(r"\nother +2/2 ", ran.out)


def test_a_verdict_by_exit_status(tmp_path: Path) -> None:
    """And a wrong one is held against the others'."""
    text = _program(tmp_path, "sys.exit(7)", "unique = 7")
    ran = lab("run", plan(tmp_path, text), cwd=tmp_path)
    assert ran.status == 1
    assert (
        "!!! wrong answer: other on pathological/ones-3.xml: says 1 solution, but 2 pict" in ran.out
    )
    assert "heart" not in ran.out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "limit", "status", "message"),
    [
        ("print('hm')", 60, "error", "no verdict in its output, exit status 0: hm"),
        ("print('x' * 10**8)\nwhile True: pass", 2, "time-out", "time limit of 2 s"),
    ],
)
def test_programs_that_fail(
    tmp_path: Path, code: str, limit: int, status: str, message: str
) -> None:
    """Each ends as it should, however much it prints."""
    text = _program(tmp_path, code, "unique = '^UNIQUE'").replace(f", {str(HEART)!r}", "")
    found = table_of(tmp_path, text.replace("= 5", f"= {limit}"))["other"]
    assert (found["status"], found["message"]) == (status, message)


@pytest.mark.parametrize(
    ("more", "tasks", "turns"),
    [
        ("unique = '^UNIQUE'", "'first', 'unique', 'count', 'enumerate 3'", 2),
        ("found = '^FOUND'", "'first', 'unique', 'count'", 1),
        ("count = '([0-9]+)'", "'first', 'unique', 'count', 'enumerate 3'", 3),
    ],
)
def test_programs_take_part(tmp_path: Path, more: str, tasks: str, turns: int) -> None:
    """A program has no part in tasks that it cannot answer: "multiple" is no count."""
    path = plan(tmp_path, f"tasks = [{tasks}]\n{_program(tmp_path, '', more)}")
    ours = 2 * len(tasks.split(","))
    assert call("lab", "plan", path).out.startswith(f"plan: {ours + 2 * turns} runs\n")


@pytest.mark.parametrize(
    ("output", "status", "read"),
    [
        ("found, unique", 0, "unique"),
        ("found", 0, "found"),
        ("unique", 3, None),
        ("not unique, multiple", 0, None),
        ("found", 3, "none"),
    ],
)
def test_verdicts_that_exclude_each_other(output: str, status: int, read: str | None) -> None:
    """Of two of them neither is taken; one that was found may be more."""
    signs: dict[str, str | int] = {"found": "found", "unique": "unique"}
    signs |= {"multiple": "multiple", "none": 3}
    found = verdict(ProgramSystem("other", words=("other",), verdicts=signs), output, status)
    assert found.get("status") == read
    assert ("exclude each other" in str(found.get("message"))) == (read is None)


@pytest.mark.parametrize(
    ("output", "status", "read"),
    [
        ("7 solutions", 0, {"status": "multiple", "models": 7, "exhausted": True}),
        ("1 solutions", 0, {"status": "unique", "models": 1, "exhausted": True}),
        ("0 solutions", 0, {"status": "none", "models": 0, "exhausted": True}),
        ("nothing", 3, {"status": "none"}),
        (f"{'9' * 5000} solutions", 3, {"status": "none"}),
    ],
)
def test_counts(output: str, status: int, read: dict[str, object]) -> None:
    """A group of the expression is the number of solutions; an exit status counts, too."""
    count = r"(\d+) solutions"
    other = ProgramSystem("other", words=("other",), verdicts={"none": 3}, count=count)
    assert verdict(other, output, status) == read


def test_names_in_plans_are_names_in_reports(tmp_path: Path) -> None:
    """What a report calls a system makes the same system in a plan; patterns stand for many."""
    for name in ("mine-a.lp", "mine-b.lp"):
        (tmp_path / name).write_text(BARE)
    text = "recipes = ['textbook-*', 'order:line -t2', 'starts', 'mine-?.lp']\nmethods = ['auto']\n"

    def labels(text: str) -> list[str]:
        path = tmp_path / "plan.toml"
        path.write_text(f"{text}deductions = ['own', 'none']\ninstances = [{str(ONES_3)!r}]\n")
        return [system.label for system in systems(read_plan(path))]

    found = labels(text)
    assert {"textbook-table", "textbook-order", "starts", "starts:none", "mine-a.lp"} < set(found)
    assert "order:line -t2" in found
    assert "textbook-order:none" not in found  # that is its own level
    *recipes, method = found
    assert labels(f"recipes = {recipes!r}\nmethods = [{method!r}]\n") == found
    with pytest.raises(UnknownNameError, match=r"unknown recipe 'textbok-\*'"):
        labels("recipes = ['textbok-*']\n")


def test_options_of_one_system(tmp_path: Path) -> None:
    """An option behind a name is not crossed with the others; own recipes lie beside the plan."""
    (tmp_path / "bare.lp").write_text(BARE)
    (tmp_path / "recipes.toml").write_text('[mine]\nfiles = ["bare.lp"]\nconstants = { n = 3 }\n')
    text = "recipes = ['starts --configuration=trendy', 'order', 'mine']\noptions = ['', '-t2']\n"
    plan = tmp_path / "plan.toml"
    plan.write_text(text + f"instances = [{str(ONES_3)!r}]\n")
    found = [system.label for system in systems(read_plan(plan))]
    assert found == ["starts --configuration=trendy", "order", "order -t2", "mine", "mine -t2"]
