"""From pixels to cells: where the cells of a picture are, and the color of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, floor, gcd
from typing import TYPE_CHECKING

from asp_nono.errors import PuzzleError
from asp_nono.formats.source import MAX_SIDE

if TYPE_CHECKING:
    from PIL.Image import Image

LEAST_CELL = 4
"""Cells of fewer pixels are not looked for: small pictures of one pixel to a cell have such
regularities by chance."""

_LEAST_CHANGES = 6
"""So many edges must agree before a picture is taken to be enlarged."""


@dataclass(frozen=True, slots=True)
class Axis:
    """Cells side by side.

    Attributes:
        start: Where the first begins, in pixels.
        pitch: How many pixels each takes.
        count: How many there are.
    """

    start: float
    pitch: float
    count: int

    def inside(self, index: int) -> tuple[int, int]:
        """The middle half of a cell, where no line is: first pixel and the one after the last."""
        first = floor(self.start + (index + 0.25) * self.pitch)
        return first, max(first + 1, ceil(self.start + (index + 0.75) * self.pitch))

    def without(self, first: int) -> Axis:
        """The same without the first so many cells."""
        return Axis(self.start + first * self.pitch, self.pitch, self.count - first)


@dataclass(frozen=True, slots=True)
class Lattice:
    """The cells of a picture: across and down."""

    across: Axis
    down: Axis

    def require_size(self) -> None:
        """Do nothing if a puzzle can have so many cells, and has any.

        Raises:
            PuzzleError: If it cannot.
        """
        if not all(1 <= axis.count <= MAX_SIDE for axis in (self.across, self.down)):
            size = f"{self.across.count}x{self.down.count}"
            raise PuzzleError(f"{size} cells; expected at most {MAX_SIDE}x{MAX_SIDE}")

    def boxes(self) -> Iterator[list[tuple[int, int, int, int]]]:
        """The middle of each cell, row by row: left, top, right, bottom."""
        columns = [self.across.inside(x) for x in range(self.across.count)]
        for y in range(self.down.count):
            top, bottom = self.down.inside(y)
            yield [(left, top, right, bottom) for left, right in columns]

    def sample(self, image: Image) -> Image:
        """A picture with one pixel for each cell: the most frequent color in its middle.

        Raises:
            PuzzleError: If there are more cells than a puzzle can have.
        """
        from PIL import Image as Pillow

        self.require_size()
        data = b"".join(_commonest(image.crop(box)) for row in self.boxes() for box in row)
        return Pillow.frombytes("RGBA", (self.across.count, self.down.count), data)


def tiles(image: Image, cell: int) -> Lattice:
    """Cells of a given size, from the upper left corner on; what is left over is ignored."""
    return Lattice(*(Axis(0, cell, length // cell) for length in image.size))


def _commonest(part: Image) -> bytes:
    data = part.tobytes()
    return Counter(data[at : at + 4] for at in range(0, len(data), 4)).most_common(1)[0][0]


def enlarged(image: Image) -> Lattice | None:
    """The cells of a picture whose every pixel was made a square; None if it is no such picture."""
    from PIL import Image as Pillow

    cell, changes = gcd(*image.size), 0
    for side in (image, image.transpose(Pillow.Transpose.TRANSPOSE)):
        for y in _changes(side):
            cell = gcd(cell, y)
            changes += 1
            if cell < LEAST_CELL:
                return None
    return tiles(image, cell) if changes >= _LEAST_CHANGES else None


def _changes(image: Image) -> Iterator[int]:
    """The rows that differ from the one above them."""
    data, step = image.tobytes(), image.width * len(image.getbands())
    for y in range(1, image.height):
        if data[(y - 1) * step : y * step] != data[y * step : (y + 1) * step]:
            yield y
