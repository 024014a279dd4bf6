"""Which block can lie in which gap: the assignment matrix of Grochowski's solver.

A gap is a stretch of cells between background cells or edges. Only lengths, the order of the
blocks, and painted cells are looked at: neighbouring blocks of one gap fit into it with the cells
between them, and a gap with a painted cell holds a block.
"""

from __future__ import annotations

from dataclasses import dataclass

from asp_nono.clue import BACKGROUND, least_cells
from asp_nono.draw.frames import Table
from asp_nono.line.bits import runs, span
from asp_nono.logic.view import View, gaps


@dataclass(frozen=True, slots=True)
class Matrix:
    """The matrix.

    Attributes:
        gaps: The gaps: first cell and last cell, from 1.
        blocks: What the blocks are called.
        rows: For each block whether it can lie in each gap.
    """

    gaps: tuple[tuple[int, int], ...]
    blocks: tuple[str, ...]
    rows: tuple[tuple[bool, ...], ...]

    def table(self) -> Table:
        """The matrix to be drawn: gaps across, blocks down, a mark where a block can lie."""
        heads = tuple(f"{a}" if a == b else f"{a}-{b}" for a, b in self.gaps)
        return Table("gap", heads, self.blocks, self.rows)


def matrix(view: View) -> Matrix:
    """The matrix of a line that can be filled."""
    parts = gaps(view)
    fits = [_fitting(view, part) for part in parts]
    ahead = [{0}]
    for ways in fits:
        ahead.append({end for first in ahead[-1] for end in ways.get(first, ())})
    rows = [[False] * len(parts) for _ in view.clue]
    behind = {len(view.clue)}
    for number in range(len(parts) - 1, -1, -1):
        used = [
            (first, end)
            for first, ends in fits[number].items()
            if first in ahead[number]
            for end in ends
            if end in behind
        ]
        for first, end in used:
            for block in range(first, end):
                rows[block][number] = True
        behind = {first for first, _ in used}
    names = tuple(view.names.row(view.clue, number) for number in range(len(view.clue)))
    return Matrix(tuple((a + 1, b) for a, b in parts), names, tuple(map(tuple, rows)))


def _fitting(view: View, part: tuple[int, int]) -> dict[int, list[int]]:
    """The blocks, from a first one up to before another, that can be all blocks of a gap."""
    ways: dict[int, list[int]] = {}
    for first in range(len(view.clue) + 1):
        ways[first] = [first] if _fits(view, part, first, first) else []
        for end in range(first + 1, len(view.clue) + 1):
            if not _fits(view, part, first, end):
                break
            ways[first].append(end)
    return ways


def _fits(view: View, part: tuple[int, int], first: int, end: int) -> bool:
    """Whether the blocks from `first` to before `end` can be all the blocks in a gap."""
    cells = span(*part)
    if first == end:
        return not cells & ~view.allowed[BACKGROUND]
    if least_cells(view.clue[first:end]) > part[1] - part[0]:
        return False
    return all(runs(view.allowed[b.color] & cells, b.least) for b in view.clue[first:end])


def room_in_gap(view: View, found: Matrix, block: int, gap: int) -> tuple[int, int]:
    """Where a block, from 0, lies for sure that can lie in one gap only.

    The blocks before and behind it that must lie in the same gap take their part of it.

    Returns:
        The first cell, from 0, and the border behind the last.
    """
    here = [number for number, row in enumerate(found.rows) if row[gap] and sum(row) == 1]
    first, last = found.gaps[gap]
    before = tuple(view.clue[number] for number in here if number <= block)
    behind = tuple(view.clue[number] for number in here if number >= block)
    size = view.clue[block].least
    return first - 1 + least_cells(before) - size, last - least_cells(behind) + size
