"""Listings with labels, lists or tables: Bosch's, Keen's first, and `.nng`."""

from __future__ import annotations

import pytest

from tests.formats.fixtures import WIDE, one, posed, recognized, refusal
from tests.formats.listings import WIDES


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("rows: 2", "rows: 0", "0 rows; expected 1 to 1000"),
        ("columns: 3", "columns: 1001", "1001 columns; expected 1 to 1000"),
        ("_3 1 1", "_3 1", "the numbers end before the length of block 1 of column 3"),
        ("_3 1 1", "_3", "the numbers end before the number of blocks of column 3"),
        ("_3 1 1", "_3 1 1 2", "line 5: character 40: '2' after column 3; expected the end"),
        (
            "tiles: 2",
            "tiles: 2a",
            "line 3: character 14: the number of blocks of row 1 '2a'; expec",
        ),
        (
            "widths: 1 1",
            "widths: 1 -1",
            "line 3: character 26: the length of block 2 of row 1 '-1'",
        ),
        ("widths: 1 1", "widths: 1 0", "row 1: block 2: 0 cells"),
        ("tiles: 2", "tiles: 1001", "row 1: 1001 blocks; expected 0 to 1000"),
    ],
)
def test_bosch(old: str, new: str, reason: str) -> None:
    """Numbers count by their position, those inside labels not at all."""
    text = WIDES["bosch"]
    assert one(text.replace("tiles", "n").replace("widths", "w_2")) == WIDE
    assert old in text
    assert refusal(text.replace(old, new)).startswith(reason)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("rows = [[1]]\ncols = [[1]]\nprint(1)\n", "line 3: character 1: 'print'; expected 'rows"),
        (
            "rows = [[1]]\nrows = [[1]]\ncols = [[1]]",
            "line 2: character 1: 'rows'; expected 'rows = ' and",
        ),
        ("rows = [[1]]\ncols = [[x]]", "line 2: character 10: 'x'; expected a number"),
        ("rows = [[1]]\ncols = [[-1]]", "column 1: a block of -1 cells"),
        ("rows = [[1]]\ncols = [[1.5]]", "line 2: character 11: '.'; expected ','"),
        ("rows = [[1]]\ncols = [[[1]]]", "line 2: character 10: '['; expected a number"),
        ("rows = [[1]]\ncols = [[1], 2]", "line 2: character 14: '2'; expected '['"),
        ("rows = [[1]]\ncols = [[1", "line 2: character 11: the end of the file; expected ','"),
        ("rows = [[1]]\ncols = [[1] [1]]", "line 2: character 13: '['; expected ','"),
        ("rows = [[1, 0]]\ncols = [[1]]", "row 1: block 2: 0 cells"),
        ("rows = [[1]]\ncols = [()]", "the rows ask for 1 black cells, the columns for 0"),
        ("rows = [[]]\ncols = [[" + "1," * 2000 + "]]", "column 1: too many blocks; at most 1000"),
        (
            "rows = [[]]\ncols = [" + "[]," * 2000 + "]",
            "line 2: character 3009: '['; expected at most 1000 lists",
        ),
        (
            "rows = [[1]]\nROWS = [[1]]\ncols = [[1]]",
            "line 2: character 1: 'ROWS'; expected 'rows = ' and",
        ),
    ],
)
def test_nothing_is_executed(text: str, reason: str) -> None:
    """Two lists of lists of numbers are all that is understood."""
    assert refusal(text, "keen1").startswith(reason)


def test_keen1() -> None:
    """Lists may be tuples, run over lines and end in a comma; the order does not matter."""
    assert one("columns=((2,),(1,),(1,),)\nrows=[(1,1),[2]]", "keen1") == WIDE
    assert one("rows = [[]]\n\ncols = [()]", "keen1") == posed(".")
    assert recognized("rows = [| 1, 1 | 2, 0 |];\ncols = [| 2 | 1 |];\n", "p.nin") == "nin"
    assert refusal("rows = [[1]]\n", "keen1") == "0 columns; expected 1 to 1000"
    assert refusal("rows = []\ncols = [[1]]\n", "keen1") == "0 rows; expected 1 to 1000"


def test_nng() -> None:
    """Zeros fill up the tables in front, and nowhere else."""
    assert refusal("3 2 1 2\n2 1 1\n1 1\n2 0\n", "nng").startswith("row 2: block 2: 0 cells")
    assert refusal("3 2 1 2\n2 1 1\n1 1\n0 2 0\n", "nng") == "line 4: 3 numbers; expected 2"
    assert refusal("3 2 1 2\n2 1\n1 1\n0 2\n", "nng") == "line 2: 2 numbers; expected 3"
    assert refusal("3 2 1 2\n2 1 1\n1 1\n", "nng").startswith("both tables: 2 clues; expected 3")
    assert refusal("3 2 1\n2 1 1\n1 1\n0 2\n", "nng").startswith("line 1: '3 2 1'; expected width")
    assert refusal("3 2 1 1001\n", "nng").startswith("line 1: '3 2 1 1001'; expected width")
