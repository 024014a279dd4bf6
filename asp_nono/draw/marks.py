"""Marks over a board: outlines, remaining candidates, supposed colors, numbered regions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, sqrt

from asp_nono.clue import Line
from asp_nono.draw.board import Layout, board, cell_fill, rim
from asp_nono.draw.color import ink_on
from asp_nono.draw.picture import Picture
from asp_nono.draw.shapes import Box, Drawing, Label, Layer, Shape
from asp_nono.grid import PartialGrid
from asp_nono.puzzle import Puzzle

_NEW, _BECAUSE, _LINE, _TRIAL = "d55e00", "009e73", "0072b2", "cc79a7"
"""Around new cells, cells that are the reason, the line, and what is only supposed: of Okabe and
Ito's palette."""

KEY = (
    "Frames: blue the line, green what the reason needs, orange what is new, pink what is only "
    "supposed for a trial, with the step of the trial. Small squares: the colors left for a cell."
)
"""What the frames mean."""

_NEW_WIDTH, _BECAUSE_WIDTH, _LINE_WIDTH, _TRIAL_WIDTH = 0.16, 0.1, 0.12, 0.16
_INSET = 0.12
_NUMBER_SIZE = 0.45
_RIM = 0.04  # cells that appear leave the lines between them to be seen
_PIPS = 0.7  # the colors that are left for a cell take this share of its side
_PIP = 0.72  # a pip takes this share of its place
_PIP_RIM = 0.04
_PIP_INK = "777777"


@dataclass(frozen=True, slots=True)
class Supposed:
    """A cell of a trial."""

    cell: tuple[int, int]  # column and row, from 1
    colors: int  # the colors that it has or may have then, as bits
    number: int  # the step of the trial; 0 for the cell that is tried

    def shapes(self, puzzle: Puzzle, layout: Layout) -> Iterator[Shape]:
        """The cell in its color, with a frame and its number."""
        area = layout.cell(*self.cell)
        fill = cell_fill(self.colors, [color.rgb for color in puzzle.colors])
        yield area.inset(_RIM).filled(fill)
        yield from rim(area, _TRIAL_WIDTH, _TRIAL)
        text = str(self.number) if self.number else "?"
        yield Label(*area.center, text, _NUMBER_SIZE, 1 - 2 * _TRIAL_WIDTH, ink_on(fill))


def marks(
    layout: Layout,
    line: Line | None = None,
    because: tuple[tuple[int, int], ...] = (),
    new: tuple[tuple[int, int], ...] = (),
    wrong: Line | None = None,
) -> Iterator[Shape]:
    """Frames around a line, cells of a reason, new cells, and a line that cannot be filled."""
    if line:
        yield from rim(_band(layout, line), _LINE_WIDTH, _LINE)
    for cell in because:
        yield from rim(layout.cell(*cell).inset(_INSET), _BECAUSE_WIDTH, _BECAUSE)
    for cell in new:
        yield from rim(layout.cell(*cell), _NEW_WIDTH, _NEW)
    if wrong:
        yield from rim(_band(layout, wrong), _LINE_WIDTH, _TRIAL)


def _band(layout: Layout, line: Line) -> Box:
    """A whole line with its clue."""
    rows, columns = layout.panels
    if line.axis == "row":
        return Box(rows.x, rows.y + line.number - 1, rows.width + layout.columns, 1)
    return Box(columns.x + line.number - 1, columns.y, 1, columns.height + layout.rows)


def candidates(puzzle: Puzzle, picture: PartialGrid, layout: Layout) -> Iterator[Box]:
    """The colors left for cells that have lost some colors and are not decided."""
    everything = (1 << len(puzzle.colors)) - 1
    for y, row in enumerate(picture.rows, 1):
        for x, cell in enumerate(row, 1):
            if cell & (cell - 1) and cell != everything:
                yield from _pips(puzzle, layout.cell(x, y), cell)


def appearing(
    puzzle: Puzzle, picture: PartialGrid, cells: tuple[tuple[int, int], ...]
) -> Iterator[Box]:
    """Some cells as a picture has them, drawn over what they were before."""
    layout, rgbs = Layout.of(puzzle, clues=True), [color.rgb for color in puzzle.colors]
    for x, y in cells:
        colors, area = picture.rows[y - 1][x - 1], layout.cell(x, y)
        yield area.inset(_RIM).filled(cell_fill(colors, rgbs))
        if colors & (colors - 1):
            yield from _pips(puzzle, area, colors)


def _pips(puzzle: Puzzle, area: Box, colors: int) -> Iterator[Box]:
    """A small square for each of the colors, each color in its own place."""
    side = ceil(sqrt(len(puzzle.colors)))
    pitch = _PIPS / side
    edge = (1 - _PIPS) / 2
    for number, color in enumerate(puzzle.colors):
        if colors >> number & 1:
            left = area.x + edge + number % side * pitch
            top = area.y + edge + number // side * pitch
            place = Box(left, top, pitch, pitch, color.rgb).inset((1 - _PIP) / 2 * pitch)
            yield place.inset(-_PIP_RIM).filled(_PIP_INK)
            yield place


_REGION_RIM, _PLATE, _INK = "d55e00", "ffffff", "111111"
"""Vermilion of Okabe and Ito's palette around each cell; the number on white, on any color."""

_RIM_WIDTH, _REGION_INSET = 0.13, 0.24
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
    shapes: list[Shape] = []
    for number, cells in enumerate(regions, 1):
        for cell in cells:
            area = layout.cell(*cell)
            shapes += rim(area, _RIM_WIDTH, _REGION_RIM)
            shapes.append(area.inset(_REGION_INSET).filled(_PLATE))
            shapes.append(Label(*area.center, str(number), _SIZE, _ROOM, _INK))
    kept = tuple(layer for layer in base.layers if layer.name != "marks")
    total = sum(map(len, regions))
    words = f"{total} cells in {len(regions)} regions are marked with the region's number"
    return replace(base, layers=(*kept, Layer("regions", tuple(shapes))), description=words)
