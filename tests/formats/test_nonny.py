"""Nonny's named colors in `.non`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from asp_nono.puzzle import BLACK, WHITE, Color
from tests.formats.fixtures import COLOR_FLAG, one, recognized, refusal

HEAD = 'title "Color flag"\nwidth 5\nheight 5\n\n'
CLUES = """rows
black 4
black 1 red 2 black 1
black 4
black 1
0

columns
black: 4
black: 1, red: 1, black: 1
black 1, red 1, black 1
black 3
0
"""
BOTH = "color black 000000 X\ncolor red FF0000 r\n"


def test_named_colors() -> None:
    """A name holds for the lengths behind it; commas, colons and blanks part them."""
    puzzle = one(HEAD + BOTH + CLUES)
    assert recognized(HEAD + BOTH + CLUES) == "non"
    assert puzzle.colors == (WHITE, Color("black", "X", "000000"), Color("red", "r", "ff0000"))
    assert replace(puzzle, title="", colors=COLOR_FLAG.colors) == COLOR_FLAG
    assert puzzle.title == "Color flag"


def test_black_need_not_be_declared() -> None:
    """Nor named: it is what a line begins with."""
    short = CLUES.replace("black ", "").replace("red 2 1", "red 2 black 1")
    for clues in (CLUES, short.replace("red 1, 1", "red 1, black 1")):
        puzzle = one(HEAD + "color red #FF0000\n" + clues)
        assert puzzle.colors == (WHITE, BLACK, Color("red", "o", "ff0000"))
        assert (puzzle.rows, puzzle.columns) == (COLOR_FLAG.rows, COLOR_FLAG.columns)


def test_a_name_holds_on() -> None:
    """Two lengths of one color need it once."""
    text = "width 3\nheight 1\ncolor red FF0000\nrows\nred 1 1\ncolumns\nred 1\n0\nred 1\n"
    assert [block.color for block in one(text).rows[0]] == [1, 1]
    assert len(one(text).colors) == 2


def test_background() -> None:
    """It may be declared, and it may be white that is a color of blocks."""
    text = "width 1\nheight 1\ncolor background 000000 -\ncolor white FFFFFF w\nrows\nwhite 1\n"
    puzzle = one(text + "columns\nwhite 1\n")
    assert puzzle.colors == (Color("background", "-", "000000"), Color("white", "w", "ffffff"))
    text = "width 1\nheight 1\ncolor white FFFFFE w\nrows\nwhite 1\ncolumns\nwhite 1\n"
    assert [color.name for color in one(text).colors] == ["background", "white"]


SMALL = "width 2\nheight 1\ncolor red FF0000\nrows\nred 1\ncolumns\nred 1\n0\n"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("FF0000", "FF00", "line 3: color 'red FF00'; expected a name and six digits"),
        ("color red FF0000\n", "color red FF0000\n" * 2, "line 4: color 'red' declared twice"),
        (
            "rows\nred 1",
            "rows\nred 1 blue 1",
            "line 5: row 1: character 7: a block of 'blue'; expected a number",
        ),
        ("rows\nred 1", "rows\nred 1 0", "line 5: row 1: a block of 0 cells; 0 alone stands for"),
        (
            "rows\nred 1",
            "rows\n01",
            "line 5: row 1: character 1: '01': a length before the name of a color",
        ),
        ("rows\nred 1", "rows\nred 1\nred 1", "rows: 2 clues; expected 1"),
        ("red 1\n0\n", "red 1\n", "columns: 1 clues; expected 2"),
        ("rows", "goal 10\nrows", "line 4: a picture where colors have names"),
    ],
)
def test_refused(old: str, new: str, reason: str) -> None:
    """Errors name the line."""
    assert one(SMALL).rows[0][0].color == 1
    assert old in SMALL
    assert refusal(SMALL.replace(old, new, 1)).startswith(reason)
