"""Belief propagation: approximately how many ways complete a segment from each of its nodes.

Sum-product messages (Pearl 1988; an estimate on graphs with loops): each segment sends its cells
the marginals of their colors, given the messages of the crossing segments, until the messages
settle. The resulting weights of the nodes guide a beam and prove nothing.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from asp_nono.counting.diagram import Layers, Node
from asp_nono.counting.network import Network

Weights: TypeAlias = npt.NDArray[np.float64]

_DAMPING = 0.5  # the share of the old message in a new one
_LEAST = 1e-30  # no weight is smaller, so that each has a logarithm
_Message: TypeAlias = dict[int, float]  # the weight of each color


class NodeWeights(NamedTuple):
    """Logarithms of the weights of the nodes on every edge."""

    before: list[Weights]  # the paths through the segment up to the node
    behind: list[Weights]  # the paths from the node to the end


def belief_propagation(network: Network, rounds: int) -> NodeWeights:
    """The weights after some rounds of messages."""
    messages = _Messages(network)
    nothing: Weights = np.zeros(0)
    found = NodeWeights([nothing] * len(network.widths), [nothing] * len(network.widths))
    for number in range(rounds):
        last = number == rounds - 1
        sent: list[list[_Message]] = []
        for layers, cells, edges in network.segments:
            incoming = [messages.incoming(cell, len(sent)) for cell in cells]
            before, behind = _forward(layers, incoming), _backward(layers, incoming)
            sent.append(_marginals(layers, before, behind))
            if last:
                for position, edge in enumerate(edges, 1):
                    found.before[edge] = np.log(np.maximum(before[position], _LEAST))
                    found.behind[edge] = np.log(np.maximum(behind[position], _LEAST))
        messages.update(sent)
    return found


class _Messages:
    """The messages of the segments to their cells."""

    def __init__(self, network: Network) -> None:
        self._places: list[list[tuple[int, int]]] = [[] for _ in network.cells]
        self._sent: list[list[_Message]] = []
        for number, (layers, cells, _) in enumerate(network.segments):
            self._sent.append([_even(layer) for layer in layers])
            for position, cell in enumerate(cells):
                self._places[cell].append((number, position))

    def incoming(self, cell: int, segment: int) -> _Message:
        """The message to a cell from its other segment."""
        number, position = next(place for place in self._places[cell] if place[0] != segment)
        return self._sent[number][position]

    def update(self, sent: list[list[_Message]]) -> None:
        """Mix new messages with the old ones."""
        for messages, new in zip(self._sent, sent, strict=True):
            for position, message in enumerate(new):
                old = messages[position]
                messages[position] = {
                    color: _DAMPING * old.get(color, 0.0) + (1 - _DAMPING) * weight
                    for color, weight in message.items()
                }


def _even(layer: tuple[Node, ...]) -> _Message:
    colors = {color for node in layer for color, _ in node}
    return {color: 1 / len(colors) for color in colors}


def _forward(layers: Layers, incoming: list[_Message]) -> list[list[float]]:
    """The weights of the paths to each node, each layer scaled to 1."""
    weights = [[1.0]]
    for position, layer in enumerate(layers):
        ahead = [0.0] * (len(layers[position + 1]) if position + 1 < len(layers) else 1)
        message = incoming[position]
        for weight, node in zip(weights[-1], layer, strict=True):
            for color, target in node:
                ahead[target] += weight * message.get(color, 0.0)
        weights.append(_scaled(ahead))
    return weights


def _backward(layers: Layers, incoming: list[_Message]) -> list[list[float]]:
    """The weights of the paths from each node, each layer scaled to 1."""
    weights = [[1.0]]
    for position in range(len(layers) - 1, -1, -1):
        message, behind = incoming[position], weights[-1]
        sums = [
            sum([message.get(color, 0.0) * behind[target] for color, target in node])
            for node in layers[position]
        ]
        weights.append(_scaled(sums))
    return weights[::-1]


def _marginals(
    layers: Layers, before: list[list[float]], behind: list[list[float]]
) -> list[_Message]:
    """The message of a segment to each of its cells, whatever that cell sends to it."""
    messages = []
    for position, layer in enumerate(layers):
        weights: dict[int, float] = {}
        for weight, node in zip(before[position], layer, strict=True):
            for color, target in node:
                more = weight * behind[position + 1][target]
                weights[color] = weights.get(color, 0.0) + more
        whole = sum(weights.values()) or 1.0
        messages.append({color: weight / whole for color, weight in weights.items()})
    return messages


def _scaled(weights: list[float]) -> list[float]:
    whole = sum(weights) or 1.0
    return [weight / whole for weight in weights]
