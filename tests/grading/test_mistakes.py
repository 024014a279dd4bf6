"""Wrong programs are caught on small boards with the right hint, right ones pass."""

import pytest

from asp_nono.asp.dialects import BoardSize
from asp_nono.grading.counterexample import BoardExample
from asp_nono.grading.grade import grade
from asp_nono.grading.mutants import KINDS
from asp_nono.grading.nonograms import Nonograms
from asp_nono.puzzle import satisfies
from tests.conftest import NIGHTLY
from tests.grading.programs import MISTAKES, RIGHT, Mistake

QUICK = Nonograms(scaling=False)


@pytest.mark.parametrize(
    "mistake",
    [
        mistake
        if number == 0
        else pytest.param(mistake, marks=pytest.mark.slow if number % 5 < 2 else NIGHTLY)
        for number, mistake in enumerate(MISTAKES)
    ],
    ids=[mistake.name for mistake in MISTAKES],
)
def test_mistakes_are_caught(mistake: Mistake) -> None:
    """On a board of at most 4x4 cells, which really shows the fault, with the kind of mistake."""
    found = grade(mistake.text, QUICK, mistake.name)
    board = found.counterexample
    assert isinstance(board, BoardExample)
    assert max(board.puzzle.width, board.puzzle.height) <= 4
    assert found.diagnosis is not None
    assert found.diagnosis.kind.name == mistake.kind
    assert found.outcome == ("repeats" if mistake.kind == "hidden choice" else "wrong")
    assert board.missing or board.wrong or board.odd or board.repeated
    assert all(satisfies(grid, board.puzzle) for grid in board.right or ())
    assert set(board.missing) <= set(board.right or ())
    assert not any(satisfies(grid, board.puzzle) for grid in board.wrong)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        name if number % 6 == 0 else pytest.param(name, marks=pytest.mark.nightly)
        for number, name in enumerate(RIGHT)
    ],
)
def test_right_ones_pass(name: str) -> None:
    """Whatever their style and their words; every board up to 4x4 is tried."""
    found = grade(RIGHT[name], QUICK, name)
    assert (found.outcome, str(found.reason), found.remarks) == ("right", "", ())
    assert (found.counterexample, found.diagnosis) == (None, None)
    assert found.exhaustive is not None
    assert found.exhaustive.sizes[-1].board == BoardSize(4, 4)
    assert found.score.points == found.score.most
    assert found.score.passed


@pytest.mark.slow
def test_smallest_board_is_the_smallest() -> None:
    """Blocks of one color that touch need a line of four cells where places keep them apart."""
    text = "{ start(L, B, S, E) : place(L, B, S, E) } = 1 :- place(L, B, _, _).\n"
    text += ":- start(L, B, _, E), start(L, B+1, S, _), S <= E.\n"
    text += "full(L, S..E) :- start(L, B, S, E).\n"
    text += "fill(X, Y, 1) :- full(L, P), at(L, P, (X, Y)).\n"
    text += ":- fill(X, Y, 1), at(L, P, (X, Y)), not full(L, P).\n#show fill/3.\n"
    board = grade(text, QUICK, "student").counterexample
    assert isinstance(board, BoardExample)
    assert [[block.length for block in clue] for clue in board.puzzle.columns] == [[1, 1]]
    assert (board.puzzle.width, board.puzzle.height) == (1, 4)
    assert [grid.to_text() for grid in board.wrong] == [[".", "#", "#", "."]]
    assert board.right == ()


def test_hints_do_not_tell_the_answer() -> None:
    """No hint holds a rule, a variable or a comparison."""
    for kind in KINDS.values():
        assert not set(":-<>={}") & set(kind.hint.replace(": ", " ").replace("-", "")), kind.name
