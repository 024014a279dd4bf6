"""Cells given and numbers shown: enough, and no fewer would be."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings, strategies as st

from asp_nono.asp.recipes import recipe
from asp_nono.clue import Line
from asp_nono.design.givens import Number, reveal, reveals, unblot, unblots
from asp_nono.grid import Grid
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import Puzzle
from asp_nono.solving.result import Verdict
from asp_nono.solving.solve import check
from tests.asp.boards import brute_force
from tests.cases import PALETTE
from tests.design.brute import fewest
from tests.solving.puzzles import clues
from tests.strategies import blotted, grids


def _unique(puzzle: Puzzle, goal: Grid) -> bool:
    """Whether a second recipe finds the goal and nothing else."""
    found = check(puzzle, recipe=recipe("states").with_deductions("none"))
    return (found.verdict, found.solutions) == (Verdict.UNIQUE, (goal,))


@st.composite
def _small(draw: st.DrawFn) -> Puzzle:
    colors = draw(st.sampled_from([2, 2, 3]))
    sizes = grids(colors, 4 if colors == 2 else 3)
    return Puzzle.of(draw(sizes), PALETTE[:colors])


@st.composite
def _blotted(draw: st.DrawFn) -> Puzzle:
    puzzle = draw(_small())
    rows, columns = draw(blotted(puzzle.rows)), draw(blotted(puzzle.columns))
    return replace(puzzle, rows=rows, columns=columns)


@given(_small() | _blotted())
@settings(max_examples=25)
def test_fewest_cells(puzzle: Puzzle) -> None:
    """As few cells are given as by trying all sets of them."""
    goal = puzzle.goal
    assert goal
    *_, last = reveals(puzzle)
    assert last.repaired
    assert _unique(last.repaired, goal)
    others = brute_force(replace(puzzle, goal=None)) - {goal}
    expected = fewest([frozenset(goal.differences(other)) for other in others])
    assert len(last.items) == last.least == expected


@given(_blotted())
@settings(max_examples=25)
def test_fewest_numbers(puzzle: Puzzle) -> None:
    """The same for numbers; it is hopeless exactly if all numbers leave several solutions."""
    assume(puzzle.blotted)
    goal = puzzle.goal
    assert goal
    *_, last = unblots(puzzle)
    others = brute_force(replace(puzzle, goal=None)) - {goal}
    wrong = [_wrong(goal, other) for other in others]
    assert last.hopeless == (frozenset() in wrong)
    if not last.hopeless:
        assert last.repaired
        assert _unique(last.repaired, goal)
        assert len(last.items) == last.least == fewest(wrong)


def _wrong(goal: Grid, other: Grid) -> frozenset[object]:
    """The blocks that have other lengths."""
    mine, theirs = Puzzle.of(goal, PALETTE).lines(), Puzzle.of(other, PALETTE).lines()
    return frozenset(
        (line, number)
        for (line, clue, _), (_, others, _) in zip(mine, theirs, strict=True)
        for number, pair in enumerate(zip(clue, others, strict=True))
        if pair[0] != pair[1]
    )


def test_one_number() -> None:
    """Row 1 can be `#..` or `##.`: either of the two hidden numbers tells which."""
    goal = Grid.from_text(["#..", "##."])
    puzzle = Puzzle(clues("?", "2"), clues("2", "?", ""), goal=goal)
    assert check(puzzle).verdict is Verdict.MULTIPLE
    found = unblot(puzzle)
    assert found.smallest
    assert found.items in ((Number(Line("row", 1), 1, 1),), (Number(Line("column", 2), 1, 1),))


def test_first_solution_is_taken() -> None:
    """Without a goal the first solution is kept, and that is said."""
    found = reveal(replace(Puzzle.of(Grid.from_text(["#.", ".#"])), goal=None))
    assert (found.chosen, found.smallest, len(found.items)) == (True, True, 1)


def test_no_blots() -> None:
    """Where nothing is hidden, nothing can be shown."""
    with pytest.raises(PuzzleError, match="no number of the puzzle is blotted"):
        unblot(Puzzle.of(Grid.from_text(["#"])))
