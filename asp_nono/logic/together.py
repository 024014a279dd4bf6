"""Lines looked at together: what one round finds is used only in the next one.

So nothing depends on the order of lines, and a puzzle that is turned, mirrored or recoloured takes
as many rounds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from sys import maxsize

from asp_nono.line.bits import each
from asp_nono.line.board import Board, LineSolver
from asp_nono.line.complete import solve
from asp_nono.line.lookahead import colors_at
from asp_nono.line.probe import open_cells

Place = tuple[int, int, int]
"""A cell and a colour to be tried in it: column and row, from 0, and the colour."""

_REACHES = (3, 6, 12, 24, 48, maxsize)
"""Trials are followed for so many rounds, and further only while none fails."""


@dataclass(frozen=True, slots=True)
class Round:
    """What came of a round.

    Attributes:
        told: How many lines told something.
        changed: The lines that have lost colours: their numbers from 0, rows before columns.
        fails: Whether some line cannot be filled; nothing else was taken over then.
    """

    told: int
    changed: frozenset[int]
    fails: bool = False


def look(board: Board, solver: LineSolver, lines: Iterable[int] | None = None) -> Round:
    """Look at lines (all when left out) as they are now, then take over what was found."""
    height = len(board.rows)
    both = [*board.rows, *board.columns]
    found = []
    for number in range(len(both)) if lines is None else lines:
        length = len(board.columns) if number < height else height
        after = solver(board.clues[number], length, both[number])
        if after is None:
            return Round(0, frozenset(), fails=True)
        if after != both[number]:
            gone = [had & ~has for had, has in zip(both[number], after, strict=True)]
            found.append((number, gone))
    changed = set()
    for number, gone in found:
        changed.add(number)
        across = number < height
        own, crossing = (number, height) if across else (number - height, 0)
        for color, cells in enumerate(gone):
            both[number][color] &= ~cells
            for position in each(cells):
                both[crossing + position][color] &= ~(1 << own)
                changed.add(crossing + position)
    return Round(len(found), frozenset(changed))


@dataclass(frozen=True, slots=True)
class _Tried:
    """What came of a trial.

    Attributes:
        rounds: After how many it fails; 0 if it does not, None if it was cut short.
        reach: How many rounds it was followed for.
        touched: What happens on these lines alone decides that.
    """

    rounds: int | None
    reach: int
    touched: frozenset[int]


class Trials:
    """The trials on a board that grows; those that it does not concern are not made again."""

    def __init__(self) -> None:
        self._known: dict[Place, _Tried] = {}

    def shortest(self, board: Board, right: tuple[tuple[int, ...], ...]) -> tuple[int, list[Place]]:
        """The wrong colours that are refuted in the fewest rounds, and in how many.

        Args:
            board: What is known; single lines tell nothing more.
            right: The solution's rows; its colours are not tried.

        Returns:
            0 and nothing if no trial fails.
        """
        places = [
            (x, y, color)
            for x, y in open_cells(board)
            for color in colors_at(board, x, y)
            if color != right[y][x]
        ]
        for reach in _REACHES:
            failing = []
            for place in places:
                known = self._known.get(place)
                if known is None or (known.rounds is None and known.reach < reach):
                    known = self._known[place] = _try(board, place, reach)
                if known.rounds:
                    failing.append((known.rounds, place))
            if failing:
                least = min(rounds for rounds, _ in failing)
                return least, [place for rounds, place in failing if rounds == least]
        return 0, []

    def forget(self, changed: frozenset[int]) -> None:
        """Lines have changed: what was tried on them may come out differently now."""
        self._known = {
            place: tried
            for place, tried in self._known.items()
            if changed.isdisjoint(tried.touched)
        }


def _try(board: Board, place: Place, reach: int) -> _Tried:
    x, y, color = place
    twin = board.copy()
    twin.restrict(x, y, 1 << color)
    lines = touched = frozenset((y, len(board.rows) + x))
    rounds = 0
    while lines:
        if rounds == reach:
            return _Tried(None, reach, touched)
        rounds += 1
        found = look(twin, solve, lines)
        if found.fails:
            return _Tried(rounds, reach, touched)
        lines = found.changed
        touched |= lines
    return _Tried(0, reach, touched)
