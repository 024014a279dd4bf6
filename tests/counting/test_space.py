"""Any solution by its number, solutions at random, and what solutions share."""

from collections import Counter
from fractions import Fraction
from math import prod

import pytest
from hypothesis import example, given, settings, strategies as st

from asp_nono.asp.recipes import recipe
from asp_nono.counting.count import count
from asp_nono.counting.portfolio import MEMORY, PartMethod, Portfolio
from asp_nono.counting.space import SolutionSpace, explore
from asp_nono.grid import Grid
from asp_nono.messages import UncountedError
from asp_nono.puzzle import Puzzle, satisfies
from asp_nono.shares import Shares
from tests.asp.boards import brute_force
from tests.cases import PALETTE
from tests.counting.puzzles import blocks_of_ones, random_puzzle
from tests.solving.puzzles import CROSS, NONE_BY_LINE, NONE_BY_SEARCH, ONES, known, permutations
from tests.strategies import grids

METHODS: tuple[PartMethod, ...] = ("topdown", "frontier")


def space(puzzle: Puzzle, method: PartMethod, memory: int = MEMORY) -> SolutionSpace:
    """The solutions as one method has counted them."""
    portfolio = Portfolio(puzzle, recipe(), memory=memory, only=method)
    *_, last = portfolio.counts()
    assert last.exact
    return SolutionSpace(portfolio, last.number)


def shares_of(grids: list[Grid], colors: int) -> Shares:
    """The same by looking at every picture."""
    counts = [Counter(cells) for cells in zip(*(sum(g.rows, ()) for g in grids), strict=True)]
    width = grids[0].width
    cells = [tuple(count[color] for color in range(colors)) for count in counts]
    rows = tuple(tuple(cells[y : y + width]) for y in range(0, len(cells), width))
    return Shares(len(grids), rows)


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=40)
@given(st.data())
def test_every_solution_has_its_number(method: PartMethod, data: st.DataObject) -> None:
    """The numbered solutions are those of brute force, and share cells as those do."""
    puzzle = Puzzle.of(data.draw(grids(3, max_side=3)), PALETTE[:3])
    found = space(puzzle, method)
    listed = [found.solution(index) for index in range(found.number)]
    assert len(set(listed)) == len(listed)
    assert set(listed) == brute_force(puzzle)
    assert found.shares() == shares_of(listed, 3)


@pytest.mark.parametrize(
    "puzzle",
    [
        permutations(5),
        blocks_of_ones(2, 4),
        random_puzzle(8, 8, 0.4, 2),
        random_puzzle(9, 9, 0.5, 3),
        random_puzzle(9, 9, 0.3, 5),
        random_puzzle(11, 6, 0.3, 2, 2),
    ],
)
def test_methods_agree(puzzle: Puzzle) -> None:
    """Both methods have the same solutions and shares, in whatever order."""
    one, other = (space(puzzle, method) for method in METHODS)
    assert one.number == other.number > 1
    assert one.shares() == other.shares()
    listed = [[found.solution(index) for index in range(found.number)] for found in (one, other)]
    assert set(listed[0]) == set(listed[1])
    assert len(set(listed[0])) == one.number == count(puzzle, most=10_000).number


def test_far_away() -> None:
    """Solutions beyond all enumeration can be had as well."""
    puzzle = permutations(14)
    found = explore(puzzle)
    indices = [0, 1, found.number // 2, found.number - 1]
    pictures = [found.solution(index) for index in indices]
    assert len(set(pictures)) == 4
    assert all(satisfies(picture, puzzle) for picture in pictures)
    assert found.shares().probability(3, 11, color=1) == Fraction(1, 14)


@pytest.mark.parametrize("index", [-1, 6])
def test_no_such_solution(index: int) -> None:
    """A number beyond the last is an error that says how many there are."""
    with pytest.raises(IndexError, match="of 6, counted from 0"):
        explore(ONES).solution(index)


def test_one_and_none() -> None:
    """A unique puzzle has one solution; one without has nothing to share."""
    assert list(explore(CROSS).sample(2)) == [CROSS.goal] * 2
    assert explore(CROSS).regions() == ()
    for puzzle in (NONE_BY_LINE, NONE_BY_SEARCH):
        found = explore(puzzle)
        assert (found.number, list(found.sample(3))) == (0, [])
        with pytest.raises(UncountedError, match="no solution"):
            found.shares()


def test_start() -> None:
    """Only the pictures that agree with the start count."""
    start = known("#??", "???", "???")
    found = explore(ONES, start=start)
    assert {found.solution(0), found.solution(1)} == brute_force(ONES, start)
    assert found.shares().to_text() == ["#..", ".??", ".??"]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("puzzle", [ONES, permutations(4), random_puzzle(6, 6, 0.4, 3)])
@pytest.mark.parametrize("mean", [20, pytest.param(200, marks=pytest.mark.slow)])
def test_sample_is_uniform(method: PartMethod, puzzle: Puzzle, mean: int) -> None:
    """Pearson's chi-squared: so many draws a solution stray no more than chance allows.

    The bound is Wilson and Hilferty's for one sample in a million; the seed is fixed.
    """
    found = space(puzzle, method)
    assert list(found.sample(5, seed=3)) == list(found.sample(5, seed=3))
    draws = Counter(found.sample(mean * found.number, seed=1))
    assert len(draws) == found.number > 1
    statistic = sum((number - mean) ** 2 for number in draws.values()) / mean
    free = found.number - 1
    assert statistic < free * (1 - 2 / (9 * free) + 4.75 * (2 / (9 * free)) ** 0.5) ** 3


def test_no_memory_for_the_way_back() -> None:
    """A count can have room where the way back to its solutions has none."""
    found = space(random_puzzle(11, 11, 0.2, 1), "frontier", memory=4 << 20)
    with pytest.raises(UncountedError, match="not enough memory to reconstruct"):
        found.solution(0)


@settings(max_examples=30)
@example(3527)  # components of one shape, whose first cells are at different places
@given(st.integers(0, 2**31))
def test_regions_multiply(seed: int) -> None:
    """The numbers of the regions multiply to the whole, and the regions cover what differs."""
    found = explore(random_puzzle(8, 8, 0.45, seed, 2))
    regions = found.regions()
    assert prod(region.least for region in regions) == found.number
    assert all(region.least > 1 for region in regions)
    partial = found.shares().partial
    cells = [cell for region in regions for cell in region.cells]
    assert len(cells) == len(set(cells)) == partial.undecided
    assert all(len(partial.colors_at(x, y)) > 1 for x, y in cells)
