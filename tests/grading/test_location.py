"""The faulty rule of a wrong program is among the first suspects; the hint never is the rule."""

from hashlib import sha256
from itertools import islice
from typing import cast

import pytest

from asp_nono.asp.encodings import new_encoding
from asp_nono.grading.edits import correction_sets, edits
from asp_nono.grading.grade import grade
from asp_nono.grading.location import HINTS
from asp_nono.grading.nonograms import Nonograms
from tests.conftest import ROOT
from tests.grading.programs import CELLS, MISTAKES, RIGHT, STARTS, Mistake
from tools.mutation_study import judged, mutants, study

LOCATED = ("a gap of two", "the last start is left out", "a chain without a beginning",
           "blocks keep apart in any order")  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    "mistake", [one for one in MISTAKES if one.name in LOCATED], ids=lambda one: one.name
)
def test_faulty_rule(mistake: Mistake) -> None:
    """Its line comes first, with a question."""
    base = RIGHT[mistake.base]
    line = base[: base.index(mistake.old)].count("\n") + 1
    found = grade(mistake.text, Nonograms(scaling=False), mistake.name)
    suspect = found.suspects[0]
    assert str(suspect.place) == f"line {line}"
    assert suspect.rule == mistake.text.splitlines()[line - 1]
    assert str(suspect.hint) in HINTS.values()
    assert str(suspect.hint) in str(found.to_json()["suspects"])


ROWS_ONLY = """{ fill(X, Y, 1) } :- line(row(Y), _), line(column(X), _).
{ start(L, B, 1..M) } = 1 :- block(L, B, _, _), line(L, M).
paint(L, S..S+N-1) :- start(L, B, S), block(L, B, N, _).
:- start(L, B, S), block(L, B, N, _), line(L, M), S+N-1 > M.
:- start(L, B, S), block(L, B, N, _), start(L, B+1, T), T <= S+N.
:- fill(X, Y, 1), not paint(row(Y), X).
:- paint(row(Y), X), not fill(X, Y, 1).
#show fill/3.
"""
"""Lesson 3 without the tests of columns."""

COLUMNS_ONLY = ROWS_ONLY.replace("paint(row(Y), X)", "paint(column(X), Y)")
FREE = "\n".join(line for line in ROWS_ONLY.splitlines() if "paint(row" not in line)
STRICT = ROWS_ONLY.replace("T <= S+N", "T <= S+N+1")
AGREE = ":- fill(X, Y, 1), cell(L, P, X, Y), not full(L, P).\n"
APART = new_encoding().replace(AGREE, "")
"""Rows and columns need not agree; a condition `not fill(X, Y, K)` of cell/4 would hide that."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "words"),
    [
        (ROWS_ONLY, "A constraint on columns may be missing"),
        (COLUMNS_ONLY, "A constraint on rows may be missing"),
        (FREE, "A constraint may be missing, or be too weak"),
        (APART, "A constraint may be missing, or be too weak"),
        (STRICT, ""),
    ],
)
def test_a_constraint_that_is_missing(program: str, words: str) -> None:
    """What all wrong answers have in common is said, unless solutions are missing, too."""
    found = grade(program, Nonograms(scaling=False), "student")
    assert found.outcome == "wrong"  # so what is to be taken out of it is out
    assert str(found.lacking).startswith(words)
    assert bool(found.lacking) == bool(words)
    if words:
        assert all("fill/3" not in suspect.head for suspect in found.suspects)


def test_correction_sets() -> None:
    """The gap of two keeps out a picture with a gap of one; two faults need two removals."""
    facts = "line(row(1),3). block(row(1),1,1,1). block(row(1),2,1,1)."
    facts += "".join(f" line(column({x}),1)." for x in (1, 2, 3))
    facts += " block(column(1),1,1,1). block(column(3),1,1,1)."
    job = {"facts": facts, "goal": ["fill(1,1,1)", "fill(3,1,1)"], "signatures": ["fill/3"]}

    def sets(text: str) -> list[list[int]]:
        found = correction_sets({**job, "text": text, "options": []})
        return cast("list[list[int]]", found["sets"])

    assert sets(CELLS) == [[]]
    slip = CELLS.replace("S+Z >= S'", "S+Z+1 >= S'")
    line = slip[: slip.index("S+Z+1")].count("\n") + 1
    assert [line] in sets(slip)
    other = slip.replace("#show", ":- fill(1, 1, 1).\n#show")
    more = other[: other.index(":- fill(1, 1")].count("\n") + 1
    assert [line, more] in sets(other)


def test_edits_hold_the_inverse_of_a_slip() -> None:
    """The right rule is among the changes of a wrong one, for comparisons, offsets and signs."""
    column = "paint(column(X)"
    for right, slip in (("S <= E", "S < E"), ("N-Z+1", "N-Z"), (f"not {column}", column)):
        rule = next(line for line in STARTS.splitlines() if right in line)
        (expected,) = edits({"text": rule})["statements"][1:]
        made = [text for _, _, text in edits({"text": rule.replace(right, slip)})["edits"]]
        assert expected in made, slip
    made = [text for *_, text in edits({"text": "p(X) :- q(X, Y), Y > 1. :- r(X)."})["edits"]]
    assert {"#false :- r(X); q(X,_).", "#false :- r(X); not p(X)."} <= {
        text.replace(" :- ", "#false :- ") if text.startswith(" ") else text for text in made
    }


@pytest.mark.slow
def test_the_empty_picture_is_missing() -> None:
    """It has no atoms, and yet the rules that keep it out are suspects."""
    wrong = ":- cell(L, P, X, Y), not covered(L, P)."
    slip = CELLS.replace(":- fill(X, Y, 1), cell(L, P, X, Y), not covered(L, P).", wrong)
    found = grade(slip, Nonograms(scaling=False), "every cell is covered")
    assert [(one.rule, one.removal) for one in found.suspects] == [(wrong, True)]


@pytest.mark.slow
def test_sample_of_the_study() -> None:
    """No mutant of a seeded sample is misjudged."""
    rows = [judged(mutant) for mutant in islice(mutants(seed=1), 8)]
    assert not [row for row in rows if row.misjudged]
    assert any(row.wrong for row in rows)


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.timeout(6 * 3600)
def test_study(pytestconfig: pytest.Config) -> None:
    """No mutant of 500 is misjudged; an interrupted run resumes where it stopped.

    Results are kept in pytest's cache as long as the grader stays the same.
    """
    sources = sorted((ROOT / "asp_nono").rglob("*.py"))
    key = sha256(b"".join(file.read_bytes() for file in sources)).hexdigest()[:16]
    assert pytestconfig.cache
    rows = study(pytestconfig.cache.mkdir("mutation-study") / f"{key}.jsonl", 500)
    assert not [row for row in rows if row.misjudged]


def test_no_condition_makes_a_constraint_of_a_rule() -> None:
    """Beside `r(X)` there may be `not q(X)`, but beside `p(X)`, of which it is derived, not."""
    text = "p(X) :- n(X). q(X) :- p(X). r(X) :- n(X)."
    changed = {(at, statement) for at, _, statement in edits({"text": text})["edits"]}
    statements = {statement.replace(" ", "") for _, statement in changed}
    assert "r(X):-n(X);notq(X)." in statements
    assert "p(X):-n(X);q(X)." in statements
    assert "p(X):-n(X);notr(X)." in statements
    assert not {"p(X):-n(X);notq(X).", "p(X):-n(X);notp(X)."} & statements
