"""A lower bound: the count along a frontier of which only the most promising states are kept.

What is counted are solutions, each once; what is dropped is missing. So the sum is a proven "at
least", whatever the guesses that choose the states: here the count of a state times the ways to
complete it that belief propagation expects.
"""

from __future__ import annotations

import numpy as np

from asp_nono.counting.belief import Beliefs, Weights
from asp_nono.counting.frontier import Half, meet
from asp_nono.counting.limbs import logs
from asp_nono.counting.network import Network
from asp_nono.counting.states import States


def beam(network: Network, order: list[int], guess: Beliefs, keep: int, room: int) -> int:
    """At least so many solutions a component has.

    Args:
        network: The component.
        order: Its cells in the order in which to take them in.
        guess: The weights of the nodes, see `belief.beliefs`.
        keep: The number of states kept on either half.
        room: Bytes that one step may take.

    Raises:
        Full: If a step needs more.
    """
    ahead = _open_sides(network, order, guess)
    behind = _open_sides(network, order[::-1], guess)
    halves = (Half(network, order), Half(network, order[::-1]))
    while halves[0].taken + halves[1].taken < len(order):
        number = 0 if len(halves[0].states) <= len(halves[1].states) else 1
        half = halves[number]
        half.take(room)
        if not len(half.states):
            return 0
        half.states = _best(half.states, keep, (ahead, behind)[number])
    return meet(halves[0].states, halves[1].states)


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
