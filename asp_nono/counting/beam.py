"""A lower bound: the count along a frontier of which only the most promising states are kept.

What is counted are solutions, each once; what is dropped is missing. So the sum is a proven "at
least", whatever the guesses that choose the states: here the count of a state times the ways to
complete it that belief propagation expects.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from operator import itemgetter
from time import perf_counter

import numpy as np

from asp_nono.counting.belief import Beliefs, Weights
from asp_nono.counting.frontier import Half
from asp_nono.counting.limbs import logs, value
from asp_nono.counting.network import Network
from asp_nono.counting.states import Full, States

_KEEP, _GROWTH = 1000, 4
"""The states that a beam keeps in the first round, and how many times as many in the next ones.

So much smaller is the number of orders that are left for the next one, too.
"""

_SAFE, _WORTH = 0.8, 1.3
"""The share of the time left that is planned for, and the growth that makes a round worthwhile."""


class Beams:
    """Beams along many orders, from either end: from round to round fewer of them, and wider ones.

    How good an order is for a beam shows only when it is tried: of orders that should cost the same
    one finds a thousand times as many solutions as another. So all are tried with few states, and
    the best of them with more.

    Attributes:
        least: At least so many solutions the component has.
        keep: How many states the beams of the last round kept.
    """

    def __init__(
        self, network: Network, orders: Iterable[list[int]], guess: Beliefs, room: int
    ) -> None:
        """Nothing is tried yet.

        Args:
            network: The component.
            orders: Its cells in the orders in which they may be taken in, the most promising first.
            guess: The weights of the nodes, see `belief.beliefs`.
            room: Bytes that one step may take.
        """
        self.least = 0
        self.keep = 0
        self._network = network
        self._guess = guess
        self._room = room
        self._orders = [one for order in orders for one in (order, order[::-1])]
        self._pace = 0.0

    def advance(self, until: float) -> bool:
        """One more round, to the moment `until` of `perf_counter` at most.

        Returns:
            Whether there was one: when time or memory is too small for wider beams, there is none.
        """
        affordable = _SAFE * (until - perf_counter()) / self._pace if self._pace else inf
        keep = int(min(self.keep * _GROWTH or _KEEP, affordable))
        if keep < _WORTH * self.keep:
            return False
        self.keep = keep
        found: list[tuple[int, list[int]]] = []
        for order in self._orders:
            began = perf_counter()
            if found and began + self._pace * keep > until:
                break
            try:
                number = beam(self._network, order, self._guess, keep, self._room)
            except Full:
                return False
            self._pace = (perf_counter() - began) / keep
            self.least = max(self.least, number)
            found.append((number, order))
        found.sort(key=itemgetter(0), reverse=True)
        self._orders = [order for _, order in found[: -(-len(found) // _GROWTH)]]
        return True


def beam(network: Network, order: list[int], guess: Beliefs, keep: int, room: int) -> int:
    """At least so many solutions a component has.

    Args:
        network: The component.
        order: Its cells in the order in which to take them in.
        guess: The weights of the nodes, see `belief.beliefs`.
        keep: The number of states kept.
        room: Bytes that one step may take.

    Raises:
        Full: If a step needs more.
    """
    ahead = _open_sides(network, order, guess)
    half = Half(network, order)
    while half.taken < len(order):
        half.take(room)
        if not len(half.states):
            return 0
        half.states = _best(half.states, keep, ahead)
    return value(half.states.counts, 0)


def _open_sides(network: Network, order: list[int], guess: Beliefs) -> list[Weights]:
    """For each bond the weights of the side whose cells are taken in later."""
    when = {cell: number for number, cell in enumerate(order)}
    sides = [np.zeros(0)] * len(network.widths)
    for _, cells, bonds in network.segments:
        for position, bond in enumerate(bonds):
            onward = when[cells[position]] < when[cells[position + 1]]
            sides[bond] = (guess.behind if onward else guess.before)[bond]
    return sides


def _best(states: States, keep: int, weights: list[Weights]) -> States:
    """The `keep` states with the largest expected number of solutions."""
    if len(states) <= keep:
        return states
    expected = logs(states.counts)
    for bond in states.places:
        expected += weights[bond][states.node(bond).astype(np.intp)]
    best = np.sort(np.argpartition(expected, len(states) - keep)[len(states) - keep :])
    return States(
        states.places,
        [word[best] for word in states.words],
        [limb[best] for limb in states.counts],
    )
