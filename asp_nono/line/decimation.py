"""Decimation: open cells get their likeliest color, a few at a time; then all is estimated anew.

It often comes close to a solution of a large board that has many, and proves nothing. Source:
A. Montanari, F. Ricci-Tersenghi and G. Semerjian, Solving constraint satisfaction problems through
belief propagation-guided decimation (2007).
"""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from asp_nono.line.belief import ROUNDS, Messages, messages
from asp_nono.line.board import Board
from asp_nono.line.lookahead import tried

_STEPS: Final = 150  # at most, to a decided board
_SETTLING: Final = 3  # rounds of belief propagation after each step
_SURE: Final = 0.999  # cells of which the estimate is this sure are all fixed in one step


def decimated(board: Board, shares: Sequence[float], power: int = 0) -> list[Board]:
    """Boards on which at least these `shares` (rising) of the open cells have been given a color.

    Fewer boards if a line cannot be filled any more, whatever color a cell has. The swept `board`
    is not changed. Each step is shorter by the factor 2**`power`.
    """
    beliefs = messages(board)
    if beliefs is None:
        return []
    for _ in range(ROUNDS):
        beliefs.exchange()
    total = board.partial().undecided
    found: list[Board] = []
    steps = _STEPS << power
    while len(found) < len(shares):
        after = _fixed(board, _likeliest(board, beliefs), 1 + total // steps)
        if after is None or after is board:
            break
        board = after
        fixed = 1 - board.partial().undecided / total
        found += [board for share in shares[len(found) :] if share <= fixed]
        beliefs.assume(board)
        for _ in range(_SETTLING):
            beliefs.exchange()
    return found


def _likeliest(board: Board, beliefs: Messages) -> Iterator[tuple[int, int, int, float]]:
    """Column, row (0-based), likeliest color and its probability, the most certain cell first."""
    cells, likely = beliefs.marginals()
    colors, best = likely.argmax(axis=1), likely.max(axis=1)
    for at in np.argsort(-best, kind="stable").tolist():
        y, x = divmod(int(cells[at]), board.puzzle.width)
        yield x, y, int(colors[at]), float(best[at])


def _fixed(
    board: Board, likeliest: Iterator[tuple[int, int, int, float]], number: int
) -> Board | None:
    """The board swept after a `number` of open cells, and all sure ones, have their color.

    If a color fails, the cell loses it, and no more cells are fixed; None if that fails too.
    """
    for x, y, color, likely in likeliest:
        if number <= 0 and likely < _SURE:
            break
        left = board.colors_at(x, y)
        if len(left) == 1 or color not in left:
            continue
        number -= 1
        after, wrong = tried(board, x, y, 1 << color)
        if wrong:
            without, wrong = tried(board, x, y, ~(1 << color))
            return None if wrong else without
        board = after
    return board
