"""Our own JSON: nothing is lost, the schema holds, and mistakes are named with their place."""

import json
from dataclasses import fields, replace
from typing import Any

import fastjsonschema
import pytest
from hypothesis import given, strategies as st

from asp_nono.files import read_text, write_text
from asp_nono.formats.json import picture_data, picture_of, puzzle_data, puzzle_of
from asp_nono.formats.registry import find
from asp_nono.formats.source import Source
from asp_nono.grid import PartialGrid
from asp_nono.messages import PuzzleError, PuzzleWarning, UnwritableError
from asp_nono.puzzle import Puzzle
from tests.conftest import ROOT
from tests.docs.pages import blocks
from tests.formats.fixtures import MORE, PLAIN, WIDE, one, recognized, refusal, sample
from tests.strategies import puzzles

SCHEMA = json.loads((ROOT / "docs/puzzles.schema.json").read_text(encoding="utf-8"))
sound = fastjsonschema.compile(SCHEMA)

FULL = sample("several.json")


def document(**changes: object) -> dict[str, Any]:
    """The 3x2 puzzle as a document; a change to None leaves the key out."""
    (puzzle,) = json.loads(write_text([WIDE], "json"))["puzzles"]
    puzzle |= changes
    puzzle = {key: value for key, value in puzzle.items() if value is not None}
    return {"format": "asp-nono puzzles", "version": 1, "puzzles": [puzzle]}


def test_every_key() -> None:
    """Each key fills its field; colors may be left out, and lengths hidden."""
    assert recognized(FULL) == "json"
    wide, flag = read_text(FULL)
    assert wide == WIDE
    assert flag.colors == MORE["color flag"].colors
    assert flag.columns == MORE["color flag"].columns
    assert [[block.length for block in clue] for clue in flag.rows] == [
        [4],
        [1, None, 1],
        [None],
        [1],
        [],
    ]
    assert (flag.title, flag.author, flag.author_id) == ('Color "flag" 🐭', "A. Nonymous", "anon")
    assert (flag.copyright, flag.license, flag.source) == ("© A. N.", "CC0-1.0", "here")
    assert (flag.id, flag.collection) == ("flags 1", "Flags")
    assert (flag.description, flag.notes) == ("two\nlines", ("one", ""))
    assert flag.goal is not None
    assert flag.given is not None
    assert flag.given.rows[:2] == ((2, 7, 7, 7, 7), (7, 6, 7, 7, 7))
    first, second = flag.saved
    assert (first.kind, first.id, first.grid.rows[1]) == ("saved", "", (2, 6, 7, 7, 1))
    assert (second.kind, second.id, second.notes) == ("solution", "me", ("at last",))
    assert second.grid.complete() == flag.goal
    assert read_text(write_text([wide, flag], "json")) == [wide, flag]


@pytest.mark.parametrize("name", PLAIN | MORE)
def test_nothing_is_lost(name: str) -> None:
    """Every fixture survives, and obeys the schema."""
    puzzle = (PLAIN | MORE)[name]
    text = write_text([puzzle], "json")
    assert recognized(text) == "json"
    assert one(text) == puzzle
    sound(json.loads(text))


@given(st.lists(puzzles(given=True), min_size=1, max_size=2))
def test_there_and_back(several: list[Puzzle]) -> None:
    """So does anything that a puzzle can be, as a value of JSON too, and each of its pictures."""
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


def test_unknown_keys() -> None:
    """They are ignored, and that is said."""
    with pytest.warns(PuzzleWarning, match="unknown key 'color'; ignored"):
        assert one(json.dumps(document(color="red"))) == WIDE


def test_one_bad_puzzle_of_two() -> None:
    """The other one is still read."""
    text = FULL.replace("[[1, 1], [2]]", "[[1, 1], [3, 1]]")
    bad, flag = find("json").read(Source.of_text(text, "p"))
    assert str(bad) == "puzzle 1: row 2: the clue 3 1 needs 5 cells; the row has 3"
    assert isinstance(bad, PuzzleError)
    assert isinstance(flag, Puzzle)


BAD: list[tuple[dict[str, object], str]] = [
    ({"rows": None}, "no 'rows'"),
    ({"rows": 5}, "rows: 5; expected an array"),
    ({"rows": []}, "0 rows; expected 1 to 1000"),
    ({"rows": [[1, 1], None]}, "row 2: null; expected an array"),
    ({"rows": [[1, 1], [0]]}, "row 2: block 1: a block of 0 cells; a block has at least one"),
    ({"rows": [[1, 1], [2.0]]}, "row 2: block 1: 2.0; expected a whole number"),
    ({"rows": [[1, 1], [True]]}, "row 2: block 1: true; expected a whole number"),
    ({"rows": [[1, 1], [[2]]]}, "row 2: block 1: an array; expected a whole number"),
    (
        {"rows": [[1, 1], [{"length": 2, "color": "red"}]]},
        "row 2: block 1: color: \"red\"; expected a color that is declared: 'white', 'black'",
    ),
    (
        {"rows": [[1, 1], [{"length": 2, "color": "white"}]]},
        "row 2: block 1: a block of color 0; block colors are 1, 2, …",
    ),
    ({"rows": [[1, 1], [1]]}, "the rows ask for 3 black cells, the columns for 4"),
    ({"width": 4}, "width 4, but there are clues for 3"),
    ({"title": 5}, "title: 5; expected a text in quotes"),
    ({"colors": []}, "colors: the palette needs at least the background"),
    ({"colors": ["white"]}, 'color 1: "white"; expected an object'),
    ({"colors": [{"name": "a", "char": "a", "rgb": "FFF"}]}, "color 1: 'FFF' is not six hexa"),
    ({"colors": [{"name": "a", "char": "?", "rgb": "ffffff"}]}, "color 1: '?' cannot stand"),
    ({"goal": ["#.#"]}, "goal: its size is 3x1, but the puzzle's is 3x2"),
    ({"goal": ["#.#", "#?."]}, "goal: an undecided cell; only saved pictures and"),
    ({"given": ["?x?", "???"]}, "given: row 1: unknown color character 'x'; expected one"),
    (
        {"given": ["?#?", "???"], "goal": ["#.#", "##."]},
        "goal: the cell in column 2 and row 1 is white; given is black",
    ),
    ({"goal": ["#.#", ".##"]}, "goal: column 1 shows 1, but its clue is 2"),
    ({"goal": ["#.#", "##"]}, "goal: row 2: 2 cells, but row 1 has 3"),
    ({"goal": []}, "goal: a grid has at least one row and one column"),
    ({"saved": [{"kind": "x", "picture": []}]}, 'saved: picture 1: kind: "x"; expected "sav'),
    ({"saved": [{"picture": ["[]"]}]}, "saved: picture 1: picture: row 1: a cell that can ha"),
]


@pytest.mark.parametrize(("changes", "reason"), BAD)
def test_bad_puzzles(changes: dict[str, object], reason: str) -> None:
    """What is wrong is named with the keys and numbers that lead to it."""
    assert refusal(json.dumps(document(**changes))).startswith(reason)


def test_the_schema_refuses_too() -> None:
    """The schema says what it can say of the same mistakes: the rest needs other parts."""
    sound(document())
    passed = []
    for changes, _ in BAD:
        try:
            sound(document(**changes))
        except fastjsonschema.JsonSchemaValueException:
            continue
        passed.append(changes)
    assert len(passed) < len(BAD) / 2


def test_example_of_the_manual() -> None:
    """The example in docs/formats.md is a sound puzzle and obeys the schema."""
    (block,) = blocks("docs/formats.md", "json")
    sound(json.loads(block.text))
    cherry = one(block.text)
    assert cherry.goal is not None
    assert json.loads(write_text([cherry], "json")) == json.loads(block.text)
