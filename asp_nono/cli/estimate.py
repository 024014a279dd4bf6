"""`asp-nono count --approximate`: estimates, which are never taken for counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from asp_nono.cli import options, report
from asp_nono.cli.inputs import Item, start_of
from asp_nono.cli.running import Crew, Status, outcomes
from asp_nono.cli.say import say
from asp_nono.errors import AspNonoError

if TYPE_CHECKING:
    from asp_nono.counting.programs.estimate import Estimate
    from asp_nono.solving.worker import Worker


def estimated(
    files: Sequence[str], which: options.Which, search: options.Search, *, as_json: bool
) -> int:
    """Print an estimate for every puzzle; the exit status."""

    def work(item: Item, worker: Worker | None) -> Estimate:
        from asp_nono.counting.programs.estimate import approximate_program
        from asp_nono.counting.programs.sources import puzzle_program

        start = start_of(item, search.saved)
        source = puzzle_program(item.sound, recipe=search.recipe, start=start)
        return approximate_program(source, limits=search.limits, worker=worker)

    status = Status()
    for item, found in outcomes(Crew(work, search.limits), files, which):
        if isinstance(found, AspNonoError):
            status.bad_input = True
            report.error(item, found, as_json)
            continue
        if as_json:
            report.emit(report.estimate_json(item, found))
        else:
            took = f"({found.method}, {found.seconds:.3f} s)"
            say(f"{report.named(item, search.saved)}: {found} {took}")
        status.undecided |= found.number is None
        if found.interrupted:
            status.interrupted = True
            break
    return status.code()
