"""PDF documents, read back with another library."""

from __future__ import annotations

import subprocess
import sys
import warnings
from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from asp_nono.draw.pdf import draw_pdf
from asp_nono.draw.picture import Picture
from asp_nono.errors import PuzzleError, PuzzleWarning, UnknownNameError
from asp_nono.grid import Grid
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle
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


def test_booklet_with_two_solutions() -> None:
    """A puzzle is blank once, and each of its solutions is among the answers."""
    pages = _texts(draw_pdf([(ONES, grid) for grid in GRIDS], booklet=True))
    assert len(pages) == 2
    assert "(1 of 2)" in " ".join(pages[1])
    assert "(2 of 2)" in " ".join(pages[1])


def test_terms_are_printed() -> None:
    """Author, copyright and license stay with the puzzle."""
    mine = replace(CROSS, author="A. B.", copyright="(c) 2020 A. B.", license="CC-BY-4.0")
    text = " ".join(_texts(draw_pdf([(mine, None)]))[0])
    assert "by A. B.; (c) 2020 A. B.; CC-BY-4.0" in text


def test_document_is_named() -> None:
    """Readers show the title of the only puzzle, or what the document holds."""
    for data, title in (
        (draw_pdf([(CROSS, None)]), "Cross"),
        (draw_pdf(_books(CROSS, ONES)), "Nonograms"),
    ):
        information = PdfReader(BytesIO(data)).metadata
        assert information
        assert information.title == title


def test_same_again() -> None:
    """The same puzzles give the same bytes: no date, no chance."""
    assert draw_pdf(_books(CROSS, POPPY)) == draw_pdf(_books(CROSS, POPPY))


def test_paper() -> None:
    """Pages have the size asked for, in points."""
    (page,) = PdfReader(BytesIO(draw_pdf([(CROSS, None)], paper="letter"))).pages
    assert sorted(map(float, page.mediabox[2:])) == pytest.approx([612, 792])
    with pytest.raises(UnknownNameError, match="unknown paper"):
        draw_pdf([(CROSS, None)], paper="a9")


def test_colors() -> None:
    """The colors of cells and swatches are set, and named in the legend."""
    data = draw_pdf(_books(POPPY))
    page = PdfReader(BytesIO(data)).pages[0]
    contents = page.get_contents()
    assert contents is not None
    assert b"1 0 0 rg" in contents.get_data()
    assert {"white", "(background)", "black", "red"} <= set(page.extract_text().split())


def test_small_numbers() -> None:
    """Who could not read the numbers is warned before printing; answers without clues are fine."""
    large = Puzzle.of(Grid(((0, 1) * 100,) * 100), title="Stripes")
    with pytest.warns(PuzzleWarning, match=r"Stripes: cells of 1\.0 mm are hard to read"):
        draw_pdf([(large, None)])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        draw_pdf([(large, large.goal)], clues=False)
        draw_pdf([(CROSS, None)])


def test_titles_that_no_font_has() -> None:
    """A character that cannot be printed is a question mark, with a warning."""
    odd = replace(CROSS, title="A\U000e0101\U0010fffdB")
    with pytest.warns(PuzzleWarning, match="no font of this machine has"):
        (words,) = _texts(draw_pdf([(odd, None)]))
    assert "?B" in words[0] + words[1]


@settings(max_examples=30)
@given(st.lists(puzzles(), min_size=1, max_size=3), st.booleans())
def test_all_puzzles(several: list[Puzzle], booklet: bool) -> None:
    """Whatever puzzles are called and colored, each has its page."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PuzzleWarning)
        data = draw_pdf(_books(*several), booklet=booklet)
    assert len(_texts(data)) == len({id(puzzle) for puzzle in several}) + booklet


def test_endless_titles() -> None:
    """A title of any length is cut."""
    endless = replace(CROSS, title="la " * 100_000)
    (words,) = _texts(draw_pdf([(endless, None)]))
    assert len(words) < 60


def test_without_reportlab() -> None:
    """What to install is said in one line."""
    code = (
        "import sys; sys.modules['reportlab.pdfgen.canvas'] = None\n"
        "from asp_nono import Grid, Puzzle, PuzzleError\n"
        "from asp_nono.draw.pdf import draw_pdf\n"
        "try:\n    draw_pdf([(Puzzle.of(Grid(((1,),))), None)])\n"
        "except PuzzleError as error:\n    print(error)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "writing PDF needs the extra 'pdf': pip install 'asp-nono[pdf]'\n"


def test_picture_must_fit() -> None:
    """A picture of another size is refused."""
    with pytest.raises(PuzzleError, match="a picture of 2x2 cells for a puzzle of 3x3"):
        draw_pdf([(CROSS, GRIDS[0])])
