"""The files of a class: tables, pages, an overview; only what has changed is graded again."""

import csv
import json
import re
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result

from asp_nono.cli import cli
from asp_nono.grading.classroom import similar
from tests.conftest import ROOT
from tests.docs.pages import shell
from tests.grading.programs import STARTS

FILLED = "fill(1, 1, 1)."
NAMES = ("=cmd.lp", "Amy Lee_77_assignsubmission_file_", "ada.lp", "bob.lp", "broken.lp")


@pytest.fixture
def school(tmp_path: Path) -> Path:
    """A class in which three make the same mistake."""
    folder = tmp_path / "class"
    (folder / NAMES[1]).mkdir(parents=True)
    (folder / NAMES[1] / "main.lp").write_text(FILLED, encoding="utf-8")
    for name in ("=cmd.lp", "ada.lp"):
        (folder / name).write_text(FILLED + "\n" * len(name), encoding="utf-8")
    (folder / "bob.lp").write_text("fill(1, 1, 2).", encoding="utf-8")
    (folder / "broken.lp").write_text("fill(", encoding="utf-8")
    return folder


def run(school: Path) -> Result:
    """Grade the class into a folder beside it."""
    words = ["grade", "--no-scaling", "--colors", "1", "--out", str(school.parent / "out")]
    return CliRunner().invoke(cli, [*words, str(school)], standalone_mode=False)


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
    suite = ET.parse(out / "junit.xml").getroot()  # noqa: S314 - our own
    assert (suite.get("tests"), suite.get("failures")) == ("5", "5")
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

    (school / "bob.lp").write_text("fill(1, 1, 1). % now\n", encoding="utf-8")
    again = run(school)
    assert [line.partition(": ")[0] for line in again.stderr.splitlines()] == [
        *NAMES[:3],
        "broken.lp",
    ]
    assert "<h2>4 programs: " in (out / "index.html").read_text(encoding="utf-8")


def test_similar_after_renaming() -> None:
    """Other names and comments hide nothing; what everybody has is no sign."""
    from asp_nono.grading.classroom import _pieces

    renamed = re.sub(r"\bstart\b", "beginning", STARTS).replace("(L, B", "(Row, Number")
    other = "a(X) :- b(X, Y), c(Y + 1, Z), not d(Z, 3), e(1..4). f(X) :- g(X) : h(X), X < 9."
    texts = {"one": STARTS, "two": renamed, "other": other}
    records = [{"name": name, "pieces": _pieces(text)} for name, text in texts.items()]
    assert [(one, two) for one, two, _ in similar(records)] == [("two", "one")]


def test_the_example_for_github_classroom(tmp_path: Path) -> None:
    """Its commands, except the installation, grade a student's file and fail the step."""
    plan = (ROOT / "docs/classroom/classroom.yml").read_text(encoding="utf-8")
    (step,) = re.findall(r"run: (asp-nono .*)", plan)
    (tmp_path / "main.lp").write_text(FILLED, encoding="utf-8")
    ran = shell(step, tmp_path)
    assert ran.returncode == 1
    assert "Points: " in ran.stdout
    assert (tmp_path / "results" / "students" / "main.lp.json").exists()
