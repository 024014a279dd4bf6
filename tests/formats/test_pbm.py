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


def _reason(data: bytes) -> str:
    with pytest.raises(PuzzleError) as caught:
        read_pbm(Source("x.pbm", data))
    return str(caught.value)


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
