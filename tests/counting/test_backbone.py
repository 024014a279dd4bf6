"""What clingo finds out about the colors of cells, against all solutions."""

from collections.abc import Collection
from itertools import cycle
from math import factorial, inf

import pytest

from asp_nono.asp.recipes import recipe
from asp_nono.clue import Cell
from asp_nono.counting.backbone import Backbone
from asp_nono.counting.space import explore
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line.board import Board
from asp_nono.line.lookahead import open_cells
from asp_nono.puzzle import Puzzle
from tests.asp.boards import brute_force, families
from tests.counting.puzzles import blocks_of_ones, random_puzzle
from tests.solving.puzzles import NONE_BY_SEARCH, ONES

PAST = -inf


def _backbone(puzzle: Puzzle, cells: set[Cell] | None = None) -> Backbone:
    board = Board(puzzle)
    assert not board.sweep()
    return Backbone(board, set(open_cells(board)) if cells is None else cells, recipe("order"))


def _possible(pictures: Collection[Grid]) -> tuple[tuple[int, ...], ...]:
    """The colors that pictures give each cell, as bits."""
    first = next(iter(pictures))
    return tuple(
        tuple(
            sum(1 << color for color in {picture.rows[y][x] for picture in pictures})
            for x in range(first.width)
        )
        for y in range(first.height)
    )


@pytest.mark.parametrize(
    ("width", "height", "colors"),
    [(3, 3, 2), pytest.param(4, 3, 2, marks=pytest.mark.slow), (2, 3, 3)],
)
def test_exactly_the_colors_of_solutions_are_left(width: int, height: int, colors: int) -> None:
    """No more and no fewer, whatever line logic has left."""
    for puzzle, pictures in families(width, height, colors).items():
        if len(pictures) > 1:
            backbone = _backbone(puzzle)
            assert backbone.advance(inf)
            assert backbone.complete
            assert backbone.board.partial().rows == _possible(pictures)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_can_be_broken_off(seed: int) -> None:
    """Without time nothing is taken away; with it all that the exact shares of cells say."""
    puzzle = random_puzzle(8, 8, 0.3, seed)
    backbone = _backbone(puzzle)
    known = backbone.board.partial()
    assert not backbone.advance(PAST)
    assert not backbone.complete
    assert backbone.board.partial() == known
    assert backbone.advance(inf)
    assert backbone.board.partial() == explore(puzzle).shares().partial


def test_what_time_cuts_off_is_done_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time for one color at once is enough: none is forgotten."""
    puzzle = random_puzzle(8, 8, 0.3, 1)
    backbone, clock = _backbone(puzzle), cycle((0.0, 0.0, 1.0))
    monkeypatch.setattr("asp_nono.counting.backbone.perf_counter", lambda: next(clock))
    while not backbone.advance(0.5):
        assert not backbone.complete
    assert backbone.board.partial() == explore(puzzle).shares().partial


def test_only_cells_in_doubt_vary() -> None:
    """Solutions that differ elsewhere are not run through: elsewhere has its own number."""
    puzzle = blocks_of_ones(3, 2)
    first = {(x, y) for x in (1, 2, 3) for y in (1, 2, 3)}
    assert _backbone(puzzle, first).enumerate(1000, inf) == (factorial(3), True)
    assert _backbone(puzzle).enumerate(1000, inf) == (factorial(3) ** 2, True)
    assert _backbone(puzzle).enumerate(1, inf) == (1, False)


def test_no_solution() -> None:
    """That there is none is an answer."""
    backbone = _backbone(NONE_BY_SEARCH)
    assert backbone.advance(inf)
    assert backbone.none
    assert backbone.seen is None


def test_what_others_know() -> None:
    """A solution told from outside is as good as one of clingo's."""
    backbone = _backbone(ONES)
    told = next(iter(brute_force(ONES)))
    backbone.note(told)
    assert backbone.solution == told
    assert backbone.seen == PartialGrid(
        tuple(tuple(1 << color for color in row) for row in told.rows)
    )
    assert backbone.advance(inf)
    assert backbone.seen is not None
    assert backbone.seen.rows == _possible(brute_force(ONES))
