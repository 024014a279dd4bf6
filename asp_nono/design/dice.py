"""Random numbers that are the same for one seed on every machine."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Random choices that follow from a seed.

    Only `Random.random` is used, whose numbers Python promises never to change, and no function
    of the C library, which may round differently elsewhere.

    Args:
        seed: Any numbers; other numbers give other choices.
    """

    def __init__(self, *seed: int) -> None:
        self._random = Random("/".join(map(str, seed)))  # noqa: S311 - pictures, not secrets

    def share(self) -> float:
        """A number from 0 to below 1."""
        return self._random.random()

    def below(self, number: int) -> int:
        """A whole number from 0 to below `number`."""
        return int(self._random.random() * number)

    def choice(self, values: Sequence[T]) -> T:
        """One of some values."""
        return values[self.below(len(values))]

    def weighted(self, weights: Sequence[int]) -> int:
        """The index of one of some weights, which is as likely as it is heavy."""
        left = self.below(sum(weights))
        for index, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return index
        raise ValueError("no weight is above 0")

    def shuffle(self, values: MutableSequence[T]) -> None:
        """Put values into any order (Fisher and Yates 1938)."""
        for last in range(len(values) - 1, 0, -1):
            other = self.below(last + 1)
            values[last], values[other] = values[other], values[last]
