"""Explanations are replayed, and each step is held against its stated reason alone."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asp_nono.clue import clue_of
from asp_nono.files import read
from asp_nono.grid import PartialGrid
from asp_nono.logic.explain import explain
from asp_nono.logic.steps import Explanation, Outcome
from asp_nono.puzzle import satisfies
from asp_nono.solving.verdict import Verdict, check
from tests.conftest import ROOT
from tests.logic.checker import Known, can_be_filled, check_step

INSTANCES = sorted((ROOT / "instances").rglob("*.xml"))


@given(st.lists(st.integers(1, 3), min_size=1, max_size=7), st.data())
def test_checker(cells: list[int], data: st.DataObject) -> None:
    """The checker of lines agrees with trying all colours of all cells."""
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


@pytest.mark.parametrize("file", INSTANCES, ids=lambda path: path.stem)
def test_instances(file: Path) -> None:
    """Every puzzle that is shipped is explained to its end, and rightly."""
    (puzzle,) = read(file)
    verdict = check(puzzle).verdict
    found = explain(puzzle, effort=10_000)
    end = replay(found)
    if verdict is Verdict.UNIQUE:
        assert found.outcome is Outcome.SOLVED
        grid = PartialGrid(tuple(map(tuple, end.rows))).complete()
        assert grid
        assert satisfies(grid, puzzle)
    else:
        outcomes = {Verdict.NONE: Outcome.NONE, Verdict.MULTIPLE: Outcome.SEVERAL}
        assert found.outcome is outcomes[verdict]
