"""Programs with theory atoms: which package they need, and what is said without it."""

import sys
from pathlib import Path

import pytest

from asp_nono.asp.encodings import folder
from asp_nono.asp.recipes import recipe, recipe_of
from asp_nono.asp.theories import TheoryControl, has_theory
from asp_nono.grading.nonograms import Nonograms
from asp_nono.messages import EncodingError
from asp_nono.solving.solve import check
from tests.cases import PUZZLES, puzzle
from tests.cli.run import HEART, call, refused
from tests.grading.programs import graded_file

NAMES = {"textbook-difference": ("clingodl", "clingo-dl"), "textbook-clingcon": ("clingcon",) * 2}


@pytest.mark.parametrize("name", NAMES)
def test_what_is_missing_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the package the error says what to install; other recipes do not need it."""
    module, package = NAMES[name]
    monkeypatch.setitem(sys.modules, module, None)
    drawn = puzzle(PUZZLES[0])
    with pytest.raises(EncodingError, match=f"needs {package}, which is not installed: pip"):
        check(drawn, recipe=name)
    assert check(drawn, recipe="textbook-order").verdict
    assert call("encodings", "check", *recipe(name).files).status == 0


def test_unknown_theory_atoms(tmp_path: Path) -> None:
    """They are named, with their line, by the check and by what would solve."""
    file = tmp_path / "odd.lp"
    file.write_text((folder() / "_template.lp").read_text() + "\n&odd { 1 } = 1.\n")
    line = len(file.read_text().splitlines())
    error = f"{file}:{line}:2: error: &odd: a theory atom that no package defines; expected &diff"
    assert error in refused("encodings", "check", file, status=1)
    assert "&odd: a theory atom" in refused("solve", "--encoding", file, HEART)


def test_ampersands_elsewhere(tmp_path: Path) -> None:
    """In comments and strings they mean nothing."""
    file = tmp_path / "plain.lp"
    file.write_text('% a & b\na("&diff"). #show a/1.\n')
    assert not has_theory(file)
    control = TheoryControl()
    control.read_file(file)
    control.read("% &sum\nb.")
    control.ground()
    assert [str(atom.symbol) for atom in control.symbolic_atoms] == ['a("&diff")', "b"]


def test_values_of_a_theory() -> None:
    """Sums and differences hold, and a program may have both."""
    control = TheoryControl(["0"])
    control.read("&dom { 1..3 } = x. &dom { 1..3 } = y. &diff { x - y } <= -2. #show.")
    control.read("at(X) :- X = 1..3, &sum { y } = X. #show at/1.")
    control.ground()
    with control.solve(yield_=True) as models:
        assert [str(model) for model in models] == ["at(3)"]


@pytest.mark.slow
def test_grader_takes_theories(tmp_path: Path) -> None:
    """A submission may have them; a mistake in one is found."""
    file = folder() / "textbook" / "difference.lp"
    text = file.read_text()
    wrong = tmp_path / "wrong.lp"
    wrong.write_text(text.replace("<= -N-G :-", "<= -N :-"))
    assert wrong.read_text() != text
    found = graded_file(wrong, Nonograms(scaling=False))
    assert found.counterexample
    assert "theory atoms" in refused("encodings", "strengthen", file)
    assert recipe_of([file]).inputs() == {"line/2", "block/4"}
