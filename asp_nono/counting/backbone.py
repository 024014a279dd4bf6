"""Colors that no solution gives a cell, found by clingo: the backbone, and more.

Line logic looks at one line at a time. Here every color of every open cell that no known solution
shows is an assumption for clingo: either there is a solution with it, or the color is removed.
Colors that take long are postponed, with a higher conflict limit next time. What has been found
holds at any time, so the work can be stopped and resumed.
"""

from collections.abc import Callable, Container
from time import perf_counter

from asp_nono.asp.deductions import open_puzzle
from asp_nono.asp.engine import Model, SolveResult
from asp_nono.asp.program import Program, picture
from asp_nono.asp.recipes import Recipe
from asp_nono.clue import BACKGROUND, Cell
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line.board import Board
from asp_nono.messages import Message

_CONFLICTS, _GROWTH = 300, 4  # conflicts after which a color is first postponed; factor per round
_SAMPLE = 100  # enumerated solutions that are checked and whose colors are noted
_POLL = 0.1  # seconds after which a wait for clingo looks at the clock, and lets Python see signals


class Backbone:
    """A board from which clingo removes impossible colors."""

    def __init__(self, board: Board, cells: Container[Cell], recipe: Recipe) -> None:
        """Ground a swept board; `cells` are those in doubt."""
        self.board = board
        self.solution: Grid | None = None
        self.none = False  # whether it is proved that there is no solution
        self.complete = False  # whether every color left for the cells occurs in a solution
        match open_puzzle(board.puzzle, recipe.deductions, None, board):
            case Message() as reason:
                raise AssertionError(f"not seen before: {reason}")
            case left:
                self._control = Program.of(recipe, left).ground()
        self._cells, self._name = cells, recipe.name
        self._literals: dict[Cell, dict[int, int]] = {}  # by cell and color
        for atom in self._control.symbolic_atoms.by_signature("fill", 3):
            x, y, color = (argument.number for argument in atom.symbol.arguments)
            self._literals.setdefault((x, y), {})[color] = atom.literal
        self._begun = False
        self._waiting: list[tuple[int, int, int]] = []
        self._seen: set[tuple[int, int, int]] = set()
        self._conflicts = _CONFLICTS

    @property
    def seen(self) -> PartialGrid | None:
        """The colors of the cells in known solutions; None before the first one."""
        if self.solution is None:
            return None
        rows = [[0] * self.board.puzzle.width for _ in range(self.board.puzzle.height)]
        for x, y, color in self._seen:
            rows[y - 1][x - 1] |= 1 << color
        return PartialGrid(tuple(map(tuple, rows)))

    def note(self, grid: Grid) -> None:
        """Note the colors of a solution, from clingo or from elsewhere."""
        self.solution = self.solution or grid
        self._seen.update(grid.cells())

    def advance(self, until: float) -> bool:
        """Go on until `until` (as `perf_counter`); whether everything is known."""
        found = self._begun or self._first(until)
        while found and not self.complete and perf_counter() < until:
            self._round(until)
        return self.complete or self.none

    def enumerate(self, most: int, until: float) -> tuple[int, bool]:
        """Enumerate up to `most` solutions that differ in the cells in doubt, until `until`.

        All other cells stay as they are in the first solution. Returns the number of solutions and
        whether there are no others.
        """
        if not self._begun and not self._first(until):
            return 0, self.none
        found = 0

        def take(model: Model) -> bool:
            nonlocal found
            found += 1
            if found <= _SAMPLE:
                self._take(model)
            return found < most

        self._control.configuration.solve.models = "0"  # type: ignore[union-attr] # clingo's own
        result = self._run(self._others(), 0, until, take)
        return found, bool(result.exhausted)

    def _first(self, until: float) -> bool:
        """Look for a solution, unless one is known; whether there is one."""
        if self.solution is None:
            self.none = self._solve([], 0, until) is False
        if self.solution is None:
            return False
        self._begun = True
        self._waiting = [
            (x, y, color)
            for x, y in self.board.partial().open_cells
            if (x, y) in self._cells
            for color in self.board.colors_at(x, y)
        ]
        return True

    def _others(self) -> list[int]:
        """Assumptions that fix the cells not in doubt as they are in the first solution."""
        if self.solution is None:
            return []
        rows, fixed = self.solution.rows, [at for at in self._literals if at not in self._cells]
        doubts = [(x, y, rows[y - 1][x - 1]) for x, y in fixed]
        return [literal for doubt in doubts for literal in self._assumed(doubt)]

    def _round(self, until: float) -> None:
        """Try each color that is still in doubt."""
        late = []
        for number, doubt in enumerate(self._waiting):
            x, y, color = doubt
            if doubt in self._seen or color not in self.board.colors_at(x, y):
                continue
            if perf_counter() > until:
                late += self._waiting[number:]
                break
            possible = self._solve(self._assumed(doubt), self._conflicts, until)
            if possible is None:
                late.append(doubt)
            elif not possible and (wrong := self.board.settle(x, y, ~(1 << color))):
                raise AssertionError(f"there is a solution, and yet {wrong} has no arrangement")
        else:
            self._conflicts *= _GROWTH
        self._waiting = late
        self.complete = not late

    def _assumed(self, doubt: tuple[int, int, int]) -> list[int]:
        x, y, color = doubt
        literals = self._literals.get((x, y), {})
        if color != BACKGROUND:
            return [literals[color]]
        return [-literal for literal in literals.values()]

    def _solve(self, assumptions: list[int], conflicts: int, until: float) -> bool | None:
        """Whether there is a solution with the assumptions; None if it took too long."""
        self._control.configuration.solve.models = "1"  # type: ignore[union-attr] # clingo's own
        return self._run(assumptions, conflicts, until, self._take).satisfiable

    def _run(
        self, assumptions: list[int], conflicts: int, until: float, take: Callable[[Model], bool]
    ) -> SolveResult:
        """Solve until `until`, or up to a number of conflicts (0: any)."""
        solve = self._control.configuration.solve
        solve.solve_limit = str(conflicts or "umax")  # type: ignore[union-attr] # clingo's own
        with self._control.solve(assumptions, on_model=take, async_=True) as handle:
            while not handle.wait(_POLL):
                if perf_counter() > until:
                    handle.cancel()
            result: SolveResult = handle.get()
            return result

    def _take(self, model: Model) -> bool:
        """Note the colors of a solution; one is enough."""
        self.note(picture(self.board.puzzle, model.symbols(shown=True), self._name))
        return False
