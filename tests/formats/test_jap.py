"""The binary files of QNonograms."""

from __future__ import annotations

import pytest
from hypothesis import given

from asp_nono.clue import Clue
from asp_nono.errors import PuzzleError
from asp_nono.files import read_data, read_text
from asp_nono.formats.registry import detect
from asp_nono.formats.source import Source
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle
from tests.formats.damage import Cuts, cuts, survives
from tests.formats.fixtures import FLAG, PLAIN, TALL, WIDE
from tests.strategies import grids

HEAD = b"TLS\x01\x02\x03\x04"

PICTURE = Grid.from_text(["#.#", "##."])

DRAWN = HEAD + bytes([0x80, 3, 2, 1, 2, 1, 1, 1, 1, 2, 1, 1, 1, 2, 1, 0, 1, 1, 1, 0])
"""The 3x2 picture: flags, width, height, three columns, two rows, six cells."""


def packed(puzzle: Puzzle) -> bytes:
    """A puzzle as the program writes it: the columns before the rows."""

    def lengths(clue: Clue) -> bytes:
        return bytes([len(clue), *(block.length or 0 for block in clue)])

    lines = b"".join(map(lengths, (*puzzle.columns, *puzzle.rows)))
    return HEAD + bytes([0, puzzle.width, puzzle.height]) + lines


def puzzle_of(data: bytes) -> Puzzle:
    """The only puzzle of a file without an ending."""
    (puzzle,) = read_data(data, "p")
    assert isinstance(puzzle, Puzzle)
    return puzzle


@pytest.mark.parametrize("name", PLAIN)
def test_clues(name: str) -> None:
    """Every black and white puzzle, sizes and blank lines the right way round."""
    assert detect(Source("p", packed(PLAIN[name]))).name == "jap"
    assert puzzle_of(packed(PLAIN[name])) == PLAIN[name]


def test_picture() -> None:
    """A flag says that a picture follows, row by row; it is the goal."""
    assert puzzle_of(DRAWN) == Puzzle.of(PICTURE)


def test_text_that_begins_alike() -> None:
    """Is no such file: here are clues in letters."""
    assert detect(Source("p", b"TLS AB AA\nB C C\n")).name == "letters"


@given(grids(max_side=20))
def test_any_picture(grid: Grid) -> None:
    """Whatever its clues."""
    assert puzzle_of(packed(Puzzle.of(grid))).rows == grid.row_clues()
    assert puzzle_of(packed(Puzzle.of(grid))).columns == grid.column_clues()


def refusal(data: bytes) -> str:
    """Why a file is refused."""
    with pytest.raises(PuzzleError) as caught:
        read_data(data, "p", form="jap")
    return str(caught.value)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"TLs" + DRAWN[3:], "p: expected 'TLS' at the start"),
        (DRAWN[:9], "p: the file ends after byte 9, inside the flags and the sizes"),
        (DRAWN[:12], "p: the file ends after byte 12, inside column 2"),
        (DRAWN[:18], "p: the file ends after byte 18, inside row 1"),
        (DRAWN[:-1], "p: the file ends after byte 26, inside row 2 of the picture"),
        (DRAWN + b"\0", "p: 1 bytes more than the puzzle has"),
        (HEAD + b"\x40" + DRAWN[8:], "p: flag 0x40 is set; the layout of such files is not known"),
        (HEAD + b"\0\0\1\0", "p: 0 columns; expected 1 to 1000"),
        (DRAWN[:-1] + b"\2", "p: a cell 2 in the picture; expected 0 or 1"),
        (DRAWN[:-1] + b"\1", "p: goal: row 2 shows 3, but its clue is 2"),
        (DRAWN[:11] + b"\3" + DRAWN[12:], "p: column 1: the clue 3 needs 3 cells; the column has"),
    ],
)
def test_bad_files(data: bytes, reason: str) -> None:
    """What is wrong is named with its place."""
    assert refusal(data).startswith(reason)


@given(cuts())
def test_damaged(damage: Cuts) -> None:
    """Whatever befalls a file, it is read or refused."""
    survives(DRAWN, damage, "jap")
    for puzzle in (FLAG, WIDE, TALL):
        survives(packed(puzzle), damage, "jap")


def test_not_text() -> None:
    """The bytes are what counts."""
    with pytest.raises(PuzzleError, match=r"^p: expected 'TLS'"):
        read_text("5 5", form="jap", name="p")
