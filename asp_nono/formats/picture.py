"""A puzzle from a picture: pixel art, a screenshot of a grid, or a photograph.

`picture_open` unpacks the picture and `picture_grid` finds its cells; here their colors become few,
and the palette of a puzzle: kept as they are, divided into dark and light, or reduced.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import dist
from typing import TYPE_CHECKING, TypeAlias

from asp_nono.errors import PuzzleError
from asp_nono.formats.picture_grid import Axis, Lattice, enlarged, require_size, ruled, tiles
from asp_nono.formats.picture_open import opened
from asp_nono.formats.source import MAX_SIDE, Source, quoted
from asp_nono.grid import Grid, spare_chars
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle

if TYPE_CHECKING:
    from PIL.Image import Image

_Rgb: TypeAlias = tuple[int, int, int]  # red, green and blue, 0 to 255
_BLACK_RGB, _WHITE_RGB = (0, 0, 0), (255, 255, 255)

_NEAR = 20  # colors that differ by no more in red, green and blue are one color
_NOISY = 40  # where colors were taken together, one so near to black or white is meant to be that

MOST_COLORS = 31  # the most block colors that a picture is reduced to
_KEPT = 16  # a drawing of no more colors keeps them; one of more is made black and white
_DRAWN = 64  # a picture of no more colors was drawn, pixel by pixel; others are photographs
_SCREEN = 12_000_000  # a picture of more pixels is no screenshot: no cells are looked for in it
_SIDE = 50  # the longer side of what a photograph is made into, in cells
_OPAQUE = 128  # from this value of alpha on a pixel counts as there


def _rgb_of(digits: str) -> _Rgb:
    red, green, blue = bytes.fromhex(digits)
    return red, green, blue


_NAMED = """
white:ffffff black:000000 gray:808080 silver:c8c8c8 red:e61414 maroon:800000
orange:ff8c00 yellow:ffe119 olive:808000 lime:3cdc3c green:008000 teal:008080
cyan:46dcf0 blue:143cdc navy:00006e purple:801ea0 magenta:f032e6 pink:ffbecd
brown:8c501e beige:f5e6c8
"""
NAMES = {name: _rgb_of(rgb) for name, _, rgb in (pair.partition(":") for pair in _NAMED.split())}
"""Colors with a common name."""

_FAR = 96  # the most that a requested background may differ from a color of the picture
_CLEAR: tuple[_Rgb, ...] = ((255, 255, 255), (224, 224, 224), (200, 224, 248), (32, 32, 32))
"""Colors for transparent cells; the one that differs most from the others is taken."""


@dataclass(frozen=True, slots=True)
class PictureSettings:
    """What to make of a picture."""

    size: tuple[int, int] | None = None  # cells across and down; a 0 follows from the other
    cell: int | None = None  # pixels of a cell, across and down
    colors: int | None = None  # block colors that it is reduced to
    threshold: int | None = None  # black what is darker than this, 0 to 255, the rest white
    background: str | None = None  # its color, by name or six hexadecimal digits

    def __post_init__(self) -> None:
        for one, other in (("size", "cell"), ("colors", "threshold")):
            if None not in (getattr(self, one), getattr(self, other)):
                raise PuzzleError(f"both {one} and {other}; they exclude each other")
        if self.size and not (0 <= min(self.size) <= max(self.size) <= MAX_SIDE and any(self.size)):
            raise PuzzleError(f"size {self.size[0]}x{self.size[1]}; expected 1 to {MAX_SIDE}")
        if self.cell is not None and self.cell < 1:
            raise PuzzleError(f"cells of {self.cell} pixels; expected at least 1")
        if self.colors is not None and not 1 <= self.colors <= MOST_COLORS:
            raise PuzzleError(f"{self.colors} block colors; expected 1 to {MOST_COLORS}")
        if self.threshold is not None and not 0 <= self.threshold <= 255:
            raise PuzzleError(f"threshold {self.threshold}; expected 0 to 255")
        if self.background is not None:
            color_named(self.background)


def read(source: Source, settings: PictureSettings | None = None) -> list[Puzzle]:
    """The puzzle that a picture poses; what had to be decided about it is remarked."""
    settings = settings or PictureSettings()
    image = opened(source)
    drawn = image.getcolors(_DRAWN) is not None
    small, seen = _shrunk_to_cells(image, drawn, settings, source)
    cells = _cells(small)
    wanted = None if settings.background is None else color_named(settings.background)
    few = None
    if settings.colors is not None:
        few = _reduced(cells, settings.colors + (None not in cells.colors))
    elif settings.threshold is None and (drawn or seen):
        few = _kept(cells, _KEPT)
    if few:
        return [_puzzle_of(few, _ground_of(few, wanted))]
    if settings.threshold is None:
        source.remark(f"{len(cells.counts)} colors, made black and white")
    dark = wanted is not None and _distance(wanted, _BLACK_RGB) < _distance(wanted, _WHITE_RGB)
    ground = _BLACK_RGB if dark else _WHITE_RGB
    return [_puzzle_of(_divided(cells, settings.threshold), ground)]


def _shrunk_to_cells(
    image: Image, drawn: bool, settings: PictureSettings, source: Source
) -> tuple[Image, bool]:
    """The picture with one pixel for each cell, and whether cells were seen in it or named."""
    if settings.cell:
        return (image if settings.cell == 1 else tiles(image, settings.cell).sample(image)), True
    if settings.size:
        return _resized(image, *settings.size, drawn=drawn), False
    screen = image.width * image.height <= _SCREEN
    lattice = (enlarged(image) or ruled(image)) if screen else None
    if lattice:
        across, down = lattice.across, lattice.down
        cell = f"{across.pitch:.3g}x{down.pitch:.3g} pixels"
        source.remark(f"read as {across.count}x{down.count} cells of {cell}")
        return lattice.sample(image), True
    if max(image.size) <= MAX_SIDE and drawn:
        return image, True
    longer = min(_SIDE, max(image.size))
    size = (longer, 0) if image.width >= image.height else (0, longer)
    small = _resized(image, *size, drawn=drawn)
    shown = f"{image.width}x{image.height} pixels, shrunk to {small.width}x{small.height} cells"
    source.remark(f"a picture of {shown}; another size may suit it better")
    return small, False


def _resized(image: Image, width: int, height: int, *, drawn: bool) -> Image:
    """The picture shrunk; a width or height of 0 follows from the other.

    What was drawn keeps its colors; those of a photograph are averaged, which lessens its noise.
    """
    from PIL import Image as Pillow

    width = width or max(1, round(height * image.width / image.height))
    height = height or max(1, round(width * image.height / image.width))
    if width > image.width or height > image.height:
        sizes = f"{width}x{height} cells from {image.width}x{image.height} pixels"
        raise PuzzleError(f"{sizes}; a cell has at least one")
    require_size(width, height)
    if drawn:
        axes = Axis(0, image.width / width, width), Axis(0, image.height / height, height)
        return Lattice(*axes).sample(image)
    return image.resize((width, height), Pillow.Resampling.BOX)


def _cells(image: Image) -> _Cells:
    require_size(*image.size)
    data = image.tobytes()
    pixels = zip(data[0::4], data[1::4], data[2::4], data[3::4], strict=True)
    colors = [
        (red, green, blue) if alpha >= _OPAQUE else None for red, green, blue, alpha in pixels
    ]
    return _Cells(image.width, colors)


@dataclass(frozen=True, slots=True)
class _Cells:
    """The color of each cell, row by row; None where it is transparent."""

    width: int
    colors: Sequence[_Rgb | None]

    @property
    def counts(self) -> Counter[_Rgb]:
        return Counter(color for color in self.colors if color is not None)

    def replaced(self, by: dict[_Rgb, _Rgb]) -> _Cells:
        return _Cells(self.width, [None if color is None else by[color] for color in self.colors])


def _distance(one: _Rgb, other: _Rgb) -> int:
    """How far two colors are apart in the one of red, green and blue that differs most."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def _kept(cells: _Cells, most: int) -> _Cells | None:
    """The cells with nearly equal colors made equal; None if more than `most` are left."""
    counts = cells.counts
    chosen: list[_Rgb] = []
    meant: dict[_Rgb, _Rgb] = {}
    for color, _ in counts.most_common():
        near = next((other for other in chosen if _distance(color, other) <= _NEAR), None)
        if near is None:
            if len(chosen) == most:
                return None
            chosen.append(color)
        meant[color] = near or color
    if len(chosen) < len(counts):
        meant = {color: _pure(other) for color, other in meant.items()}
    return cells.replaced(meant)


def _pure(color: _Rgb) -> _Rgb:
    """Black or white for a color that noise has kept from being it."""
    pure = (pure for pure in (_BLACK_RGB, _WHITE_RGB) if _distance(color, pure) <= _NOISY)
    return next(pure, color)


def _divided(cells: _Cells, threshold: int | None) -> _Cells:
    """The cells in black, where they are darker than `threshold`, and white."""
    level = _best_threshold(cells) if threshold is None else threshold
    parts = _BLACK_RGB, _WHITE_RGB
    return cells.replaced({color: parts[_brightness(color) >= level] for color in cells.counts})


def _brightness(color: _Rgb) -> int:
    """How bright a color looks, 0 to 255 (ITU-R BT.601)."""
    red, green, blue = color
    return (299 * red + 587 * green + 114 * blue) // 1000


def _best_threshold(cells: _Cells) -> int:
    """Where the dark and the light cells vary least.

    Source: Otsu, "A Threshold Selection Method from Gray-Level Histograms", 1979.
    """
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


def _reduced(cells: _Cells, count: int) -> _Cells:
    """The cells in at most `count` colors, by median cut."""
    from PIL import Image

    counts = cells.counts
    if len(counts) <= count:
        return cells
    order = [color for color in cells.colors if color is not None]
    strip = Image.frombytes("RGB", (len(order), 1), b"".join(map(bytes, order)))
    few = strip.quantize(count, Image.Quantize.MEDIANCUT, kmeans=3, dither=Image.Dither.NONE)
    values = few.convert("RGB").tobytes()
    parts = zip(values[0::3], values[1::3], values[2::3], strict=True)
    return cells.replaced({old: _pure(new) for old, new in zip(order, parts, strict=True)})


def color_named(text: str) -> _Rgb:
    """The color with a common name or six hexadecimal digits."""
    if text.lower() in NAMES:
        return NAMES[text.lower()]
    if found := re.fullmatch("#?([0-9a-fA-F]{6})", text):
        return _rgb_of(found[1])
    names = ", ".join(sorted(NAMES))
    raise PuzzleError(f"color {quoted(text)}; expected a value such as #ff8800, or one of {names}")


def _ground_of(cells: _Cells, wanted: _Rgb | None) -> _Rgb | None:
    """The color of the background: the requested one, else the most frequent one at the edge.

    None stands for what is transparent; if anything is, that is the background.
    """
    if wanted is not None:
        nearest = min(cells.counts, key=lambda color: _distance(color, wanted), default=None)
        if nearest is None or _distance(nearest, wanted) > _FAR:
            seen = ", ".join(f"#{_hex(color)}" for color in list(cells.counts)[:8])
            has = f"the picture has {seen or 'transparent'}"
            raise PuzzleError(f"no cell has the background #{_hex(wanted)}; {has}")
        return nearest
    if None in cells.colors:
        return None
    width, colors = cells.width, cells.colors
    edge = [*colors[:width], *colors[-width:], *colors[::width], *colors[width - 1 :: width]]
    return Counter(edge).most_common(1)[0][0]


def _puzzle_of(cells: _Cells, ground: _Rgb | None) -> Puzzle:
    """The puzzle that cells in a few colors pose."""
    blocks = [color for color, _ in cells.counts.most_common() if color != ground]
    number = {color: index for index, color in enumerate(blocks, 1)}
    values = [number.get(color, 0) if color else 0 for color in cells.colors]
    rows = (values[start : start + cells.width] for start in range(0, len(values), cells.width))
    if ground is None:
        ground = max(_CLEAR, key=lambda c: min((_distance(c, o) for o in blocks), default=256))
    return Puzzle.of(Grid(tuple(map(tuple, rows))), tuple(_palette([ground, *blocks])))


def _palette(colors: Sequence[_Rgb]) -> Iterator[Color]:
    """A name and a character for each color."""
    numbers, chars = Counter[str](), set[str]()
    for rgb in colors:
        name = min(NAMES, key=lambda name: dist(NAMES[name], rgb))
        numbers[name] += 1
        full = f"{name}{numbers[name] if numbers[name] > 1 else ''}"
        usual = {WHITE.name: WHITE.char, BLACK.name: BLACK.char}.get(full, name)
        free = (char for char in usual if char not in chars)
        char = next(free, "") or next(spare_chars(chars | {WHITE.char, BLACK.char}))
        chars.add(char)
        yield Color(full, char, _hex(rgb))


def _hex(color: _Rgb) -> str:
    return bytes(color).hex()
