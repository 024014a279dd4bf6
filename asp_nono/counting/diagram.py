"""Layered decision diagrams: all ways to colour the open cells of a piece of a line.

A diagram has one layer for each cell, and in each layer nodes that lead, by the colour of the
cell, to nodes of the next layer. Layer 0 has one node, and behind the last layer there is one, the
end; the ways through are exactly the arrangements. No two nodes of a layer are alike (the diagram
is minimal), and every node lies on some way. So two pieces with the same possibilities have the
same diagram, whatever their clues say.

A diagram whose way leads through a layer of a single node falls apart there: what lies before does
not depend on what lies behind. The parts are called segments.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from asp_nono.clue import Clue
from asp_nono.counting.automaton import automaton

Node: TypeAlias = tuple[tuple[int, int], ...]
"""Pairs (colour, number of a node of the next layer), by ascending colour."""

Layers: TypeAlias = tuple[tuple[Node, ...], ...]
"""The nodes of each layer; arcs of the last layer lead to 0, the end."""


_NOWHERE = -1
"""The position of no cell."""


_DIAGRAM, _NODE = 400, 200
"""Bytes that a diagram takes, or what is remembered of one, and each of its nodes, about."""


class Piece(NamedTuple):
    """A segment of a diagram: the positions of its cells, ascending, and its number."""

    positions: tuple[int, ...]
    diagram: int


class Reduced(NamedTuple):
    """What is left of a diagram; positions are layers of the diagram that it was.

    Attributes:
        pieces: The segments of the cells that are still open, from left to right.
        forced: The cells with one colour left: (position, colour).
        narrowed: The other cells that have lost a colour: (position, set of the colours left).
    """

    pieces: tuple[Piece, ...]
    forced: tuple[tuple[int, int], ...]
    narrowed: tuple[tuple[int, int], ...]


class Diagrams:
    """Diagrams by number: equal ones have one number, and what was done to them is remembered.

    Attributes:
        layers: The layers of each diagram, by number.
        bytes: The memory that all of it takes, about.
    """

    def __init__(self) -> None:
        self.bytes = 0
        self.layers: list[Layers] = []
        self._numbers: dict[Layers, int] = {}
        self._restricted: dict[tuple[int, int, int], Reduced | None] = {}

    def of_line(self, clue: Clue, allowed: Sequence[int]) -> Reduced | None:
        """The segments of a line.

        Args:
            clue: Its clue.
            allowed: For each cell the set of the colours that it may have (bit k for colour k).

        Returns:
            What is left of the line; None if it has no arrangement.
        """
        return self._reduce(_unrolled(clue, allowed), _NOWHERE, 0)

    def restrict(self, diagram: int, position: int, colors: int) -> Reduced | None:
        """What is left when the cell at `position` may only have one of the set `colors`.

        None if nothing is left.
        """
        key = (diagram, position, colors)
        if key in self._restricted:
            return self._restricted[key]
        found = self._reduce(self.layers[diagram], position, colors)
        self._restricted[key] = found
        self.bytes += _DIAGRAM
        return found

    def colors(self, diagram: int, position: int) -> list[int]:
        """The colours that the cell at `position` can have, ascending."""
        return sorted({color for node in self.layers[diagram][position] for color, _ in node})

    def ways(self, diagram: int) -> int:
        """The number of arrangements."""
        behind = [1]
        for layer in reversed(self.layers[diagram]):
            behind = [sum([behind[target] for _, target in node]) for node in layer]
        return behind[0]

    def _number(self, layers: Layers) -> int:
        number = self._numbers.setdefault(layers, len(self.layers))
        if number == len(self.layers):
            self.layers.append(layers)
            self.bytes += _DIAGRAM + _NODE * sum(map(len, layers))
        return number

    def _reduce(
        self, layers: Sequence[Sequence[Node]], position: int, colors: int
    ) -> Reduced | None:
        """Take colours from one layer, leave out decided layers, merge nodes alike, cut."""
        reached = _forward(layers, position, colors)
        if reached is None:
            return None
        names = {0: 0}
        kept: list[int] = []
        merged: list[list[Node]] = []
        forced: list[tuple[int, int]] = []
        narrowed: list[tuple[int, int]] = []
        for layer in range(len(layers) - 1, -1, -1):
            nodes = _alive(
                layers[layer], reached[layer], names, colors if layer == position else -1
            )
            if not nodes:
                return None
            left = _colors_of(nodes.values())
            if left & (left - 1) == 0:
                forced.append((layer, left.bit_length() - 1))
                names = {number: node[0][1] for number, node in nodes.items()}
                continue
            if left != _colors_of(layers[layer]):
                narrowed.append((layer, left))
            table: dict[Node, int] = {}
            names = {number: table.setdefault(node, len(table)) for number, node in nodes.items()}
            kept.append(layer)
            merged.append(list(table))
        kept.reverse()
        merged.reverse()
        pieces = self._cut(kept, _trimmed(merged, names[0]))
        return Reduced(pieces, tuple(forced), tuple(narrowed))

    def _cut(self, positions: list[int], layers: list[tuple[Node, ...]]) -> tuple[Piece, ...]:
        """Cut before every layer of one node."""
        pieces = []
        begin = 0
        for end in range(1, len(layers) + 1):
            if end == len(layers) or len(layers[end]) == 1:
                number = self._number(tuple(layers[begin:end]))
                pieces.append(Piece(tuple(positions[begin:end]), number))
                begin = end
        return tuple(pieces)


def _unrolled(clue: Clue, allowed: Sequence[int]) -> list[list[Node]]:
    """The automaton of a clue, one copy of its states for each cell."""
    machine = automaton(clue)
    layers = []
    last = len(allowed) - 1
    for position, colors in enumerate(allowed):
        layer: list[Node] = []
        for arcs in machine.arcs:
            ways = [(color, state) for color, state in arcs.items() if colors >> color & 1]
            if position == last:
                ways = [(color, 0) for color, state in ways if state in machine.accepting]
            layer.append(tuple(sorted(ways)))
        layers.append(layer)
    return layers


def _forward(layers: Sequence[Sequence[Node]], position: int, colors: int) -> list[set[int]] | None:
    """The nodes of each layer that can be reached; None if the end cannot."""
    reached = [{0}]
    for number, layer in enumerate(layers):
        ahead = set()
        for node in reached[-1]:
            for color, target in layer[node]:
                if number != position or colors >> color & 1:
                    ahead.add(target)
        if not ahead:
            return None
        reached.append(ahead)
    return reached


def _alive(
    layer: Sequence[Node], reached: set[int], names: dict[int, int], colors: int
) -> dict[int, Node]:
    """The reached nodes of a layer that lead on, with the new names of the nodes behind them."""
    nodes = {}
    for number in reached:
        node = []
        for color, target in layer[number]:
            if colors >> color & 1 and target in names:
                node.append((color, names[target]))
        if node:
            nodes[number] = tuple(node)
    return nodes


def _colors_of(nodes: Iterable[Node]) -> int:
    """The set of the colours that lead out of nodes."""
    colors = 0
    for node in nodes:
        for color, _ in node:
            colors |= 1 << color
    return colors


def _trimmed(layers: list[list[Node]], root: int) -> list[tuple[Node, ...]]:
    """The nodes that the root reaches, numbered in the order in which they are reached."""
    order = [root]
    trimmed = []
    for layer in layers:
        numbers: dict[int, int] = {}
        trimmed.append(tuple([_renumbered(layer[node], numbers) for node in order]))
        order = list(numbers)
    return trimmed


def _renumbered(node: Node, numbers: dict[int, int]) -> Node:
    """A node whose targets are numbered in the order in which they are met."""
    return tuple([(color, numbers.setdefault(target, len(numbers))) for color, target in node])
