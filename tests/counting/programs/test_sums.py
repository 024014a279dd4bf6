"""Cardinality and weight constraints as gates, against arithmetic."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asp_nono.counting.programs import sums
from asp_nono.counting.programs.cnf import TRUE, Cnf, Formula
from asp_nono.counting.programs.counters import ganak
from asp_nono.counting.programs.sums import at_least
from asp_nono.errors import EncodingError

SIZE = 5


def _built(weighted: list[tuple[int, int]], bound: int) -> Cnf:
    """A formula over 2, 3, … that holds where the sum reaches the bound; all of these are shown."""
    formula = Formula("test")
    inputs = [formula.variable() for _ in range(SIZE)]
    formula.add(at_least(formula, weighted, bound, "test"))
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


@given(weighted_literals, st.integers(-3, 40))
def test_sums(weighted: list[tuple[int, int]], bound: int) -> None:
    """Literals may occur twice, against each other, or be true or false from the start."""
    cnf = _built(weighted, bound)
    counted = cnf.plain if cnf.plain is not None else ganak(cnf)
    assert counted == _number(weighted, bound)


def test_cardinalities_stay_small() -> None:
    """A bound on n literals takes a grid of gates: some n times the bound, not 2 to the n."""
    formula = Formula("test")
    inputs = [formula.variable() for _ in range(200)]
    formula.add(at_least(formula, [(literal, 1) for literal in inputs], 10, "test"))
    assert formula.finished(inputs).variables < 200 + 2 * 200 * 10


def test_equal_bounds_share_their_nodes() -> None:
    """Weights of different sizes that make no difference cost nothing: at least one of them."""
    formula = Formula("test")
    inputs = [formula.variable() for _ in range(40)]
    weighted = [(literal, 2**place) for place, literal in enumerate(inputs)]
    formula.add(at_least(formula, weighted, 1, "test"))
    assert formula.finished(inputs).variables <= 40 + 40


def test_too_many_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sum whose diagram grows too large is refused."""
    monkeypatch.setattr(sums, "MAX_NODES", 100)
    formula = Formula("test")
    weighted = [(formula.variable(), 1000 + place**3) for place in range(30)]
    with pytest.raises(EncodingError, match="a sum of 30 weights takes more than 100 nodes"):
        at_least(formula, weighted, 20_000, "test")
