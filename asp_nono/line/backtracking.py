"""Backtracking: a short depth-first search with a sweep after each guess.

It finds solutions of puzzles that have many, before clingo is needed.
"""

from typing import Final

from asp_nono.clue import Cell
from asp_nono.grid import Grid
from asp_nono.line.bits import each, repeated
from asp_nono.line.board import Board
from asp_nono.line.lookahead import tried

_FAILURES: Final = 20  # after more there is seldom a solution


def backtrack(board: Board, most: int) -> tuple[list[Grid], bool]:
    """Guess the color of one open cell after another on a swept board, which is not changed.

    The search ends when it has `most` solutions (at least 1), or after twenty guesses that fail.

    Returns:
        Different solutions, and whether there are no others on the board.
    """
    found, failures = list[Grid](), 0
    stack = [board]
    while stack:
        last = stack.pop()
        if last.decided:
            found.append(last.picture)
            if len(found) == most:
                return found, not stack
            continue
        x, y = _first_open(last)
        for color in last.colors_at(x, y):
            guess, wrong = tried(last, x, y, 1 << color)
            if not wrong:
                stack.append(guess)
            elif failures == _FAILURES:
                return found, False
            else:
                failures += 1
    return found, True


def _first_open(board: Board) -> Cell:
    """The first open cell in reading order."""
    for y, row in enumerate(board.rows, 1):
        if several := repeated(row):
            return each(several)[0] + 1, y
    raise ValueError("the board has no open cell")
