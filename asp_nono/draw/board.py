"""A puzzle and a picture of it as a drawing: layout, cells, clues, legend, description."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Self

from asp_nono.clue import BACKGROUND, Clue, Line
from asp_nono.draw.color import contrast, ink_on, mixed
from asp_nono.draw.fonts import digits_width, text_width
from asp_nono.draw.picture import UNDECIDED, Difference, Picture
from asp_nono.draw.shapes import Box, Drawing, Label, Layer, Polygon, Shape, Stroke
from asp_nono.draw.text import GROUP, block_text
from asp_nono.grid import Grid, PartialGrid
from asp_nono.messages import Message, plural, shortened
from asp_nono.puzzle import BLACK, WHITE, Puzzle
from asp_nono.shares import Shares

NUMBER_SIZE = 0.62  # of the font of clues, in cells; numbers of three digits are smaller
_MARGIN = 0.25
_GAP = 0.15  # between the grid and the numbers next to it
_SLOT_HEIGHT = 0.85
_LEAST_SLOT_WIDTH, _MOST_SLOT_WIDTH = 0.8, 1.0
_AROUND = 0.2  # what a slot is wider than its number


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of a puzzle's parts."""

    columns: int  #: size of the grid
    rows: int
    slot_width: float = 0  #: width of the slot of each number in row clues
    left: float = 0  #: width and height of the areas of clues; 0 without clues
    top: float = 0

    @classmethod
    def of(cls, puzzle: Puzzle, *, clues: bool, letters: str = "") -> Self:
        """The layout of a puzzle; see `board`."""
        if not clues:
            return cls(puzzle.width, puzzle.height)
        numbers = (block_text(block, letters) for clue in puzzle.rows for block in clue)
        widest = max((digits_width(number, NUMBER_SIZE) for number in numbers), default=0)
        slot = min(max(_stepped(widest + _AROUND), _LEAST_SLOT_WIDTH), _MOST_SLOT_WIDTH)
        left = _stepped(max(1, *map(len, puzzle.rows)) * slot + 2 * _GAP)
        top = _stepped(max(1, *map(len, puzzle.columns)) * _SLOT_HEIGHT + 2 * _GAP)
        return cls(puzzle.width, puzzle.height, slot, left, top)

    @property
    def grid(self) -> Box:
        """All cells."""
        return Box(_MARGIN + self.left, _MARGIN + self.top, self.columns, self.rows)

    def band(self, line: Line) -> Box:
        """A whole line with its clue."""
        if line.axis == "row":
            return Box(_MARGIN, _MARGIN + self.top + line.number - 1, self.left + self.columns, 1)
        return Box(_MARGIN + self.left + line.number - 1, _MARGIN, 1, self.top + self.rows)

    def cell(self, x: int, y: int) -> Box:
        """The cell in column x and row y, 1-based."""
        return Box(_MARGIN + self.left + x - 1, _MARGIN + self.top + y - 1, 1, 1)

    def slots(self, line: Line, count: int) -> Iterator[Box]:
        """The places of the numbers of a line, in reading order; the last is next to the grid."""
        grid, width, before = self.grid, self.slot_width, line.number - 1
        for back in reversed(range(count)):
            if line.axis == "row":
                right = grid.x - _GAP - back * width
                yield Box(right - width, grid.y + before, width, 1)
            else:
                bottom = grid.y - _GAP - back * _SLOT_HEIGHT
                yield Box(grid.x + before, bottom - _SLOT_HEIGHT, 1, _SLOT_HEIGHT)


def _stepped(length: float) -> float:
    """The next twentieth of a cell: whole units in SVG."""
    return -(-round(length * 100) // 5) * 5 / 100


UNDECIDED_FILL, _UNDECIDED_INK = "e2e2e2", "555555"
_MARK_SIZE, _PERCENT_SIZE = 0.6, 0.45
_CROSS = "\u00d7"  # a multiplication sign; of a given cell that is background, as players mark it

# Around cells that differ or are in a region: the vermilion of Okabe and Ito's palette. It only
# helps to find them; that a cell is divided, or its number, says the same without color.
_OUTLINE, _OUTLINE_WIDTH = "d55e00", 0.13


def _cells(puzzle: Puzzle, picture: Picture, layout: Layout) -> Iterator[Box]:
    """The fill of every cell; neighbors of one color in a row are one box."""
    for y, row in enumerate(_fills(picture, [color.rgb for color in puzzle.colors]), 1):
        x = 1
        for fill, run in groupby(row):
            count = len(list(run))
            first = layout.cell(x, y)
            yield Box(first.x, first.y, count, 1, fill)
            x += count


def _given_cells(given: PartialGrid, puzzle: Puzzle, layout: Layout) -> Iterator[Box]:
    """The fill of the given cells that are in a block."""
    for y, row in enumerate(given.rows, 1):
        for x, cell in enumerate(row, 1):
            if cell.bit_count() == 1 and cell != 1 << BACKGROUND:
                yield layout.cell(x, y).filled(puzzle.colors[cell.bit_length() - 1].rgb)


def _fills(picture: Picture, colors: Sequence[str]) -> list[list[str]]:
    if isinstance(picture, PartialGrid):
        return [[cell_fill(cell, colors) for cell in row] for row in picture.rows]
    if isinstance(picture, Shares):
        return [[mixed(colors, cell) for cell in row] for row in picture.rows]
    return [[colors[color] for color in row] for row in picture.rows]


def cell_fill(cell: int, colors: Sequence[str]) -> str:
    """The fill of a cell that may have some colors, given as bits."""
    return UNDECIDED_FILL if cell & (cell - 1) else colors[cell.bit_length() - 1]


def _marks(puzzle: Puzzle, picture: Picture, layout: Layout, letters: str) -> Iterator[Shape]:
    """The marks of cells that are undecided or differ, and the letters of colored ones."""
    colors = [color.rgb for color in puzzle.colors]
    if letters:
        yield from _signs(picture.to_text(letters), _inks(puzzle, letters), layout)
    if isinstance(picture, PartialGrid):
        yield from _signs(picture.to_text(puzzle.chars), {UNDECIDED: _UNDECIDED_INK}, layout)
    elif isinstance(picture, Shares):
        for y, row in enumerate(picture.rows, 1):
            for x, cell in enumerate(row, 1):
                if picture.total not in cell:
                    text, ink = _percent(cell, picture.total), ink_on(mixed(colors, cell))
                    yield Label(*layout.cell(x, y).center, text, _PERCENT_SIZE, 0.9, ink)
    elif isinstance(picture, Difference):
        for x, y in picture.first.differences(picture.second):
            one, other = (grid.rows[y - 1][x - 1] for grid in (picture.first, picture.second))
            yield from _divided(layout.cell(x, y), colors[one], colors[other])


def _given_marks(
    given: PartialGrid, puzzle: Puzzle, layout: Layout, letters: str
) -> Iterator[Label]:
    """The crosses of the given cells that are background, and the letters of the others."""
    chars = _CROSS + puzzle.chars[1:]
    inks = {_CROSS: _UNDECIDED_INK} | (_inks(puzzle, letters) if letters else {})
    yield from _signs(given.to_text(chars), inks, layout)


def _inks(puzzle: Puzzle, letters: str) -> dict[str, str]:
    """The ink of the letter of each block color."""
    rgbs = [color.rgb for color in puzzle.colors]
    return {char: ink_on(rgb) for char, rgb in zip(letters[1:], rgbs[1:], strict=True)}


def _signs(rows: Sequence[str], inks: dict[str, str], layout: Layout) -> Iterator[Label]:
    """The characters that have an ink, in their cells."""
    for y, row in enumerate(rows, 1):
        for x, char in enumerate(row, 1):
            if char in inks:
                yield Label(*layout.cell(x, y).center, char, _MARK_SIZE, 1, inks[char])


def _percent(cell: tuple[int, ...], total: int) -> str:
    """In how many percent of the pictures a cell is in a block: never rounded to none or all."""
    percent = (200 * (total - cell[BACKGROUND]) + total) // (2 * total)
    if not percent and cell[BACKGROUND] < total:
        return "<1"
    return ">99" if percent == 100 and cell[BACKGROUND] else str(percent)


def _divided(area: Box, first: str, second: str) -> Iterator[Shape]:
    """A cell with one color in its upper left half and one in its lower right half."""
    left, top = area.x, area.y
    right, bottom = left + area.width, top + area.height
    yield Polygon(((left, top), (right, top), (left, bottom)), first)
    yield Polygon(((right, top), (right, bottom), (left, bottom)), second)
    yield from rim(area, _OUTLINE_WIDTH, _OUTLINE)


def rim(area: Box, thickness: float, fill: str) -> Iterator[Box]:
    """The rim of a rectangle, inside it."""
    inner = area.height - 2 * thickness
    yield Box(area.x, area.y, area.width, thickness, fill)
    yield Box(area.x, area.y + area.height - thickness, area.width, thickness, fill)
    yield Box(area.x, area.y + thickness, thickness, inner, fill)
    yield Box(area.x + area.width - thickness, area.y + thickness, thickness, inner, fill)


_LINE, _ABOVE, _SWATCH, _BESIDE, _BETWEEN = 1.0, 0.4, 0.7, 0.2, 0.7
_LONGEST = 24  # no more characters of a name are shown


@dataclass(frozen=True, slots=True)
class _LegendEntry:
    text: str
    fills: tuple[str, ...] = ()  #: of its swatch, two at most
    letter: str = ""  #: written on the swatch

    @property
    def before(self) -> float:
        return _SWATCH + _BESIDE if self.fills else 0.0

    @property
    def width(self) -> float:
        return self.before + text_width(self.text, NUMBER_SIZE)


def _legend(
    puzzle: Puzzle, picture: Picture | None, layout: Layout, letters: str
) -> tuple[list[Shape], float, float]:
    """The legend, empty where everything speaks for itself; the width and height of the paper."""
    grid = layout.grid
    right, bottom = grid.x + grid.width + _MARGIN, grid.y + grid.height + _MARGIN
    x, y = _MARGIN, bottom - _MARGIN + _ABOVE
    shapes: list[Shape] = []
    for entry in _entries(puzzle, picture, layout, letters):
        if x > _MARGIN and x + entry.width > right - _MARGIN:
            x, y = _MARGIN, y + _LINE
        shapes += _drawn(entry, x, y)
        x += entry.width + _BETWEEN
        right = max(right, x - _BETWEEN + _MARGIN)
    return shapes, right, y + _LINE + _MARGIN if shapes else bottom


def _entries(
    puzzle: Puzzle, picture: Picture | None, layout: Layout, letters: str
) -> Iterator[_LegendEntry]:
    """Colors are named beside clues or letters: a picture without either shows its colors."""
    if (layout.left or letters) and not puzzle.black_on_white:
        for number, color in enumerate(puzzle.colors):
            name = shortened(color.name, _LONGEST)
            letter = letters[number] if letters and number else ""
            yield _LegendEntry(name if number else f"{name} (background)", (color.rgb,), letter)
    if isinstance(picture, Difference):
        yield _LegendEntry("upper left: first picture", (BLACK.rgb, WHITE.rgb))
        yield _LegendEntry("lower right: second picture", (WHITE.rgb, BLACK.rgb))
    elif isinstance(picture, Shares):
        yield _LegendEntry("number: percentage of the solutions that color the cell")


def _drawn(entry: _LegendEntry, x: float, y: float) -> Iterator[Shape]:
    middle = y + _LINE / 2
    area = Box(x, middle - _SWATCH / 2, _SWATCH, _SWATCH)
    if len(entry.fills) == 1:
        yield area.filled(entry.fills[0])
        yield from rim(area, 0.05, "808080")
        if entry.letter:
            yield Label(*area.center, entry.letter, _MARK_SIZE, 1, ink_on(entry.fills[0]))
    elif entry.fills:
        yield from _divided(area, *entry.fills)
    room = text_width(entry.text, NUMBER_SIZE)
    yield Label(x + entry.before, middle, entry.text, NUMBER_SIZE, room, "333333", "left")


def _title(puzzle: Puzzle) -> Message:
    """The title of the puzzle, if it has one, and the size of the board."""
    size = Message("Nonogram, {width} by {height} cells", width=puzzle.width, height=puzzle.height)
    return Message("{title} ({size})", title=puzzle.title, size=size) if puzzle.title else size


def _description(puzzle: Puzzle, picture: Picture | None) -> Message:
    """A text for screen readers: the kind of drawing, and all clues."""
    names = [f" {color.name}" for color in puzzle.colors] if len(puzzle.colors) > 2 else []
    rows, columns = (
        "; ".join(", ".join(block_text(block, names) for block in clue) or "0" for clue in clues)
        for clues in (puzzle.rows, puzzle.columns)
    )
    return Message(
        "{state}. Rows from the top: {rows}. Columns from the left: {columns}.",
        state=_state(puzzle, picture),
        rows=rows,
        columns=columns,
    )


def _state(puzzle: Puzzle, picture: Picture | None) -> Message:
    if picture is None and puzzle.given:
        known = puzzle.width * puzzle.height - puzzle.given.undecided
        return plural(known, "Puzzle with {count} given cell", "Puzzle with {count} given cells")
    if picture is None:
        return Message("Blank puzzle")
    if isinstance(picture, Grid):
        return Message("Complete picture")
    if isinstance(picture, Difference):
        cells = len(picture.first.differences(picture.second))
        return Message("Two pictures that differ in {count} cells", count=cells)
    if isinstance(picture, Shares):
        return Message(
            "What {count} pictures share; {cells} cells differ",
            count=str(picture.total),
            cells=picture.partial.undecided,
        )
    return Message("Picture with {count} undecided cells", count=picture.undecided)


PAPER, _PANEL, _INK, _FAINT_INK = "ffffff", "f4f4f4", "111111", "6a6a6a"
_THIN, _THICK, _BORDER = 0.04, 0.1, 0.14
# Thin and thick rules; across a picture they show on black and on white:
_ON_PAPER, _ON_PICTURE = ("9c9c9c", "333333"), ("9c9c9c", "6e6e6e")
_BETWEEN_CLUES = ("d4d4d4", "8c8c8c")
_SEEN = 1.5  # a swatch of less contrast with its ground gets an outline
_LEAST_ROOM = 0.1  # between a number and the side of its slot, at least


def board(
    puzzle: Puzzle, picture: Picture | None = None, *, clues: bool = True, letters: bool = False
) -> Drawing:
    """The drawing of a puzzle.

    Without a picture the given cells are drawn, background as a cross, and the others are blank.
    In a picture, cells that are not decided are gray with a question mark. Cells in which two
    pictures differ are outlined and divided: the upper left half shows the first picture, the
    lower right half the second. Colored numbers stand on a swatch of their color, black or white,
    whichever can be read. A picture that is not of the puzzle's size or palette is a PuzzleError.
    """
    chars = puzzle.chars if letters and not puzzle.black_on_white else ""
    layout = Layout.of(puzzle, clues=clues, letters=chars)
    cells: Iterable[Shape] = ()
    marks: Iterable[Shape] = ()
    if picture:
        puzzle.require_fit(picture)
        cells, marks = _cells(puzzle, picture, layout), _marks(puzzle, picture, layout, chars)
    elif puzzle.given:
        cells = _given_cells(puzzle.given, puzzle, layout)
        marks = _given_marks(puzzle.given, puzzle, layout, chars)
    legend, width, height = _legend(puzzle, picture, layout, chars)
    shapes = {
        "paper": (Box(0, 0, width, height, PAPER),),
        "panels": _panels(layout) if clues else (),
        "cells": cells,
        "rules": _rules(layout, _ON_PICTURE if picture or puzzle.given else _ON_PAPER),
        "marks": marks,
        "row-clues": _clues("row", puzzle, layout, chars) if clues else (),
        "column-clues": _clues("column", puzzle, layout, chars) if clues else (),
        "legend": legend,
    }
    layers = (Layer(name, drawn) for name, some in shapes.items() if (drawn := tuple(some)))
    title, description = str(_title(puzzle)), str(_description(puzzle, picture))
    return Drawing(width, height, tuple(layers), title, description)


def _panels(layout: Layout) -> Iterator[Shape]:
    """The ground of the clues, ruled between lines so that the eye finds the way."""
    rows = Box(_MARGIN, layout.grid.y, layout.left, layout.rows, _PANEL)
    columns = Box(layout.grid.x, _MARGIN, layout.columns, layout.top, _PANEL)
    yield from (rows, columns)
    for panel, across, count in ((rows, True, layout.rows), (columns, False, layout.columns)):
        for index in range(count + 1):
            yield _rule(panel, index, _THIN, _BETWEEN_CLUES[index % GROUP == 0], across=across)


def _rules(layout: Layout, inks: tuple[str, str]) -> Iterator[Stroke]:
    """The lines between cells, thick after every five, and the border on top."""
    sides = ((True, layout.rows), (False, layout.columns))
    for thick, width in ((False, _THIN), (True, _THICK)):
        for across, count in sides:
            for index in range(1, count):
                if (index % GROUP == 0) == thick:
                    yield _rule(layout.grid, index, width, inks[thick], across=across)
    around = layout.grid.inset(-_BORDER / 2)  # the ends of the border reach its corners
    x, y = layout.grid.x, layout.grid.y
    for end in (y, y + layout.rows):
        yield Stroke(around.x, end, around.width, True, _BORDER, _ON_PAPER[1])
    for end in (x, x + layout.columns):
        yield Stroke(end, around.y, around.height, False, _BORDER, _ON_PAPER[1])


def _rule(area: Box, index: int, thickness: float, ink: str, *, across: bool) -> Stroke:
    """The rule after `index` rows or columns of an area."""
    if across:
        return Stroke(area.x, area.y + index, area.width, across, thickness, ink)
    return Stroke(area.x + index, area.y, area.height, across, thickness, ink)


def _clues(axis: str, puzzle: Puzzle, layout: Layout, letters: str) -> Iterator[Shape]:
    for line, clue, _ in puzzle.lines():
        if line.axis == axis:
            yield from _numbers(puzzle, clue, layout.slots(line, max(1, len(clue))), letters)


def _numbers(puzzle: Puzzle, clue: Clue, slots: Iterator[Box], letters: str) -> Iterator[Shape]:
    """The numbers of a clue in their slots; a faint 0 for a blank line."""
    if not clue:
        yield _number("0", next(slots), _FAINT_INK)
    for block, slot in zip(clue, slots, strict=False):
        if puzzle.black_on_white:
            yield _number(block_text(block), slot, _INK)
            continue
        rgb = puzzle.colors[block.color].rgb
        swatch = slot.inset(0.06)
        yield swatch.filled(rgb)
        if contrast(rgb, _PANEL) < _SEEN:
            yield from rim(swatch, _THIN, _ON_PAPER[0])
        yield _number(block_text(block, letters), slot, ink_on(rgb))


def _number(text: str, slot: Box, ink: str) -> Label:
    room = slot.width - _LEAST_ROOM
    return Label(*slot.center, text, min(NUMBER_SIZE, room / digits_width(text, 1)), room, ink)


_REGION_INSET, _REGION_SIZE, _REGION_ROOM = 0.24, 0.42, 0.48  # of the number, which is on white


def region_drawing(
    puzzle: Puzzle, picture: Picture, regions: Sequence[Sequence[tuple[int, int]]]
) -> Drawing:
    """A picture with regions of cells (column, row), 1-based, numbered from 1; see `board`."""
    base = board(puzzle, picture)
    layout = Layout.of(puzzle, clues=True)
    shapes: list[Shape] = []
    for number, cells in enumerate(regions, 1):
        for cell in cells:
            area = layout.cell(*cell)
            shapes += rim(area, _OUTLINE_WIDTH, _OUTLINE)
            shapes.append(area.inset(_REGION_INSET).filled(PAPER))
            shapes.append(Label(*area.center, str(number), _REGION_SIZE, _REGION_ROOM, _INK))
    kept = tuple(layer for layer in base.layers if layer.name != "marks")
    words = Message(
        "{cells} cells in {regions} regions are marked with the region's number",
        cells=sum(map(len, regions)),
        regions=len(regions),
    )
    return replace(base, layers=(*kept, Layer("regions", tuple(shapes))), description=str(words))


_ACROSS, _TABLE = 3, "e8e8e8"  # pictures in a row of a sheet, and the color behind them
_PHOTO, _APART, _CAPTION = 30.0, 2.0, 1.3  # a picture on it, what is between, and the font


def sheet(puzzles: Sequence[tuple[Puzzle, str]], title: str) -> Drawing:
    """The goals of puzzles, three in a row, each above its text.

    Pictures of all sizes are drawn equally large.
    """
    rows = -(-len(puzzles) // _ACROSS)
    width = _APART + min(_ACROSS, len(puzzles)) * (_PHOTO + _APART)
    height = _APART + rows * (_PHOTO + 2 * _CAPTION + _APART)
    shapes: list[Shape] = [Box(0, 0, width, height, _TABLE)]
    for number, (puzzle, text) in enumerate(puzzles):
        down, across = divmod(number, _ACROSS)
        left = _APART + across * (_PHOTO + _APART)
        top = _APART + down * (_PHOTO + 2 * _CAPTION + _APART)
        cell = _PHOTO / max(puzzle.width, puzzle.height)
        shapes += _goal_boxes(puzzle, left, top, cell)
        middle = top + puzzle.height * cell + _CAPTION
        caption = f"{number + 1}: {text}"
        shapes.append(Label(left, middle, caption, _CAPTION, _PHOTO, _INK, "left"))
    words = "; ".join(f"{number}: {text}" for number, (_, text) in enumerate(puzzles, 1))
    return Drawing(width, height, (Layer("pictures", tuple(shapes)),), title, words)


def _goal_boxes(puzzle: Puzzle, left: float, top: float, cell: float) -> list[Shape]:
    """The goal of a puzzle, a box for each run of cells of one color."""
    shapes: list[Shape] = [Box(left, top, puzzle.width * cell, puzzle.height * cell, PAPER)]
    for y, row in enumerate(puzzle.goal.rows if puzzle.goal else ()):
        x = 0
        for color, run in groupby(row):
            wide = len(list(run))
            fill = puzzle.colors[color].rgb
            shapes.append(Box(left + x * cell, top + y * cell, wide * cell, cell, fill))
            x += wide
    return shapes
