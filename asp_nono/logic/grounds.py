"""What a deduction rests on: the fewest cells of a line that are enough for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from asp_nono.clue import Clue
from asp_nono.line.bits import each, span
from asp_nono.line.complete import solve


def grounds(
    clue: Clue, length: int, allowed: Sequence[int], lost: Sequence[int] | None, late: int = 0
) -> int:
    """The positions whose known colours are needed for what follows from a line.

    With all other positions open it still follows; with one more of them open it does not.

    Args:
        clue: The blocks.
        length: Number of cells.
        allowed: For each colour the set of positions that may have it.
        lost: For each colour the positions that are shown not to have it; None when it is shown
            that the line cannot be filled.
        late: Positions that are better done without.
    """
    line = span(0, length)

    def holds(kept: int) -> bool:
        left = solve(clue, length, [cells | line & ~kept for cells in allowed])
        if left is None or lost is None:
            return left is None
        return not any(has & gone for has, gone in zip(left, lost, strict=True))

    return fewest(length, allowed, holds, lost or (), late)


def fewest(
    length: int,
    allowed: Sequence[int],
    holds: Callable[[int], bool],
    lost: Sequence[int] = (),
    late: int = 0,
) -> int:
    """The fewest known positions for which something still `holds`.

    Positions far from those that lose a colour are left out first. With one more left out, it does
    not hold any longer. The arguments are those of `grounds`.
    """
    known = 0
    for cells in allowed:
        known |= span(0, length) & ~cells
    near: list[int] = []
    for cells in lost:
        near += each(cells)

    def rank(position: int) -> tuple[bool, int]:
        distance = min((abs(position - other) for other in near), default=0)
        return not late >> position & 1, -distance

    return _without(known, holds, sorted(each(known), key=rank))


def _without(known: int, holds: Callable[[int], bool], positions: list[int]) -> int:
    """Leave positions out in groups, then in smaller groups, as long as `holds` stays true."""
    size = len(positions)
    while size:
        rest: list[int] = []
        for first in range(0, len(positions), size):
            group = positions[first : first + size]
            without = known & ~sum(1 << position for position in group)
            if holds(without):
                known = without
            else:
                rest += group
        positions = rest
        size //= 2
    return known
