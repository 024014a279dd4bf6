"""Decimation: guesses led by belief propagation, for boards that have many solutions.

Source: A. Montanari, F. Ricci-Tersenghi and G. Semerjian, Solving constraint satisfaction problems
through belief propagation-guided decimation (2007).
"""

from collections.abc import Iterator, Sequence
from typing import Final

from asp_nono.grid import Grid
from asp_nono.line.belief import MOST_POINTS, Beliefs, beliefs
from asp_nono.line.board import Board
from asp_nono.line.kernel import COMPILED
from asp_nono.line.lookahead import attempt, backtrack

STEPS: Final = 150 if COMPILED else 25  # to a decided board, at most
_SHARES: Final = [share / 20 for share in range(5, 21)]  # of the boards from which a guess goes on
_GUESS_STEPS: Final = 40  # of its decimation
_GUESS_POINTS: Final = 50_000  # of the grids of a board on which it takes a tenth of a second
_FAILURES: Final = 200  # of its searches, each
_UNSURE: Final = 20  # cells in which another solution may differ
_FIRST: Final = 10  # rounds of belief propagation before the first step of decimation
_SETTLING: Final = 2  # and after each step
_SURE: Final = 0.999  # cells of which the estimate is this sure are all fixed in one step


def decimated(
    board: Board, shares: Sequence[float], steps: int = STEPS, most: int = MOST_POINTS
) -> list[Board]:
    """Boards on which at least these `shares` (rising) of the open cells have been given a color.

    The likeliest cells get one, a few at a time; then all estimates are computed again. The result
    is often close to a solution of a large board that has many, and proves nothing. All `steps`
    together give each open cell a color, unless one of them fails.

    Fewer boards if some line can no longer be filled with any color of a cell; none of a board that
    is too large (see `beliefs`). The swept `board` is not changed.
    """
    messages = beliefs(board, _FIRST, most)
    if messages is None:
        return []
    total = board.undecided
    found: list[Board] = []
    while len(found) < len(shares):
        after = _fixed(board, _likeliest(board, messages), 1 + total // steps)
        if after is None or after is board:
            break
        board = after
        fixed = 1 - board.undecided / total
        found += [board for share in shares[len(found) :] if share <= fixed]
        messages.assume(board)
        for _ in range(_SETTLING):
            messages.exchange()
    return found


def guesses(board: Board) -> Iterator[Grid]:
    """Solutions of a swept board that are found near where decimation leads, perhaps several times.

    From each board on the way, the last one first, a short search tries to complete it in two ways.
    Others are looked for where the least certain cells have another color than in the last one.
    Nothing is tried on larger boards, or where line logic is not compiled: there clingo is faster.
    """
    last: Grid | None = None
    partials = decimated(board, _SHARES, _GUESS_STEPS, _GUESS_POINTS) if COMPILED else []
    for partial in reversed(partials):
        for found in backtrack(partial, 2, _FAILURES)[0]:
            yield found
            last = found
    if last:
        yield from _others(board, last)


def _others(board: Board, picture: Grid) -> Iterator[Grid]:
    """Solutions in which one of the least certain cells has another color than in a picture."""
    messages = beliefs(board, _FIRST)
    for x, y, _, _ in list(_likeliest(board, messages))[: -_UNSURE - 1 : -1] if messages else ():
        other = attempt(board, (x, y), ~(1 << picture.rows[y - 1][x - 1]))
        if not other.fails:
            yield from backtrack(other.board, 1, _FAILURES)[0]


def _likeliest(board: Board, messages: Beliefs) -> Iterator[tuple[int, int, int, float]]:
    """Column, row, likeliest color and its probability, the most certain cell first."""
    width, ranked = board.puzzle.width, list[tuple[float, int, int]]()
    for cell, likely in messages.marginals():
        best = max(likely)
        ranked.append((-best, cell, likely.index(best)))
    ranked.sort()
    for surprise, cell, color in ranked:
        yield cell % width + 1, cell // width + 1, color, -surprise


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
        found = attempt(board, (x, y), 1 << color)
        if found.fails:
            without = attempt(board, (x, y), ~(1 << color))
            return None if without.fails else without.board
        board = found.board
    return board
