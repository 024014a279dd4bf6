"""`asp-nono export`: puzzles for solvers of constraints, SAT and ASP."""

import click

from asp_nono.cli import options
from asp_nono.cli.inputs import Item, one_item
from asp_nono.jobs.solving import Export


@click.command("export")
@one_item(None)
@options.of(Export)
def export(item: Item, job: Export) -> None:
    """Write a puzzle for other solvers, on standard output.

    xcsp3 and minizinc hold the clues as regular constraints. dimacs and aspif are ground programs
    of a recipe; a dimacs file says which variables are the cells, and what its models are to be
    projected on.

    \b
      asp-nono export --to xcsp3 instances/pictures/heart.xml > heart.xcsp.xml
      asp-nono export --to dimacs --recipe order instances/pictures/heart.xml > heart.cnf
      asp-nono export --to aspif instances/pictures/heart.xml | clingo --mode=clasp 0
    """
    from asp_nono.aspcount.export import export as written

    click.echo(written(item.sound, job.to, job.chosen), nl=False)
