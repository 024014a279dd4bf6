"""The tables of a census against line logic and trials on single boards."""

from random import Random

import numpy as np
import pytest

from asp_nono.design.all_boards import Lines
from asp_nono.design.line_tables import OpenBoards
from asp_nono.line.board import Board
from asp_nono.line.lookahead import Budget, look_ahead
from asp_nono.puzzle import Puzzle
from tests.cases import PALETTE

SIZES = [(3, 3, 2), (5, 4, 2), (4, 5, 2), (5, 5, 2), (1, 6, 2), (2, 9, 2), (9, 1, 2)]
SIZES += [(3, 4, 3), (2, 6, 3), (3, 3, 4)]


def boards_of(size: tuple[int, int, int], count: int) -> tuple[OpenBoards, list[Puzzle]]:
    """Boards of a size: half have the clues of a picture, half those in another order."""
    rows, columns, states = size
    random = Random(7)  # noqa: S311 - draws for a test
    row, column = Lines(columns, states), Lines(rows, states)
    across, down = np.zeros((rows, count), np.int64), np.zeros((columns, count), np.int64)
    for board in range(count):
        cells = [[random.randrange(states) for _ in range(columns)] for _ in range(rows)]
        for y in range(rows):
            pattern = sum(color * states**x for x, color in enumerate(cells[y]))
            across[y, board] = row.clue[pattern]
        for x in range(columns):
            pattern = sum(cells[y][x] * states**y for y in range(rows))
            down[x, board] = column.clue[pattern]
        if board % 2:
            across[:, board] = random.sample([*across[:, board]], rows)
    puzzles = [
        Puzzle(
            tuple(row.all_clues[clue] for clue in across[:, board]),
            tuple(column.all_clues[clue] for clue in down[:, board]),
            PALETTE[:states],
        )
        for board in range(count)
    ]
    return OpenBoards.of(states, across, down), puzzles


def left(board: Board) -> list[int]:
    """The remaining colors of each row of a board, as in the tables."""
    states = len(board.puzzle.colors)
    places = list(enumerate(range(1, board.puzzle.width + 1)))
    return [
        sum(1 << states * at + color for at, x in places for color in board.colors_at(x, y))
        for y in range(1, board.puzzle.height + 1)
    ]


@pytest.mark.parametrize("size", SIZES)
def test_boards(size: tuple[int, int, int]) -> None:
    """Each board is left what it has alone after line logic, and after trials of single cells."""
    found, puzzles = boards_of(size, 300)
    settled = found.after_line_logic()
    tried = settled[np.flatnonzero(~settled.failing)].after_trials()
    number = 0
    for place, puzzle in enumerate(puzzles):
        board = Board(puzzle, None)
        wrong = board.sweep() is not None
        assert settled.failing[place] == wrong, puzzle
        if wrong:
            continue
        assert [*settled.rows[:, place]] == left(board), puzzle
        wrong = look_ahead(board, 1, Budget(10**6))
        assert tried.failing[number] == wrong, puzzle
        if not wrong:
            assert [*tried.rows[:, number]] == left(board), puzzle
            assert tried.decided[number] == board.decided
            if board.decided:
                assert tried.picture(number) == board.picture
        number += 1
    assert number == len(tried)
    assert number < len(puzzles) or size[0] < 3


def test_lines_too_long() -> None:
    """A table of ten cells in black and white would have 2^20 entries for each clue."""
    assert OpenBoards.possible(9, 2, 2)
    assert not OpenBoards.possible(2, 10, 2)
    assert OpenBoards.possible(6, 6, 3)
    assert not OpenBoards.possible(7, 1, 3)
