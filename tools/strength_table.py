"""Measure the strength of all encodings for `docs/encodings.md`: `python -m tools.strength_table`.

Every recipe of which no other has the same files, on all lines up to 10 cells.
"""

from functools import partial

import asp_nono
from asp_nono.asp.theories import has_theory
from asp_nono.lab.strength import LONGEST, StrengthResult, percent, strength
from asp_nono.run import run_job
from asp_nono.run.limits import Limits
from tools.blocks import refill, table
from tools.encoding_times import NAMES
from tools.encodings_docs import MANUAL

SECONDS = 1800  # of wall time for each encoding


def measured(name: str, longest: int, seconds: float = SECONDS) -> StrengthResult:
    """The strength of a recipe, perhaps stopped."""
    work = partial(strength, asp_nono.recipe(name), longest)
    return run_job(work, StrengthResult(name=name), Limits(seconds), child=True)


def blocks(names: list[str], longest: int = LONGEST[1]) -> dict[str, str]:
    """The table, the strongest first."""
    found = [measured(name, longest) for name in names]
    found.sort(key=lambda one: -one.whole.found / (one.whole.deductions or 1))
    head = ("recipe", "all that follows", "single cells", "contradictions", "a smallest failure")
    return {"strength": table(head, [_row(one, longest) for one in found])}


def _row(one: StrengthResult, longest: int) -> tuple[str, ...]:
    whole, cells = one.whole, len(one.lengths)
    short = f" (up to {cells} cells: {one.reason})" if cells < longest else ""
    failures = [
        f"`{' '.join(str(block.least) for block in failure.clue)}` on `{failure.known}`"
        for failure in one.examples[:1]
    ]
    return (
        f"`{one.name}`{short}",
        percent(whole.found, whole.deductions),
        percent(whole.colored, whole.following),
        percent(whole.refuted, whole.contradictions),
        *(failures or ["none"]),
    )


if __name__ == "__main__":
    files = {name: asp_nono.recipe(name).files for name in NAMES}
    refill(MANUAL, blocks([name for name in NAMES if not any(map(has_theory, files[name]))]))
