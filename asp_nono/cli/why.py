"""`asp-nono why`: the fewest clues that force the colour of a cell, or that clash."""

from __future__ import annotations

import re
from functools import partial

import click

from asp_nono.cli import INTERRUPTED, UNDECIDED, options, why_report
from asp_nono.cli.inputs import only_item
from asp_nono.errors import PuzzleError
from asp_nono.logic.clue_sets import Why, whys
from asp_nono.logic.steps import Cell
from asp_nono.run.limits import Limits, Stopped
from asp_nono.solving.worker import at_work

_PATIENCE = 30.0
"""Seconds for which smaller sets are looked for where no limit is given."""


@click.command("why")
@click.argument("file", metavar="FILE")
@options.which
@click.option("--cell", metavar="X,Y", help="Why the cell in column X and row Y is as it is.")
@click.option("--clash", is_flag=True, help="Why the puzzle has no solution.")
@options.limits
@options.json
def command(
    file: str,
    which: options.Which,
    cell: str | None,
    clash: bool,
    limits: Limits,
    as_json: bool,
) -> int:
    """Name the fewest clues that force the colour of a cell, or that clash.

    No set of fewer lines is enough; where that cannot be proved in time (30 s unless
    --time-limit says otherwise), the smallest set found is named, and what is known of it.

    \b
      asp-nono why --cell 3,1 instances/pictures/duck.xml
      asp-nono why --clash instances/pathological/none-search-4x4.xml
    """
    if (cell is None) != clash:
        raise PuzzleError("expected either --cell X,Y or --clash")
    place = None if cell is None else _place(cell)
    item = only_item(file, which)
    if limits.seconds is None:
        limits = Limits(_PATIENCE, limits.megabytes)
    best = Why(item.sound, place)
    try:
        for found in at_work(partial(whys, item.sound, place), limits):
            if isinstance(found, Stopped):
                best = best.stopped_by(found)
            elif isinstance(found, Why):
                best = found
    except KeyboardInterrupt:
        return INTERRUPTED
    (why_report.emit if as_json else why_report.text)(item, best)
    return UNDECIDED if best.found is None else 0


def _place(text: str) -> Cell:
    """Column and row of `3,5`."""
    found = re.fullmatch("([0-9]{1,5}),([0-9]{1,5})", text)
    if not found:
        raise PuzzleError(f"--cell {text}; expected column and row, as 3,5")
    return int(found[1]), int(found[2])
