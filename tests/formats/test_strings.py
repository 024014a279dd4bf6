"""Puzzles of one line: R's strings, Tatham's game IDs, and davidje13's short strings.

The short strings of our puzzles were made by the site's own program.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asp_nono.errors import PuzzleError
from asp_nono.files import read_text, write_text
from asp_nono.formats.registry import find
from asp_nono.formats.source import Source
from asp_nono.formats.strings import _code
from asp_nono.grid import Grid, PartialGrid
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


STRINGS = {
    "flag": "RrXeu6bxe4",
    "3x2": "RnLN6",
    "1x4": "RjS8",
    "all blank": "RlIA",
}


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


@given(st.integers(0, 1000))
def test_code(limit: int) -> None:
    """Every number has a code, and no bits are left that stand for nothing."""
    counts = _code(limit)
    assert sum(counts) == limit + 1
    longest = len(counts) - 1
    assert sum(count << (longest - n) for n, count in enumerate(counts)) == 1 << longest


def test_csv() -> None:
    """Quotes are of both kinds, # begins a comment, and other columns do not count."""
    assert recognized(CSV) == "short-rules"
    flag, wide, tall, blank = read_text(CSV)
    assert (flag.title, clues(flag)) == ("Flag", clues(FLAG))
    assert (wide.title, clues(wide)) == ("a b, '#'", clues(WIDE))
    assert (tall.title, tall.height) == ("it's", 4)
    assert (blank.title, blank.rows) == ("", ((), ()))
    assert one("rules\nRnLN6\n").title == ""


def test_one_bad_puzzle_of_three() -> None:
    """The others are still read."""
    source = Source.of_text("name,rules\na,RnLN6\nb,RnL\nc\n", "p")
    _, short, none = find("short-rules").read(source)
    assert str(short) == "puzzle 2: 'b': the string ends too early"
    assert str(none) == "puzzle 3: 'c': ''; expected R, then letters, digits, - and _"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("RnLN6A", "1 characters too many"),
        ("RnLN", "the string ends too early"),
        ("R", "the string ends too early"),
        ("Rg" + "A" * 10, "width 0; expected 1 to 1000"),
        ("RAAAAAAAAAA", "width too large; expected 1 to 1000"),
        ("RAH____", "width 16367; expected 1 to 1000"),
        ("RrXeu6bxf4", "the rows ask for 12 black cells, the columns for 18"),
        ("name,rule\na,b\n", "no column 'rules'; expected one, or a string that begins with R"),
        ("", "no column 'rules'; expected one, or a string that begins with R"),
        ("name,rules\n# none\n", "no line under the one that names the columns"),
        ("rules\nrnLN6\n", "'rnLN6'; expected R, then letters, digits, - and _"),
    ],
)
def test_bad_strings(text: str, reason: str) -> None:
    """What is wrong is said."""
    assert refusal(text, "short-rules").startswith(reason)


@given(st.text(_CHARS, min_size=1, max_size=60))
def test_any_string(text: str) -> None:
    """Bits that nobody wrote are read or refused."""
    survives(f"R{text}".encode(), [], "short-rules")
