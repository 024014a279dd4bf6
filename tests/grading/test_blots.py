"""Blotted blocks are tried on encodings that say they handle them, and on no others."""

from dataclasses import replace

import pytest

from asp_nono.asp.recipes import recipe
from asp_nono.grading.counterexample import BoardExample
from asp_nono.grading.grade import grade
from asp_nono.grading.larger_boards import blotted_trials
from asp_nono.grading.nonograms import Nonograms
from asp_nono.grading.rubric import read_rubric
from asp_nono.grading.sandbox import Sandbox
from asp_nono.grading.small_boards import TrialResult, blotted_boards, try_boards
from asp_nono.grading.submission import submission_of
from asp_nono.grading.vocabulary import SubmittedProgram, dialect
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle, satisfies
from tests.conftest import ROOT

PLAIN = Nonograms(scaling=False, block_colors=1, seconds=300)
SECOND = ("end(L, B, E), blot(L, B, K).", "end(L, B, E), blot(L, B, K), B < 2.")
"""A mistake: only the first block of a line may be blotted."""


READER = """cell(row(Y), X, X, Y)    :- line(row(Y), N), X = 1..N.
cell(column(X), Y, X, Y) :- line(column(X), N), Y = 1..N.
#defined blot/3.
len(L, B, N) :- block(L, B, N, _).
{ len(L, B, 1..M) } = 1 :- blot(L, B, _), line(L, M).
hue(L, B, K) :- block(L, B, _, K).
hue(L, B, K) :- blot(L, B, K).
gap(L, B, 1) :- hue(L, B, K), hue(L, B+1, K).
gap(L, B, 0) :- hue(L, B, K), hue(L, B+1, K'), K != K'.
{ start(L, B, 1..M) } = 1 :- hue(L, B, _), line(L, M).
:- start(L, B, S), len(L, B, N), line(L, M), S+N-1 > M.
color(L, S..S+N-1, K) :- start(L, B, S), len(L, B, N), hue(L, B, K).
:- start(L, B, S), len(L, B, N), gap(L, B, G), start(L, B+1, S'), S' < S+N+G.
fill(X, Y, K) :- color(L, P, K), cell(L, P, X, Y).
:- fill(X, Y, K), cell(L, P, X, Y), not color(L, P, K).
#show fill/3.
"""
"""Every block has a length, a blotted one any."""

SLIPS = {
    "blots have up to 4 cells": ("1..M) } = 1 :- blot", "1..4) } = 1 :- blot"),
    "lengths beside a blot are not read": (
        "len(L, B, N) :- block(L, B, N, _).",
        """len(L, B, N) :- block(L, B, N, _), not blot(L, _, _).
{ len(L, B, 1..M) } = 1 :- block(L, B, _, _), blot(L, _, _), line(L, M).""",
    ),
    "a gap beside a blot of another color": (
        "K != K'.",
        "K != K', not blot(L, B, K).\ngap(L, B, 1) :- blot(L, B, _), hue(L, B+1, _).",
    ),
}


def test_boards() -> None:
    """Each has a blotted block, no two are alike, and each has the picture it was made from."""
    boards = list(blotted_boards())
    assert all(board.blotted for board in boards)
    assert len({(board.rows, board.columns) for board in boards}) == len(boards) > 100
    assert {(board.width, board.height) for board in boards} >= {(1, 1), (2, 2), (1, 4), (4, 1)}


def test_right() -> None:
    """An encoding that handles blotted blocks passes."""
    program = SubmittedProgram.of_recipe(recipe("starts"), 3)
    for one in (program, _program(READER)):
        found = _tried(one)
        assert (found.wrong, found.stopped, found.untried) == (None, (), False)


def _program(text: str) -> SubmittedProgram:
    names = {"derived": ["fill/3"], "shown": ["fill/3"], "shows": ["fill/3"]}
    submission = submission_of(text, "own.lp")
    inspected = {
        "text": submission.text,
        "terms": False,
        "used": ["line/2", "block/4", "blot/3"],
        **names,
    }
    return SubmittedProgram.of(submission, inspected, dialect("ours"), 3)


def _tried(program: SubmittedProgram) -> TrialResult:
    with Sandbox(512) as sandbox:
        return try_boards(sandbox, program, blotted_trials(3), 60)


@pytest.mark.parametrize("name", SLIPS)
def test_slips(name: str) -> None:
    """Slips that no board of four cells in one color shows."""
    old, new = SLIPS[name]
    assert READER.count(old) == 1
    found = _tried(_program(READER.replace(old, new)))
    assert found.wrong
    assert found.wrong.faulty
    assert found.wrong.puzzle.blotted


def test_smaller_boards_are_tried_after_a_limit() -> None:
    """Larger ones are not, and that is known."""
    endless = "count(0) :- line(row(1), N), N > 2. count(X+1) :- count(X).\n"
    boards = [Puzzle.of(Grid(((1,) * width,))) for width in (2, 3, 4, 1)]
    trials = [(board, [Grid(((1,) * board.width,))], None) for board in boards]
    with Sandbox(512) as sandbox:
        found = try_boards(sandbox, _program(READER + endless), trials, 20, each=0.5)
    assert (found.wrong, found.decided) == (None, ("2x1", "1x1"))
    assert (found.stopped, found.untried) == (("3x1",), True)


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
