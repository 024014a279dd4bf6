"""Lines that are enough by single-line logic alone: found quickly, often nearly the fewest."""

from __future__ import annotations

from collections.abc import Sequence

from asp_nono.line.board import Board
from asp_nono.line.complete import solve
from asp_nono.line.lookahead import colors_at
from asp_nono.logic.steps import Cell
from asp_nono.logic.together import look
from asp_nono.puzzle import Puzzle


def enough_by_lines(
    puzzle: Puzzle, cell: Cell | None, lines: Sequence[int]
) -> tuple[int, ...] | None:
    """Of some lines those that force a cell, or clash, when single lines are looked at.

    None of the lines in the result can be left out without single lines telling less; another
    way to the same conclusion may do without them.

    Args:
        puzzle: The puzzle.
        cell: Column and row, from 1; None if the clues are to clash.
        lines: The lines by number from 0, rows before columns; those to do without come first.

    Returns:
        The lines in the same order; None if all of them together are not enough.
    """
    if not _shows(puzzle, cell, frozenset(lines)):
        return None
    kept = list(lines)
    size = len(kept)
    while size:
        rest: list[int] = []
        for first in range(0, len(kept), size):
            group = kept[first : first + size]
            if not _shows(puzzle, cell, frozenset(rest + kept[first + size :])):
                rest += group
        kept = rest
        size //= 2
    return tuple(kept)


def _shows(puzzle: Puzzle, cell: Cell | None, lines: frozenset[int]) -> bool:
    """Whether the clues of these lines, one at a time, decide the cell, or clash."""
    board = Board(puzzle)
    waiting = lines
    while waiting:
        found = look(board, solve, waiting)
        if found.fails:
            return True
        if cell and len(colors_at(board, cell[0] - 1, cell[1] - 1)) < 2:
            return True
        waiting = found.changed & lines
    return False
