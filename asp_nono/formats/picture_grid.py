"""Where the cells of a picture are: enlarged pixels, or a grid with lines between the cells.

A line is seen as edges that run through the whole grid, so the share of edges in each column of
pixels has peaks at equal distances. Cells are of one color in their middle, numbers are not: by
that, clues in cells of their own are left out of the grid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, gcd
from statistics import linear_regression
from typing import TYPE_CHECKING, TypeAlias

from asp_nono.errors import PuzzleError
from asp_nono.formats.source import MAX_SIDE

if TYPE_CHECKING:
    from PIL.Image import Image

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
        raise PuzzleError(f"{width}x{height} cells; expected at most {MAX_SIDE}x{MAX_SIDE}")


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
        data, step = side.tobytes(), side.width * len(side.getbands())
        for y in range(1, side.height):
            if data[(y - 1) * step : y * step] == data[y * step : (y + 1) * step]:
                continue
            cell, changes = gcd(cell, y), changes + 1
            if cell < _LEAST_CELL:
                return None
    return tiles(image, cell) if changes >= _LEAST_CHANGES else None


def ruled(image: Image) -> Lattice | None:
    """The cells of a ruled grid; None if there is none to be seen."""
    from PIL import Image as Pillow

    paper = Pillow.new("RGBA", image.size, "white")
    flat = Pillow.alpha_composite(paper, image).convert("RGB")
    across = _axis(_edges(flat))
    down = _axis(_edges(flat.transpose(Pillow.Transpose.TRANSPOSE)))
    return _without_clues(flat, Lattice(across, down)) if across and down else None


def _edges(image: Image) -> list[float]:
    """For each column of pixels the share of rows in which an edge goes before it."""
    from PIL import Image as Pillow
    from PIL import ImageChops

    width, height = image.size
    if width < 2:
        return [0.0]
    steps = ImageChops.difference(
        image.crop((1, 0, width, height)), image.crop((0, 0, width - 1, height))
    )
    red, green, blue = steps.split()
    step = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    edges = step.point([0] * (_EDGE + 1) + [255] * (255 - _EDGE))
    shares = edges.resize((width - 1, 1), Pillow.Resampling.BOX).tobytes()
    return [0.0, *(share / 255 for share in shares)]


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
    """The middles of lines: a line has an edge on either side, or several where it is blurred."""
    between = _WITHIN * _usual([after - before for before, after in pairwise(edges)])
    groups = [[edges[0]]]
    for before, after in pairwise(edges):
        if after - before <= between:
            groups[-1].append(after)
        else:
            groups.append([after])
    return [(group[0] + group[-1]) / 2 for group in groups]


def _usual(gaps: Sequence[int]) -> int:
    """The gap of the cells, of which there may be fewer than of gaps within lines.

    Gaps of this size and larger ones make up half of all the length.
    """
    left = sum(gaps) / 2
    for gap in sorted(gaps, reverse=True):
        left -= gap
        if left <= 0:
            return gap
    return 0


def _without_clues(flat: Image, lattice: Lattice) -> Lattice | None:
    """The largest part at the lower right in which every cell is of one color.

    None if that is less than a quarter of the whole: then these are no cells.
    """
    width, height = lattice.across.count, lattice.down.count
    require_size(width, height)
    lowest = [0] * width  # by column, the row after the last cell that is not of one color
    for y, row in enumerate(lattice.boxes(), 1):
        for x, box in enumerate(row):
            if not _is_plain(flat.crop(box)):
                lowest[x] = y
    tops = [max(lowest[left:]) for left in range(width)]
    left = max(range(width), key=lambda x: (width - x) * (height - tops[x]))
    top = tops[left]
    if 4 * (width - left) * (height - top) < width * height:
        return None
    return Lattice(lattice.across.without(left), lattice.down.without(top))


def _is_plain(part: Image) -> bool:
    data = part.tobytes()
    return all(max(band) - min(band) <= _PLAIN for band in (data[0::3], data[1::3], data[2::3]))
