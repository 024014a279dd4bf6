"""The linear relaxation of a board: what the clues of all lines show when they are added up.

The ways to fill a line are the paths through a graph. In the relaxation a line has a unit flow
through its graph instead of one path, and in each open cell the flow of its row has the same colors
as the flow of its column. A solution of the dual gives each color of each cell a *weight*:

- In a solution of the puzzle, the rows together weigh as much as the columns together, since both
  are all cells. So the most that the rows can weigh, less the least that the columns can weigh, is
  a *gap* of 0 or more. If it is negative, the puzzle has no solution.
- A row falls short of its own most, and a column exceeds its own least, by at most the gap: no
  other line makes up for it. So a color of a cell is excluded if every path with it does worse.

Weights are integers, and both conclusions are drawn in integers; they hold for any weights. The
solver only proposes some, so nothing rests on floating point, and no optimum is needed. With
a price for a difference between row and column, the largest weight, the program has a solution
whatever the clues are. An interior point is wanted, not a vertex: it excludes all at once that the
relaxation excludes, where a vertex would exclude some.
"""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from asp_nono.clue import BACKGROUND, Clue, gap
from asp_nono.line.board import Board
from asp_nono.line.lookahead import Guess, open_cells
from asp_nono.line.solver import placements
from asp_nono.messages import Message

if TYPE_CHECKING:
    from highspy import HighsLp

Weights: TypeAlias = dict[Guess, int]
"""What a cell weighs in a color; 0 where nothing is said."""

LARGEST: Final = 1 << 16  # a weight; the chains of weights along large dominoes need some thousands
_PLACES: Final = 3.25  # of blocks for each open cell: with more freedom sums seldom show anything
_MOST_OPEN: Final = 4000  # open cells of a board whose program is solved in seconds
_ROUNDS: Final = 100  # of the interior point method; the hardest known boards take 40
_MEMORY: Final = 128 << 20  # bytes; loading numpy takes 50 to 90 MiB
_TOLERANCE: Final = 1e-4  # of its optimum; rounding the weights costs more


@dataclass(frozen=True, slots=True)
class Addition:
    """The clues of all lines with open cells, added up with weights."""

    weights: Weights  #: of colors of open cells
    most: int  #: the most that the rows can weigh together
    least: int  #: the least that the columns can weigh together
    excluded: tuple[Guess, ...]  #: the colors of cells that are excluded; none if the sums clash

    @property
    def clashes(self) -> bool:
        """Whether the columns weigh more than the rows can, so that there is no solution."""
        return self.most < self.least

    def restrict(self, board: Board) -> None:
        """Take from a board the colors that are excluded."""
        for x, y, color in self.excluded:
            board.restrict(x, y, ~(1 << color))

    @property
    def reason(self) -> Message:
        """Why the colors are excluded, or why there is no solution."""
        sums = Message(
            "with suitable weights of cells, the rows with open cells weigh at most {most} "
            "together, and the columns at least {least}; these are the same cells",
            most=self.most,
            least=self.least,
        )
        if self.clashes:
            return Message("{sums}, which is a contradiction", sums=sums)
        if self.most == self.least:
            return Message(
                "{sums}, so each row weighs its most and each column its least", sums=sums
            )
        return Message(
            "{sums}, so each row is within {gap} of its most, and each column of its least",
            sums=sums,
            gap=self.most - self.least,
        )

    def to_json(self, chars: str) -> dict[str, Any]:
        """The sums and the weights (docs/json.md); `chars` stand for the colors."""
        weights = [[x, y, chars[color], one] for (x, y, color), one in self.weights.items() if one]
        return {"rows": self.most, "columns": self.least, "weights": weights}


def promising(board: Board) -> bool:
    """Whether adding up is likely to be worth its time, by the freedom that is left to blocks.

    Never without the solver; see `_loaded`.
    """
    puzzle, cells, places = board.puzzle, board.undecided, 0
    if not 0 < cells <= _MOST_OPEN:
        return False
    for number, clue in enumerate((*puzzle.rows, *puzzle.columns)):
        if board.open_on(number):
            length = puzzle.width if number < puzzle.height else puzzle.height
            found, _ = placements(clue, length, board.sets(number)) or ([], 0)
            places += sum(len(list(place.spans((2 << length) - 1))) for place in found)
    return places <= _PLACES * cells and _loaded()


def _loaded() -> bool:
    """Load the solver; whether it can be used. It is not made for all implementations of Python.

    Where a limit leaves too little memory, numpy would end the process without an exception.
    """
    if sys.platform != "win32":
        import resource

        most, _ = resource.getrlimit(resource.RLIMIT_DATA)
        if most != resource.RLIM_INFINITY and most < _MEMORY:
            return False
    try:
        for name in ("numpy", "highspy"):
            import_module(name)
    except ImportError:
        return False
    return True


def add_up(board: Board) -> bool:
    """Add up the clues of a swept board, and sweep it, again and again, until nothing is found.

    Returns whether there is no solution. After such a contradiction the board is undefined.
    """
    while promising(board) and (addition := added(board)):
        if addition.clashes or exclude(board, addition):
            return True
    return False


def exclude(board: Board, addition: Addition) -> bool:
    """Take from a board the colors that are excluded, and sweep it; whether there is no solution.

    After a contradiction the board is undefined.
    """
    addition.restrict(board)
    return board.sweep() is not None


def added(board: Board) -> Addition | None:
    """The clues of a swept board with open cells, added up once; None if that shows nothing."""
    graphs, cells = _graphs(board), open_cells(board)
    fills = [(x, y, color) for x, y in cells for color in board.colors_at(x, y)[1:]]
    found = _added(graphs, _proposed(graphs, fills))
    return found if found.clashes or found.excluded else None


def shortened(board: Board, addition: Addition) -> Addition:
    """An addition on a board with weights that are halved as often as it still shows all."""
    graphs, wanted = _graphs(board), set(addition.excluded)
    few, many = 0, LARGEST.bit_length()
    while many - few > 1:
        times = (few + many) // 2
        halved = {fill: round(weight / (1 << times)) for fill, weight in addition.weights.items()}
        found = _added(graphs, {fill: weight for fill, weight in halved.items() if weight})
        if found.clashes if addition.clashes else wanted <= set(found.excluded):
            few, shortest = times, found
        else:
            many = times
    return shortest if few else addition


class _Edge(NamedTuple):
    """A part of a line: a block with the background that it needs behind it, or one such cell."""

    tail: int
    head: int
    fills: tuple[Guess, ...]  # its open cells, with their colors


class _LineGraph:
    """The ways to fill a line of a board: the paths from state 0 to the last one."""

    def __init__(self, board: Board, number: int) -> None:
        """A line that can be filled, by its number from 0, rows before columns."""
        puzzle = board.puzzle
        self.by_row = number < puzzle.height
        clue = (*puzzle.rows, *puzzle.columns)[number]
        length = puzzle.width if self.by_row else puzzle.height
        place = number if self.by_row else number - puzzle.height
        cells = [(p, place) if self.by_row else (place, p) for p in range(length)]
        opened = [bool(board.open_on(number) >> p & 1) for p in range(length)]
        states: dict[_State, int] = {}
        self.edges: list[_Edge] = []
        for tail, head, last, color in _possible(clue, length, board.sets(number)):
            fills = tuple(
                (cells[p][0] + 1, cells[p][1] + 1, color if p < last else BACKGROUND)
                for p in range(tail[1], head[1])
                if opened[p]
            )
            start, end = (states.setdefault(state, len(states)) for state in (tail, head))
            self.edges.append(_Edge(start, end, fills))
        self.states, self.last = len(states), states[len(clue), length]

    def best(self, weights: Weights) -> tuple[int, dict[Guess, int]]:
        """The most that a path can weigh, in all and with each color of each open cell."""
        worth = [sum([weights.get(fill, 0) for fill in edge.fills]) for edge in self.edges]
        ahead, behind = {self.last: 0}, {0: 0}
        for edge, value in zip(reversed(self.edges), reversed(worth), strict=True):
            rest = value + ahead[edge.head]
            ahead[edge.tail] = max(ahead.get(edge.tail, rest), rest)
        found: dict[Guess, int] = {}
        for edge, value in zip(self.edges, worth, strict=True):
            done = behind[edge.tail] + value
            behind[edge.head] = max(behind.get(edge.head, done), done)
            whole = done + ahead[edge.head]
            for fill in edge.fills:
                if whole > found.get(fill, whole - 1):
                    found[fill] = whole
        return ahead[0], found


_State: TypeAlias = tuple[int, int]  # how many blocks lie in the first cells, and their number
_Part: TypeAlias = tuple[_State, _State, int, int]  # an edge by its states, end of run and color


def _possible(clue: Clue, length: int, sets: list[int]) -> list[_Part]:
    """The edges on paths with colors that are left, in the order of their first cells."""
    met, kept = {(0, 0)}, list[_Part]()
    for part in _parts(clue, length):
        tail, head, last, color = part
        run, behind = (1 << last) - (1 << tail[1]), (1 << head[1]) - (1 << last)
        if tail in met and not run & ~sets[color] and not behind & ~sets[BACKGROUND]:
            met.add(head)
            kept.append(part)
    needed, found = {(len(clue), length)}, list[_Part]()
    for part in reversed(kept):
        if part[1] in needed:
            needed.add(part[0])
            found.append(part)
    return found[::-1]


def _parts(clue: Clue, length: int) -> Iterator[_Part]:
    """All edges within a line."""
    spaces = [gap(one, two) for one, two in pairwise(clue)] + [0]
    for start in range(length):
        for number, (block, space) in enumerate(zip(clue, spaces, strict=False)):
            yield (number, start), (number, start + 1), start + 1, BACKGROUND
            shortest = start + block.least
            for end in range(shortest, length + 1 if block.blotted else shortest + 1):
                if end + space <= length:
                    yield (number, start), (number + 1, end + space), end, block.color
        yield (len(clue), start), (len(clue), start + 1), start + 1, BACKGROUND


def _graphs(board: Board) -> list[_LineGraph]:
    """The lines with open cells."""
    lines = range(board.puzzle.height + board.puzzle.width)
    return [_LineGraph(board, number) for number in lines if board.open_on(number)]


def _added(graphs: Iterable[_LineGraph], weights: Weights) -> Addition:
    """The lines added up with these weights."""
    opposite = {fill: -weight for fill, weight in weights.items()}
    sums = [(graph, *graph.best(weights if graph.by_row else opposite)) for graph in graphs]
    most = sum(best for graph, best, _ in sums if graph.by_row)
    least = -sum(best for graph, best, _ in sums if not graph.by_row)
    if most < least:
        return Addition(weights, most, least, ())
    short = (
        (fill for fill, value in of.items() if best - value > most - least) for _, best, of in sums
    )
    return Addition(weights, most, least, tuple(sorted(set(chain.from_iterable(short)))))


def _proposed(graphs: Iterable[_LineGraph], fills: Iterable[Guess]) -> Weights:
    """The weights of the solver, rounded."""
    from highspy import _Highs  # type: ignore[attr-defined] # `Highs` prints a line

    numbers = {fill: number for number, fill in enumerate(fills)}
    highs = _Highs()
    for option, value in {
        "output_flag": False,
        "threads": 1,
        "solver": "ipm",
        "run_crossover": "off",
        "ipm_optimality_tolerance": _TOLERANCE,
        "ipm_iteration_limit": _ROUNDS,
    }.items():
        highs.setOptionValue(option, value)
    highs.passModel(_program(graphs, numbers))
    highs.run()
    duals = highs.getSolution().row_dual[: len(numbers)]
    return {fill: round(dual) for fill, dual in zip(numbers, duals, strict=True)}


def _program(graphs: Iterable[_LineGraph], numbers: dict[Guess, int]) -> "HighsLp":
    """The linear program: the least price at which all lines have a flow.

    Its first equations say that the colors of a cell agree, and the others that what flows into a
    state flows out of it.
    """
    import numpy as np
    from highspy import HighsLp, MatrixFormat, kHighsInf

    sides, starts = [0.0] * len(numbers), [0]
    indices, values = list[int](), list[float]()
    for graph in graphs:
        first, sign = len(sides), 1.0 if graph.by_row else -1.0
        sides += [0.0] * graph.states
        sides[first], sides[first + graph.last] = 1.0, -1.0
        for edge in graph.edges:
            colored = [numbers[fill] for fill in edge.fills if fill in numbers]
            indices += [first + edge.tail, first + edge.head, *colored]
            values += [1.0, -1.0, *[sign] * len(colored)]
            starts.append(len(indices))
    free = len(starts) - 1
    for number in numbers.values():
        for sign in (1.0, -1.0):
            indices.append(number)
            values.append(sign)
            starts.append(len(indices))
    program, size = HighsLp(), len(starts) - 1
    program.num_col_, program.num_row_ = size, len(sides)
    program.col_cost_ = np.repeat([0.0, float(LARGEST)], [free, size - free])
    program.col_lower_, program.col_upper_ = np.zeros(size), np.full(size, kHighsInf)
    program.row_lower_ = program.row_upper_ = np.array(sides)
    matrix = program.a_matrix_
    matrix.format_ = MatrixFormat.kColwise
    matrix.start_, matrix.index_, matrix.value_ = map(np.array, (starts, indices, values))
    return program
