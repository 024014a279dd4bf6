"""Where a puzzle is ambiguous: the cells that differ between solutions, in independent regions.

A colour that some solution gives a cell is a brave consequence of the program, one that all give it
a cautious consequence; the cells in doubt are those with a brave consequence that is not cautious.
Clingo is asked colour by colour (`counting.backbone`), so that what is known so far holds at any
time. The cells fall into regions that do not depend on each other, whose solutions are counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import prod
from time import perf_counter
from typing import NamedTuple

from asp_nono.asp.recipes import DEFAULT
from asp_nono.asp.recipes import recipe as named_recipe
from asp_nono.counting.backbone import Backbone
from asp_nono.counting.component import components
from asp_nono.counting.diagram import Diagrams
from asp_nono.counting.portfolio import MEMORY, Part
from asp_nono.grid import PartialGrid
from asp_nono.line.board import Board
from asp_nono.line.lookahead import open_cells, why_none
from asp_nono.line.switch import switches
from asp_nono.puzzle import Puzzle

_PAUSE = 0.5
"""Seconds after which it is told what is known."""

_FIRST, _GROWTH = 0.4, 4.0
"""Seconds that a method of counting has in the first round, and how many times as much later."""

_KNOWN = 100
"""So many solutions beside the goal are looked at beforehand."""


class Region(NamedTuple):
    """Cells that depend on each other, and on no others.

    Attributes:
        cells: The cells (column, row), 1-based, from the top. Each has several colours in
            solutions.
        least: In how many ways at least they can be coloured.
        exact: Whether there are no more.
    """

    cells: tuple[tuple[int, int], ...]
    least: int
    exact: bool


class Narrowed(NamedTuple):
    """What is known of the colours in solutions.

    Attributes:
        shown: The colours that solutions are known to have; None before one is known.
        possible: The colours that they may have.
    """

    shown: PartialGrid | None
    possible: PartialGrid

    @property
    def complete(self) -> bool:
        """Whether nothing is in doubt any more."""
        return self.shown == self.possible


class Impossible(NamedTuple):
    """There is no solution; `reason` tells why."""

    reason: str


Event = Narrowed | tuple[Region, ...] | Impossible


def ambiguities(puzzle: Puzzle) -> Iterator[Event]:
    """What is found out about the ambiguity of a puzzle; a job for a child process.

    First more and more on the colours of the cells; when that is complete, the regions, several
    times, with better and better numbers.
    """
    board = Board(puzzle)
    if wrong := board.sweep():
        yield Impossible(why_none(wrong, puzzle, None))
        return
    if board.decided:
        yield Narrowed(board.partial(), board.partial())
        yield ()
        return
    yield Narrowed(None, board.partial())
    backbone = Backbone(board, set(open_cells(board)), named_recipe(DEFAULT))
    if puzzle.goal:
        backbone.note(puzzle.goal)
        for near in islice(switches(puzzle, puzzle.goal), _KNOWN):
            backbone.note(near)
    while not backbone.advance(perf_counter() + _PAUSE):
        yield Narrowed(backbone.seen, board.partial())
    if backbone.none:
        yield Impossible("clingo proves that no picture has these clues")
        return
    yield Narrowed(backbone.seen, board.partial())
    yield from _counted(board)


def _counted(board: Board) -> Iterator[tuple[Region, ...]]:
    """The regions of a board on which every colour occurs in a solution."""
    diagrams, width = Diagrams(), board.puzzle.width
    parts = [Part(one, diagrams, width, MEMORY) for one in components(board, diagrams)]
    seconds = _FIRST
    yield _regions(parts, width)
    while waiting := [one for one in parts if one.total is None and not one.full(one.methods)]:
        for part in waiting:
            for method in part.methods:
                if part.total is None:
                    part.advance(method, perf_counter() + seconds)
            yield _regions(parts, width)
        seconds *= _GROWTH


def _regions(parts: list[Part], width: int) -> tuple[Region, ...]:
    """The regions as they are known now; every one has two colourings at least."""
    return tuple(
        Region(
            tuple((cell % width + 1, cell // width + 1) for cell in sorted(part.component.cells)),
            2 if part.total is None else part.total,
            part.total is not None,
        )
        for part in parts
    )


def together(regions: tuple[Region, ...]) -> int:
    """The number of solutions that regions lead to, at least."""
    return prod(region.least for region in regions)
