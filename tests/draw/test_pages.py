"""Drawings on pages: within the margins, apart from each other, as large as can be."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asp_nono.draw.board import board
from asp_nono.draw.pdf import MARGIN, MAX_CELL, PAPERS, Part, Placed, Sheet, arrange, paper_named
from asp_nono.draw.shapes import Box
from asp_nono.errors import UnknownNameError
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle


def _sheet(width: int, height: int, caption: str = "") -> Sheet:
    return Sheet(board(Puzzle.of(Grid(((0,) * width,) * height))), caption)


def _taken(placed: Placed) -> Box:
    """What a sheet takes of its page."""
    drawing = placed.sheet.drawing
    height = placed.sheet.head + drawing.height * placed.cell
    return Box(placed.x, placed.y, drawing.width * placed.cell, height, "")


sizes = st.tuples(st.integers(1, 60), st.integers(1, 60))


@settings(max_examples=50)
@given(
    st.lists(sizes, min_size=1, max_size=9),
    st.integers(1, 8),
    st.sampled_from(sorted(PAPERS)),
    st.booleans(),
)
def test_every_sheet_has_its_place(
    puzzles: list[tuple[int, int]], per_page: int, paper: str, heading: bool
) -> None:
    """All sheets are there in order, so many to a page, inside its margins and apart."""
    sheets = [_sheet(*size, caption=str(number)) for number, size in enumerate(puzzles)]
    pages = list(arrange(Part(sheets, "Puzzles" * heading, per_page), paper_named(paper)))
    assert [placed.sheet for page in pages for placed in page.placed] == sheets
    assert len({(page.width, page.height) for page in pages}) == 1
    for page in pages:
        assert sorted((page.width, page.height)) == sorted(PAPERS[paper])
        assert len(page.placed) <= per_page
        taken = list(map(_taken, page.placed))
        for number, one in enumerate(taken):
            assert one.x >= MARGIN - 1e-6
            assert one.y >= MARGIN
            assert one.x + one.width <= page.width - MARGIN + 1e-6
            assert one.y + one.height <= page.height - MARGIN + 1e-6
            for other in taken[:number]:
                beside = (
                    one.x >= other.x + other.width - 1e-6 or other.x >= one.x + one.width - 1e-6
                )
                below = (
                    one.y >= other.y + other.height - 1e-6 or other.y >= one.y + one.height - 1e-6
                )
                assert beside or below
        assert all(0 < placed.cell <= MAX_CELL for placed in page.placed)


def test_wide_puzzles_turn_the_page() -> None:
    """The page lies across for a wide puzzle and stands upright for a high one."""
    (across,) = arrange(Part([_sheet(60, 20)]), PAPERS["a4"])
    (upright,) = arrange(Part([_sheet(20, 60)]), PAPERS["a4"])
    assert across.width > across.height
    assert upright.width < upright.height


def test_high_puzzles_stand_side_by_side() -> None:
    """Two on a page are put where they can be larger."""
    (page,) = arrange(Part([_sheet(10, 40), _sheet(10, 40)], per_page=2), PAPERS["a4"])
    first, second = page.placed
    assert first.y == second.y
    assert first.x < second.x


def test_small_puzzles_stay_small() -> None:
    """Five cells do not fill a page."""
    (page,) = arrange(Part([_sheet(5, 5)]), PAPERS["a4"])
    assert page.placed[0].cell == MAX_CELL


def test_no_sheets() -> None:
    """Nothing to print gives no page."""
    assert list(arrange(Part([]), PAPERS["a4"])) == []


def test_unknown_paper() -> None:
    """The choices are named, and letters of either case do."""
    assert paper_named("A4") == PAPERS["a4"]
    with pytest.raises(UnknownNameError, match=r"unknown paper 'a44' \(did you mean a4\?\)"):
        paper_named("a44")
