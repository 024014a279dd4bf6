"""Articulated figures: strokes, ovals and polygons on joints, posed at random and drawn in cells.

A joint is a place with a direction. Each part begins at a joint and gives another one, for the next
part. Lengths are in any unit, with y upward, because the whole figure is fitted to its frame.
Angles are whole degrees, and their cosines are rounded, so that all machines draw the same.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import cos, radians
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from asp_nono.design.random_pictures import Rng
from asp_nono.grid import Grid

Span: TypeAlias = float | tuple[float, float]  # a number, or one between two numbers
Point: TypeAlias = tuple[float, float]

_LEAST = 1.45  # cells that a stroke is thick at least; it is then connected by sides
_MARGIN = 1  # cells
_EXACT = 0.01  # how nearly a figure is as large as its frame
_FINE = 3  # points to a side of a cell that are looked at
_COSINES = [round(cos(radians(degree)), 9) for degree in range(360)]


@dataclass(frozen=True, slots=True)
class Joint:
    """A place and a direction."""

    x: float
    y: float
    angle: int = 0

    @property
    def place(self) -> Point:
        """Where it is."""
        return self.x, self.y

    def at(self, along: float, aside: float = 0.0, turn: float = 0) -> "Joint":
        """Another one, so far along the direction and to its left, and turned to the left."""
        right, up = _COSINES[self.angle % 360], _COSINES[(self.angle - 90) % 360]
        x = self.x + along * right - aside * up
        return Joint(x, self.y + along * up + aside * right, self.angle + round(turn))


@dataclass(frozen=True, slots=True)
class _Limb:
    """What is within a radius of a line; the radius changes evenly from one end to the other."""

    start: Point
    end: Point
    radii: tuple[float, float]

    def scaled(self, by: float) -> "_Limb":
        (x, y), (x2, y2) = self.start, self.end
        first, last = (max(by * radius, _LEAST / 2) for radius in self.radii)
        return _Limb((by * x, by * y), (by * x2, by * y2), (first, last))

    def bounds(self) -> Iterator[Point]:
        for (x, y), radius in zip((self.start, self.end), self.radii, strict=True):
            yield x - radius, y - radius
            yield x + radius, y + radius

    def covers(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.bool_]:
        (left, low), (right, high) = self.start, self.end
        wide, tall = right - left, high - low
        length = wide * wide + tall * tall or 1.0
        share = np.clip(((x - left) * wide + (y - low) * tall) / length, 0, 1)
        first, last = self.radii
        away = (x - left - share * wide) ** 2 + (y - low - share * tall) ** 2
        return away <= (first + share * (last - first)) ** 2


@dataclass(frozen=True, slots=True)
class _Oval:
    """An ellipse; `across` is the direction of its first radius."""

    middle: Point
    across: Point
    radii: tuple[float, float]

    def scaled(self, by: float) -> "_Oval":
        (x, y), (long, short) = self.middle, self.radii
        return _Oval((by * x, by * y), self.across, (by * long, by * short))

    def bounds(self) -> Iterator[Point]:
        (x, y), (right, up), (long, short) = self.middle, self.across, self.radii
        wide = ((long * right) ** 2 + (short * up) ** 2) ** 0.5
        tall = ((long * up) ** 2 + (short * right) ** 2) ** 0.5
        yield x - wide, y - tall
        yield x + wide, y + tall

    def covers(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.bool_]:
        (left, low), (right, up), (long, short) = self.middle, self.across, self.radii
        along, aside = (x - left) * right + (y - low) * up, (y - low) * right - (x - left) * up
        return (along / long) ** 2 + (aside / short) ** 2 <= 1


@dataclass(frozen=True, slots=True)
class _Corners:
    """What is within corners."""

    corners: tuple[Point, ...]

    def scaled(self, by: float) -> "_Corners":
        return _Corners(tuple((by * x, by * y) for x, y in self.corners))

    def bounds(self) -> Iterator[Point]:
        yield from self.corners

    def covers(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.bool_]:
        inside = np.zeros(x.shape, bool)
        for (left, low), (right, high) in zip(
            self.corners, self.corners[1:] + self.corners[:1], strict=True
        ):
            if low != high:
                crossed = (low > y) != (high > y)
                inside ^= crossed & (x < left + (y - low) * (right - left) / (high - low))
        return inside


_Shape: TypeAlias = _Limb | _Oval | _Corners


@dataclass(slots=True)
class Figure:
    """A figure that is being drawn, one part after another; later parts cover earlier ones."""

    rng: Rng
    _parts: list[tuple[_Shape, int]] = field(default_factory=list)
    _eyes: list[Point] = field(default_factory=list)

    def any(self, span: Span) -> float:
        """A number, if need be one between two."""
        if not isinstance(span, tuple):
            return span
        low, high = span
        return low + self.rng.share() * (high - low)

    def stroke(
        self, joint: Joint, turn: Span, length: Span, thick: Span, thin: Span = 0, ink: int = 1
    ) -> Joint:
        """A stroke with round ends, turned from its joint; gives its other end."""
        start, first = joint.at(0, 0, self.any(turn)), self.any(thick)
        end, last = start.at(self.any(length)), self.any(thin) or first
        self._parts.append((_Limb(start.place, end.place, (first / 2, last / 2)), ink))
        return end

    def bent(self, joint: Joint, turns: Sequence[Span], length: Span, thick: Span) -> Joint:
        """Strokes in a row, each turned from the one before."""
        for turn in turns:
            joint = self.stroke(joint, turn, length, thick)
        return joint

    def oval(
        self, joint: Joint, turn: Span, length: Span, thick: Span, ink: int = 1, inset: float = 0
    ) -> Joint:
        """An ellipse that begins at its joint, or so far before it; gives its middle."""
        long, start = self.any(length), joint.at(0, 0, self.any(turn))
        middle = start.at(long / 2 - inset)
        across = start.at(1)
        unit = (across.x - start.x, across.y - start.y)
        self._parts.append((_Oval(middle.place, unit, (long / 2, self.any(thick) / 2)), ink))
        return middle

    def disc(self, joint: Joint, across: Span, ink: int = 1) -> Joint:
        """A disc around its joint."""
        wide = self.any(across)
        return self.oval(joint, 0, wide, wide, ink, inset=wide / 2)

    def polygon(self, joint: Joint, corners: Sequence[Point], ink: int = 1) -> Joint:
        """A polygon whose corners are seen from its joint; gives the joint."""
        placed = (joint.at(*corner) for corner in corners)
        self._parts.append((_Corners(tuple(one.place for one in placed)), ink))
        return joint

    def dome(self, joint: Joint, length: Span, height: Span) -> Joint:
        """The upper half of an ellipse, whose flat side has its joint in the middle."""
        half, high = self.any(length) / 2, self.any(height)
        around = ((_COSINES[turn], _COSINES[abs(turn - 90)]) for turn in range(0, 181, 10))
        return self.polygon(joint, [(half * right, high * up) for right, up in around])

    def box(self, joint: Joint, length: float, height: float, ink: int = 1) -> Joint:
        """A rectangle with its joint at a corner; gives the joint."""
        return self.polygon(joint, ((0, 0), (length, 0), (length, height), (0, height)), ink)

    def eye(self, joint: Joint) -> None:
        """A single cell of the background, where it has filled cells all around."""
        self._eyes.append(joint.place)

    def _fitted(
        self, width: int, height: int
    ) -> tuple[float, list[tuple[_Shape, int]], Point, Point]:
        """The scale, the parts, and the corners of their frame, in cells."""
        by = 1.0
        while True:  # until the strokes that become thicker no longer matter
            shapes = [(shape.scaled(by), ink) for shape, ink in self._parts]
            points = [point for shape, ink in shapes if ink for point in shape.bounds()]
            left, low = (min(side) for side in zip(*points, strict=True))
            right, high = (max(side) for side in zip(*points, strict=True))
            change = min(width / (right - left), height / (high - low))
            if abs(change - 1) < _EXACT:
                return by, shapes, (left, low), (right, high)
            by *= change

    def drawn(self, width: int, height: int, *, mirrored: bool = False) -> tuple[Grid, int]:
        """The figure as large as its frame allows, in the middle; and what is lost in its cells.

        That is the difference to finer cells in the number of parts less that of holes.
        """
        by, shapes, low, high = self._fitted(width - 2 * _MARGIN, height - 2 * _MARGIN)
        moved = (high[0] + low[0] - width) / 2, (high[1] + low[1] - height) / 2
        across, up = ((np.arange(side * _FINE) + 0.5) / _FINE for side in (width, height))
        x, y = np.meshgrid(across + moved[0], up + moved[1])
        filled = np.zeros(x.shape, bool)
        for shape, ink in shapes:
            inside = shape.covers(x, y)
            filled = filled | inside if ink else filled & ~inside
        number = filled.reshape(height, _FINE, width, _FINE).sum(axis=(1, 3))
        cells = 2 * number > _FINE * _FINE
        lost = abs(_euler(cells) - _euler(filled))
        for left, bottom in self._eyes:
            column, row = int(by * left - moved[0]), int(by * bottom - moved[1])
            around = cells[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
            if around.shape == (3, 3) and around.all():
                cells[row, column] = False
        cells = cells[::-1, ::-1] if mirrored else cells[::-1]
        return Grid.from_rows(cells.astype(int).tolist()), lost


def _euler(cells: NDArray[np.bool_]) -> int:
    """The number of parts, connected by corners, less that of holes (Gray 1971)."""
    wide = np.pad(cells, 1).astype(int)
    one, two, three, four = wide[:-1, :-1], wide[:-1, 1:], wide[1:, :-1], wide[1:, 1:]
    number, crossed = one + two + three + four, (one == four) & (two == three) & (one != two)
    return int((number == 1).sum() - (number == 3).sum() - 2 * crossed.sum()) // 4
