"""PDF documents: drawings on pages, and files read back with another library."""

import subprocess
import sys
import warnings
from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import given, settings, strategies as st
from pypdf import PdfReader

from asp_nono.draw.board import board
from asp_nono.draw.pdf import (
    MARGIN,
    MAX_CELL,
    PAPERS,
    DocumentPart,
    Placed,
    Sheet,
    arrange,
    draw_pdf,
)
from asp_nono.draw.picture import Picture
from asp_nono.draw.shapes import Box
from asp_nono.grid import Grid
from asp_nono.messages import PuzzleWarning
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle
from tests.draw.test_board import overlap
from tests.strategies import puzzles

CROSS = Puzzle.of(Grid.from_text([".#.", "###", ".#."]), title="Cross")
ONES = Puzzle.of(Grid.from_text(["#.", ".#"]), title="Ones")
GRIDS = [Grid.from_text(["#.", ".#"]), Grid.from_text([".#", "#."])]
POPPY = Puzzle.of(
    Grid.from_text(["rr.", "#..", "#.#"], ".#r"), (WHITE, BLACK, Color("red", "r", "ff0000"))
)


def _texts(data: bytes) -> list[list[str]]:
    """The words on each page."""
    return [page.extract_text().split() for page in PdfReader(BytesIO(data)).pages]


def _books(*puzzles: Puzzle) -> list[tuple[Puzzle, Picture | None]]:
    return [(puzzle, puzzle.goal) for puzzle in puzzles]


def test_one_puzzle() -> None:
    """A page with its title and all clues; nothing to number."""
    (words,) = _texts(draw_pdf([(CROSS, None)]))
    assert words[:4] == ["Cross", "3", "\N{MULTIPLICATION SIGN}", "3"]
    assert sorted(words[5:]) == ["1", "1", "1", "1", "3", "3"]


def test_pages() -> None:
    """So many puzzles to a page as asked for, each numbered, and the pages too."""
    five = [replace(CROSS, title=f"Cross{number}") for number in range(5)]
    pages = _texts(draw_pdf(_books(*five), per_page=2))
    assert len(pages) == 3
    for number, title in enumerate(puzzle.title for puzzle in five):
        assert f"{number + 1}." in pages[number // 2]
        assert title in pages[number // 2]
    assert pages[2][-1] == "3"


def test_booklet() -> None:
    """Blank puzzles first, without their titles, and the answers at the end, without clues."""
    pages = _texts(draw_pdf(_books(CROSS, ONES), booklet=True))
    assert len(pages) == 3
    assert "Cross" not in pages[0]
    assert "Ones" not in pages[1]
    assert pages[0].count("1") + pages[0].count("3") == 6 + 2 + 1
    assert pages[2][0] == "Solutions"
    assert {"1.", "Cross", "2.", "Ones"} <= set(pages[2])
    assert pages[2].count("1") == 0
    _, answers = _texts(draw_pdf([(ONES, grid) for grid in GRIDS], booklet=True))
    assert {"(1", "(2"} <= set(answers)  # of 2


def test_title_and_terms() -> None:
    """They stay with the puzzle, cut where they are long, on paper of the requested size."""
    mine = replace(CROSS, author="A. B.", copyright="(c) 2020 A. B.", license="CC-BY-4.0")
    data = draw_pdf([(mine, None)], paper="Letter")
    (page,) = PdfReader(BytesIO(data)).pages
    assert "by A. B.; (c) 2020 A. B.; CC-BY-4.0" in " ".join(page.extract_text().split())
    assert sorted(map(float, page.mediabox[2:])) == pytest.approx([612, 792])
    endless = replace(CROSS, title="la " * 100_000)
    (words,) = _texts(draw_pdf([(endless, None)]))
    assert len(words) < 60
    several = draw_pdf(_books(CROSS, ONES))
    information = [PdfReader(BytesIO(one)).metadata for one in (data, several)]
    assert [about and about.title for about in information] == ["Cross", "Nonograms"]


def test_same_again() -> None:
    """The same puzzles give the same bytes: no date, no chance."""
    assert draw_pdf(_books(CROSS, POPPY)) == draw_pdf(_books(CROSS, POPPY))


def test_colors() -> None:
    """The colors of cells and swatches are set, and named in the legend."""
    data = draw_pdf(_books(POPPY))
    contents = PdfReader(BytesIO(data)).pages[0].get_contents()
    assert contents is not None
    assert b"1 0 0 rg" in contents.get_data()
    assert {"white", "(background)", "black", "red"} <= set(_texts(data)[0])


def test_small_numbers() -> None:
    """Who could not read the numbers is warned before printing; answers without clues are fine."""
    large = Puzzle.of(Grid(((0, 1) * 100,) * 100), title="Stripes")
    with pytest.warns(PuzzleWarning, match=r"Stripes: cells of 1\.0 mm are hard to read"):
        draw_pdf([(large, None)])
    with warnings.catch_warnings(action="error"):
        draw_pdf([(large, large.goal)], clues=False)
        draw_pdf([(CROSS, None)])


def test_titles_that_no_font_has() -> None:
    """A character that cannot be printed is a question mark, with a warning."""
    odd = replace(CROSS, title="A\U000e0101\U0010fffdB")
    with pytest.warns(PuzzleWarning, match="no system font has"):
        (words,) = _texts(draw_pdf([(odd, None)]))
    assert "?B" in words[0] + words[1]


@pytest.mark.slow
@settings(max_examples=30)
@given(st.lists(puzzles(), min_size=1, max_size=3), st.booleans())
def test_all_puzzles(several: list[Puzzle], booklet: bool) -> None:
    """Whatever puzzles are called and colored, each has its page."""
    with warnings.catch_warnings(action="ignore", category=PuzzleWarning):
        data = draw_pdf(_books(*several), booklet=booklet)
    assert len(_texts(data)) == len({id(puzzle) for puzzle in several}) + booklet


@pytest.mark.parametrize(
    ("library", "call", "work", "extra"),
    [
        ("PIL", "draw_png(PUZZLE)", "drawing PNG and GIF", "pictures"),
        ("PIL", "read(Source('x.png', b''))", "reading pictures", "pictures"),
        ("reportlab.pdfgen.canvas", "draw_pdf([(PUZZLE, None)])", "writing PDF", "pdf"),
    ],
)
def test_without_a_library(library: str, call: str, work: str, extra: str) -> None:
    """What to install is said in one line."""
    code = (
        f"import sys; sys.modules[{library!r}] = None\n"
        "from asp_nono import Grid, Puzzle, PuzzleError, draw_pdf, draw_png\n"
        "from asp_nono.formats.picture import read\n"
        "from asp_nono.formats.source import Source\n"
        "PUZZLE = Puzzle.of(Grid(((1,),)))\n"
        f"try:\n    {call}\nexcept PuzzleError as error:\n    print(error)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == f"{work} needs the extra {extra!r}: pip install 'asp-nono[{extra}]'\n"


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
    """All sheets are there in order, as many to a page as asked, inside its margins and apart."""
    sheets = [_sheet(*size, caption=str(number)) for number, size in enumerate(puzzles)]
    pages = arrange(DocumentPart(sheets, "Puzzles" * heading, per_page), PAPERS[paper])
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
            assert not any(overlap(one, other) for other in taken[:number])
        assert all(0 < placed.cell <= MAX_CELL for placed in page.placed)


def test_large_as_can_be() -> None:
    """Pages lie across for wide puzzles, two high ones are side by side, and cells stay small."""
    for sheets, across in (
        ([_sheet(60, 20)], True),
        ([_sheet(20, 60)], False),
        ([_sheet(10, 40), _sheet(10, 40)], False),
    ):
        (page,) = arrange(DocumentPart(sheets, per_page=2), PAPERS["a4"])
        assert (page.width > page.height) == across
        assert len({placed.x for placed in page.placed}) == len(sheets)
        assert len({placed.y for placed in page.placed}) == 1
    (page,) = arrange(DocumentPart([_sheet(5, 5)]), PAPERS["a4"])
    assert page.placed[0].cell == MAX_CELL
    assert not arrange(DocumentPart([]), PAPERS["a4"])
