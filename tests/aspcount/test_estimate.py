"""Estimates: within their bounds, repeatable, and never taken for counts."""

import pytest

from asp_nono.aspcount.count import approximate_program
from asp_nono.messages import AspNonoError
from asp_nono.run.pool import Pool

pytestmark = pytest.mark.counters

SPARSE = "{ a(1..60) }. :- a(X), a(X+1)."
NUMBER = 4052739537881
"""So many answer sets, by Fibonacci's recurrence."""


@pytest.mark.slow
def test_within_its_bounds(pool: Pool) -> None:
    """These seeds give good estimates; four of five would be enough for the promise."""
    for seed in range(3):
        found = approximate_program(SPARSE, epsilon=0.6, delta=0.2, seed=seed, pool=pool)
        assert found.bounds
        low, high = found.bounds
        assert low <= NUMBER <= high
        assert found.number
        assert low == -(-found.number * 10 // 16)
    again = approximate_program(SPARSE, epsilon=0.6, delta=0.2, seed=2, pool=pool)
    assert again.number == found.number


def test_what_it_says(pool: Pool) -> None:
    """The estimate, its bounds and its confidence."""
    found = approximate_program("{ a(1..4) }. :- a(1), a(2).", pool=pool)
    assert str(found) == "about 12 (between 7 and 21 with a probability of at least 80 %)"
    assert (found.method, found.epsilon, found.delta, found.seed) == ("approxmc", 0.8, 0.2, 1)
    none = approximate_program("a. :- a.", pool=pool)
    assert str(none) == "about 0 (between 0 and 0 with a probability of at least 80 %)"


def test_free_and_hidden_atoms(pool: Pool) -> None:
    """Free atoms count twice each, hidden ones not at all."""
    free = approximate_program("{ a(1..300) }.", pool=pool)
    assert free.number == 2**300
    hidden = "{ a(1..3); h(1..9) }. :- a(X), not h(X). :- h(9), h(8). #show a/1."
    assert approximate_program(hidden, pool=pool).number == 8
    mixed = "{ a(1..30) }. :- a(1), a(2). #show a/1."
    found = approximate_program(mixed, pool=pool)
    assert found.number == 3 * 2**28


@pytest.mark.parametrize(
    ("epsilon", "delta", "seed", "words"),
    [
        (0, 0.2, 1, "epsilon is 0; expected a number above 0"),
        (float("nan"), 0.2, 1, "epsilon is nan; expected a number above 0"),
        (float("inf"), 0.2, 1, "epsilon is inf; expected a number above 0"),
        (0.8, 0, 1, "delta is 0; expected a number between 0 and 1"),
        (0.8, 1, 1, "delta is 1; expected a number between 0 and 1"),
        (0.8, 0.2, -1, "the seed is -1; expected a number from 0 to 4294967295"),
        (0.8, 0.2, 2**32, "the seed is 4294967296; expected a number from 0 to 4294967295"),
    ],
)
def test_bad_settings(epsilon: float, delta: float, seed: int, words: str) -> None:
    """They are refused before any process starts."""
    with pytest.raises(AspNonoError) as caught:
        approximate_program("", epsilon=epsilon, delta=delta, seed=seed)
    assert str(caught.value) == words
