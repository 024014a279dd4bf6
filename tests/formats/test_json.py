"""Our own JSON: nothing is lost, the schema holds, and mistakes are named with their place."""

import json
from dataclasses import fields, replace
from typing import Any

import fastjsonschema
import pytest
from hypothesis import given, strategies as st

from asp_nono.files import read_text, write_text
from asp_nono.formats.json import picture_data, picture_of, puzzle_data, puzzle_of
from asp_nono.grid import PartialGrid
from asp_nono.messages import UnwritableError
from asp_nono.puzzle import Puzzle
from tests.conftest import ROOT
from tests.docs.pages import blocks
from tests.formats.fixtures import WIDE, one, refusal
from tests.formats.test_refused import ROWS, text_of
from tests.strategies import puzzles

SCHEMA = json.loads((ROOT / "docs/puzzles.schema.json").read_text(encoding="utf-8"))
sound = fastjsonschema.compile(SCHEMA)


def document(**changes: object) -> dict[str, Any]:
    """The 3x2 puzzle as a document; a change to None leaves the key out."""
    (puzzle,) = json.loads(write_text([WIDE], "json"))["puzzles"]
    puzzle |= changes
    puzzle = {key: value for key, value in puzzle.items() if value is not None}
    return {"format": "asp-nono puzzles", "version": 1, "puzzles": [puzzle]}


@given(st.lists(puzzles(given=True), min_size=1, max_size=2))
def test_there_and_back(several: list[Puzzle]) -> None:
    """Anything that a puzzle can be survives and obeys the schema; so do values and pictures."""
    text = write_text(several, "json")
    assert read_text(text) == several
    sound(json.loads(text))
    for puzzle in several:
        assert puzzle_of(puzzle_data(puzzle)) == puzzle
        for picture in (puzzle.goal and PartialGrid.of(puzzle.goal), puzzle.given):
            if picture:
                assert picture_of(picture_data(picture, puzzle), puzzle) == picture


def test_every_field_is_written() -> None:
    """A field that a Puzzle gains must get its key."""
    keys = set(SCHEMA["definitions"]["puzzle"]["properties"]) - {"width", "height"}
    assert keys == {field.name for field in fields(Puzzle)}


def test_layout() -> None:
    """What is short stands on one line, what is long on several."""
    text = write_text([replace(WIDE, title="Wide")], "json")
    assert text.startswith('{\n  "format": "asp-nono puzzles",\n  "version": 1,\n')
    assert (
        '\n      "rows": [[1, 1], [2]],\n      "columns": [[2], [1], [1]]\n    }\n  ]\n}\n' in text
    )


def test_half_surrogates() -> None:
    """No file can hold them, so they are neither written nor read."""
    with pytest.raises(UnwritableError, match="half of a surrogate pair"):
        write_text([replace(WIDE, title="\ud800")], "json")
    reason = refusal(json.dumps(document(title="\ud800")))
    assert reason == 'title: "?"; expected no half of a surrogate pair'


def test_the_schema_refuses_too() -> None:
    """The schema says what it can say of the same mistakes: the rest needs other parts."""
    sound(document())
    changed = [text_of(row) for row in ROWS if row[1] == "json/wide"]
    passed = []
    for text in changed:
        try:
            sound(json.loads(text))
        except fastjsonschema.JsonSchemaValueException:
            continue
        passed.append(text)
    assert len(passed) < len(changed) / 2


def test_example_of_the_manual() -> None:
    """The example in docs/formats.md is a sound puzzle and obeys the schema."""
    (block,) = blocks("docs/formats.md", "json")
    sound(json.loads(block.text))
    cherry = one(block.text)
    assert cherry.goal is not None
    assert json.loads(write_text([cherry], "json")) == json.loads(block.text)
