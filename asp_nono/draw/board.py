"""A puzzle and a picture of it as a drawing: the same for SVG, PNG and PDF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from asp_nono.clue import Clue
from asp_nono.draw.cells import cells, frame, marks
from asp_nono.draw.colors import contrast, ink_on
from asp_nono.draw.layout import NUMBER_SIZE, Area, Layout, number
from asp_nono.draw.legend import legend
from asp_nono.draw.pictures import Picture, shown
from asp_nono.draw.shapes import Box, Drawing, Label, Layer, Rule, Shape, digits_width
from asp_nono.draw.text import GROUP
from asp_nono.draw.words import description, title
from asp_nono.puzzle import Puzzle

PAPER = "ffffff"
_PANEL = "f4f4f4"
_INK = "111111"
_FAINT_INK = "6a6a6a"

_THIN, _THICK, _BORDER = 0.04, 0.1, 0.14
_ON_PAPER = ("9c9c9c", "333333")
_ON_PICTURE = ("9c9c9c", "6e6e6e")
"""Thin and thick rules; across a picture they show on black and on white."""

_BETWEEN_CLUES = ("d4d4d4", "8c8c8c")
_SWATCH_RIM = 0.06
_SEEN = 1.5
"""A swatch of less contrast with its ground gets an outline."""

_LEAST_ROOM = 0.1
"""Between a number and the side of its slot, at least."""


def board(
    puzzle: Puzzle, picture: Picture | None = None, *, clues: bool = True, letters: bool = False
) -> Drawing:
    """The drawing of a puzzle.

    Cells that are not decided are grey with a question mark. Cells in which two pictures differ
    are outlined and divided: the upper left half shows the first picture, the lower right half
    the second. Coloured numbers stand on a swatch of their colour, black or white, whichever can
    be read.

    Args:
        puzzle: The puzzle.
        picture: What its cells show; without one the given cells, or nothing.
        clues: Whether the clues stand beside the grid.
        letters: Whether the letter of its colour is on everything coloured, for prints without
            colours and for those who do not see them. Black on white needs none.

    Raises:
        PuzzleError: If the picture is not of the puzzle's size or palette.
    """
    picture = shown(puzzle, picture)
    chars = puzzle.chars if letters and not puzzle.black_on_white else ""
    layout = Layout.of(puzzle, clues=clues, letters=chars)
    below = legend(puzzle, picture, layout, chars)
    layers = [
        Layer("paper", (Box(0, 0, below.right, below.bottom, PAPER),)),
        Layer("panels", tuple(_panels(layout)) if clues else ()),
        Layer("cells", tuple(cells(puzzle, picture, layout)) if picture else ()),
        Layer("rules", tuple(_rules(layout, _ON_PICTURE if picture else _ON_PAPER))),
        Layer("marks", tuple(marks(puzzle, picture, layout, chars)) if picture else ()),
        Layer("row-clues", tuple(_row_clues(puzzle, layout, chars)) if clues else ()),
        Layer("column-clues", tuple(_column_clues(puzzle, layout, chars)) if clues else ()),
        Layer("legend", below.shapes),
    ]
    return Drawing(
        below.right,
        below.bottom,
        tuple(layer for layer in layers if layer.shapes),
        title(puzzle),
        description(puzzle, picture),
    )


def _panels(layout: Layout) -> Iterator[Shape]:
    """The ground of the clues, ruled between lines so that the eye finds the way."""
    rows, columns = layout.row_panel, layout.column_panel
    for panel in (rows, columns):
        yield Box(panel.x, panel.y, panel.width, panel.height, _PANEL)
    for index in range(layout.rows + 1):
        thick = index % GROUP == 0
        y = rows.y + index
        yield Rule(rows.x, y, rows.width, True, _THIN, _BETWEEN_CLUES[thick])
    for index in range(layout.columns + 1):
        thick = index % GROUP == 0
        x = columns.x + index
        yield Rule(x, columns.y, columns.height, False, _THIN, _BETWEEN_CLUES[thick])


def _rules(layout: Layout, inks: tuple[str, str]) -> Iterator[Rule]:
    """The lines between cells, thick after every five, and the border on top."""
    grid = layout.grid
    for group in (False, True):
        thickness, ink = (_THICK, inks[1]) if group else (_THIN, inks[0])
        for index in range(1, layout.rows):
            if (index % GROUP == 0) == group:
                yield Rule(grid.x, grid.y + index, grid.width, True, thickness, ink)
        for index in range(1, layout.columns):
            if (index % GROUP == 0) == group:
                yield Rule(grid.x + index, grid.y, grid.height, False, thickness, ink)
    half = _BORDER / 2
    for y in (grid.y, grid.y + grid.height):
        yield Rule(grid.x - half, y, grid.width + _BORDER, True, _BORDER, _ON_PAPER[1])
    for x in (grid.x, grid.x + grid.width):
        yield Rule(x, grid.y - half, grid.height + _BORDER, False, _BORDER, _ON_PAPER[1])


def _row_clues(puzzle: Puzzle, layout: Layout, letters: str) -> Iterator[Shape]:
    for y, clue in enumerate(puzzle.rows, 1):
        slots = [layout.row_slot(y, back) for back in range(max(1, len(clue)))]
        yield from _numbers(puzzle, clue, slots[::-1], letters)


def _column_clues(puzzle: Puzzle, layout: Layout, letters: str) -> Iterator[Shape]:
    for x, clue in enumerate(puzzle.columns, 1):
        slots = [layout.column_slot(x, back) for back in range(max(1, len(clue)))]
        yield from _numbers(puzzle, clue, slots[::-1], letters)


def _numbers(puzzle: Puzzle, clue: Clue, slots: Sequence[Area], letters: str) -> Iterator[Shape]:
    """The numbers of a clue in their slots; a faint 0 for a blank line."""
    if not clue:
        yield _number("0", slots[0], _FAINT_INK)
    for block, slot in zip(clue, slots, strict=False):
        rgb = puzzle.colors[block.color].rgb
        if puzzle.black_on_white:
            yield _number(number(block), slot, _INK)
            continue
        swatch = slot.inset(_SWATCH_RIM)
        yield Box(swatch.x, swatch.y, swatch.width, swatch.height, rgb)
        if contrast(rgb, _PANEL) < _SEEN:
            yield from frame(swatch, _THIN, _ON_PAPER[0])
        yield _number(number(block, letters), slot, ink_on(rgb))


def _number(text: str, slot: Area, ink: str) -> Label:
    x, y = slot.center
    room = slot.width - _LEAST_ROOM
    size = min(NUMBER_SIZE, room / digits_width(text, 1))
    return Label(x, y, text, size, room, ink)
