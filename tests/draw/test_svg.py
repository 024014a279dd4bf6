"""SVG, read back as XML."""

import re

import pytest
from hypothesis import given
from lxml import etree

from asp_nono.draw.board import board
from asp_nono.draw.picture import Difference
from asp_nono.draw.shapes import Label
from asp_nono.draw.svg import UNIT, draw_svg
from asp_nono.grid import Grid
from asp_nono.puzzle import WHITE, Color, Puzzle
from tests.strategies import puzzles

SVG = "{http://www.w3.org/2000/svg}"
CROSS = Puzzle.of(Grid.from_text([".#.", "###", ".#."]), title="A <cross> & more")

_BOX = re.compile(r"M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)h-([\d.]+)z")


def _parsed(text: str) -> etree._Element:
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    return etree.fromstring(text.encode(), parser)


def _group(svg: etree._Element, name: str) -> etree._Element:
    (group,) = svg.findall(f"{SVG}g[@class='{name}']")
    return group


def _cells(svg: etree._Element) -> dict[tuple[int, int], str]:
    """The color of each cell, by its distance from the first, in cells."""
    boxes = [
        ([float(part) for part in box], str(path.get("fill")))
        for path in _group(svg, "cells")
        for box in _BOX.findall(str(path.get("d")))
    ]
    left, top = (min(box[axis] for box, _ in boxes) for axis in (0, 1))
    return {
        (round((x - left) / UNIT) + step, round((y - top) / UNIT)): fill
        for (x, y, width, *_), fill in boxes
        for step in range(round(width / UNIT))
    }


@given(puzzles(given=True))
def test_all_puzzles(puzzle: Puzzle) -> None:
    """Whatever the puzzle is called and colored: well-formed, and nothing is missing."""
    svg = _parsed(draw_svg(puzzle, puzzle.goal))
    drawing = board(puzzle, puzzle.goal)
    for layer in drawing.layers:
        labels = [shape for shape in layer.shapes if isinstance(shape, Label)]
        texts = _group(svg, layer.name).findall(f"{SVG}text")
        # control characters of a name cannot be in XML, and XML has one kind of line end
        assert len(texts) == len(labels)
        if layer.name != "legend":
            assert [text.text for text in texts] == [label.text for label in labels]
    if puzzle.goal:
        assert _cells(svg) == {
            (x, y): f"#{puzzle.colors[color].rgb}"
            for y, row in enumerate(puzzle.goal.rows)
            for x, color in enumerate(row)
        }


def test_told_to_those_who_cannot_see() -> None:
    """It is an image with a name and a description, in which markup of a title is text."""
    svg = _parsed(draw_svg(CROSS))
    assert svg.get("role") == "img"
    assert svg.get("aria-label") == "A <cross> & more (Nonogram, 3 by 3 cells)"
    title, description = svg[0], svg[1]
    assert (title.tag, title.text) == (f"{SVG}title", svg.get("aria-label"))
    assert description.tag == f"{SVG}desc"
    assert str(description.text).startswith("Blank puzzle. Rows from the top: 1; 3; 1. Columns")


def test_nothing_from_elsewhere() -> None:
    """A title that tries to bring markup in stays text; nothing is run, styled or fetched."""
    name = "</title><script>alert(1)</script>\"'\x00"
    evil = Puzzle.of(Grid(((1,),)), (WHITE, Color(name, "x", "ff0000")), title=name)
    svg = _parsed(draw_svg(evil, evil.goal))
    assert {element.tag for element in svg.iter()} == {
        f"{SVG}{tag}" for tag in ("svg", "title", "desc", "g", "path", "text")
    }
    attributes = {key for element in svg.iter() for key in element.attrib}
    assert not {key for key in map(str, attributes) if key.startswith("on") or "href" in key}


@pytest.mark.parametrize("clues", [True, False])
def test_sharp_edges(clues: bool) -> None:
    """Cells and rules keep to whole pixels; the slanted halves of a difference are smooth."""
    both = Difference(Grid.from_text([".#.", "###", ".#."]), Grid.from_text(["..#", "###", ".#."]))
    svg = _parsed(draw_svg(CROSS, both, clues=clues))
    sharp = {str(g.get("class")): g.get("shape-rendering") for g in svg.findall(f"{SVG}g")}
    assert sharp["cells"] == sharp["rules"] == "crispEdges"
    assert sharp["marks"] is None
