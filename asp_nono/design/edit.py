"""Edits of a picture: which cells change color, what that costs, and what it does to the look."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from asp_nono.clue import BACKGROUND
from asp_nono.errors import PuzzleError
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle

Spot: TypeAlias = tuple[int, int]
"""A cell, 0-based (column, row)."""


def isolated(grid: Grid) -> int:
    """The number of cells without a neighbor, across or down, of their own color."""
    return sum(
        all(grid.rows[v][u] != color for u, v in neighbors(grid, x, y))
        for y, row in enumerate(grid.rows)
        for x, color in enumerate(row)
    )


def outline(grid: Grid) -> frozenset[Spot]:
    """The cells on both sides of the border between the figure and what is outside of it.

    Outside is the background that reaches the edge of the picture, and what lies beyond the edge.
    """
    outside = _outside(grid)
    rim = set()
    for y, row in enumerate(grid.rows):
        for x, color in enumerate(row):
            if color == BACKGROUND:
                continue
            beside = [spot for spot in neighbors(grid, x, y) if spot in outside]
            if beside or _on_edge(grid, x, y):
                rim.update([(x, y), *beside])
    return frozenset(rim)


def _outside(grid: Grid) -> set[Spot]:
    """The background cells that are joined to the edge of the picture."""
    reached = {
        (x, y)
        for y, row in enumerate(grid.rows)
        for x, color in enumerate(row)
        if color == BACKGROUND and _on_edge(grid, x, y)
    }
    waiting = list(reached)
    for spot in waiting:  # it grows meanwhile
        for u, v in neighbors(grid, *spot):
            if grid.rows[v][u] == BACKGROUND and (u, v) not in reached:
                reached.add((u, v))
                waiting.append((u, v))
    return reached


def _on_edge(grid: Grid, x: int, y: int) -> bool:
    return x in (0, grid.width - 1) or y in (0, grid.height - 1)


def neighbors(grid: Grid, x: int, y: int) -> Iterator[Spot]:
    """The cells beside a cell, across and down."""
    for u, v in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
        if 0 <= u < grid.width and 0 <= v < grid.height:
            yield u, v


NEVER = 0
"""The cost of a cell that must keep its color."""

_GUARD = 3  # so many times as much a cell of the outline costs when it is protected


class Area(NamedTuple):
    """A rectangle of cells, 1-based, its ends included."""

    left: int
    top: int
    right: int
    bottom: int


class Change(NamedTuple):
    """A cell (column x, row y), 1-based, with its color before and after."""

    x: int
    y: int
    before: int
    after: int


Changes: TypeAlias = frozenset[Change]


@dataclass(frozen=True, slots=True)
class Terms:
    """What an edit may change, and how much.

    Attributes:
        up_to: What all changes may cost together; without weights that is their number.
        region: Only cells in one of these areas may change; anywhere if there are none.
        weights: What it costs to change each cell, row by row; 0 for a cell that must not change.
            Every cell costs 1 if left out.
        outline: Whether cells on the outline of the figure cost three times as much.
        symmetric: Whether the edited picture must have all symmetries that the picture has.
    """

    up_to: int = 8
    region: tuple[Area, ...] = ()
    weights: tuple[tuple[int, ...], ...] | None = None
    outline: bool = False
    symmetric: bool = False

    def costs(self, grid: Grid) -> list[list[int]]:
        """What it costs to change each cell of a picture; `NEVER` where that is not allowed.

        Raises:
            PuzzleError: If an area or the weights do not fit the picture.
        """
        size = f"{grid.width}x{grid.height}"
        if self.weights is None:
            costs = [[1] * grid.width for _ in range(grid.height)]
        else:
            costs = [list(row) for row in self.weights]
            if len(costs) != grid.height or {len(row) for row in costs} != {grid.width}:
                raise PuzzleError(f"the weights are not of the picture's size; expected {size}")
            if min(map(min, costs)) < NEVER:
                raise PuzzleError("a weight below 0; expected 0 or more for each cell")
        for area in self.region:
            if not (1 <= area.left <= area.right <= grid.width) or not (
                1 <= area.top <= area.bottom <= grid.height
            ):
                raise PuzzleError(f"the region {tuple(area)} is not within {size} cells")
        guarded = outline(grid) if self.outline else frozenset()
        return [
            [
                cost * (_GUARD if (x, y) in guarded else 1) if self._within(x, y) else NEVER
                for x, cost in enumerate(row)
            ]
            for y, row in enumerate(costs)
        ]

    def _within(self, x: int, y: int) -> bool:
        """Whether a cell, 0-based, lies in the region."""
        return not self.region or any(
            area.left <= x + 1 <= area.right and area.top <= y + 1 <= area.bottom
            for area in self.region
        )


def edited(grid: Grid, changes: Iterable[Change]) -> Grid:
    """The picture after some changes."""
    rows = [list(row) for row in grid.rows]
    for change in changes:
        rows[change.y - 1][change.x - 1] = change.after
    return Grid(tuple(map(tuple, rows)))


def posed(puzzle: Puzzle, grid: Grid) -> Puzzle:
    """The puzzle that another picture poses: its palette, texts and given cells are kept.

    Pictures saved with the puzzle belong to the one before, and are left out.
    """
    return replace(puzzle, rows=grid.row_clues(), columns=grid.column_clues(), goal=grid, saved=())
