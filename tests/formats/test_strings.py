"""Puzzles of one line: R's strings, Tatham's game IDs, and davidje13's short strings.

The short strings of our puzzles were made by the site's own program.
"""

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from asp_nono.files import read_text, write_text
from asp_nono.formats.games import _code
from asp_nono.formats.registry import find
from asp_nono.formats.source import Source
from asp_nono.grid import Grid, PartialGrid
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import Puzzle
from tests.cases import partial
from tests.formats.damage import survives
from tests.formats.fixtures import (
    FLAG,
    PLAIN,
    TALL,
    WIDE,
    clues,
    clues_in,
    one,
    posed,
    recognized,
    refusal,
)
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


def test_ids() -> None:
    """Columns come first, one number stands for a square, and the last `/` counts."""
    assert one("2:/2/1/1") == posed(".#", ".#")
    assert one("1:/") == one("1x1:/") == posed(".")
    assert one("2:2/2/2/2,e") == posed("##", "##")


@pytest.mark.parametrize(
    ("letters", "drawn"),
    [("Af", "#??|???"), ("aAaAaA", ".#.|#.#"), ("cC", "??.|??#"), ("fa", "???|??.")],
)
def test_given_cells(letters: str, drawn: str) -> None:
    """A letter passes over cells and gives the next; a capital gives black."""
    puzzle = one(f"3x2:////,{letters}")
    assert puzzle.given == partial(drawn)


def test_given_cells_are_written_in_letters() -> None:
    """A `z` for each 25 cells that are passed over; the last letter ends at the last cell."""
    blank = posed(*["." * 10] * 6)
    for cells, letters in (({0: 1}, "azzj"), ({25: 2}, "zAzj"), ({34: 2}, "zJz")):
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


STRINGS = {"flag": "RrXeu6bxe4", "3x2": "RnLN6", "1x4": "RjS8", "all blank": "RlIA"}

CSV = r"""# ours, all of them

name, Rules ,more
Flag,RrXeu6bxe4,1
"a ""b"", '#'",RnLN6
'it\'s', "RjS8" # the last
,RlIA
"""

_CHARS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def short_string(grid: Grid) -> str:
    """The string for the clues of a picture, by the description of the format."""
    bits = ""

    def up_to(limit: int, number: int) -> str:
        code = first = 0
        for length, count in enumerate(_code(limit)):
            if number < first + count:
                return f"{code + number - first:0{length}b}" if length else ""
            first, code = first + count, (code + count) << 1
        raise AssertionError(number)

    for size in (grid.width, grid.height):
        high = (size >> 4) + 1
        bits += "0" * (high.bit_length() - 1) + f"{high:b}{size & 15:04b}"
    for limit, side in ((grid.width, grid.row_clues()), (grid.height, grid.column_clues())):
        for clue in side:
            left = sum(block.least for block in clue)
            bits += up_to(limit, left)
            for block in clue[: limit - left]:
                if left:
                    bits += up_to(left - 1, block.least - 1)
                    left -= block.least
    bits += "0" * (-len(bits) % 6)
    return "R" + "".join(_CHARS[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))


@pytest.mark.parametrize("name", STRINGS)
def test_strings(name: str) -> None:
    """Each is recognized and poses its puzzle."""
    assert recognized(STRINGS[name]) == "short-rules"
    assert clues_in(STRINGS[name]) == clues(PLAIN[name])
    assert clues_in(f"\n{STRINGS[name]} \n") == clues(PLAIN[name])


@given(grids(max_side=40) | grids(max_side=3))
def test_any_clues(grid: Grid) -> None:
    """Whatever is short_string by the rules of the format is read."""
    assert clues_in(short_string(grid), "short-rules") == (grid.row_clues(), grid.column_clues())


def test_the_same_strings() -> None:
    """These tests write what the site's program writes."""
    flag = Grid.from_text(["####.", "#.##.", "####.", "#....", "....."])
    assert short_string(flag) == STRINGS["flag"]
    assert short_string(Grid.from_text(["#.#", "##."])) == STRINGS["3x2"]


def test_csv() -> None:
    """Quotes are of both kinds, # begins a comment, and other columns do not count."""
    assert recognized(CSV) == "short-rules"
    flag, wide, tall, blank = read_text(CSV)
    assert (flag.title, clues(flag)) == ("Flag", clues(FLAG))
    assert (wide.title, clues(wide)) == ("a b, '#'", clues(WIDE))
    assert (tall.title, tall.height) == ("it's", 4)
    assert (blank.title, blank.rows) == ("", ((), ()))
    assert one("rules\nRnLN6\n").title == ""


@given(st.text(_CHARS, min_size=1, max_size=60))
def test_any_string(text: str) -> None:
    """Bits that nobody wrote are read or refused."""
    survives(f"R{text}".encode(), [], "short-rules")
