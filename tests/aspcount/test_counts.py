"""Programs with known numbers of answer sets, counted by every method."""

import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from asp_nono.aspcount.count import METHODS, ProgramMethod, count_program
from asp_nono.aspcount.ground import program_of
from asp_nono.messages import EncodingError
from asp_nono.run.pool import Pool
from tests.aspcount.programs import shown_parts

pytestmark = pytest.mark.counters


class Case(NamedTuple):
    """A program, its count, and whether D4 must decline because hidden atoms stay open."""

    text: str
    number: int
    hidden: bool = False


_TABLE = tomllib.loads(Path(__file__).with_name("counts.toml").read_text(encoding="utf-8"))
CASES = {name: Case(**row) for name, row in _TABLE.items()}
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
    cities = CASES["tours of 6 cities"].text.removeprefix("#const n = 6.\n")
    file.write_text(cities, encoding="utf-8")
    program = program_of("#show go/2.", files=[file], constants={"n": 5})
    for method in METHODS:
        assert count_program(program, method=method, pool=pool).number == 24


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
