"""Blotted blocks are tried on encodings that say they handle them, and on no others."""

from dataclasses import replace

import pytest

from asp_nono.asp.recipes import recipe
from asp_nono.grading.counterexample import BoardExample
from asp_nono.grading.grade import grade
from asp_nono.grading.nonograms import Nonograms
from asp_nono.grading.rubric import read_rubric
from asp_nono.grading.sandbox import Sandbox
from asp_nono.grading.small_boards import blotted_boards, blotted_trials, try_boards
from asp_nono.grading.vocabulary import SubmittedProgram
from asp_nono.puzzle import satisfies
from tests.conftest import ROOT

PLAIN = Nonograms(scaling=False, block_colors=1, seconds=300)
SECOND = ("end(L, B, E), blot(L, B, K).", "end(L, B, E), blot(L, B, K), B < 2.")
"""A mistake: only the first block of a line may be blotted."""


def test_boards() -> None:
    """Each has a blotted block, no two are alike, and each has the picture it was made from."""
    boards = list(blotted_boards())
    assert all(board.blotted for board in boards)
    assert len({(board.rows, board.columns) for board in boards}) == len(boards) > 100
    assert {(board.width, board.height) for board in boards} >= {(1, 1), (2, 2), (1, 4), (4, 1)}


def test_right() -> None:
    """An encoding that handles blotted blocks passes."""
    program = SubmittedProgram.of_recipe(recipe("starts"), 2)
    with Sandbox(512) as sandbox:
        found = try_boards(sandbox, program, blotted_trials(), 60)
    assert (found.wrong, found.stopped) == (None, ())


@pytest.mark.slow
@pytest.mark.nightly
def test_wrong() -> None:
    """One that handles some is wrong, and the board shows it; the rubric can leave that out."""
    text = (ROOT / "encodings" / "starts.lp").read_text(encoding="utf-8")
    assert text.count(SECOND[0]) == 1
    text = text.replace(*SECOND)
    found = grade(text, PLAIN, "wrong.lp")
    assert (found.outcome, found.score.passed) == ("wrong", False)
    assert str(found.reason) == "it is wrong on a board of 1x3 with blotted blocks"
    shown = found.counterexample
    assert isinstance(shown, BoardExample)
    assert shown.puzzle.blotted
    assert shown.missing
    assert all(satisfies(picture, shown.puzzle) for picture in shown.missing)
    board = found.to_json()["counterexample"]
    assert [None, 1] in board["columns"][0]
    left_out = replace(PLAIN, rubric=replace(read_rubric(), blots=False))
    assert grade(text, left_out, "wrong.lp").outcome == "right"
