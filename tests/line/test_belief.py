"""Belief propagation against the exact shares of all solutions."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given, strategies as st

from asp_nono.counting.count import count
from asp_nono.counting.result import Wants
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line.belief import marginals
from asp_nono.line.board import Board
from asp_nono.puzzle import Puzzle, mismatch
from tests.cases import PALETTE
from tests.solving.puzzles import clues, noise
from tests.strategies import grids

SETTLED = 200  # rounds after which no message of a small board moves any more


@st.composite
def trees(draw: st.DrawFn) -> tuple[Puzzle, PartialGrid]:
    """A puzzle and a start whose open cells join its lines to trees."""
    colors = draw(st.integers(2, 3))
    grid = draw(grids(colors, max_side=4))
    root = {line: line for line in (*((0, y) for y in range(4)), *((1, x) for x in range(4)))}

    def top(line: tuple[int, int]) -> tuple[int, int]:
        return line if root[line] == line else top(root[line])

    known = [[1 << color for color in row] for row in grid.rows]
    cells = list(product(range(grid.width), range(grid.height)))
    for x, y in draw(st.permutations(cells)):
        if top((0, y)) != top((1, x)):
            root[top((0, y))] = top((1, x))
            known[y][x] = (1 << colors) - 1
    puzzle = Puzzle.of(grid, PALETTE[:colors])
    return puzzle, PartialGrid(tuple(map(tuple, known)))


def shares(puzzle: Puzzle, start: PartialGrid) -> dict[tuple[int, int], list[float]]:
    """The share of each color in each cell over all solutions, by brute force."""
    width, found, number = puzzle.width, Counter[tuple[int, int, int]](), 0
    cells = [
        [k for k in range(len(puzzle.colors)) if cell >> k & 1]
        for row in start.rows
        for cell in row
    ]
    for colors in product(*cells):
        rows = zip(*[iter(colors)] * width, strict=True)
        if mismatch(Grid(tuple(rows)), puzzle) is None:
            number += 1
            found.update((n % width + 1, n // width + 1, k) for n, k in enumerate(colors))
    return {
        (x, y): [found[x, y, k] / number for k in range(len(puzzle.colors))]
        for x, y in product(range(1, width + 1), range(1, puzzle.height + 1))
    }


@given(trees())
def test_exact_on_trees(tree: tuple[Puzzle, PartialGrid]) -> None:
    """Open cells that join the lines to trees."""
    puzzle, start = tree
    board = Board(puzzle, start)
    assert board.sweep() is None
    exact = shares(puzzle, start)
    estimates = marginals(board, SETTLED)
    assert estimates.keys() == {cell for cell, share in exact.items() if max(share) < 1}
    for cell, estimate in estimates.items():
        assert estimate == pytest.approx(exact[cell], abs=1e-6)


@given(grids(3, max_side=6))
def test_elsewhere_an_estimate(grid: Grid) -> None:
    """All open cells have one, whose sum is 1; a color that a line excludes has none."""
    puzzle = Puzzle.of(grid, PALETTE[:3])
    board = Board(puzzle)
    board.sweep()
    estimates = marginals(board)
    left = board.partial().rows
    several = {(x, y) for y, row in enumerate(left, 1) for x, s in enumerate(row, 1) if s & (s - 1)}
    assert estimates.keys() == several
    for (x, y), estimate in estimates.items():
        assert sum(estimate) == pytest.approx(1)
        for color, likely in enumerate(estimate):
            if not left[y - 1][x - 1] >> color & 1:
                assert likely < 1e-6


def test_close_to_the_exact_shares_of_a_loopy_board() -> None:
    """Noise of 11x11 has three solutions; the mean distance from their shares is small."""
    puzzle = noise(11)
    board = Board(puzzle)
    board.sweep()
    exact = count(puzzle, wants=Wants(shares=True)).shares
    assert exact is not None
    estimates = marginals(board)
    far = [abs(likely[1] - exact.probability(*cell, 1)) for cell, likely in estimates.items()]
    assert far
    assert sum(far) / len(far) < 0.05


def test_lines_with_blots_are_left_out() -> None:
    """What crosses them is estimated from the other lines alone."""
    puzzle = Puzzle(clues("?", "1", "1"), clues("1", "1", "1"))
    board = Board(puzzle)
    board.sweep()
    assert marginals(board)[2, 2] == pytest.approx([2 / 3, 1 / 3], abs=0.1)
    assert (1, 1) not in marginals(board)
