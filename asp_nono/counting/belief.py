"""Belief propagation along the line diagrams of a component: what guides beams and estimates.

As `line.belief`, but for lines that are given as graphs, whose nodes keep the weights of the paths
to them and from them. All lines advance together, border by border, as arrays.
"""

from collections.abc import Sequence
from itertools import pairwise
from os import environ
from typing import NamedTuple, TypeAlias

environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # else numpy starts threads, which wait busily
import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]

_DAMPING = 0.5  # the share of the old message in a new one
_LEAST = 1e-12  # no message is smaller, so that each has a logarithm


class Graph(NamedTuple):
    """The graphs of lines side by side; the first node of each is its start, the last one its end.

    The borders of all lines are places, numbered from 0 line by line; a place is also the cell
    behind it.
    """

    cells: Sequence[int]  #: the number of the cell at each place; -1 if decided, or behind a line
    nodes: Ints  #: how many each line has
    places: Ints  #: of the nodes
    arcs: Ints  #: columns: source, target (nodes, from 0), first place, last place, color


class Messages:
    """The messages between lines and cells; a cell that lies on one line only gets none."""

    nodes: list[slice]  # for each line its nodes in `before` and `behind`

    def __init__(self, graph: Graph) -> None:
        colors = 1 + int(graph.arcs[:, 4].max())
        self._pair(np.array(graph.cells))
        self._sent = np.full((colors, len(self._cells)), 1.0 / colors)
        self._join(graph)

    def _pair(self, cells: Ints) -> None:
        """Find the place of each cell on its other line; the end of a line holds no cell."""
        order = np.argsort(cells, kind="stable")
        order = order[cells[order] >= 0]
        twice = np.flatnonzero(cells[order[1:]] == cells[order[:-1]])
        one, other = order[twice], order[twice + 1]
        self._cells, self._other = cells, np.full(len(cells), -1)
        self._other[one], self._other[other] = other, one
        self._open = self._other >= 0

    def _join(self, graph: Graph) -> None:
        """Join the graph and its mirror image to one, whose nodes are sorted by border.

        So one pass finds the paths to each node and those from it.
        """
        firsts = np.cumsum([0, *graph.nodes])
        self.nodes = [slice(first, end) for first, end in pairwise(firsts.tolist())]
        borders = graph.places - np.repeat(graph.places[firsts[:-1]], graph.nodes)
        source, target, first, last, color = graph.arcs.T
        self._line = np.repeat(np.arange(len(graph.nodes)), graph.nodes)[source]
        self._first, self._last = (color * len(self._cells) + place for place in (first, last))
        last_border = borders.max()
        depth = np.concatenate([borders, last_border - borders])
        depth = depth.astype(np.min_scalar_type(last_border))  # short numbers are sorted faster
        order = np.argsort(depth, kind="stable")
        layer = depth[order]
        number = np.empty_like(order)
        number[order] = np.arange(len(order))
        self._ahead, self._back = number[: len(borders)], number[len(borders) :]
        self._begins = np.concatenate([self._ahead[firsts[:-1]], self._back[firsts[1:] - 1]])
        self._whole = self._back[firsts[:-1]]
        origin = np.concatenate([self._ahead[source], self._back[target]])
        goal = np.concatenate([self._ahead[target], self._back[source]])
        self._sides = origin.reshape(2, -1)  # where the paths end that an arc joins
        by_layer = np.argsort(layer[goal], kind="stable")
        self._arcs, origin, goal = by_layer % len(source), origin[by_layer], goal[by_layer]
        ends = np.arange(last_border + 2)
        layers, groups = np.searchsorted(layer, ends), np.searchsorted(layer[goal], ends)
        slices = zip(pairwise(layers.tolist()), pairwise(groups.tolist()), strict=True)
        self._steps = [  # layers: their nodes, the arcs to them, where these begin and end
            (slice(*nodes), slice(*into), origin[slice(*into)], goal[slice(*into)] - nodes[0])
            for nodes, into in slices
            if into[0] < into[1]
        ]

    def exchange(self) -> None:
        """One round: every line sends its cells new messages."""
        received = self._received()
        flow = self._flow(received)
        size = received.size
        taken = np.bincount(self._first, flow, size) - np.bincount(self._last, flow, size)
        sent = np.cumsum(taken.reshape(received.shape), axis=1) / received
        np.maximum(sent, 0.0, out=sent)
        whole = sent.sum(axis=0)
        clear = self._open & (whole > 0) & (whole < np.inf)
        new = np.divide(sent, whole, out=self._sent.copy(), where=clear)
        np.maximum(new, _LEAST, out=new)
        self._sent = _DAMPING * self._sent + (1 - _DAMPING) * new

    def _received(self) -> Floats:
        """The message that each place gets from the crossing line, the likeliest color as 1."""
        received: Floats = self._sent.take(self._other, axis=1)
        received /= received.max(axis=0)
        np.copyto(received, 1.0, where=~self._open)
        return received

    def _flow(self, received: Floats) -> Floats:
        """For each arc the share of its line's arrangements, by weight, that take it."""
        logs = np.zeros_like(received)
        np.cumsum(np.log(received[:, :-1]), axis=1, out=logs[:, 1:])
        weight = np.exp(logs.take(self._last) - logs.take(self._first))
        self._paths = self._paths_to_nodes(weight)
        whole = self._paths[self._whole]
        share = np.divide(1.0, whole, out=np.zeros_like(whole), where=whole > 0)
        before, behind = map(self._paths.take, self._sides)
        flow: Floats = weight * before * behind * share.take(self._line)
        return flow

    def _paths_to_nodes(self, weight: Floats) -> Floats:
        """For each node, and each mirrored one, the weight of all paths to it."""
        found = np.zeros(2 * len(self._ahead))
        found[self._begins] = 1.0
        turned = weight.take(self._arcs)
        for nodes, arcs, origin, goal in self._steps:
            flow = found.take(origin) * turned[arcs]
            found[nodes] += np.bincount(goal, flow, nodes.stop - nodes.start)
        return found

    @property
    def before(self) -> Floats:
        """For each node the weight of the paths to it, in the last exchange."""
        return self._paths[self._ahead]

    @property
    def behind(self) -> Floats:
        """For each node the weight of the paths from it, in the last exchange."""
        return self._paths[self._back]
