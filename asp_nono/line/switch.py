"""Switches: solutions that differ from a known one only in the corners of a rectangle.

The four corners have two colors, each on one diagonal; swapping them may keep all clues. It is
the smallest difference that two solutions can have, and most puzzles with many solutions have it.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from asp_nono.clue import BACKGROUND, Clue, shows
from asp_nono.grid import Grid, PartialGrid
from asp_nono.puzzle import Puzzle


def switches(puzzle: Puzzle, grid: Grid) -> Iterator[Grid]:
    """All solutions of `puzzle` that differ from the solution `grid` in one switch."""
    columns = grid.columns
    known = puzzle.given or PartialGrid.unknown(grid.width, grid.height, len(puzzle.colors))
    seen: defaultdict[tuple[int, int, int, int], list[int]] = defaultdict(list)
    lines = zip(grid.rows, puzzle.rows, known.rows, strict=True)
    for y, (cells, clue, allowed) in enumerate(lines):
        for left, right in _exchanges(cells, clue, allowed):
            here, there = cells[left], cells[right]
            for above in seen[left, right, there, here]:
                if all(
                    shows(_exchanged(columns[x], above, y), puzzle.columns[x])
                    for x in (left, right)
                ):
                    rows = list(grid.rows)
                    for at in (above, y):
                        rows[at] = tuple(_exchanged(rows[at], left, right))
                    yield Grid(tuple(rows))
            seen[left, right, here, there].append(y)


def _exchanges(cells: tuple[int, ...], clue: Clue, allowed: Sequence[int]) -> list[tuple[int, int]]:
    """The pairs of positions whose colors can be exchanged: `allowed`, with the same clue."""
    # A cell inside a block cannot change: it would leave two blocks where the clue has one.
    sides = zip((BACKGROUND, *cells), cells, (*cells[1:], BACKGROUND), strict=False)
    free = [p for p, (a, b, c) in enumerate(sides) if b == BACKGROUND or not a == b == c]
    return [
        (left, right)
        for number, left in enumerate(free)
        for right in free[number + 1 :]
        if cells[left] != cells[right]
        and allowed[left] >> cells[right] & allowed[right] >> cells[left] & 1
        and shows(_exchanged(cells, left, right), clue)
    ]


def _exchanged(cells: tuple[int, ...], first: int, second: int) -> list[int]:
    line = list(cells)
    line[first], line[second] = line[second], line[first]
    return line
