"""PBM, read and written."""

from dataclasses import replace

import pytest
from hypothesis import given

from asp_nono.clue import Block
from asp_nono.files import read_text, write_text
from asp_nono.formats.matrix import read_pbm
from asp_nono.formats.source import Source
from asp_nono.grid import Grid, PartialGrid
from asp_nono.messages import PuzzleError, PuzzleWarning, UnwritableError
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle, Saved
from tests.strategies import grids

PENNANT = Grid.from_text(["##.", "#.."])


def _goals(data: bytes) -> list[Grid | None]:
    puzzles = [puzzle for puzzle in read_pbm(Source("x.pbm", data)) if isinstance(puzzle, Puzzle)]
    return [puzzle.goal for puzzle in puzzles]


def _reason(data: bytes) -> str:
    with pytest.raises(PuzzleError) as caught:
        read_pbm(Source("x.pbm", data))
    return str(caught.value)


@pytest.mark.parametrize(
    "data",
    [
        b"P1\n3 2\n1 1 0\n1 0 0\n",
        b"P1 3 2 110100",
        b"P1\n# before\n3 # between\n2\n# after the size\n1 1 0 # among the cells\n1 0 0",
        b"P1\r\n3 2\r\n1 1 0\r\n1 0 0\r\n",
        b"P1\n3\n2\n1\n1\n0\n1\n0\n0\n# the end",
        b"P4\n3 2\n\xc0\x80",
        b"P4\n# a comment\n3 2\n\xc0\x80",
        b"P4 3 2# a comment\n\xc0\x80",
        b"P4\n3 2\n\xdf\x9f",
    ],
)
def test_ways_to_write_one_picture(data: bytes) -> None:
    """Comments and blanks go where netpbm lets them; bits beyond the width mean nothing."""
    assert _goals(data) == [PENNANT]


def test_cells_that_look_like_blanks() -> None:
    """After a raw header goes exactly one blank: the next byte is cells, whatever it looks like."""
    assert _goals(b"P4\n8 1\n\n") == [Grid.from_text(["....#.#."])]
    assert _goals(b"P4\n8 1\n#") == [Grid.from_text(["..#...##"])]


def test_rows_of_several_bytes() -> None:
    """Each row begins with a byte of its own, the highest bit first."""
    assert _goals(b"P4\n10 2\n\x80\x40\x01\x00") == [Grid.from_text(["#........#", ".......#.."])]


def test_several_images() -> None:
    """Images follow each other, with or without blanks between them, plain ones too."""
    assert _goals(b"P4\n3 2\n\xc0\x80P4\n1 1\n\x80") == [PENNANT, Grid(((1,),))]
    assert _goals(b"P4\n3 2\n\xc0\x80\nP1\n1 1\n1\nP1 1 1 0\n") == [
        PENNANT,
        Grid(((1,),)),
        Grid(((0,),)),
    ]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (
            b"P1\n3 2\n1 1 0\n1 0",
            "image 1: line 4: character 4: the end after 5 cells; expected 6 of 0 and 1",
        ),
        (
            b"P1\n3 2\n1 1 2\n1 0 0",
            "image 1: line 3: character 5: '2' after 2 cells; expected 6 of 0 and 1",
        ),
        (b"P1\n3 2\n1101000", "image 1: more than the 6 cells that its size asks for"),
        (b"P1\n3 2\n110100 0", "image 2: it begins with '0'; expected P1 or P4"),
        (b"P4\n3 2\n\xc0", "image 1: 1 bytes of cells; expected 2"),
        (b"P4\n3 2", "image 1: 0 bytes of cells; expected 2"),
        (b"P1\n0 2\n", "image 1: width '0'; expected 1 to 1000"),
        (b"P1\n3 1001\n", "image 1: height '1001'; expected 1 to 1000"),
        (b"P1\n3", "image 1: height ''; expected a number"),
        (b"P1\nx 2\n1", "image 1: width 'x'; expected a number"),
        (b"P4\n3 2\n\xc0\x80P4\n9", "image 2: height ''; expected a number"),
    ],
)
def test_damaged(data: bytes, reason: str) -> None:
    """One line names the image and what was expected."""
    assert _reason(data) == reason


def test_too_many() -> None:
    """A file cannot hold more than there is room for."""
    assert "more than 10000 images" in _reason(b"P4 1 1 \x80" * 10_001)


@pytest.mark.slow
def test_too_many_cells() -> None:
    """Nor with more cells in all of its images."""
    large = b"P4 1000 1000 " + bytes(125 * 1000)
    assert "more than 10000 images or 10000000 cells" in _reason(large * 11)


def test_written() -> None:
    """Plain, with the title as a comment before the size, and nothing after it but cells."""
    puzzle = Puzzle.of(PENNANT, title="A\nflag  é")
    with pytest.warns(PuzzleWarning, match="cannot hold the title"):
        text = write_text([puzzle], "pbm", lossy=True)
    assert text == "P1\n# A flag é\n3 2\n1 1 0\n1 0 0\n"


@given(grids(max_side=40))
def test_survives(grid: Grid) -> None:
    """A picture comes back as it was, and no line is longer than 70 characters."""
    text = write_text([Puzzle.of(grid)], "pbm")
    assert max(map(len, text.splitlines())) <= 70
    (puzzle,) = read_text(text)
    assert puzzle == Puzzle.of(grid)


ONE = Puzzle.of(PENNANT)


@pytest.mark.parametrize(
    ("puzzles", "loss"),
    [
        ([ONE, ONE], "a second puzzle"),
        ([replace(ONE, goal=None)], "a puzzle without a goal"),
        ([replace(ONE, colors=(BLACK, WHITE))], "colors"),
        ([Puzzle(((Block(None),),), ((Block(1),),), goal=Grid(((1,),)))], "blotted blocks"),
        ([replace(ONE, title="Pennant")], "the title"),
        ([replace(ONE, author="A.", license="CC0-1.0", id="7")], "author.*license.*id"),
        ([replace(ONE, source="a book", notes=("hm",))], "source.*notes"),
        ([replace(ONE, saved=(Saved(PartialGrid.of(PENNANT)),))], "saved pictures"),
        ([replace(ONE, colors=(WHITE, Color("ink", "#", "000000")))], "the names of colors"),
    ],
)
def test_losses(puzzles: list[Puzzle], loss: str) -> None:
    """What PBM cannot hold is named."""
    with pytest.raises(UnwritableError, match=loss):
        write_text(puzzles, "pbm")
