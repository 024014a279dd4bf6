"""A puzzle and a picture of it as a drawing: layout, cells, clues, legend, description."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from asp_nono.clue import BACKGROUND, Block, Clue
from asp_nono.draw.color import contrast, ink_on, mixed
from asp_nono.draw.picture import UNDECIDED, Difference, Picture, shown
from asp_nono.draw.shapes import (
    Box,
    Drawing,
    Label,
    Layer,
    Polygon,
    Rule,
    Shape,
    digits_width,
    shortened,
    text_width,
)
from asp_nono.draw.text import GROUP
from asp_nono.grid import Grid, PartialGrid
from asp_nono.puzzle import BLACK, WHITE, Puzzle
from asp_nono.shares import Shares

NUMBER_SIZE = 0.62
"""The size of the font of clues, in cells; numbers of three digits are smaller."""

_MARGIN = 0.25

_GAP = 0.15  # between the grid and the numbers next to it
_SLOT_HEIGHT = 0.85
_LEAST_SLOT_WIDTH, _MOST_SLOT_WIDTH = 0.8, 1.0
_AROUND = 0.2  # what a slot is wider than its number


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle: its upper left corner and its size, in cells."""

    x: float
    y: float
    width: float
    height: float

    @property
    def center(self) -> tuple[float, float]:
        """The middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, by: float) -> Area:
        """The rectangle without its rim."""
        return Area(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of a puzzle's parts."""

    columns: int  # size of the grid
    rows: int
    slot_width: float = 0  # width of the slot of each number in row clues
    left: float = 0  # width and height of the areas of clues; 0 without clues
    top: float = 0

    @classmethod
    def of(cls, puzzle: Puzzle, *, clues: bool, letters: str = "") -> Layout:
        """The places of a puzzle's parts."""
        if not clues:
            return cls(puzzle.width, puzzle.height)
        widest = max(
            (
                digits_width(number(block, letters), NUMBER_SIZE)
                for clue in puzzle.rows
                for block in clue
            ),
            default=0,
        )
        slot = min(max(_stepped(widest + _AROUND), _LEAST_SLOT_WIDTH), _MOST_SLOT_WIDTH)
        most = [max(1, *map(len, side)) for side in (puzzle.rows, puzzle.columns)]
        return cls(
            puzzle.width,
            puzzle.height,
            slot_width=slot,
            left=_stepped(most[0] * slot + 2 * _GAP),
            top=_stepped(most[1] * _SLOT_HEIGHT + 2 * _GAP),
        )

    @property
    def margin(self) -> float:
        """Blank paper around everything."""
        return _MARGIN

    @property
    def grid(self) -> Area:
        """All cells."""
        return Area(_MARGIN + self.left, _MARGIN + self.top, self.columns, self.rows)

    @property
    def row_panel(self) -> Area:
        """The area of the row clues."""
        return Area(_MARGIN, self.grid.y, self.left, self.rows)

    @property
    def column_panel(self) -> Area:
        """The area of the column clues."""
        return Area(self.grid.x, _MARGIN, self.columns, self.top)

    @property
    def width(self) -> float:
        """Width of it all."""
        return self.grid.x + self.columns + _MARGIN

    @property
    def height(self) -> float:
        """Height of it all."""
        return self.grid.y + self.rows + _MARGIN

    def cell(self, x: int, y: int) -> Area:
        """The cell in column x and row y, 1-based."""
        return Area(self.grid.x + x - 1, self.grid.y + y - 1, 1, 1)

    def row_slot(self, y: int, back: int) -> Area:
        """The place of a number left of row y (1-based); `back` others stand right of it."""
        right = self.grid.x - _GAP - back * self.slot_width
        return Area(right - self.slot_width, self.grid.y + y - 1, self.slot_width, 1)

    def column_slot(self, x: int, back: int) -> Area:
        """The place of a number above column x (1-based); `back` others stand below it."""
        bottom = self.grid.y - _GAP - back * _SLOT_HEIGHT
        return Area(self.grid.x + x - 1, bottom - _SLOT_HEIGHT, 1, _SLOT_HEIGHT)


def number(block: Block, letters: str = "") -> str:
    """What stands for a block in its slot, with the letter of its color if there are letters."""
    length = "?" if block.length is None else str(block.length)
    return length + (letters[block.color] if letters else "")


def _stepped(length: float) -> float:
    """The next twentieth of a cell: whole units in SVG."""
    return -(-round(length * 100) // 5) * 5 / 100


UNDECIDED_FILL = "e2e2e2"
_UNDECIDED_INK = "555555"
_MARK_SIZE = 0.6
_PERCENT_SIZE = 0.45

_OUTLINE = "d55e00"
"""Around cells that differ: the vermilion of Okabe and Ito's palette. It only helps to find them;
that a cell is divided says the same without color."""

_OUTLINE_WIDTH = 0.13


def cells(puzzle: Puzzle, picture: Picture, layout: Layout) -> Iterator[Shape]:
    """The fill of every cell; neighbors of one color in a row are one box."""
    colors = [color.rgb for color in puzzle.colors]
    for y, row in enumerate(_fills(picture, colors), 1):
        x = 1
        for fill, run in groupby(row):
            count = len(list(run))
            first = layout.cell(x, y)
            yield Box(first.x, first.y, count, 1, fill)
            x += count


def _fills(picture: Picture, colors: Sequence[str]) -> Iterator[list[str]]:
    """The color of each cell, row by row."""
    if isinstance(picture, PartialGrid):
        for sets in picture.rows:
            yield [
                UNDECIDED_FILL if cell & (cell - 1) else colors[cell.bit_length() - 1]
                for cell in sets
            ]
        return
    if isinstance(picture, Shares):
        for shares in picture.rows:
            yield [mixed(colors, cell) for cell in shares]
        return
    grid = picture.first if isinstance(picture, Difference) else picture
    for row in grid.rows:
        yield [colors[color] for color in row]


def marks(puzzle: Puzzle, picture: Picture, layout: Layout, letters: str = "") -> Iterator[Shape]:
    """What stands on cells that are not decided, or differ; letters on those of a color."""
    if letters:
        yield from _letters(puzzle, picture, layout, letters)
    if isinstance(picture, PartialGrid):
        for y, row in enumerate(picture.to_text(puzzle.chars), 1):
            for x, char in enumerate(row, 1):
                if char == UNDECIDED:
                    yield undecided(layout.cell(x, y))
    elif isinstance(picture, Shares):
        yield from _percentages(puzzle, picture, layout)
    elif isinstance(picture, Difference):
        for x, y in picture.first.differences(picture.second):
            one, other = (grid.rows[y - 1][x - 1] for grid in (picture.first, picture.second))
            fills = puzzle.colors[one].rgb, puzzle.colors[other].rgb
            yield from divided(layout.cell(x, y), *fills)


def _percentages(puzzle: Puzzle, shares: Shares, layout: Layout) -> Iterator[Label]:
    """In how many percent of the pictures a cell is in a block, where they do not agree."""
    colors = [color.rgb for color in puzzle.colors]
    for y, row in enumerate(shares.rows, 1):
        for x, cell in enumerate(row, 1):
            if shares.total not in cell:
                left, top = layout.cell(x, y).center
                ink = ink_on(mixed(colors, cell))
                yield Label(left, top, _percent(cell, shares.total), _PERCENT_SIZE, 0.9, ink)


def _percent(cell: tuple[int, ...], total: int) -> str:
    """A share in percent, rounded; what is neither none nor all is told from both."""
    percent = (200 * (total - cell[BACKGROUND]) + total) // (2 * total)
    if not percent and cell[BACKGROUND] < total:
        return "<1"
    return ">99" if percent == 100 and cell[BACKGROUND] else str(percent)


def _letters(puzzle: Puzzle, picture: Picture, layout: Layout, letters: str) -> Iterator[Label]:
    """The letters of the colors of all cells that are in a block."""
    colors = {char: puzzle.colors[number].rgb for number, char in enumerate(letters) if number}
    for y, row in enumerate(picture.to_text(letters), 1):
        for x, char in enumerate(row, 1):
            if char in colors:
                yield letter(layout.cell(x, y), char, colors[char])


def letter(area: Area, char: str, fill: str) -> Label:
    """A letter on a color, in black or white."""
    x, y = area.center
    return Label(x, y, char, _MARK_SIZE, 1, ink_on(fill))


def undecided(area: Area) -> Label:
    """The mark of a cell that may have several colors."""
    x, y = area.center
    return Label(x, y, UNDECIDED, _MARK_SIZE, 1, _UNDECIDED_INK)


def divided(area: Area, first: str, second: str) -> Iterator[Shape]:
    """A cell with one color in its upper left half and one in its lower right half."""
    left, top = area.x, area.y
    right, bottom = left + area.width, top + area.height
    yield Polygon(((left, top), (right, top), (left, bottom)), first)
    yield Polygon(((right, top), (right, bottom), (left, bottom)), second)
    yield from rim(area, _OUTLINE_WIDTH, _OUTLINE)


def rim(area: Area, thickness: float, fill: str) -> Iterator[Box]:
    """The rim of a rectangle, inside it."""
    inner = area.height - 2 * thickness
    yield Box(area.x, area.y, area.width, thickness, fill)
    yield Box(area.x, area.y + area.height - thickness, area.width, thickness, fill)
    yield Box(area.x, area.y + thickness, thickness, inner, fill)
    yield Box(area.x + area.width - thickness, area.y + thickness, thickness, inner, fill)


_LINE = 1.0
_ABOVE = 0.4
_SWATCH = 0.7
_BESIDE = 0.2
_BETWEEN = 0.7
_LEGEND_INK = "333333"
_LONGEST = 24  # no more characters of a name are shown


@dataclass(frozen=True, slots=True)
class _Entry:
    """A word, the colors of its swatch (two at most), and what is written on that."""

    text: str
    fills: tuple[str, ...]
    letter: str = ""

    @property
    def before(self) -> float:
        """The room that the swatch takes."""
        return _SWATCH + _BESIDE if self.fills else 0.0

    @property
    def width(self) -> float:
        """The room that all of it takes."""
        return self.before + text_width(self.text, NUMBER_SIZE)


@dataclass(frozen=True, slots=True)
class Legend:
    """The entries in their places."""

    shapes: tuple[Shape, ...]  # what is drawn
    right: float  # how far it reaches
    bottom: float


def legend(puzzle: Puzzle, picture: Picture | None, layout: Layout, letters: str = "") -> Legend:
    """The legend of a drawing; empty where everything speaks for itself.

    Colors are named beside clues or letters: a picture without either shows its colors.
    """
    entries = list(_marks(picture))
    if (layout.left or letters) and not puzzle.black_on_white:
        entries = [*_colors(puzzle, letters), *entries]
    if not entries:
        return Legend((), layout.width, layout.height)
    left, top = layout.margin, layout.height - layout.margin + _ABOVE
    x, y, right = left, top, layout.width
    shapes: list[Shape] = []
    for entry in entries:
        if x > left and x + entry.width > right - layout.margin:
            x, y = left, y + _LINE
        shapes += _drawn(entry, x, y)
        x += entry.width + _BETWEEN
        right = max(right, x - _BETWEEN + layout.margin)
    return Legend(tuple(shapes), right, y + _LINE + layout.margin)


def _colors(puzzle: Puzzle, letters: str) -> Iterator[_Entry]:
    for number, color in enumerate(puzzle.colors):
        name = shortened(color.name, _LONGEST)
        letter = letters[number] if letters and number else ""
        yield _Entry(name if number else f"{name} (background)", (color.rgb,), letter)


def _marks(picture: Picture | None) -> Iterator[_Entry]:
    if isinstance(picture, Difference):
        white, black = WHITE.rgb, BLACK.rgb
        yield _Entry("upper left: first picture", (black, white))
        yield _Entry("lower right: second picture", (white, black))
    elif isinstance(picture, Shares):
        yield _Entry("number: in so many percent of the solutions the cell is colored", ())


def _drawn(entry: _Entry, x: float, y: float) -> Iterator[Shape]:
    middle = y + _LINE / 2
    area = Area(x, middle - _SWATCH / 2, _SWATCH, _SWATCH)
    if len(entry.fills) == 1:
        yield Box(area.x, area.y, area.width, area.height, entry.fills[0])
        yield from rim(area, 0.05, "808080")
        if entry.letter:
            yield letter(area, entry.letter, entry.fills[0])
    elif entry.fills:
        yield from divided(area, *entry.fills)
    left = x + entry.before
    room = text_width(entry.text, NUMBER_SIZE)
    yield Label(left, middle, entry.text, NUMBER_SIZE, room, _LEGEND_INK, "left")


def title(puzzle: Puzzle) -> str:
    """What the drawing is of."""
    size = f"Nonogram, {puzzle.width} by {puzzle.height} cells"
    return f"{puzzle.title} ({size})" if puzzle.title else size


def description(puzzle: Puzzle, picture: Picture | None) -> str:
    """What it shows, and all clues."""
    rows = "; ".join(_spoken(puzzle, clue) for clue in puzzle.rows)
    columns = "; ".join(_spoken(puzzle, clue) for clue in puzzle.columns)
    return f"{_state(picture)}. Rows from the top: {rows}. Columns from the left: {columns}."


def _state(picture: Picture | None) -> str:
    if picture is None:
        return "Blank puzzle"
    if isinstance(picture, Grid):
        return "Complete picture"
    if isinstance(picture, Difference):
        return f"Two pictures that differ in {len(picture.first.differences(picture.second))} cells"
    if isinstance(picture, Shares):
        return f"What {picture.total} pictures share; {picture.partial.undecided} cells differ"
    return f"Picture with {picture.undecided} cells that are not decided"


def _spoken(puzzle: Puzzle, clue: Clue) -> str:
    words = []
    for block in clue:
        length = "?" if block.length is None else str(block.length)
        several = len(puzzle.colors) > 2
        words.append(f"{length} {puzzle.colors[block.color].name}" if several else length)
    return ", ".join(words) if clue else "0"


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
_SEEN = 1.5  # a swatch of less contrast with its ground gets an outline
_LEAST_ROOM = 0.1  # between a number and the side of its slot, at least


def board(
    puzzle: Puzzle, picture: Picture | None = None, *, clues: bool = True, letters: bool = False
) -> Drawing:
    """The drawing of a puzzle.

    Cells that are not decided are gray with a question mark. Cells in which two pictures differ
    are outlined and divided: the upper left half shows the first picture, the lower right half
    the second. Colored numbers stand on a swatch of their color, black or white, whichever can
    be read.
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
            yield from rim(swatch, _THIN, _ON_PAPER[0])
        yield _number(number(block, letters), slot, ink_on(rgb))


def _number(text: str, slot: Area, ink: str) -> Label:
    x, y = slot.center
    room = slot.width - _LEAST_ROOM
    size = min(NUMBER_SIZE, room / digits_width(text, 1))
    return Label(x, y, text, size, room, ink)
