"""Drawn puzzles that formats are tried on, and mistreatment that every reader must survive."""

from __future__ import annotations

import tracemalloc
import warnings

import pytest
from hypothesis import strategies as st

from asp_nono.errors import PuzzleError, PuzzleWarning
from asp_nono.files import read_text
from asp_nono.formats import Source, find
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle
from tests.cases import PALETTE

FLAG = Grid.from_text(["####.", "#.##.", "####.", "#....", "....."])
COLOR_FLAG = Grid.from_text(["####.", "#rr#.", "####.", "#....", "....."], ".#r")
WIDE = Grid.from_text(["###", "#.#"])
TALL = Grid.from_text(["#", ".", "#", "#"])
BLANK = Grid.from_text(["..", ".."])
LONG = Grid.from_text(["############", "#..........#"])

PLAIN = {"flag": FLAG, "wide": WIDE, "tall": TALL, "blank": BLANK, "long": LONG}
"""Black and white pictures, none of which reads the same with rows and columns swapped but one."""


def clues(grid: Grid) -> tuple[object, object]:
    """What a format that holds clues only must give back."""
    return grid.row_clues(), grid.column_clues()


def one(text: str, form: str | None = None) -> Puzzle:
    """The only puzzle of a text, whose format is recognised unless it is named."""
    (puzzle,) = read_text(text, form=form)
    return puzzle


def asked(text: str, form: str | None = None) -> tuple[object, object]:
    """The clues of the only puzzle of a text."""
    puzzle = one(text, form)
    return puzzle.rows, puzzle.columns


def refusal(text: str, form: str | None = None) -> str:
    """Why a text is refused: one line that begins with the file."""
    with pytest.raises(PuzzleError) as caught:
        read_text(text, form=form, name="p")
    assert len(str(caught.value).splitlines()) == 1
    assert str(caught.value).startswith("p: ")
    assert len(str(caught.value)) < 1000
    return str(caught.value).removeprefix("p: ")


def recolored(grid: Grid) -> Puzzle:
    """The puzzle of a picture in the colours of the case tables, without its goal."""
    return Puzzle(grid.row_clues(), grid.column_clues(), PALETTE[: grid.most_color + 1])


_PIECES = st.binary(max_size=4) | st.sampled_from(
    b"\n 0 -1 1.5 99999 null [ ] { } ( ) < > \x00 \xff \" ' , : ; = % # . .. | /* */ //".split(b" ")
)

Cuts = list[tuple[int, int, bytes]]


def cuts() -> st.SearchStrategy[Cuts]:
    """Places, lengths of what is cut out there, and what is put in instead."""
    return st.lists(st.tuples(st.integers(0, 100_000), st.integers(0, 60), _PIECES), max_size=4)


def survives(data: bytes, damage: Cuts, form: str) -> None:
    """Assert that a damaged file is read, or refused with a PuzzleError of one line."""
    for place, length, piece in damage:
        start = place % (len(data) + 1)
        data = data[:start] + piece + data[start + length :]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PuzzleWarning)
        try:
            found = find(form).read(Source("damaged", data))
        except PuzzleError as error:
            found = [error]
    assert found
    for puzzle in found:
        if isinstance(puzzle, PuzzleError):
            assert len(str(puzzle).splitlines()) == 1
            assert len(str(puzzle)) < 1000


def refused_within_bounds(text: str, form: str) -> None:
    """Assert that a monster of a file is refused without much memory."""
    tracemalloc.start()
    try:
        reason = refusal(text, form)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert reason
    assert most < 50 * len(text) + 50_000_000
