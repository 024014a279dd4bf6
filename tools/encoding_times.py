"""Measure sizes and times of encodings for `docs/encodings.md`: `python -m tools.encoding_times`.

Every recipe gets the clues alone, whatever deductions it has otherwise, and looks for two
solutions. Each run is a process of its own, which is stopped after some seconds.
"""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random
from time import process_time
from typing import NamedTuple

import asp_nono
from asp_nono.asp.deductions import without_deductions
from asp_nono.asp.program import Program
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle
from tools.blocks import ROOT, refill, table
from tools.encodings_docs import MANUAL

BOARDS = (
    "pictures/heart",
    "seed 1, 10x10",
    "seed 1, 15x15",
    "pathological/ones-8",
    "pictures/bicycle",
    "random/20x20-70-c2-s1",
)
"""Puzzles in `instances/`, and random ones by their seed and size."""

NAMES = list(
    {r.files: name for name, r in reversed(asp_nono.recipes().items()) if not r.options}.values()
)[::-1]
"""Recipes of which no other has the same files."""

SECONDS = 20  # of wall time for each run


class Run(NamedTuple):
    """What a run took."""

    rules: int  # of the ground program
    seconds: float  # of CPU time to ground and to solve


def board(name: str) -> Puzzle:
    """The puzzle of `instances/` with this name, or a random one, half of it filled."""
    if not name.startswith("seed"):
        (puzzle,) = asp_nono.read(ROOT / "instances" / f"{name}.xml")
        return puzzle
    seed, side = int(name.split()[1].rstrip(",")), int(name.split("x")[1])
    random = Random(seed)  # noqa: S311 - a picture is no secret
    colors = asp_nono.read(ROOT / "instances/pictures/heart.xml")[0].colors
    rows = [tuple(random.randrange(2) for _ in range(side)) for _ in range(side)]
    return Puzzle.of(Grid(tuple(rows)), colors)


def run(name: str, where: str) -> Run:
    """Ground and solve one puzzle with one recipe, here."""
    recipe = asp_nono.recipe(name).with_deductions("none")
    program = Program.of(recipe, without_deductions(board(where)))
    began = process_time()
    control = program.ground()
    control.configuration.solve.models = 2  # type: ignore[union-attr] # clingo's own
    control.solve()
    seconds = process_time() - began
    return Run(int(control.statistics["problem"]["lp"]["rules"]), seconds)


def limited(name: str, where: str, seconds: float = SECONDS) -> Run | None:
    """The same in a process of its own; None if it takes longer."""
    command = [sys.executable, "-m", "tools.encoding_times", name, where]
    try:
        done = subprocess.run(  # noqa: S603 - our own program
            command, cwd=ROOT, timeout=seconds, check=True, capture_output=True
        )
    except subprocess.TimeoutExpired:
        return None
    return Run(*json.loads(done.stdout))


def blocks(names: list[str], boards: tuple[str, ...]) -> dict[str, str]:
    """The table: for each recipe and board, rules and seconds."""
    rows = []
    for name in names:
        found = [limited(name, where) for where in boards]
        rows.append((f"`{name}`", *(_cell(one) for one in found)))
    return {"sizes and times": table(("recipe", *boards), rows)}


def _cell(found: Run | None) -> str:
    return f"{found.rules}, {found.seconds:.2f} s" if found else "stopped"


if __name__ == "__main__":
    if sys.argv[1:]:
        print(json.dumps(run(*sys.argv[1:])))  # noqa: T201 - for the process that asked
    else:
        refill(MANUAL, blocks(NAMES, BOARDS))
