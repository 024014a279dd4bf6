"""A puzzle as a formula in conjunctive normal form, on which unit propagation is line logic.

The ways to fill a line are the paths in a graph: from the state "b blocks lie in the first p cells"
one edge leads past a cell of background, and others past the next block and the background that
must follow it. A variable is a color of a cell, or such an edge. The clauses say that every edge
has one before it and one after it, what it colors, and that some edge colors each cell as it is.
So unit propagation removes from the cells of a line just the colors in none of its patterns:
C.-G. Quimper and T. Walsh, Global Grammar Constraints, CP 2006; F. Bacchus, GAC via Unit
Propagation, CP 2007.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from asp_nono.clue import BACKGROUND, Clue, Line, gap
from asp_nono.grid import PartialGrid
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import Puzzle

MAX_CLAUSES = 10_000_000


class Formula:
    """The formula of a puzzle; its models, projected on the cells, are the solutions.

    A clause is a list of integers, as in DIMACS: variable v, or -v for its negation.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        """PuzzleError if the formula has more than `MAX_CLAUSES` clauses."""
        self.puzzle = puzzle
        self.clauses: list[list[int]] = []
        self.edges: list[str] = []  # what the variables after those of cells mean
        self._colors = range(len(puzzle.colors))
        self._names = [color.name for color in puzzle.colors][len(puzzle.colors) == 2 :]
        for x in range(1, puzzle.width + 1):
            for y in range(1, puzzle.height + 1):
                self._cell(x, y)
                self._check_size()
        for line, clue, length in puzzle.lines():
            self._line(str(line), clue, self.cells(line, length))

    @property
    def variables(self) -> int:
        """The number of variables."""
        return self.puzzle.width * self.puzzle.height * len(self._names) + len(self.edges)

    def is_(self, x: int, y: int, color: int) -> int:
        """The literal that the cell in column `x` and row `y` has a color."""
        number = (y - 1) * self.puzzle.width + x - 1
        if len(self._colors) == 2:
            return number + 1 if color else -number - 1
        return number * len(self._colors) + color + 1

    def cells(self, line: Line, length: int) -> list[list[int]]:
        """The literals of each cell of a line, by color."""
        place = line.number
        along = [(p, place) if line.axis == "row" else (place, p) for p in range(1, length + 1)]
        return [[self.is_(*at, color) for color in self._colors] for at in along]

    def outside(self, picture: PartialGrid) -> list[int]:
        """The clause that some cell has a color that it has not in a picture."""
        clause = []
        for x, y, cell in picture.cells():
            colors = [color for color in self._colors if cell >> color & 1]
            if len(colors) == 1:
                clause.append(-self.is_(x, y, colors[0]))
            else:
                others = [color for color in self._colors if color not in colors]
                clause += [self.is_(x, y, color) for color in others]
        return clause

    def comments(self) -> Iterator[str]:
        """The meaning of each variable, one per line: its number, and the cell or edge."""
        cells = (
            f"cell ({x},{y}) is {name if name.isprintable() else ascii(name)}"
            for y in range(1, self.puzzle.height + 1)
            for x in range(1, self.puzzle.width + 1)
            for name in self._names
        )
        return (f"{number} {text}" for number, text in enumerate((*cells, *self.edges), 1))

    def _cell(self, x: int, y: int) -> None:
        """A cell has one color, and one that is given."""
        colors = [self.is_(x, y, color) for color in self._colors]
        if len(colors) != 2:
            self.clauses.append(colors)
            pairs = ((one, two) for place, one in enumerate(colors) for two in colors[:place])
            self.clauses += [[-one, -two] for one, two in pairs]
        if self.puzzle.given:
            allowed = self.puzzle.given.rows[y - 1][x - 1]
            self.clauses += [[-is_] for k, is_ in enumerate(colors) if not allowed >> k & 1]

    def _line(self, name: str, clue: Clue, cells: list[list[int]]) -> None:
        """The edges of a line; `cells` has the literals of each cell by color."""
        length = len(cells)
        behind: dict[tuple[int, int], list[int]] = {}  # the edges into each state, and
        ahead: dict[tuple[int, int], list[int]] = {}  # those out of it
        colored: dict[int, list[int]] = {literal: [] for cell in cells for literal in cell}
        for state, after, last, color in edges_of(clue, length):
            block, first = state
            what = f"gap {block + 1} has" if color == BACKGROUND else f"block {block + 1} is"
            self._check_size()
            self.edges.append(f"{name} {what} {first + 1}-{last}")
            edge = self.variables
            ahead.setdefault(state, []).append(edge)
            behind.setdefault(after, []).append(edge)
            for place in range(first, after[1]):
                literal = cells[place][color if place < last else BACKGROUND]
                colored[literal].append(edge)
                self.clauses.append([-edge, literal])
        self.clauses.append(ahead[0, 0])
        for state, edges in behind.items():
            if state != (len(clue), length):
                self._implied(edges, ahead[state])
        for state, edges in ahead.items():
            if state != (0, 0):
                self._implied(edges, behind[state])
        for literal, edges in colored.items():
            self.clauses.append([-literal, *edges])

    def _check_size(self) -> None:
        if len(self.clauses) > MAX_CLAUSES:
            raise PuzzleError("its formula takes more than {most} clauses", most=MAX_CLAUSES)

    def _implied(self, edges: Iterable[int], beside: list[int]) -> None:
        self.clauses += [[-edge, *beside] for edge in edges]


_State = tuple[int, int]  # how many blocks lie in the first cells, and the number of these


def edges_of(clue: Clue, length: int) -> Iterator[tuple[_State, _State, int, int]]:
    """The edges on paths through a line: from, to, the end of the run, and its color.

    The cells of an edge beyond its run are background. No edge follows one that leads out of its
    last state.
    """
    spaces = [gap(one, two) for one, two in pairwise(clue)] + [0]
    needs = [block.least + space for block, space in zip(clue, spaces, strict=False)]
    slack, first = length - sum(needs), 0
    for number, block in enumerate(clue):
        for start in range(first, first + slack + 1):
            rest = first + slack - start  # how much longer a blotted block can be
            for longer in range(rest + 1 if block.blotted else 1):
                end = start + block.least + longer
                yield (number, start), (number + 1, end + spaces[number]), end, block.color
            if rest:
                yield (number, start), (number, start + 1), start + 1, BACKGROUND
        first += needs[number]
    for start in range(first, length):
        yield (len(clue), start), (len(clue), start + 1), start + 1, BACKGROUND
