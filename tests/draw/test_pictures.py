"""Two pictures compared, and pictures that do not belong to a puzzle."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asp_nono.draw.picture import Difference, Picture, marks_in, require_fit
from asp_nono.errors import PuzzleError
from asp_nono.grid import RESERVED_CHARS, Grid, PartialGrid
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle
from tests.strategies import grids

RED = Color("red", "r", "ff0000")
CROSS = Puzzle.of(Grid.from_text([".#.", "###", ".#."]))


def test_marks() -> None:
    """Each way in which a cell can differ has a mark of its own."""
    first = Grid.from_text(["#r.", "#r#"], ".#r")
    second = Grid.from_text(["#r.", ".#r"], ".#r")
    assert Difference(first, second).to_text(".#r") == ["#r.", "/??"]
    assert Difference(second, first).to_text(".#r") == ["#r.", "\\??"]


@given(st.data())
def test_marks_are_where_pictures_differ(data: st.DataObject) -> None:
    """Cells in which both agree show their color, and no others do."""
    first = data.draw(grids(3))
    cell = st.integers(0, 2)
    row = st.tuples(*[cell] * first.width)
    second = Grid(data.draw(st.tuples(*[row] * first.height)))
    text = Difference(first, second).to_text(".#r")
    marked = {
        (x, y)
        for y, line in enumerate(text, 1)
        for x, char in enumerate(line, 1)
        if char in RESERVED_CHARS
    }
    assert marked == set(first.differences(second))


def test_sizes_must_agree() -> None:
    """Pictures of different sizes cannot be compared."""
    with pytest.raises(PuzzleError, match="pictures of 1x1 and 2x1 cells cannot be compared"):
        Difference(Grid(((0,),)), Grid(((0, 0),)))


def test_marks_in_use() -> None:
    """That two colors meet in a cell is explained only where there are two."""
    assert [mark for mark, _ in marks_in(CROSS)] == ["/", "\\"]
    colored = Puzzle.of(Grid.from_text(["#r"], ".#r"), (WHITE, BLACK, RED))
    assert [mark for mark, _ in marks_in(colored)] == ["/", "\\", "?"]


@pytest.mark.parametrize(
    "picture",
    [
        Grid(((2, 0, 0),) * 3),
        PartialGrid(((4, 1, 1),) * 3),
        Difference(Grid(((1, 0, 0),) * 3), Grid(((0, 2, 0),) * 3)),
    ],
)
def test_colors_must_exist(picture: Picture) -> None:
    """A color beyond the palette is an error, in whatever picture."""
    with pytest.raises(PuzzleError, match="the picture has a color that the palette lacks"):
        require_fit(picture, CROSS)


def test_size_must_fit() -> None:
    """So is another size."""
    with pytest.raises(PuzzleError, match="a picture of 2x1 cells for a puzzle of 3x3"):
        require_fit(Grid(((0, 0),)), CROSS)
