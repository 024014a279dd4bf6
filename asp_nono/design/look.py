"""How a picture looks: single cells, the outline of its figure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from asp_nono.clue import BACKGROUND
from asp_nono.grid import Grid

Spot: TypeAlias = tuple[int, int]
"""A cell, 0-based (column, row)."""


def isolated(grid: Grid) -> int:
    """The number of cells without a neighbour, across or down, of their own colour."""
    return sum(
        all(grid.rows[v][u] != color for u, v in neighbours(grid, x, y))
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
            beside = [spot for spot in neighbours(grid, x, y) if spot in outside]
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
        for u, v in neighbours(grid, *spot):
            if grid.rows[v][u] == BACKGROUND and (u, v) not in reached:
                reached.add((u, v))
                waiting.append((u, v))
    return reached


def _on_edge(grid: Grid, x: int, y: int) -> bool:
    return x in (0, grid.width - 1) or y in (0, grid.height - 1)


def neighbours(grid: Grid, x: int, y: int) -> Iterator[Spot]:
    """The cells beside a cell, across and down."""
    for u, v in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
        if 0 <= u < grid.width and 0 <= v < grid.height:
            yield u, v
