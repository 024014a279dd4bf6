"""The complete line solver: everything that follows from one line alone.

A forward and a backward pass over the blocks carry the sets of all borders at which a prefix, and
a suffix, of the clue can end. A colour stays possible for a cell exactly when some arrangement of
the whole clue gives the cell that colour. Any number of colours; blotted blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from asp_nono.clue import BACKGROUND, Block, Clue
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
    found = placements(clue, length, allowed)
    if found is None:
        return None
    blocks, background = found
    left = [0] * len(allowed)
    left[BACKGROUND] = background
    for block, placement in zip(clue, blocks, strict=True):
        left[block.color] |= placement.cells
    return left


def placements(
    clue: Clue, length: int, allowed: Sequence[int]
) -> tuple[list[Placement], int] | None:
    """Where each block can lie, and the set of cells that can be background.

    The arguments are those of `solve`; None if there is no arrangement.
    """
    forward = _forward(clue, allowed)
    if forward is None:
        return None
    blank = allowed[BACKGROUND]
    borders, starts, ends = forward
    rest = reach_back(1 << length, blank)
    if not borders[-1] >> length & 1:
        return None
    background = borders[-1] & blank & (rest >> 1)
    found: list[Placement] = []
    for number in range(len(clue) - 1, -1, -1):
        block = clue[number]
        if number + 1 < len(clue) and clue[number + 1].color == block.color:
            rest = (rest >> 1) & blank
        placement = _settle(block, starts[number], ends[number] & rest, allowed[block.color])
        found.append(placement)
        rest = reach_back(placement.starts, blank)
        background |= borders[number] & blank & (rest >> 1)
    found.reverse()
    return found, background


def _forward(clue: Clue, allowed: Sequence[int]) -> tuple[list[int], list[int], list[int]] | None:
    """The borders behind each prefix of blocks and background, and each block's starts and ends."""
    blank = allowed[BACKGROUND]
    borders = [reach(1, blank)]
    starts: list[int] = []
    ends: list[int] = []
    color = BACKGROUND
    for block in clue:
        cells = allowed[block.color]
        source = borders[-1] if block.color != color else reach((ends[-1] & blank) << 1, blank)
        color = block.color
        if block.length is None:
            source &= cells
            end = reach(source << 1, cells)
        else:
            source &= runs(cells, block.length)
            end = source << block.length
        if not source:
            return None
        starts.append(source)
        ends.append(end)
        borders.append(reach(end, blank))
    return borders, starts, ends


def _settle(block: Block, starts: int, ends: int, cells: int) -> Placement:
    """What is left of a block's forward `starts` when it must end at one of `ends`."""
    if block.length is not None:
        starts &= ends >> block.length
        return Placement(block.length, starts, starts << block.length, spread(starts, block.length))
    before = reach_back(ends, cells) >> 1
    starts &= before
    return Placement(None, starts, ends, reach(starts, cells) & cells & before)
