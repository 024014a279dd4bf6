"""Switches: the smallest differences between two solutions."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from asp_nono.grid import Grid
from asp_nono.line.switch import switches
from asp_nono.puzzle import Puzzle
from tests.asp.boards import brute_force
from tests.cases import PALETTE, partial
from tests.strategies import given_cells, grids


def test_drawn() -> None:
    """One corner pair goes, the other comes; the rest stays."""
    grid = Grid.from_text(["#..#.", ".....", "....#"])
    found = [near.to_text() for near in switches(Puzzle.of(grid), grid)]
    assert ["#...#", ".....", "...#."] in found
    assert ["...##", ".....", "#...."] not in found


def test_unique() -> None:
    """A picture whose puzzle has no other solution has no switch."""
    grid = Grid.from_text([".#.", "###", ".#."])
    assert list(switches(Puzzle.of(grid), grid)) == []


@given(grids(colors=3, max_side=3))
def test_all_switches_of_small_boards(grid: Grid) -> None:
    """Exactly the solutions that differ in the corners of a rectangle, each of them once."""
    _exactly_the_rectangles(Puzzle.of(grid, PALETTE[:3]), grid)


@given(st.data())
def test_given_cells_stay(data: st.DataObject) -> None:
    """A switch that takes its color from a given cell is none."""
    grid = data.draw(grids(colors=3, max_side=3))
    fixed = data.draw(given_cells(grid, 3))
    _exactly_the_rectangles(replace(Puzzle.of(grid, PALETTE[:3]), given=fixed), grid)


def test_given_corner() -> None:
    """One given corner is enough."""
    grid = Grid.from_text(["#.", ".#"])
    assert len(list(switches(Puzzle.of(grid), grid))) == 1
    for given_rows in ("#? | ??", "?? | .?"):
        fixed = replace(Puzzle.of(grid), given=partial(given_rows))
        assert list(switches(fixed, grid)) == []


def _exactly_the_rectangles(posed: Puzzle, grid: Grid) -> None:
    expected = set()
    for other in brute_force(posed):
        cells = grid.differences(other)
        if len(cells) == 4 and len({x for x, _ in cells}) == len({y for _, y in cells}) == 2:
            expected.add(other)
    found = list(switches(posed, grid))
    assert len(set(found)) == len(found)
    assert set(found) == expected


@given(grids(colors=2, max_side=4))
def test_black_and_white(grid: Grid) -> None:
    """The same on larger boards in one color."""
    posed = Puzzle.of(grid)
    near = {other for other in brute_force(posed) if len(grid.differences(other)) == 4}
    rectangles = {g for g in near if len({x for x, _ in grid.differences(g)}) == 2}
    assert set(switches(posed, grid)) == rectangles
