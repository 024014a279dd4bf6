"""Programs with known numbers of answer sets, counted by every method."""

from math import comb, factorial
from pathlib import Path
from typing import NamedTuple

import pytest

from asp_nono.aspcount.count import METHODS, ProgramMethod, count_program
from asp_nono.aspcount.ground import program_of
from asp_nono.errors import EncodingError
from asp_nono.run.pool import Pool
from tests.aspcount.programs import shown_parts


class Case(NamedTuple):
    """A program, its count, and whether D4 must decline because hidden atoms stay open."""

    text: str
    number: int
    hidden: bool = False


CITIES = """
{ go(X, Y) : X = 1..n, Y = 1..n, X != Y }.
:- X = 1..n, { go(X, Y) } != 1.
:- Y = 1..n, { go(X, Y) } != 1.
reached(Y) :- go(1, Y).
reached(Y) :- go(X, Y), reached(X).
:- X = 1..n, not reached(X).
"""

CASES = {
    "nothing": Case("", 1),
    "facts": Case("a. b(1..3).", 1),
    "contradiction": Case("a. :- a.", 0),
    "odd loop": Case("a :- not a.", 0),
    "even loop": Case("a :- not b. b :- not a.", 2),
    "free": Case("{ a; b; c }.", 8),
    "many free": Case("{ a(1..100) }.", 2**100),
    "rule and choice": Case("{ a }. { b }. a :- b.", 3),
    "choice with a body": Case("{ a }. { b } :- a.", 3),
    "two choices of one atom": Case("{ a; b }. { c } :- a. { c } :- b.", 7),
    "exactly": Case("2 { a(1..5) } 2.", comb(5, 2)),
    "at most": Case("{ a(1..5) } 1.", 6),
    "at least": Case("4 { a(1..5) }.", 6),
    "forbidden number": Case("{ a(1..6) }. :- { a(X) } = 3.", 64 - comb(6, 3)),
    "sum": Case("{ a(1..4) }. :- #sum { X : a(X) } != 5.", 2),
    "signed sum": Case("{ a(-3..3) }. :- #sum { X : a(X) } != 0.", 20),
    "defined by a sum": Case("{ a(1..4) }. big :- #sum { X : a(X) } > 6. :- not big.", 5),
    "minimum": Case("{ a(1..4) }. :- #min { X : a(X) } < 3.", 4),
    "heavy weights": Case(
        "{ a; b }. c :- #sum { 1000000000 : a; 999999999 : b } >= 1000000000.", 4
    ),
    "hidden choice": Case("{ a; b }. { c; d } = 1. #show a/0. #show b/0.", 4, hidden=True),
    "hidden and linked": Case("{ a(1..3) }. { h(1..3) }. :- a(X), not h(X). #show a/1.", 8, True),
    "hidden but determined": Case("{ a(1..3) }. h(X) :- a(X). :- h(1), h(2). #show h/1.", 6),
    "hidden choice that decides": Case("{ h(1..3) }. some :- h(X). #show some/0.", 2, hidden=True),
    "nothing shown": Case("{ a(1..9) }. #show.", 1, hidden=False),
    "nothing shown, and no answer set": Case("{ a; b }. :- a. :- not a. #show.", 0),
    "shown term": Case("{ a(1..3) }. #show. #show some : a(_).", 2, hidden=True),
    "shown term and atom": Case("{ a; b }. #show a/0. #show a : b.", 2, hidden=True),
    "shown terms of two conditions": Case(
        "{ a; b; c }. #show. #show t : a, b. #show t : not c.", 2, True
    ),
    "shown for two reasons": Case("{ a; b; c }. #show. #show t : a. #show t : b.", 2, hidden=True),
    "shown always": Case("{ a }. #show yes. #show a/0.", 2),
    "projected": Case("{ a; b }. { c }. #project a/0. #show c/0.", 2),
    "positive loop": Case("{ a }. b :- c. c :- b. b :- a.", 2),
    "unfounded loop": Case("b :- c. c :- b. a :- not b.", 1),
    "loop of itself": Case("a :- a. { b }.", 2),
    "choice in a loop": Case("{ a } :- b. { b } :- a. { a } :- c. { c }.", 4),
    "two ways into a loop": Case("{ x; y }. a :- x. b :- y. a :- b. b :- a.", 4),
    "sum in a loop": Case("{ a; b }. p :- #sum { 2 : q; 1 : a; 1 : b } >= 2. q :- p.", 4),
    "loops through negation and sums": Case(
        "p :- not q, 1 { r; a }. q :- not p. r :- p. { a }.", 3
    ),
    "disjunction": Case("a; b; c. d :- a.", 3),
    "disjunction of derived atoms": Case("{ c }. a; b :- not c. d; a :- b.", 3),
    "disjunction under a sum": Case("{ x(1..4) }. a; b :- { x(X) } = 2.", 22),
    "disjunction with one atom twice": Case("{ b }. a; a :- not b.", 2),
    "disjunction, and a fact that is a term": Case(
        "i; j :- not d. { d; l }. #show. #show t. #show j/0.", 2, True
    ),
    "disjunction, and nothing left to show": Case(
        "l; i :- g. { d; g; h }. :- h. #show h/0.", 1, True
    ),
    "external": Case("#external e. a :- e. { b }.", 2),
    "true external": Case("#external e. [true] \n { b } :- e.", 2),
    "free external": Case("#external e. [free] \n a :- e.", 2),
    "external that a rule derives": Case("#external e : b. e. { a }. b.", 2),
    "heuristic": Case("{ a; b }. #heuristic a. [1, true]", 4),
    "classical negation": Case("{ a; -a; b }.", 6),
    "tours of 4 cities": Case("#const n = 4." + CITIES, factorial(3)),
    "tours of 6 cities": Case("#const n = 6." + CITIES, factorial(5)),
    "spanning trees of 4 nodes": Case(
        """
        { edge(X, Y) : X = 1..3, Y = X+1..4 } = 3.
        joined(1). joined(Y) :- joined(X), edge(X, Y). joined(X) :- joined(Y), edge(X, Y).
        :- X = 1..4, not joined(X).
        """,
        16,
    ),
    "connected graphs of 5 nodes": Case(
        """
        { edge(X, Y) : X = 1..4, Y = X+1..5 }.
        joined(1). joined(Y) :- joined(X), edge(X, Y). joined(X) :- joined(Y), edge(X, Y).
        :- X = 1..5, not joined(X).
        #show edge/2.
        """,
        728,
    ),
    "queens": Case(
        """
        { queen(1..6, Y) } = 1 :- Y = 1..6.
        :- queen(X, Y), queen(X, Z), Y < Z.
        :- queen(X, Y), queen(X+D, Y+D), D = 1..5.
        :- queen(X, Y), queen(X-D, Y+D), D = 1..5.
        """,
        4,
    ),
}
"""Programs with the number of their answer sets."""


FEW = [name for name, case in CASES.items() if case.number < 1000]
"""Those whose answer sets can be found one by one."""


@pytest.mark.parametrize(
    ("name", "method"),
    [(name, method) for name in CASES for method in METHODS if name in FEW or method != "clingo"],
)
def test_known_counts(name: str, method: ProgramMethod, pool: Pool) -> None:
    """Each method gives the known number, except D4 where hidden atoms stay open."""
    case = CASES[name]
    if method == "d4" and case.hidden:
        with pytest.raises(EncodingError, match="d4 cannot project"):
            count_program(case.text, method=method, pool=pool)
        return
    found = count_program(case.text, method=method, pool=pool)
    assert (found.number, found.exact, found.reason) == (case.number, True, "")
    assert str(found) == str(case.number)


@pytest.mark.parametrize("name", FEW)
def test_the_known_counts_are_right(name: str) -> None:
    """They are the numbers of different shown parts; `#project` is tested only above."""
    case = CASES[name]
    if "#project" not in case.text:
        assert len(shown_parts(case.text)) == case.number


def test_files_and_constants(tmp_path: Path, pool: Pool) -> None:
    """A program may lie in files, and constants be given from outside."""
    file = tmp_path / "cities.lp"
    file.write_text(CITIES, encoding="utf-8")
    cities = program_of("#show go/2.", files=[file], constants={"n": 5})
    for method in METHODS:
        assert count_program(cities, method=method, pool=pool).number == 24


def test_sizes_are_told(pool: Pool) -> None:
    """Of what was counted by a counter; clingo needs no formula."""
    counted = count_program("{ a; b }. :- a, b.", method="ganak", pool=pool)
    assert (counted.method, counted.variables, counted.clauses) == ("ganak", 2, 1)
    found = count_program("{ a; b }. :- a, b.", pool=pool)
    assert (found.method, found.variables, found.clauses) == ("clingo", 0, 0)
    plain = count_program("{ a(1..70) }.", method="ganak", pool=pool)
    assert (plain.method, plain.number) == ("formula", 2**70)


def test_many_answer_sets_go_to_a_counter(pool: Pool) -> None:
    """After a second clingo gives up; D4 counts where nothing hidden is open, else Ganak."""
    pairs = "{ a(1..60) }. :- a(X), a(X+1). "
    number = 4052739537881  # Fibonacci's 62nd number
    assert count_program(pairs, pool=pool).number == number
    assert count_program(pairs, pool=pool).method == "d4"
    hidden = count_program(pairs + "{ h }. b :- h, a(1). #show a/1.", pool=pool)
    assert (hidden.number, hidden.method) == (number, "ganak")
