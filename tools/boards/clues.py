"""Clues that may change, in a SAT solver that keeps what it has learned."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from pysat.solvers import Solver

from asp_nono.clue import BACKGROUND, Clue, Line
from asp_nono.grid import Grid, PartialGrid
from asp_nono.proof.formula import Formula, edges_of
from asp_nono.puzzle import Puzzle

SOLVER = "glucose4"
Cells: TypeAlias = Sequence[Sequence[int]]
"""A picture: the colors of its rows."""
_State = tuple[int, int]  # of a line: how many blocks lie in the first cells, and their number


class Clues:
    """The clues of a board, each of which can be exchanged.

    A line with one clue is a part of the formula of `asp_nono.proof.formula`. It holds if a
    variable of its own is true, and the questions assume that of the clues that count now.
    """

    def __init__(self, width: int, height: int, colors: int) -> None:
        """A board with this number of colors, the background included, and no clues yet."""
        self._width, self._height, self._colors = width, height, colors
        self._solver = Solver(SOLVER)
        self._last = width * height * (1 if colors == 2 else colors)  # variable
        self._chosen: dict[Line, int] = {}
        for number in range(width * height if colors > 2 else 0):
            any_color = [number * colors + color + 1 for color in range(colors)]
            self._solver.add_clause(any_color)
            for place, one in enumerate(any_color):
                for two in any_color[:place]:
                    self._solver.add_clause([-one, -two])

    def choose(self, line: Line, clue: Clue) -> int:
        """Give a line a clue; it stands for it in `restore`."""
        self._chosen[line] = chosen = self._holds(clue, self._cells(line))
        return chosen

    @property
    def chosen(self) -> dict[Line, int]:
        """The clues that count now."""
        return dict(self._chosen)

    def restore(self, chosen: dict[Line, int]) -> None:
        """Let clues count that did so before."""
        self._chosen.update(chosen)

    def possible(self) -> bool:
        """Whether the clues have a picture."""
        return bool(self._solver.solve(assumptions=list(self._chosen.values())))

    def unique(self, cells: Cells) -> bool:
        """Whether a picture with the clues is the only one."""
        return not self._differs(self._literals(cells))

    def open(self, cells: Cells) -> list[tuple[int, int]]:
        """The cells in which some other picture differs from this one, as x and y from 0."""
        left, found = self._literals(cells), list[tuple[int, int]]()
        while model := self._differs(left):
            differing = [literal for literal in left if literal not in model]
            found.extend(left.pop(literal) for literal in differing)
        return sorted(found)

    def _differs(self, literals: Iterable[int]) -> set[int]:
        """A model in which one of these literals is false; empty if there is none."""
        wanted = self._new()
        self._solver.add_clause([-wanted, *(-literal for literal in literals)])
        found = self._solver.solve(assumptions=[wanted, *self._chosen.values()])
        model = set(self._solver.get_model()) if found else set()
        self._solver.add_clause([-wanted])
        return model

    def _new(self) -> int:
        self._last += 1
        return self._last

    def _literal(self, x: int, y: int, color: int) -> int:
        number = y * self._width + x
        if self._colors == 2:
            return number + 1 if color else -number - 1
        return number * self._colors + color + 1

    def _literals(self, cells: Cells) -> dict[int, tuple[int, int]]:
        return {
            self._literal(x, y, color): (x, y)
            for y, row in enumerate(cells)
            for x, color in enumerate(row)
        }

    def _cells(self, line: Line) -> list[list[int]]:
        """The literals of the cells of a line, by color."""
        place, colors = line.number - 1, range(self._colors)
        if line.axis == "row":
            return [[self._literal(x, place, one) for one in colors] for x in range(self._width)]
        return [[self._literal(place, y, one) for one in colors] for y in range(self._height)]

    def _holds(self, clue: Clue, cells: list[list[int]]) -> int:
        """A new variable that is true only if the cells show the clue."""
        holds, add, end = self._new(), self._solver.add_clause, (len(clue), len(cells))
        ahead, behind = defaultdict[_State, list[int]](list), defaultdict[_State, list[int]](list)
        colored: dict[int, list[int]] = {literal: [] for cell in cells for literal in cell}
        for state, after, last, color in edges_of(clue, len(cells)):
            edge = self._new()
            ahead[state].append(edge)
            behind[after].append(edge)
            for place in range(state[1], after[1]):
                literal = cells[place][color if place < last else BACKGROUND]
                colored[literal].append(edge)
                add([-edge, literal])
        add([-holds, *ahead[0, 0]])
        for sides, others, outside in ((behind, ahead, end), (ahead, behind, (0, 0))):
            for state, edges in sides.items():
                for edge in edges if state != outside else ():
                    add([-edge, *others[state]])
        for literal, edges in colored.items():
            add([-holds, -literal, *edges])
        return holds


def survives(puzzle: Puzzle, only: Grid | None = None) -> bool:
    """Whether single trials do not show that a board has no picture (besides its `only` one).

    Trials give each cell each color, with complete line logic, until nothing more is excluded; so
    the answer does not depend on their order. Unit propagation on the formula is that line logic.
    """
    formula = Formula(puzzle)
    if only:
        formula.clauses.append(formula.outside(PartialGrid.of(only)))
    at = [(x, y) for y in range(1, puzzle.height + 1) for x in range(1, puzzle.width + 1)]
    trials = [formula.is_(*cell, color) for cell in at for color in range(len(puzzle.colors))]
    with Solver(SOLVER, bootstrap_with=formula.clauses) as solver:
        before = len(trials) + 1
        while len(trials) < before:
            before, left = len(trials), []
            for literal in trials:
                if solver.propagate([literal])[0]:
                    left.append(literal)
                else:
                    solver.add_clause([-literal])
            trials = left
            if not solver.propagate()[0]:
                return False
    return bool(trials)
