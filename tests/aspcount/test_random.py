"""Random programs counted by each counter, and by finding all of their answer sets."""

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import assume, given, reject, strategies as st

from asp_nono.aspcount.cnf import Cnf
from asp_nono.aspcount.completion import formula_of
from asp_nono.aspcount.count import ProgramMethod, count_program
from asp_nono.aspcount.counters import determined, ganak, without_backbone
from asp_nono.aspcount.ground import ground, program_of
from asp_nono.messages import EncodingError
from asp_nono.run.pool import Pool
from tests.aspcount.programs import shown_parts

pytestmark = pytest.mark.counters

ATOMS = "abcdefg"
DEFINED = " ".join(f"#defined {atom}/0." for atom in ATOMS)

atoms = st.sampled_from(ATOMS)
literals = st.tuples(st.sampled_from(["", "", "not "]), atoms).map("".join)


@st.composite
def sums(draw: st.DrawFn) -> str:
    """A sum, compared with a number."""
    parts = draw(st.lists(st.tuples(st.integers(-3, 4), literals), min_size=1, max_size=4))
    inner = "; ".join(
        f"{weight},{number} : {literal}" for number, (weight, literal) in enumerate(parts)
    )
    compared = draw(st.sampled_from(["<", "<=", "=", "!=", ">=", ">"]))
    return f"#sum {{ {inner} }} {compared} {draw(st.integers(-2, 6))}"


bodies = st.lists(st.one_of(literals, literals, literals, sums()), max_size=3).map(", ".join)


@st.composite
def rules(draw: st.DrawFn) -> str:
    """A rule, a disjunction, a choice, a bounded choice or a constraint."""
    chosen = "; ".join(draw(st.lists(atoms, min_size=1, max_size=3)))
    head = draw(
        st.one_of(
            atoms,
            atoms,
            st.just(chosen),
            st.just(f"{{ {chosen} }}"),
            st.integers(0, 2).map(lambda least: f"{least} {{ {chosen} }} {least + 1}"),
            st.just(""),
        )
    )
    body = draw(bodies)
    return f"{head} :- {body}." if body else f"{head or '#false'} :- #true."


@st.composite
def shows(draw: st.DrawFn) -> str:
    """What is shown: everything, some atoms, terms under conditions."""
    lines = draw(st.lists(atoms.map(lambda atom: f"#show {atom}/0."), max_size=3))
    terms = st.tuples(st.sampled_from("tuvz"), st.lists(literals, min_size=1, max_size=2))
    for term, condition in draw(st.lists(terms, max_size=2)):
        lines.append(f"#show {term} : {', '.join(condition)}.")
    if draw(st.booleans()):
        lines.append("#show.")
    return " ".join(lines)


programs = st.tuples(st.lists(rules(), min_size=1, max_size=9), shows()).map(
    lambda parts: "\n".join((DEFINED, *parts[0], parts[1]))
)


def _models(cnf: Cnf) -> Iterator[dict[int, bool]]:
    """All models of a small formula."""
    for values in product((False, True), repeat=cnf.variables):
        model = dict(enumerate(values, 1))
        if all(any(model[abs(lit)] == (lit > 0) for lit in clause) for clause in cnf.clauses):
            yield model


def _shown(cnf: Cnf) -> set[tuple[bool, ...]]:
    return {tuple(model[variable] for variable in cnf.shown) for model in _models(cnf)}


def _counted(text: str, method: ProgramMethod, pool: Pool) -> int | str:
    """The number, or which of two things the method does not count."""
    try:
        return count_program(text, method=method, pool=pool).number
    except EncodingError as error:
        return next(word for word in ("disjunction", "project") if word in str(error.reason))


@given(programs)
def test_every_method_finds_what_clingo_finds(pool: Pool, text: str) -> None:
    """The number of different shown parts, tight or not, as far as the method goes."""
    number = len(shown_parts(text))
    assert _counted(text, "clingo", pool) == number
    assert _counted(text, "auto", pool) == number
    assert _counted(text, "ganak", pool) in (number, "disjunction")
    assert _counted(text, "d4", pool) in (number, "disjunction", "project")


@given(programs)
def test_hidden_atoms_that_are_determined_are_found(text: str) -> None:
    """And the backbone leaves numbers as they are: both as brute force over all values says."""
    program, _ = ground(program_of(text))
    try:
        cnf = formula_of(program)
    except EncodingError:
        reject()
    assume(cnf.variables <= 12)
    models, shown = len(list(_models(cnf))), len(_shown(cnf))
    assert determined(cnf) == (models == shown)
    reduced = without_backbone(cnf)
    left = len(list(_models(reduced)))  # hidden variables that are free now are gone with it
    assert shown == len(_shown(reduced)) <= left <= models
    assert determined(reduced) == (left == shown)
    assert shown == len(shown_parts(text))


clauses = st.lists(
    st.lists(st.integers(1, 6).flatmap(lambda v: st.sampled_from([v, -v])), max_size=4), max_size=9
)


@given(clauses, st.sets(st.integers(1, 6)))
def test_formulas(clauses: list[list[int]], shown: set[int]) -> None:
    """Any formula is projected as brute force says, the empty one and contradictions included."""
    cnf = Cnf.of(clauses, shown)
    number = len(_shown(cnf))
    if cnf.trivial is not None:
        assert cnf.trivial == number
    else:
        assert ganak(cnf) == number
