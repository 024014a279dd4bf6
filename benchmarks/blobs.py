"""Puzzles of any size for line logic: smooth random blobs, the same on every machine.

Every cell gets a random number, the numbers are averaged over a square around each cell, twice,
and the cells with the greatest averages are painted. The square grows with the square root of the
side, so that larger puzzles have more blocks to a line, and larger ones. Where line logic leaves a
few cells open, these are painted too; a picture that would need more than that is given up.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from random import Random

from asp_nono.errors import PuzzleError
from asp_nono.grid import Grid
from asp_nono.line.board import Board
from asp_nono.puzzle import Puzzle

_PAINTED = 0.6
"""The share of painted cells."""

_GROWTH = 0.35
_LEAST_REACH = 2
"""The reach of the square to each side: the square root of the puzzle's side times `_GROWTH`."""

_REPAIRED = 0.01
"""No more than this share of the cells may be open when line logic is at its end."""

_REPAIRS = 10
_ATTEMPTS = 200


def blobs(side: int, seed: int) -> Puzzle:
    """A puzzle of `side` rows and columns that line logic decides.

    Raises:
        PuzzleError: If none is found; that is a matter of luck, and another seed may have it.
    """
    random = Random(f"{side} {seed}")  # noqa: S311 - a picture, not a secret
    for _ in range(_ATTEMPTS):
        if puzzle := _repaired(_picture(side, random)):
            return puzzle
    raise PuzzleError(f"no line-solvable puzzle of side {side} from seed {seed}; try another seed")


def _picture(side: int, random: Random) -> list[list[int]]:
    reach = max(_LEAST_REACH, round(side**0.5 * _GROWTH))
    values = [[random.random() for _ in range(side)] for _ in range(side)]
    for _ in range(2):
        values = _transposed(_averaged(_transposed(_averaged(values, reach)), reach))
    ranked = sorted(value for row in values for value in row)
    least = ranked[int(len(ranked) * (1 - _PAINTED))]
    return [[int(value >= least) for value in row] for row in values]


def _averaged(values: Sequence[Sequence[float]], reach: int) -> list[list[float]]:
    """Every number as the mean of those at most `reach` away in its row."""
    length = len(values[0])
    spans = [(max(0, at - reach), min(length, at + reach + 1)) for at in range(length)]
    sums = [list(accumulate(row, initial=0.0)) for row in values]
    return [[(row[last] - row[first]) / (last - first) for first, last in spans] for row in sums]


def _transposed(values: Sequence[Sequence[float]]) -> list[list[float]]:
    return [list(column) for column in zip(*values, strict=True)]


def _repaired(cells: list[list[int]]) -> Puzzle | None:
    """The puzzle of a picture, with a few more cells painted, if line logic can decide it."""
    for _ in range(_REPAIRS):
        puzzle = Puzzle.of(Grid(tuple(map(tuple, cells))))
        board = Board(puzzle)
        board.sweep()
        left = board.partial()
        if not left.undecided:
            return puzzle
        if left.undecided > _REPAIRED * puzzle.width * puzzle.height:
            return None
        for row, sets in zip(cells, left.rows, strict=True):
            row[:] = [
                1 if some & (some - 1) else cell for cell, some in zip(row, sets, strict=True)
            ]
    return None
