"""More that submissions try, alone and in a class: names, links, numbers, floods, markup."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from asp_nono.cli import cli
from asp_nono.grading.grade import Grade, Settings, grade
from asp_nono.grading.report import as_html, as_text, class_text
from asp_nono.grading.sandbox import Clock, Sandbox
from asp_nono.grading.submission import submissions
from asp_nono.run.limits import Cause, Stopped
from tests.grading.programs import STARTS

QUICK = Settings(scaling=False, block_colors=1)

PAINTED = "fill(1, 1, 1)."

REFUSED = {
    "a script behind a comment": (
        "#%* x *%script (python)\n#end.",
        "line 1: lexer error, unexpected #",
    ),
    "a script with a space": ("# script (lua)\n#end.", "line 1: lexer error, unexpected #"),
    "a function in a constant": (
        "#const n = @f(1).",
        "line 1: @f: a submission calls no outside functions",
    ),
    "a function in an interval": (
        "p(1..@n).",
        "line 1: @n: a submission calls no outside functions",
    ),
    "a function in a sum": (
        ":- #sum { @f(X), X : p(X) } > 3.",
        "line 1: @f: a submission calls no outside functions",
    ),
    "a function that is shown": (
        "#show @f(1).",
        "line 1: @f: a submission calls no outside functions",
    ),
    "a function of an endless name": (f"p(@{'f' * 100_000}(1)).", "line 1: @ffff"),
    "a weak constraint": (":~ fill(X, Y, K). [1@1, X, Y]", "optimization would hide solutions"),
    "an external": ("#external a.", "no one would set an #external"),
    "an order of the search": ("#heuristic a. [1@1, true]", "expected rules, #show, #defined"),
    "an edge": ("#edge (a, b).", "expected rules, #show, #defined"),
    "a projection": ("#project fill/3.", "the grader says what is counted"),
    "a theory atom": ("&diff { a - b } <= 3.", "theory atoms need a program of their own"),
    "constants in a circle": ("#const a = b. #const b = a.", "cyclic constant definition"),
    "an atom NUL": ('a("\0").', "line 1: the control character '\\x00'"),
    "a name for a folder": ('#include ".".', "line 1: #include '.': there is no such file"),
    "no name": ('#include "".', "line 1: #include '': there is no such file"),
    "an endless name": (f'#include "{"a" * 5000}".', "is no file"),
    "its own process": (
        '#include "/proc/self/environ".',
        "line 1: #include '/proc/self/environ' leads out of the submission's folder",
    ),
    "the home of somebody": (
        '#include "~/.bashrc".',
        "line 1: #include '~/.bashrc': there is no such file",
    ),
}


def alone(folder: Path, text: str) -> Grade:
    """The grade of a program in a folder of its own."""
    home = folder / "home"
    home.mkdir()
    (home / "main.lp").write_text(text, encoding="utf-8")
    return grade(home / "main.lp", QUICK, root=home)


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, tmp_path: Path) -> None:
    """One line with the place, however long the program's own words are."""
    text, reason = REFUSED[name]
    found = alone(tmp_path, text)
    assert found.outcome == "refused"
    assert reason in found.reason
    assert len(found.reason) <= 400
    assert found.reason.isprintable()


def test_hidden_in_an_included_file(tmp_path: Path) -> None:
    """A script is found in whatever file it is, and includes in a circle end."""
    (tmp_path / "main.lp").write_text('a.\n#include "more.txt".', encoding="utf-8")
    (tmp_path / "more.txt").write_text('#include "main.lp".\n#script (lua)', encoding="utf-8")
    found = grade(tmp_path / "main.lp", QUICK, root=tmp_path)
    assert found.reason == "more.txt: line 2: #script: a submission holds rules only, no scripts"
    (tmp_path / "main.lp").write_text('fill(1, 1, 1).\n#include "more.txt".', encoding="utf-8")
    (tmp_path / "more.txt").write_text('#include "main.lp".', encoding="utf-8")
    assert grade(tmp_path / "main.lp", QUICK, root=tmp_path).outcome == "wrong"


ODD_NUMBERS = """
p(2147483647 + 1). q(-2147483647 - 2). r(99999999999999999999).
p(10 ** 1000000). q(2 ** -1). r(0 ** -1).
p(X) :- X = #inf..3.
p(1 / 0). q(a + 1).
p(f(X)) :- X = 1..2147483647, X < 0.
:- #sum { 2147483647, L : line(L, _) } < 0.
#show "<b>" : line(_, _).
"""


def test_odd_numbers_do_no_harm(tmp_path: Path) -> None:
    """Numbers that clingo cannot hold change nothing about a right program."""
    found = alone(tmp_path, f"{STARTS}\n{ODD_NUMBERS}")
    assert found.outcome == "right"
    assert len([remark for remark in found.remarks if "undefined" in remark]) >= 3


def test_a_division_that_ends_clingo(tmp_path: Path) -> None:
    """One division kills clingo's process; the report says so."""
    found = alone(tmp_path, f"{STARTS}\np(X) :- X = -2147483648 / -1.")
    assert found.outcome == "undecided"
    assert found.reason.startswith("clingo broke down over a division")
    assert not found.score.passed


def test_a_flood_of_remarks(tmp_path: Path) -> None:
    """Of thousands of odd names some are shown, the first ones first, and the rest is counted."""
    rules = "\n".join(f":- unknown{number}." for number in range(3000))
    remarks = alone(tmp_path, f"{PAINTED}\n{rules}").remarks
    assert len(remarks) == 21
    named = [re.findall(r"unknown\d+", remark) for remark in remarks[:20]]
    assert named == [[f"unknown{number}"] for number in range(20)]
    assert remarks[20] == "and 2980 more like these"


def test_endless_names_are_cut(tmp_path: Path) -> None:
    """A name of a hundred thousand letters does not come back whole."""
    (remark,) = alone(tmp_path, f"{PAINTED}\n:- {'a' * 100_000}.").remarks
    assert len(remark) < 200


def test_nothing_told_earns_nothing(tmp_path: Path) -> None:
    """An empty program finds only blank pictures, and is paid for no more."""
    found = alone(tmp_path, "")
    assert found.outcome == "wrong"
    assert found.score.points < 1


def test_stalling_does_not_pass(tmp_path: Path) -> None:
    """A program that stops answering on larger boards has no mistake shown, but does not pass."""
    slow = "p(0) :- line(L, N), N > 2. p(X+1) :- p(X)."
    (tmp_path / "main.lp").write_text(f"{STARTS}\n{slow}", encoding="utf-8")
    found = grade(tmp_path / "main.lp", Settings(scaling=False, block_colors=1, seconds=2))
    assert (found.outcome, found.score.passed) == ("undecided", False)
    assert found.reason.startswith("time limit of 2 s on boards of ")
    assert found.score.items[0].why == "no wrong answer so far"


CLASS = {
    "<script>alert(1)</script>": "wrong",
    "line\nbest.lp  right  70 of 70\x1b[31m": "wrong",
    "several": "refused",
    "looped": "refused",
    "piped": "refused",
    "zero": "refused",
    "linked": "refused",
    "classmate.lp": "refused",
    "pipe.lp": "refused",
    "plain.lp": "wrong",
}


@pytest.fixture
def school(tmp_path: Path) -> Path:
    """A class that tries everything with files."""
    folder = tmp_path / "class"
    for name in CLASS:
        (folder / name.replace("/", "_")).mkdir(parents=True)
    made = {name: folder / name.replace("/", "_") for name in CLASS}
    for name in list(CLASS)[:2]:
        (made[name] / "main.lp").write_text(PAINTED, encoding="utf-8")
    for name in ("a.lp", "b.lp"):
        (made["several"] / name).write_text(PAINTED, encoding="utf-8")
    (made["looped"] / "main.lp").symlink_to("main.lp")
    os.mkfifo(made["piped"] / "main.lp")
    (made["zero"] / "main.lp").symlink_to("/dev/zero")
    for name in ("linked", "classmate.lp", "pipe.lp", "plain.lp"):
        made[name].rmdir()
    made["linked"].symlink_to(made["several"])
    made["classmate.lp"].symlink_to("plain.lp")
    os.mkfifo(made["pipe.lp"])
    made["plain.lp"].write_text(PAINTED, encoding="utf-8")
    return folder


def test_a_class_of_attackers(school: Path) -> None:
    """Each gets its row, none stops the others, and no name changes the table or the page."""
    found = [
        grade(one.path, QUICK, root=one.root, name=one.name, mapping=one.mapping)
        for one in submissions(school)
    ]
    assert sorted(one.outcome for one in found) == sorted(CLASS.values())
    table = class_text(found).splitlines()
    assert len(table) == 1 + len(CLASS)
    assert all(line.isprintable() for line in table)
    assert not [line for line in table if line.startswith("best.lp")]
    page = as_html(found)
    assert "<script" not in page
    assert "\x1b" not in page
    assert all(as_text(one).count("Points: ") == 1 for one in found)


def test_markup_in_answers(tmp_path: Path) -> None:
    """An atom with markup is shown as text."""
    text = '{ a }. fill("<img src=x>", 1, 1) :- a. #show fill/3.'
    found = alone(tmp_path, text)
    assert found.counterexample is not None
    assert found.counterexample.odd == ('fill("<img src=x>",1,1)',)
    assert "<img" not in as_html([found])


def test_neither_file_nor_folder(tmp_path: Path) -> None:
    """A pipe is not waited for."""
    os.mkfifo(tmp_path / "pipe.lp")
    ran = CliRunner().invoke(cli, ["grade", str(tmp_path / "pipe.lp")], standalone_mode=False)
    assert str(ran.exception).endswith("pipe.lp: is neither a file nor a folder")


def test_a_limit_is_named_whole() -> None:
    """Work that shares a clock is told of the whole limit, not of what was left."""
    endless = {"do": "ground", "text": "p(0). p(X+1) :- p(X).", "facts": "", "options": []}
    output = {"signature": "a/0", "pattern": "a", "first_x": 1, "first_y": 1, "colors": []}
    job = {**endless, "output": output, "width": 1, "height": 1}
    clock = Clock(0.5)
    with Sandbox(256) as box:
        assert box.ask(job, clock) == Stopped(Cause.TIME, "time limit of 0.5 s")
        assert box.ask(job, clock) == Stopped(Cause.TIME, "time limit of 0.5 s")
