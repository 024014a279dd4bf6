"""Counting along a frontier: cells are taken in one by one, partial colourings alike are merged.

A state is what the cells taken in so far mean to the others: the node on every bond from one to the
other, the frontier. All colourings that lead to one state are counted together. One half takes the
cells in from the front of an order, the other from its back, whichever has fewer states; where they
meet, the products of the counts of equal states add up to the number of solutions.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

import numpy as np

from asp_nono.counting.limbs import Indices, dot
from asp_nono.counting.network import Network
from asp_nono.counting.states import Full, States, changes, sorting


class Half:
    """The states of the cells taken in from one end of an order.

    Attributes:
        order: The cells from that end.
        taken: How many have been taken in.
        states: What they can mean to the others.
        past: The states before each cell, if they are kept.
    """

    def __init__(self, network: Network, order: Sequence[int], *, keep: bool = False) -> None:
        self.order = order
        self.taken = 0
        self.states = States.start()
        self.past: list[States] = []
        self._network = network
        self._keep = keep

    @property
    def bytes(self) -> int:
        """The memory that it takes."""
        return self.states.bytes + sum(states.bytes for states in self.past)

    def take(self, room: int) -> None:
        """Take in the next cell.

        Raises:
            Full: If that would need more than `room` bytes.
        """
        step = self.states.step(self._network, self.order[self.taken], room)
        if self._keep:
            self.past.append(self.states)
        self.states = self.states.merged(step)
        self.taken += 1


class Frontier:
    """The number of solutions of a component, worked out in as many goes as wanted.

    Attributes:
        network: The component.
        halves: The two ends of the order.
        total: The number; None until it is known.
        full: Whether the memory given was not enough; then it goes no further.
        peak: The largest number of states at once.
    """

    def __init__(
        self, network: Network, order: Sequence[int], memory: int, *, keep: bool = False
    ) -> None:
        """Nothing is done yet.

        Args:
            network: The component.
            order: Its cells in the order in which to take them in.
            memory: Bytes that the states may take, about.
            keep: Keep all states on the way, so that one can go back.
        """
        self.total: int | None = None
        self.full = False
        self.peak = 1
        self.network = network
        self.halves = (
            Half(network, order, keep=keep),
            Half(network, order[::-1], keep=keep),
        )
        self._memory = memory

    @property
    def progress(self) -> float:
        """The share of the cells that have been taken in, 0 to 1."""
        front, back = self.halves
        return (front.taken + back.taken) / len(front.order)

    def advance(self, until: float) -> bool:
        """Go on until the moment `until` of `perf_counter`; whether the total is known."""
        front, back = self.halves
        while self.total is None and not self.full and perf_counter() < until:
            if front.taken + back.taken == len(front.order):
                self.total = meet(front.states, back.states)
                break
            half = min(self.halves, key=lambda half: len(half.states))
            try:
                half.take(self._memory - sum(half.bytes for half in self.halves))
            except (Full, MemoryError):
                self.full = True
            self.peak = max(self.peak, len(front.states) + len(back.states))
            if not len(half.states):
                self.total = 0
        return self.total is not None


def meet(front: States, back: States) -> int:
    """The sum, over the states that two halves have in common, of the products of their counts."""
    mine, theirs = common(front, back)
    return dot([limb[mine] for limb in front.counts], [limb[theirs] for limb in back.counts])


def common(front: States, back: States) -> tuple[Indices, Indices]:
    """The states that two halves have in common, as their numbers in either half."""
    bonds = sorted(front.places)
    words = [
        np.concatenate(pair) for pair in zip(front.packed(bonds), back.packed(bonds), strict=True)
    ]
    order = sorting(words)
    same = np.flatnonzero(~changes([word[order] for word in words]))
    pairs = np.sort(np.stack([order[same - 1], order[same]]), axis=0)
    return pairs[0], pairs[1] - len(front)
