"""Pure-Python line logic: what follows from one line, and from all lines one at a time."""

from asp_nono.line import solver
from asp_nono.line.board import Board, Step
from asp_nono.line.solver import LineSolver
from asp_nono.messages import UnknownNameError

SOLVERS: dict[str, LineSolver] = {
    "fast": solver.fast,
    "olsak": solver.olsak,
    "complete": solver.solve,
}  # from the weakest to the strongest


def line_solver(name: str) -> LineSolver:
    """The line solver called `name`; raises UnknownNameError if there is none."""
    if name not in SOLVERS:
        raise UnknownNameError("line solver", name, SOLVERS)
    return SOLVERS[name]


__all__ = ["SOLVERS", "Board", "LineSolver", "Step", "line_solver"]
