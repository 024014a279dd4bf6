"""Puzzles counted as programs: every recipe and every counter against brute force."""

import pytest
from hypothesis import given, settings, strategies as st

from asp_nono.asp.recipes import DEDUCTIONS, DEFAULT, Recipe, recipes
from asp_nono.asp.theories import has_theory
from asp_nono.aspcount.count import ProgramMethod, count_program
from asp_nono.aspcount.ground import puzzle_program
from asp_nono.counting.count import count
from asp_nono.grid import Grid
from asp_nono.messages import EncodingError, UnwritableError
from asp_nono.puzzle import Puzzle
from asp_nono.run.pool import Pool
from tests.asp.boards import brute_force, families
from tests.cases import PALETTE, PUZZLES, PuzzleCase, puzzle
from tests.solving.puzzles import NONE_BY_LINE, NONE_BY_SEARCH, known, permutations
from tests.strategies import grids

pytestmark = pytest.mark.counters

COUNTERS: tuple[ProgramMethod, ...] = ("ganak", "d4")


_SOME = ("color flag", "switch", "clash", "blots")  # quick with every recipe; the others are slow


@pytest.mark.parametrize(
    ("made", "case"),
    [
        pytest.param(
            made,
            case,
            marks=[] if made.name == DEFAULT or case.name in _SOME else [pytest.mark.slow],
            id=f"{made.name}-{case.name}",
        )
        for made in recipes().values()
        for case in PUZZLES
    ],
)
def test_every_recipe(made: Recipe, case: PuzzleCase, pool: Pool) -> None:
    """Every recipe gives the known number by every counter; where it cannot, it says so."""
    posed = puzzle(case)
    for method in COUNTERS:
        program = puzzle_program(posed, recipe=made, deductions="none")
        if posed.blotted and not made.blotted:
            with pytest.raises((EncodingError, UnwritableError), match="blotted"):
                count_program(program, method=method, pool=pool)
        elif any(map(has_theory, made.files)) and any(posed.rows):
            with pytest.raises(EncodingError, match="has a theory atom, which cannot be counted"):
                count_program(program, method=method, pool=pool)
        else:
            assert count_program(program, method=method, pool=pool).number == case.number


@pytest.mark.parametrize("hints", DEDUCTIONS)
def test_all_boards_2x3(hints: str, pool: Pool) -> None:
    """The default recipe at every level of hints, on every black-and-white board."""
    for posed, expected in families(2, 3, 2).items():
        program = puzzle_program(posed, deductions=hints)
        assert count_program(program, method="d4", pool=pool).number == len(expected)


@settings(max_examples=50)
@given(st.one_of(grids(max_side=8), grids(colors=3)), st.sampled_from(COUNTERS))
def test_random_boards(pool: Pool, grid: Grid, method: ProgramMethod) -> None:
    """As many as enumeration finds."""
    posed = Puzzle.of(grid, PALETTE[:3])
    found = count_program(puzzle_program(posed, deductions="none"), method=method, pool=pool)
    assert found.number == count(posed).number


def test_a_start_is_respected(pool: Pool) -> None:
    """Only pictures that agree with what is known count."""
    start = known("#???", "????", "????", "????")
    program = puzzle_program(permutations(4), start=start)
    for method in COUNTERS:
        assert count_program(program, method=method, pool=pool).number == 6
    assert len(brute_force(permutations(4), start)) == 6


@pytest.mark.slow
def test_no_solution(pool: Pool) -> None:
    """Whether line logic or the counter finds it."""
    for posed in (NONE_BY_LINE, NONE_BY_SEARCH):
        for hints in DEDUCTIONS:
            program = puzzle_program(posed, deductions=hints)
            for method in COUNTERS:
                found = count_program(program, method=method, pool=pool)
                assert (found.number, found.exact) == (0, True)
