"""Measure the comparison of recipes in `docs/encodings.md`: `python -m tools.compare`.

It counts ground rules and conflicts and takes no times, so it gives the same on every machine with
the same version of clingo.
"""

from __future__ import annotations

from typing import NamedTuple

import asp_nono
from asp_nono.asp.deductions import OpenPuzzle, open_puzzle
from asp_nono.asp.program import Program
from tools.blocks import ROOT, refill, table
from tools.encodings_docs import MANUAL

PUZZLES = ("pictures/bicycle", "random/20x20-50-c1-s1", "random/30x30-50-c1-s1")
MOST_CONFLICTS = 200_000
ENOUGH_MODELS = 2
VARIANTS = [
    (name, r.deductions)
    for name, r in asp_nono.recipes().items()
    if not r.options and r.files[0].parent.name != "textbook"
]
VARIANTS[:1] = [("order", "line"), ("order", "probe"), ("order", "bounds"), ("order", "none")]
"""Recipes and levels of hints; the first is the measure of the others. Those with options of their
own are left out: two threads never do the same work twice; textbook encodings are compared by
`tools.encoding_times`.
"""


class Effort(NamedTuple):
    """What clingo reports: ground rules and conflicts; finished or stopped."""

    rules: int
    conflicts: int
    finished: bool


def effort(file: str, name: str, hints: str) -> Effort:
    """What it takes to find the first two solutions of a puzzle, or all if there are fewer."""
    (puzzle,) = asp_nono.read(ROOT / "instances" / f"{file}.xml")
    recipe = asp_nono.recipe(name).with_deductions(hints)
    left = open_puzzle(puzzle, recipe.deductions)
    if not isinstance(left, OpenPuzzle):
        raise TypeError(f"{file} has no solution: {left}")
    control = Program.of(recipe, left).ground()
    control.configuration.solve.models = ENOUGH_MODELS  # type: ignore[union-attr] # clingo's own
    control.configuration.solve.solve_limit = str(MOST_CONFLICTS)  # type: ignore[union-attr]
    models = 0
    with control.solve(yield_=True) as handle:
        for _ in handle:
            models += 1
        finished = handle.get().exhausted or models == ENOUGH_MODELS
    found = control.statistics
    rules, conflicts = found["problem"]["lp"]["rules"], found["solving"]["solvers"]["conflicts"]
    return Effort(int(rules), int(conflicts), finished)


def blocks() -> dict[str, str]:
    """The table: ratios to the first variant, and its own numbers."""
    base = [effort(file, *VARIANTS[0]) for file in PUZZLES]
    rows = []
    for name, hints in VARIANTS:
        mine = [effort(file, name, hints) for file in PUZZLES]
        pairs = list(zip(mine, base, strict=True))
        rules = [_ratio(m.rules, b.rules) for m, b in pairs]
        conflicts = [
            _ratio(m.conflicts, b.conflicts) if m.finished else "stopped" for m, b in pairs
        ]
        rows.append((f"`{name}`", hints, *rules, *conflicts))
    own = [*(str(b.rules) for b in base), *(str(b.conflicts) for b in base)]
    short = [file.split("/")[1].split("-")[0] for file in PUZZLES]
    head = (
        "recipe",
        "deductions",
        *(f"rules, {s}" for s in short),
        *(f"conflicts, {s}" for s in short),
    )
    return {"comparison": table(head, [*rows, ("`order`, numbers", "line", *own)])}


def _ratio(part: int, whole: int) -> str:
    ratio = part / whole
    return f"{ratio:.0f}" if ratio >= 10 else f"{ratio:.1f}"


if __name__ == "__main__":
    refill(MANUAL, blocks())
