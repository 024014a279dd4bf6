"""Look-ahead: an open cell is given some of its colors, and the lines are swept.

Known as failed literals in satisfiability (Freeman 1995), and to nonogram solvers as probing
(Wolter's pbnsolve). Nothing is guessed: a color whose trial fails is not the cell's.

- `probe` tries both ways to go on from a cell; of these one may fail, or end in a picture, and then
  all that remains to be found lies on the other one.
- `look_ahead` to depth n leaves nothing that fails when n cells are given a color at once.
- `Trials` remembers the trials on a board that grows, for those who want the shortest one.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from sys import maxsize
from typing import Final, Literal

from asp_nono.clue import Clue, Line
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line.bits import each, highest, repeated
from asp_nono.line.board import Board
from asp_nono.line.solver import solve
from asp_nono.puzzle import Puzzle

_PATIENCE: Final = 2
"""Probing gives up after this many visits of lines for each open cell without a result."""

_EFFORT: Final = 24
"""The same for all visits together. To ground and solve what is open takes about as long."""


@dataclass(frozen=True, slots=True)
class Probed:
    """What probing has shown.

    Attributes:
        pictures: Solutions, all different.
        rest: Where all other solutions lie; None if there are none.
        everything: Where all solutions lie, the pictures among them; None if there are none.
        dead: The cell (column, row), 1-based, that has shown that there are no (other) solutions,
            because both ways to go on from it fail.
        depth: How many cells were given a color at once, at most: with each picture that is met on
            one of the ways from a cell, the other way becomes an assumption.
    """

    pictures: tuple[Grid, ...]
    rest: Board | None
    everything: Board | None
    dead: tuple[int, int] | None
    depth: int


def probe(board: Board, most: int = 0) -> Probed:
    """Try the open cells of a swept board one after another, as long as it is likely to pay.

    Args:
        board: The board; it is left as it is.
        most: Begin no new trial after this many pictures; 0 for no limit.
    """
    cells = open_cells(board)
    left, patience = _EFFORT * len(cells), _PATIENCE * len(cells)
    pictures: list[Grid] = []
    rest: Board | None = board
    dead = None
    depth = 1
    while rest and not rest.decided and not (len(pictures) >= most > 0):
        trial = _first_result(rest, cells, min(left, patience))
        if trial is None:
            break
        left -= trial.visits
        depth = len(pictures) + 1
        pictures += trial.pictures
        rest, dead, cells = trial.rest, trial.dead, trial.cells
    if rest and rest.decided:
        pictures.append(rest.picture)
        rest = None
    return Probed(tuple(pictures), rest, _everything(board.puzzle, pictures, rest), dead, depth)


def _everything(puzzle: Puzzle, pictures: list[Grid], rest: Board | None) -> Board | None:
    if not pictures:
        return rest
    board = rest.copy() if rest else Board(puzzle, PartialGrid.of(pictures[0]))
    for picture in pictures:
        board.admit(picture)
    return board


def beside_clues(puzzle: Puzzle, start: PartialGrid | None) -> str:
    """In words, what a picture must agree with besides the clues; empty if there is nothing."""
    demands = {"the given cells": puzzle.given, "the start": start}
    return " and ".join([words for words, demand in demands.items() if demand])


def why_none(
    wrong: Line | tuple[int, int] | None, puzzle: Puzzle, start: PartialGrid | None
) -> str:
    """Why there is no solution: a line has no arrangement, or no color of a cell leads to one."""
    known = beside_clues(puzzle, start)
    if isinstance(wrong, Line):
        more = f" and {known}" if known else ""
        return f"line logic finds no way to fill {wrong} that agrees with the other lines{more}"
    if wrong is None:
        raise AssertionError("nothing has shown that there is no solution")
    more = f"with {known}, " if known else ""
    cell = f"the cell in column {wrong[0]} and row {wrong[1]}"
    return f"{more}line logic finds no way to fill the lines, whatever color {cell} has"


@dataclass(frozen=True, slots=True)
class _Result:
    """What trials have shown (see `Probed`), and how many lines they visited.

    The cells are those to try next: what the trials have passed over comes last.
    """

    pictures: tuple[Grid, ...]
    rest: Board | None
    dead: tuple[int, int] | None
    cells: list[tuple[int, int]]
    visits: int


def _first_result(board: Board, cells: list[tuple[int, int]], visits: int) -> _Result | None:
    """The first trial with a result; None if it would take more than `visits` visits."""
    spent = 0
    for number, (x, y) in enumerate(cells):
        if spent > visits:
            return None
        colors = sum(1 << k for k, row in enumerate(board.rows[y]) if row >> x & 1)
        if not colors & (colors - 1):
            continue
        one = 1 << highest(colors)
        ways = [tried(board, x, y, one), tried(board, x, y, colors & ~one)]
        spent += sum(way.visits for way, _ in ways)
        alive = [way for way, wrong in ways if not wrong]
        others = [way for way in alive if not way.decided]
        if len(others) < len(ways):
            ready = tuple(way.picture for way in alive if way.decided)
            rest = others[0] if others else None
            turned = cells[number + 1 :] + cells[:number]
            return _Result(ready, rest, None if alive else (x + 1, y + 1), turned, spent)
    return None


def tried(board: Board, x: int, y: int, colors: int) -> tuple[Board, bool]:
    """The board swept after a cell has lost all other colors, and whether a line then fails."""
    twin = board.copy()
    return twin, twin.settle(x, y, colors) is not None


def open_cells(board: Board, among: Sequence[int] | None = None) -> list[tuple[int, int]]:
    """The open cells (column and row, 0-based), those first that are likely to show most.

    These have many decided cells beside them, and lie on lines with few open cells.

    Args:
        board: The board.
        among: For each row the set of the columns to consider; all when left out.
    """
    rows = [repeated(row) for row in board.rows]
    columns = [repeated(column) for column in board.columns]
    row_share = [8 * row.bit_count() / len(columns) for row in rows]
    column_share = [8 * column.bit_count() / len(rows) for column in columns]
    ranked = []
    for y, (above, row, below) in enumerate(zip([0, *rows], rows, [*rows[1:], 0], strict=False)):
        beside = (row << 1, row >> 1, above, below)
        for x in each(row if among is None else row & among[y]):
            open_beside = sum(cells >> x & 1 for cells in beside)
            ranked.append((3 * open_beside + row_share[y] + column_share[x], x, y))
    return [(x, y) for _, x, y in sorted(ranked)]


class EffortSpentError(Exception):
    """As many lines as were allowed have been visited."""


class Effort:
    """How many more lines may be visited.

    Attributes:
        left: How many; None for any number.
        spent: How many have been visited.
    """

    def __init__(self, left: int | None = None) -> None:
        self.left = left
        self.spent = 0

    def spend(self, visits: int) -> None:
        """Count visits.

        Raises:
            EffortSpentError: If none are left.
        """
        self.spent += visits
        if self.left is not None and self.spent > self.left:
            raise EffortSpentError


def look_ahead(board: Board, depth: int, effort: Effort, solution: Grid | None = None) -> bool:
    """Take away every color whose trial fails; afterwards no trial to this depth does.

    The result does not depend on the order of the trials: what fails on a board also fails on a
    part of it. The effort does. After a trial that fails, the cells beside what it has changed come
    next: there the next trial that fails is likeliest.

    Args:
        board: A swept board; it is changed. After a contradiction it is undefined.
        depth: How many cells are given a color at once, at most; 0 changes nothing.
        effort: What the trials may cost.
        solution: A solution, if one is known: its colors need no trial.

    Returns:
        Whether the board is shown to hold no solution.

    Raises:
        EffortSpentError: If the effort is not enough.
    """
    cells = OrderedDict.fromkeys(open_cells(board))
    level, idle = 1, 0
    while level <= depth:
        if idle == len(cells):
            level, idle = level + 1, 0
            continue
        cell = next(iter(cells))
        cells.move_to_end(cell)
        before = [row.copy() for row in board.rows]
        news, wrong = _try(board, cell, level - 1, effort, solution)
        if wrong:
            return True
        if not news:
            idle += 1
            continue
        level, idle = 1, 0
        for near in reversed(open_cells(board, _beside_changes(before, board.rows))):
            cells.move_to_end(near, last=False)
    return False


def _beside_changes(before: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> list[int]:
    """For each row the set of the columns in which, or beside which, a cell has lost a color."""
    lost = [0]
    for old, new in zip(before, after, strict=True):
        gone = 0
        for mine, left in zip(old, new, strict=True):
            gone |= mine & ~left
        lost.append(gone)
    rows = zip(lost, lost[1:], [*lost[2:], 0], strict=False)
    return [above | row | row << 1 | row >> 1 | below for above, row, below in rows]


def _try(
    board: Board, cell: tuple[int, int], depth: int, effort: Effort, solution: Grid | None
) -> tuple[bool, bool]:
    """Try the colors of a cell; whether one was taken away, and whether the board then fails."""
    x, y = cell
    news = False
    for color in board.colors_at(x, y):
        left = board.colors_at(x, y)
        if left == [color] or (solution is not None and solution.rows[y][x] == color):
            continue
        if color in left and fails(board, x, y, color, depth, effort):
            news = True
            board.remove(x, y, color)
            if board.sweep(first=[y, len(board.rows) + x]) is not None:
                return True, True
    return news, False


def fails(board: Board, x: int, y: int, color: int, depth: int, effort: Effort) -> bool:
    """Whether the trial of a color in a cell (0-based) fails, with look-ahead to `depth` in it.

    Raises:
        EffortSpentError: If the effort is not enough.
    """
    twin, wrong = tried(board, x, y, 1 << color)
    effort.spend(twin.visits)
    return wrong or (depth > 0 and look_ahead(twin, depth, effort))


Place = tuple[int, int, int]
"""A cell and a color to be tried in it: column and row, from 0, and the color."""

_REACHES: Final = {"queue": (6, 24, 96, maxsize), "rounds": (3, 6, 12, 24, 48, maxsize)}
"""How far trials are followed at first, and further only while none fails."""


@dataclass(frozen=True, slots=True)
class _Tried:
    """The outcome of a trial."""

    cost: int
    """How many visits learned something, the failing one included; or how many rounds."""
    fails: bool | None
    """Whether a line could not be filled any more; None if the trial was cut short."""
    touched: frozenset[int]
    """The lines (from 0, rows before columns) on which the outcome depends."""


class Trials:
    """The trials on a board that grows: each is made once, and again only if it must be."""

    def __init__(self, schedule: Literal["queue", "rounds"]) -> None:
        """No trials yet.

        Args:
            schedule: "queue" visits one line after another, and counts the visits that learn
                something. "rounds" visits all lines that have changed at the same time, and counts
                the rounds: nothing then depends on the order of lines.
        """
        self._rounds = schedule == "rounds"
        self._reaches = _REACHES[schedule]
        self._known: dict[Place, _Tried] = {}
        self._vain: dict[tuple[int, int], frozenset[int]] = {}
        self._seen: Board | None = None
        self._least = 0

    def failing(
        self, board: Board, *, solution: Grid | None = None, hasty: bool = False
    ) -> list[tuple[int, Place]]:
        """Trials that fail with their costs, the cheapest first; empty if none fails at all.

        All that are as cheap as the first one are among them. As long as some are left that were
        the cheapest when all were made last, these are the answer: they still fail now that more is
        known, and the others are not made again.

        Args:
            board: What is known; single lines show nothing more.
            solution: The solution, if it is known: its colors are not tried.
            hasty: Stop at the first one that is met.
        """
        self._follow(board)
        places = [
            (x, y, color)
            for x, y in open_cells(board)
            for color in board.colors_at(x, y)
            if solution is None or color != solution.rows[y][x]
        ]
        if left := self._as_cheap(places):
            return left
        for reach in self._reaches:
            found = []
            for place in places:
                known = self._known.get(place)
                if known is None or (known.fails is None and known.cost < reach):
                    known = self._known[place] = self._try(board, place, reach)
                if known.fails:
                    found.append((known.cost, place))
                    if hasty:
                        return found
            if found:
                found.sort(key=lambda pair: pair[0])
                self._least = found[0][0]
                return found
            places = [place for place in places if self._known[place].fails is None]
        return []

    def _as_cheap(self, places: list[Place]) -> list[tuple[int, Place]]:
        """Trials known to fail at no more than the lowest cost of last time."""
        found = []
        for place in places:
            known = self._known.get(place)
            if known is not None and known.fails and known.cost <= self._least:
                found.append((known.cost, place))
        return found

    def agreeing(self, board: Board) -> Iterator[tuple[int, int, list[Board]]]:
        """The cells of which no trial fails, with the boards that these lead to.

        A cell marked by `vain` is not met again until it may have something new to show.
        """
        self._follow(board)
        for x, y in open_cells(board):
            if (x, y) not in self._vain:
                yield x, y, [tried(board, x, y, 1 << color)[0] for color in board.colors_at(x, y)]

    def vain(self, board: Board, x: int, y: int) -> None:
        """Nothing follows from all colors of a cell (0-based), as long as nothing changes."""
        lines: set[int] = set()
        for color in board.colors_at(x, y):
            lines |= self._known[x, y, color].touched
        self._vain[x, y] = frozenset(lines)

    def _follow(self, board: Board) -> None:
        """Forget what the changes since last time may have made untrue.

        A trial that failed fails again, in no more visits; but perhaps in fewer rounds.
        """
        if self._seen is not None:
            changed = _differing(self._seen, board)
            self._known = {
                place: found
                for place, found in self._known.items()
                if (found.fails and not self._rounds) or changed.isdisjoint(found.touched)
            }
            self._vain = {
                cell: lines for cell, lines in self._vain.items() if changed.isdisjoint(lines)
            }
        self._seen = board.copy()

    def _try(self, board: Board, place: Place, reach: int) -> _Tried:
        return _in_rounds(board, place, reach) if self._rounds else _in_turn(board, place, reach)


class _CutError(Exception):
    """A trial has reached its limit."""


def _in_turn(board: Board, place: Place, reach: int) -> _Tried:
    """A trial that visits one line after another."""
    x, y, color = place
    twin = board.copy()
    twin.restrict(x, y, 1 << color)
    own = [y, len(twin.rows) + x]
    visits = 0

    def counting(clue: Clue, length: int, allowed: Sequence[int]) -> list[int] | None:
        nonlocal visits
        left = solve(clue, length, allowed)
        if left != allowed:
            if visits == reach:
                raise _CutError
            visits += 1
        return left

    fails: bool | None
    try:
        fails = twin.sweep(counting, first=own) is not None
    except _CutError:
        fails = None
    return _Tried(visits, fails, frozenset(_differing(board, twin).union(own)))


def _in_rounds(board: Board, place: Place, reach: int) -> _Tried:
    """A trial that visits all lines that have changed at the same time."""
    x, y, color = place
    twin = board.copy()
    twin.restrict(x, y, 1 << color)
    lines = touched = frozenset((y, len(board.rows) + x))
    rounds = 0
    while lines:
        if rounds == reach:
            return _Tried(rounds, None, touched)
        rounds += 1
        found = twin.round(solve, lines)
        if found.fails:
            return _Tried(rounds, True, touched)
        lines = found.changed
        touched |= lines
    return _Tried(rounds, False, touched)


def _differing(one: Board, other: Board) -> set[int]:
    """The lines of two boards that are not alike."""
    before, after = [*one.rows, *one.columns], [*other.rows, *other.columns]
    return {number for number, line in enumerate(before) if line != after[number]}
