"""What a failed edit teaches: cells of which one at least must change.

An edited picture with a second solution is not the only one that has it. The second solution
differs from the picture on pieces of lines that hold the same blocks in both; every picture that
agrees with the edited one on these pieces has a second solution, too, whatever it shows elsewhere.
The same holds for pieces on which line logic is at a loss. So one cell of the pieces has to get
another colour than the edit gave it. That is the lesson; the smaller its pieces, the more it says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from asp_nono.clue import clue_of, runs
from asp_nono.grid import Grid
from asp_nono.line import solver
from asp_nono.line.board import Board

Spot: TypeAlias = tuple[int, int]
"""A cell, 0-based (column, row)."""

Lesson: TypeAlias = frozenset[Spot]
"""Cells of which one at least must get another colour."""

_Piece: TypeAlias = tuple[int, int]
"""The first and the last position of a piece of a line."""

_Found: TypeAlias = list[tuple[list[Spot], list[Spot]]]
"""Pieces of lines: all their cells, and those among them that are not settled."""


def differences(edit: Grid, other: Grid) -> list[tuple[Lesson, Lesson]]:
    """The independent parts of the difference between two pictures with the same clues.

    Args:
        edit: The edited picture.
        other: Another solution of its puzzle.

    Returns:
        For each part the lesson, and the cells that differ. To give these the colours that they
        have in `other` leads to a solution, with every picture that agrees on the lesson.
    """
    found: _Found = []
    for places, mine, theirs in _lines(edit, other):
        differ = [p for p, (a, b) in enumerate(zip(mine, theirs, strict=True)) if a != b]
        found += _located(places, differ, _same_blocks(mine, theirs))
    return _parts(found)


def doubts(edit: Grid, board: Board) -> list[tuple[Lesson, Lesson]]:
    """The independent parts of what line logic leaves open of an edited picture.

    Args:
        edit: The edited picture.
        board: What a sweep by the complete line solver has left of its puzzle.

    Returns:
        For each part the lesson, and the open cells. Line logic does not get to the end of any
        picture that agrees on the lesson.
    """
    rows = board.partial().rows
    found: _Found = []
    for places, cells, allowed in _lines(edit, rows):
        open_ = [p for p, colors in enumerate(allowed) if colors & (colors - 1)]
        found += _located(places, open_, _no_news(cells, allowed))
    return _parts(found)


def _lines(
    edit: Grid, other: Grid | tuple[tuple[int, ...], ...]
) -> Iterator[tuple[list[Spot], tuple[int, ...], tuple[int, ...]]]:
    """The cells of each line, and what two pictures show there."""
    rows = other.rows if isinstance(other, Grid) else other
    for y, line in enumerate(zip(edit.rows, rows, strict=True)):
        yield [(x, y) for x in range(edit.width)], *line
    columns = tuple(zip(*rows, strict=True))
    for x, line in enumerate(zip(edit.columns, columns, strict=True)):
        yield [(x, y) for y in range(edit.height)], *line


def _same_blocks(mine: Sequence[int], theirs: Sequence[int]) -> Callable[[int, int], bool]:
    """Whether a piece that begins with a common cell holds the same blocks in both, and ends so."""
    last = len(mine) - 1

    def settled(first: int, end: int) -> bool:
        if end < last and mine[end] != theirs[end]:
            return False
        return runs(mine[first : end + 1]) == runs(theirs[first : end + 1])

    return settled


def _no_news(cells: Sequence[int], allowed: Sequence[int]) -> Callable[[int, int], bool]:
    """Whether the blocks of a piece, which begins with a known cell, tell nothing new in it."""
    last = len(cells) - 1

    def settled(first: int, end: int) -> bool:
        colors = allowed[first : end + 1]
        if end < last and colors[-1] & (colors[-1] - 1):
            return False
        most = max(colors).bit_length()
        sets = [sum(1 << p for p, c in enumerate(colors) if c >> k & 1) for k in range(most)]
        return solver.solve(clue_of(cells[first : end + 1]), end + 1 - first, sets) == sets

    return settled


def _located(
    places: list[Spot], marked: list[int], settled: Callable[[int, int], bool]
) -> Iterator[tuple[list[Spot], list[Spot]]]:
    """The pieces of a line that hold all marked positions, as cells."""
    for first, end in _pieces(len(places), marked, settled):
        inside = [places[p] for p in marked if first <= p <= end]
        yield places[first : end + 1], inside


def _pieces(length: int, marked: list[int], settled: Callable[[int, int], bool]) -> list[_Piece]:
    """The shortest pieces that hold all marked positions, each settled by itself, left to right.

    A piece begins just before its first marked position: what lies further to the left is alike
    on both sides of the question, and so cannot matter. A line that does not fall into settled
    pieces is one piece.
    """
    found: list[_Piece] = []
    for position in marked:
        if found and position <= found[-1][1]:
            continue
        first = max(position - 1, 0)
        ends = (end for end in range(position, length) if settled(first, end))
        end = next(ends, None)
        if end is None:
            return [(0, length - 1)]
        found.append((first, end))
    return found


def _parts(found: _Found) -> list[tuple[Lesson, Lesson]]:
    """Pieces that share unsettled cells put together."""
    part_of: dict[Spot, int] = {}
    parts: dict[int, tuple[set[Spot], set[Spot]]] = {}
    for number, (cells, inside) in enumerate(found):
        lesson, open_ = set(cells), set(inside)
        for old in {part_of[spot] for spot in inside if spot in part_of}:
            more_cells, more_open = parts.pop(old)
            lesson |= more_cells
            open_ |= more_open
        parts[number] = lesson, open_
        part_of |= dict.fromkeys(open_, number)
    return [(frozenset(lesson), frozenset(open_)) for lesson, open_ in parts.values()]
