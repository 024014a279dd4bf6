"""Frames of a puzzle being solved, with captions, and animations made of them: strip, SVG, GIF."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import accumulate, pairwise
from math import ceil, isqrt, sqrt
from typing import NamedTuple

from asp_nono.clue import Cell, Line
from asp_nono.draw.board import PAPER, Layout, board, cell_fill, rim
from asp_nono.draw.color import ink_on
from asp_nono.draw.fonts import text_width
from asp_nono.draw.png import CELL, LEAST_CELL, image
from asp_nono.draw.shapes import Box, Drawing, Label, Layer, Polygon, Shape, Stroke
from asp_nono.draw.svg import group, opening, svg
from asp_nono.grid import PartialGrid
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import Puzzle

# Around new cells, those of the reason, the line, what is only supposed: Okabe and Ito's palette.
_NEW, _BECAUSE, _LINE, _TRIAL = "d55e00", "009e73", "0072b2", "cc79a7"
KEY = (
    "Gray cells are not known yet. Frames: blue the line, green what the reason needs, orange what "
    "is new, pink what is only supposed for a trial, with the step of the trial. Small squares: "
    "the colors left for a cell."
)  # what colors mean that are none of the puzzle's

_NEW_WIDTH, _BECAUSE_WIDTH, _LINE_WIDTH, _TRIAL_WIDTH = 0.16, 0.1, 0.12, 0.16
_INSET, _NUMBER_SIZE = 0.12, 0.45
_RIM = 0.04  # cells that appear leave the lines between them to be seen
_PIPS = 0.7  # the colors that are left for a cell take this share of its side
_PIP = 0.72  # a pip takes this share of its place
_PIP_RIM, _PIP_INK = 0.04, "777777"


class Supposed(NamedTuple):
    """A cell of a trial."""

    cell: Cell
    colors: int  #: the colors that it has or may have then, as bits
    number: int  #: the step of the trial; 0 for the cell that is tried


def _candidates(puzzle: Puzzle, picture: PartialGrid, layout: Layout) -> Iterator[Box]:
    """The colors left for cells that have lost some colors and are not decided."""
    for x, y in picture.open_cells:
        cell = picture.rows[y - 1][x - 1]
        if cell.bit_count() < len(puzzle.colors):
            yield from _pips(puzzle, layout.cell(x, y), cell)


def _appearing(puzzle: Puzzle, picture: PartialGrid, cells: tuple[Cell, ...]) -> Iterator[Box]:
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
    pitch, edge = _PIPS / side, (1 - _PIPS) / 2
    for number, color in enumerate(puzzle.colors):
        if colors >> number & 1:
            left = area.x + edge + number % side * pitch
            top = area.y + edge + number // side * pitch
            place = Box(left, top, pitch, pitch, color.rgb).inset((1 - _PIP) / 2 * pitch)
            yield place.inset(-_PIP_RIM).filled(_PIP_INK)
            yield place


_TABLE_SIZE, _ROW, _AROUND, _THIN = 0.55, 0.75, 0.5, 0.03
_TABLE_INK, _TABLE_FAINT, _GROUND, _RULE = "111111", "777777", "e3f2ea", "c4c4c4"


@dataclass(frozen=True, slots=True)
class MarkTable:
    """A table of marks, shown under the words of a frame."""

    corner: str  #: above the names of the rows
    heads: tuple[str, ...]  #: above each column
    names: tuple[str, ...]  #: before each row
    marks: tuple[tuple[bool, ...], ...]  #: for each row whether there is a mark in each column

    @property
    def height(self) -> float:
        """How high it is, in cells."""
        return (len(self.names) + 1) * _ROW

    def text(self) -> list[str]:
        """The table in text: + for a mark and - for none."""
        margin = max(map(len, [self.corner, *self.names]))
        lines = [" ".join([self.corner.ljust(margin), *self.heads])]
        for name, row in zip(self.names, self.marks, strict=True):
            marks = ("+" if cell else "-" for cell in row)
            cells = [mark.center(len(head)) for mark, head in zip(marks, self.heads, strict=True)]
            lines.append(" ".join([name.ljust(margin), *cells]).rstrip())
        return lines

    def shapes(self, x: float, y: float, room: float) -> Iterator[Shape]:
        """The table with its upper left corner at a point; no wider than there is room."""
        first = min(max(text_width(n, _TABLE_SIZE) for n in (self.corner, *self.names)), room / 2)
        widest = max(text_width(head, _TABLE_SIZE) for head in self.heads)
        step = min(widest + _AROUND, (room - first - _AROUND) / len(self.heads))
        left = x + first + _AROUND
        for number, head in enumerate((self.corner, *self.names)):
            yield Label(x, y + (number + 0.5) * _ROW, head, _TABLE_SIZE, first, _TABLE_INK, "left")
        for column, head in enumerate(self.heads):
            middle = left + (column + 0.5) * step
            yield Label(middle, y + 0.5 * _ROW, head, _TABLE_SIZE, step - _THIN, _TABLE_INK)
            for number, row in enumerate(self.marks, 1):
                top = y + number * _ROW
                if row[column]:
                    yield Box(left + column * step, top, step, _ROW, _GROUND)
                mark, ink = ("+", _TABLE_INK) if row[column] else ("\N{EN DASH}", _TABLE_FAINT)
                yield Label(middle, top + 0.5 * _ROW, mark, _TABLE_SIZE, step, ink)
        right = left + step * len(self.heads)
        for number in range(1, len(self.names) + 2):
            yield Stroke(x, y + number * _ROW, right - x, True, _THIN, _RULE)
        for column in range(len(self.heads) + 1):
            yield Stroke(left + column * step, y, self.height, False, _THIN, _RULE)


_SIZE, _SPACING, _MARGIN = 0.62, 0.85, 0.35
_LEAST_WIDTH = 20.0  # of a frame, in cells, so that there is room for words
_INK, _FAINT = "111111", "555555"


@dataclass(frozen=True, slots=True)
class Frame:
    """The picture of one moment."""

    picture: PartialGrid  #: what is known
    line: Line | None = None  #: the line that was looked at, if it was one
    new: tuple[Cell, ...] = ()  #: the cells that were learned about
    because: tuple[Cell, ...] = ()  #: the cells that this rests on
    words: tuple[str, str] = ("", "")  #: the caption: a heading, and a reason
    name: str = ""  #: what stands for it in the name of a file of its own
    table: MarkTable | None = None  #: what was looked at besides, shown under the words
    supposed: tuple[Supposed, ...] = ()  #: the cells of a trial, in the order of coloring
    wrong: Line | None = None  #: the line that cannot be filled in the trial

    def marks(self, puzzle: Puzzle) -> Iterator[Shape]:
        """Frames around the line, the reason and the new cells; the cells of a trial."""
        layout = Layout.of(puzzle, clues=True)
        if self.line:
            yield from rim(layout.band(self.line), _LINE_WIDTH, _LINE)
        for cell in self.because:
            yield from rim(layout.cell(*cell).inset(_INSET), _BECAUSE_WIDTH, _BECAUSE)
        for cell in self.new:
            yield from rim(layout.cell(*cell), _NEW_WIDTH, _NEW)
        for cell, colors, number in self.supposed:
            area, fill = layout.cell(*cell), cell_fill(colors, [one.rgb for one in puzzle.colors])
            yield area.inset(_RIM).filled(fill)
            yield from rim(area, _TRIAL_WIDTH, _TRIAL)
            text, room = str(number or "?"), 1 - 2 * _TRIAL_WIDTH
            yield Label(*area.center, text, _NUMBER_SIZE, room, ink_on(fill))
        if self.wrong:
            yield from rim(layout.band(self.wrong), _LINE_WIDTH, _TRIAL)

    def caption(self, width: float, top: float) -> Iterator[Shape]:
        """The words below a drawing of this width and height, and the table."""
        lines = self.lines(width)
        room = width - 2 * _MARGIN
        for number, (text, ink) in enumerate(lines):
            yield Label(_MARGIN, top + (number + 0.5) * _SPACING, text, _SIZE, room, ink, "left")
        if self.table:
            yield from self.table.shapes(_MARGIN, top + (len(lines) + 0.3) * _SPACING, room)

    def lines(self, width: float) -> list[tuple[str, str]]:
        """The lines of the caption, each with its color."""
        return [
            (line, ink)
            for words, ink in zip(self.words, (_INK, _FAINT), strict=True)
            for line in _wrapped(words, width - 2 * _MARGIN)
        ]

    def depth(self, width: float) -> float:
        """How much room the caption takes."""
        table = self.table.height + 0.3 * _SPACING if self.table else 0
        return len(self.lines(width)) * _SPACING + table


def drawings(puzzle: Puzzle, frames: list[Frame]) -> Iterator[Drawing]:
    """A drawing of each frame, all of one size; for the errors see `board`."""
    layout = Layout.of(puzzle, clues=True)
    width = max(_LEAST_WIDTH, board(puzzle, frames[0].picture).width)
    deepest = max(frame.depth(width) for frame in frames)
    for frame in frames:
        base = board(puzzle, frame.picture)
        height = base.height + deepest + _MARGIN
        layers = (
            Layer("paper", (Box(0, 0, width, height, PAPER),)),
            *(layer for layer in base.layers if layer.name not in ("paper", "marks")),
            Layer("left", tuple(_candidates(puzzle, frame.picture, layout))),
            Layer("step", tuple(frame.marks(puzzle))),
            Layer("caption", tuple(frame.caption(width, base.height))),
        )
        words = " ".join(frame.words) or base.description
        yield replace(base, width=width, height=height, layers=layers, description=words)


def _wrapped(text: str, width: float) -> list[str]:
    """Text in lines that are no wider."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", _SIZE) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


_STRIP_WIDTH = 84.0  # of a strip, in cells
_MOST_CELLS = 300_000  # in all frames of a strip
_MOST_PIXELS = 300_000  # in one image of a GIF; cells are smaller in large puzzles
_MOST_FRAMES = 5000
_SHOWN, _ENDS = 2.0, 5.0  # seconds for which a frame is shown, and the first and the last one
_LONGEST = 60.0  # seconds of all the others together; of many, each is shown for less


def strip_svg(puzzle: Puzzle, frames: list[Frame]) -> str:
    """All frames on one SVG image, in rows from the left; a PuzzleError if they are too many."""
    if len(frames) * puzzle.width * puzzle.height > _MOST_CELLS:
        raise PuzzleError(
            "{count} pictures of {size} cells are too many for one strip; use an animation, or a "
            "file for each",
            count=len(frames),
            size=f"{puzzle.width}x{puzzle.height}",
        )
    layers: list[Layer] = []
    width = height = 0.0
    for number, drawing in enumerate(drawings(puzzle, frames)):
        columns = max(1, min(len(frames), int(_STRIP_WIDTH / drawing.width)))
        left, top = number % columns * drawing.width, number // columns * drawing.height
        for layer in drawing.layers:  # which have no polygons: these are for two pictures
            shapes = (shape for shape in layer.shapes if not isinstance(shape, Polygon))
            moved = (replace(shape, x=shape.x + left, y=shape.y + top) for shape in shapes)
            layers.append(Layer(layer.name, tuple(moved)))
        width, height = columns * drawing.width, top + drawing.height
    first = board(puzzle, frames[0].picture)
    return svg(replace(first, width=width, height=height, layers=tuple(layers)))


def moving_svg(puzzle: Puzzle, frames: list[Frame]) -> str:
    """All frames one after the other on a moving SVG image, without scripts.

    Viewers that do not move images show the last one. Too many are a PuzzleError.
    """
    _require_few(frames)
    first = next(drawings(puzzle, frames))
    times = _times(len(frames))
    total = sum(times)
    moments = pairwise(time / total for time in accumulate(times, initial=0.0))
    lines = opening(first)
    for layer in first.layers[:-2]:  # without the step and its caption
        lines += group(layer)
    top = board(puzzle, frames[0].picture).height
    for number, (frame, (begin, end)) in enumerate(zip(frames, moments, strict=True)):
        last = number == len(frames) - 1
        stays = _timing((0, begin), total) if number else ""
        if fresh := tuple(_appearing(puzzle, frame.picture, frame.new)):
            lines += group(Layer("cells", fresh), stays)
        passes = _timing((0, begin) if last else (0, begin, end), total)
        words = (*frame.marks(puzzle), *frame.caption(first.width, top))
        lines += group(Layer("frame", words), passes, hidden=not last)
    return "\n".join([*lines, "</svg>", ""])


def _times(count: int) -> list[float]:
    """For how many seconds each of some frames is shown."""
    others = max(0, count - 2)
    return [_ENDS, *[min(_SHOWN, _LONGEST / max(1, others))] * others, _ENDS][:count]


def _timing(times: tuple[float, ...], total: float) -> str:
    """When a group is hidden, visible, and hidden again, as parts of the whole time, repeated."""
    values = ";".join(("hidden", "visible", "hidden")[: len(times)])
    keys = ";".join(f"{time:.5f}" for time in times)
    return (
        f'<animate attributeName="visibility" calcMode="discrete" dur="{total:.1f}s" '
        f'repeatCount="indefinite" values="{values}" keyTimes="{keys}"/>'
    )


def gif(puzzle: Puzzle, frames: list[Frame]) -> bytes:
    """All frames one after the other as an animated GIF, with Pillow (the extra `pictures`).

    Too many frames, too large ones, and a lack of Pillow are a PuzzleError.
    """
    _require_few(frames)
    drawn = drawings(puzzle, frames)
    first = next(drawn)
    side = min(CELL, isqrt(int(_MOST_PIXELS / (first.width * first.height))))
    if side < LEAST_CELL:
        size = f"{puzzle.width}x{puzzle.height}"
        raise PuzzleError("{size} cells are too many for a GIF", size=size)
    out = BytesIO()
    others = (image(drawing, side).quantize(64) for drawing in drawn)
    times = [round(1000 * time) for time in _times(len(frames))]
    options = {"save_all": True, "append_images": others, "duration": times, "loop": 0}
    image(first, side).quantize(64).save(out, "GIF", **options)
    return out.getvalue()


def _require_few(frames: list[Frame]) -> None:
    if len(frames) > _MOST_FRAMES:
        raise PuzzleError(
            "{count} pictures; at most {most} go into one", count=len(frames), most=_MOST_FRAMES
        )
