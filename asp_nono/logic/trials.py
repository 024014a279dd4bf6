"""Which trials fail on a board that grows: each is made once, and again only if it must be."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from asp_nono.clue import Clue, Line
from asp_nono.line.board import Board
from asp_nono.line.complete import solve
from asp_nono.line.lookahead import colors_at
from asp_nono.line.probe import open_cells, tried

_REACHES = (6, 24, 96, sys.maxsize)
"""Trials are cut short after so many visits that tell something, unless all are cut or in vain."""

Place = tuple[int, int, int]
"""A cell and a colour to be tried in it: column and row, from 0, and the colour."""


class Tried(NamedTuple):
    """What came of a trial.

    Attributes:
        visits: How many visits of lines told something, the failing one included.
        fails: Whether a line could not be filled any more; None if the trial was cut short.
        touched: The lines that changed. What happens on them alone decides what comes of it.
    """

    visits: int
    fails: bool | None
    touched: frozenset[Line]


class Trials:
    """The trials on a board, remembered."""

    def __init__(self) -> None:
        self._known: dict[Place, Tried] = {}
        self._vain: dict[tuple[int, int], frozenset[Line]] = {}
        self._seen: Board | None = None
        self._least = 0

    def failing(self, board: Board, *, hasty: bool = False) -> list[tuple[int, Place]]:
        """Trials that fail, with the number of visits that tell something, the fewest first.

        All that have as few as the first one are among them; there are none if none fail at all.
        As long as some are left that took the fewest visits when all were made last, these are
        the answer: they still fail now that more is known, and the others are not made again.

        Args:
            board: What is known; single lines tell nothing more.
            hasty: Be content with the first one that is met.
        """
        self._follow(board)
        places = [(x, y, color) for x, y in open_cells(board) for color in colors_at(board, x, y)]
        left = self._as_short(places)
        if left:
            return left
        for reach in _REACHES:
            found = []
            for place in places:
                known = self._known.get(place)
                if known is None or (known.fails is None and known.visits <= reach):
                    known = self._known[place] = _try(board, place, reach)
                if known.fails:
                    found.append((known.visits, place))
                    if hasty:
                        return found
            if found:
                found.sort(key=lambda pair: pair[0])
                self._least = found[0][0]
                return found
            places = [place for place in places if self._known[place].fails is None]
        return []

    def _as_short(self, places: list[Place]) -> list[tuple[int, Place]]:
        """Trials known to fail in no more visits than were the fewest last time."""
        known = ((self._known.get(place), place) for place in places)
        failing = ((tried.visits, place) for tried, place in known if tried and tried.fails)
        return [(visits, place) for visits, place in failing if visits <= self._least]

    def agreeing(self, board: Board) -> Iterator[tuple[int, int, list[Board]]]:
        """The cells of which no trial fails, with the boards that these lead to.

        A cell of which `vain` was said is not met again until it may have something new to tell.
        """
        self._follow(board)
        for x, y in open_cells(board):
            if (x, y) not in self._vain:
                yield x, y, [tried(board, x, y, 1 << color)[0] for color in colors_at(board, x, y)]

    def vain(self, board: Board, x: int, y: int) -> None:
        """Nothing is gained from all colours of a cell (0-based), as long as nothing changes."""
        lines = [self._known[x, y, color].touched for color in colors_at(board, x, y)]
        self._vain[x, y] = frozenset().union(*lines)

    def _follow(self, board: Board) -> None:
        """Forget what the changes since last time may have made untrue."""
        if self._seen is not None:
            changed = _differing(self._seen, board)
            self._known = {
                place: tried
                for place, tried in self._known.items()
                if tried.fails or changed.isdisjoint(tried.touched)
            }
            self._vain = {
                cell: lines for cell, lines in self._vain.items() if changed.isdisjoint(lines)
            }
        self._seen = board.copy()


class _CutError(Exception):
    """A trial has told as much as it may."""


def _try(board: Board, place: Place, reach: int) -> Tried:
    x, y, color = place
    twin = board.copy()
    twin.restrict(x, y, 1 << color)
    own = (Line("row", y + 1), Line("column", x + 1))
    visits = 0

    def counting(clue: Clue, length: int, allowed: Sequence[int]) -> list[int] | None:
        nonlocal visits
        left = solve(clue, length, allowed)
        if left != allowed:
            visits += 1
            if visits > reach:
                raise _CutError
        return left

    fails: bool | None
    try:
        fails = twin.sweep(counting, first=[y, len(twin.rows) + x]) is not None
    except _CutError:
        fails = None
    return Tried(visits, fails, frozenset(_differing(board, twin).union(own)))


def _differing(one: Board, other: Board) -> set[Line]:
    """The lines of two boards that are not alike."""
    rows = zip(one.rows, other.rows, strict=True)
    columns = zip(one.columns, other.columns, strict=True)
    found = {Line("row", y) for y, (a, b) in enumerate(rows, 1) if a != b}
    return found | {Line("column", x) for x, (a, b) in enumerate(columns, 1) if a != b}
