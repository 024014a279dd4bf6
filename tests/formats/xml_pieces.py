"""XML of our own making, and the ways to have it read."""

from __future__ import annotations

import pytest

from asp_nono.errors import PuzzleError
from asp_nono.files import read_text
from asp_nono.formats.registry import find
from asp_nono.formats.source import Source
from asp_nono.grid import Grid
from asp_nono.puzzle import Color, Puzzle

FLAG = Grid.from_text(["XXXX.", "X.XX.", "XXXX.", "X....", "....."], ".X")
COLOR_FLAG = Grid.from_text(["XXXX.", "XrrX.", "XXXX.", "X....", "....."], ".Xr")
X = Color("black", "X", "000000")
RED = Color("red", "r", "ff0000")

FLAG_CLUES = """
<clues type="columns"><line><count>4</count></line>
<line><count>1</count><count>1</count></line>
<line><count>3</count></line><line><count>3</count></line><line></line></clues>
<clues type="rows"><line><count>4</count></line>
<line><count>1</count><count>2</count></line>
<line><count>4</count></line><line><count>1</count></line><line></line></clues>
"""

COLOR_FLAG_XML = """<?xml version="1.0" encoding="UTF-8"?>
<puzzleset><puzzle type="grid" defaultcolor="black" backgroundcolor="white">
<title>Color flag</title><author>A. Nonymous</author>
<color name="white" char=".">ffffff</color>
<color name="black" char="X">000000</color>
<color name="red" char="r">f00</color>
<clues type="columns"><line><count>4</count></line>
<line><count>1</count><count color="red">1</count><count>1</count></line>
<line><count>1</count><count color="red">1</count><count>1</count></line>
<line><count>3</count></line><line/></clues>
<clues type="rows"><line><count>4</count></line>
<line><count color="black">1</count><count color="red">2</count><count>1</count></line>
<line><count>4</count></line><line><count>1</count></line><line></line></clues>
<solution><image>
|XXXX.|
|XrrX.||XXXX.| | X . . . . |
|.....|
</image></solution>
<solution type="saved" id="me-1"><image>
|XXXX.|
|X[rX]??.|
|?????|
|?????|
|.....|
</image><note>half way</note></solution>
</puzzle></puzzleset>
"""


def puzzle_xml(inside: str, attributes: str = "", before: str = "") -> str:
    """A set of one puzzle."""
    return f"<puzzleset>{before}<puzzle {attributes}>{inside}</puzzle></puzzleset>"


def image(*rows: str, kind: str = "goal") -> str:
    """A `solution` element with these rows."""
    drawn = "\n".join(f"|{row}|" for row in rows)
    return f'<solution type="{kind}"><image>\n{drawn}\n</image></solution>'


def one(text: str) -> Puzzle:
    """The only puzzle of a text."""
    (puzzle,) = read_text(text)
    return puzzle


def refusal(text: str) -> str:
    """Why a text is refused: one line that begins with the file."""
    with pytest.raises(PuzzleError) as caught:
        read_text(text, name="p.xml")
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("p.xml: ")
    return str(caught.value).removeprefix("p.xml: ")


def refusal_of_bytes(data: bytes) -> str:
    """Why some bytes are refused."""
    with pytest.raises(PuzzleError) as caught:
        find("xml").read(Source("p.xml", data))
    return str(caught.value)
