"""Photographs as pictures of few cells and colors, drawn in many ways of which the best are kept.

A way is a part of the photograph, a number of colors, and how much the forms in it are sharpened
before colors are chosen: not at all, which is one threshold for all of it, or so much that only
what differs from its surroundings is left, which draws edges. Each cell gets the color that suits
it and its neighbors best. `recognition.resemblance` says how well a way shows the photograph.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from asp_nono.design.edit import swept
from asp_nono.design.recognition import CHROMA, View, attention, blurred, resemblance
from asp_nono.formats.color_vision import moved_apart
from asp_nono.formats.oklab import Lab, oklab, rgb_of
from asp_nono.formats.picture import Photograph, divisions, puzzle_of
from asp_nono.puzzle import Puzzle

Labels: TypeAlias = NDArray[np.int64]  # the number of the color of each cell

COLORS = (1, 2, 3, 4, 5)  # block colors that are tried
_SIDES = 30, 50  # cells of the longer side that are tried
_SHARES = 1.0, 0.85, 0.7, 0.55  # of the largest part of the wanted shape, the parts that are tried
_CROPS = 4  # the number of parts of which all ways are tried
_SHARP = (0, 1, 3, 8)  # how much of the difference from the surroundings is added
_AROUND = 10, 5  # the surroundings reach this fraction of the shorter side
_LEVELS = 0.0, -0.25, 0.25  # for black and white: where to divide, from the best place
_COMPARED = 48  # pixels to the longer side of a part when it is compared with a picture
_FINE = 4  # pixels to a side of a cell that are looked at
_WEIGHTS = np.array([0.6, 11.0, 11.0])  # of lightness and the two axes of color
_DARK, _BRIGHT = 0.2, 0.95  # the lightness of the darkest and the brightest color
_PARTS = {0: (0, 0, 0), 1: (255, 255, 255)}
_SMOOTH = 0.08  # what each neighbor of another color costs
_ROUNDS = 12  # of choosing colors
_HELD, _CLOSE, _CUT = 0.2, 0.05, 0.22
"""How much it counts what forms a part holds, how close they are, and what its border cuts."""

_OPEN = 0.5  # what it costs if line logic leaves all cells open
_STEP = 0.02  # what each larger size costs where sizes are compared


@dataclass(frozen=True, slots=True)
class Crop:
    """A part of a photograph, in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Its sides."""
        return self.left, self.top, self.right, self.bottom


@dataclass(frozen=True, slots=True)
class Way:
    """A way to draw a part of a photograph."""

    colors: int  #: block colors; 1 for black on white
    sharp: int = 1
    around: int = _AROUND[0]
    level: float = 0.0


@dataclass(frozen=True, slots=True)
class Rendering:
    """A photograph drawn in one way.

    Attributes:
        puzzle: Its goal is the picture.
        view: The part of the photograph that it is compared with.
        crop: Where that part is.
        way: How it is drawn.
        worth: What ways are compared by.
    """

    puzzle: Puzzle
    view: View
    crop: Crop
    way: Way
    worth: float


def renderings(photo: Photograph, wanted: int) -> Iterator[tuple[int, list[Rendering]]]:
    """How many ways were tried, and the best of them: of each number of colors, then of any."""
    drawer, tried = Drawer(photo), list[Rendering]()
    first = Way(photo.colors or COLORS[-2])
    for step, (width, height) in enumerate(_sizes(photo)):
        drafts = [
            drawer.drawn(crop, width, height, [first]) for crop in _crops(photo, width, height)
        ]
        drafts.sort(key=lambda one: -one[0].worth)
        for (draft,) in drafts[:_CROPS]:
            crop = drawer.placed(draft).crop
            drawn = drawer.drawn(crop, width, height, _ways(photo.colors))
            tried += [replace(one, worth=one.worth - step * _STEP) for one in drawn]
            yield len(tried), _best(tried, wanted)
    yield len(tried), [drawer.settled(one) for one in _best(tried, wanted)]


def best_drawn(photo: Photograph, crop: Crop, width: int, height: int, colors: int) -> float:
    """How well the best way to draw a part shows it, 0 to 1; 0 if it has too few pixels."""
    if width > crop.right - crop.left or height > crop.bottom - crop.top:
        return 0.0
    drawn = Drawer(photo).drawn(crop, width, height, _ways(colors))
    return max(resemblance(one.view, one.puzzle) for one in drawn)


def _best(tried: list[Rendering], wanted: int) -> list[Rendering]:
    """The best of each number of colors, then of the other parts, then of all, in their order."""
    ordered = sorted(tried, key=lambda one: -one.worth)
    first = {one.way.colors: one for one in reversed(ordered)}
    of_parts = {(one.way.colors, one.crop): one for one in reversed(ordered)}
    others = sorted(of_parts.values(), key=lambda one: -one.worth)
    chosen = {one.puzzle: one for one in (*first.values(), *others, *ordered)}
    return sorted(islice(chosen.values(), wanted), key=lambda one: -one.worth)


def _sizes(photo: Photograph) -> Iterator[tuple[int, int]]:
    """The sizes that are tried."""
    high, wide, _ = photo.pixels.shape
    for side in _SIDES if photo.size is None else (0,):
        width, height = photo.size or ((side, 0) if wide >= high else (0, side))
        width = width or max(1, round(height * wide / high))
        height = height or max(1, round(width * high / wide))
        if width <= wide and height <= high:
            yield width, height


def _crops(photo: Photograph, width: int, height: int) -> Iterator[Crop]:
    """Parts of a shape: as large as possible, and smaller ones, everywhere in the photograph."""
    high, wide, _ = photo.pixels.shape
    unit = min(wide / width, high / height)
    found: dict[Crop, None] = {}
    for share in _SHARES:
        if share * unit >= 1:
            right = max(0.0, wide - share * unit * width)
            down = max(0.0, high - share * unit * height)
            for x, y in product((0.5, 0.0, 0.25, 0.75, 1.0), repeat=2):
                left, top = x * right, y * down
                found[Crop(left, top, left + wide - right, top + high - down)] = None
    yield from found


def _ways(colors: int | None) -> list[Way]:
    """All ways to draw a part, with this number of block colors or any."""
    return [
        Way(number, sharp, around, level)
        for number in (COLORS if colors is None else (colors,))
        for sharp, around in product(_SHARP, _AROUND)
        if sharp or around == _AROUND[0]
        for level in (_LEVELS if number == 1 else _LEVELS[:1])
    ]


class Drawer:
    """Draws parts of a photograph."""

    def __init__(self, photo: Photograph) -> None:
        self._photo = photo
        colors = oklab(photo.pixels)
        light = colors[..., :1]
        reach = max(1, min(light.shape[:2]) // 50)
        varies = np.maximum(blurred(light**2, reach) - blurred(light, reach) ** 2, 0)
        self._forms = np.sqrt(varies)[..., 0] * attention(colors)

    def drawn(self, crop: Crop, width: int, height: int, ways: Sequence[Way]) -> list[Rendering]:
        """A part in several ways."""
        cells, view = _cells(self._photo, crop, width, height), _view(self._photo, crop)
        frame = self._frame(crop)
        found = []
        for way in ways:
            labels = _labels(cells, way)
            palette = _PARTS if way.colors == 1 else _palette(cells, labels)
            colors = [palette[number] for number in labels.ravel().tolist()]
            puzzle = puzzle_of(width, colors, self._photo.background)
            worth = resemblance(view, puzzle) * frame
            found.append(Rendering(puzzle, view, crop, way, worth))
        return found

    def _frame(self, crop: Crop) -> float:
        """How good a part is: it holds many forms, closely, and its border cuts through few."""
        left, top, right, bottom = map(round, crop.box)
        inside = self._forms[top:bottom, left:right]
        border = np.concatenate([inside[0], inside[-1], inside[:, 0], inside[:, -1]])
        held = float(inside.sum() / max(self._forms.sum(), 1e-9))
        cut = float(border.mean() / max(inside.mean(), 1e-9))
        share = inside.size / self._forms.size
        return float(held**_HELD / share**_CLOSE * (1 - _CUT * min(1.0, cut)))

    def placed(self, one: Rendering) -> Rendering:
        """The same drawn where it is worth most, moved by half cells as long as that helps."""
        best = max([one, *self._moved(one)], key=lambda place: place.worth)
        return one if best is one else self.placed(best)

    def settled(self, one: Rendering) -> Rendering:
        """The same drawn up to half a cell further, where line logic is left with fewer cells."""
        places = [one, *self._moved(one)]
        return max(places, key=lambda place: place.worth - _OPEN * _open(place.puzzle))

    def _moved(self, one: Rendering) -> list[Rendering]:
        """The same drawn half a cell further to all sides."""
        width, height = one.puzzle.width, one.puzzle.height
        left, top, right, bottom = one.crop.box
        half = (right - left) / width / 2
        high, wide, _ = self._photo.pixels.shape
        places = list[Rendering]()
        for x, y in product((-half, 0.0, half), repeat=2):
            crop = Crop(left + x, top + y, right + x, bottom + y)
            if (x or y) and min(crop.box) >= 0 and crop.right <= wide and crop.bottom <= high:
                places += self.drawn(crop, width, height, [one.way])
        return places


def _open(puzzle: Puzzle) -> float:
    """The share of the cells that line logic leaves open."""
    return swept(puzzle).undecided / (puzzle.width * puzzle.height)


def _palette(cells: Lab, labels: Labels) -> dict[int, tuple[int, ...]]:
    """The mean color of the cells of each number, darker and brighter so that they differ more.

    Color-blind people tell them apart.
    """
    numbers = np.unique(labels).tolist()
    means = np.array([cells[labels == number].mean(axis=0) for number in numbers])
    light = means[:, 0]
    span = light.max() - light.min()
    if span:
        means[:, 0] = _DARK + (light - light.min()) / span * (_BRIGHT - _DARK)
    colors = moved_apart(rgb_of(means)).tolist()
    return {number: tuple(rgb) for number, rgb in zip(numbers, colors, strict=True)}


def _shrunk(photo: Photograph, crop: Crop, width: int, height: int) -> Lab:
    """A part with this many pixels."""
    return oklab(photo.shrunk(crop.box, width, height))


def _view(photo: Photograph, crop: Crop) -> View:
    """A part with the pixels in which it is compared."""
    wide, high = crop.right - crop.left, crop.bottom - crop.top
    scale = _COMPARED / max(wide, high)
    return View(_shrunk(photo, crop, max(1, round(scale * wide)), max(1, round(scale * high))))


def _cells(photo: Photograph, crop: Crop, width: int, height: int) -> Lab:
    """The color of each cell, in which the pixels count most that differ from their surroundings.

    So small dark or bright things such as eyes are not averaged away. The idea is that of Weber,
    Waechter, Amend, Guthe and Goesele, "Rapid, detail-preserving image downscaling", 2016.
    """
    blocks = _shrunk(photo, crop, _FINE * width, _FINE * height)
    blocks = blocks.reshape(height, _FINE, width, _FINE, 3)
    pixels = blocks.swapaxes(1, 2).reshape(height, width, _FINE**2, 3)
    means = pixels.mean(axis=2)
    usual = ((means + blurred(means, 1)) / 2)[:, :, None]
    weights = np.sqrt((((pixels - usual) * CHROMA) ** 2).sum(axis=3)) + 0.02
    found: Lab = (pixels * weights[..., None]).sum(axis=2) / weights.sum(axis=2)[..., None]
    return found


def _labels(cells: Lab, way: Way) -> Labels:
    """The number of the color of each cell: 0 for black and 1 for white, or one of some means."""
    reach = max(1, min(cells.shape[:2]) // way.around)
    light = cells[..., :1] + way.sharp * (cells[..., :1] - blurred(cells[..., :1], reach))
    light = (light - light.mean()) / (light.std() + 1e-6)
    if way.colors == 1:
        apart = light - (_division(light.ravel()) + way.level)
        return _smoothed(np.concatenate([np.maximum(apart, 0), np.maximum(-apart, 0)], axis=2))
    shades = cells[..., 1:] - cells[..., 1:].mean(axis=(0, 1))
    points = np.concatenate([light, shades], axis=2) * _WEIGHTS
    means = _means(points.reshape(-1, 3), attention(cells).ravel(), way.colors + 1)
    return _smoothed(((points[:, :, None] - means) ** 2).sum(axis=3))


def _division(values: NDArray[np.float64]) -> float:
    """Where dark and light values vary least; 0 for a single one."""
    ordered = np.sort(values)
    few = len(ordered) < 2
    return 0.0 if few else float(ordered[divisions(ordered, np.ones(len(ordered)))[0]])


def _means(points: Lab, weights: NDArray[np.float64], count: int) -> Lab:
    """Colors of which each is the mean of those that are nearest to it (Lloyd 1982).

    The first is the point that differs most from all, each further one that which differs most
    from those before it, so that rare colors get one, too.
    """
    chosen = [np.average(points, axis=0, weights=weights)]
    while len(chosen) <= count:
        far = np.min([((points - one) ** 2).sum(axis=1) for one in chosen], axis=0)
        chosen.append(points[(far * weights).argmax()])
    means = np.array(chosen[1:])
    for _ in range(_ROUNDS):
        nearest = ((points[:, None] - means) ** 2).sum(axis=2).argmin(axis=1)
        shares = np.eye(count)[nearest] * weights[:, None]
        totals = shares.sum(axis=0)[:, None]
        means = np.where(totals, shares.T @ points / np.maximum(totals, 1e-12), means)
    return means


def _smoothed(costs: Lab) -> Labels:
    """The cheapest color of each cell, where neighbors of another color cost something.

    Source: Besag, "On the statistical analysis of dirty pictures", 1986; one half of the cells, as
    on a checkerboard, after the other.
    """
    labels: Labels = costs.argmin(axis=2)
    height, width = labels.shape
    squares = np.add.outer(np.arange(height), np.arange(width)) % 2
    for turn in range(4):
        wide = np.pad(np.eye(costs.shape[2])[labels], ((1, 1), (1, 1), (0, 0)))
        alike = np.zeros_like(costs)
        for down, right in product(range(3), repeat=2):
            near = wide[down : down + height, right : right + width]
            alike += near * (0.5 if down != 1 and right != 1 else 1.0)
        own = np.eye(costs.shape[2])[labels]
        best = (costs - _SMOOTH * (alike - own)).argmin(axis=2)
        labels = np.where(squares == turn % 2, best, labels)
    return labels
