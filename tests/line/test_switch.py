"""Switches: the smallest differences between two solutions."""

from dataclasses import replace

from hypothesis import given, settings, strategies as st

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


def test_given_corner() -> None:
    """One given corner is enough."""
    grid = Grid.from_text(["#.", ".#"])
    assert len(list(switches(Puzzle.of(grid), grid))) == 1
    for given_rows in ("#? | ??", "?? | .?"):
        fixed = replace(Puzzle.of(grid), given=partial(given_rows))
        assert list(switches(fixed, grid)) == []


@given(st.data())
@settings(max_examples=20)
def test_random(data: st.DataObject) -> None:
    """Exactly the solutions that differ in the corners of a rectangle, and keep given cells."""
    colors, side = data.draw(st.sampled_from([(2, 4), (3, 3)]))
    grid = data.draw(grids(colors=colors, max_side=side))
    fixed = data.draw(st.none() | given_cells(grid, colors))
    posed = replace(Puzzle.of(grid, PALETTE[:colors]), given=fixed)
    expected = set()
    for other in brute_force(posed):
        cells = grid.differences(other)
        if len(cells) == 4 and len({x for x, _ in cells}) == len({y for _, y in cells}) == 2:
            expected.add(other)
    found = list(switches(posed, grid))
    assert len(set(found)) == len(found)
    assert set(found) == expected
