"""A puzzle from a picture: pixel art, a screenshot of a grid, or a photograph.

The picture is unpacked within bounds, with Pillow (the extra `pictures`); XBM and XPM, the pictures
of the X window system, are C sources, which are read, never compiled. Its cells are enlarged
pixels, or those of a grid with lines between them. A line is seen as edges that run through the
whole grid, so the share of edges in each column of pixels has peaks at equal distances. Cells are
of one color in their middle, numbers are not: by that, clues in cells of their own are left out of
the grid. The colors of the cells become few, and the palette of a puzzle: kept as they are, divided
into dark and light, or reduced.
"""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import accumulate, pairwise
from math import ceil, dist, floor, gcd
from statistics import linear_regression
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from asp_nono.formats.color_vision import APART, least_apart, moved_apart
from asp_nono.formats.colors import table
from asp_nono.formats.source import HEIGHT, MAX_SIDE, WIDTH, Source, number, quoted, side
from asp_nono.grid import Grid, spare_chars
from asp_nono.messages import Message, PuzzleError, needs
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle

if TYPE_CHECKING:
    from PIL.Image import Image

_Rgb: TypeAlias = tuple[int, ...]  # red, green and blue, 0 to 255
_Pixels: TypeAlias = NDArray[np.uint8]  # by row, column, and red, green or blue
_Values: TypeAlias = NDArray[np.float64] | NDArray[np.int64]
_PARTS: tuple[_Rgb, _Rgb] = (0, 0, 0), (255, 255, 255)  # black and white

_NEAR = 20  # colors that differ by no more in red, green and blue are one color
_NOISY = 40  # where colors were taken together, one so near to black or white is meant to be that

MOST_COLORS = 31  # the most block colors that a picture is reduced to
_KEPT = 16  # a drawing of no more colors keeps them; one of more is made black and white
_DRAWN = 64  # a picture of no more colors was drawn, pixel by pixel; others are photographs
_SCREEN = 12_000_000  # a picture of more pixels is no screenshot: no cells are looked for in it
_SIDE = 50  # the longer side of what a photograph is made into, in cells
_FINE = 800  # the most pixels of a photograph's longer side that are kept for a search
_OPAQUE = 128  # from this value of alpha on a pixel counts as there

_LEAST_CELL = 4  # pixels: small pictures of one pixel a cell have smaller regularities by chance
_LEAST_CHANGES = 6  # the fewest edges that must agree in an enlarged picture
_EDGE = 24  # neighboring pixels that differ by more than this in red, green or blue have an edge
_PLAIN = 40  # in the middle of a cell no two pixels differ by more
_LEAST_SHARE, _PEAK = 0.3, 0.5
"""The least share of a picture that a grid takes, and of the strongest line's edges that another
line has."""

_LEAST_LINES = 3
_WITHIN = 0.3  # the most that a line takes of the gap to the next
_AMISS = 0.13  # the most that a line is off its place, as a share of the distance of lines

NAMES: dict[str, _Rgb] = {n: tuple(bytes.fromhex(rgb)) for n, rgb in table("picture.txt").items()}
"""Colors with a common name."""

_FAR = 96  # the most that a requested background may differ from a color of the picture
_CLEAR: tuple[_Rgb, ...] = ((255, 255, 255), (224, 224, 224), (200, 224, 248), (32, 32, 32))
"""Colors for transparent cells; the one that differs most from the others is taken."""


@dataclass(frozen=True, slots=True)
class PictureSettings:
    """How to read a picture.

    Attributes:
        size: Cells across and down; a 0 follows from the other.
        cell: Pixels of a cell, across and down.
        colors: Block colors that it is reduced to.
        threshold: Black what is darker than this, 0 to 255, the rest white.
        background: Its color, by name or six hexadecimal digits.
    """

    size: tuple[int, int] | None = None
    cell: int | None = None
    colors: int | None = None
    threshold: int | None = None
    background: str | None = None

    def __post_init__(self) -> None:
        for one, other in (("size", "cell"), ("colors", "threshold")):
            if None not in (getattr(self, one), getattr(self, other)):
                raise PuzzleError(
                    "both {one} and {other}; they exclude each other", one=one, other=other
                )
        if self.size and not (0 <= min(self.size) <= max(self.size) <= MAX_SIDE and any(self.size)):
            raise PuzzleError(
                "size {width}x{height}; expected 1 to {most}",
                width=self.size[0],
                height=self.size[1],
                most=MAX_SIDE,
            )
        if self.cell is not None and self.cell < 1:
            raise PuzzleError("cells of {size} pixels; expected at least 1", size=self.cell)
        if self.colors is not None and not 1 <= self.colors <= MOST_COLORS:
            raise PuzzleError(
                "{count} block colors; expected 1 to {most}", count=self.colors, most=MOST_COLORS
            )
        if self.threshold is not None and not 0 <= self.threshold <= 255:
            raise PuzzleError("threshold {value}; expected 0 to 255", value=self.threshold)
        if self.background is not None:
            color_named(self.background)


def read(source: Source, settings: PictureSettings | None = None) -> list[Puzzle]:
    """The puzzle that a picture poses; what had to be decided about it is remarked."""
    settings = settings or PictureSettings()
    image = opened(source)
    drawn = image.getcolors(_DRAWN) is not None
    small, seen = _shrunk_to_cells(image, drawn, settings, source)
    require_size(*small.size)
    pixels = np.asarray(small).reshape(-1, 4).tolist()
    colors = [tuple(color) if alpha >= _OPAQUE else None for *color, alpha in pixels]
    cells = _Cells(small.width, colors)
    wanted = None if settings.background is None else color_named(settings.background)
    few = None
    if settings.colors is not None:
        few = _reduced(cells, settings.colors + (None not in cells.colors))
    elif settings.threshold is None and (drawn or seen):
        few = _kept(cells)
    if few:
        puzzle = _puzzle_of(few, _ground_of(few, wanted))
        _remark_alike(puzzle, source)
        return [puzzle]
    level = settings.threshold
    if level is None:
        source.remark("{count} colors, made black and white", count=len(cells.counts))
        level = _best_threshold(cells)
    divided = {color: _PARTS[_brightness(color) >= level] for color in cells.counts}
    return [puzzle_of(cells.width, cells.replaced(divided).colors, settings.background)]


def _remark_alike(puzzle: Puzzle, source: Source) -> None:
    """Name the two colors that are most alike, if color-blind people may not tell them apart."""
    values = np.array([list(bytes.fromhex(color.rgb)) for color in puzzle.colors], np.uint8)
    apart, *pair = least_apart(values)
    if apart < APART:
        one, other = (puzzle.colors[number] for number in pair)
        source.remark(
            "color-blind people may not tell {one} (#{value}) from {other} (#{second})",
            one=one.name,
            value=one.rgb,
            other=other.name,
            second=other.rgb,
        )


def puzzle_of(width: int, colors: Sequence[_Rgb | None], background: str | None) -> Puzzle:
    """The puzzle of cells that have few colors, row by row; that in black and white is on white.

    Raises:
        PuzzleError: If no cell has the background.
    """
    cells = _Cells(width, colors)
    wanted = None if background is None else color_named(background)
    if cells.counts.keys() <= set(_PARTS):
        dark = wanted is not None and _distance(wanted, _PARTS[0]) < _distance(wanted, _PARTS[1])
        return _puzzle_of(cells, _PARTS[not dark])
    return _puzzle_of(cells, _ground_of(cells, wanted))


@dataclass(frozen=True, slots=True)
class Photograph:
    """A picture whose pixels are no cells, nor are cells seen in it.

    Attributes:
        pixels: By row, column, and red, green or blue.
        size: Cells across and down; a 0 follows from the other, None for any.
        colors: Block colors; None for any number.
        background: Its color, as settings have it.
    """

    pixels: _Pixels
    size: tuple[int, int] | None = None
    colors: int | None = None
    background: str | None = None

    def share(self, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        """A part (left, top, right, bottom) as shares of the whole, from 0 to 1."""
        high, wide, _ = self.pixels.shape
        left, top, right, bottom = box
        return (
            round(left / wide, 4),
            round(top / high, 4),
            round(right / wide, 4),
            round(bottom / high, 4),
        )

    def shrunk(self, box: tuple[float, float, float, float], width: int, height: int) -> _Pixels:
        """A part (left, top, right, bottom) with this many pixels, each the mean of its place."""
        from PIL import Image as Pillow

        image = Pillow.fromarray(self.pixels)
        return np.asarray(image.resize((width, height), Pillow.Resampling.BOX, box=box))


def photograph(source: Source, settings: PictureSettings | None = None) -> Photograph | None:
    """A picture as a photograph; None if it is none, or if the settings say how to read it."""
    settings = settings or PictureSettings()
    image = opened(source)  # which says so if Pillow is not installed
    from PIL import Image as Pillow

    if image.getcolors(_DRAWN) or settings.cell or settings.threshold is not None:
        return None
    whole = image.width * image.height <= _SCREEN and not settings.size
    if whole and (enlarged(image) or ruled(image)):
        return None
    paper = Pillow.new("RGBA", image.size, "white")
    flat = Pillow.alpha_composite(paper, image).convert("RGB")
    flat.thumbnail((_FINE, _FINE), Pillow.Resampling.BOX)
    return Photograph(np.asarray(flat), settings.size, settings.colors, settings.background)


def _shrunk_to_cells(
    image: Image, drawn: bool, settings: PictureSettings, source: Source
) -> tuple[Image, bool]:
    """The picture with one pixel for each cell, and whether cells were seen in it or named."""
    if settings.cell:
        return (image if settings.cell == 1 else tiles(image, settings.cell).sample(image)), True
    if settings.size:
        return _resized(image, *settings.size, drawn=drawn), False
    lattice = (enlarged(image) or ruled(image)) if image.width * image.height <= _SCREEN else None
    if lattice:
        across, down = lattice.across, lattice.down
        source.remark(
            "read as {columns}x{rows} cells of {width}x{height} pixels",
            columns=across.count,
            rows=down.count,
            width=f"{across.pitch:.3g}",
            height=f"{down.pitch:.3g}",
        )
        return lattice.sample(image), True
    if max(image.size) <= MAX_SIDE and drawn:
        return image, True
    longer = min(_SIDE, max(image.size))
    size = (longer, 0) if image.width >= image.height else (0, longer)
    small = _resized(image, *size, drawn=drawn)
    source.remark(
        "a picture of {width}x{height} pixels, shrunk to {columns}x{rows} cells; "
        "another size may suit it better",
        width=image.width,
        height=image.height,
        columns=small.width,
        rows=small.height,
    )
    return small, False


def _resized(image: Image, width: int, height: int, *, drawn: bool) -> Image:
    """The picture shrunk; a width or height of 0 follows from the other.

    What was drawn keeps its colors; those of a photograph are averaged, which lessens its noise.
    """
    from PIL import Image as Pillow

    width = width or max(1, round(height * image.width / image.height))
    height = height or max(1, round(width * image.height / image.width))
    if width > image.width or height > image.height:
        raise PuzzleError(
            "{columns}x{rows} cells from {width}x{height} pixels; a cell has at least one",
            columns=width,
            rows=height,
            width=image.width,
            height=image.height,
        )
    require_size(width, height)
    if drawn:
        axes = Axis(0, image.width / width, width), Axis(0, image.height / height, height)
        return Lattice(*axes).sample(image)
    return image.resize((width, height), Pillow.Resampling.BOX)


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


def _kept(cells: _Cells) -> _Cells | None:
    """The cells with nearly equal colors made equal; None if too many are left."""
    counts = cells.counts
    chosen: list[_Rgb] = []
    meant: dict[_Rgb, _Rgb] = {}
    for color, _ in counts.most_common():
        near = next((other for other in chosen if _distance(color, other) <= _NEAR), None)
        if near is None:
            if len(chosen) == _KEPT:
                return None
            chosen.append(color)
        meant[color] = near or color
    if len(chosen) < len(counts):
        meant = {color: _pure(other) for color, other in meant.items()}
    return cells.replaced(meant)


def _pure(color: _Rgb) -> _Rgb:
    """Black or white for a color that noise has kept from being it."""
    pure = (pure for pure in _PARTS if _distance(color, pure) <= _NOISY)
    return next(pure, color)


def _brightness(color: _Rgb) -> int:
    """How bright a color looks, 0 to 255 (ITU-R BT.601)."""
    red, green, blue = color
    return (299 * red + 587 * green + 114 * blue) // 1000


def _best_threshold(cells: _Cells) -> int:
    """Where the dark and the light cells vary least."""
    counts = np.zeros(256)
    for color, count in cells.counts.items():
        counts[_brightness(color)] += count
    levels = divisions(np.arange(256), counts) + 1
    return int(levels[len(levels) // 2])  # in the middle of a gap where several part equally well


def divisions(values: _Values, counts: _Values) -> NDArray[np.intp]:
    """The last indices of the lower part where two parts of ascending values vary least.

    Source: Otsu, "A Threshold Selection Method from Gray-Level Histograms", 1979.
    """
    numbers, sums = counts.cumsum(), (counts * values).cumsum()
    low, high = numbers[:-1], numbers[-1] - numbers[:-1]
    gap = sums[:-1] / np.maximum(low, 1) - (sums[-1] - sums[:-1]) / np.maximum(high, 1)
    between = low * high * gap**2  # how far apart they are, weighted by their numbers
    return np.flatnonzero(between == between.max())


def _reduced(cells: _Cells, count: int) -> _Cells:
    """The cells in at most `count` colors, by median cut; color-blind people tell them apart."""
    from PIL import Image

    if len(cells.counts) <= count:
        return cells
    order = [color for color in cells.colors if color is not None]
    strip = Image.frombytes("RGB", (len(order), 1), b"".join(map(bytes, order)))
    few = strip.quantize(count, Image.Quantize.MEDIANCUT, kmeans=3, dither=Image.Dither.NONE)
    parts = map(tuple, np.asarray(few.convert("RGB"))[0].tolist())
    chosen = {old: _pure(new) for old, new in zip(order, parts, strict=True)}
    colors = list(dict.fromkeys(chosen.values()))
    apart = map(tuple, moved_apart(np.array(colors, np.uint8)).tolist())
    moved = dict(zip(colors, apart, strict=True))
    return cells.replaced({old: moved[new] for old, new in chosen.items()})


def color_named(text: str) -> _Rgb:
    """The color with a common name or six hexadecimal digits."""
    if text.lower() in NAMES:
        return NAMES[text.lower()]
    if found := re.fullmatch("#?([0-9a-fA-F]{6})", text):
        return tuple(bytes.fromhex(found[1]))
    raise PuzzleError(
        "color {color}; expected a value such as #ff8800, or one of {names}",
        color=quoted(text),
        names=tuple(sorted(NAMES)),
    )


def _ground_of(cells: _Cells, wanted: _Rgb | None) -> _Rgb | None:
    """The color of the background: the requested one, else the most frequent one at the edge.

    None stands for what is transparent; if anything is, that is the background.
    """
    if wanted is not None:
        nearest = min(cells.counts, key=lambda color: _distance(color, wanted), default=None)
        if nearest is None or _distance(nearest, wanted) > _FAR:
            seen = tuple(f"#{bytes(color).hex()}" for color in list(cells.counts)[:8])
            raise PuzzleError(
                "no cell has the background #{color}; the picture has {colors}",
                color=bytes(wanted).hex(),
                colors=seen or Message("transparent"),
            )
        return nearest
    if None in cells.colors:
        return None
    width, colors = cells.width, cells.colors
    edge = [*colors[:width], *colors[-width:], *colors[::width], *colors[width - 1 :: width]]
    return Counter(edge).most_common(1)[0][0]


def _puzzle_of(cells: _Cells, ground: _Rgb | None) -> Puzzle:
    blocks = [color for color, _ in cells.counts.most_common() if color != ground]
    number = {color: index for index, color in enumerate(blocks, 1)}
    values = [number.get(color, 0) if color else 0 for color in cells.colors]
    rows = (values[start : start + cells.width] for start in range(0, len(values), cells.width))
    if ground is None:
        ground = max(_CLEAR, key=lambda c: min((_distance(c, o) for o in blocks), default=256))
    return Puzzle.of(Grid.from_rows(rows), tuple(_palette([ground, *blocks])))


def _palette(colors: Sequence[_Rgb]) -> Iterator[Color]:
    numbers, chars = Counter[str](), set[str]()
    for rgb in colors:
        name = min(NAMES, key=lambda name: dist(NAMES[name], rgb))
        numbers[name] += 1
        full = f"{name}{numbers[name] if numbers[name] > 1 else ''}"
        usual = {WHITE.name: WHITE.char, BLACK.name: BLACK.char}.get(full, name)
        free = (char for char in usual if char not in chars)
        char = next(free, "") or next(spare_chars(chars | {WHITE.char, BLACK.char}))
        chars.add(char)
        yield Color(full, char, bytes(rgb).hex())


_Run: TypeAlias = list[tuple[int, float]]
"""Lines at about equal distances, each with its number, the first 0; some may be missing."""


@dataclass(frozen=True, slots=True)
class Axis:
    """`count` cells side by side: where the first begins, and the size of each, in pixels."""

    start: float
    pitch: float
    count: int

    def inside(self, index: int) -> tuple[int, int]:
        """The middle half of a cell, where no line is: first pixel and the one after the last."""
        first = floor(self.start + (index + 0.25) * self.pitch)
        return first, max(first + 1, ceil(self.start + (index + 0.75) * self.pitch))

    def without(self, first: int) -> Axis:
        """The same without its `first` cells."""
        return Axis(self.start + first * self.pitch, self.pitch, self.count - first)


def require_size(width: int, height: int) -> None:
    """Do nothing if a puzzle can have this number of columns and rows."""
    if not 1 <= min(width, height) <= max(width, height) <= MAX_SIDE:
        raise PuzzleError(
            "{width}x{height} cells; expected at most {most}x{most}",
            width=width,
            height=height,
            most=MAX_SIDE,
        )


@dataclass(frozen=True, slots=True)
class Lattice:
    """The cells of a picture."""

    across: Axis
    down: Axis

    def boxes(self) -> Iterator[list[tuple[int, int, int, int]]]:
        """The middle of each cell, row by row: left, top, right, bottom."""
        columns = [self.across.inside(x) for x in range(self.across.count)]
        for y in range(self.down.count):
            top, bottom = self.down.inside(y)
            yield [(left, top, right, bottom) for left, right in columns]

    def sample(self, image: Image) -> Image:
        """A picture with one pixel for each cell: the most frequent color in its middle."""
        from PIL import Image as Pillow

        require_size(self.across.count, self.down.count)
        data = b"".join(_commonest(image.crop(box)) for row in self.boxes() for box in row)
        return Pillow.frombytes("RGBA", (self.across.count, self.down.count), data)


def tiles(image: Image, cell: int) -> Lattice:
    """Cells of a given size, from the upper left corner on; the rest is ignored."""
    return Lattice(*(Axis(0, cell, length // cell) for length in image.size))


def _commonest(part: Image) -> bytes:
    data = part.tobytes()
    return Counter(data[at : at + 4] for at in range(0, len(data), 4)).most_common(1)[0][0]


def enlarged(image: Image) -> Lattice | None:
    """The cells of a picture whose every pixel was made a square; None if it is no such picture."""
    pixels = np.asarray(image)
    cell, changes = gcd(*image.size), 0
    for lines in (pixels, pixels.swapaxes(0, 1)):
        places = np.flatnonzero((lines[1:] != lines[:-1]).any(axis=(1, 2))) + 1
        cell, changes = gcd(cell, *places.tolist()), changes + len(places)
    return tiles(image, cell) if cell >= _LEAST_CELL and changes >= _LEAST_CHANGES else None


def ruled(image: Image) -> Lattice | None:
    """The cells of a ruled grid; None if there is none to be seen."""
    from PIL import Image as Pillow

    paper = Pillow.new("RGBA", image.size, "white")
    flat = np.asarray(Pillow.alpha_composite(paper, image).convert("RGB"))
    across, down = _axis(_edges(flat)), _axis(_edges(flat.swapaxes(0, 1)))
    return _without_clues(flat, Lattice(across, down)) if across and down else None


def _edges(pixels: _Pixels) -> list[float]:
    """For each column of pixels the share of rows in which an edge goes before it."""
    left, right = pixels[:, :-1], pixels[:, 1:]
    steps = np.maximum(left, right) - np.minimum(left, right)
    return [0.0, *(steps > _EDGE).any(axis=2).mean(axis=0).tolist()]


def _axis(shares: Sequence[float]) -> Axis | None:
    """Equally spaced lines where edges are most frequent; None if there are too few."""
    most = max(shares)
    if most < _LEAST_SHARE:
        return None
    lines = _lines([x for x, share in enumerate(shares) if share >= _PEAK * most])
    gaps = {round(after - before) for before, after in pairwise(lines)}
    runs = [run for gap in gaps if gap >= _LEAST_CELL for run in _runs(lines, gap)]
    # lines that are there count for a run, those that are missing against it
    best = max(runs, key=lambda run: 2 * len(run) - run[-1][0], default=[])
    if len(best) < _LEAST_LINES:
        return None
    for line in reversed(lines):
        pitch = _pitch(best)
        if abs(best[0][1] - line - pitch) <= _AMISS * pitch:
            best = [(0, line), *((number + 1, place) for number, place in best)]
    # by least squares: single lines may be a little off
    pitch, start = linear_regression(*zip(*best, strict=True))
    return Axis(start, pitch, best[-1][0])


def _runs(lines: Sequence[float], gap: float) -> list[_Run]:
    runs: list[_Run] = []
    for line in lines:
        number = _number(runs[-1], line, gap) if runs else 0
        if number:
            runs[-1].append((number, line))
        else:
            runs.append([(0, line)])
    return runs


def _number(run: _Run, line: float, gap: float) -> int:
    """The number of a line in a run, where one is expected; else 0."""
    pitch = _pitch(run) if len(run) > 1 else gap
    distance = line - run[0][1]
    number = round(distance / pitch)
    amiss = abs(distance - number * pitch)
    return number if number > run[-1][0] and amiss <= max(1, _AMISS * pitch) else 0


def _pitch(run: _Run) -> float:
    return (run[-1][1] - run[0][1]) / run[-1][0]


def _lines(edges: Sequence[int]) -> list[float]:
    """The middles of lines: a line has an edge on either side, or several where it is blurred.

    There may be fewer gaps of cells than of gaps within lines; but gaps of this size and larger
    ones make up half of all the length.
    """
    gaps = sorted((after - before for before, after in pairwise(edges)), reverse=True)
    sums = zip(gaps, accumulate(gaps), strict=True)
    usual = next((gap for gap, length in sums if 2 * length >= sum(gaps)), 0)
    groups = [[edges[0]]]
    for before, after in pairwise(edges):
        if after - before <= _WITHIN * usual:
            groups[-1].append(after)
        else:
            groups.append([after])
    return [(group[0] + group[-1]) / 2 for group in groups]


def _without_clues(flat: _Pixels, lattice: Lattice) -> Lattice | None:
    """The largest part at the lower right in which every cell is of one color.

    None if that is less than a quarter of the whole: then these are no cells.
    """
    width, height = lattice.across.count, lattice.down.count
    require_size(width, height)
    lowest = [0] * width  # by column, the row after the last cell that is not of one color
    for y, row in enumerate(lattice.boxes(), 1):
        for x, box in enumerate(row):
            left, top, right, bottom = box
            if np.ptp(flat[top:bottom, left:right], axis=(0, 1)).max() > _PLAIN:
                lowest[x] = y
    tops = [max(lowest[left:]) for left in range(width)]
    left = max(range(width), key=lambda x: (width - x) * (height - tops[x]))
    top = tops[left]
    if 4 * (width - left) * (height - top) < width * height:
        return None
    return Lattice(lattice.across.without(left), lattice.down.without(top))


MAX_PIXELS = 30_000_000  # no larger picture is unpacked
_KINDS = ("PNG", "GIF", "BMP", "JPEG", "WEBP", "PPM", "XBM")  # none that could run another program

_DRAFT = 2000  # a JPEG may be unpacked smaller as long as its sides keep this number of pixels

_MOST_KEYS, _MOST_LETTERS = 65_536, 8  # colors of an XPM, and characters for one of them
_MOST_TEXT = 200  # the longest declaration of a color

Pixel = tuple[int, int, int, int]


def opened(source: Source) -> Image:
    """The picture in some content, upright, of mode RGBA; of an animation its first frame."""
    with needs("pictures", "reading pictures"):
        from PIL import Image, UnidentifiedImageError
    if re.match(rb"\s*/\*[ \t]*XPM[ \t]*\*/", source.data):
        return _xpm(source)
    data = re.sub(rb"\A\s*/\*(?s:.*?)\*/\s*", b"", source.data, count=1)  # before an XBM
    if re.match(rb"(?:#define.*\n)+static.*\bshort\b", data):  # as X10 had it; Pillow misreads it
        raise PuzzleError("an XBM of sixteen bits a number; expected eight")
    with warnings.catch_warnings(action="ignore"):  # of oddities that Pillow can live with
        try:
            image = Image.open(BytesIO(data), formats=_KINDS)
            if image.format == "JPEG" and min(image.size) > _DRAFT:
                image.draft("RGB", (_DRAFT, _DRAFT))
            if image.width * image.height <= MAX_PIXELS:
                return _upright(image)
        except UnidentifiedImageError:
            raise PuzzleError("a damaged picture: cannot identify image file") from None
        except Image.DecompressionBombError:
            pass
        except Exception as error:  # noqa: BLE001 - damaged data make decoders raise anything
            text = str(error).partition("\n")[0] or type(error).__name__
            raise PuzzleError("a damaged picture: {reason}", reason=text) from None
    most = MAX_PIXELS // 1_000_000
    raise PuzzleError("a picture of more than {most} million pixels; expected fewer", most=most)


def _upright(image: Image) -> Image:
    """The picture unpacked, turned as the camera was held."""
    from PIL import Image, ImageOps

    image.load()
    if image.format == "XBM":  # a 1 is black, a 0 transparent
        black = Image.new("RGBA", image.size, (255, 255, 255, 0))
        black.paste((0, 0, 0, 255), mask=image)
        return black
    if image.mode.startswith("I"):  # sixteen bits, which conversion would cut off at eight
        image = image.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    return ImageOps.exif_transpose(image).convert("RGBA")


def _xpm(source: Source) -> Image:
    from PIL import Image

    strings = re.findall(r'"([^"\n]*)"', source.text())
    head = strings[0].split() if strings else []
    if len(head) < 4:
        raise PuzzleError("an XPM without its size and the number of its colors")
    width, height = side(head[0], WIDTH), side(head[1], HEIGHT)
    colors = number(head[2], Message("colors"))
    letters = number(head[3], Message("characters for a color"))
    if colors > _MOST_KEYS or not 1 <= letters <= _MOST_LETTERS:
        raise PuzzleError(
            "{colors} colors of {letters} characters; expected fewer",
            colors=colors,
            letters=letters,
        )
    if len(strings) < 1 + colors + height:
        raise PuzzleError(
            "{count} lines; expected {colors} colors and {height} rows",
            count=len(strings) - 1,
            colors=colors,
            height=height,
        )
    palette = {line[:letters]: bytes(_color(line[letters:])) for line in strings[1 : 1 + colors]}
    data = bytearray()
    for y, line in enumerate(strings[1 + colors : 1 + colors + height], 1):
        keys = [line[x * letters : (x + 1) * letters] for x in range(width)]
        unknown = next((key for key in keys if key not in palette), None)
        if unknown is not None:
            where = (Message("row {number}", number=y),)
            raise PuzzleError("color {color} is not declared", color=quoted(unknown), where=where)
        data += b"".join(palette[key] for key in keys)
    return Image.frombytes("RGBA", (width, height), bytes(data))


def _color(text: str) -> Pixel:
    """The color of a declaration such as `c #ff0000 m white`: the one for color screens."""
    from PIL import ImageColor

    if len(text) > _MOST_TEXT:
        raise _unknown_color(text)
    values = dict(re.findall(r"\b(c|g4|g|m|s)\s+(.+?)(?=\s+(?:c|g4|g|m|s)\s|\s*$)", text))
    value = next((values[key] for key in ("c", "g", "g4", "m") if key in values), "")
    if value.lower() == "none":
        return 255, 255, 255, 0
    if digits := re.fullmatch("#((?:[0-9a-fA-F]{3}){1,4})", value):
        step = len(digits[1]) // 3
        parts = [digits[1][at : at + step] for at in range(0, 3 * step, step)]
        red, green, blue = (int(part, 16) * 255 // (16**step - 1) for part in parts)
        return red, green, blue, 255
    if share := re.fullmatch("gr[ae]y([0-9]{1,2}|100)", value.lower()):
        red = green = blue = round(int(share[1]) * 2.55)
    elif found := ImageColor.colormap.get(value.replace(" ", "").lower()):
        red, green, blue = ImageColor.getrgb(found if isinstance(found, str) else value)[:3]
    else:
        raise _unknown_color(text)
    return red, green, blue, 255


def _unknown_color(text: str) -> PuzzleError:
    return PuzzleError("color {color}; expected one such as c #ff0000", color=quoted(text.strip()))
