"""Programs that are right on the clues alone and wrong with deductions, recipes, several files."""

from pathlib import Path

import pytest

from asp_nono.asp.recipes import Deductions, recipe
from asp_nono.grading.counterexample import BoardExample
from asp_nono.grading.larger_boards import deduced_trials
from asp_nono.grading.sandbox import Sandbox
from asp_nono.grading.small_boards import try_boards
from asp_nono.grading.submission import submission_of
from asp_nono.grading.vocabulary import SubmittedProgram, dialect
from asp_nono.messages import PuzzleError
from tests.cli.run import refused, run
from tests.grading.programs import filed

WINDOWS = """\
{ start(L, B, F..E) } = 1 :- window(L, B, F, E).
:- start(L, B, S), block(L, B, N, _), start(L, B+1, S'), S' <= S+N.
full(L, S..S+N-1) :- start(L, B, S), block(L, B, N, _).
cell(row(Y), X, X, Y) :- line(row(Y), N), X = 1..N.
cell(column(X), Y, X, Y) :- line(column(X), N), Y = 1..N.
fill(X, Y, 1) :- full(L, P), cell(L, P, X, Y).
:- fill(X, Y, 1), cell(L, P, X, Y), not full(L, P).
#show fill/3.
"""
"""Expects a window for every block, but blocks whose place is known have none."""


def _found(program: SubmittedProgram, level: Deductions) -> BoardExample | None:
    with Sandbox(1024) as sandbox:
        found = try_boards(sandbox, program, deduced_trials(program, level), 600.0)
    assert not found.stopped
    return found.wrong


def test_a_program_that_is_wrong_with_deductions() -> None:
    """A board with its facts shows it."""
    names = {"derived": ["fill/3"], "shown": ["fill/3"], "shows": ["fill/3"]}
    read = {"text": WINDOWS, "terms": False, "used": ["window/4", "block/4", "line/2"], **names}
    found = _found(
        SubmittedProgram.of(submission_of(WINDOWS, "own.lp"), read, dialect("ours"), 2), "line"
    )
    assert isinstance(found, BoardExample)
    assert found.missing
    assert "fill(" in found.facts


@pytest.mark.slow
@pytest.mark.parametrize("level", ["bounds", "line"])
@pytest.mark.parametrize("name", ["starts", "order"])
def test_recipes_are_right_with_deductions(name: str, level: Deductions) -> None:
    """With narrower windows, and with all that lines give."""
    assert _found(SubmittedProgram.of_recipe(recipe(name), 3), level) is None


def test_deductions_are_for_our_facts() -> None:
    """Other facts know none."""
    program = SubmittedProgram.of(
        submission_of("", "x"), {"used": [], "derived": []}, dialect("v4hn"), 2
    )
    with pytest.raises(PuzzleError, match="are for programs that read"):
        next(deduced_trials(program, "line"))


def test_files_and_recipes(tmp_path: Path) -> None:
    """Files of one program, several programs, and what excludes each other."""
    filed(tmp_path, {"rules.lp": "fill(1, 1, 1).\n", "show.lp": "#show fill/3.\n"})
    rules, show = tmp_path / "rules.lp", tmp_path / "show.lp"
    (one,) = run("grade", "--json", "--encoding", rules, "--encoding", show).objects
    assert (one["name"], one["outcome"]) == ("rules.lp, show.lp", "wrong")
    both = run("grade", "--json", rules, show).objects
    assert [found["outcome"] for found in both] == ["wrong", "wrong"]
    assert "one of these" in refused("grade")
    assert "one of these" in refused("grade", rules, "--recipe", "starts")
    assert "exclude each other" in refused("grade", "--recipe", "starts", "--encoding", rules)
    assert "single encoding" in refused("grade", rules, show, "--facts", tmp_path / "f.lp")
