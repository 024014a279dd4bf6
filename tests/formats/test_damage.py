"""Readers under stress: written and recognized again, damaged, and of monstrous size."""

import json
import warnings
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from asp_nono.files import formats, read_text, write_text
from asp_nono.grid import Grid
from asp_nono.messages import PuzzleError, PuzzleWarning
from asp_nono.puzzle import Puzzle
from tests.formats import (
    test_clue_strings as clue_strings,
    test_games as games,
    test_json_others as json_others,
    test_non as non,
    test_solver_data as solver_data,
)
from tests.formats.damage import (
    Cuts,
    Text,
    cut,
    cuts,
    is_recognized,
    lines_of,
    refused_within_bounds,
    survives,
    whole,
)
from tests.formats.fixtures import FLAG, MORE, PLAIN
from tests.formats.listings import FLAGS, WIDES
from tests.formats.test_olsak import COLORED
from tests.formats.test_strings import CSV, STRINGS
from tests.formats.test_xml import COLOR_FLAG_XML, puzzle_xml
from tests.strategies import grids

LISTINGS = ["mk", "nin", "cwd", "g", "r", "pattern"]
"""Formats that hold the clues of any black and white puzzle, and nothing but clues."""

WRITTEN = [form.name for form in formats() if form.write and form.name != "tournament"]

TEXTS = [
    *FLAGS.items(),
    *WIDES.items(),
    ("g", COLORED),
    ("non", non.FULL),
    ("non", non.COLORED + non.COLORED_GOAL),
    ("xml", COLOR_FLAG_XML),
    ("matrix", "#.#\n##.\n"),
    ("dzn", solver_data.RULES),
    ("dzn", solver_data.PATTERNS),
    ("rule-lists", solver_data.PICAT),
    ("rule-lists", solver_data.PYTHON),
    ("glpk", solver_data.GLPK),
    ("gecode", solver_data.PROGRAM),
    ("gecode-list", solver_data.ARRAY),
    ("pycsp3", solver_data.COUNTED),
    *(("json-lists", json.dumps(value)) for value in json_others.COLORED),
    ("json-lists", json.dumps(json_others.WIDE_LISTS | {"content": [[1, 0, -1], [0, 0, 0]]})),
    ("griddlers-json", json.dumps(json_others.GRIDDLERS)),
    ("puzzlekit", json.dumps(json_others.KIT)),
    ("griddlers-js", json_others.SCRIPT),
    ("nonograms-org", json_others.PAGE),
    ("gno", games.GNO),
    ("griddler", games.GRIDDLER),
    ("picmi", games.PICMI),
    ("pynonogram", games.PYNONOGRAM),
    ("yaml", games.YAML),
    ("yaml", games.SIZED_YAML),
    ("toml", clue_strings.TOML),
    ("ini", clue_strings.INI),
    ("short-rules", STRINGS["flag"]),
    ("short-rules", CSV),
    *((form, write_text([MORE["a goal"] if form == "pbm" else FLAG], form)) for form in WRITTEN),
]

FIXTURES = [
    *((form, text.encode()) for form, text in TEXTS),
    *(("jap", games.jap(puzzle)) for puzzle in PLAIN.values()),
    ("jap", games.DRAWN),
]


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


@pytest.mark.parametrize(("form", "data"), FIXTURES)
@settings(max_examples=10)
@given(damage=cuts(), other=st.sampled_from([form.name for form in formats()]))
def test_damaged(form: str, data: bytes, damage: Cuts, other: str) -> None:
    """Whatever befalls a file, its reader and any other reads it or gives a reason."""
    survives(data, damage, form)
    survives(data, [], other)
    is_recognized(cut(data, damage))


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
    for form in FLAGS:
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
