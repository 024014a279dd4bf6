"""Tables of grades beside the work of clingo: `python -m tools.difficulty_table FILE...`.

One line for each grade, and one for each puzzle; docs/explain.md has those of puzzles that are not
shipped. Puzzles without exactly one solution are passed over.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

from asp_nono.asp.deductions import without_deductions
from asp_nono.asp.program import Program
from asp_nono.asp.recipes import recipe
from asp_nono.files import read
from asp_nono.logic.difficulty import DifficultyMeasures, Rating, ratings
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import Puzzle
from asp_nono.run import run_job
from asp_nono.run.limits import Limits
from asp_nono.solving.result import Technique
from tools.blocks import table

_LIMITS = Limits(300.0, 4096)


class Graded(NamedTuple):
    """A puzzle with its measures, and clingo's conflicts up to the first solution."""

    file: str
    size: str
    found: DifficultyMeasures
    conflicts: int


def graded(file: str) -> Graded | None:
    """The measures of the puzzle in a file; None if it has not exactly one solution."""
    try:
        (puzzle,) = read(file)
    except (PuzzleError, ValueError):
        return None
    found = run_job(partial(ratings, puzzle), Rating(), _LIMITS).difficulty
    size = f"{puzzle.width}x{puzzle.height}"
    return Graded(file, size, found, _conflicts(puzzle)) if found else None


def _conflicts(puzzle: Puzzle) -> int:
    bare = recipe("order").with_deductions("none")
    bare = replace(bare, options=(*bare.options, "--stats"))
    control = Program.of(bare, without_deductions(puzzle)).ground()
    control.solve(on_model=lambda _: False)
    return int(control.statistics["solving"]["solvers"]["conflicts"])


def by_grade(found: list[Graded]) -> Iterator[list[str]]:
    """A row for each grade."""
    for grade in sorted({one.found.grade for one in found}):
        here = [one for one in found if one.found.grade == grade]
        techniques = Counter(_technique(one.found) for one in here)
        named = ", ".join(f"{name} {number}" for name, number in techniques.most_common())
        medians = [
            f"{median(values):.0f}"
            for values in (
                [one.conflicts for one in here],
                [one.found.steps for one in here],
                [one.found.tedium for one in here],
            )
        ]
        yield [str(grade), str(len(here)), named, *medians]


def _technique(found: DifficultyMeasures) -> str:
    """The technique, and of line logic the line solver."""
    solver = f" ({found.solver})" if found.technique is Technique.LINE else ""
    return f"`{found.technique}`{solver}"


def by_puzzle(found: list[Graded]) -> Iterator[list[str]]:
    """A row for each puzzle, the easiest first."""
    for one in sorted(found, key=lambda one: (one.found.grade, one.found.tedium, one.file)):
        told = one.found
        name = Path(one.file).stem
        yield [name, one.size, str(told.grade), str(told.tedium), _technique(told)]


if __name__ == "__main__":
    with ThreadPoolExecutor(2) as pool:
        every = [one for one in pool.map(graded, sys.argv[1:]) if one]
    grades = ["grade", "puzzles", "techniques", "conflicts of clingo", "steps", "tedium"]
    titles = ["puzzle", "size", "grade", "tedium", "technique"]
    sys.stdout.write(f"{table(grades, list(by_grade(every)))}\n")
    sys.stdout.write(table(titles, list(by_puzzle(every))))
