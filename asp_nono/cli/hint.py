"""`asp-nono hint`: the easiest next step from a grid, or that the grid has an error."""

from __future__ import annotations

from functools import partial

import click

from asp_nono.cli import INTERRUPTED, UNDECIDED, options, report
from asp_nono.cli.hint_report import emit, text
from asp_nono.cli.inputs import only_item, start_of
from asp_nono.cli.say import say
from asp_nono.errors import UnknownNameError
from asp_nono.logic.hint import STRENGTHS, Hint, hints
from asp_nono.run.limits import Limits, Stopped
from asp_nono.solving.worker import at_work


@click.command("hint")
@click.argument("file", metavar="FILE")
@options.which
@click.option(
    "--saved",
    type=click.IntRange(1),
    metavar="N",
    help="The grid is the Nth picture saved in the file; without this it is empty.",
)
@click.option(
    "--tell",
    default=STRENGTHS[0],
    metavar="HOW MUCH",
    help="where to look (the default), which rule helps there, or the cells and why.",
)
@click.option("--errors", is_flag=True, help="Name the cells that are wrong, if there are any.")
@options.limits
@options.json
def command(
    file: str,
    which: options.Which,
    saved: int | None,
    tell: str,
    errors: bool,
    limits: Limits,
    as_json: bool,
) -> int:
    """Give the easiest next step from a grid that is being solved.

    Nothing else is told: where to look, on request which rule helps there, on request the cells.
    If the grid has an error, only that is said; --errors names the cells, not their colours.

    \b
      asp-nono hint --saved 1 puzzle.xml
      asp-nono hint --saved 1 --tell cells puzzle.xml
      asp-nono hint --saved 1 --errors puzzle.xml
    """
    if tell not in STRENGTHS:
        raise UnknownNameError("strength of hints", tell, STRENGTHS)
    item = only_item(file, which)
    try:
        (found,) = at_work(partial(hints, item.sound, start_of(item, saved)), limits)
    except KeyboardInterrupt:
        return INTERRUPTED
    if isinstance(found, Stopped):
        problem = f"no hint was found: {found.reason}"
        if as_json:
            report.emit({**report.head(item), "state": "undecided", "text": problem})
        else:
            say(problem)
        return UNDECIDED
    if isinstance(found, Hint):
        (emit if as_json else text)(item, found, tell, errors)
    return 0
