"""Drawings as shapes, before anybody decides on pixels, points or SVG.

The unit of all lengths is the side of a cell; x grows to the right and y downwards.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """A filled rectangle, or without a color a place for something else."""

    x: float  #: its upper left corner
    y: float
    width: float
    height: float
    fill: str = ""  #: six hexadecimal digits

    @property
    def center(self) -> Point:
        """The middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, by: float) -> "Box":
        """The rectangle without its rim."""
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by, self.fill)

    def filled(self, fill: str) -> "Box":
        """The rectangle in this color."""
        return Box(self.x, self.y, self.width, self.height, fill)


class Polygon(NamedTuple):
    """A filled polygon."""

    points: tuple[Point, ...]
    fill: str


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line across or down."""

    x: float  #: where it begins, in the middle of its thickness
    y: float
    length: float  #: to the right when `across`, else down
    across: bool
    thickness: float  #: however small it is, the line stays visible
    fill: str

    @property
    def box(self) -> Box:
        """The line with its thickness."""
        half = self.thickness / 2
        if self.across:
            return Box(self.x, self.y - half, self.length, self.thickness, self.fill)
        return Box(self.x - half, self.y, self.thickness, self.length, self.fill)


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text."""

    x: float  #: the middle of the text or its left end, see `align`
    y: float  #: its middle
    text: str
    size: float  #: of the font
    room: float  #: the width that it may take; wider text is condensed
    fill: str
    align: Literal["middle", "left"] = "middle"


Shape: TypeAlias = Box | Polygon | Stroke | Label


class Layer(NamedTuple):
    """Shapes of one kind, drawn one after the other."""

    name: str  #: an identifier
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing, its paper included."""

    width: float  #: all shapes are within
    height: float
    layers: tuple[Layer, ...]  #: from the bottom up
    title: str  #: what it shows, for those who cannot see it
    description: str  #: the same at greater length

    def layer(self, name: str) -> tuple[Shape, ...]:
        """The shapes of the layer of this name; none if there is no such layer."""
        return next((layer.shapes for layer in self.layers if layer.name == name), ())


HALF_DIGIT = 0.36  # of a font's size: half the height of digits; their baseline is so far down
