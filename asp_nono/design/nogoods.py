"""Nogoods: what a failed edit teaches, cells of which at least one must change.

An edited picture with a second solution is not the only one that has it. The second solution
differs from the picture on pieces of lines that hold the same blocks in both; every picture that
agrees with the edited one on these pieces has a second solution, too, whatever it shows elsewhere.
The same holds for pieces on which line logic makes no progress. So one cell of the pieces has to
get a color other than the one the edit gave it. The smaller the pieces, the stronger the nogood.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from typing import Literal, TypeAlias

from asp_nono.asp.recipes import DEFAULT
from asp_nono.asp.recipes import recipe as named_recipe
from asp_nono.clue import clue_of, runs
from asp_nono.grid import Grid
from asp_nono.line import solver
from asp_nono.line.board import Board
from asp_nono.line.switch import switches
from asp_nono.puzzle import Puzzle, mismatch
from asp_nono.solving.result import Result, Technique
from asp_nono.solving.search import Task, search

Spot: TypeAlias = tuple[int, int]
"""A cell, 0-based (column, row)."""

Nogood: TypeAlias = frozenset[Spot]
"""Cells of which one at least must get another color."""

_Piece: TypeAlias = tuple[int, int]  # the first and the last position of a piece of a line
_Found: TypeAlias = list[tuple[list[Spot], list[Spot]]]
"""Pieces of lines: all their cells, and those among them that are not settled."""


def differences(edit: Grid, other: Grid) -> list[tuple[Nogood, Nogood]]:
    """The independent parts of the difference between two pictures with the same clues.

    Returns:
        For each part the nogood, and the cells that differ. To give these the colors that they
        have in `other` leads to a solution, with every picture that agrees on the nogood.
    """
    found: _Found = []
    for places, mine, theirs in _lines(edit, other):
        differ = [p for p, (a, b) in enumerate(zip(mine, theirs, strict=True)) if a != b]
        found += _located(places, differ, _same_blocks(mine, theirs))
    return _parts(found)


def doubts(edit: Grid, board: Board) -> list[tuple[Nogood, Nogood]]:
    """The independent parts of what line logic leaves open of an edited picture.

    Returns:
        For each part the nogood, and the open cells. Line logic does not get to the end of any
        picture that agrees on the nogood.
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


def _parts(found: _Found) -> list[tuple[Nogood, Nogood]]:
    """Pieces that share unsettled cells put together."""
    part_of: dict[Spot, int] = {}
    parts: dict[int, tuple[set[Spot], set[Spot]]] = {}
    for number, (cells, inside) in enumerate(found):
        nogood, open_ = set(cells), set(inside)
        for old in {part_of[spot] for spot in inside if spot in part_of}:
            more_cells, more_open = parts.pop(old)
            nogood |= more_cells
            open_ |= more_open
        parts[number] = nogood, open_
        part_of |= dict.fromkeys(open_, number)
    return [(frozenset(nogood), frozenset(open_)) for nogood, open_ in parts.values()]


Aim: TypeAlias = Literal["unique", "line"]
"""What is wanted of a puzzle: exactly one solution, or also that line logic alone finds it."""

_SWITCHES = 200  # no more switches of one picture are looked at


def judge(puzzle: Puzzle, aim: Aim) -> Technique | list[Nogood]:
    """The technique that solves the puzzle of a goal, or what the goal lacks.

    Returns:
        The weakest technique known to be enough if the aim is met. Otherwise nogoods, at least
        one: no picture that agrees with the goal on the cells of one of them meets the aim.
    """
    goal = puzzle.goal
    if goal is None or mismatch(goal, puzzle):
        raise AssertionError("an edited picture is not a solution of its own puzzle")
    board = Board(puzzle)
    if wrong := board.sweep():
        raise AssertionError(f"{wrong} has no arrangement, and yet there is a picture")
    if board.decided:
        return "line"
    if aim == "line":
        near = _nogoods(goal, _switched(puzzle, goal))
        return [*(nogood for nogood, _ in doubts(goal, board)), *near]
    others = rivals(puzzle, goal)
    return others if isinstance(others, str) else _nogoods(goal, others)


def rivals(puzzle: Puzzle, goal: Grid) -> Technique | list[Grid]:
    """Solutions other than the goal, or the technique that solves a puzzle with no others.

    Switches are easy to find. Where there is none, the first solution that is not the goal is
    taken: its parts tell as much as several solutions do.
    """
    if near := list(_switched(puzzle, goal)):
        return near
    with closing(search(Task(puzzle, named_recipe(DEFAULT)))) as found:
        for event in found:
            if isinstance(event, Grid) and event != goal:
                return [event]
            if isinstance(event, Result) and event.technique:
                return event.technique
    raise AssertionError("a search has not ended")


def _switched(puzzle: Puzzle, goal: Grid) -> Iterator[Grid]:
    """The solutions next to the goal, though not too many."""
    return islice(switches(puzzle, goal), _SWITCHES)


def _nogoods(goal: Grid, others: Iterable[Grid]) -> list[Nogood]:
    """What other solutions teach, each nogood once."""
    found = [nogood for other in others for nogood, _ in differences(goal, other)]
    return list(dict.fromkeys(found))
