"""Switches: solutions that differ from a known one only in the corners of a rectangle.

The four corners have two colours, each on one diagonal; swapping them may keep all clues. It is
the smallest difference that two solutions can have, and most puzzles with many solutions have it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from asp_nono.clue import BACKGROUND, Clue, shows
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle


def switches(puzzle: Puzzle, grid: Grid) -> Iterator[Grid]:
    """All solutions of `puzzle` that differ from the solution `grid` in one switch."""
    columns = grid.columns
    seen: defaultdict[tuple[int, int, int, int], list[int]] = defaultdict(list)
    for y, (cells, clue) in enumerate(zip(grid.rows, puzzle.rows, strict=True)):
        for left, right in _exchanges(cells, clue):
            here, there = cells[left], cells[right]
            for above in seen[left, right, there, here]:
                if all(
                    shows(_exchanged(columns[x], above, y), puzzle.columns[x])
                    for x in (left, right)
                ):
                    yield _switched(grid, left, right, above, y)
            seen[left, right, here, there].append(y)


def _exchanges(cells: tuple[int, ...], clue: Clue) -> list[tuple[int, int]]:
    """The pairs of positions whose colours can be exchanged without changing the clue."""
    # A cell inside a block cannot change: it would leave two blocks where the clue has one.
    sides = zip((BACKGROUND, *cells), cells, (*cells[1:], BACKGROUND), strict=False)
    free = [p for p, (a, b, c) in enumerate(sides) if b == BACKGROUND or not a == b == c]
    return [
        (left, right)
        for number, left in enumerate(free)
        for right in free[number + 1 :]
        if cells[left] != cells[right] and shows(_exchanged(cells, left, right), clue)
    ]


def _exchanged(cells: tuple[int, ...], first: int, second: int) -> list[int]:
    line = list(cells)
    line[first], line[second] = line[second], line[first]
    return line


def _switched(grid: Grid, left: int, right: int, above: int, below: int) -> Grid:
    rows = list(grid.rows)
    for y in (above, below):
        rows[y] = tuple(_exchanged(rows[y], left, right))
    return Grid(tuple(rows))
