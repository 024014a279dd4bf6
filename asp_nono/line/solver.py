"""The line solvers: what follows from one line alone, in any number of colors, blotted or not.

`solve` is complete: a forward and a backward pass over the blocks carry the sets of all borders at
which a prefix, and a suffix, of the clue can end.

`fast` and `olsak` compare the two extreme arrangements of a line and can miss something. Source:
Steve Simpson's account of the "fast" solver and of Petr and Mirek Olšák's.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from asp_nono.clue import BACKGROUND, Block, Clue, gap
from asp_nono.line.bits import each, lowest, mirrored, reach, reach_back, runs, span, spread

LineSolver = Callable[[Clue, int, Sequence[int]], "list[int] | None"]  # as `solve`
Arrangement: TypeAlias = list[tuple[int, int]]  # each block's first cell, border behind its last


@dataclass(frozen=True, slots=True)
class Placement:
    """The places of one block; positions are 0-based."""

    number: int  #: the block's place in the clue, from 0
    length: int | None  #: the block's length; None if it is blotted
    starts: int  #: the set of its possible first cells
    ends: int  #: the set of the possible borders behind its last cell
    cells: int  #: the set of the cells that it can cover

    @property
    def first(self) -> int:
        """The first cell at which it can start."""
        return lowest(self.starts)

    @property
    def last_start(self) -> int:
        """The last cell at which it can start."""
        return self.starts.bit_length() - 1

    @property
    def first_end(self) -> int:
        """The first border at which it can end."""
        return lowest(self.ends)

    @property
    def end(self) -> int:
        """The last border at which it can end."""
        return self.ends.bit_length() - 1

    @property
    def sure(self) -> int:
        """The cells that it covers wherever it lies."""
        return span(self.last_start, self.first_end)

    def spans(self, among: int = -1) -> Iterator[tuple[int, int]]:
        """Its possible (first cell, border behind the last) that start `among` some cells."""
        for start in each(self.starts & among):
            if self.length is not None:
                yield start, start + self.length
            else:
                for end in each(self.ends & reach(2 << start, self.cells)):
                    yield start, end


def solve(clue: Clue, length: int, allowed: Sequence[int]) -> list[int] | None:
    """What is left of `allowed`, for each color the set of the cells that may have it.

    A bit stays exactly if some arrangement of all blocks within `allowed` gives that cell that
    color. None if there is no arrangement.
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
    """The places of each block, and the set of cells that can be background; as `solve`."""
    found = _arrange(clue, length, list(allowed))
    if found is None:
        return None
    starts, ends, covered, background = found
    lengths = [block.length for block in clue]
    numbers = range(len(clue))
    return list(map(Placement, numbers, lengths, starts, ends, covered)), background


def _arrange(
    clue: Clue, length: int, allowed: list[int]
) -> tuple[list[int], list[int], list[int], int] | None:
    """For each block its starts, its ends, and the cells it can cover; and the background."""
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


def leftmost(
    clue: Clue, length: int, allowed: Sequence[int], least: Arrangement | None = None
) -> Arrangement | None:
    """All blocks pushed to the left; None if there is no arrangement. `least`: for larger sets.

    It has the earliest start and the earliest end of every block, and is found from below: when a
    cell that must be colored stays bare, the last block that starts before it must reach it or
    leave it to an earlier block, and in both cases cannot end before it.
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


def extremes(clue: Clue, length: int, allowed: Sequence[int]) -> list[Placement] | None:
    """The range of each block, all cells from its leftmost to its rightmost place; as `solve`."""
    left, right = leftmost(clue, length, allowed), rightmost(clue, length, allowed)
    if left is None or right is None:
        return None
    found = []
    for number, block in enumerate(clue):
        first, first_end = left[number]
        last_start, end = right[number]
        starts, ends = span(first, last_start + 1), span(first_end, end + 1)
        found.append(Placement(number, block.length, starts, ends, span(first, end)))
    return found


def fast(clue: Clue, length: int, allowed: Sequence[int]) -> list[int] | None:
    """Decide the cells that one block, or one gap, covers in both extreme arrangements.

    As `solve`, but the result may keep colors that no arrangement gives.
    """
    ranges = extremes(clue, length, allowed)
    if ranges is None:
        return None
    blank, end = 0, 0
    for block in ranges:
        blank |= span(end, block.first)
        end = block.end
    result = _decide(allowed, BACKGROUND, blank | span(end, length))
    for number, block in enumerate(ranges):
        result = _decide(result, clue[number].color, block.sure)
    return result


def olsak(clue: Clue, length: int, allowed: Sequence[int]) -> list[int] | None:
    """Decide the cells for which the extremes agree and any other color is refuted.

    That a cell has another color is refuted by pushing the blocks once more. As `solve`; nothing is
    missed on black-and-white lines, but with more colors too many can be left for an open cell.
    """
    left, right = leftmost(clue, length, allowed), rightmost(clue, length, allowed)
    if left is None or right is None:
        return None
    result = list(allowed)
    lefts = _colored(clue, left, len(allowed), length)
    rights = _colored(clue, right, len(allowed), length)
    for color in range(len(allowed)):
        for cell in each(lefts[color] & rights[color]):
            if any(result[other] >> cell & 1 for other in range(len(result)) if other != color):
                conjecture = list(result)
                conjecture[color] &= ~(1 << cell)
                if leftmost(clue, length, conjecture, left) is None:
                    result = _decide(result, color, 1 << cell)
    return result


def _colored(clue: Clue, arrangement: Arrangement, colors: int, length: int) -> list[int]:
    """For each color the cells that have it in `arrangement`."""
    cells = [0] * colors
    for block, (start, end) in zip(clue, arrangement, strict=True):
        cells[block.color] |= span(start, end)
    cells[BACKGROUND] = span(0, length) & ~sum(cells)
    return cells


def _decide(allowed: Sequence[int], color: int, cells: int) -> list[int]:
    """`allowed` with all other colors taken from `cells`."""
    return [old if k == color else old & ~cells for k, old in enumerate(allowed)]
