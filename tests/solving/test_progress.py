"""Checks and counts that tell what they know so far: for whoever may end them at any time."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from asp_nono.counting.count import count, counts
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle
from asp_nono.solving.solve import check, results
from tests.strategies import grids

ONES = Puzzle.of(Grid.from_text(["#..", ".#.", "..#"]))


@given(grids(max_side=5))
def test_the_last_is_the_result(grid: Grid) -> None:
    """The same as without looking in between."""
    puzzle = Puzzle(grid.row_clues(), grid.column_clues())
    *before, last = results(puzzle)
    whole = check(puzzle)
    assert last.verdict == whole.verdict
    assert set(last.solutions) == set(whole.solutions)
    assert all(one.certain.admits(grid) for one in (*before, last))


def test_what_is_known_grows() -> None:
    """First what lines tell, then one solution, then two."""
    numbers = [found.number for found in results(ONES)]
    assert numbers == sorted(numbers)
    assert (numbers[0], numbers[-1]) == (0, 2)


@given(grids(max_side=4))
def test_the_last_count_is_the_count(grid: Grid) -> None:
    """The bounds before it are bounds."""
    puzzle = Puzzle(grid.row_clues(), grid.column_clues())
    *before, last = counts(puzzle)
    whole = count(puzzle)
    assert replace(last, tried=(), seconds=0) == replace(whole, tried=(), seconds=0)
    assert all(one.number <= last.number for one in before)
