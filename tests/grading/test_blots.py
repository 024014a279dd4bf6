"""Blotted blocks are tried on encodings that say they handle them, and on no others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from asp_nono.errors import PuzzleError
from asp_nono.grading.grade import Settings, grade
from asp_nono.grading.rubric import read_rubric
from asp_nono.grading.small_boards import blotted_boards
from asp_nono.puzzle import satisfies
from tests.conftest import ROOT
from tests.grading.programs import STARTS

PLAIN = Settings(scaling=False, block_colors=1, seconds=300)
SECOND = ("hue(L, B, K) :- blot(L, B, K).", "hue(L, B, K) :- blot(L, B, K), B < 2.")
"""A mistake: only the first block of a line may be blotted."""


def _wrong(folder: Path) -> Path:
    text = (ROOT / "encodings" / "starts.lp").read_text(encoding="utf-8")
    assert text.count(SECOND[0]) == 1
    file = folder / "wrong.lp"
    file.write_text(text.replace(*SECOND), encoding="utf-8")
    return file


def test_boards() -> None:
    """Each has a blotted block, no two are alike, and each has the picture it was made from."""
    boards = list(blotted_boards())
    assert all(board.blotted for board in boards)
    assert len({(board.rows, board.columns) for board in boards}) == len(boards) > 100
    assert {(board.width, board.height) for board in boards} >= {(1, 1), (2, 2), (1, 4), (4, 1)}


def test_right() -> None:
    """An encoding that handles blotted blocks passes."""
    assert grade(ROOT / "encodings" / "starts.lp", PLAIN).outcome == "right"


@pytest.mark.slow
def test_wrong(tmp_path: Path) -> None:
    """One that handles some is wrong, and the board shows it; the rubric can leave that out."""
    file = _wrong(tmp_path)
    found = grade(file, PLAIN)
    assert (found.outcome, found.reason) == (
        "wrong",
        "it is wrong on a board of 1x3 with blotted blocks",
    )
    assert not found.score.passed
    shown = found.counterexample
    assert shown
    assert shown.puzzle.blotted
    assert shown.missing
    assert all(satisfies(picture, shown.puzzle) for picture in shown.missing)
    board = found.to_json()["counterexample"]
    assert [None, 1] in board["columns"][0]
    left_out = replace(PLAIN, rubric=replace(read_rubric(), blots=False))
    assert grade(file, left_out).outcome == "right"


@pytest.mark.slow
def test_not_claimed(tmp_path: Path) -> None:
    """Who does not read blotted blocks is not failed for them."""
    file = tmp_path / "plain.lp"
    file.write_text(STARTS, encoding="utf-8")
    found = grade(file, PLAIN)
    assert (found.outcome, found.score.passed) == ("right", True)


def test_rubric(tmp_path: Path) -> None:
    """The entry is true or false."""
    file = tmp_path / "rubric.toml"
    file.write_text("[boards]\nblots = 3\n")
    with pytest.raises(PuzzleError, match="3; expected true or false"):
        read_rubric(file)
