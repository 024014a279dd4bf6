"""Grids, clues and what they refuse."""

import pytest
from hypothesis import given

from asp_nono.clue import Block, least_cells
from asp_nono.grid import Grid, PartialGrid
from asp_nono.messages import PuzzleError
from tests.cases import clue, partial
from tests.strategies import grids


@pytest.mark.parametrize(
    ("text", "least"), [("", 0), ("3", 3), ("1 1", 3), ("1 1r", 2), ("? ?", 3), ("2 ?r 1r", 5)]
)
def test_least_cells(text: str, least: int) -> None:
    """Forced gaps count, a blotted block counts for one cell."""
    assert least_cells(clue(text)) == least


@pytest.mark.parametrize(("length", "color"), [(0, 1), (-3, 1), (1, 0), (2, -1)])
def test_impossible_blocks(length: int, color: int) -> None:
    """A block has a cell and a color."""
    with pytest.raises(PuzzleError, match="a block of"):
        Block(length, color)


@pytest.mark.parametrize("rows", [(), ((),), ((0, 1), (0,)), ((0, -1),)])
def test_impossible_grids(rows: tuple[tuple[int, ...], ...]) -> None:
    """A grid is a rectangle of colors, a partial one of sets that are not empty."""
    for kind in (Grid, PartialGrid):
        with pytest.raises(PuzzleError):
            kind(rows)
    with pytest.raises(PuzzleError, match="row 1: a cell holds 0"):
        PartialGrid(((1, 0),))


def test_unknown_character_is_placed() -> None:
    """Reading a drawing names the row and the character; cells are column and row, from 1."""
    assert Grid.from_text(["..#"]).differences(Grid.from_text([".##"])) == ((2, 1),)
    with pytest.raises(PuzzleError, match="row 2: unknown color character 'x'"):
        Grid.from_text(["..", ".x"])


@given(grids(colors=4))
def test_text_and_back(grid: Grid) -> None:
    """A drawing is read back as it was."""
    assert Grid.from_text(grid.to_text(".#rb"), ".#rb") == grid
    assert str(grid).count("\n") == grid.height - 1


@given(grids(colors=3))
def test_columns_are_rows_of_the_turned_grid(grid: Grid) -> None:
    """Rows and columns are the same thing seen from two sides."""
    assert Grid(grid.columns).row_clues() == grid.column_clues()
    assert Grid(Grid(grid.columns).columns) == grid


def test_partial_grid() -> None:
    """Sets of colors, how many are open, and the picture when none is."""
    half = partial(".?# | ??.")
    assert half.to_text() == [".?#", "??."]
    assert half.undecided == 3
    assert half.complete() is None
    assert half.colors_at(2, 1) == {0, 1}
    assert half.colors_at(3, 1) == {1}
    assert PartialGrid.of(Grid.from_text(["#."])).complete() == Grid.from_text(["#."])
    assert partial("?#").admits(Grid.from_text([".#"]))
    assert not partial("?#").admits(Grid.from_text(["#."]))
