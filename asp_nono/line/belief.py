"""Belief propagation: how likely each color of each open cell is, estimated from the lines.

Each line sends its cells the marginals of their colors over all its arrangements, weighed by what
the crossing lines have sent; the messages are damped. On boards whose lines form a tree the
marginals become exact; elsewhere they are an estimate and prove nothing. Nothing is random.

Source: the sum-product algorithm; J. Pearl, Probabilistic Reasoning in Intelligent Systems (1988),
and F. Kschischang, B. Frey and H.-A. Loeliger, Factor Graphs and the Sum-Product Algorithm (2001).

The arrangements of a line are the paths of a graph: its nodes lie on the borders of cells, and an
arc passes a run of cells of one color. All lines advance together, border by border, as arrays.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from asp_nono.clue import BACKGROUND, Clue, gap
from asp_nono.line.bits import each, repeated
from asp_nono.line.board import Board
from asp_nono.line.solver import Placement, placements

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]

ROUNDS = 25  # enough for most messages to settle
MOST_ARCS = 1_500_000  # boards with more would take over 200 MB

_DAMPING = 0.5  # the share of the old message in a new one
_LEAST = 1e-12  # no message is smaller, so that each has a logarithm


class Graph(NamedTuple):
    """The graph of a line; the first node is the start, the last one the end."""

    cells: Sequence[int]  # the number of the cell at each position; -1 if it is decided
    borders: Ints  # for each node the border on which it lies, from 0
    arcs: Ints  # columns: source, target (nodes, from 0), first border, last border, color


class _Direction(NamedTuple):
    """The arcs in the order in which one direction takes them."""

    arcs: Ints  # their numbers
    origin: Ints  # for each of them the node that it comes from
    goal: Ints  # and the node that it leads to, in groups by border
    begins: Ints  # the nodes where the lines begin
    steps: list[tuple[slice, slice]]  # for each border its nodes, and the arcs that lead to them
    nodes: int  # the number of all nodes

    def paths(self, weight: Floats) -> Floats:
        """For each node the weight of all paths to it."""
        found = np.zeros(self.nodes)
        found[self.begins] = 1.0
        turned = weight[self.arcs]
        for nodes, arcs in self.steps:
            flow = found[self.origin[arcs]] * turned[arcs]
            number = nodes.stop - nodes.start
            found[nodes] += np.bincount(self.goal[arcs] - nodes.start, flow, number)
        return found


class Messages:
    """The messages between lines and cells; a cell that lies on one line only gets none."""

    nodes: list[Ints]  # for each graph the numbers of its nodes in `before` and `behind`
    before: Floats  # for each node the weight of the paths to it, in the last exchange
    behind: Floats  # and of the paths from it

    def __init__(self, graphs: Sequence[Graph]) -> None:
        colors = 1 + max(int(graph.arcs[:, 4].max()) for graph in graphs)
        self._pair(np.concatenate([[*graph.cells, -1] for graph in graphs]))
        self._sent = np.full((colors, len(self._cells)), 1.0 / colors)
        self._join(graphs)

    def _pair(self, cells: Ints) -> None:
        """Find the place of each cell on its other line; the end of a line holds no cell."""
        order = np.argsort(cells, kind="stable")
        order = order[cells[order] >= 0]
        twice = np.flatnonzero(cells[order[1:]] == cells[order[:-1]])
        one, other = order[twice], order[twice + 1]
        self._cells, self._other = cells, np.full(len(cells), -1)
        self._other[one], self._other[other] = other, one
        self._open = self._other >= 0

    def _join(self, graphs: Sequence[Graph]) -> None:
        """Join the graphs to one, whose nodes are sorted by border."""
        places = np.cumsum([0, *(len(graph.cells) + 1 for graph in graphs)])
        firsts = np.cumsum([0, *(len(graph.borders) for graph in graphs)])
        borders = np.concatenate([graph.borders for graph in graphs])
        order = np.argsort(borders, kind="stable")
        number = np.empty_like(order)
        number[order] = np.arange(len(order))
        self.nodes = [number[first:end] for first, end in pairwise(firsts)]
        arcs = np.concatenate([graph.arcs for graph in graphs])
        self._line = np.repeat(np.arange(len(graphs)), [len(graph.arcs) for graph in graphs])
        source, target = (number[arcs[:, at] + firsts[self._line]] for at in (0, 1))
        offset = arcs[:, 4] * len(self._cells) + places[self._line]
        self._first, self._last = offset + arcs[:, 2], offset + arcs[:, 3]
        begins, ends = (np.array([nodes[at] for nodes in self.nodes]) for at in (0, -1))
        layers = np.searchsorted(borders[order], np.arange(borders.max() + 2))
        self._ahead = _direction(layers, source, target, begins, 1)
        self._back = _direction(layers, target, source, ends, -1)

    def exchange(self) -> None:
        """One round: every line sends its cells new messages."""
        received = self._received()
        flow = self._flow(received)
        size = received.size
        taken = np.bincount(self._first, flow, size) - np.bincount(self._last, flow, size)
        sent = np.cumsum(taken.reshape(received.shape), axis=1) / received
        np.maximum(sent, 0.0, out=sent)
        whole = sent.sum(axis=0)
        clear = self._open & (whole > 0) & np.isfinite(whole)
        new = np.maximum(sent[:, clear] / whole[clear], _LEAST)
        self._sent[:, clear] = _DAMPING * self._sent[:, clear] + (1 - _DAMPING) * new

    def _received(self) -> Floats:
        """The message that each place gets from the crossing line, the likeliest color as 1."""
        received = self._sent[:, self._other]
        received /= received.max(axis=0)
        received[:, ~self._open] = 1.0
        return received

    def _flow(self, received: Floats) -> Floats:
        """For each arc the share of its line's arrangements, by weight, that take it."""
        logs = np.zeros_like(received)
        np.cumsum(np.log(received[:, :-1]), axis=1, out=logs[:, 1:])
        weight = np.exp(logs.ravel()[self._last] - logs.ravel()[self._first])
        ahead, back = self._ahead, self._back
        self.before, self.behind = ahead.paths(weight), back.paths(weight)
        whole = self.before[back.begins]
        share = np.divide(1.0, whole, out=np.zeros_like(whole), where=whole > 0)
        flow: Floats = np.empty_like(weight)
        flow[ahead.arcs] = self.before[ahead.origin] * self.behind[ahead.goal]
        flow *= weight * share[self._line]
        return flow

    def marginals(self) -> dict[int, Floats]:
        """For each cell on two lines the estimated probability of each color."""
        places = np.flatnonzero(self._open & (self._other > np.arange(len(self._other))))
        likely = self._sent[:, places] * self._sent[:, self._other[places]]
        likely /= likely.sum(axis=0)
        return dict(zip(self._cells[places].tolist(), likely.T, strict=True))


def _direction(layers: Ints, origin: Ints, goal: Ints, begins: Ints, step: int) -> _Direction:
    """The arcs taken forward (`step` 1) or backward (-1); nodes are sorted by border."""
    order = np.argsort(goal, kind="stable")
    groups = np.searchsorted(goal[order], layers).tolist()
    nodes = layers.tolist()
    steps = [
        (slice(nodes[at], nodes[at + 1]), slice(groups[at], groups[at + 1]))
        for at in range(len(nodes) - 1)
        if groups[at] < groups[at + 1]
    ]
    return _Direction(order, origin[order], goal[order], begins, steps[::step], nodes[-1])


def marginals(board: Board, rounds: int = ROUNDS) -> dict[tuple[int, int], list[float]]:
    """The estimated probability of each color, by open cell (column, row), 1-based, from the top.

    Lines with blotted blocks are left out, and cells that lie on no other line; a board that is too
    large has none at all. Every line of the board must have an arrangement.
    """
    width, graphs = board.puzzle.width, []
    for line, clue, length in board.puzzle.lines():
        allowed = board.line(line)
        several = repeated(allowed)
        found = placements(clue, length, allowed)
        if not several or found is None or any(block.blotted for block in clue):
            continue
        at, step = (
            ((line.number - 1) * width, 1) if line.axis == "row" else (line.number - 1, width)
        )
        cells = [at + p * step if several >> p & 1 else -1 for p in range(length)]
        graphs.append(_graph(clue, found[0], allowed[BACKGROUND], cells))
    if not graphs or sum(len(graph.arcs) for graph in graphs) > MOST_ARCS:
        return {}
    messages = Messages(graphs)
    for _ in range(rounds):
        messages.exchange()
    likely = sorted(messages.marginals().items())
    return {(cell % width + 1, cell // width + 1): colors.tolist() for cell, colors in likely}


def _graph(clue: Clue, places: Sequence[Placement], blank: int, cells: Sequence[int]) -> Graph:
    """The graph of a line.

    A node stands for a number of blocks that lie before its border, and whether the next cell is
    free or must be background, because the next block has the same color.
    """
    length = len(cells)
    background = np.zeros(length + 1, bool)
    background[each(blank)] = True
    borders: list[Ints] = []
    arcs: list[Ints] = []
    first, node = 0, 0  # the first border at which the next cell is free, and its node
    for number, place in enumerate(places):
        last = place.last_start
        _add_background(borders, arcs, node, first, last, background)
        starts = np.array(each(place.starts))
        ends = starts + (place.length or 0)
        source = starts - first + node
        node += last - first + 1
        color, final = clue[number].color, number + 1 == len(clue)
        apart = 0 if final else gap(clue[number], clue[number + 1])
        until = length if final else places[number + 1].last_start
        if apart:
            ended = np.arange(node, node + len(ends))
            borders.append(ends)
            arcs.append(_arcs(source, ended, starts, ends, color))
            node += len(ends)
            free = background[ends]
            source, starts, color = ended[free], ends[free], BACKGROUND
            ends = starts + 1
        first = place.first_end + apart
        useful = ends <= until
        target = ends - first + node
        arcs.append(_arcs(source, target, starts, ends, color)[useful])
    _add_background(borders, arcs, node, first, length, background)
    return Graph(cells, np.concatenate(borders), np.concatenate(arcs))


def _add_background(
    borders: list[Ints],
    arcs: list[Ints],
    node: int,
    first: int,
    last: int,
    background: npt.NDArray[np.bool_],
) -> None:
    """Add a node, from number `node` on, for each border from `first` to `last`, and join them."""
    borders.append(np.arange(first, last + 1))
    steps = first + np.flatnonzero(background[first:last])
    source = steps - first + node
    arcs.append(_arcs(source, source + 1, steps, steps + 1, BACKGROUND))


def _arcs(source: Ints, target: Ints, first: Ints, last: Ints, color: int) -> Ints:
    return np.column_stack([source, target, first, last, np.full(len(source), color)])
