"""`asp-nono line`: the patterns of one clue, and what the line solvers conclude and why."""

from __future__ import annotations

import click

from asp_nono.cli import line_report
from asp_nono.cli.line_input import asked
from asp_nono.cli.say import say
from asp_nono.errors import PuzzleError
from asp_nono.formats.source import MAX_SIDE
from asp_nono.line.patterns import count_patterns

_SHOWN = 20
_MOST = 100_000
"""No more patterns are ever listed; they are counted."""


@click.command("line")
@click.argument("clue", metavar="CLUE")
@click.argument("known", metavar="[CELLS]", required=False)
@click.option(
    "--width",
    type=click.IntRange(1, MAX_SIDE),
    metavar="N",
    help="The number of cells, where CELLS is not given.",
)
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help=f"List all patterns, up to {_MOST}; without this, the first {_SHOWN}.",
)
@click.option("--count", "only_count", is_flag=True, help="Print the number of patterns only.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object; see docs/json.md.")
def command(
    clue: str,
    known: str | None,
    width: int | None,
    everything: bool,
    only_count: bool,
    as_json: bool,
) -> None:
    """List the patterns of one line, and say what follows from it and why.

    CLUE has the lengths of the blocks, ? for a hidden one, with letters for colours: '2,3' or
    '1r ?b'; 0 is a blank line. CELLS has a character for each cell: . background, # or the letter
    of a colour, ? open, [.r] open between some.

    \b
      asp-nono line 2,3 --width 8
      asp-nono line '1 1' '??#??'
      asp-nono line '1r 1b' --width 3 --json
    """
    if everything and only_count:
        raise PuzzleError("--all and --count exclude each other; choose one")
    line = asked(clue, known, width)
    count = count_patterns(line.clue, line.width, line.allowed)
    if everything and count > _MOST:
        raise PuzzleError(f"--all: {count} patterns; at most {_MOST} are listed")
    if only_count and not as_json:
        say(str(count))
        return
    study = line_report.study(line, count, 0 if only_count else _MOST if everything else _SHOWN)
    if as_json:
        line_report.emit(study)
    else:
        say(line_report.text(study))
