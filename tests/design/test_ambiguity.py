"""Where puzzles are ambiguous: the cells and regions are those of all solutions."""

from dataclasses import replace
from itertools import product
from math import prod
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from asp_nono.counting.count import count
from asp_nono.design.ambiguity import AmbiguityResult, ambiguities, ambiguity
from asp_nono.files import read
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits
from asp_nono.solving.result import Verdict
from tests.asp.boards import brute_force
from tests.asp.test_encodings import posed
from tests.cases import PALETTE
from tests.conftest import ROOT, SHARED
from tests.solving.puzzles import ONES
from tests.strategies import grids

AMBIGUOUS = sorted((ROOT / "instances" / "ambiguous").glob("*.xml"))


def _found(puzzle: Puzzle) -> AmbiguityResult:
    """What is known in the end."""
    *_, last = ambiguities(puzzle)
    return last


@given(case=posed(blots=True) | posed(blots=False))
@settings(max_examples=100)
def test_as_brute_force(case: tuple[Puzzle, object]) -> None:
    """Colors, cells and the number are those of all solutions, also with blots and given cells."""
    puzzle, _ = case
    solutions = brute_force(puzzle)
    found = _found(puzzle)
    assert (found.verdict is Verdict.NONE) == (not solutions)
    if not solutions:
        return
    assert found.complete
    assert found.shown is not None
    for y, x in product(range(puzzle.height), range(puzzle.width)):
        assert found.shown.rows[y][x] == sum({1 << grid.rows[y][x] for grid in solutions})
    assert prod(region.least for region in found.regions) == len(solutions)
    assert sorted(cell for region in found.regions for cell in region.cells) == sorted(found.cells)


@given(grids(max_side=4))
@settings(max_examples=30)
def test_regions_are_independent(grid: Grid) -> None:
    """The solutions are all combinations of what the regions can show."""
    puzzle = Puzzle.of(grid)
    solutions = brute_force(replace(puzzle, goal=None))
    for region in _found(puzzle).regions:
        shown = {tuple(one.rows[y - 1][x - 1] for x, y in region.cells) for one in solutions}
        assert len(shown) == region.least
        assert region.exact


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, marks=[pytest.mark.slow] * (file.stem == "galaxy"), id=file.stem)
        for file in AMBIGUOUS
    ],
)
def test_shipped_pictures(file: Path) -> None:
    """The regions multiply to the number of solutions that is counted otherwise."""
    (puzzle,) = read(file)
    found = _found(puzzle)
    assert found.complete
    assert found.exact
    assert found.least == count(puzzle).number


@given(colors=st.sampled_from([2, 3]), data=st.data())
@settings(max_examples=30)
def test_anytime(colors: int, data: st.DataObject) -> None:
    """Whatever is told on the way holds in the end."""
    puzzle = Puzzle.of(data.draw(grids(colors, 6)), PALETTE[:colors])
    last = _found(puzzle)
    for known in ambiguities(puzzle):
        assert set(known.cells) <= set(last.cells)
        assert set(known.possible.open_cells) >= set(last.cells)


def test_result() -> None:
    """Two switches of two colors: two regions, 2 x 2 solutions."""
    grid = Grid.from_text(["#...", ".#..", "..r.", "...r"], ".#r")
    found = ambiguity(Puzzle.of(grid, PALETTE[:3]))
    assert found.verdict is Verdict.MULTIPLE
    assert [(len(region.cells), region.least) for region in found.regions] == [(4, 2), (4, 2)]
    assert (found.least, found.exact, len(found.cells)) == (4, True, 8)


@pytest.mark.slow
@pytest.mark.shared
def test_limit() -> None:
    """A limit leaves what is known: at least these cells, and the verdict."""
    (lion,) = read(SHARED / "survey" / "Lion.non")
    found = ambiguity(lion, limits=Limits(8))
    assert found.verdict is Verdict.MULTIPLE
    assert found.reason == "time limit of 8 s"
    assert not found.exact
    assert found.cells
    assert found.least >= 2


def test_numbers_before_they_are_counted() -> None:
    """A region that is not counted yet has two colorings at least, and perhaps more."""
    regions = [found.regions[0] for found in ambiguities(ONES) if found.regions]
    first, last = regions[0], regions[-1]
    assert (first.least, first.exact) == (2, False)
    assert (last.least, last.exact) == (len(brute_force(ONES)), True) == (6, True)
