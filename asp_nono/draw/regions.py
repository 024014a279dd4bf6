"""Regions of cells drawn over a picture: framed, and numbered as lists of them are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from asp_nono.draw.board import board
from asp_nono.draw.cells import frame
from asp_nono.draw.layout import Layout
from asp_nono.draw.pictures import Picture
from asp_nono.draw.shapes import Box, Drawing, Label, Layer, Shape
from asp_nono.puzzle import Puzzle

_RIM, _PLATE, _INK = "d55e00", "ffffff", "111111"
"""Vermilion of Okabe and Ito's palette around each cell; the number on white, on any colour."""

_RIM_WIDTH, _INSET = 0.13, 0.24
_SIZE, _ROOM = 0.42, 0.48


def region_drawing(
    puzzle: Puzzle,
    picture: Picture,
    regions: Sequence[Sequence[tuple[int, int]]],
    *,
    clues: bool = True,
) -> Drawing:
    """A picture with regions marked, the first of them with 1.

    Args:
        puzzle: The puzzle.
        picture: What its cells show.
        regions: The cells (column, row), 1-based, of each.
        clues: Whether the clues stand beside the grid.

    Raises:
        PuzzleError: If the picture is not of the puzzle's size or palette.
    """
    base = board(puzzle, picture, clues=clues)
    layout = Layout.of(puzzle, clues=clues)
    marks = Layer("regions", tuple(_marks(layout, regions)))
    kept = tuple(layer for layer in base.layers if layer.name != "marks")
    cells = sum(map(len, regions))
    words = f"{cells} cells in {len(regions)} regions are marked with the region's number"
    return replace(base, layers=(*kept, marks), description=words)


def _marks(layout: Layout, regions: Sequence[Sequence[tuple[int, int]]]) -> Iterator[Shape]:
    for number, cells in enumerate(regions, 1):
        for cell in cells:
            area = layout.cell(*cell)
            yield from frame(area, _RIM_WIDTH, _RIM)
            plate = area.inset(_INSET)
            yield Box(plate.x, plate.y, plate.width, plate.height, _PLATE)
            x, y = area.center
            yield Label(x, y, str(number), _SIZE, _ROOM, _INK)
