"""pyNonogram's `.non`: the ending of Simpson's files, and commas and blanks the other way round."""

from __future__ import annotations

import pytest
from hypothesis import given

from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle
from tests.formats.damage import Cuts, cuts, refused_within_bounds, survives
from tests.formats.fixtures import FLAG, PLAIN, one, recognized, refusal

TEXT = """\
author:A. Nonymous
date:01.02.24
picture:3
difficulty:2
width:5
height:5
rows:4 1,2 4 1 0
columns:4 1,1 3 3 0
solution:1111010110111101000000000
"""


def written(puzzle: Puzzle) -> str:
    """The clues of a puzzle, without a solution."""
    rows, columns = (
        " ".join(",".join(str(block.length) for block in clue) or "0" for clue in clues)
        for clues in (puzzle.rows, puzzle.columns)
    )
    return f"width:{puzzle.width}\nheight:{puzzle.height}\nrows:{rows}\ncolumns:{columns}\n"


def test_all_of_it() -> None:
    """Blanks part the lines and commas the blocks; the solution is the goal."""
    assert recognized(TEXT, "p.non") == "pynonogram"
    flag = one(TEXT)
    assert (flag.rows, flag.columns) == (FLAG.rows, FLAG.columns)
    assert flag.author == "A. Nonymous"
    assert flag.notes == ("date: 01.02.24", "picture: 3", "difficulty: 2")
    assert flag.goal == Grid.from_text(["####.", "#.##.", "####.", "#....", "....."])


def test_what_may_be_missing() -> None:
    """The sizes are told by the clues; a puzzle that nobody has solved has an empty solution."""
    least = "rows:4 1,2 4 1 0\ncolumns:4 1,1 3 3 0\n"
    assert one(least) == FLAG
    assert one(least + "solution:\n") == FLAG


@pytest.mark.parametrize("name", PLAIN)
def test_clues(name: str) -> None:
    """Every black and white puzzle."""
    assert recognized(written(PLAIN[name])) == "pynonogram"
    assert one(written(PLAIN[name])) == PLAIN[name]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("rows:", "raws:", "line 7: 'raws:4 1,2 4 1 0'; expected a line such as 'rows:1,2 3'"),
        ("rows:", "row 4\n", "line 7: 'row 4'; expected a line such as 'rows:1,2 3'"),
        ("author:", "rows:", "line 7: a second 'rows'"),
        ("columns:4 1,1 3 3 0\n", "", "no 'columns'; expected the clues of the columns"),
        ("width:5", "width:x", "line 5: character 7: width 'x'; expected a number"),
        ("width:5", "width:4", "line 8: 5 clues of the columns; width is 4"),
        ("1,2", "1 2", "line 7: 6 clues of the rows; height is 5"),
        ("1,2", "1,x", "line 7: row 2: character 10: a block of 'x'; expected a number"),
        ("solution:1", "solution:2", "line 9: solution: '2'; expected a 0 or 1 for each cell"),
        ("solution:1", "solution:", "line 9: solution: 24 cells; expected 25 (5x5)"),
        ("solution:1", "solution:0", "goal: row 1 shows 3, but its clue is 4"),
    ],
)
def test_bad_files(old: str, new: str, reason: str) -> None:
    """What is wrong is named with its place."""
    assert refusal(TEXT.replace(old, new, 1), "pynonogram").startswith(reason)


@given(cuts())
def test_damaged(damage: Cuts) -> None:
    """Whatever befalls a file, it is read or refused."""
    survives(TEXT.encode(), damage, "pynonogram")


@pytest.mark.parametrize(
    "text",
    [
        "rows:" + "1 " * 1_000_000 + "\ncolumns:1\n",
        "rows:" + "1," * 1_000_000 + "1\ncolumns:1\n",
        "rows:1\ncolumns:1\nsolution:" + "1" * 2_000_000,
        "rows:1\n" * 500_000,
    ],
)
def test_monsters(text: str) -> None:
    """Neither memory nor time grows beyond the file's own size."""
    refused_within_bounds(text, "pynonogram")
