"""What the colours are called and what marks mean, below a drawing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from asp_nono.draw.cells import divided, frame, letter
from asp_nono.draw.layout import NUMBER_SIZE, Area, Layout
from asp_nono.draw.pictures import Difference, Picture
from asp_nono.draw.shapes import Box, Label, Shape, shortened, text_width
from asp_nono.puzzle import BLACK, WHITE, Puzzle
from asp_nono.shares import Shares

_LINE = 1.0
_ABOVE = 0.4
_SWATCH = 0.7
_BESIDE = 0.2
_BETWEEN = 0.7
_INK = "333333"
_LONGEST = 24
"""No more characters of a name are shown."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """A word, the colours of its swatch (two at most), and what is written on that."""

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
    """The entries in their places.

    Attributes:
        shapes: What is drawn.
        right, bottom: How far it reaches.
    """

    shapes: tuple[Shape, ...]
    right: float
    bottom: float


def legend(puzzle: Puzzle, picture: Picture | None, layout: Layout, letters: str = "") -> Legend:
    """The legend of a drawing; empty where everything speaks for itself.

    Colours are named beside clues or letters: a picture without either shows its colours.
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
        yield _Entry("number: in so many percent of the solutions the cell is coloured", ())


def _drawn(entry: _Entry, x: float, y: float) -> Iterator[Shape]:
    middle = y + _LINE / 2
    area = Area(x, middle - _SWATCH / 2, _SWATCH, _SWATCH)
    if len(entry.fills) == 1:
        yield Box(area.x, area.y, area.width, area.height, entry.fills[0])
        yield from frame(area, 0.05, "808080")
        if entry.letter:
            yield letter(area, entry.letter, entry.fills[0])
    elif entry.fills:
        yield from divided(area, *entry.fills)
    left = x + entry.before
    room = text_width(entry.text, NUMBER_SIZE)
    yield Label(left, middle, entry.text, NUMBER_SIZE, room, _INK, "left")
