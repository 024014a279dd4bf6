"""`asp-nono line`: the patterns of one clue, and what the line solvers derive and why."""

from dataclasses import dataclass

import click

from asp_nono.cli import Command, options
from asp_nono.cli.inputs import Given, find_and_show
from asp_nono.jobs import option
from asp_nono.jobs.explain import ExplainLine
from asp_nono.messages import PuzzleError
from asp_nono.run.limits import Limits


@dataclass(frozen=True, slots=True, kw_only=True)
class _LineOptions:
    """How the line is printed."""

    json: bool = option(False, help="Print a JSON object; see docs/json.md.")


@click.command("line", cls=Command)
@click.argument("clue", metavar="CLUE")
@click.argument("known", metavar="[CELLS]", required=False)
@options.of(ExplainLine)
@options.of(_LineOptions, "printed")
def line(clue: str, known: str | None, job: ExplainLine, printed: _LineOptions) -> None:
    """List the patterns of one line, and explain which cells they decide.

    CLUE lists the lengths of the blocks, ? for a hidden one, with letters for colors: '2,3' or
    '1r ?b'; 0 is a blank line. CELLS has one character per cell: . is background, # or a letter is
    a color, ? is open, and [.r] is open between the colors listed.
    """
    if job.all and job.count:
        raise PuzzleError("--all and --count exclude each other; choose one")
    find_and_show(job, Given((clue, known)), Limits(), as_json=printed.json)
