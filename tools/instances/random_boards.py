"""Random boards: every cell drawn by itself, from a fixed seed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from asp_nono.grid import Grid
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle
from tools.instances.model import Instance, credited

PALETTE = (
    WHITE,
    BLACK,
    Color("red", "r", "cc2222"),
    Color("green", "g", "228833"),
    Color("blue", "b", "2255cc"),
    Color("yellow", "y", "ddbb22"),
    Color("violet", "v", "8844aa"),
)


class Board(NamedTuple):
    """How to draw one board, and its known properties.

    Attributes:
        width: Number of columns.
        height: Number of rows.
        percent: The chance of a cell to be colored.
        colors: The number of block colors, all equally likely.
        seed: Where the random numbers start.
        solutions: As in `Instance`.
        line: As in `Instance`.
    """

    width: int
    height: int
    percent: int
    colors: int
    seed: int
    solutions: int = 1
    line: bool = False


BOARDS = (
    Board(10, 10, 50, 1, 3, 1, line=True),
    Board(10, 10, 50, 1, 1, 10),
    Board(15, 15, 55, 1, 6, 1),
    Board(15, 15, 50, 1, 1, 36),
    Board(20, 15, 60, 1, 4, 1),
    Board(20, 20, 60, 1, 5, 1),
    Board(20, 20, 50, 1, 1, 36),
    Board(25, 25, 60, 1, 27, 1),
    Board(25, 25, 65, 1, 1, 1, line=True),
    Board(30, 20, 65, 1, 110, 1),
    Board(30, 30, 70, 1, 1, 2),
    Board(30, 30, 60, 1, 4, 2),
    Board(30, 30, 50, 1, 1, 2874),
    Board(10, 10, 60, 2, 76, 1),
    Board(15, 15, 70, 3, 9, 1, line=True),
    Board(20, 20, 70, 2, 198, 1),
    Board(20, 20, 70, 2, 1, 4),
    Board(25, 25, 50, 3, 1, 95_004_000),
    Board(25, 20, 75, 4, 1, 8),
    Board(30, 30, 75, 3, 64, 1, line=True),
    Board(30, 30, 70, 4, 1, 192),
)


def random_boards() -> Iterator[Instance]:
    """The random group."""
    for board in BOARDS:
        name = f"{board.width}x{board.height}-{board.percent}-c{board.colors}-s{board.seed}"
        yield Instance("random", name, _puzzle(board), board.solutions, line=board.line)


def draw(board: Board) -> Grid:
    """The picture; the same on every machine, since only `Random.random` is used."""
    random = Random(board.seed)  # noqa: S311 (a picture, not a secret)
    return Grid(
        tuple(tuple(_cell(random, board) for _ in range(board.width)) for _ in range(board.height))
    )


def _cell(random: Random, board: Board) -> int:
    if random.random() * 100 >= board.percent:
        return 0
    return 1 + int(random.random() * board.colors)


def _puzzle(board: Board) -> Puzzle:
    colors = "black" if board.colors == 1 else f"{board.colors} colors"
    return credited(
        Puzzle.of(draw(board), PALETTE[: board.colors + 1]),
        title=f"Random {board.width}x{board.height}, {board.percent} %, seed {board.seed}",
        description=(
            f"Each cell is colored with a chance of {board.percent} % ({colors}); "
            f"the seed is {board.seed}."
        ),
    )
