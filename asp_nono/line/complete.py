"""The complete line solver: everything that follows from one line alone.

A forward and a backward pass over the blocks carry the sets of all borders at which a prefix, and
a suffix, of the clue can end. A colour stays possible for a cell exactly when some arrangement of
the whole clue gives the cell that colour. Any number of colours; blotted blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from asp_nono.clue import BACKGROUND, Clue
from asp_nono.line.bits import each, reach, reach_back, runs, spread


@dataclass(frozen=True, slots=True)
class Placement:
    """Where one block can lie; positions are 0-based.

    Attributes:
        length: The block's length; None if it is blotted.
        starts: The set of its possible first cells.
        ends: The set of the possible borders behind its last cell.
        cells: The set of the cells that it covers in some arrangement.
    """

    length: int | None
    starts: int
    ends: int
    cells: int

    def spans(self) -> list[tuple[int, int]]:
        """All its possible (first cell, border behind the last cell), in ascending order."""
        if self.length is not None:
            return [(start, start + self.length) for start in each(self.starts)]
        return [
            (start, end)
            for start in each(self.starts)
            for end in each(self.ends & reach(2 << start, self.cells))
        ]


def solve(clue: Clue, length: int, allowed: Sequence[int]) -> list[int] | None:
    """The colours that arrangements of `clue` leave for the cells of a line.

    Args:
        clue: The blocks.
        length: Number of cells.
        allowed: For each colour the set of cells that may have it.

    Returns:
        The same for what is left: a bit stays exactly if some arrangement of all blocks within
        `allowed` gives that cell that colour. None if there is no arrangement.
    """
    found = _arrange(clue, length, list(allowed))
    if found is None:
        return None
    _, _, covered, background = found
    left = [0] * len(allowed)
    for number, block in enumerate(clue):
        left[block.color] |= covered[number]
    left[BACKGROUND] = background
    return left


def placements(
    clue: Clue, length: int, allowed: Sequence[int]
) -> tuple[list[Placement], int] | None:
    """Where each block can lie, and the set of cells that can be background.

    The arguments are those of `solve`; None if there is no arrangement.
    """
    found = _arrange(clue, length, list(allowed))
    if found is None:
        return None
    starts, ends, covered, background = found
    lengths = [block.length for block in clue]
    return list(map(Placement, lengths, starts, ends, covered)), background


_Arranged: TypeAlias = tuple[list[int], list[int], list[int], int]
"""For each block its starts, its ends and the cells it can cover; and the background."""


def _arrange(clue: Clue, length: int, allowed: list[int]) -> _Arranged | None:
    """The backward pass over what the forward pass found possible."""
    forward = _forward(clue, allowed)
    if forward is None or not forward[0][-1] >> length & 1:
        return None
    borders, starts, ends = forward
    covered = [0] * len(clue)
    blank = allowed[BACKGROUND]
    behind = blank & borders[-1]
    rest = reach_back(1 << length, behind)
    background = behind & (rest >> 1)
    color = BACKGROUND
    for number in range(len(clue) - 1, -1, -1):
        block = clue[number]
        if block.color == color:
            rest = (rest >> 1) & blank
        color, size = block.color, block.length
        if size is None:
            cells = allowed[color]
            ends[number] &= rest
            before = reach_back(ends[number], cells) >> 1
            found = starts[number] & before
            covered[number] = reach(found, cells) & cells & before
        else:
            found = starts[number] & (rest >> size)
            ends[number] = found << size
            covered[number] = spread(found, size)
        starts[number] = found
        behind = blank & borders[number]
        rest = reach_back(found, behind)
        background |= behind & (rest >> 1)
    return starts, ends, covered, background


def _forward(clue: Clue, allowed: list[int]) -> tuple[list[int], list[int], list[int]] | None:
    """The borders behind each prefix of blocks and background, and each block's starts and ends."""
    blank = allowed[BACKGROUND]
    before = reach(1, blank)
    borders = [before]
    starts: list[int] = []
    ends: list[int] = []
    color, end = BACKGROUND, 0
    for block in clue:
        apart = block.color == color
        source = reach((end & blank) << 1, blank) if apart else before
        color, length = block.color, block.length
        cells = allowed[color]
        if length is None:
            source &= cells
            end = reach(source << 1, cells)
        else:
            source &= runs(cells, length)
            end = source << length
        if not source:
            return None
        before = reach(end, blank)
        starts.append(source)
        ends.append(end)
        borders.append(before)
    return borders, starts, ends
