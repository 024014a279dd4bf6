"""The exercises of the course are wrong as their lessons state, and can be solved."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from asp_nono.grading.grade import Grade, Settings, grade
from asp_nono.grading.vocabulary import read_mapping
from tests.conftest import ROOT
from tests.docs.pages import COURSE, page

FOLDER = ROOT / "docs" / "course"


EXERCISES = tomllib.loads((ROOT / "tests" / "docs" / "exercises.toml").read_text(encoding="utf-8"))


def judged(path: Path) -> Grade:
    """The grade of a program, without the scaling test."""
    own = read_mapping(FOLDER / "8-your-own.toml") if path.name.startswith("8") else None
    return grade(path, Settings(own, scaling=False), root=path.parent)


def test_every_lesson_has_its_exercise() -> None:
    """Each of the eight lessons names its exercises and their file."""
    lessons = sorted(name for name in COURSE if re.search(r"/\d", name))
    assert len(lessons) == 8
    files = ["1-facts.lp", *EXERCISES]
    for name, file in zip(lessons, files, strict=True):
        text = page(name)
        assert "## Exercise" in text
        assert f"docs/course/{file}" in text
        assert f"]({file})" in page("docs/course/README.md")
        assert f"]({Path(name).name})" in page("docs/course/README.md")


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, marks=[pytest.mark.slow] if file[0] in "4578" else [])
        for file in EXERCISES
    ],
)
def test_exercises(file: str, tmp_path: Path) -> None:
    """The file is wrong as its lesson states; solved, it is right."""
    exercise = EXERCISES[file]
    before = judged(FOLDER / file)
    assert before.diagnosis is not None
    assert (before.outcome, before.diagnosis.kind.name) == (exercise["outcome"], exercise["kind"])
    text = (FOLDER / file).read_text(encoding="utf-8")
    assert text.count(exercise["old"]) == 1
    done = tmp_path / file
    done.write_text(text.replace(exercise["old"], exercise["new"]), encoding="utf-8")
    after = judged(done)
    assert (after.outcome, after.reason, after.remarks) == ("right", "", ())


def test_first_exercise(tmp_path: Path) -> None:
    """It fails on two cells; with the lesson's change, on three."""
    before = judged(FOLDER / "1-facts.lp")
    assert before.counterexample is not None
    assert before.counterexample.puzzle.width * before.counterexample.puzzle.height == 2
    text = (FOLDER / "1-facts.lp").read_text(encoding="utf-8")
    done = tmp_path / "1-facts.lp"
    done.write_text(text.replace("bc(X, _).", "bc(X, 1)."), encoding="utf-8")
    after = judged(done)
    assert after.counterexample is not None
    assert after.counterexample.puzzle.width * after.counterexample.puzzle.height == 3
