"""Layered decision diagrams: all ways to color the open cells of a segment of a line.

A diagram has one layer for each cell. Arcs lead, by the color of the cell, from the nodes of a
layer to nodes of the next one. Layer 0 has a single node, and behind the last layer there is a
single one, the end: the paths between them are exactly the arrangements. Diagrams are reduced (no
two nodes of a layer are equal, every node lies on a path), so segments with the same possibilities
have the same diagram, whatever their clues.

Where a layer has only one node, what lies before does not depend on what lies behind: the line is
cut into segments there.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from asp_nono.clue import Clue
from asp_nono.line.automaton import automaton

Node: TypeAlias = tuple[tuple[int, int], ...]  # arcs (color, node of the next layer), by color
Layers: TypeAlias = tuple[tuple[Node, ...], ...]  # arcs of the last layer lead to 0, the end

_NOWHERE = -1  # the position of no cell
_DIAGRAM, _NODE = 400, 200  # approximate bytes of a diagram (or a cached result), and of each node


class Piece(NamedTuple):
    """A segment of a diagram: the positions of its cells, ascending, and its diagram's number."""

    positions: tuple[int, ...]
    diagram: int


class Reduced(NamedTuple):
    """A part of a diagram; positions are layers of the original."""

    pieces: tuple[Piece, ...]  #: the segments of the open cells, from left to right
    forced: tuple[tuple[int, int], ...]  #: cells with one color left: (position, color)
    narrowed: tuple[tuple[int, int], ...]  #: others that lost a color: (position, set of colors)


class Diagrams:
    """A table of diagrams by number, equal ones stored once, with a cache of restrictions."""

    def __init__(self) -> None:
        self.bytes = 0  # an estimate of the memory of all
        self.layers: list[Layers] = []
        self._numbers: dict[Layers, int] = {}
        self._restricted: dict[tuple[int, int, int], Reduced | None] = {}

    def of_line(self, clue: Clue, allowed: Sequence[int]) -> Reduced | None:
        """The segments of a line with these colors, as bits, for each cell; None if none fits."""
        return self._reduce(_unrolled(clue, allowed), _NOWHERE, 0)

    def restrict(self, diagram: int, position: int, colors: int) -> Reduced | None:
        """The diagram with one of `colors` in the cell at `position`; None if there is none."""
        key = (diagram, position, colors)
        if key not in self._restricted:
            self._restricted[key] = self._reduce(self.layers[diagram], position, colors)
            self.bytes += _DIAGRAM
        return self._restricted[key]

    def colors(self, diagram: int, position: int) -> list[int]:
        """The possible colors of the cell at `position`, ascending."""
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
        """Restrict one layer, drop decided layers, merge equal nodes, cut into segments."""
        reached = _forward(layers, position, colors)
        if reached is None:
            return None
        names = {0: 0}
        kept: list[int] = []
        merged: list[list[Node]] = []
        forced: list[tuple[int, int]] = []
        narrowed: list[tuple[int, int]] = []
        for layer in range(len(layers) - 1, -1, -1):
            allowed = colors if layer == position else -1
            nodes = _alive(layers[layer], reached[layer], names, allowed)
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
        pieces = self._cut(kept[::-1], _trimmed(merged[::-1], names[0]))
        return Reduced(pieces, tuple(forced), tuple(narrowed))

    def _cut(self, positions: list[int], layers: list[tuple[Node, ...]]) -> tuple[Piece, ...]:
        """Cut before every layer of one node."""
        pieces, begin = [], 0
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
    for position, colors in enumerate(allowed, 1):
        layer: list[Node] = []
        for arcs in machine.arcs:
            ways = [(color, state) for color, state in arcs.items() if colors >> color & 1]
            if position == len(allowed):
                ways = [(color, 0) for color, state in ways if state in machine.accepting]
            layer.append(tuple(sorted(ways)))
        layers.append(layer)
    return layers


def _forward(layers: Sequence[Sequence[Node]], position: int, colors: int) -> list[set[int]] | None:
    """The reachable nodes of each layer; None if the end is not reachable."""
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
        arcs = layer[number]
        if node := [(c, names[to]) for c, to in arcs if colors >> c & 1 and to in names]:
            nodes[number] = tuple(node)
    return nodes


def _colors_of(nodes: Iterable[Node]) -> int:
    """The set of the colors of the arcs of nodes."""
    colors = 0
    for node in nodes:
        for color, _ in node:
            colors |= 1 << color
    return colors


def _trimmed(layers: list[list[Node]], root: int) -> list[tuple[Node, ...]]:
    """The nodes reachable from the root, numbered in the order in which they are reached."""
    order = [root]
    trimmed = []
    for layer in layers:
        numbers: dict[int, int] = {}
        nodes: list[Node] = []
        for node in order:
            arcs = layer[node]
            nodes.append(tuple([(c, numbers.setdefault(to, len(numbers))) for c, to in arcs]))
        trimmed.append(tuple(nodes))
        order = list(numbers)
    return trimmed
