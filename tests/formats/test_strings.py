"""Puzzles of one line: R's strings, Tatham's game IDs, and davidje13's short strings.

The short strings of our puzzles were made by the site's own program.
"""

from dataclasses import replace

from hypothesis import given, strategies as st

from asp_nono.files import write_text
from asp_nono.formats.games import _code
from asp_nono.grid import Grid, PartialGrid
from asp_nono.puzzle import Puzzle
from tests.formats.damage import survives
from tests.formats.fixtures import (
    clues_in,
    one,
    posed,
)
from tests.formats.samples import sample
from tests.strategies import given_cells, grids


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


@given(grids(max_side=40) | grids(max_side=3))
def test_any_clues(grid: Grid) -> None:
    """Whatever is short_string by the rules of the format is read."""
    assert clues_in(short_string(grid), "short-rules") == (grid.row_clues(), grid.column_clues())


def test_the_same_strings() -> None:
    """These tests write what the site's program writes."""
    flag = Grid.from_text(["####.", "#.##.", "####.", "#....", "....."])
    assert short_string(flag) == sample("short-rules/flag").rstrip()
    assert short_string(Grid.from_text(["#.#", "##."])) == sample("short-rules/wide").rstrip()


@given(st.text(_CHARS, min_size=1, max_size=60))
def test_any_string(text: str) -> None:
    """Bits that nobody wrote are read or refused."""
    survives(f"R{text}".encode(), [], "short-rules")
