"""The colors of cells: kept as they are, divided into dark and light, or reduced to a few."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TypeAlias

Rgb: TypeAlias = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""

BLACK_RGB, WHITE_RGB = (0, 0, 0), (255, 255, 255)

_NEAR = 20
"""Colors that differ by no more in red, green and blue are taken to be one."""

_NOISY = 40
"""Where colors were taken together, one so near to black or white is meant to be that."""


@dataclass(frozen=True, slots=True)
class Cells:
    """The colors of cells.

    Attributes:
        width: Number of cells in a row.
        colors: The color of each cell, row by row; None where it is transparent.
    """

    width: int
    colors: Sequence[Rgb | None]

    @property
    def counts(self) -> Counter[Rgb]:
        """How many cells have each color."""
        return Counter(color for color in self.colors if color is not None)

    def replaced(self, by: dict[Rgb, Rgb]) -> Cells:
        """The same cells with other colors."""
        return Cells(self.width, [None if color is None else by[color] for color in self.colors])

    def border(self) -> Counter[Rgb | None]:
        """How many cells at the edge have each color."""
        width, colors = self.width, self.colors
        edge = [*colors[:width], *colors[-width:], *colors[::width], *colors[width - 1 :: width]]
        return Counter(edge)


def distance(one: Rgb, other: Rgb) -> int:
    """How far two colors are apart in the one of red, green and blue that differs most."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def kept(cells: Cells, most: int) -> Cells | None:
    """The cells with nearly equal colors made equal; None if more than `most` are left."""
    counts = cells.counts
    chosen: list[Rgb] = []
    meant: dict[Rgb, Rgb] = {}
    for color, _ in counts.most_common():
        near = next((other for other in chosen if distance(color, other) <= _NEAR), None)
        if near is None:
            if len(chosen) == most:
                return None
            chosen.append(color)
        meant[color] = near or color
    if len(chosen) < len(counts):
        meant = {color: _pure(other) for color, other in meant.items()}
    return cells.replaced(meant)


def _pure(color: Rgb) -> Rgb:
    """Black or white for a color that noise has kept from being it."""
    return next((pure for pure in (BLACK_RGB, WHITE_RGB) if distance(color, pure) <= _NOISY), color)


def divided(cells: Cells, threshold: int | None) -> Cells:
    """The cells in black, where they are darker than `threshold`, and white.

    Without a threshold, it is put where it parts the dark from the light cells best: so that both
    vary least (Otsu, "A Threshold Selection Method from Gray-Level Histograms", 1979).
    """
    level = _best_threshold(cells) if threshold is None else threshold
    dark = {color: BLACK_RGB if _brightness(color) < level else WHITE_RGB for color in cells.counts}
    return cells.replaced(dark)


def _brightness(color: Rgb) -> int:
    """How bright a color looks, 0 to 255 (ITU-R BT.601)."""
    red, green, blue = color
    return (299 * red + 587 * green + 114 * blue) // 1000


def _best_threshold(cells: Cells) -> int:
    histogram = [0] * 256
    for color, count in cells.counts.items():
        histogram[_brightness(color)] += count
    numbers = list(accumulate(histogram, initial=0))
    sums = list(accumulate((level * n for level, n in enumerate(histogram)), initial=0))

    def between(level: int) -> float:
        """How far apart the dark and the light are, weighted by their numbers."""
        dark, light = numbers[level], numbers[-1] - numbers[level]
        if not dark or not light:
            return 0
        return dark * light * (sums[level] / dark - (sums[-1] - sums[level]) / light) ** 2

    best = max(map(between, range(1, 256)))
    levels = [level for level in range(1, 256) if between(level) == best]
    return levels[len(levels) // 2]  # in the middle of a gap, where several part equally well


def reduced(cells: Cells, count: int) -> Cells:
    """The cells in at most `count` colors, by median cut."""
    from PIL import Image

    counts = cells.counts
    if len(counts) <= count:
        return cells
    order = [color for color in cells.colors if color is not None]
    strip = Image.frombytes(
        "RGB", (len(order), 1), bytes(part for color in order for part in color)
    )
    few = strip.quantize(count, Image.Quantize.MEDIANCUT, kmeans=3, dither=Image.Dither.NONE)
    values = few.convert("RGB").tobytes()
    parts = zip(values[0::3], values[1::3], values[2::3], strict=True)
    return cells.replaced({old: _pure(new) for old, new in zip(order, parts, strict=True)})
