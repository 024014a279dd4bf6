"""Which cell an atom speaks of, on a board of 3 columns and 2 rows."""

from __future__ import annotations

from dataclasses import asdict

import pytest
from clingo import parse_term

from asp_nono.grading.answer_sets import AtomCells
from asp_nono.grading.vocabulary import Vocabulary, dialects


def about(words: Vocabulary) -> AtomCells:
    """What finds the cells of atoms in these words."""
    job = {"output": asdict(words.output), "width": 3, "height": 2, "given": ["given/2"]}
    return AtomCells(job)


OURS = about(dialects()["ours"])


@pytest.mark.parametrize(
    ("atom", "cell"),
    [
        ("fill(3,2,1)", (3, 2)),
        ("fill(2,3,1)", None),  # there is no row 3
        ("near(3,1)", (3, 1)),
        ("near(3,1,left)", (3, 1)),
        ("near(1,3)", None),
        ("given(1,1)", None),
        ("full(row(2),3)", (3, 2)),
        ("full(column(3),2)", (3, 2)),
        ("full(row(2),4)", None),
        ("start(row(1),1,2)", (2, 1)),
        ("start(row(1),first)", None),
        ("ready", None),
        ("number(1)", None),
    ],
)
def test_ours(atom: str, cell: tuple[int, int] | None) -> None:
    """The column comes first; lines have their places last."""
    assert OURS.of(parse_term(atom)) == cell


def test_rows_first() -> None:
    """Where the picture's atoms name the row first, so do others."""
    for name, words in dialects().items():
        rows_first = words.output.pattern.index("<Y>") < words.output.pattern.index("<X>")
        x, y = words.output.first_x, words.output.first_y
        atom = f"near({y},{x + 2})" if rows_first else f"near({x + 2},{y})"
        assert about(words).of(parse_term(atom)) == (3, 1), name
