"""Exercises beyond nonograms: references are right, slips are found with the smallest instance."""

from base64 import b64decode
from importlib.util import find_spec
from pathlib import Path
from shutil import which

import pytest

from asp_nono.grading.edits import answers
from asp_nono.grading.exercise import (
    ExerciseGrade,
    drawing,
    grade_exercise,
    read_exercise,
)
from asp_nono.grading.submission import SubmissionFile
from asp_nono.messages import PuzzleError
from tests.cli.run import run
from tests.conftest import ROOT
from tests.grading.programs import filed

EXERCISES = ROOT / "docs" / "exercises"


def graded(name: str, text: str, folder: Path) -> ExerciseGrade:
    """The grade of a text for one of our exercises."""
    file = filed(folder, {"student.lp": text}) / "student.lp"
    found = read_exercise(EXERCISES / name, 512)
    return grade_exercise(SubmissionFile(file.name, file, None), found, 60, 512)


@pytest.mark.parametrize("name", sorted(one.name for one in EXERCISES.iterdir()))
def test_references_are_right(name: str, tmp_path: Path) -> None:
    """Each has all points, on every instance."""
    text = (EXERCISES / name / "reference.lp").read_text(encoding="utf-8")
    found = graded(name, text, tmp_path)
    assert (found.outcome, found.points, found.passed) == ("right", 100, True)
    assert found.tried > 5


@pytest.mark.parametrize(
    ("name", "old", "new", "line", "facts"),
    [
        ("queens", "|C' - C|", "C' - C", 3, "size(2)."),
        ("schedule", "0..E-D)", "0..E-D-1)", 1, "end(2).\ntask(1,a,1)."),
        ("coloring", "{ color(V, C) : hue(C) } = 1", "1 { color(V, C) : hue(C) }", 1,
         "hue(1).\nhue(2).\nnode(1)."),
    ],
)  # fmt: skip
def test_slips(name: str, old: str, new: str, line: int, facts: str, tmp_path: Path) -> None:
    """The smallest instance and the faulty rule."""
    text = (EXERCISES / name / "reference.lp").read_text(encoding="utf-8")
    assert old in text
    found = graded(name, text.replace(old, new), tmp_path)
    assert (found.outcome, found.facts, found.passed) == ("wrong", facts, False)
    assert f"line {line}" in [str(one.place) for one in found.suspects[:2]]
    assert found.missing or found.wrong


@pytest.mark.parametrize(
    ("declared", "picked"),
    [("#external given(1..2).", "2"), ("#external given(1).", "12"), ("", "12")],
)
def test_facts_that_come_later(declared: str, picked: str) -> None:
    """They count only if the program has declared them external before it was grounded."""
    text = f"{{ pick(1..N) }} = 1 :- size(N). :- given(X), not pick(X). {declared}"
    facts = "size(2).\n#program later.\ngiven(2)."
    (found,) = answers({"text": text, "facts": [facts], "shown": ["pick/1"]})["answers"]
    assert sorted(found["sets"]) == [(f"pick({number})",) for number in picked]


def test_repeated_and_refused(tmp_path: Path) -> None:
    """A choice that no shown atom depends on costs points; a script is not run."""
    text = (EXERCISES / "queens" / "reference.lp").read_text(encoding="utf-8")
    found = graded("queens", f"{text}{{ idle }}.\n", tmp_path)
    assert (found.outcome, found.points, found.passed) == ("repeats", 80, True)
    (report,) = found.text(found.name, None)
    assert "come in several answer sets, which costs the points for once" in report
    assert "The smallest instance that shows it:\n\n  size(1).\n" in report
    found = graded("queens", "#script (python) print(1) #end.", tmp_path)
    assert (found.outcome, found.points) == ("refused", 0)


def test_page(tmp_path: Path) -> None:
    """The page has the report and a picture; what is no part of an exercise is refused."""
    if not (find_spec("clingraph") and which("dot")):
        pytest.skip("clingraph or Graphviz is not installed")
    student, page, facts = (tmp_path / name for name in ("<b>.lp", "page.html", "facts.lp"))
    student.write_text("{ color(V, C) : hue(C) } = 1 :- node(V).\n", encoding="utf-8")
    given = ["grade", "--exercise", str(EXERCISES / "coloring"), str(student)]
    assert run(*given, "--html", str(page), "--facts", str(facts)).status == 1
    assert facts.read_text() == "edge(1,2).\nhue(1).\nnode(1).\nnode(2).\n"
    text = page.read_text(encoding="utf-8")
    assert "color(1,1) color(2,1)" in text
    assert "<b>" not in text
    picture = b64decode(text.partition("base64,")[2].partition('"')[0]).decode()
    assert "(2, 1)" in picture
    assert 'stroke="red"' in picture
    refused = run(*given, "--out", str(tmp_path / "out"))
    assert refused.status == 2
    assert refused.err == "asp-nono: --out has no effect with --exercise; leave it out\n"


def test_texts_are_not_drawn() -> None:
    """A text could be a template, which clingraph would expand outside of the sandbox."""
    exercise = read_exercise(EXERCISES / "coloring", 512)
    assert drawing(exercise, "node(1).", ('color(1,"{{ 7*7 }}")',), 512) == ""


@pytest.mark.parametrize("table", ["show = 3", 'show = ["p/1"]\nshwo = 1', 'title = "none"'])
def test_wrong_tables(table: str, tmp_path: Path) -> None:
    """An entry that is wrong is named."""
    (tmp_path / "exercise.toml").write_text(table)
    with pytest.raises(PuzzleError, match=r"exercise\.toml"):
        read_exercise(tmp_path, 256)
