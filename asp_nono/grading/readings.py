"""Readings: what a line may look like beside its clue, for whoever makes a typical mistake.

Each reading says of a finished line and a clue whether such a program would accept the two
together. Colours of cells are numbers, 0 is the background.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise, permutations, product
from typing import TypeAlias

from asp_nono.clue import Block, Clue, clue_of, runs

Cells: TypeAlias = tuple[int, ...]
Reading: TypeAlias = Callable[[Cells, Clue], bool]


def exact(cells: Cells, clue: Clue) -> bool:
    """The right reading."""
    return clue_of(cells) == clue


def anything(cells: Cells, clue: Clue) -> bool:
    """The clue is not looked at."""
    del cells, clue
    return True


def nothing(cells: Cells, clue: Clue) -> bool:
    """Nothing is ever accepted."""
    del cells, clue
    return False


def arranged(same: int, other: int, *, roomy: bool = True) -> Reading:
    """Blocks in order with at least so many cells between equal, and between other colours.

    Args:
        same: Cells between two neighbouring blocks of one colour.
        other: Between two of different colours.
        roomy: Whether a block may lie where the other blocks of its clue leave it no room; the
            facts about places and windows do not say so.
    """

    def reading(cells: Cells, clue: Clue) -> bool:
        return any(
            _painted(cells, clue, starts)
            for starts in _starts(cells, clue, same, other)
            if roomy or _within_windows(cells, clue, starts)
        )

    return reading


def _within_windows(cells: Cells, clue: Clue, starts: tuple[int, ...]) -> bool:
    right = list(_starts(cells, clue, 1, 0))
    ranges = [(min(place), max(place)) for place in zip(*right, strict=True)]
    return all(first <= start <= last for start, (first, last) in zip(starts, ranges, strict=True))


def _starts(cells: Cells, clue: Clue, same: int, other: int) -> Iterator[tuple[int, ...]]:
    def place(number: int, first: int) -> Iterator[tuple[int, ...]]:
        if number == len(clue):
            yield ()
            return
        for start in range(first, len(cells) - _length(clue[number]) + 1):
            end = start + _length(clue[number])
            equal = number + 1 < len(clue) and clue[number + 1].color == clue[number].color
            for rest in place(number + 1, end + (same if equal else other)):
                yield (start, *rest)

    return place(0, 0)


def _length(block: Block) -> int:
    return block.least


def _cover(length: int, clue: Clue, starts: tuple[int, ...]) -> Cells:
    """What blocks with these starts paint; later ones over earlier ones, nothing off the line."""
    painted = [0] * length
    for block, start in zip(clue, starts, strict=True):
        for place in range(max(start, 0), min(start + _length(block), length)):
            painted[place] = block.color
    return tuple(painted)


def _painted(cells: Cells, clue: Clue, starts: tuple[int, ...]) -> bool:
    return _cover(len(cells), clue, starts) == cells


def exactly_one_apart(cells: Cells, clue: Clue) -> bool:
    """Neighbouring blocks have just one cell between them."""
    right = exact(cells, clue)
    gaps = [length for length, color in _stretches(cells)[1:-1] if color == 0]
    return right and all(gap == 1 for gap in gaps)


def _stretches(cells: Cells) -> list[tuple[int, int]]:
    """Runs of cells of one colour, the background included."""
    shifted = runs(color + 1 for color in cells)
    return [(length, color - 1) for length, color in shifted]


def any_order(cells: Cells, clue: Clue) -> bool:
    """The blocks are all there, in whatever order."""
    return sorted(clue_of(cells)) == sorted(clue)


def backwards(cells: Cells, clue: Clue) -> bool:
    """The clue is read from its end."""
    return clue_of(cells) == clue[::-1]


def anywhere(*, ordered: bool = False, roomy: bool = True) -> Reading:
    """Each block lies somewhere, on others perhaps.

    Args:
        ordered: Whether each begins behind the beginning of the one before it.
        roomy: As for `arranged`.
    """

    def reading(cells: Cells, clue: Clue) -> bool:
        ranges = [range(len(cells) - _length(block) + 1) for block in clue]
        shown = [{color} if color else set() for color in cells]
        return any(
            _union(len(cells), clue, starts) == shown
            for starts in product(*ranges)
            if not ordered or all(a < b for a, b in pairwise(starts))
            if roomy or _within_windows(cells, clue, starts)
        )

    return reading


def apart_by_the_next(cells: Cells, clue: Clue) -> bool:
    """A block's distance from the one before it is measured by its own length."""
    shown = [{color} if color else set() for color in cells]
    ranges = [range(len(cells) - _length(block) + 1) for block in clue]
    return any(
        _union(len(cells), clue, starts) == shown
        for starts in product(*ranges)
        if all(
            second > first + _length(block)
            for (first, second), block in zip(pairwise(starts), clue[1:], strict=True)
        )
    )


def _union(length: int, clue: Clue, starts: tuple[int, ...]) -> list[set[int]]:
    painted: list[set[int]] = [set() for _ in range(length)]
    for block, start in zip(clue, starts, strict=True):
        for place in range(start, start + _length(block)):
            painted[place].add(block.color)
    return painted


def more_painted(cells: Cells, clue: Clue) -> bool:
    """The blocks are there, and other cells may be painted as well."""
    return any(
        all(mine in (0, shown) for mine, shown in zip(cover, cells, strict=True))
        for starts in _starts(cells, clue, 1, 0)
        for cover in [_cover(len(cells), clue, starts)]
    )


def less_painted(cells: Cells, clue: Clue) -> bool:
    """What is painted lies in blocks, which need not be painted all over."""
    return any(
        all(shown in (0, mine) for mine, shown in zip(cover, cells, strict=True))
        for starts in _starts(cells, clue, 1, 0)
        for cover in [_cover(len(cells), clue, starts)]
    )


def blank_is_free(cells: Cells, clue: Clue) -> bool:
    """A line without blocks may be painted at will."""
    return not clue or exact(cells, clue)


def blank_is_impossible(cells: Cells, clue: Clue) -> bool:
    """A line without blocks does not work."""
    return bool(clue) and exact(cells, clue)


def blank_only(cells: Cells, clue: Clue) -> bool:
    """No block is ever accepted."""
    return not clue and exact(cells, clue)


def totals(cells: Cells, clue: Clue) -> bool:
    """Only the number of cells of each colour counts."""
    wanted: dict[int, int] = {}
    for block in clue:
        wanted[block.color] = wanted.get(block.color, 0) + _length(block)
    shown = {color: cells.count(color) for color in set(cells) - {0}}
    return shown == wanted


def totals_and_number(cells: Cells, clue: Clue) -> bool:
    """The number of cells of each colour counts, and how many blocks there are."""
    return totals(cells, clue) and len(clue_of(cells)) == len(clue)


def number_of_blocks(cells: Cells, clue: Clue) -> bool:
    """Only how many blocks there are counts, and their colours."""
    return [color for _, color in runs(cells)] == [block.color for block in clue]


def at_least(cells: Cells, clue: Clue) -> bool:
    """Blocks may be longer than the clue says."""
    shown = runs(cells)
    return len(shown) == len(clue) and all(
        color == block.color and length >= _length(block)
        for (length, color), block in zip(shown, clue, strict=True)
    )


def longer(by: int) -> Reading:
    """Every block covers so many cells more than it should, fewer if negative."""

    def reading(cells: Cells, clue: Clue) -> bool:
        shown = [Block(length, color) for length, color in runs(cells)]
        wanted = [(_length(block) + by, block.color) for block in clue]
        return shown == [Block(length, color) for length, color in wanted if length > 0]

    return reading


def not_at_first(cells: Cells, clue: Clue) -> bool:
    """The first cell of a line is never painted."""
    return exact(cells, clue) and cells[0] == 0


def not_at_last(cells: Cells, clue: Clue) -> bool:
    """The last cell of a line is never painted."""
    return exact(cells, clue) and cells[-1] == 0


def not_the_first_start(cells: Cells, clue: Clue) -> bool:
    """No block begins in the first cell, unless it is as long as the line."""
    return exact(cells, clue) and (cells[0] == 0 or _is_whole(cells, clue))


def not_the_last_start(cells: Cells, clue: Clue) -> bool:
    """No block ends in the last cell, unless it is as long as the line."""
    return exact(cells, clue) and (cells[-1] == 0 or _is_whole(cells, clue))


def _is_whole(cells: Cells, clue: Clue) -> bool:
    return len(clue) == 1 and _length(clue[0]) == len(cells)


def hanging_over(cells: Cells, clue: Clue) -> bool:
    """A block may hang over the end of the line."""
    wider = (*cells, *(0,) * sum(map(_length, clue)))
    return any(
        _painted(cells, clue, starts)
        for starts in _starts(wider, clue, 1, 0)
        if all(start < len(cells) for start in starts)
    )


def first_block_only(cells: Cells, clue: Clue) -> bool:
    """Blocks behind the first are not looked for."""
    return exact(cells, clue[:1])


def first_two_apart(cells: Cells, clue: Clue) -> bool:
    """Only the first two blocks are kept in order."""
    return any(
        clue_of(cells[:cut]) == clue[:2] and sorted(clue_of(cells[cut:])) == sorted(clue[2:])
        for cut in range(len(cells) + 1)
    )


def colorless(cells: Cells, clue: Clue) -> bool:
    """Where the blocks are counts, and not their colours."""
    shapes = tuple(int(color > 0) for color in cells)
    return arranged(1, 0)(shapes, clue) or any(
        _shape(_cover(len(cells), clue, starts)) == shapes for starts in _starts(cells, clue, 1, 0)
    )


def _shape(cells: Cells) -> Cells:
    return tuple(int(color > 0) for color in cells)


def any_color_order(cells: Cells, clue: Clue) -> bool:
    """The lengths are in order, the colours are not."""
    shown = runs(cells)
    lengths = [length for length, _ in shown]
    return any(
        lengths == list(map(_length, clue)) and [color for _, color in shown] == list(colors)
        for colors in set(permutations(block.color for block in clue))
    )
