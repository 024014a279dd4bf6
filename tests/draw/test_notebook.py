"""What notebooks show of puzzles, pictures and verdicts."""

from dataclasses import replace

import pytest
from hypothesis import given
from lxml import etree, html

from asp_nono.draw.notebook import verdict_html
from asp_nono.draw.picture import Difference, Picture
from asp_nono.grid import Grid, PartialGrid
from asp_nono.puzzle import Puzzle
from asp_nono.solving.result import Result
from asp_nono.solving.solve import check
from tests.solving.puzzles import CROSS, NONE_BY_LINE, ONES, SEARCHED
from tests.strategies import grids

SVG = "{http://www.w3.org/2000/svg}"
WIDE = Grid(((0,) * 1000,) * 1000)


def _layers(drawing: str | None) -> list[str]:
    """The layers of an SVG."""
    assert drawing
    return [str(group.get("class")) for group in etree.fromstring(drawing).iter(f"{SVG}g")]


def _html(result: Result) -> html.HtmlElement:
    return html.fromstring(result._repr_html_())


@pytest.mark.parametrize(
    "value",
    [
        CROSS,
        Grid.from_text(["#.", ".#"]),
        PartialGrid(((1, 2), (3, 2))),
        Difference(Grid.from_text(["#.", ".#"]), Grid.from_text([".#", "#."])),
    ],
)
def test_either_clues_or_cells(value: Puzzle | Picture) -> None:
    """A puzzle is blank, with its clues: not everybody wants the solution. A picture has none."""
    layers = _layers(value._repr_svg_())
    assert ("row-clues" in layers, "cells" in layers) == (value is CROSS, value is not CROSS)


@given(grids(20))
def test_many_colors(grid: Grid) -> None:
    """Pictures without a palette get one, however many colors they have."""
    assert "cells" in _layers(grid._repr_svg_())


def test_too_large() -> None:
    """What would only slow the notebook down is not drawn."""
    assert WIDE._repr_svg_() is None
    assert Puzzle.of(WIDE)._repr_svg_() is None
    text = verdict_html(Puzzle.of(WIDE), "unique", "", [WIDE], PartialGrid.of(WIDE))
    assert text == "<p><strong>unique</strong></p>"


@pytest.mark.parametrize(
    ("puzzle", "words", "shown"),
    [
        (CROSS, "unique", "Complete picture."),
        (SEARCHED, "unique", "Complete picture."),
        (ONES, "multiple: two solutions differ in ", "Two pictures that differ in "),
        (NONE_BY_LINE, "none: line logic finds no way", "Blank puzzle."),
    ],
)
def test_verdict(puzzle: Puzzle, words: str, shown: str) -> None:
    """The verdict and what it rests on."""
    shown_html = _html(check(puzzle))
    (paragraph,) = shown_html.iter("p")
    assert paragraph.text_content().startswith(words)
    (description,) = shown_html.iter("desc")
    assert str(description.text).startswith(shown)


def test_undecided() -> None:
    """Where the search was stopped, what is certain is drawn."""
    partial = PartialGrid(((3,) * 3,) * 3)
    text = verdict_html(ONES, "undecided", "time limit of 1 s", [], partial)
    assert "<strong>undecided</strong>: time limit of 1 s" in text
    assert "Picture with 9 undecided cells." in text
    one = verdict_html(ONES, "undecided", "time limit of 1 s", [Grid(((0,) * 3,) * 3)], partial)
    assert "Picture with 9 undecided cells." in one


def test_titles_are_text() -> None:
    """Nothing of a file becomes markup of the notebook."""
    evil = replace(CROSS, title="</svg><script>alert(1)</script>")
    assert not list(_html(check(evil)).iter("script"))
    assert "&lt;b&gt;" in verdict_html(CROSS, "none", "<b>", [], PartialGrid(((3,) * 3,) * 3))
