"""What is wrong with a program is said in one line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from asp_nono.counting.programs import cnf
from asp_nono.counting.programs.cnf import Formula
from asp_nono.counting.programs.completion import formula_of
from asp_nono.counting.programs.count import count_program
from asp_nono.counting.programs.ground import ground
from asp_nono.counting.programs.sources import program_of
from asp_nono.errors import AspNonoError, EncodingError
from asp_nono.solving.worker import Worker
from tests.conftest import ROOT

REFUSED = {
    "syntax": ("a :- b,, c.", "the program: line 1: syntax error"),
    "misspelt": ("{ a }. b :- aa.", "the program: line 1: atom does not occur in any rule head"),
    "minimize": ("{ a }. #minimize { 1 : a }.", "has #minimize, #maximize or a weak constraint"),
    "weak": ("{ a }. :~ a. [1]", "has #minimize, #maximize or a weak constraint"),
    "edge": ("{ a }. #edge (x, y) : a.", "has #edge"),
    "theory": ("#theory t { s { }; &p/0 : s, any }. &p { }.", "has a theory atom"),
    "letter": ('{ a }. % ä\nb("ö").\nü :- a.', "the program: line 3: 'ü' outside of a string"),
    "zero": ("{ a }.\n% \0\nb :-", "the program: line 2: '\\x00' outside of a string"),
    "script": ("#script (python) print(1) #end.", "python support not available"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, worker: Worker) -> None:
    """By every method, in one line."""
    text, words = REFUSED[name]
    for method in ("auto", "clingo", "ganak", "d4"):
        with pytest.raises(EncodingError) as caught:
            count_program(text, method=method, worker=worker)
        assert words in str(caught.value)
        assert "\n" not in str(caught.value)


def test_disjunctions_in_a_loop(worker: Worker) -> None:
    """Counters do not take them; clingo does."""
    text = "a; b. a :- b. b :- a."
    assert count_program(text, worker=worker).number == 1
    for method in ("ganak", "d4"):
        with pytest.raises(EncodingError, match="two atoms of a disjunction depend on each other"):
            count_program(text, method=method, worker=worker)


def test_missing_file(tmp_path: Path, worker: Worker) -> None:
    """The file is named."""
    with pytest.raises(EncodingError, match=r"none\.lp"):
        count_program(program_of(files=[tmp_path / "none.lp"]), worker=worker)


@pytest.mark.parametrize("value", ["1 +", "", "1..3", "X", "f(", "a b", '"'])
def test_bad_constant(value: str, worker: Worker) -> None:
    """A value that is no term is refused."""
    with pytest.raises(EncodingError, match="is no value for the constant n"):
        count_program(program_of("p(n).", constants={"n": value}), worker=worker)


@pytest.mark.parametrize("name", ["N", "", "n=1", "n m", "1"])
def test_bad_name_of_a_constant(name: str, worker: Worker) -> None:
    """So is a name that no constant can have."""
    with pytest.raises(EncodingError, match="is no constant"):
        count_program(program_of("p(n).", constants={name: 1}), worker=worker)


def test_large_formula(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program whose formula grows too large is refused: here a loop of many atoms."""
    monkeypatch.setattr(cnf, "MAX_LITERALS", 1_000)
    text = "{ e(1..9, 1..9) }. r(1). r(Y) :- r(X), e(X, Y). :- X = 1..9, not r(X)."
    program, _ = ground(program_of(text))
    with pytest.raises(EncodingError, match="more than 1000 literals as a formula"):
        formula_of(program)
    monkeypatch.undo()
    assert formula_of(program).shown


def test_formulas_are_simple() -> None:
    """What is true or false anyway leaves no trace, and equal gates are made once."""
    formula = Formula("test")
    first, second = formula.variable(), formula.variable()
    assert formula.all_of([first, -first]) == cnf.FALSE
    assert formula.any_of([first, -first]) == cnf.TRUE
    assert formula.all_of([]) == cnf.TRUE
    assert formula.any_of([]) == cnf.FALSE
    assert formula.all_of([first, cnf.TRUE]) == first
    gate = formula.all_of([first, second])
    assert formula.all_of([second, first, second]) == gate
    assert formula.any_of([-first, -second]) == -gate
    assert formula.finished([first, second]).variables == 3


@pytest.mark.parametrize(
    ("job", "module", "what"),
    [
        ("Counting(program, 'ganak')", "pyganak", "ganak"),
        ("Counting(program, 'd4')", "py_d4", "d4"),
        ("Estimating(program, 0.8, 0.2, 1)", "pyapproxmc", "approxmc"),
        ("Counting(program, 'auto')", "pyganak", "ganak"),
    ],
)
def test_missing_extra(job: str, module: str, what: str) -> None:
    """What to install is said in one line; `auto` needs nothing where clingo is fast enough."""
    code = f"""
import sys
sys.modules.update({{{module!r}: None, "py_d4": None}})
from asp_nono.counting.programs.jobs import Counting, Estimating
from asp_nono.counting.programs.sources import program_of
from asp_nono.errors import PuzzleError
print(list(Counting(program_of("a."), "auto").events())[-1].number)
program = program_of("{{{{ a(1..70) }}}}. :- a(X), a(X+1).")
try:
    list({job}.events())
except PuzzleError as error:
    print(error)
"""
    ran = subprocess.run(
        [sys.executable, "-c", code.replace("{{", "{").replace("}}", "}")],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    words = f"counting with {what} needs the extra 'count': pip install 'asp-nono[count]'"
    assert ran.stdout == f"1\n{words}\n"


def test_errors_are_ours(worker: Worker) -> None:
    """The child lives on after each of them."""
    for text in ("a :-", "a; b. a :- b. b :- a."):
        with pytest.raises(AspNonoError):
            count_program(text, method="ganak", worker=worker)
    assert count_program("{ a }.", method="ganak", worker=worker).number == 2
