"""`asp-nono explain`: how a person could solve a puzzle, step by step."""

from __future__ import annotations

import click

from asp_nono.cli import options
from asp_nono.cli.inputs import only
from asp_nono.cli.say import say
from asp_nono.logic import words
from asp_nono.logic.explain import MAX_DEPTH, explain


@click.command("explain")
@click.argument("file", metavar="FILE")
@options.which
@click.option(
    "--order", default="easiest", metavar="NAME", help="The order in which lines are taken."
)
@click.option(
    "--depth",
    type=click.IntRange(0, MAX_DEPTH),
    default=MAX_DEPTH,
    metavar="N",
    help="How deep look-ahead may go: 0, 1 or 2.",
)
def command(file: str, which: options.Which, order: str, depth: int) -> None:
    """Tell how a person could solve a puzzle, step by step.

    \b
      asp-nono explain instances/pictures/cat.xml
    """
    say(words.text(explain(only(file, which), order=order, depth=depth)))
