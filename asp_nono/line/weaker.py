"""The two weaker classic line solvers, for teaching, comparison and difficulty.

Both compare the two extreme arrangements of a line; what they conclude is true, but they can miss
what `complete.solve` finds. Source: Steve Simpson's account of the "fast" solver and of Petr and
Mirek Olšák's, here for any number of colours and for blotted blocks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from asp_nono.clue import BACKGROUND, Clue
from asp_nono.line.bits import each, span
from asp_nono.line.push import Arrangement, leftmost, rightmost


def fast(clue: Clue, length: int, allowed: Sequence[int]) -> list[int] | None:
    """Decide the cells that one block, or one gap, covers in both extreme arrangements.

    Arguments and result are those of `complete.solve`; the result may keep colours that no
    arrangement gives. None exactly when there is no arrangement.
    """
    extremes = _extremes(clue, length, allowed)
    if extremes is None:
        return None
    left, right = extremes
    decided = [span(a[0], b[1]) for a, b in zip(right, left, strict=True)]
    starts = [start for start, _ in left] + [length]
    ends = [0] + [end for _, end in right]
    blank = 0
    for end, start in zip(ends, starts, strict=True):
        blank |= span(end, start)
    result = _decide(allowed, BACKGROUND, blank)
    for block, cells in zip(clue, decided, strict=True):
        result = _decide(result, block.color, cells)
    return result


def olsak(clue: Clue, length: int, allowed: Sequence[int]) -> list[int] | None:
    """Decide the cells for which the extremes agree and any other colour is refuted.

    For each cell that has one colour in both extreme arrangements, the conjecture that it has
    another colour is tried by pushing the blocks once more. On black-and-white lines nothing is
    missed; with more colours, a colour can stay possible in a cell that is not yet decided.
    Arguments and result are those of `complete.solve`.
    """
    extremes = _extremes(clue, length, allowed)
    if extremes is None:
        return None
    result = list(allowed)
    left, right = (_colored(clue, arrangement, len(allowed), length) for arrangement in extremes)
    for color, (a, b) in enumerate(zip(left, right, strict=True)):
        for cell in each(a & b):
            if any(cells >> cell & 1 for cells in _others(result, color)):
                conjecture = list(result)
                conjecture[color] &= ~(1 << cell)
                if leftmost(clue, length, conjecture, extremes[0]) is None:
                    result = _decide(result, color, 1 << cell)
    return result


def _extremes(
    clue: Clue, length: int, allowed: Sequence[int]
) -> tuple[Arrangement, Arrangement] | None:
    left = leftmost(clue, length, allowed)
    right = rightmost(clue, length, allowed)
    return None if left is None or right is None else (left, right)


def _colored(clue: Clue, arrangement: Arrangement, colors: int, length: int) -> list[int]:
    """For each colour the cells that have it in `arrangement`."""
    cells = [0] * colors
    for block, place in zip(clue, arrangement, strict=True):
        cells[block.color] |= span(*place)
    cells[BACKGROUND] = span(0, length) & ~sum(cells)
    return cells


def _decide(allowed: Sequence[int], color: int, cells: int) -> list[int]:
    """`allowed` with all other colours taken from `cells`."""
    return [old if k == color else old & ~cells for k, old in enumerate(allowed)]


def _others(allowed: Sequence[int], color: int) -> Iterator[int]:
    return (cells for k, cells in enumerate(allowed) if k != color)
