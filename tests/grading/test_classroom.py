"""The files of a class: tables, pages, an overview; only what has changed is graded again."""

import csv
import json
import os
import re
import shutil
import sys
from io import StringIO
from itertools import combinations
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result

from asp_nono.cli import cli
from asp_nono.grading.classroom import _pieces, clusters, similar
from asp_nono.grading.report import GradeResult, as_text
from asp_nono.grading.submission import submission_of
from tests.grading.programs import STARTS, filed

FILLED = "fill(1, 1, 1)."
NAMES = ("=cmd.lp", "Amy Lee_77_assignsubmission_file_", "ada.lp", "bob.lp", "broken.lp")


@pytest.fixture
def school(tmp_path: Path) -> Path:
    """A class in which three make the same mistake."""
    alike = {"=cmd.lp": f"{FILLED}\n", f"{NAMES[1]}/main.lp": FILLED, "ada.lp": f"{FILLED}\n\n"}
    return filed(tmp_path / "class", {**alike, "bob.lp": "fill(1, 1, 2).", "broken.lp": "fill("})


def run(school: Path) -> Result:
    """Grade the class into a folder beside it."""
    words = ["grade", "--no-scaling", "--colors", "1", "--out", str(school.parent / "out")]
    return CliRunner().invoke(cli, [*words, str(school)], standalone_mode=False)


def keeps_junit_rules(suite: ET.Element) -> None:
    """What readers of JUnit's XML take for granted: Jenkins, Surefire, GitLab and GitHub's."""
    assert suite.tag == "testsuite"
    assert suite.get("name")
    names = [(case.get("classname"), case.get("name")) for case in suite]
    assert len(set(names)) == len(names)  # GitLab drops the second of two
    assert all(all(name) for name in names)
    assert {case.tag for case in suite} == {"testcase"}
    ends = list(suite.iterfind("*/*"))
    assert {end.tag for end in ends} <= {"failure", "error"}
    assert all(len(case) <= 1 for case in suite)
    assert all(end.get("type") and end.get("message") and end.text for end in ends)
    counts = {"tests": len(suite), "skipped": 0}
    counts |= {f"{tag}s": len(suite.findall(f"*/{tag}")) for tag in ("failure", "error")}
    assert {key: suite.get(key) for key in counts} == {k: str(n) for k, n in counts.items()}


def keeps_gradescope_rules(results: dict[str, Any]) -> None:
    """The names and types of Gradescope's documentation; scores are numbers within their bounds."""
    assert results.keys() == {"score", "output", "tests"}
    assert isinstance(results["output"], str)
    assert isinstance(results["score"], int | float)
    for test in results["tests"]:
        assert test.keys() == {"name", "score", "max_score", "output"}
        assert 0 <= test["score"] <= test["max_score"]
    total = sum(test["score"] for test in results["tests"])
    assert results["score"] == pytest.approx(total, abs=0.1)


def test_equal_answers_for_different_reasons() -> None:
    """Programs with the same wrong answers, as none at all, are apart if their mistakes are."""
    one, other, again = (
        {"name": name, "mistake": "same", "kind": kind}
        for name, kind in (("a", "name"), ("b", "no block"), ("c", "name"))
    )
    assert clusters([one, other, again]) == [[one, again], [other]]


@pytest.mark.slow
def test_files_of_a_class(school: Path) -> None:
    """All tables list all submissions; equal mistakes are one; nothing is graded twice."""
    run(school)
    out = school.parent / "out"
    rows = list(csv.DictReader((out / "grades.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["name"].lstrip("'") for row in rows] == list(NAMES)
    assert rows[0]["name"] == "'=cmd.lp"
    moodle = list(csv.DictReader(StringIO((out / "moodle.csv").read_text(encoding="utf-8"))))
    assert (moodle[1]["Identifier"], moodle[1]["Full name"]) == ("Participant 77", "Amy Lee")
    assert "Kind of mistake" in moodle[1]["Feedback comments"]
    assert {"Grade", "Last modified (grade)"} <= moodle[1].keys()  # Moodle refuses it without them
    suite = ET.parse(out / "junit.xml").getroot()  # noqa: S314 - our own
    keeps_junit_rules(suite)
    last = list(suite)[-1]
    assert (last.get("name"), last[0].get("type")) == ("broken.lp", "refused")
    for file in (out / "students").glob("*.json"):
        keeps_gradescope_rules(json.loads(file.read_text(encoding="utf-8")))
    results = json.loads((out / "students" / "ada.lp.json").read_text(encoding="utf-8"))
    assert [test["name"] for test in results["tests"]] == ["sound", "complete", "once"]
    index = (out / "index.html").read_text(encoding="utf-8")
    assert "<h2>3 programs: " in index
    assert "<h2>1 program: " in index
    for link in re.findall(r'href="students/([^"]*)"', index):
        assert (out / "students" / link.replace("%20", " ").replace("%3D", "=")).exists()
    lecture = (out / "slides.html").read_text(encoding="utf-8")
    assert "Amy" not in re.sub(r"<svg.*?</svg>", "", lecture, flags=re.DOTALL)
    assert lecture.count("<svg") == index.count("<svg") > 0

    filed(school, {"bob.lp": "fill(1, 1, 1). % now\n"})
    again = [line.partition(": ")[0] for line in run(school).stderr.splitlines()]
    assert again == [*NAMES[:3], "broken.lp"]
    assert "<h2>4 programs: " in (out / "index.html").read_text(encoding="utf-8")


@pytest.mark.skipif(sys.platform == "darwin", reason="names of files there are UTF-8")
def test_a_name_that_is_no_text(school: Path) -> None:
    """As old archives unpack them; its page has another name, and is linked."""
    for file in school.iterdir():
        shutil.rmtree(file) if file.is_dir() else file.unlink()
    Path(os.fsdecode(os.fsencode(school) + b"/M\xfcller.lp")).write_text("fill(1, 1, 2).")
    run(school)
    (page,) = (school.parent / "out" / "students").glob("*.html")
    assert page.name.startswith("M\N{REPLACEMENT CHARACTER}ller.lp~")
    index = (school.parent / "out" / "index.html").read_text(encoding="utf-8")
    assert f'href="students/{quote(page.name)}"' in index


@pytest.mark.slow
def test_files_that_vanish_or_change(school: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is one submission that is refused, or graded again the next time; the others are not."""

    def reported(grade: GradeResult) -> str:
        match grade.name:
            case "ada.lp":
                filed(school, {"ada.lp": "fill(1, 1, 2)."})
            case "bob.lp":
                (school / "bob.lp").unlink()
            case "=cmd.lp":
                (school / "broken.lp").unlink()
        return as_text(grade)

    monkeypatch.setattr("asp_nono.grading.classroom.as_text", reported)
    found = run(school)
    assert found.exception is None
    words = "refused: there is no such file; expected an encoding (.lp)"
    assert words in found.stderr + found.stdout
    monkeypatch.undo()
    again = [line.partition(": ")[0] for line in run(school).stderr.splitlines()]
    assert again == [*NAMES[:2]]


SIX = """
{ fill(X, Y, 1) } :- line(row(Y), _), line(column(X), _).
on(row(Y), X) :- fill(X, Y, 1).
on(column(X), Y) :- fill(X, Y, 1).
first(L, P) :- on(L, P), not on(L, P-1).
has(L, M) :- line(L, _), M = #count { P : first(L, P) }.
:- has(L, M), M != #count { B : block(L, B, _, _) }, line(L, N), N > 1.
"""
COPY = """
% my own work
anfang(Linie, Stelle) :- da(Linie, Stelle), not da(Linie, Stelle-1). % where a run begins
:- zahl(Z, A), A != #count { Q : block(Z, Q, _, _) }, line(Z, W), W > 1.
zahl(Z, A) :- line(Z, _), A = #count { P : anfang(Z, P) }.
da(row(B), A) :- fill(A, B, 1).
da(column(A), B) :- fill(A, B, 1).
{ fill(S, T, 1) } :- line(row(T), _), line(column(S), _).
"""
OTHER = """
1 { start(L, B, 1..N) } 1 :- block(L, B, Z, _), line(L, N).
:- start(L, B, S), start(L, B+1, T), block(L, B, Z, _), T <= S+Z.
:- start(L, B, S), block(L, B, Z, _), line(L, N), S+Z > N+1.
cover(L, S..S+Z-1) :- start(L, B, S), block(L, B, Z, _).
fill(X, Y, 1) :- cover(row(Y), X).
:- cover(column(X), Y), not fill(X, Y, 1). :- fill(X, Y, 1), not cover(column(X), Y).
"""


@pytest.mark.parametrize("copies", [1, 2])
def test_similar_after_renaming(copies: int) -> None:
    """Other names, comments and another order hide nothing, in short programs neither."""
    texts = {"one": SIX, "other": OTHER, "third": STARTS, "two": COPY}
    if copies > 1:
        texts["zoe"] = COPY.replace("da", "there")
    records = [
        {"name": name, "pieces": _pieces(submission_of(text, name).text)}
        for name, text in texts.items()
    ]
    found = {frozenset((one, two)) for one, two, _ in similar(records)}
    assert found == set(map(frozenset, combinations(["one", "two", "zoe"][: copies + 1], 2)))


def test_what_is_handed_out_is_no_sign() -> None:
    """A program that most of a class has, with a line of their own, is not listed."""
    records = [
        {"name": str(number), "pieces": _pieces(f"{SIX} :- line(row({number}), {number}).")}
        for number in range(10)
    ]
    assert similar(records) == []
