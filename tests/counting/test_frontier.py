"""Arrays of big numbers against Python's own."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from asp_nono.counting.frontier import Limbs, dot, group_sums, value

NUMBERS = st.integers(0, 2**100)


def _limbs(numbers: list[int]) -> Limbs:
    """As many limbs as the largest number needs, one at least."""
    length = max(1, -(-max(numbers).bit_length() // 32))
    return [
        np.array([number >> 32 * k & 0xFFFFFFFF for number in numbers], np.uint64)
        for k in range(length)
    ]


@given(st.lists(st.lists(NUMBERS, min_size=1, max_size=5), min_size=1, max_size=5))
def test_sums_of_groups(groups: list[list[int]]) -> None:
    """Carries go as far as they must."""
    ends = np.cumsum([len(group) for group in groups])
    starts = np.array([0, *ends[:-1]], np.intp)
    sums = group_sums(_limbs([number for group in groups for number in group]), starts)
    assert [value(sums, index) for index in range(len(groups))] == [sum(group) for group in groups]
    assert all(int(limb.max()) < 2**32 for limb in sums)


@given(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=20))
def test_sum_of_products(pairs: list[tuple[int, int]]) -> None:
    """Nothing overflows."""
    first, second = ([pair[side] for pair in pairs] for side in (0, 1))
    assert dot(_limbs(first), _limbs(second)) == sum(a * b for a, b in pairs)


def test_the_largest_products() -> None:
    """Many limbs that are as large as can be."""
    most = 2**32 - 1
    limbs = _limbs([most] * 1000)
    assert dot(limbs, limbs) == 1000 * most**2


def test_doubling() -> None:
    """A number that is added to itself again and again grows limb by limb."""
    numbers = [np.ones(1, np.uint64)]
    for step in range(1, 200):
        doubled = [np.concatenate([limb, limb]) for limb in numbers]
        numbers = group_sums(doubled, np.array([0], np.intp))
        assert value(numbers, 0) == 2**step
    assert len(numbers) == 7
