"""`asp-nono difficulty`: how difficult and how tedious puzzles are."""

from __future__ import annotations

from functools import partial

import click

from asp_nono.cli import difficulty_report, options, report
from asp_nono.cli.inputs import items
from asp_nono.cli.running import Status
from asp_nono.errors import AspNonoError
from asp_nono.files import paths
from asp_nono.logic.difficulty import Difficulty, measures
from asp_nono.run.limits import Limits, Stopped
from asp_nono.solving.result import Verdict
from asp_nono.solving.worker import at_work


@click.command("difficulty")
@options.files
@options.which
@options.limits
@options.json
def command(files: tuple[str, ...], which: options.Which, limits: Limits, as_json: bool) -> int:
    """Grade puzzles: how difficult they are, from 1 to 10, and how tedious.

    Prints one line per puzzle: the grades, the weakest technique that is enough, how often all
    lines have to be looked at, how many steps that takes, and the share of the cells that each
    technique decides. Only puzzles with exactly one solution are graded. FILE may be a folder.

    \b
      asp-nono difficulty instances/pictures/
      asp-nono difficulty --json --time-limit 10 puzzle.xml
    """
    status = Status()
    tell = difficulty_report.emit if as_json else difficulty_report.text
    for item in items(paths(files), which):
        try:
            if item.error:
                raise item.error
            (found,) = at_work(partial(measures, item.sound), limits)
        except AspNonoError as error:
            status.bad_input = True
            report.error(item, error, as_json)
            continue
        except KeyboardInterrupt:
            status.interrupted = True
            break
        if isinstance(found, Difficulty | Verdict | Stopped):
            tell(item, found)
        status.undecided |= isinstance(found, Stopped)
    return status.code()
