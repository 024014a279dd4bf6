"""Belief propagation: how likely each color of each open cell is, and guesses by decimation.

Each line sends its cells the marginals of their colors over all its arrangements, weighed by what
the crossing lines have sent; the messages are damped. On boards whose lines form a tree the
marginals become exact; elsewhere they are an estimate and prove nothing. Nothing is random.

Source: the sum-product algorithm; J. Pearl, Probabilistic Reasoning in Intelligent Systems (1988),
and F. Kschischang, B. Frey and H.-A. Loeliger, Factor Graphs and the Sum-Product Algorithm (2001).

The arrangements of a line are the paths of a graph: its nodes lie on the borders of cells, and an
arc passes a run of cells of one color. All lines advance together, border by border, as arrays.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest
from os import environ
from typing import Final, NamedTuple, TypeAlias

environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # else numpy starts threads, which wait busily
import numpy as np
import numpy.typing as npt

from asp_nono.clue import BACKGROUND, Clue, gap
from asp_nono.line.bits import each, repeated
from asp_nono.line.board import Board
from asp_nono.line.lookahead import attempt
from asp_nono.line.solver import Placement, placements

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]

ROUNDS = 25  # enough for most messages to settle
MOST_ARCS = 1_500_000  # boards with more would take over 200 MB

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
        self._possible = np.ones_like(self._sent)
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
        received: Floats = self._sent.take(self._other, axis=1) * self._possible
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

    def assume(self, board: Board) -> None:
        """From now on only the colors left on `board` are possible."""
        size = board.puzzle.width
        rows = [
            [cells.to_bytes(size // 8 + 1, "little") for cells in board.sets(row)]
            for row in range(board.puzzle.height)
        ]
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
    width, lines = board.puzzle.width, list[_OpenLine]()
    for line, clue, length in board.puzzle.lines():
        allowed = board.line(line)
        several = repeated(allowed)
        found = placements(clue, length, allowed)
        if not several or found is None or any(block.blotted for block in clue):
            continue
        before = line.number - 1
        at, step = (before * width, 1) if line.axis == "row" else (before, width)
        cells = [at + p * step if several >> p & 1 else -1 for p in range(length)]
        lines.append(_OpenLine(clue, found[0], allowed[BACKGROUND], cells))
    graph = _graph(lines) if lines else None
    return Messages(graph) if graph and len(graph.arcs) <= MOST_ARCS else None


class _OpenLine(NamedTuple):
    clue: Clue
    placements: Sequence[Placement]  #: of its blocks
    blank: int  #: the set of its cells that can be background
    cells: Sequence[int]  #: the numbers of its cells; -1 if decided


def _graph(lines: Sequence[_OpenLine]) -> Graph:
    """The graph of lines.

    A node stands for a number of blocks that lie before its place, and whether the next cell is
    free or must be background, because the next block has the same color. So before each block of a
    line, and after the last one, there is a chain of nodes whose next cell is free.
    """
    chains, blocks, starts, blank = _tables(lines)
    number, first, last = chains.T
    block, rank = _groups(blocks[:, 0])
    _, before, length, color, apart = blocks[block].T
    ends, gapped = starts + length, apart > 0
    widths = last - first + 1
    sizes = widths + np.bincount(before, gapped, len(chains)).astype(int)
    free = np.cumsum(sizes) - sizes  # the first node of each chain
    chain, within = _groups(widths)
    node, place = free[chain] + within, first[chain] + within
    ended = free[before] + widths[before] + rank  # the node behind a block that needs a gap
    after = free[before + 1] + ends - first[before + 1]  # the same if it needs none
    places = np.empty(sizes.sum(), int)
    places[node], places[ended[gapped]] = place, ends[gapped]

    cells = [cell for line in lines for cell in (*line.cells, -1)]
    background = np.zeros(len(cells), bool)
    background[blank] = True
    step = background[place] & (place < last[chain])
    lies = gapped | (ends <= last[before + 1])
    leaves = gapped & background[ends] & (ends < last[before + 1])
    source = free[before] + starts - first[before]
    arcs = [
        _arcs(node, node + 1, place, place + 1, BACKGROUND)[step],
        _arcs(source, np.where(gapped, ended, after), starts, ends, color)[lies],
        _arcs(ended, after + 1, ends, ends + 1, BACKGROUND)[leaves],
    ]
    return Graph(cells, np.bincount(number, sizes).astype(int), places, np.concatenate(arcs))


def _tables(lines: Sequence[_OpenLine]) -> tuple[Ints, Ints, Ints, list[int]]:
    """The parts of the graph of lines.

    Returns:
        Chains (columns: number of the line, first and last place), blocks (how many starts, the
        chain before, length, color, cells to the next block), all starts of all blocks, and the
        places of cells that can be background.
    """
    chains, blocks = list[tuple[int, ...]](), list[tuple[int, ...]]()
    starts, blank, origin = list[int](), list[int](), 0
    for number, line in enumerate(lines):
        first, end = origin, origin + len(line.cells)
        followed = zip_longest(line.clue, line.clue[1:], line.placements)
        for block, other, placement in followed:
            apart = gap(block, other) if other else 0
            room = placement.starts.bit_count()
            blocks.append((room, len(chains), block.length or 0, block.color, apart))
            chains.append((number, first, origin + placement.last_start))
            starts += [origin + start for start in each(placement.starts)]
            first = origin + placement.first_end + apart
        chains.append((number, first, end))
        blank += [origin + cell for cell in each(line.blank)]
        origin = end + 1
    table = np.array(blocks, int).reshape(-1, 5)
    return np.array(chains), table, np.array(starts, int), blank


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

    The likeliest cells get one, a few at a time; then all estimates are computed again. The result
    is often close to a solution of a large board that has many, and proves nothing. Source: A.
    Montanari, F. Ricci-Tersenghi and G. Semerjian, Solving constraint satisfaction problems
    through belief propagation-guided decimation (2007).

    Fewer boards if some line can no longer be filled with any color of a cell. The swept `board`
    is not changed. Each step is shorter by the factor 2**`power`.
    """
    beliefs = messages(board)
    if beliefs is None:
        return []
    for _ in range(ROUNDS):
        beliefs.exchange()
    total = board.undecided
    found: list[Board] = []
    steps = _STEPS << power
    while len(found) < len(shares):
        after = _fixed(board, _likeliest(board, beliefs), 1 + total // steps)
        if after is None or after is board:
            break
        board = after
        fixed = 1 - board.undecided / total
        found += [board for share in shares[len(found) :] if share <= fixed]
        beliefs.assume(board)
        for _ in range(_SETTLING):
            beliefs.exchange()
    return found


def _likeliest(board: Board, beliefs: Messages) -> Iterator[tuple[int, int, int, float]]:
    """Column, row, likeliest color and its probability, the most certain cell first."""
    cells, likely = beliefs.marginals()
    colors, best = likely.argmax(axis=1), likely.max(axis=1)
    for at in np.argsort(-best, kind="stable").tolist():
        y, x = divmod(int(cells[at]), board.puzzle.width)
        yield x + 1, y + 1, int(colors[at]), float(best[at])


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
        found = attempt(board, (x, y), 1 << color)
        if found.fails:
            without = attempt(board, (x, y), ~(1 << color))
            return None if without.fails else without.board
        board = found.board
    return board
