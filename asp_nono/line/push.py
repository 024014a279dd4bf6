"""The two extreme arrangements of a line, found by pushing all blocks to one end.

Among the arrangements of a clue within what is allowed, the earliest start and the earliest end
of every block occur together in one arrangement, the leftmost. It is found from below: whenever a
cell that must be coloured stays bare, the last block that starts before it must reach it or leave
it to an earlier block, and in both cases cannot end before it.
"""

from __future__ import annotations

from collections.abc import Sequence

from asp_nono.clue import BACKGROUND, Block, Clue, gap
from asp_nono.line.bits import lowest, mirrored, reach_back, runs, span

Arrangement = list[tuple[int, int]]
"""For each block its first cell and the border behind its last cell, 0-based."""


def leftmost(
    clue: Clue, length: int, allowed: Sequence[int], least: Arrangement | None = None
) -> Arrangement | None:
    """All blocks pushed to the left; None if there is no arrangement.

    Args:
        clue: The blocks.
        length: Number of cells.
        allowed: For each colour the set of cells that may have it.
        least: What is known already: the same for sets that allow more.
    """
    colored = span(0, length) & ~allowed[BACKGROUND]
    found = list(least or [(0, 0)] * len(clue))
    least_ends = [end for _, end in found]
    all_placed = False
    moved = 0
    while True:
        for number in range(moved, len(clue)):
            block = clue[number]
            border = found[number - 1][1] + gap(clue[number - 1], block) if number else 0
            first = max(border, found[number][0])
            place = _first_fit(block, allowed[block.color], first, least_ends[number])
            if place is None:
                return None
            if all_placed and place == found[number]:
                break  # so the blocks behind it stay, too
            found[number] = place
        all_placed = True
        bare = colored
        for start, end in found:
            bare &= ~span(start, end)
        if not bare:
            return found
        cell = lowest(bare)
        before = [number for number, (start, _) in enumerate(found) if start <= cell]
        if not before:
            return None
        moved = before[-1]
        least_ends[moved] = cell + 1


def rightmost(clue: Clue, length: int, allowed: Sequence[int]) -> Arrangement | None:
    """All blocks pushed to the right; otherwise as `leftmost`."""
    turned = leftmost(clue[::-1], length, [mirrored(cells, length) for cells in allowed])
    return turned and [(length - end, length - start) for start, end in reversed(turned)]


def _first_fit(block: Block, cells: int, first: int, least_end: int) -> tuple[int, int] | None:
    """The earliest place from `first` on within `cells` that ends no earlier than `least_end`."""
    if block.length is not None:
        fits = runs(cells, block.length) >> max(first, least_end - block.length)
        if not fits:
            return None
        start = lowest(fits) + max(first, least_end - block.length)
        return start, start + block.length
    beyond = (cells >> least_end) << least_end
    fits = (cells & reach_back(1 << least_end, cells) | beyond) >> first
    if not fits:
        return None
    start = lowest(fits) + first
    return start, max(start + 1, least_end)
