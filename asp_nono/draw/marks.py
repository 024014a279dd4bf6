"""Marks over a board: outlines, remaining candidates, supposed colors, numbered regions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, sqrt

from asp_nono.clue import Line
from asp_nono.draw.board import UNDECIDED_FILL, Area, Layout, board, rim
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
        fill = UNDECIDED_FILL
        if not self.colors & (self.colors - 1):
            fill = puzzle.colors[self.colors.bit_length() - 1].rgb
        yield _box(area.inset(_RIM), fill)
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


def _band(layout: Layout, line: Line) -> Area:
    """A whole line with its clue."""
    if line.axis == "row":
        panel = layout.row_panel
        return Area(panel.x, layout.grid.y + line.number - 1, panel.width + layout.columns, 1)
    panel = layout.column_panel
    return Area(layout.grid.x + line.number - 1, panel.y, 1, panel.height + layout.rows)


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
    layout = Layout.of(puzzle, clues=True)
    for x, y in cells:
        colors = picture.rows[y - 1][x - 1]
        area = layout.cell(x, y)
        if colors & (colors - 1):
            yield _box(area.inset(_RIM), UNDECIDED_FILL)
            yield from _pips(puzzle, area, colors)
        else:
            yield _box(area.inset(_RIM), puzzle.colors[colors.bit_length() - 1].rgb)


def _pips(puzzle: Puzzle, area: Area, colors: int) -> Iterator[Box]:
    """A small square for each of the colors, each color in its own place."""
    side = ceil(sqrt(len(puzzle.colors)))
    pitch = _PIPS / side
    edge = (1 - _PIPS) / 2
    for color in range(len(puzzle.colors)):
        if colors >> color & 1:
            left = area.x + edge + color % side * pitch
            top = area.y + edge + color // side * pitch
            place = Area(left, top, pitch, pitch).inset((1 - _PIP) / 2 * pitch)
            yield _box(place.inset(-_PIP_RIM), _PIP_INK)
            yield _box(place, puzzle.colors[color].rgb)


def _box(area: Area, fill: str) -> Box:
    return Box(area.x, area.y, area.width, area.height, fill)


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
    marks = Layer("regions", tuple(_marks(layout, regions)))
    kept = tuple(layer for layer in base.layers if layer.name != "marks")
    cells = sum(map(len, regions))
    words = f"{cells} cells in {len(regions)} regions are marked with the region's number"
    return replace(base, layers=(*kept, marks), description=words)


def _marks(layout: Layout, regions: Sequence[Sequence[tuple[int, int]]]) -> Iterator[Shape]:
    for number, cells in enumerate(regions, 1):
        for cell in cells:
            area = layout.cell(*cell)
            yield from rim(area, _RIM_WIDTH, _REGION_RIM)
            plate = area.inset(_REGION_INSET)
            yield Box(plate.x, plate.y, plate.width, plate.height, _PLATE)
            x, y = area.center
            yield Label(x, y, str(number), _SIZE, _ROOM, _INK)
