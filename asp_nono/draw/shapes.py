"""Drawings as shapes, before anybody decides on pixels, points or SVG.

The unit of all lengths is the side of a cell; x grows to the right and y downwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """A filled rectangle."""

    x: float  # its upper left corner
    y: float
    width: float  # its size
    height: float
    fill: str  # its color, six hexadecimal digits


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled polygon."""

    points: tuple[Point, ...]
    fill: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across or down."""

    x: float  # where it begins, in the middle of its thickness
    y: float
    length: float  # how far it goes: to the right when `across`, else down
    across: bool
    thickness: float  # its width; however small it is, the line stays visible
    fill: str  # its color


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text.

    Attributes:
        x, y: The middle of the text, or of its left end.
        text: The text.
        size: The size of the font.
        room: The width that the text may take; a wider one is condensed.
        fill: Its color.
        align: What `x` is: the middle of the text or its left end.
    """

    x: float
    y: float
    text: str
    size: float
    room: float
    fill: str
    align: Literal["middle", "left"] = "middle"


Shape: TypeAlias = Box | Polygon | Rule | Label


@dataclass(frozen=True, slots=True)
class Layer:
    """Shapes of one kind, drawn one after the other."""

    name: str  # what they are, as an identifier
    shapes: tuple[Shape, ...]  # the shapes


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing, its paper included."""

    width: float  # its size; all shapes are within
    height: float
    layers: tuple[Layer, ...]  # what is drawn, from the bottom up
    title: str  # what it shows, for those who cannot see it
    description: str  # the same at greater length

    def layer(self, name: str) -> tuple[Shape, ...]:
        """The shapes of the layer of this name; none if there is no such layer."""
        return next((layer.shapes for layer in self.layers if layer.name == name), ())


def digits_width(text: str, size: float) -> float:
    """The width that a number takes at most in the usual fonts without serifs."""
    return _WIDEST_DIGIT * size * len(text)


def text_width(text: str, size: float) -> float:
    """A guess, on the wide side, at the width of text; characters of other scripts are wider."""
    return size * sum(map(_width, text))


def _width(char: str) -> float:
    if char in _NARROW:
        return _NARROW_WIDTH
    if char in _BROAD or ord(char) >= 0x2E80:
        return 1.0
    return _CAPITAL if char.isupper() else _WIDEST_DIGIT


def shortened(text: str, most: int) -> str:
    """Text of no more than so many characters: files from strangers hold names of any length."""
    return text if len(text) <= most else text[: most - 1] + "…"


HALF_DIGIT = 0.36
"""Half the height of digits, by the size of their font: so far below their middle is the line
that they stand on."""

_WIDEST_DIGIT = 0.64
"""Widths of digits: 0.556 of the size in Helvetica and Arial, 0.636 in DejaVu Sans and Verdana."""

_CAPITAL, _NARROW_WIDTH = 0.79, 0.42
_NARROW = frozenset(" .,:;'!|()[]-/ijltfrI")
_BROAD = frozenset("mwMW@%")
"""Widths of letters in DejaVu Sans and Verdana, the widest of the usual fonts."""
