"""Formulas: gates, cardinality and weight constraints, limits on their size."""

from itertools import product

import pytest
from hypothesis import given, strategies as st

from asp_nono.aspcount import cnf
from asp_nono.aspcount.cnf import FALSE, TRUE, Cnf, FormulaBuilder
from asp_nono.aspcount.completion import formula_of
from asp_nono.aspcount.counters import ganak
from asp_nono.aspcount.ground import ground, program_of
from asp_nono.messages import EncodingError

SIZE = 5


def test_formulas_are_simple() -> None:
    """Constant gates leave no trace, and equal gates are made once."""
    formula = FormulaBuilder("test")
    first, second = formula.variable(), formula.variable()
    assert formula.all_of([first, -first]) == FALSE
    assert formula.any_of([first, -first]) == TRUE
    assert formula.all_of([]) == TRUE
    assert formula.any_of([]) == FALSE
    assert formula.all_of([first, TRUE]) == first
    gate = formula.all_of([first, second])
    assert formula.all_of([second, first, second]) == gate
    assert formula.any_of([-first, -second]) == -gate
    assert formula.finished([first, second]).variables == 3


def _built(weighted: list[tuple[int, int]], bound: int) -> Cnf:
    """A formula over 2, 3, … that holds where the sum reaches the bound; all of these are shown."""
    formula = FormulaBuilder("test")
    inputs = [formula.variable() for _ in range(SIZE)]
    formula.add(formula.at_least(weighted, bound))
    return formula.finished(inputs)


def _number(weighted: list[tuple[int, int]], bound: int) -> int:
    """In how many of all cases the sum reaches the bound."""
    number = 0
    for values in product((False, True), repeat=SIZE):
        true = {TRUE} | {v if value else -v for v, value in enumerate(values, 2)}
        number += sum(weight for literal, weight in weighted if literal in true) >= bound
    return number


variables = st.integers(2, SIZE + 1)
literals = st.one_of(variables, variables.map(lambda v: -v), st.sampled_from([TRUE, -TRUE]))
weighted_literals = st.lists(st.tuples(literals, st.integers(1, 9)), max_size=8)


@pytest.mark.counters
@given(weighted_literals, st.integers(-3, 40))
def test_sums(weighted: list[tuple[int, int]], bound: int) -> None:
    """Literals may occur twice, with both signs, or be constants."""
    built = _built(weighted, bound)
    counted = built.trivial if built.trivial is not None else ganak(built)
    assert counted == _number(weighted, bound)


def test_cardinalities_stay_small() -> None:
    """A bound on n literals takes a grid of gates: about n times the bound, not 2 to the n."""
    formula = FormulaBuilder("test")
    inputs = [formula.variable() for _ in range(200)]
    formula.add(formula.at_least([(literal, 1) for literal in inputs], 10))
    assert formula.finished(inputs).variables < 200 + 2 * 200 * 10


def test_equivalent_bounds_share_their_nodes() -> None:
    """Different weights that make no difference cost nothing: at least one of them."""
    formula = FormulaBuilder("test")
    inputs = [formula.variable() for _ in range(40)]
    formula.add(formula.at_least([(literal, 2**k) for k, literal in enumerate(inputs)], 1))
    assert formula.finished(inputs).variables <= 40 + 40


def test_too_many_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sum whose diagram gets too large is refused."""
    monkeypatch.setattr(cnf, "MAX_NODES", 100)
    formula = FormulaBuilder("test")
    weighted = [(formula.variable(), 1000 + place**3) for place in range(30)]
    with pytest.raises(EncodingError, match="a sum of 30 weights takes more than 100 nodes"):
        formula.at_least(weighted, 20_000)


def test_large_formula(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program whose formula gets too large is refused: here a loop of many atoms."""
    monkeypatch.setattr(cnf, "MAX_LITERALS", 1_000)
    text = "{ e(1..9, 1..9) }. r(1). r(Y) :- r(X), e(X, Y). :- X = 1..9, not r(X)."
    program, _ = ground(program_of(text))
    with pytest.raises(EncodingError, match="more than 1000 literals as a formula"):
        formula_of(program)
    monkeypatch.undo()
    assert formula_of(program).shown
