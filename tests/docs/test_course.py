"""The exercises of the course: accepted, wrong as their lessons say, and possible to do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from asp_nono.grading.grade import Grade, Settings, grade
from asp_nono.grading.vocabulary import read_mapping
from tests.conftest import ROOT
from tests.docs.pages import COURSE, page

FOLDER = ROOT / "docs" / "course"


class Exercise(NamedTuple):
    """An exercise: what the grader says of it, and one way to do it, a change of its text."""

    file: str
    outcome: str
    kind: str
    old: str
    new: str


COLUMNS = """
{ incolumn(X, B, 1..rows) } = 1 :- lc(X, B, _).
columncell(X, Y) :- incolumn(X, B, S), lc(X, B, N), Y = S..S+N-1.
:- incolumn(X, B, S), lc(X, B, N), S+N-1 > rows.
:- incolumn(X, B, S), lc(X, B, N), incolumn(X, B+1, S'), S' <= S+N.
:- fill(X, Y, 1), not columncell(X, Y).
:- columncell(X, Y), not fill(X, Y, 1).
#show"""

RUNS = """
long(L, P, 1) :- first(L, P).
long(L, P, N+1) :- long(L, P, N), on(L, P+N).
:- run(L, P, B), block(L, B, N, _), not long(L, P, N).
#show"""

OWN = """
block(r(R), I, N) :- across(R, I, N).
block(c(C), I, N) :- down(C, I, N).
at(r(R), C, R, C) :- size(H, W), R = 0..H-1, C = 0..W-1.
at(c(C), R, R, C) :- size(H, W), R = 0..H-1, C = 0..W-1.
{ start(L, I, P) : at(L, P, _, _), at(L, P+N-1, _, _) } = 1 :- block(L, I, N).
:- start(L, I, P), block(L, I, N), start(L, I+1, P'), P' <= P+N.
cover(L, P..P+N-1) :- start(L, I, P), block(L, I, N).
:- at(L, P, R, C), cover(L, P), not black(R, C).
:- at(L, P, R, C), black(R, C), not cover(L, P).
#show"""

EXERCISES = [
    Exercise("2-generate-and-test.lp", "wrong", "rows only", "\n#show", COLUMNS),
    Exercise(
        "3-block-starts.lp",
        "wrong",
        "separation",
        ":- start(L, B, S), start(L, B+1, S'), S' <= S.",
        ":- start(L, B, S), block(L, B, N, _), start(L, B+1, S'), S' <= S+N.",
    ),
    Exercise("4-projection.lp", "repeats", "hidden choice", "{ interesting(L) : line(L, _) }.", ""),
    Exercise(
        "5-redundant.lp",
        "wrong",
        "separation",
        ":- end(L, B, E), paint(L, E+1, _).",
        ":- end(L, B, E), block(L, B, _, K), paint(L, E+1, K).",
    ),
    Exercise("6-order.lp", "wrong", "off-by-one", "2..M-N)", "2..M-N+1)"),
    Exercise("7-counting.lp", "wrong", "length", "\n#show", RUNS),
    Exercise("8-your-own.lp", "wrong", "too many", "\n#show", OWN),
]


def judged(path: Path) -> Grade:
    """The grade of a program, without the scaling test."""
    own = read_mapping(FOLDER / "8-your-own.toml") if path.name.startswith("8") else None
    return grade(path, Settings(own, scaling=False), root=path.parent)


def test_every_lesson_has_its_exercise() -> None:
    """Eight lessons, each with exercises and a file for them that the lesson names."""
    lessons = sorted(name for name in COURSE if re.search(r"/\d", name))
    assert len(lessons) == 8
    files = ["1-facts.lp", *(exercise.file for exercise in EXERCISES)]
    for name, file in zip(lessons, files, strict=True):
        text = page(name)
        assert "## Exercise" in text
        assert f"docs/course/{file}" in text
        assert f"]({file})" in page("docs/course/README.md")
        assert f"]({Path(name).name})" in page("docs/course/README.md")


@pytest.mark.parametrize(
    "exercise",
    [
        pytest.param(one, marks=[pytest.mark.slow] if one.file[0] in "4578" else [], id=one.file)
        for one in EXERCISES
    ],
)
def test_exercises(exercise: Exercise, tmp_path: Path) -> None:
    """The file is wrong in the way of its lesson; once done, it is right."""
    before = judged(FOLDER / exercise.file)
    assert before.outcome == exercise.outcome
    assert before.diagnosis is not None
    assert before.diagnosis.kind.name == exercise.kind
    text = (FOLDER / exercise.file).read_text(encoding="utf-8")
    assert text.count(exercise.old) == 1
    done = tmp_path / exercise.file
    done.write_text(text.replace(exercise.old, exercise.new), encoding="utf-8")
    after = judged(done)
    assert (after.outcome, after.reason, after.remarks) == ("right", "", ())


def test_first_exercise(tmp_path: Path) -> None:
    """It fails on two cells; done as the lesson asks, on three, for want of a test."""
    before = judged(FOLDER / "1-facts.lp")
    assert before.counterexample is not None
    assert before.counterexample.puzzle.width * before.counterexample.puzzle.height == 2
    text = (FOLDER / "1-facts.lp").read_text(encoding="utf-8")
    done = tmp_path / "1-facts.lp"
    done.write_text(text.replace("bc(X, _).", "bc(X, 1)."), encoding="utf-8")
    after = judged(done)
    assert after.counterexample is not None
    assert after.counterexample.puzzle.width * after.counterexample.puzzle.height == 3
