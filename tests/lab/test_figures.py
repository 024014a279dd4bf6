"""The arithmetic of the tables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asp_nono.lab.figures import Spread, exponent, extremes, par2, quartiles


def test_extremes() -> None:
    """The middle one, or halfway between the two in the middle."""
    assert extremes([3.0, 1.0, 8.0]) == Spread(3.0, 1.0, 8.0)
    assert extremes([4.0, 1.0, 2.0, 9.0]) == Spread(3.0, 1.0, 9.0)
    assert extremes([5.0]) == Spread(5.0, 5.0, 5.0)


def test_quartiles() -> None:
    """They lie on values or between them, and never outside."""
    assert quartiles([5.0, 1.0, 3.0, 2.0, 4.0]) == Spread(3.0, 2.0, 4.0)
    assert quartiles([1.0, 2.0]) == Spread(1.5, 1.25, 1.75)
    assert quartiles([7.0]) == Spread(7.0, 7.0, 7.0)


def test_par2() -> None:
    """What is undecided counts twice the limit, whatever it took."""
    times = [(1.0, True), (2.0, True), (9.9, False)]
    assert par2(times, 10) == pytest.approx((1 + 2 + 20) / 3)
    assert par2(times[:2], 10) == par2(times[:2], None) == 1.5
    assert par2(times, None) is None


def test_exponent() -> None:
    """Steps of one line have its slope; a bend is fitted by least squares."""
    assert exponent([(10, 1.0), (20, 4.0), (40, 16.0)]) == pytest.approx(2)
    assert exponent([(10, 5.0), (1000, 5.0)]) == pytest.approx(0)
    assert exponent([(1, 1.0), (10, 1.0), (100, 100.0)]) == pytest.approx(1)


@pytest.mark.parametrize("points", [[], [(5, 1.0)], [(5, 1.0), (5, 2.0)], [(5, 0.0), (6, 1.0)]])
def test_no_exponent(points: list[tuple[float, float]]) -> None:
    """One size is not enough, and nothing grows from zero."""
    assert exponent(points) is None


@given(
    slope=st.floats(-4, 4),
    factor=st.floats(1e-4, 1e4),
    sides=st.lists(st.integers(1, 1000), min_size=2, max_size=8, unique=True),
)
def test_powers_are_recognised(slope: float, factor: float, sides: list[int]) -> None:
    """The exponent of a power is found, whatever the unit of time."""
    points = [(side, factor * side**slope) for side in sides]
    assert exponent(points) == pytest.approx(slope, abs=1e-6)
