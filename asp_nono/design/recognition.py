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
from asp_nono.grid import Grid

Filled: TypeAlias = NDArray[np.bool_]
Cells: TypeAlias = NDArray[np.int64]  # the colors of a picture, row by row

RECOGNIZED = 0.8  # a drawing that was changed and scores less is not kept
_PART, _STROKE = 0.8, 0.95  # for each part or hole, and each end or branch, more or fewer
_KEPT = 256  # pictures that are remembered


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


def same_parts(source: Grid, picture: Grid) -> bool:
    """Whether two pictures have as many connected parts and holes."""
    return _parts_of(source) == _parts_of(picture)


def clarity(picture: Grid) -> float:
    """How clean a picture is that has no source: 1 without confetti, less the more there is.

    Confetti are parts of a single cell, and checkerboards of 2x2 cells.

    >>> clarity(Grid.from_text(["###", "##."])), clarity(Grid.from_text(["#.", ".#"]))
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
