"""What is wrong with a program is said in one line."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from asp_nono.aspcount.count import (
    Estimate,
    ProgramMethod,
    count_program,
    estimates,
    program_counts,
)
from asp_nono.aspcount.ground import program_of
from asp_nono.errors import AspNonoError, EncodingError, PuzzleError
from asp_nono.run.pool import Pool

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
def test_refused(name: str, pool: Pool) -> None:
    """By every method, in one line."""
    text, words = REFUSED[name]
    for method in ("auto", "clingo", "ganak", "d4"):
        with pytest.raises(EncodingError) as caught:
            count_program(text, method=method, pool=pool)
        assert words in str(caught.value)
        assert "\n" not in str(caught.value)


def test_disjunctions_in_a_loop(pool: Pool) -> None:
    """Counters do not take them; clingo does."""
    text = "a; b. a :- b. b :- a."
    assert count_program(text, pool=pool).number == 1
    for method in ("ganak", "d4"):
        with pytest.raises(EncodingError, match="two atoms of a disjunction depend on each other"):
            count_program(text, method=method, pool=pool)


def test_missing_file(tmp_path: Path, pool: Pool) -> None:
    """The file is named."""
    with pytest.raises(EncodingError, match=r"none\.lp"):
        count_program(program_of(files=[tmp_path / "none.lp"]), pool=pool)


@pytest.mark.parametrize("value", ["1 +", "", "1..3", "X", "f(", "a b", '"'])
def test_bad_constant(value: str, pool: Pool) -> None:
    """A value that is no term is refused."""
    with pytest.raises(EncodingError, match="is no value for the constant n"):
        count_program(program_of("p(n).", constants={"n": value}), pool=pool)


@pytest.mark.parametrize("name", ["N", "", "n=1", "n m", "1"])
def test_bad_name_of_a_constant(name: str, pool: Pool) -> None:
    """So is a name that no constant can have."""
    with pytest.raises(EncodingError, match="is no constant"):
        count_program(program_of("p(n).", constants={name: 1}), pool=pool)


@pytest.mark.parametrize(("method", "module"), [("ganak", "pyganak"), ("d4", "py_d4")])
def test_missing_counter(
    method: ProgramMethod, module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error says what to install."""
    monkeypatch.setitem(sys.modules, module, None)
    error = f"counting with {method} needs the extra 'count': pip install 'asp-nono[count]'"
    with pytest.raises(PuzzleError, match=re.escape(error)):
        list(program_counts(program_of("a."), method))


def test_auto_without_counters(monkeypatch: pytest.MonkeyPatch) -> None:
    """It needs them only where clingo is not fast enough."""
    for module in ("pyganak", "py_d4", "pyapproxmc"):
        monkeypatch.setitem(sys.modules, module, None)
    *_, last = program_counts(program_of("a."), "auto")
    assert (last.number, last.exact) == (1, True)
    found = program_counts(program_of("{ a(1..70) }. :- a(X), a(X+1)."), "auto")
    with pytest.raises(PuzzleError, match="counting with ganak needs the extra 'count'"):
        list(found)
    with pytest.raises(PuzzleError, match="counting with approxmc needs the extra 'count'"):
        list(estimates(program_of("a."), Estimate()))


def test_errors_are_ours(pool: Pool) -> None:
    """The child lives on after each of them."""
    for text in ("a :-", "a; b. a :- b. b :- a."):
        with pytest.raises(AspNonoError):
            count_program(text, method="ganak", pool=pool)
    assert count_program("{ a }.", method="ganak", pool=pool).number == 2
