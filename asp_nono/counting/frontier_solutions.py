"""The solutions that a frontier has counted: the i-th one, and how cells share them.

The frontier must have kept its states. From where the halves meet, one goes back cell by cell.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

import numpy as np

from asp_nono.counting.frontier import Frontier, Half, common
from asp_nono.counting.limbs import Indices, Limbs, dot, group_sums, value
from asp_nono.counting.network import NO_BOND, Choice, Network
from asp_nono.counting.states import States, Step, changes, sorting


class FrontierSolutions:
    """The solutions of a component, in a fixed order."""

    def __init__(self, frontier: Frontier) -> None:
        """The solutions that `frontier` has counted, having kept its states."""
        self._network = frontier.network
        self._front, self._back = frontier.halves
        front, back = self._front.states, self._back.states
        self._mine, self._theirs = common(front, back)
        products = (
            value(front.counts, mine) * value(back.counts, theirs)
            for mine, theirs in zip(self._mine, self._theirs, strict=True)
        )
        self._sums = list(accumulate(products, initial=0))

    def solution(self, index: int) -> dict[int, int]:
        """The colours of the cells in solution `index`, 0 to the total less 1."""
        pair = bisect_right(self._sums, index) - 1
        mine, theirs = int(self._mine[pair]), int(self._theirs[pair])
        rank, other = divmod(index - self._sums[pair], value(self._back.states.counts, theirs))
        colors = self._go_back(self._front, mine, rank) | self._go_back(self._back, theirs, other)
        return {self._network.cells[cell]: color for cell, color in colors.items()}

    def _go_back(self, half: Half, number: int, rank: int) -> dict[int, int]:
        """The colours on way `rank` to state `number` of a half."""
        colors = {}
        after = half.states
        for cell, before in zip(half.order[: half.taken][::-1], half.past[::-1], strict=True):
            number, rank, colors[cell] = _back(self._network, cell, before, after, number, rank)
            after = before
        return colors

    def shares(self) -> dict[int, dict[int, int]]:
        """For each cell how many of the solutions give it each colour."""
        found: dict[int, dict[int, int]] = {}
        front, back = self._front.states, self._back.states
        for half, mine, theirs, other in (
            (self._front, self._mine, self._theirs, back),
            (self._back, self._theirs, self._mine, front),
        ):
            weights = [np.zeros(len(half.states), np.uint64) for _ in other.counts]
            for weight, limb in zip(weights, other.counts, strict=True):
                weight[mine] = limb[theirs]
            found |= _shares(self._network, half, weights)
        return {self._network.cells[cell]: counts for cell, counts in found.items()}


def _back(
    network: Network, cell: int, before: States, after: States, number: int, rank: int
) -> tuple[int, int, int]:
    """The state before a cell on way `rank` to state `number`, the rank there, and the colour."""
    legs = network.legs(cell)
    words = [int(word[number]) for word in after.words]
    for choice in network.choices(cell):
        earlier = _before(legs, choice, before, after, words)
        found = None if earlier is None else before.find(earlier)
        if found is None:
            continue
        count = value(before.counts, found)
        if rank < count:
            return found, rank, choice.color
        rank -= count
    raise AssertionError("no way leads to a state that was counted")


def _before(
    legs: Sequence[int], choice: Choice, before: States, after: States, words: list[int]
) -> list[int] | None:
    """The words of the state from which `choice` leads to the state `words`, if it does."""
    earlier = [0] * len(before.words)
    for bond, (word, shift, bits) in before.places.items():
        if bond not in legs:
            earlier[word] |= words[word] & (((1 << bits) - 1) << shift)
    for node, bond in zip(choice.nodes, legs, strict=True):
        if bond == NO_BOND:
            continue
        if bond in before.places:
            word, shift, _ = before.places[bond]
            earlier[word] |= node << shift
        else:
            word, shift, bits = after.places[bond]
            if words[word] >> shift & ((1 << bits) - 1) != node:
                return None
    return earlier


def _shares(network: Network, half: Half, weights: Limbs) -> dict[int, dict[int, int]]:
    """The shares of the cells of a half; `weights` tells how many ways go on from each state."""
    found: dict[int, dict[int, int]] = {}
    for cell, before in zip(half.order[: half.taken][::-1], half.past[::-1], strict=True):
        step = before.step(network, cell)
        target = _targets(step)
        colors = np.array([choice.color for choice in network.choices(cell)])[step.choice]
        found[cell] = {}
        for color in sorted(set(colors.tolist())):
            here = np.flatnonzero(colors == color)
            ways = [limb[step.source[here]] for limb in before.counts]
            if number := dot(ways, [limb[target[here]] for limb in weights]):
                found[cell][color] = number
        weights = _earlier(step, target, weights, len(before))
    return found


def _targets(step: Step) -> Indices:
    """For each way of a step the number of the state that it leads to."""
    order = sorting(step.words)
    groups = np.cumsum(changes([word[order] for word in step.words])) - 1
    target = np.empty(len(order), np.intp)
    target[order] = groups
    return target


def _earlier(step: Step, target: Indices, weights: Limbs, number: int) -> Limbs:
    """How many ways go on from each of the `number` states before a step."""
    starts = np.flatnonzero(changes([step.source.astype(np.uint64)]))
    sums = group_sums([limb[target] for limb in weights], starts)
    earlier = []
    for limb in sums:
        whole = np.zeros(number, np.uint64)
        whole[step.source[starts]] = limb
        earlier.append(whole)
    return earlier
