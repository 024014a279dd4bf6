"""Big whole numbers in arrays: number i is the sum of limb[k][i] * 2**(32 * k)."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Words: TypeAlias = npt.NDArray[np.uint64]
Indices: TypeAlias = npt.NDArray[np.intp]
Limbs: TypeAlias = list[Words]
"""Lowest limb first, each below 2**32."""

_BITS = 32
_LIMB = np.uint64((1 << _BITS) - 1)
_HALF = np.uint64(0xFFFF)


def ones(length: int) -> Limbs:
    """So many times the number 1."""
    return [np.ones(length, np.uint64)]


def value(limbs: Limbs, index: int) -> int:
    """The number at an index."""
    return sum(int(limb[index]) << (_BITS * k) for k, limb in enumerate(limbs))


def group_sums(limbs: Limbs, starts: Indices) -> Limbs:
    """The sum of each group of neighbours; groups of fewer than 2**32 begin at `starts`."""
    sums: Limbs = []
    carry = np.zeros(len(starts), np.uint64)
    for limb in limbs:
        whole = np.add.reduceat(limb, starts) + carry
        sums.append(whole & _LIMB)
        carry = whole >> np.uint64(_BITS)
    while carry.any():
        sums.append(carry & _LIMB)
        carry >>= np.uint64(_BITS)
    return sums


def dot(first: Limbs, second: Limbs) -> int:
    """The sum of the products of numbers at the same index."""
    total = 0
    for i, one in enumerate(first):
        for j, other in enumerate(second):
            total += _dot(one, other) << (_BITS * (i + j))
    return total


def _dot(one: Words, other: Words) -> int:
    """The same for numbers below 2**32, in halves, so that the sums do not overflow."""
    total = 0
    for shift in (0, 16):
        half = (one >> np.uint64(shift)) & _HALF
        for other_shift in (0, 16):
            other_half = (other >> np.uint64(other_shift)) & _HALF
            total += int((half * other_half).sum(dtype=np.uint64)) << (shift + other_shift)
    return total


def logs(limbs: Limbs) -> npt.NDArray[np.float64]:
    """The natural logarithms, about."""
    size = np.zeros(len(limbs[0]))
    for k, limb in enumerate(limbs):
        size += limb.astype(np.float64) * 2.0 ** (_BITS * k)
    return np.log(size)
