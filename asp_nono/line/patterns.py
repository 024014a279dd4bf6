"""All patterns of one clue: the ways to fill a line, listed one by one or only counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from asp_nono.clue import BACKGROUND, Clue, gap
from asp_nono.errors import PuzzleError
from asp_nono.line.bits import each, reach, runs, span
from asp_nono.line.complete import Placement, placements
from asp_nono.line.push import Arrangement

Pattern = tuple[int, ...]
"""The colour number of each cell of a finished line."""


def patterns(clue: Clue, length: int, allowed: Sequence[int] | None = None) -> Iterator[Pattern]:
    """The patterns of a clue, the leftmost first, each found when it is asked for.

    They are ordered by where the first block starts, then by where it ends, then by the second
    block, and so on; the last one is the rightmost. No step is in vain, so the first pattern comes
    at once, however many there are.

    Args:
        clue: The blocks.
        length: Number of cells.
        allowed: For each colour the set of positions that may have it, as an integer in which bit
            p stands for position p, counted from 0; None if nothing is known of the line.

    Raises:
        PuzzleError: If `length` is negative, or `allowed` lacks a colour of the clue.

    >>> from asp_nono.clue import Block
    >>> list(patterns((Block(3),), 4))
    [(1, 1, 1, 0), (0, 1, 1, 1)]
    """
    sets = within(clue, length, allowed)
    return (_filled(clue, length, found) for found in _arrangements(clue, length, sets))


def count_patterns(clue: Clue, length: int, allowed: Sequence[int] | None = None) -> int:
    """How many patterns a clue has; exact, without finding them.

    It takes a number of steps proportional to `length` times the number of blocks. The arguments
    and errors are those of `patterns`.

    >>> from asp_nono.clue import Block
    >>> count_patterns((Block(2), Block(3)), 8)
    6
    """
    sets = within(clue, length, allowed)
    *_, ends = prefixes(clue, length, sets)
    return _moved(ends, sets[BACKGROUND])[length]


def within(clue: Clue, length: int, allowed: Sequence[int] | None = None) -> list[int]:
    """What is allowed, with a set for every colour of the clue and no cell outside the line.

    The arguments and errors are those of `patterns`.
    """
    if length < 0:
        raise PuzzleError(f"a line of {length} cells; expected 0 or more")
    colors = 1 + max((block.color for block in clue), default=BACKGROUND)
    line = span(0, length)
    if allowed is None:
        return [line] * colors
    if len(allowed) < colors:
        reason = f"what is allowed of {len(allowed)} colours; expected {colors}, as in the clue"
        raise PuzzleError(reason)
    return [cells & line for cells in allowed]


def prefixes(clue: Clue, length: int, allowed: Sequence[int]) -> Iterator[list[int]]:
    """For 0, 1, … all blocks of the clue, in how many ways these end at each border of the line.

    Only the cells before the last block's end are looked at. The arguments are those of
    `patterns`, `allowed` as `within` gives it.
    """
    ends = [1] + [0] * length
    yield ends
    blank = allowed[BACKGROUND]
    for number, block in enumerate(clue):
        starts = _moved(ends, blank)
        if number and gap(clue[number - 1], block):
            starts = [0] + [
                ways if blank >> cell & 1 else 0 for cell, ways in enumerate(starts[:-1])
            ]
        cells, ends = allowed[block.color], [0] * (length + 1)
        if block.length is None:
            for cell in each(cells):
                ends[cell + 1] = starts[cell] + ends[cell]
        else:
            for start in each(runs(cells, block.length)):
                ends[start + block.length] = starts[start]
        yield ends


def _moved(ends: Sequence[int], blank: int) -> list[int]:
    """In how many ways each border is reached from `ends` over any number of `blank` cells."""
    moved: list[int] = []
    for border, ways in enumerate(ends):
        passed = moved[-1] if border and blank >> border - 1 & 1 else 0
        moved.append(ways + passed)
    return moved


def _arrangements(clue: Clue, length: int, allowed: Sequence[int]) -> Iterator[Arrangement]:
    """The arrangements of all blocks, one after the other.

    A place that a block has in some arrangement goes together with all places of the block before
    it that end early enough, so no choice ever has to be taken back.
    """
    found = placements(clue, length, allowed)
    if found is None:
        return
    places, _ = found
    blank = allowed[BACKGROUND]
    chosen: Arrangement = []
    choices: list[Iterator[tuple[int, int]]] = []
    while True:
        number = len(chosen)
        if number < len(clue):
            choices.append(_choices(places[number], _borders(clue, chosen, blank)))
        else:
            yield chosen
        while choices:
            del chosen[len(choices) - 1 :]
            if place := next(choices[-1], None):
                chosen.append(place)
                break
            choices.pop()
        else:
            return


def _borders(clue: Clue, chosen: Arrangement, blank: int) -> int:
    """The borders at which the block after the chosen ones can start."""
    if not chosen:
        return reach(1, blank)
    number, (_, end) = len(chosen), chosen[-1]
    if gap(clue[number - 1], clue[number]):
        return reach((1 << end & blank) << 1, blank)
    return reach(1 << end, blank)


def _choices(place: Placement, borders: int) -> Iterator[tuple[int, int]]:
    """The places of a block that start at one of `borders`, in order."""
    for start in each(place.starts & borders):
        if place.length is not None:
            yield start, start + place.length
        else:
            for end in each(place.ends & reach(2 << start, place.cells)):
                yield start, end


def _filled(clue: Clue, length: int, arrangement: Arrangement) -> Pattern:
    cells = [BACKGROUND] * length
    for block, (start, end) in zip(clue, arrangement, strict=True):
        cells[start:end] = [block.color] * (end - start)
    return tuple(cells)
