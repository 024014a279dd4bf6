"""Frames of a puzzle being solved, with captions, and animations made of them: strip, SVG, GIF."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from math import isqrt

from asp_nono.clue import Line
from asp_nono.draw.board import PAPER, Layout, board
from asp_nono.draw.marks import Supposed, appearing, candidates, marks
from asp_nono.draw.png import CELL, LEAST_CELL, image
from asp_nono.draw.shapes import Box, Drawing, Label, Layer, Polygon, Rule, Shape, text_width
from asp_nono.draw.svg import group, opening, svg
from asp_nono.errors import PuzzleError
from asp_nono.grid import PartialGrid
from asp_nono.puzzle import Puzzle

_TABLE_SIZE = 0.55
_ROW = 0.75
_AROUND = 0.5
_TABLE_INK, _TABLE_FAINT = "111111", "777777"
_GROUND = "e3f2ea"
_THIN = 0.03
_RULE = "c4c4c4"


@dataclass(frozen=True, slots=True)
class Table:
    """A table."""

    corner: str  # what stands above the names of the rows
    heads: tuple[str, ...]  # what stands above each column
    names: tuple[str, ...]  # what stands before each row
    marks: tuple[tuple[bool, ...], ...]  # for each row whether there is a mark in each column

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
            yield Rule(x, y + number * _ROW, right - x, True, _THIN, _RULE)
        for column in range(len(self.heads) + 1):
            yield Rule(left + column * step, y, self.height, False, _THIN, _RULE)


_SIZE, _SPACING = 0.62, 0.85
_MARGIN = 0.35
_LEAST_WIDTH = 20.0  # a frame is at least so wide, in cells, so that there is room for words
_INK, _FAINT = "111111", "555555"


@dataclass(frozen=True, slots=True)
class Frame:
    """What is shown of a moment.

    Attributes:
        picture: What is known.
        line: The line that was looked at, if it was one.
        new: The cells (column, row), 1-based, that were learned about.
        because: The cells that this rests on.
        words: The caption: a heading, and a reason.
        name: What stands for it in the name of a file of its own.
        table: What was looked at besides, shown under the words.
        supposed: The cells of a trial, in the order in which they are colored.
        wrong: The line that cannot be filled in the trial.
    """

    picture: PartialGrid
    line: Line | None = None
    new: tuple[tuple[int, int], ...] = ()
    because: tuple[tuple[int, int], ...] = ()
    words: tuple[str, str] = ("", "")
    name: str = ""
    table: Table | None = None
    supposed: tuple[Supposed, ...] = ()
    wrong: Line | None = None


def drawings(puzzle: Puzzle, frames: list[Frame]) -> Iterator[Drawing]:
    """A drawing of each frame, all of one size.

    Raises:
        PuzzleError: If a picture is not of the puzzle's size or palette.
    """
    width = max(_LEAST_WIDTH, board(puzzle, frames[0].picture).width)
    deepest = max(_depth(frame, width) for frame in frames)
    for frame in frames:
        yield _drawing(puzzle, frame, width, deepest)


def _drawing(puzzle: Puzzle, frame: Frame, width: float, deepest: float) -> Drawing:
    base = board(puzzle, frame.picture)
    layout = Layout.of(puzzle, clues=True)
    height = base.height + deepest + _MARGIN
    kept = [layer for layer in base.layers if layer.name not in ("paper", "marks")]
    return replace(
        base,
        width=width,
        height=height,
        layers=(
            Layer("paper", (Box(0, 0, width, height, PAPER),)),
            *kept,
            Layer("left", tuple(candidates(puzzle, frame.picture, layout))),
            Layer("step", tuple(step_marks(puzzle, frame))),
            Layer("caption", tuple(caption(frame, width, base.height))),
        ),
        description=" ".join(frame.words) or base.description,
    )


def step_marks(puzzle: Puzzle, frame: Frame) -> Iterator[Shape]:
    """Frames around the line, the cells of the reason, and the new cells; what is supposed."""
    layout = Layout.of(puzzle, clues=True)
    yield from marks(layout, frame.line, frame.because, frame.new)
    for cell in frame.supposed:
        yield from cell.shapes(puzzle, layout)
    if frame.wrong:
        yield from marks(layout, wrong=frame.wrong)


def caption(frame: Frame, width: float, top: float) -> Iterator[Shape]:
    """The words of a frame below a drawing of this height, and its table."""
    words = _caption(frame, width)
    for number, (text, ink) in enumerate(words):
        middle = top + (number + 0.5) * _SPACING
        yield Label(_MARGIN, middle, text, _SIZE, width - 2 * _MARGIN, ink, "left")
    if frame.table:
        below = top + (len(words) + 0.3) * _SPACING
        yield from frame.table.shapes(_MARGIN, below, width - 2 * _MARGIN)


def _depth(frame: Frame, width: float) -> float:
    """How much room the caption takes."""
    table = frame.table.height + 0.3 * _SPACING if frame.table else 0
    return len(_caption(frame, width)) * _SPACING + table


def _caption(frame: Frame, width: float) -> list[tuple[str, str]]:
    """The lines of the words, each with its color."""
    return [
        (line, ink)
        for words, ink in zip(frame.words, (_INK, _FAINT), strict=True)
        for line in _wrapped(words, width - 2 * _MARGIN)
    ]


def _wrapped(text: str, width: float) -> list[str]:
    """Text in lines that are no wider."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, _SIZE) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


_STRIP_WIDTH = 84.0  # a strip is about so many cells wide
_MOST_CELLS = 300_000  # no strip shows more cells, those of all its frames together
_MOST_PIXELS = 300_000  # of one image of a GIF; cells are smaller in large puzzles
_MOST_FRAMES = 5000

_SHOWN, _LAST = 2.0, 4.0  # seconds for which a frame is shown, and the last one


def strip_svg(puzzle: Puzzle, frames: list[Frame]) -> str:
    """All frames on one SVG image, in rows from the left.

    Raises:
        PuzzleError: If there would be too many.
    """
    if len(frames) * puzzle.width * puzzle.height > _MOST_CELLS:
        size = f"{len(frames)} pictures of {puzzle.width}x{puzzle.height} cells"
        reason = "are too many for one strip; a moving picture can hold them, or a file each"
        raise PuzzleError(f"{size} {reason}")
    layers: list[Layer] = []
    width = height = 0.0
    for number, drawing in enumerate(drawings(puzzle, frames)):
        columns = max(1, min(len(frames), int(_STRIP_WIDTH / drawing.width)))
        left, top = number % columns * drawing.width, number // columns * drawing.height
        layers += [
            Layer(layer.name, tuple(_moved(shape, left, top) for shape in layer.shapes))
            for layer in drawing.layers
        ]
        width, height = columns * drawing.width, top + drawing.height
    first = board(puzzle, frames[0].picture)
    return svg(replace(first, width=width, height=height, layers=tuple(layers)))


def _moved(shape: Shape, left: float, top: float) -> Shape:
    if isinstance(shape, Polygon):
        return Polygon(tuple((x + left, y + top) for x, y in shape.points), shape.fill)
    return replace(shape, x=shape.x + left, y=shape.y + top)


def moving_svg(puzzle: Puzzle, frames: list[Frame]) -> str:
    """All frames one after the other on a moving SVG image, without scripts.

    Viewers that do not move images show the last one.

    Raises:
        PuzzleError: If there are too many.
    """
    _require_few(frames)
    first = next(drawings(puzzle, frames))
    total = _SHOWN * (len(frames) - 1) + _LAST
    lines = opening(first)
    for layer in first.layers:
        if layer.name not in ("step", "caption"):
            lines += group(layer)
    top = board(puzzle, frames[0].picture).height
    for number, frame in enumerate(frames):
        begin, end = _SHOWN * number / total, _SHOWN * (number + 1) / total
        stays = _timing(("hidden", "visible"), (0, begin), total) if number else ""
        if fresh := tuple(appearing(puzzle, frame.picture, frame.new)):
            lines += group(Layer("cells", fresh), stays)
        last = number == len(frames) - 1
        values = ("hidden", "visible") if last else ("hidden", "visible", "hidden")
        passes = _timing(values, (0, begin) if last else (0, begin, end), total)
        words = (*step_marks(puzzle, frame), *caption(frame, first.width, top))
        lines += group(Layer("frame", words), passes, hidden=not last)
    return "\n".join([*lines, "</svg>", ""])


def _timing(values: tuple[str, ...], times: tuple[float, ...], total: float) -> str:
    """When a group is to be seen: at these parts of the whole time, again and again."""
    keys = ";".join(f"{time:.5f}" for time in times)
    return (
        f'<animate attributeName="visibility" calcMode="discrete" dur="{total:.1f}s" '
        f'repeatCount="indefinite" values="{";".join(values)}" keyTimes="{keys}"/>'
    )


def gif(puzzle: Puzzle, frames: list[Frame]) -> bytes:
    """All frames one after the other as an animated GIF, with Pillow (the extra `pictures`).

    Raises:
        PuzzleError: If there are too many, if they are too large, or if Pillow is not installed.
    """
    _require_few(frames)
    drawn = drawings(puzzle, frames)
    first = next(drawn)
    side = min(CELL, isqrt(int(_MOST_PIXELS / (first.width * first.height))))
    if side < LEAST_CELL:
        raise PuzzleError(f"{puzzle.width}x{puzzle.height} cells are too many for a GIF")
    out = BytesIO()
    seconds = [*[_SHOWN] * (len(frames) - 1), _LAST]
    image(first, side).quantize(64).save(
        out,
        "GIF",
        save_all=True,
        append_images=(image(drawing, side).quantize(64) for drawing in drawn),
        duration=[int(1000 * time) for time in seconds],
        loop=0,
    )
    return out.getvalue()


def _require_few(frames: list[Frame]) -> None:
    if len(frames) > _MOST_FRAMES:
        raise PuzzleError(f"{len(frames)} pictures; at most {_MOST_FRAMES} go into one")
