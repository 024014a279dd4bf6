"""Probing: both ways to go on from a cell are tried, each with a sweep.

Known as failed literals in satisfiability (Freeman 1995), and to nonogram solvers as probing
(Wolter's pbnsolve). Nothing is guessed: of a cell's two ways one may fail, or end in a picture;
then all that is left to find lies on the other one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from asp_nono.clue import Line
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line.bits import each, highest, repeated
from asp_nono.line.board import Board
from asp_nono.puzzle import Puzzle

_PATIENCE: Final = 2
"""Probing gives up after so many visits of lines for each open cell that have told nothing."""

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
        depth: From how many cells at once there were trials: with each picture that is met on one
            of the ways from a cell, the other way becomes a supposition.
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
        most: Begin no new trial after so many pictures; 0 for no limit.
    """
    cells = open_cells(board)
    left, patience = _EFFORT * len(cells), _PATIENCE * len(cells)
    pictures: list[Grid] = []
    rest: Board | None = board
    dead = None
    depth = 1
    while rest and not rest.decided and not (len(pictures) >= most > 0):
        trial = _first_telling(rest, cells, min(left, patience))
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
    """What a picture must agree with besides the clues, in words; empty if there is nothing."""
    demands = {"the given cells": puzzle.given, "the start": start}
    return " and ".join([words for words, demand in demands.items() if demand])


def why_none(
    wrong: Line | tuple[int, int] | None, puzzle: Puzzle, start: PartialGrid | None
) -> str:
    """Why there is no solution: a line has no arrangement, or no colour of a cell leads to one."""
    known = beside_clues(puzzle, start)
    if isinstance(wrong, Line):
        more = f" and {known}" if known else ""
        return f"line logic finds no way to fill {wrong} that agrees with the other lines{more}"
    if wrong is None:
        raise AssertionError("nothing has shown that there is no solution")
    more = f"with {known}, " if known else ""
    cell = f"the cell in column {wrong[0]} and row {wrong[1]}"
    return f"{more}line logic finds no way to fill the lines, whatever colour {cell} has"


@dataclass(frozen=True, slots=True)
class _Trial:
    """What trials have shown (see `Probed`), and how many lines they visited.

    The cells are those to try next: what the trials have passed over comes last.
    """

    pictures: tuple[Grid, ...]
    rest: Board | None
    dead: tuple[int, int] | None
    cells: list[tuple[int, int]]
    visits: int


def _first_telling(board: Board, cells: list[tuple[int, int]], visits: int) -> _Trial | None:
    """The first trial that tells something; None if it would take more than so many visits."""
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
            return _Trial(ready, rest, None if alive else (x + 1, y + 1), turned, spent)
    return None


def tried(board: Board, x: int, y: int, colors: int) -> tuple[Board, bool]:
    """The board swept after a cell has lost all other colours, and whether a line then fails."""
    twin = board.copy()
    return twin, twin.settle(x, y, colors) is not None


def open_cells(board: Board, among: Sequence[int] | None = None) -> list[tuple[int, int]]:
    """The open cells (column and row, 0-based), those first that are likely to tell most.

    These have many decided cells beside them, and lie on lines with few open cells.

    Args:
        board: The board.
        among: For each row the set of the columns to look at; all when left out.
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
