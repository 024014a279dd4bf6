"""The turns of a search on one control: each has its modes and conflicts; what is learned stays."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count, repeat
from typing import Any

from asp_nono.asp.deductions import OpenPuzzle
from asp_nono.asp.engine import Control, Function
from asp_nono.asp.program import Program
from asp_nono.asp.recipes import Turn
from asp_nono.grid import Grid
from asp_nono.line.board import Board
from asp_nono.line.decimation import STEPS, decimated
from asp_nono.solving.result import Effort


class Turns:
    """The turns of a recipe's schedule on a ground program."""

    def __init__(self, program: Program, control: Control, left: OpenPuzzle) -> None:
        schedule = program.recipe.schedule
        self.effort = Effort(modes=schedule[0].modes)  # so far
        self._program, self._control, self._left = program, control, left
        self._coming = _endless(schedule)
        solve: Any = control.configuration.solve
        self._own_limit = str(solve.solve_limit)  # of the recipe's options
        self.limited = False  # whether others follow if the turn does not decide
        self._known: set[str] = set()  # the modes for which the heuristic is grounded
        self._guesses: dict[int, dict[float, list[int]]] = {}  # see `_assumed`
        self.assumptions: list[int] = []  # literals on which the turn rests

    def begin(self, rest: int) -> None:
        """Prepare the next turn, which shall find `rest` more models (0 for all).

        A turn that may end early finds one of them, unless it looks for a witness.
        """
        turn, power = next(self._coming)
        while turn.decimated and not self._assumed(turn.decimated, power):
            turn, power = next(self._coming)
        if turn.modes and not self._known:
            self._program.steer(self._control, self._left)
            self._known = {mode for one in self._program.recipe.schedule for mode in one.modes}
        for mode in sorted(self._known):
            self._control.assign_external(Function("mode", [Function(mode)]), mode in turn.modes)
        self.assumptions = self._assumed(turn.decimated, power) if turn.decimated else []
        solve: Any = self._control.configuration.solve
        self.limited = bool(turn.conflicts or self.assumptions)
        solve.solve_limit = f"{turn.conflicts},umax" if turn.conflicts else self._own_limit
        solve.models = 1 if self.limited and rest not in (1, 2) else rest
        self.effort = replace(self.effort, modes=turn.modes)

    def end(self, picture: Grid | None) -> None:
        """Add up the effort of a turn that was not enough.

        A `picture` that it found is excluded, and the rest is clingo's own search, which begins
        near the picture: it tries the last value of each atom first.
        """
        solvers: Any = self._control.statistics["solving"]["solvers"]
        self.effort = replace(
            self.effort,
            conflicts=self.effort.conflicts + int(solvers["conflicts"]),
            restarts=self.effort.restarts + int(solvers["restarts"]),
        )
        if picture is not None:
            self.exclude(picture)
            self._coming = repeat((Turn(), 0))

    def unlimit(self) -> None:
        """Let the first turn have no limit."""
        self._coming = repeat((Turn(self.effort.modes), 0))

    def _assumed(self, share: float, power: int) -> list[int]:
        """The literals of the cells that decimation fixes; none if it does not come so far.

        Each time that the schedule is repeated, decimation takes twice as many steps.
        """
        if power not in self._guesses:
            shares = sorted({turn.decimated for turn in self._program.recipe.schedule} - {0.0})
            boards = decimated(self._left.board, shares, STEPS << power)
            self._guesses = {power: dict(zip(shares, map(self._literals, boards), strict=False))}
        return self._guesses[power].get(share, [])

    def _literals(self, board: Board) -> list[int]:
        """The literals of the decided cells of a board."""
        grid, found = board.partial(), []
        for (x, y, color), literal in self._cells():
            left = grid.rows[y - 1][x - 1]
            if not left & (left - 1):
                found.append(literal if left >> color & 1 else -literal)
        return found

    def _cells(self) -> Iterator[tuple[tuple[int, int, int], int]]:
        """The arguments of each atom fill(X, Y, K), and its literal."""
        for atom in self._control.symbolic_atoms.by_signature("fill", 3):
            x, y, color = (argument.number for argument in atom.symbol.arguments)
            yield (x, y, color), atom.literal

    def exclude(self, picture: Grid) -> None:
        """Let no later turn find this picture, whose cells must have colors that are possible."""
        literals = [
            literal if picture.rows[y - 1][x - 1] == color else -literal
            for (x, y, color), literal in self._cells()
        ]
        with self._control.backend() as backend:
            backend.add_rule([], literals)


def _endless(schedule: Sequence[Turn]) -> Iterator[tuple[Turn, int]]:
    """The turns of a schedule; then all but the first, over and over, with twice the conflicts.

    With each turn comes how often its conflicts were doubled.
    """
    yield from zip(schedule, repeat(0))
    again = schedule[1:] or schedule
    for power in count(1):
        for turn in again:
            yield replace(turn, conflicts=turn.conflicts << power), power
