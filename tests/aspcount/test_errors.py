"""What is wrong with a program is said in one line."""

import re
import sys
from pathlib import Path

import pytest

from asp_nono.aspcount.count import Estimate, count_program, estimates, program_counts
from asp_nono.aspcount.ground import program_of, puzzle_program
from asp_nono.messages import EncodingError, PuzzleError, UnknownNameError
from asp_nono.run.pool import Pool
from tests.solving.puzzles import permutations

REFUSED = {
    "syntax": ("a :- b,, c.", "the program: line 1, column 8: syntax error"),
    "misspelled": (
        "{ a }. b :- aa.",
        "the program: line 1, column 13: atom does not occur in any rule head",
    ),
    "minimize": ("{ a }. #minimize { 1 : a }.", "has #minimize, #maximize or a weak constraint"),
    "weak": ("{ a }. :~ a. [1]", "has #minimize, #maximize or a weak constraint"),
    "edge": ("{ a }. #edge (x, y) : a.", "has #edge"),
    "theory": (
        "#theory t { s { }; &p/0 : s, any }. &p { }.",
        "&p: a theory atom that no package defines",
    ),
    "letter": (
        '{ a }. % ä\nb("ö").\nü :- a.',
        "the program: line 3, column 1: 'ü' outside of a string",
    ),
    "zero": ("{ a }.\n% \0\nb :-", "the program: line 2, column 3: '\\x00' outside of a string"),
    "script": ("#script (python) print(1) #end.", "python support not available"),
}


@pytest.mark.counters
@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, pool: Pool) -> None:
    """By every method, in one line."""
    text, words = REFUSED[name]
    for method in ("auto", "clingo", "ganak", "d4"):
        with pytest.raises(EncodingError) as caught:
            count_program(text, method=method, pool=pool)
        assert words in str(caught.value)
        assert "\n" not in str(caught.value)


@pytest.mark.counters
def test_disjunctions_in_a_loop(pool: Pool) -> None:
    """Counters do not take them; clingo does."""
    text = "a; b. a :- b. b :- a."
    assert count_program(text, pool=pool).number == 1
    for method in ("ganak", "d4"):
        with pytest.raises(EncodingError, match="two atoms of a disjunction depend on each other"):
            count_program(text, method=method, pool=pool)


BAD_CONSTANTS = [("n", value) for value in ("1 +", "", "1..3", "X", "f(", "a b", '"')]
BAD_NAMES = [(name, "1") for name in ("N", "", "n=1", "n m", "1")]


@pytest.mark.parametrize(("name", "value"), [*BAD_CONSTANTS, *BAD_NAMES])
def test_bad_constant(name: str, value: str, pool: Pool) -> None:
    """A value that is no term and a name that no constant can have are refused."""
    words = "is no value for the constant n" if name == "n" else "is no constant"
    with pytest.raises(EncodingError, match=words):
        count_program(program_of("p(n).", constants={name: value}), pool=pool)


def test_bad_arguments(tmp_path: Path, pool: Pool) -> None:
    """Missing files and unknown names are named, with the choices."""
    with pytest.raises(EncodingError, match=r"none\.lp"):
        count_program(program_of(files=[tmp_path / "none.lp"]), pool=pool)
    with pytest.raises(UnknownNameError, match="unknown recipe 'ordr'"):
        puzzle_program(permutations(2), recipe="ordr")
    with pytest.raises(UnknownNameError, match="unknown level of deductions 'much'"):
        puzzle_program(permutations(2), deductions="much")
    with pytest.raises(UnknownNameError, match="unknown method 'd5'"):
        count_program("", method="d5")  # type: ignore[arg-type] # wrong on purpose


def test_without_counters(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are needed only where clingo is not fast enough; the error says what to install."""
    for module in ("pyganak", "py_d4", "pyapproxmc"):
        monkeypatch.setitem(sys.modules, module, None)
    *_, last = program_counts(program_of("a."), "auto")
    assert (last.number, last.exact) == (1, True)
    many = program_of("{ a(1..70) }. :- a(X), a(X+1).")
    for counter, job in (
        ("ganak", program_counts(many, "auto")),
        ("ganak", program_counts(many, "ganak")),
        ("d4", program_counts(many, "d4")),
        ("approxmc", estimates(many, Estimate())),
    ):
        error = f"counting with {counter} needs the extra 'count': pip install 'asp-nono[count]'"
        with pytest.raises(PuzzleError, match=re.escape(error)):
            list(job)
