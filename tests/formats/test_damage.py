"""Readers under stress: written and recognized again, damaged, and of monstrous size."""

import json
import warnings
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from asp_nono.files import read_text, write_text
from asp_nono.grid import Grid
from asp_nono.messages import PuzzleError, PuzzleWarning
from asp_nono.puzzle import Puzzle
from tests.formats.damage import (
    Text,
    is_recognized,
    lines_of,
    refused_within_bounds,
    whole,
)
from tests.formats.test_xml import puzzle_xml
from tests.strategies import grids

LISTINGS = ["mk", "nin", "cwd", "g", "r", "pattern"]
"""Formats that hold the clues of any black and white puzzle, and nothing but clues."""


@given(grids(max_side=5), st.sampled_from(LISTINGS))
def test_what_is_written_is_recognized(grid: Grid, form: str) -> None:
    """As what it is, or several formats are named; never is another puzzle read of it."""
    puzzle = replace(Puzzle.of(grid), goal=None)
    text = write_text([puzzle], form)
    assert read_text(text, form=form) == [puzzle]
    with warnings.catch_warnings(action="ignore", category=PuzzleWarning):
        try:
            assert read_text(text, name=f"p.{form}") == [puzzle]
            assert read_text(text) == [puzzle]
        except PuzzleError as error:
            reason = str(error)
        else:
            return
    assert "say which format it is" in reason
    assert form in reason.partition("; say")[0].split()


@given(st.text("0123456789 ,.:#-/[]=&$\n", max_size=40))
def test_noise(text: str) -> None:
    """Noise in the characters of listings is recognized or refused."""
    is_recognized(text.encode())


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


READERS = (
    *("bosch", "cwd", "g", "headed", "ish", "jcross", "keen", "keen1", "letters"),
    *("makhorin", "mk", "nin", "nng", "pattern", "picross", "r", "syro"),
)
"""The formats of listings, which have no mark that would keep such texts from them."""

QUICK = {"fields", "given cells"}
"""Monsters that take less than a second and 100 MB."""

BOUNDED: list[tuple[str, Text]] = [
    *map(json.loads, lines_of("monsters.jsonl")),
    (
        "ini",
        "[clues]\nrows=1\ncolumns=1\n[colors]\n"
        + "".join(f"c{k} = (red) x\n" for k in range(20_000)),
    ),
    ("xml", puzzle_xml("".join(f'<color name="{k}">000</color>' for k in range(100_000)))),
]
"""Monsters made for one reader."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in MONSTERS],
)
def test_monsters(name: str) -> None:
    """Each is refused at once, by detection and by every reader it is given to."""
    text = MONSTERS[name]
    is_recognized(text.encode())
    for form in READERS:
        refused_within_bounds(text, form)


@pytest.mark.parametrize(
    ("form", "text"),
    [
        pytest.param(*monster, marks=() if place % 6 == 0 else pytest.mark.slow)
        for place, monster in enumerate(BOUNDED)
    ],
)
def test_monsters_of_one_kind(form: str, text: Text) -> None:
    """Neither memory nor time grows beyond the file's own size."""
    refused_within_bounds(whole(text), form)
