"""A component as a network of cells, and elimination orders of its cells.

Neighboring cells of a segment are joined by an edge, which carries the node that the segment's
diagram has reached between them. A cell has up to four edges: in and out along its row, in and out
along its column. A coloring is a solution exactly if every cell finds its color on an arc between
the nodes on its edges, both along its row and along its column.
"""

from collections.abc import Callable, Iterator
from math import atan2, log2
from typing import TYPE_CHECKING, NamedTuple

from asp_nono.counting.component import Component
from asp_nono.counting.diagram import Diagrams, Layers, Node

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

NO_EDGE = -1  # in place of an edge at the end of a segment
_AGE_WEIGHTS = (0.0, 0.01, 0.03, 0.1)  # how much greedy orders prefer cells long at the frontier


class Choice(NamedTuple):
    """A color of a cell and nodes on its four edges that allow it; 0 where there is no edge."""

    nodes: tuple[int, int, int, int]
    color: int


class _CellPlace(NamedTuple):
    """The layer of a cell in a segment, and its edges in and out."""

    layer: tuple[Node, ...]
    before: int
    behind: int


class Network:
    """The network of a component; cells and edges are numbered from 0."""

    def __init__(self, component: Component, diagrams: Diagrams) -> None:
        self.cells = component.cells  # the cell of the board for each number
        # For each cell its neighbors, each with the edge to it:
        self.around: list[list[tuple[int, int]]] = [[] for _ in self.cells]
        self.widths: list[int] = []  # for each edge the number of nodes that it can carry
        # For each segment, rows first, its diagram, its cells and its edges:
        self.segments: list[tuple[Layers, list[int], list[int]]] = []
        self._places: list[list[_CellPlace]] = [[] for _ in self.cells]
        self._nodes: dict[int, npt.NDArray[np.uint64]] = {}
        numbers = {cell: number for number, cell in enumerate(self.cells)}
        for segment in (*component.rows, *component.columns):
            self._join(diagrams.layers[segment.diagram], [numbers[cell] for cell in segment.cells])
        self.weights = [log2(width) for width in self.widths]

    def _join(self, layers: Layers, cells: list[int]) -> None:
        """Join the cells of a segment."""
        edges = list(range(len(self.widths), len(self.widths) + len(layers) - 1))
        self.widths += [len(layer) for layer in layers[1:]]
        self.segments.append((layers, cells, edges))
        for cell, before, edge in zip(cells[1:], cells, edges, strict=False):
            self.around[cell].append((before, edge))
            self.around[before].append((cell, edge))
        ends = [NO_EDGE, *edges, NO_EDGE]
        for cell, layer, before, behind in zip(cells, layers, ends, ends[1:], strict=False):
            self._places[cell].append(_CellPlace(layer, before, behind))

    def edges(self, cell: int) -> tuple[int, int, int, int]:
        """The edges of a cell: row in, row out, column in, column out."""
        row, column = self._places[cell]
        return row.before, row.behind, column.before, column.behind

    def choices(self, cell: int) -> list[Choice]:
        """All colors of a cell with all the nodes on its edges that allow them."""
        row, column = self._places[cell]
        found = []
        for left, along in enumerate(row.layer):
            for above, down in enumerate(column.layer):
                below = dict(down)
                for color, right in along:
                    if color in below:
                        found.append(Choice((left, right, above, below[color]), color))
        return found

    def nodes(self, cell: int) -> "npt.NDArray[np.uint64]":
        """The nodes of all choices of a cell, a row for each; kept for the next time."""
        if cell not in self._nodes:
            import numpy as np

            self._nodes[cell] = np.array([one.nodes for one in self.choices(cell)], np.uint64)
        return self._nodes[cell]


def orders(network: Network, width: int, starts: int = 0) -> list[tuple[float, list[int]]]:
    """Orders of the cells with their costs, the cheapest first.

    These are sweeps across a board of `width` columns and, from about `starts` different cells,
    greedy orders, which always take the cell that keeps the frontier smallest.
    """
    found = [(cost(network, order), order) for order in _sweeps(network, width)]
    cells = len(network.cells)
    for start in range(0, cells, max(1, cells // starts)) if starts else ():
        for age_weight in _AGE_WEIGHTS:
            order = _greedy(network, start, age_weight)
            found.append((cost(network, order), order))
    return sorted(found)


def cost(network: Network, order: list[int]) -> float:
    """The binary logarithm of an upper bound on the states, summed over the steps of an order.

    At each step the frontier has at most as many states as the widths of its edges multiply to.
    """
    taken = bytearray(len(order))
    frontier = 0.0
    total = 1.0
    for cell in order:
        for other, edge in network.around[cell]:
            frontier += -network.weights[edge] if taken[other] else network.weights[edge]
        taken[cell] = 1
        total += 2.0 ** min(frontier, 900.0)
    return log2(total)


def _sweeps(network: Network, width: int) -> Iterator[list[int]]:
    places = [(cell % width, cell // width) for cell in network.cells]
    middle_x = sum(x for x, _ in places) / len(places)
    middle_y = sum(y for _, y in places) / len(places)
    keys: list[Callable[[int, int], tuple[float, float]]] = [
        lambda x, y: (y, x),
        lambda x, y: (x, y),
        lambda x, y: (x + y, y),
        lambda x, y: (x - y, y),
        lambda x, y: (atan2(y - middle_y, x - middle_x), 0),
        lambda x, y: ((x - middle_x) ** 2 + (y - middle_y) ** 2, 0),
    ]
    for key in keys:
        ranked = [(key(x, y), cell) for cell, (x, y) in enumerate(places)]
        yield [cell for _, cell in sorted(ranked)]


def _greedy(network: Network, start: int, age_weight: float) -> list[int]:
    weights = network.weights
    growth = [sum([weights[edge] for _, edge in joined]) for joined in network.around]
    since = [0] * len(growth)
    taken = bytearray(len(growth))
    beside: set[int] = set()
    order = []
    cell = start
    while True:
        taken[cell] = 1
        order.append(cell)
        beside.discard(cell)
        for other, edge in network.around[cell]:
            if not taken[other]:
                growth[other] -= 2 * weights[edge]
                if other not in beside:
                    beside.add(other)
                    since[other] = len(order)
        if not beside:
            return order
        cell = min([(growth[at] + age_weight * since[at], since[at], at) for at in beside])[2]
