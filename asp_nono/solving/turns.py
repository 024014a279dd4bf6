"""The turns of a search on one control: each has its modes and conflicts; what is learned stays."""

from collections.abc import Iterator, Sequence
from itertools import count, repeat
from typing import Any

from clingo import Control, Function

from asp_nono.asp.deductions import OpenPuzzle
from asp_nono.asp.program import Program
from asp_nono.asp.recipes import Turn
from asp_nono.grid import Grid
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
        self.limited = False  # whether the turn, not the whole search, has a limit
        self._known: set[str] = set()  # the modes for which the heuristic is grounded

    def begin(self, rest: int) -> None:
        """Prepare the next turn, which shall find `rest` more models (0 for all).

        A turn that may end early finds one of them, unless it looks for a witness.
        """
        turn = next(self._coming)
        if turn.modes and not self._known:
            self._program.steer(self._control, self._left)
            self._known = {mode for one in self._program.recipe.schedule for mode in one.modes}
        for mode in sorted(self._known):
            atom = Function("mode", [Function(mode)])
            self._control.assign_external(atom, mode in turn.modes)
        solve: Any = self._control.configuration.solve
        self.limited = bool(turn.conflicts)
        solve.solve_limit = f"{turn.conflicts},umax" if turn.conflicts else self._own_limit
        solve.models = rest if rest in (1, 2) or not turn.conflicts else 1
        self.effort = self.effort._replace(modes=turn.modes)

    def end(self, picture: Grid | None) -> None:
        """Add up the effort of a turn that was not enough, and exclude the `picture` it found."""
        solvers: Any = self._control.statistics["solving"]["solvers"]
        conflicts, restarts, modes = self.effort
        conflicts += int(solvers["conflicts"])
        restarts += int(solvers["restarts"])
        self.effort = Effort(conflicts, restarts, modes)
        if picture is not None:
            self._exclude(picture)

    def unlimit(self) -> None:
        """Let no further turn have a limit; the modes stay as they are."""
        self._coming = repeat(Turn(self.effort.modes))

    def _exclude(self, picture: Grid) -> None:
        literals = []
        for atom in self._control.symbolic_atoms.by_signature("fill", 3):
            x, y, color = (argument.number for argument in atom.symbol.arguments)
            filled = picture.rows[y - 1][x - 1] == color
            literals.append(atom.literal if filled else -atom.literal)
        with self._control.backend() as backend:
            backend.add_rule([], literals)


def _endless(schedule: Sequence[Turn]) -> Iterator[Turn]:
    """The turns of a schedule; then all but the first, over and over, with twice the conflicts."""
    yield from schedule
    again = schedule[1:] or schedule
    for power in count(1):
        for turn in again:
            yield turn._replace(conflicts=turn.conflicts << power)
