"""Belief propagation: how likely each color of each open cell is, and guesses by decimation.

Each line sends its cells the marginals of their colors over all its arrangements, weighed by what
the crossing lines have sent; the messages are damped. On boards whose lines form a tree the
marginals become exact; elsewhere they are an estimate and prove nothing. Nothing is random.

Source: the sum-product algorithm; J. Pearl, Probabilistic Reasoning in Intelligent Systems (1988),
and F. Kschischang, B. Frey and H.-A. Loeliger, Factor Graphs and the Sum-Product Algorithm (2001).

The arrangements of a line are the paths of a graph: its nodes lie on the borders of cells, and an
arc passes a run of cells of one color. All lines advance together, border by border, as arrays.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from asp_nono.clue import BACKGROUND, Clue, gap
from asp_nono.line.bits import each, repeated
from asp_nono.line.board import Board
from asp_nono.line.lookahead import tried
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


class Messages:
    """The messages between lines and cells; a cell that lies on one line only gets none."""

    nodes: list[slice]  # for each graph its nodes in `before` and `behind`

    def __init__(self, graphs: Sequence[Graph]) -> None:
        colors = 1 + max(int(graph.arcs[:, 4].max()) for graph in graphs)
        self._pair(np.concatenate([[*graph.cells, -1] for graph in graphs]))
        self._sent = np.full((colors, len(self._cells)), 1.0 / colors)
        self._possible = np.ones_like(self._sent)
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
        """Join the graphs and their mirror images to one, whose nodes are sorted by border.

        So one pass finds the paths to each node and those from it.
        """
        places = np.cumsum([0, *(len(graph.cells) + 1 for graph in graphs)])
        firsts = np.cumsum([0, *(len(graph.borders) for graph in graphs)])
        self.nodes = [slice(first, end) for first, end in pairwise(firsts.tolist())]
        arcs = np.concatenate([graph.arcs for graph in graphs])
        self._line = np.repeat(np.arange(len(graphs)), [len(graph.arcs) for graph in graphs])
        offset = arcs[:, 4] * len(self._cells) + places[self._line]
        self._first, self._last = offset + arcs[:, 2], offset + arcs[:, 3]
        borders = np.concatenate([graph.borders for graph in graphs])
        depth = np.concatenate([borders, borders.max() - borders])
        order = np.argsort(depth, kind="stable")
        number = np.empty_like(order)
        number[order] = np.arange(len(order))
        self._ahead, self._back = number[: len(borders)], number[len(borders) :]
        self._begins = np.concatenate([self._ahead[firsts[:-1]], self._back[firsts[1:] - 1]])
        self._whole = self._back[firsts[:-1]]
        source, target = (arcs[:, at] + firsts[self._line] for at in (0, 1))
        origin = np.concatenate([self._ahead[source], self._back[target]])
        goal = np.concatenate([self._ahead[target], self._back[source]])
        self._sides = origin.reshape(2, -1)  # where the paths end that an arc joins
        by_goal = np.argsort(goal, kind="stable")
        self._arcs, self._origin, self._goal = by_goal % len(arcs), origin[by_goal], goal[by_goal]
        layers = np.searchsorted(depth[order], np.arange(borders.max() + 2))
        groups = np.searchsorted(self._goal, layers)
        slices = zip(pairwise(layers.tolist()), pairwise(groups.tolist()), strict=True)
        self._steps = [(slice(*nodes), slice(*into)) for nodes, into in slices if into[0] < into[1]]

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
        received = self._sent[:, self._other] * self._possible
        received /= received.max(axis=0)
        received[:, ~self._open] = 1.0
        return received

    def _flow(self, received: Floats) -> Floats:
        """For each arc the share of its line's arrangements, by weight, that take it."""
        logs = np.zeros_like(received)
        np.cumsum(np.log(received[:, :-1]), axis=1, out=logs[:, 1:])
        weight = np.exp(logs.ravel()[self._last] - logs.ravel()[self._first])
        self._paths = self._paths_to_nodes(weight)
        whole = self._paths[self._whole]
        share = np.divide(1.0, whole, out=np.zeros_like(whole), where=whole > 0)
        before, behind = self._paths[self._sides]
        flow: Floats = weight * before * behind * share[self._line]
        return flow

    def _paths_to_nodes(self, weight: Floats) -> Floats:
        """For each node, and each mirrored one, the weight of all paths to it."""
        found = np.zeros(2 * len(self._ahead))
        found[self._begins] = 1.0
        turned = weight[self._arcs]
        for nodes, arcs in self._steps:
            flow = found[self._origin[arcs]] * turned[arcs]
            number = nodes.stop - nodes.start
            found[nodes] += np.bincount(self._goal[arcs] - nodes.start, flow, number)
        return found

    @property
    def before(self) -> Floats:
        """For each node the weight of the paths to it, in the last exchange."""
        return self._paths[self._ahead]

    @property
    def behind(self) -> Floats:
        """For each node the weight of the paths from it, in the last exchange."""
        return self._paths[self._back]

    def assume(self, board: Board) -> None:
        """From now on only the colors left on `board` are possible."""
        size = len(board.columns)
        rows = [[column.to_bytes(size // 8 + 1, "little") for column in row] for row in board.rows]
        octets = np.frombuffer(b"".join(map(b"".join, rows)), np.uint8)
        octets = octets.reshape(len(rows), len(rows[0]), -1)
        bits = np.unpackbits(octets, axis=2, count=size, bitorder="little")
        possible = bits.swapaxes(0, 1).reshape(len(rows[0]), -1)[: len(self._sent), self._cells]
        self._possible = np.where(self._open, np.maximum(possible, _LEAST), 1.0)

    def marginals(self) -> tuple[Ints, Floats]:
        """The numbers of the cells on two lines, and for each the probability of each color."""
        places = np.flatnonzero(self._open & (self._other > np.arange(len(self._other))))
        likely = self._sent[:, places] * self._sent[:, self._other[places]]
        likely /= likely.sum(axis=0)
        return self._cells[places], likely.T


def marginals(board: Board, rounds: int = ROUNDS) -> dict[tuple[int, int], list[float]]:
    """The estimated probability of each color, by open cell (column, row), 1-based, from the top.

    Lines with blotted blocks are left out, and cells that lie on no other line; a board that is too
    large has none at all. Every line of the board must have an arrangement.
    """
    beliefs, width = messages(board), board.puzzle.width
    if beliefs is None:
        return {}
    for _ in range(rounds):
        beliefs.exchange()
    cells, likely = (found.tolist() for found in beliefs.marginals())
    found = sorted(zip(cells, likely, strict=True))
    return {(cell % width + 1, cell // width + 1): colors for cell, colors in found}


def messages(board: Board) -> Messages | None:
    """The messages of a board before the first round; cells are numbered from 0, row by row.

    None if all lines are left out (see `marginals`), or if the board is too large.
    """
    width, graphs = board.puzzle.width, []
    for line, clue, length in board.puzzle.lines():
        allowed = board.line(line)
        several = repeated(allowed)
        found = placements(clue, length, allowed)
        if not several or found is None or any(block.blotted for block in clue):
            continue
        before = line.number - 1
        at, step = (before * width, 1) if line.axis == "row" else (before, width)
        cells = [at + p * step if several >> p & 1 else -1 for p in range(length)]
        graphs.append(_graph(clue, found[0], allowed[BACKGROUND], cells))
    if not graphs or sum(len(graph.arcs) for graph in graphs) > MOST_ARCS:
        return None
    return Messages(graphs)


def _graph(clue: Clue, places: Sequence[Placement], blank: int, cells: Sequence[int]) -> Graph:
    """The graph of a line.

    A node stands for a number of blocks that lie before its border, and whether the next cell is
    free or must be background, because the next block has the same color. So before each block,
    and after the last one, there is a chain of nodes whose next cell is free.
    """
    background = np.zeros(len(cells) + 1, bool)
    background[each(blank)] = True
    colors, sizes = _ints(one.color for one in clue), _ints(one.length or 0 for one in clue)
    apart = _ints([*(gap(one, other) for one, other in pairwise(clue)), 0])
    room = _ints(place.starts.bit_count() for place in places)
    block, rank = _groups(room)
    starts = _ints(start for place in places for start in each(place.starts))
    ends = starts + sizes[block]
    gapped = apart[block] > 0

    first = np.append(0, _ints(place.first_end for place in places) + apart)
    last = _ints([*(place.last_start for place in places), len(cells)])
    widths = last - first + 1
    chain, within = _groups(widths)
    free = np.append(0, np.cumsum(widths[:-1] + room * apart))  # the first node of each chain
    node, border = free[chain] + within, first[chain] + within
    ended = free[block] + widths[block] + rank  # the node behind a block that needs a gap
    after = free[block + 1] + ends - first[block + 1]  # the same if it needs none
    borders = np.empty(len(node) + np.count_nonzero(gapped), int)
    borders[node], borders[ended[gapped]] = border, ends[gapped]

    step = background[border] & (border < last[chain])
    lies = gapped | (ends <= last[block + 1])
    leaves = gapped & background[ends] & (ends < last[block + 1])
    before, behind = free[block] + starts - first[block], np.where(gapped, ended, after)
    arcs = [
        _arcs(node, node + 1, border, border + 1, BACKGROUND)[step],
        _arcs(before, behind, starts, ends, colors[block])[lies],
        _arcs(ended, after + 1, ends, ends + 1, BACKGROUND)[leaves],
    ]
    return Graph(cells, borders, np.concatenate(arcs))


def _ints(numbers: Iterable[int]) -> Ints:
    return np.fromiter(numbers, int)


def _groups(sizes: Ints) -> tuple[Ints, Ints]:
    """For each member of groups of these sizes its group, and its number in it from 0."""
    group = np.repeat(np.arange(len(sizes)), sizes)
    return group, np.arange(len(group)) - (np.cumsum(sizes) - sizes)[group]


def _arcs(source: Ints, target: Ints, first: Ints, last: Ints, color: Ints | int) -> Ints:
    return np.column_stack([source, target, first, last, np.broadcast_to(color, source.shape)])


_STEPS: Final = 150  # at most, to a decided board
_SETTLING: Final = 3  # rounds of belief propagation after each step
_SURE: Final = 0.999  # cells of which the estimate is this sure are all fixed in one step


def decimated(board: Board, shares: Sequence[float], power: int = 0) -> list[Board]:
    """Boards on which at least these `shares` (rising) of the open cells have been given a color.

    The likeliest get it, a few at a time; then all is estimated anew. It often comes close to a
    solution of a large board that has many, and proves nothing. Source: A. Montanari, F.
    Ricci-Tersenghi and G. Semerjian, Solving constraint satisfaction problems through belief
    propagation-guided decimation (2007).

    Fewer boards if a line cannot be filled any more, whatever color a cell has. The swept `board`
    is not changed. Each step is shorter by the factor 2**`power`.
    """
    beliefs = messages(board)
    if beliefs is None:
        return []
    for _ in range(ROUNDS):
        beliefs.exchange()
    total = board.partial().undecided
    found: list[Board] = []
    steps = _STEPS << power
    while len(found) < len(shares):
        after = _fixed(board, _likeliest(board, beliefs), 1 + total // steps)
        if after is None or after is board:
            break
        board = after
        fixed = 1 - board.partial().undecided / total
        found += [board for share in shares[len(found) :] if share <= fixed]
        beliefs.assume(board)
        for _ in range(_SETTLING):
            beliefs.exchange()
    return found


def _likeliest(board: Board, beliefs: Messages) -> Iterator[tuple[int, int, int, float]]:
    """Column, row (0-based), likeliest color and its probability, the most certain cell first."""
    cells, likely = beliefs.marginals()
    colors, best = likely.argmax(axis=1), likely.max(axis=1)
    for at in np.argsort(-best, kind="stable").tolist():
        y, x = divmod(int(cells[at]), board.puzzle.width)
        yield x, y, int(colors[at]), float(best[at])


def _fixed(
    board: Board, likeliest: Iterator[tuple[int, int, int, float]], number: int
) -> Board | None:
    """The board swept after a `number` of open cells, and all sure ones, have their color.

    If a color fails, the cell loses it, and no more cells are fixed; None if that fails too.
    """
    for x, y, color, likely in likeliest:
        if number <= 0 and likely < _SURE:
            break
        left = board.colors_at(x, y)
        if len(left) == 1 or color not in left:
            continue
        number -= 1
        after, wrong = tried(board, x, y, 1 << color)
        if wrong:
            without, wrong = tried(board, x, y, ~(1 << color))
            return None if wrong else without
        board = after
    return board
