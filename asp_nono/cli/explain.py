"""`asp-nono explain`: how a person could solve a puzzle, step by step."""

from __future__ import annotations

from typing import NamedTuple

import click

from asp_nono.cli import explain_report, films, options
from asp_nono.cli.inputs import only_item, start_of
from asp_nono.logic.course import ORDERS, order_named
from asp_nono.logic.explain import MAX_DEPTH, Options
from asp_nono.run.limits import Limits


class Asked(NamedTuple):
    """How a puzzle is to be explained.

    Attributes:
        saved: Begin with this picture saved in the file, counted from 1.
        order: The name of an order of lines.
        depth: In how many cells at once colours may be tried.
    """

    saved: int | None
    order: str
    depth: int


asked = options.bundle(
    "asked",
    Asked,
    {
        "saved": options.from_saved,
        "order": click.option(
            "--order",
            default=next(iter(ORDERS)),
            metavar="NAME",
            help=f"The order in which lines are taken: {', '.join(ORDERS)}.",
        ),
        "depth": click.option(
            "--depth",
            type=click.IntRange(0, MAX_DEPTH),
            default=MAX_DEPTH,
            metavar="N",
            help="In how many cells at once colours may be tried: 0, 1 or 2 (the default).",
        ),
    },
)


@click.command("explain")
@click.argument("file", metavar="FILE")
@options.which
@asked
@click.option("--compare", is_flag=True, help="Compare the orders instead of telling steps.")
@films.film
@options.limits
@options.json
def command(
    file: str,
    which: options.Which,
    asked: Asked,
    compare: bool,
    film: films.Film,
    limits: Limits,
    as_json: bool,
) -> int:
    """Tell how a person could solve a puzzle, step by step.

    Each step names a line, the cells that it decides, and the reason. Where single lines tell
    nothing more, colours are tried in a cell; where that does not help either, clingo is asked.

    \b
      asp-nono explain instances/pictures/cat.xml
      asp-nono explain --order score --output cat.gif instances/pictures/cat.xml
      asp-nono explain --compare instances/pictures/cat.xml
    """
    item = only_item(file, which)
    wanted: Options = {"start": start_of(item, asked.saved), "depth": asked.depth}
    if compare:
        return explain_report.compare(item, wanted, limits, as_json=as_json)
    wanted["order"] = order_named(asked.order).name
    found = explain_report.tell(item, wanted, limits, shown=not (as_json or film.pattern))
    film.write(found)
    if as_json:
        explain_report.emit(item, found)
    return explain_report.status_of(found)
