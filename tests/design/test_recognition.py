"""Recognizability: as a person would judge drawn cases, and what holds of any picture."""

import pytest
from hypothesis import given, strategies as st

from asp_nono.design.lettering import LETTERINGS, PLACES, letter_signs, text_picture
from asp_nono.design.recognition import (
    RECOGNIZED,
    clarity,
    connected,
    keeps_parts,
    likeness,
    same_parts,
)
from asp_nono.grid import Grid
from tests.strategies import grids

RING = [".####.", "##..##", "#....#", "#....#", "##..##", ".####."]
ARM = [".#####", ".#####", ".##...", ".##...", ".##...", ".##..."]


def _flipped(grid: Grid, *cells: tuple[int, int]) -> Grid:
    rows = [list(row) for row in grid.rows]
    for x, y in cells:
        rows[y - 1][x - 1] ^= 1
    return Grid.from_rows(rows)


@pytest.mark.parametrize(
    ("rows", "better", "worse"),
    [
        (RING, [(1, 1)], [(1, 3), (1, 4)]),  # a fatter corner; a gap
        (RING, [(3, 2)], [(3, 3)]),  # a thicker stroke; a branch inside
        (RING, [(1, 1), (6, 1), (1, 6), (6, 6)], [(3, 3), (4, 4)]),  # corners; specks inside
        (ARM, [(6, 1)], [(2, 4), (3, 4)]),  # a shorter arm; two pieces
        (["#####"] * 5, [(1, 1), (5, 5)], [(3, 3)]),  # without two corners; a pinhole
    ],
)
def test_structure_counts_more_than_cells(
    rows: list[str], better: list[tuple[int, int]], worse: list[tuple[int, int]]
) -> None:
    """What keeps strokes and holes is more like the source than what cuts or closes them."""
    source = Grid.from_text(rows)
    good, bad = (likeness(source, _flipped(source, *cells)) for cells in (better, worse))
    assert 1 > good > bad


@given(grids(max_side=8), st.data())
def test_only_the_same_is_like_it_in_all(grid: Grid, data: st.DataObject) -> None:
    """Likeness is from 0 to 1, and 1 for the picture itself alone."""
    assert likeness(grid, grid) == 1
    x, y = data.draw(st.integers(1, grid.width)), data.draw(st.integers(1, grid.height))
    rows = [list(row) for row in grid.rows]
    rows[y - 1][x - 1] = data.draw(st.integers(0, 3))
    other = Grid.from_rows(rows)
    assert 0 <= likeness(grid, other) <= 1
    assert (likeness(grid, other) == 1) == (grid == other)
    turned, changed = (Grid(one.columns) for one in (grid, other))
    assert likeness(turned, changed) == pytest.approx(likeness(grid, other), abs=0.25)


@given(st.integers(1, 3), st.integers(0, 2**25 - 1), st.integers(1, 3))
def test_a_cell_keeps_parts_as_counted(x: int, cells: int, y: int) -> None:
    """The number of neighbors in a ring says what filling all parts of the picture says."""
    x, y = x + 1, y + 1
    grid = Grid(
        tuple(tuple(cells >> 5 * row + column & 1 for column in range(5)) for row in range(5))
    )
    assert keeps_parts(grid.rows, x, y) == same_parts(grid, _flipped(grid, (x, y)))


@pytest.mark.parametrize(
    ("rows", "parts", "clear"),
    [
        (["##..", "##..", "....", "#..#"], 4, 14 / 16),  # two specks
        (["###.", "#.#.", "###."], 3, 11 / 12),  # a pinhole
        ([".##.", "..#.", ".#..", ".##."], 3, 15 / 16),  # a checkerboard
        (["#.##.#", "#.##.#"], 5, 1),
    ],
)
def test_clarity(rows: list[str], parts: int, clear: float) -> None:
    """As counted by hand."""
    grid = Grid.from_text(rows)
    assert len(list(connected(grid.rows))) == parts
    assert clarity(grid) == pytest.approx(clear)


@pytest.mark.parametrize("letters", LETTERINGS)
@pytest.mark.parametrize("place", PLACES)
def test_letters_are_where_their_signs_are(letters: str, place: str) -> None:
    """Each shows what it is there, and is no other."""
    size = (70, 40)
    picture = text_picture("ab c\nde f", size, letters=letters, place=place)
    signs = letter_signs("ab c\nde f", size, letters=letters, place=place)
    assert len(signs) == 6
    for sign in signs:
        rows = picture.rows[sign.top : sign.top + sign.shown.height]
        here = tuple(row[sign.left : sign.left + sign.shown.width] for row in rows)
        assert here == sign.shown.rows
        assert sign.shown not in sign.others
        assert sign.margin(picture) == 1


def test_a_letter_that_could_be_another_is_not_recognized() -> None:
    """An A whose peak is filled up reads as an H; the same cells beside it make no difference."""
    source = text_picture("CAT", letters="small")
    signs = letter_signs("CAT", letters="small")
    (x, y) = (6, 1)  # the top of the A
    assert source.rows[y - 1][x - 1] == 1
    changed = _flipped(source, (x, y))
    assert likeness(source, changed, signs) < RECOGNIZED < 1
    assert likeness(source, changed) > likeness(source, changed, signs)


def test_text_without_our_letters_has_no_signs() -> None:
    """A font of the machine draws it, and we do not know where."""
    assert letter_signs("日本") == ()
