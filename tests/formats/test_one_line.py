"""Puzzles of one line: R's strings and Tatham's game IDs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asp_nono.errors import PuzzleError
from asp_nono.files import read_text, write_text
from asp_nono.formats.registry import find
from asp_nono.formats.source import Source
from asp_nono.grid import PartialGrid
from asp_nono.puzzle import Puzzle
from tests.cases import partial
from tests.formats.fixtures import FLAG, PLAIN, TALL, WIDE, one, posed, recognized, refusal
from tests.strategies import given_cells, grids


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
        ("1-1:", "line 1: column 2: character 5: a block of ''; expected a number"),
        ("1::1-1:1", "line 1: row 2: character 3: a block of ''; expected a number"),
        ("1", "line 1: '1'; expected rows, one hyphen, columns"),
        ("1-1-1", "line 1: '1-1-1'; expected rows, one hyphen, columns"),
        ("1,x-1:0:1", "line 1: row 1: character 3: a block of 'x'; expected a number"),
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
        ("5x5#123456", "line 1: a random seed; only the program"),
        ("3#x", "line 1: a random seed"),
        ("5x5:4/1.1/3/3//4/1.2/4/1", "line 1: 9 clues; expected 5 of columns and 5 of rows"),
        ("1x1:1/1/1", "line 1: more clues; expected 1 of columns and 1 of rows"),
        ("1001x1:", "line 1: width '1001'; expected 1 to 1000"),
        ("1x0:", "line 1: height '0'; expected 1 to 1000"),
        ("1:0/", "line 1: column 1: character 3: 0; a blank line is an empty field"),
        ("2x1:1/1/1..1", "line 1: row 1: character 11: a block of ''; expected a number"),
        ("2x1:1/1/2a", "line 1: row 1: character 9: a block of '2a'; expected a number"),
        ("2x2", "line 1: '2x2'; expected a size, a colon and clues as in 2x2:1/1/1/1"),
        ("1:1/1,C", "line 1: the letters give more cells; there are 1"),
        ("2:2/2/2/2,c", "line 1: the letters give 3 cells; there are 4"),
        ("2:2/2/2/2,a1", "line 1: '1' after the comma; expected letters"),
        ("2:2/2/2/2,äb", "line 1: 'ä' after the comma; expected letters"),
        ("2:2/2/2/2,", "line 1: the letters give 0 cells; there are 4"),
        ("2:2/2/2/2," + "z" * 100_000, "line 1: the letters give more cells; there are 4"),
    ],
)
def test_wrong_ids(text: str, reason: str) -> None:
    """What is wrong is named, in the clues and in the letters of given cells."""
    assert refusal(text, "pattern").startswith(reason)


def test_ids() -> None:
    """Columns come first, one number stands for a square, and the last `/` counts."""
    assert one("2:/2/1/1") == posed(".#", ".#")
    assert one("1:/") == one("1x1:/") == posed(".")
    assert one("2:2/2/2/2,e") == posed("##", "##")


@pytest.mark.parametrize(
    ("letters", "drawn"),
    [
        ("Af", "#??|???"),
        ("af", ".??|???"),
        ("aAaAaA", ".#.|#.#"),
        ("cD", "??.|???"),
        ("cC", "??.|??#"),
        ("F", "???|??#"),
        ("fa", "???|??."),
        ("Afaaa", "#??|???"),
    ],
)
def test_given_cells(letters: str, drawn: str) -> None:
    """A letter passes over cells and gives the next; a capital gives black."""
    puzzle = one(f"3x2:////,{letters}")
    assert puzzle.given == partial(drawn)


def test_given_cells_are_written_in_letters() -> None:
    """A `z` for each 25 cells that are passed over; the last letter ends at the last cell."""
    blank = posed(*["." * 10] * 6)
    for cells, letters in (
        ({0: 1}, "azzj"),
        ({24: 2}, "Yzk"),
        ({25: 2}, "zAzj"),
        ({26: 1, 27: 2}, "zbAzh"),
        ({59: 1}, "zzj"),
        ({34: 2}, "zJz"),
    ):
        flat = [cells.get(cell, 3) for cell in range(60)]
        rows = tuple(tuple(flat[first : first + 10]) for first in range(0, 60, 10))
        puzzle = replace(blank, given=PartialGrid(rows))
        text = write_text([puzzle], "pattern")
        assert text.strip().partition(",")[2] == letters
        assert one(text) == puzzle


@given(st.data())
def test_given_cells_and_back(data: st.DataObject) -> None:
    """Whatever cells are given, the ID tells of them."""
    grid = data.draw(grids(max_side=9))
    fixed = data.draw(given_cells(grid, 2))
    puzzle = replace(Puzzle.of(grid), goal=None, given=fixed)
    assert one(write_text([puzzle], "pattern"), "pattern") == puzzle


@pytest.mark.parametrize("text", ["4:1,2:0-1:2", "3x2:2/1/1/1.1/2"])
def test_are_not_taken_for_each_other(text: str) -> None:
    """Both begin with a number and a colon."""
    assert recognized(text) == ("r" if "-" in text else "pattern")


@given(st.sampled_from(["r", "pattern"]), st.text("0123456789:-/.,x#Aaz\n", max_size=40))
def test_damage(name: str, text: str) -> None:
    """Whatever the line, there is a puzzle or a reason."""
    for item in find(name).read(Source.of_text(text + "x", "p")):
        if isinstance(item, PuzzleError):
            assert len(str(item).splitlines()) == 1
