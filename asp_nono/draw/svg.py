"""Drawings as SVG that any viewer shows: no scripts, styles, fonts or references."""

import re
from collections.abc import Iterator
from itertools import groupby
from xml.sax.saxutils import escape, quoteattr

from asp_nono.draw.board import board
from asp_nono.draw.fonts import text_width
from asp_nono.draw.picture import Picture
from asp_nono.draw.shapes import HALF_DIGIT, Drawing, Label, Layer, Polygon, Shape, Stroke
from asp_nono.puzzle import Puzzle

UNIT = 20  # lengths in the file for one cell: viewers set text badly where sizes are below one
CELL = 20  # the side of a cell in pixels, by default

_FONTS = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def draw_svg(
    puzzle: Puzzle,
    picture: Picture | None = None,
    *,
    clues: bool = True,
    letters: bool = False,
    cell: int = CELL,
) -> str:
    """A puzzle as an SVG image; without a picture its cells show the given ones, or nothing.

    `letters` puts the letter of its color on everything colored. A cell has `cell` pixels a side in
    viewers that do not scale. PuzzleError if the picture is not of the puzzle's size or palette.
    """
    return svg(board(puzzle, picture, clues=clues, letters=letters), cell)


def svg(drawing: Drawing, cell: int = CELL) -> str:
    """A drawing as an SVG image."""
    groups = (line for layer in drawing.layers for line in group(layer))
    return "\n".join([*opening(drawing, cell), *groups, "</svg>", ""])


def group(layer: Layer, inside: str = "", *, hidden: bool = False) -> list[str]:
    """The lines of a layer; `inside` is put before its shapes. A hidden one may show up later."""
    hide = ' visibility="hidden"' if hidden else ""
    # edges along pixels stay sharp; slanted ones are better smooth
    slanted = any(isinstance(shape, Polygon) for shape in layer.shapes)
    edges = "" if slanted else ' shape-rendering="crispEdges"'
    return [f'<g class="{layer.name}"{edges}{hide}>{inside}', *_elements(layer.shapes), "</g>"]


def opening(drawing: Drawing, cell: int = CELL) -> list[str]:
    """The lines with which the file of a drawing begins."""
    size = f'width="{_n(drawing.width, cell)}" height="{_n(drawing.height, cell)}"'
    box = f'viewBox="0 0 {_n(drawing.width)} {_n(drawing.height)}"'
    label = f'role="img" aria-label={quoteattr(_legal(drawing.title))}'
    font = f'font-family="{_FONTS}" text-anchor="middle"'
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} {label} {font}>',
        f"<title>{escape(_legal(drawing.title))}</title>",
        f"<desc>{escape(_legal(drawing.description))}</desc>",
    ]


def _elements(shapes: tuple[Shape, ...]) -> Iterator[str]:
    """The shapes in order; neighbors of one kind and color in one element."""

    def style(shape: Shape) -> tuple[type[Shape], str, float]:
        return type(shape), shape.fill, shape.thickness if isinstance(shape, Stroke) else 0

    for (kind, fill, thickness), run in groupby(shapes, key=style):
        if kind is Label:
            yield from map(_drawn, run)
            continue
        line = f'stroke="#{fill}" stroke-width="{_n(thickness)}"'
        look = line if thickness else f'fill="#{fill}"'
        yield f'<path {look} d="{"".join(map(_drawn, run))}"/>'


def _drawn(shape: Shape) -> str:
    if isinstance(shape, Polygon):
        return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in shape.points) + "z"
    if isinstance(shape, Label):
        return _label(shape)
    start = f"M{_n(shape.x)} {_n(shape.y)}"
    if isinstance(shape, Stroke):
        return f"{start}{'h' if shape.across else 'v'}{_n(shape.length)}"
    across = _n(shape.width)
    return f"{start}h{across}v{_n(shape.height)}h-{across}z"


def _label(label: Label) -> str:
    place = f'x="{_n(label.x)}" y="{_n(label.y + HALF_DIGIT * label.size)}"'
    anchor = ' text-anchor="start"' if label.align == "left" else ""
    wide = text_width(label.text, label.size) > label.room + 1e-9
    condensed = f' textLength="{_n(label.room)}" lengthAdjust="spacingAndGlyphs"' if wide else ""
    font = f'font-size="{_n(label.size)}" fill="#{label.fill}"'
    return f"<text {place} {font}{anchor}{condensed}>{escape(_legal(label.text))}</text>"


def _n(length: float, unit: int = UNIT) -> str:
    """A length in the file's units, with no more digits than matter."""
    return f"{length * unit:.2f}".rstrip("0").rstrip(".")


def _legal(text: str) -> str:
    """Text without the characters that XML cannot hold."""
    return _NOT_XML.sub("\ufffd", text)
