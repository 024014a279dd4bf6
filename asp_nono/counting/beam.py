"""A lower bound: counting along a frontier of which only the most promising states are kept.

What is counted are solutions, each once; what is dropped is missing. So the sum is a proven "at
least", whatever the guesses that choose the states: here the count of a state times the number of
ways to complete it that belief propagation estimates.
"""

from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import inf
from operator import itemgetter
from time import perf_counter
from typing import NamedTuple

import numpy as np

from asp_nono.counting.belief import Floats, Graph, Messages
from asp_nono.counting.frontier import Half, OutOfRoomError, States, logs, value
from asp_nono.counting.network import Network

_KEEP = 1000  # the states that a beam keeps in the first round
_GROWTH = 4  # the factor of the states from round to round; the orders shrink by the same factor
_SAFE = 0.8  # the share of the remaining time that is planned
_LEAST = 1e-30  # no weight is smaller, so that each has a logarithm
_WORTH = 1.3  # the growth that makes a round worthwhile


class NodeWeights(NamedTuple):
    """For each edge the logarithms of the weights of the nodes that it can carry."""

    before: list[Floats]  #: the paths through the segment up to the node
    behind: list[Floats]  #: the paths from the node to the end


def node_weights(network: Network, rounds: int) -> NodeWeights:
    """The weights after some rounds of belief propagation."""
    messages = Messages(_graph(network))
    for _ in range(rounds):
        messages.exchange()
    found = NodeWeights([], [])
    before, behind = messages.before, messages.behind
    for (layers, _, _), nodes in zip(network.segments, messages.nodes, strict=True):
        firsts = list(accumulate(map(len, layers), initial=0))
        for first, last in pairwise(firsts[1:]):
            for logarithms, weights in zip(found, (before[nodes], behind[nodes]), strict=True):
                own = weights[first:last]
                logarithms.append(np.log(np.maximum(own / (own.sum() or 1.0), _LEAST)))
    return found


def _graph(network: Network) -> Graph:
    """The graph of all segments: a layer of a diagram lies before its cell."""
    cells, nodes = list[int](), list[int]()
    places, arcs = list[int](), list[tuple[int, ...]]()
    for layers, own, _ in network.segments:
        firsts = list(accumulate(map(len, layers), initial=len(places)))
        for at, layer in enumerate(layers):
            place = len(cells) + at
            places += [place] * len(layer)
            arcs += [
                (firsts[at] + number, firsts[at + 1] + target, place, place + 1, color)
                for number, node in enumerate(layer)
                for color, target in node
            ]
        cells += [*own, -1]
        places.append(len(cells) - 1)
        nodes.append(firsts[-1] + 1 - firsts[0])
    return Graph(cells, np.array(nodes), np.array(places), np.array(arcs))


@dataclass(frozen=True, slots=True)
class Path:
    """What guides beams, and the runs of an estimate, through a component."""

    network: Network
    order: list[int]  #: in which the cells are taken in
    weights: NodeWeights

    def open_sides(self) -> list[Floats]:
        """For each edge the weights of the side whose cells are taken in later."""
        when = {cell: number for number, cell in enumerate(self.order)}
        sides = [np.zeros(0)] * len(self.network.widths)
        for _, cells, edges in self.network.segments:
            for position, edge in enumerate(edges):
                onward = when[cells[position]] < when[cells[position + 1]]
                sides[edge] = (self.weights.behind if onward else self.weights.before)[edge]
        return sides


class Beams:
    """Beams along many paths: from round to round fewer of them, and wider ones.

    How good an order is for a beam shows only in a trial: of two orders with the same expected cost
    one can find a thousand times as many solutions as the other.
    """

    def __init__(self, paths: list[Path], room: int) -> None:
        """`paths`: the most promising first; `room`: bytes that one step may take."""
        self.least = 0  # a lower bound on the number of solutions of the component
        self.keep = 0  # how many states the beams of the last round kept
        self._paths, self._room = paths, room
        self._pace = 0.0

    def advance(self, until: float) -> bool:
        """One more round, until `until`; False if time or memory is too short for wider beams."""
        affordable = _SAFE * (until - perf_counter()) / self._pace if self._pace else inf
        keep = int(min(self.keep * _GROWTH or _KEEP, affordable))
        if keep < _WORTH * self.keep:
            return False
        self.keep = keep
        found: list[tuple[int, Path]] = []
        for path in self._paths:
            began = perf_counter()
            if found and began + self._pace * keep > until:
                break
            try:
                number = beam(path, keep, self._room)
            except OutOfRoomError:
                return False
            self._pace = (perf_counter() - began) / keep
            self.least = max(self.least, number)
            found.append((number, path))
        found.sort(key=itemgetter(0), reverse=True)
        self._paths = [path for _, path in found[: -(-len(found) // _GROWTH)]]
        return True


def beam(path: Path, keep: int, room: int) -> int:
    """A lower bound on the solutions of a component, by a beam of `keep` states along a path."""
    ahead = path.open_sides()
    half = Half(path.network, path.order)
    while half.taken < len(path.order):
        half.take(room)
        if not len(half.states):
            return 0
        half.states = _best(half.states, keep, ahead)
    return value(half.states.counts, 0)


def _best(states: States, keep: int, weights: list[Floats]) -> States:
    """The `keep` states with the largest expected number of solutions."""
    if len(states) <= keep:
        return states
    expected = logs(states.counts) + promise(states, weights)
    best = np.sort(np.argpartition(expected, len(states) - keep)[len(states) - keep :])
    words = [word[best] for word in states.words]
    return States(states.places, words, [limb[best] for limb in states.counts])


def promise(states: States, weights: list[Floats]) -> Floats:
    """The logarithm of the ways to complete each state, up to a constant, as far as is guessed."""
    found = np.zeros(len(states))
    for edge in states.places:
        found += weights[edge][states.node(edge).astype(np.intp)]
    return found
