"""Recognizability: how well a picture still shows what it is to show, from 0 to 1.

A picture is compared with its source by structure: by its outline, its connected parts and holes,
its strokes, and by what else it could be taken for. Each lowers the score by a factor, so that one
broken stroke weighs more than many cells that make a figure a little fatter.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from asp_nono.clue import Cell
from asp_nono.design.symmetry import beside, reached
from asp_nono.formats.oklab import Lab, oklab
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle

Filled: TypeAlias = NDArray[np.bool_]
Cells: TypeAlias = NDArray[np.int64]  # the colors of a picture, row by row

RECOGNIZED = 0.8  # a drawing that was changed and scores less is not kept
_PART, _STROKE = 0.8, 0.95  # for each part or hole, and each end or branch, more or fewer
_KEPT = 256  # pictures that are remembered

CHROMA = np.array([1.0, 3.0, 3.0])  # of a difference in Oklab, lightness counts less
_REACHES, _WHOLE = (2, 6), 0.3  # pixels to either side in a window; the weight of the whole picture
_PLAIN = 0.03  # the variance of what counts as plain, where that of the whole picture is 1
_LEAST_WEIGHT = 0.15  # of a plain window
_SKIN = 8.0  # how much more skin counts
_ALONE, _END = 2.0, 0.3  # how much cells without a neighbor of their color count, and with one


@dataclass(frozen=True, slots=True)
class Sign:
    """A place in a picture that shows one of several known things, such as a letter.

    Attributes:
        left: The columns to the left of it.
        top: The rows above it.
        shown: What is shown there.
        others: What it must not be taken for, in the same size.
    """

    left: int
    top: int
    shown: Grid
    others: tuple[Grid, ...]

    def margin(self, picture: Grid) -> float:
        """How clearly it is what it is, from 1 to 0, where it is as much like another thing.

        Only cells count in which the two differ.
        """
        if not self.others:
            return 1.0
        shown, others = _cells(self.shown), _stacked(self.others)
        height, width = shown.shape
        now = _cells(picture)[self.top : self.top + height, self.left : self.left + width]
        apart = (others != shown).sum(axis=(1, 2))
        lost = ((others != shown) & (others == now)).sum(axis=(1, 2))
        return max(0.0, 1 - float((2 * lost / np.maximum(apart, 1)).max(initial=0)))


@lru_cache(_KEPT)
def _stacked(pictures: tuple[Grid, ...]) -> Cells:
    return np.array([one.rows for one in pictures])


def likeness(source: Grid, picture: Grid, signs: Sequence[Sign] = ()) -> float:
    """How well a picture shows the same as its source, 1 if nothing was changed.

    It is the share of the outline that is still there, times a factor for each connected part,
    hole, end or branch of a stroke that is new or gone, times the smallest margin of the signs.

    >>> arch = Grid.from_text(["###", "#.#", "#.#"])
    >>> likeness(arch, arch), likeness(arch, Grid.from_text(["###", "#.#", "###"])) < 0.7
    (1.0, True)
    """
    if picture == source:
        return 1.0
    parts = _unlike(_parts_of(source), _parts_of(picture))
    strokes = _unlike(_strokes(source), _strokes(picture))
    margin = min((sign.margin(picture) for sign in signs), default=1.0)
    return _outline_kept(source, picture) * _PART**parts * _STROKE**strokes * margin


class View:
    """A photograph, and what is to be seen in it."""

    def __init__(self, photo: Lab) -> None:
        self.pixels = _normal(photo)
        self.means = [blurred(self.pixels, reach) for reach in _REACHES]
        self.forms = [  # the variance around each pixel
            np.maximum((blurred(self.pixels**2, reach) - mean**2).sum(axis=2), 0)
            for reach, mean in zip(_REACHES, self.means, strict=True)
        ]
        seen = attention(photo)
        weights = [(np.sqrt(forms) + _LEAST_WEIGHT) * seen for forms in self.forms]
        self.weights = [one / one.sum() for one in weights]


def resemblance(view: View, puzzle: Puzzle) -> float:
    """How well the goal of a puzzle shows a photograph, from 0 to 1.

    The goal is enlarged to the pixels of the photograph, so that a small one lacks what is finer
    than its cells. Colors are compared within windows of two sizes, and in the whole, by their
    correlation: brighter or paler colors make no difference, a lost or an added form does. Windows
    with forms weigh more than plain ones, and all as much as people look there. Confetti are for
    the worse.
    """
    if puzzle.goal is None:
        raise AssertionError("a puzzle that is made of a photograph has a goal")
    palette = oklab(np.array([list(bytes.fromhex(one.rgb)) for one in puzzle.colors], np.uint8))
    drawn, ours = np.array(puzzle.goal.rows), view.pixels
    down, across = (
        np.arange(fine) * coarse // fine
        for fine, coarse in zip(ours.shape, drawn.shape, strict=False)
    )
    theirs = _normal(palette[drawn[np.ix_(down, across)]])
    found = _WHOLE * float((ours * theirs).sum(axis=2).mean())
    views = zip(_REACHES, view.means, view.forms, view.weights, strict=True)
    for reach, mean, forms, weights in views:
        other = blurred(theirs, reach)
        common = (blurred(ours * theirs, reach) - mean * other).sum(axis=2)
        varies = np.maximum((blurred(theirs**2, reach) - other**2).sum(axis=2), 0)
        alike = (common + _PLAIN) / np.sqrt((forms + _PLAIN) * (varies + _PLAIN))
        found += (1 - _WHOLE) / len(_REACHES) * float((alike * weights).sum())
    wide = np.pad(drawn, 1, constant_values=-1)
    sides = (wide[:-2, 1:-1], wide[2:, 1:-1], wide[1:-1, :-2], wide[1:-1, 2:])
    number = np.sum([side == drawn for side in sides], axis=0)
    loose = _ALONE * float((number == 0).mean()) + _END * float((number == 1).mean())
    return min(1.0, max(0.0, found - loose))


def same_parts(source: Grid, picture: Grid) -> bool:
    """Whether two pictures have as many connected parts and holes."""
    return _parts_of(source) == _parts_of(picture)


def _normal(cells: Lab) -> Lab:
    """Colors with a mean of 0 and a variance of 1."""
    moved = (cells - cells.mean(axis=(0, 1))) * CHROMA
    found: Lab = moved / (np.sqrt((moved**2).sum(axis=2).mean()) + 1e-6)
    return found


def blurred(cells: Lab, reach: int) -> Lab:
    """The means over squares, taken twice; `reach` is that of a square to either side."""
    number = 2 * reach + 1
    for _ in range(2):
        wide = np.pad(cells, ((reach + 1, reach), (reach + 1, reach), (0, 0)), mode="edge")
        sums = wide.cumsum(axis=0).cumsum(axis=1)
        cells = sums[number:, number:] - sums[:-number, number:] - sums[number:, :-number]
        cells = (cells + sums[:-number, :-number]) / number**2
    return cells


def attention(cells: Lab) -> NDArray[np.float64]:
    """How much people look at each place: more at the middle, and more at skin, as of faces."""
    down, across = (np.linspace(-1, 1, side) for side in cells.shape[:2])
    near = 0.4 + np.exp(-1.2 * np.add.outer(down**2, across**2))
    chroma = np.hypot(cells[..., 1], cells[..., 2])
    hue = np.degrees(np.arctan2(cells[..., 2], cells[..., 1]))
    warm = (chroma > 0.05) & (chroma < 0.12) & (hue > 25) & (hue < 70)
    return near * (1 + _SKIN * (warm & (cells[..., 0] > 0.35)))


def clarity(picture: Grid) -> float:
    """How clean a picture is that has no source: 1 without confetti, less the more there is.

    Confetti are parts of a single cell, filled or not, and checkerboards of 2x2 cells.

    >>> clarity(Grid.from_text(["###", "#.."])), clarity(Grid.from_text(["#.", ".#"]))
    (1.0, 0.25)
    """
    single = sum(len(part) == 1 for part in connected([list(row) for row in picture.rows]))
    boards = sum(
        a == d != b == c
        for above, below in pairwise(picture.rows)
        for (a, b), (c, d) in zip(pairwise(above), pairwise(below), strict=True)
    )
    return max(0.0, 1 - (single + boards) / (picture.width * picture.height))


def connected(rows: Sequence[Sequence[int]]) -> Iterator[list[Cell]]:
    """The connected parts of each color: colored ones also by corners, the background by sides."""
    colors = {(x, y): color for y, row in enumerate(rows, 1) for x, color in enumerate(row, 1)}
    seen: set[Cell] = set()

    def near(cell: Cell) -> Iterator[Cell]:
        x, y = cell
        around = product((x - 1, x, x + 1), (y - 1, y, y + 1))
        cells = around if colors[cell] else beside(x, y)
        return (other for other in cells if colors.get(other) == colors[cell])

    for cell in colors:
        if cell not in seen:
            part = reached(cell, near)
            seen.update(part)
            yield part


def keeps_parts(rows: Sequence[Sequence[int]], x: int, y: int) -> bool:
    """Whether a cell within the border may be filled or emptied, and strokes and holes remain.

    Block colors connect by corners, the background by sides. That is so where the connectivity
    number of Yokoi, Toriwaki and Fukumura, "An analysis of topological properties of digitized
    binary pictures using local features" (1975), is 1.

    >>> keeps_parts([[0, 0, 0], [1, 0, 1], [0, 0, 0]], 2, 2)
    False
    """
    steps = ((1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1))
    empty = [rows[y - 1 + down][x - 1 + right] == 0 for right, down in (*steps, steps[0])]
    return sum(empty[at] and not all(empty[at : at + 3]) for at in range(0, 8, 2)) == 1


def _cells(picture: Grid) -> Cells:
    return np.array(picture.rows)


def _unlike(source: Counter[Hashable], picture: Counter[Hashable]) -> int:
    """How many there are more or fewer, of any kind."""
    return ((source - picture) + (picture - source)).total()


def _outline_kept(source: Grid, picture: Grid) -> float:
    """The sides of cells between two colors that both pictures have, as a share (Dice 1945)."""
    one, other = (np.pad(_cells(picture), 1) for picture in (source, picture))
    common = total = 0
    for first, second in ((one, other), (one.T, other.T)):
        before, after = first[:, :-1] != first[:, 1:], second[:, :-1] != second[:, 1:]
        alike = (first[:, :-1] == second[:, :-1]) & (first[:, 1:] == second[:, 1:])
        common += int((before & after & alike).sum())
        total += int(before.sum() + after.sum())
    return 2 * common / total if total else 1.0


@lru_cache(_KEPT)
def _parts_of(picture: Grid) -> Counter[Hashable]:
    """How many connected parts each color has; those of the background are holes but for one."""
    rows = np.pad(_cells(picture), 1).tolist()
    return Counter(rows[y - 1][x - 1] for (x, y), *_ in connected(rows))


@lru_cache(_KEPT)
def _strokes(picture: Grid) -> Counter[Hashable]:
    """How many ends and branches the strokes of the figure have, once they are thin."""
    thin = _thinned(np.pad(_cells(picture) != 0, 1))
    number, turns = _neighbors(_around(thin))
    ends, branches = thin & (number == 1), thin & (turns >= 3)
    return Counter({"ends": int(ends.sum()), "branches": int(branches.sum())})


def _around(filled: Filled) -> list[Filled]:
    """The eight neighbors of each cell, from the one above it on, clockwise."""
    wide = np.pad(filled, 1)
    steps = ((0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0), (0, 0))
    height, width = filled.shape
    return [wide[down : down + height, right : right + width] for down, right in steps]


def _neighbors(around: list[Filled]) -> tuple[Cells, Cells]:
    """How many neighbors of each cell are filled, and how many runs of them there are."""
    number = np.sum(around, axis=0)
    turns = np.sum([~one & other for one, other in pairwise((*around, around[0]))], axis=0)
    return number, turns


def _thinned(filled: Filled) -> Filled:
    """Strokes of one cell's width in the middle of a figure.

    Source: Zhang and Suen, "A fast parallel algorithm for thinning digital patterns", 1984.
    """
    while True:
        before = filled
        for turn in (0, 4):  # from the south-east, then from the north-west
            around = _around(filled)
            number, turns = _neighbors(around)
            up, right, down, left = (around[(turn + side) % 8] for side in (0, 2, 4, 6))
            edge = (number >= 2) & (number <= 6) & (turns == 1)
            filled = filled & ~(edge & ~(right & down & (up | left)))
        if (filled == before).all():
            return filled
