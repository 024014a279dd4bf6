"""Listings under stress: written and recognized again, damaged, and of monstrous size."""

from __future__ import annotations

import warnings
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asp_nono.errors import PuzzleError, PuzzleWarning
from asp_nono.files import formats, read_text, write_text
from asp_nono.formats.registry import detect
from asp_nono.formats.source import Source
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle
from tests.conftest import SHARED
from tests.formats.damage import Cuts, cuts, refused_within_bounds, survives
from tests.formats.fixtures import FLAG, MORE
from tests.formats.listings import FLAGS, WIDES
from tests.formats.test_jap import DRAWN
from tests.formats.test_olsak import COLORED
from tests.strategies import grids

PLAIN = ["mk", "nin", "cwd", "g", "r", "pattern"]
"""Formats that hold the clues of any black and white puzzle, and nothing but clues."""

WRITTEN = [form.name for form in formats() if form.write]

TEXTS = [
    *FLAGS.items(),
    *WIDES.items(),
    ("g", COLORED),
    ("matrix", "#.#\n##.\n"),
    ("gecode-list", "3,2, 1,2, 1,1, 1,1, 2,1,1, 1,2\n"),
    ("pycsp3", "2 3\n2\t1 1\n1\t2\n1\t2\n1\t1\n1\t1\n"),
    ("puzzlekit", '{"data": {"w": {"problem": "2 3\\n2\\n1\\n1\\n1 1\\n2", "solution": ""}}}'),
    ("pynonogram", "width:3\nheight:2\nrows:1,1 2\ncolumns:2 1 1\nsolution:101110\n"),
    *((form, write_text([MORE["a goal"] if form == "pbm" else FLAG], form)) for form in WRITTEN),
]

FIXTURES = [*((form, text.encode()) for form, text in TEXTS), ("jap", DRAWN)]


@given(grids(max_side=5), st.sampled_from(PLAIN))
def test_what_is_written_is_recognized(grid: Grid, form: str) -> None:
    """As what it is, or several formats are named; never is another puzzle read of it."""
    puzzle = replace(Puzzle.of(grid), goal=None)
    text = write_text([puzzle], form)
    assert read_text(text, form=form) == [puzzle]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PuzzleWarning)
        try:
            assert read_text(text, name=f"p.{form}") == [puzzle]
            assert read_text(text) == [puzzle]
        except PuzzleError as error:
            reason = str(error)
        else:
            return
    assert "say which format it is" in reason
    assert form in reason.partition("; say")[0].split()


@given(st.sampled_from(FIXTURES), cuts())
def test_damaged(fixture: tuple[str, bytes], damage: Cuts) -> None:
    """Whatever befalls a file, its reader reads it or gives a reason."""
    form, text = fixture
    survives(text, damage, form)


@given(st.sampled_from(FIXTURES), st.sampled_from([form.name for form in formats()]))
def test_taken_for_another(fixture: tuple[str, bytes], form: str) -> None:
    """So does every other reader."""
    survives(fixture[1], [], form)


def recognized(data: bytes) -> None:
    """Assert that content is given a format, or refused for a reason of one line."""
    reason = ""
    try:
        assert detect(Source("damaged", data)) in formats()
    except PuzzleError as error:
        reason = str(error)
    assert len(reason.splitlines()) <= 1


@given(st.sampled_from(FIXTURES), cuts())
def test_damaged_and_nameless(fixture: tuple[str, bytes], damage: Cuts) -> None:
    """Recognising a format raises nothing else either."""
    data = fixture[1]
    for place, length, piece in damage:
        start = place % (len(data) + 1)
        data = data[:start] + piece + data[start + length :]
    recognized(data)


@given(st.text("0123456789 ,.:#-/[]=&$\n", max_size=40))
def test_noise(text: str) -> None:
    """Nor does noise in the characters of listings."""
    recognized(text.encode())


REAL = {
    "mk-olsak/c++.mk": "mk",
    "g-olsak/rose.g": "g",
    "nin/king.nin": "nin",
    "kyle-keen/signed.txt": "keen",
    "nng-stasdeep/2.nng": "nng",
    "picross-solver-txt/test_pattern_03.txt": "picross",
    "taai-tcga/sample_in_4.txt": "tournament",
    "php-dat-yml/duck_15x15.dat": "matrix",
    "az-letters-liorsinai-rosetta/rosetta_code_puzzles.txt": "letters",
}


@pytest.mark.shared
@given(st.sampled_from(sorted(REAL)), cuts(), st.sampled_from([form.name for form in formats()]))
def test_real_files_damaged(name: str, damage: Cuts, form: str) -> None:
    """The same for the files of other programs, and for all readers."""
    data = (SHARED / "formats" / name).read_bytes()
    survives(data, damage, form)
    survives(data, damage, REAL[name])
    recognized(data)


MONSTERS = {
    "a million numbers": "1000 1000\n" + "1\n" * 1_000_000,
    "empty lines": ":\n" + "\n" * 3_000_000,
    "a line of numbers": "5 5\n" + "1 " * 2_000_000,
    "a long number": "2 2\n" + "1" * 5_000_000,
    "commas": "1" + ", " * 2_000_000,
    "colons": ":\n" * 2_000_000,
    "brackets": "rows = " + "[" * 3_000_000,
    "grids": "GRID\n" * 500_000,
    "sets": "$1\n" * 500_000,
    "letters": "AA BB\n" * 500_000,
    "a line of letters": "A\n" + "A " * 2_000_000,
    "fields": "3x3:" + "/" * 3_000_000,
    "given cells": "1000x1000:" + "/" * 1999 + "," + "z" * 3_000_000,
    "hyphens": "1-" * 2_000_000,
    "a row of cells": ".#" * 2_000_000,
    "rows of cells": ".#\n" * 500_000,
    "labels": "number_of_rows: 1000\nnumber_of_columns: 1000\n" + "row_1 " * 500_000,
    "colors": "#d\n" + "x:x red\n" * 300_000 + ":\n1\n:\n1\n:\n",
}


@pytest.mark.parametrize("name", MONSTERS)
def test_monsters(name: str) -> None:
    """Each is refused at once, by whoever claims it and by every reader it is given to."""
    text = MONSTERS[name]
    recognized(text.encode())
    for form in FLAGS:
        refused_within_bounds(text, form)


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("glpk", "param m := 2;\n" + "param row : 1 :=\n 1 1\n 2 1\n;\n" * 50_000),
        ("non", "width 2\nheight 2\nrows\n" + "\n" * 2_000_000),
        ("griddler", "MK Version 3.0\n\n2 2\n" + "\n" * 2_000_000),
    ],
)
def test_monsters_of_one_kind(form: str, text: str) -> None:
    """So are those made for one reader: many tables, many lines."""
    refused_within_bounds(text, form)
