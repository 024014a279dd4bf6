"""Explanations are replayed, and each step is held against its stated reason alone."""

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from asp_nono.clue import clue_of
from asp_nono.files import read
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line.board import Board
from asp_nono.logic.course import ORDERS
from asp_nono.logic.explain import explain
from asp_nono.logic.rules import Rule
from asp_nono.logic.steps import Explanation, Outcome
from asp_nono.logic.wording import Names
from asp_nono.messages import UnknownNameError
from asp_nono.puzzle import Puzzle, satisfies
from asp_nono.solving.result import Verdict
from asp_nono.solving.solve import check
from tests.logic.checker import INSTANCES, Known, can_be_filled, check_step
from tests.solving.puzzles import DEEP, SEARCHED, dominoes
from tests.strategies import given_cells, puzzles

OUTCOMES = {
    Verdict.UNIQUE: Outcome.SOLVED,
    Verdict.NONE: Outcome.NONE,
    Verdict.MULTIPLE: Outcome.SEVERAL,
}


@given(st.lists(st.integers(1, 3), min_size=1, max_size=7), st.data())
def test_checker(cells: list[int], data: st.DataObject) -> None:
    """The checker of lines agrees with trying all colors of all cells."""
    clue = clue_of([data.draw(st.integers(0, 1)) for _ in cells])
    ways = product(*([k for k in range(2) if cell >> k & 1] for cell in cells))
    assert can_be_filled(clue, tuple(cells)) == any(clue_of(way) == clue for way in ways)


def replay(found: Explanation) -> Known:
    """Check every step on what is known before it; what is known at the end."""
    known = Known(found.puzzle, found.start)
    for step, board in zip(found.steps, list(found.boards())[1:], strict=True):
        check_step(known, step)
        for change in step.changes:
            assert known.at(change.cell) & ~change.gone == change.left
            known.lose(change)
        assert known.rows == list(map(list, board.rows))
    return known


@pytest.mark.parametrize("file", INSTANCES)
def test_instances(file: Path) -> None:
    """Every puzzle that is shipped is explained to its end, and rightly."""
    (puzzle,) = read(file)
    verdict = check(puzzle).verdict
    small = puzzle.width * puzzle.height <= 400
    depth = int(small) if verdict is Verdict.MULTIPLE else 2
    found = explain(puzzle, depth=depth, effort=10_000)
    end = replay(found)
    assert found.outcome is OUTCOMES[verdict]
    if verdict is Verdict.UNIQUE:
        grid = PartialGrid(tuple(map(tuple, end.rows))).complete()
        assert grid
        assert satisfies(grid, puzzle)


@given(puzzles(max_side=5, given=True), st.data())
def test_random(posed: Puzzle, data: st.DataObject) -> None:
    """So are random ones, in colors, with blots, given cells and a start that may be wrong."""
    start = None
    if posed.goal and data.draw(st.booleans()):
        start = data.draw(given_cells(posed.goal, len(posed.colors)))
    found = explain(posed, start=start, order=data.draw(st.sampled_from(sorted(ORDERS))))
    replay(found)
    result = check(posed, start=start)
    assert found.outcome is OUTCOMES[result.verdict]
    if found.outcome is Outcome.SOLVED:
        assert found.end.complete() == result.solutions[0]


@given(puzzles(max_side=5))
def test_orders_agree(posed: Puzzle) -> None:
    """Single lines lead to the same end, whatever the order; and it is that of the sweep."""
    board = Board(posed)
    wrong = board.sweep()
    for name in ORDERS:
        found = explain(posed, order=name, depth=0, search=False)
        assert (found.outcome is Outcome.NONE) == (wrong is not None)
        if wrong is None:
            assert found.end == board.partial()


@given(puzzles(max_side=4))
def test_reasons_are_minimal(posed: Puzzle) -> None:
    """With one cell less than a line's reason names, another picture of the line shows up.

    Rules that are weaker than the line itself may need more cells than the line does; so this is
    held against the two that miss nothing.
    """
    known = Known(posed)
    for step in explain(posed, depth=0, search=False).steps:
        if step.line and step.rule in (Rule.EXHAUSTIVE, Rule.IMPOSSIBLE):
            for cell in step.because:
                fewer = known.only([other for other in step.because if other != cell])
                clue, cells, sets = fewer.line(step.line)
                changes = {change.cell: change.gone for change in step.changes}
                lines = [
                    (*sets[:place], sets[place] & changes[at], *sets[place + 1 :])
                    for place, at in enumerate(cells)
                    if at in changes
                ] or [sets]
                assert any(can_be_filled(clue, line) for line in lines)
        for change in step.changes:
            known.lose(change)


@pytest.mark.slow
def test_trials_within_trials() -> None:
    """Where one cell at a time is not enough, two are, and each step is checked."""
    found = explain(DEEP)
    replay(found)
    assert found.outcome is Outcome.SOLVED
    deeper = [step for step in found.steps if step.rule is Rule.DEEPER]
    assert deeper
    assert all(any(inner.trials for inner in step.trials[0].steps) for step in deeper)
    assert explain(DEEP, depth=1, search=False).outcome is Outcome.OPEN


def test_both_ways_agree() -> None:
    """No trial fails, and yet something follows whatever color a cell has."""
    drawn = "..##..#|.#.#..#|.......|.#.#...|#..#..#|..#....|..#....|..#.#.."
    posed = Puzzle.of(Grid.from_text(drawn.split("|")))
    found = explain(posed)
    replay(found)
    (merge,) = (step for step in found.steps if step.rule is Rule.MERGE)
    assert len(merge.trials) == 2
    assert not any(trial.fails for trial in merge.trials)


def test_depth_and_search() -> None:
    """Without look-ahead and without a search the end is open, and it is said why."""
    (trial,) = next(s for s in explain(SEARCHED).steps if s.rule is Rule.CONTRADICTION).trials
    assert trial.fails
    assert 1 <= len(trial.steps) <= 4  # it fails at once: the lines through the cell are enough
    found = explain(SEARCHED, depth=0, search=False)
    assert (found.outcome, str(found.note)) == (Outcome.OPEN, "single lines show nothing more")
    assert not any(step.trials for step in found.steps)
    searched = explain(SEARCHED, depth=0)
    assert (searched.outcome, searched.steps[-1].rule) == (Outcome.SOLVED, Rule.SEARCH)
    with pytest.raises(UnknownNameError, match="unknown order 'best'; choose from easiest"):
        explain(SEARCHED, order="best")


def test_adding_up() -> None:
    """What trials do not show, a sum does; it is checked with its weights, and shown with them."""
    puzzle = dominoes(13)
    found = explain(puzzle, depth=1, search=False)
    replay(found)
    (step,) = (step for step in found.steps if step.rule is Rule.LINEAR)
    assert step.sums
    assert found.outcome is Outcome.SOLVED
    text = step.text(1, Names(puzzle))
    assert "so each row weighs its most and each column its least." in text
    assert "weights of cells that are filled:\n" in text
    assert step.to_json(puzzle)["sums"] == step.sums.to_json(puzzle.chars)
    nothing = PartialGrid.unknown(13, 13, 2)
    rows = [list(row) for row in nothing.rows]
    rows[8][0] = 2
    wrong = explain(puzzle, start=PartialGrid(tuple(map(tuple, rows))), depth=1, search=False)
    replay(wrong)
    assert wrong.outcome is Outcome.NONE


def test_start_against_given() -> None:
    """A start that contradicts a given cell is the first step."""
    row = Puzzle(rows=((),), columns=((), ()), given=PartialGrid(((1, 3),)))
    (step,) = explain(row, start=PartialGrid(((2, 3),))).steps
    words = "the given cells and the start contradict each other in the cell in column 1 and row 1"
    assert (step.rule, str(step.reason)) == (Rule.IMPOSSIBLE, words)
