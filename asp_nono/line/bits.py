"""Sets of positions on a line as integers: bit p stands for position p, counted from 0.

Position p also names the border before cell p, so a line of n cells has borders 0 … n.
"""

from collections.abc import Sequence


def reach(borders: int, cells: int) -> int:
    """The borders reached from `borders` by moving right over any number of `cells`.

    One addition does it: a bit added at the low end of a run of ones carries to the run's end.
    """
    return borders | (((borders & cells) + cells) ^ cells)


def reach_back(borders: int, cells: int) -> int:
    """The borders from which one of `borders` is reached by moving right over `cells`."""
    step = 1
    while cells:
        borders |= (borders >> step) & cells
        cells &= cells >> step
        step += step
    return borders


def runs(cells: int, length: int) -> int:
    """The positions p at which `length` neighboring `cells` begin (p … p+length-1)."""
    have = 1
    while have < length:
        step = have if have + have <= length else length - have
        cells &= cells >> step
        have += step
    return cells


def spread(starts: int, length: int) -> int:
    """The cells covered by runs of `length` that begin at `starts`."""
    have = 1
    while have < length:
        step = have if have + have <= length else length - have
        starts |= starts << step
        have += step
    return starts


def span(first: int, end: int) -> int:
    """The positions first … end-1; none when `end` is not above `first`."""
    return (1 << end) - (1 << first) if end > first else 0


def lowest(positions: int) -> int:
    """The smallest of `positions` (not empty)."""
    return (positions & -positions).bit_length() - 1


def highest(positions: int) -> int:
    """The largest of `positions` (not empty)."""
    return positions.bit_length() - 1


def each(positions: int) -> list[int]:
    """The positions in ascending order."""
    found = []
    while positions:
        low = positions & -positions
        found.append(low.bit_length() - 1)
        positions ^= low
    return found


def repeated(sets: Sequence[int]) -> int:
    """The positions that are in more than one of the sets."""
    once = twice = 0
    for positions in sets:
        twice |= once & positions
        once |= positions
    return twice


def mirrored(positions: int, length: int) -> int:
    """The set seen from the other end of a line of `length` cells."""
    return int(f"{positions:0{length}b}"[::-1], 2)
