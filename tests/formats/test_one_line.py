"""Puzzles of one line: R's strings and Tatham's game IDs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asp_nono.errors import PuzzleError
from asp_nono.formats import find, read_text, write_text
from asp_nono.formats.source import Source
from tests.formats.fixtures import FLAG, PLAIN, TALL, WIDE, one, posed, recognised, refusal


@pytest.mark.parametrize("name", ["r", "pattern"])
def test_several(name: str) -> None:
    """One a line; empty lines do not count, and an error tells which it is."""
    text = write_text([FLAG, WIDE, TALL], name)
    assert len(text.splitlines()) == 3
    assert read_text(text.replace("\n", "\n\n")) == [FLAG, WIDE, TALL]
    assert refusal(text + "1x1:1\n", name).startswith("puzzle 4: line 4: ")
    assert write_text(list(PLAIN.values()), name).count("\n") == len(PLAIN)
    found = find(name).read(Source.of_text("x\n" + text, "p"))
    assert isinstance(found[0], PuzzleError)
    assert list(found[1:]) == [FLAG, WIDE, TALL]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1-1:", "line 1: column 2: a block of ''; expected a number"),
        ("1::1-1:1", "line 1: row 2: a block of ''; expected a number"),
        ("1", "line 1: '1'; expected rows, one hyphen, columns"),
        ("1-1-1", "line 1: '1-1-1'; expected rows, one hyphen, columns"),
        ("1,x-1:0:1", "line 1: row 1: a block of 'x'; expected a number"),
        ("1,0-1:0", "line 1: row 1: block 2: 0 cells"),
        ("1-" + "0:" * 1000 + "1", "1001 columns; expected 1 to 1000"),
        ("1" + ",1" * 1000 + "-1", "line 1: row 1: too many blocks; at most 1000"),
        ("2-1", "row 1: the clue 2 needs 2 cells; the row has 1"),
    ],
)
def test_wrong_strings(text: str, reason: str) -> None:
    """An empty item is no blank line: R itself would drop it at the end."""
    assert refusal(text, "r").startswith(reason)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("5x5#123456", "line 1: a random seed; the clues are known only to the program"),
        ("3#x", "line 1: a random seed"),
        ("5x5:4/1.1/3/3//4/1.2/4/1", "line 1: 9 clues; expected 5 of columns and 5 of rows"),
        ("1x1:1/1/1", "line 1: more clues; expected 1 of columns and 1 of rows"),
        ("1001x1:", "line 1: width '1001'; expected 1 to 1000"),
        ("1x0:", "line 1: height '0'; expected 1 to 1000"),
        ("1:0/", "line 1: column 1: 0; a blank line is an empty field"),
        ("2x1:1/1/1..1", "line 1: row 1: a block of ''; expected a number"),
        ("2x1:1/1/2a", "line 1: row 1: a block of '2a'; expected a number"),
        ("2x2", "line 1: '2x2'; expected a size, a colon and clues as in 2x2:1/1/1/1"),
        ("1:1/1,A", "line 1: given cells are not supported yet; they are a part of the puzzle"),
        ("1:1/1,C", "line 1: the letters tell of more cells; there are 1"),
        ("2:2/2/2/2,c", "line 1: the letters tell of 3 cells; there are 4"),
        ("2:2/2/2/2,a1", "line 1: '1' after the comma; expected letters"),
        ("2:2/2/2/2,äb", "line 1: 'ä' after the comma; expected letters"),
        ("2:2/2/2/2,", "line 1: the letters tell of 0 cells; there are 4"),
        ("2:2/2/2/2," + "z" * 100_000, "line 1: the letters tell of more cells; there are 4"),
    ],
)
def test_wrong_ids(text: str, reason: str) -> None:
    """Given cells are a part of the puzzle: they are not dropped."""
    assert refusal(text, "pattern").startswith(reason)


def test_ids() -> None:
    """Columns come first, one number stands for a square, and the last `/` counts."""
    assert one("2:/2/1/1") == posed(".#", ".#")
    assert one("1:/") == one("1x1:/") == posed(".")
    assert one("2:2/2/2/2,e") == posed("##", "##")


@pytest.mark.parametrize("text", ["4:1,2:0-1:2", "3x2:2/1/1/1.1/2"])
def test_are_not_taken_for_each_other(text: str) -> None:
    """Both begin with a number and a colon."""
    assert recognised(text) == ("r" if "-" in text else "pattern")


@given(st.sampled_from(["r", "pattern"]), st.text("0123456789:-/.,x#Aaz\n", max_size=40))
def test_damage(name: str, text: str) -> None:
    """Whatever the line, there is a puzzle or a reason."""
    for item in find(name).read(Source.of_text(text + "x", "p")):
        if isinstance(item, PuzzleError):
            assert len(str(item).splitlines()) == 1
