"""Edits of a picture: which cells change color, what that costs, and what it does to the look."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain, product
from typing import NamedTuple, TypeAlias

from asp_nono.clue import BACKGROUND, Cell
from asp_nono.design.symmetry import beside, reached
from asp_nono.grid import Grid
from asp_nono.line.board import Board
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import Puzzle

NEVER = 0  # the cost of a cell that must keep its color
_GUARD = 3  # how many times as much a cell of the outline costs when it is protected


def isolated(grid: Grid) -> int:
    """The number of cells without a neighbor, across or down, of their own color."""
    colors = {(x, y): color for x, y, color in grid.cells()}
    return sum(color not in map(colors.get, beside(*cell)) for cell, color in colors.items())


def outline(grid: Grid) -> set[Cell]:
    """The cells on both sides of the border between the figure and what is outside of it.

    Outside is the background that reaches the edge of the picture, and what lies beyond the edge.
    """
    inside = {(x, y) for x, y, _ in grid.cells()}
    figure = {(x, y) for x, y, color in grid.cells() if color != BACKGROUND}
    around = set(product(range(grid.width + 2), range(grid.height + 2))) - figure
    outside = reached((0, 0), lambda cell: beside(*cell) & around)
    border = [(cell, other) for cell in outside for other in beside(*cell) & figure]
    return inside.intersection(chain.from_iterable(border))


class Area(NamedTuple):
    """A rectangle of cells, its ends included."""

    left: int
    top: int
    right: int
    bottom: int


class CellChange(NamedTuple):
    """A cell that changes.

    Attributes:
        x: Its column, 1-based.
        y: Its row, 1-based.
        before: The number of its color before.
        after: The number of its color after.
    """

    x: int
    y: int
    before: int
    after: int


Changes: TypeAlias = frozenset[CellChange]


@dataclass(frozen=True, slots=True)
class Terms:
    """The cells that an edit may change, and at what cost."""

    up_to: int | None = None  #: what all changes may cost together; None for any cost
    region: tuple[Area, ...] = ()  #: only cells in one of these areas may change, if there are any
    # What it costs to change each cell, row by row; 0 for one that must not change (None: all 1):
    weights: tuple[tuple[int, ...], ...] | None = None
    outline: bool = False  #: whether cells on the outline of the figure cost three times as much
    symmetric: bool = False  #: whether the edited picture must keep all symmetries of the picture
    score: int = 0  #: how well the edited picture must show the same, 0 to 100; see `recognition`

    def costs(self, grid: Grid) -> list[list[int]]:
        """The cost of changing each cell of a picture; `NEVER` where that is not allowed.

        Raises:
            PuzzleError: If an area or the weights do not fit the picture.
        """
        size = f"{grid.width}x{grid.height}"
        weights = ((1,) * grid.width,) * grid.height if self.weights is None else self.weights
        if len(weights) != grid.height or {len(row) for row in weights} != {grid.width}:
            raise PuzzleError(
                "the weights are not of the picture's size; expected {size}", size=size
            )
        if min(map(min, weights)) < NEVER:
            raise PuzzleError("a weight below 0; expected 0 or more for each cell")
        for left, top, right, bottom in self.region:
            if not (1 <= left <= right <= grid.width and 1 <= top <= bottom <= grid.height):
                raise PuzzleError(
                    "the region {sides} is not within {size} cells",
                    sides=str((left, top, right, bottom)),
                    size=size,
                )
        guarded = outline(grid) if self.outline else ()
        areas = self.region or (Area(1, 1, grid.width, grid.height),)
        costs = [[NEVER] * grid.width for _ in range(grid.height)]
        for left, top, right, bottom in areas:
            for x, y in product(range(left, right + 1), range(top, bottom + 1)):
                weight = weights[y - 1][x - 1]
                costs[y - 1][x - 1] = weight * (_GUARD if (x, y) in guarded else 1)
        return costs


def edited(grid: Grid, changes: Iterable[CellChange]) -> Grid:
    """The picture after some changes."""
    rows = [list(row) for row in grid.rows]
    for change in changes:
        rows[change.y - 1][change.x - 1] = change.after
    return Grid.from_rows(rows)


def posed(puzzle: Puzzle, grid: Grid) -> Puzzle:
    """The puzzle that another picture poses: palette, texts, given cells, no saved pictures."""
    return replace(puzzle, rows=grid.row_clues(), columns=grid.column_clues(), goal=grid, saved=())


def swept(puzzle: Puzzle) -> Board:
    """The board of a puzzle that has a solution, after line logic."""
    board = Board(puzzle)
    if wrong := board.sweep():
        raise AssertionError(f"{wrong} has no arrangement, and yet there is a picture")
    return board
