"""`asp-nono count`: how many solutions puzzles have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from asp_nono.cli import options, report
from asp_nono.cli.inputs import Item, start_of
from asp_nono.cli.running import Crew, Status, outcomes
from asp_nono.cli.say import say
from asp_nono.errors import AspNonoError
from asp_nono.solving.verdict import Count, count

if TYPE_CHECKING:
    from asp_nono.solving.worker import Worker


@click.command("count")
@options.files
@options.which
@options.search
@click.option(
    "--up-to",
    "most",
    type=click.IntRange(1),
    default=None,
    metavar="N",
    help="Stop when N solutions have been found.",
)
@options.json
def command(
    files: tuple[str, ...],
    which: options.Which,
    search: options.Search,
    most: int | None,
    as_json: bool,
) -> int:
    """Count the solutions of puzzles by enumerating them.

    A count that was stopped is given as "at least N".

    \b
      asp-nono count instances/pathological/ones-5.xml
      asp-nono count --time-limit 10 --json puzzle.xml
    """

    def work(item: Item, worker: Worker | None) -> Count:
        start = start_of(item, search.saved)
        return count(
            item.sound,
            most=most or 0,
            recipe=search.recipe,
            start=start,
            limits=search.limits,
            worker=worker,
        )

    status = Status()
    for item, found in outcomes(Crew(work, search.limits), files, which):
        if isinstance(found, AspNonoError):
            status.bad_input = True
            report.error(item, found, as_json)
            continue
        if as_json:
            report.emit(report.count_json(item, found))
        else:
            took = f"{found.technique}, " if found.technique else ""
            why = f": {found.reason}" if found.reason else ""
            say(f"{report.named(item, search.saved)}: {found} ({took}{found.seconds:.3f} s){why}")
        status.undecided |= not found.exact and found.number != most
        if found.interrupted:
            status.interrupted = True
            break
    return status.code()
