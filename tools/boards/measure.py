"""What is measured of a board: a second verdict, conflicts, features."""

import subprocess
from functools import cache
from pathlib import Path

from pysat.solvers import Solver

from asp_nono.lab.export import clue_features
from asp_nono.lab.instances import board_of
from asp_nono.proof.formula import Formula
from asp_nono.puzzle import Puzzle
from asp_nono.solving.solve import check
from tools.boards.clues import SOLVER
from tools.boards.table import Row

_CODE = ("asp_nono/line", "asp_nono/asp", "asp_nono/solving", "encodings")
"""What features and techniques rest on."""


def measured(row: Row) -> list[Row]:
    """The row of a board in the table of features; ValueError if two solvers disagree."""
    puzzle = board_of(row)
    result, (verdict, conflicts) = check(puzzle), decided(puzzle)
    if not str(result.verdict) == verdict == row["verdict"]:
        raise ValueError(f"{row['name']}: {row['verdict']}, {result.verdict}, {verdict}")
    return [
        {
            "name": row["name"],
            "technique": str(result.technique),
            "conflicts": str(conflicts),
            **features(puzzle),
            "commit": commit(),
        }
    ]


def features(puzzle: Puzzle) -> dict[str, str]:
    """The features of a puzzle as the table has them."""
    return {name: f"{value}" for name, value in clue_features(puzzle).items()}


def decided(puzzle: Puzzle) -> tuple[str, int]:
    """The verdict of a SAT solver on the formula of the clues, and its conflicts."""
    formula, models = Formula(puzzle), 0
    cells = puzzle.width * puzzle.height * (1 if len(puzzle.colors) == 2 else len(puzzle.colors))
    with Solver(SOLVER, bootstrap_with=formula.clauses) as solver:
        while models < 2 and solver.solve():
            models += 1
            solver.add_clause([-literal for literal in solver.get_model()[:cells]])
        return ("none", "unique", "multiple")[models], solver.accum_stats()["conflicts"]


@cache
def commit() -> str:
    """The last commit that changed what features rest on."""
    words = ["git", "log", "-1", "--format=%h", "--", *_CODE]
    root = Path(__file__).parents[2]
    return subprocess.check_output(words, cwd=root, text=True).strip()  # noqa: S603 - our words
