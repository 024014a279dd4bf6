"""`asp-nono convert`: from one file format to another."""

from __future__ import annotations

import click

from asp_nono.cli import options
from asp_nono.cli.inputs import items
from asp_nono.errors import PuzzleError, UnwritableError
from asp_nono.files import formats, write


def _known() -> str:
    """The formats with their names, for the help."""
    width = max(len(form.name) for form in formats())
    lines = [
        f"{form.name:{width}}  {form.title}{'' if form.write else ' (only read)'}"
        for form in formats()
    ]
    return "\n".join(["\b", "Formats:", *(f"  {line}" for line in lines)])


@click.command("convert", epilog=_known())
@click.argument("source")
@click.argument("target")
@options.which
@click.option(
    "--to",
    "target_form",
    metavar="FORMAT",
    help="The format to write, of those below; otherwise the ending of TARGET decides.",
)
@click.option(
    "--lossy",
    is_flag=True,
    help="Drop what the format cannot hold, with a warning, instead of refusing.",
)
@click.option(
    "--colored",
    is_flag=True,
    help="Write colours into .non, as nonogram-db does; few programs read that.",
)
def command(
    source: str,
    target: str,
    which: options.Which,
    target_form: str | None,
    lossy: bool,
    colored: bool,
) -> None:
    """Write the puzzles of SOURCE to TARGET in another format; - is standard input or output.

    \b
      asp-nono convert puzzle.non puzzle.xml
      asp-nono convert --lossy --to non puzzle.xml -
    """
    found = list(items([source], which))
    for item in found:
        if item.error:
            raise item.error
    if target == "-" and target_form is None:
        able = ", ".join(known.name for known in formats() if known.write)
        raise PuzzleError(f"standard output has no ending; name the format with --to: {able}")
    puzzles = [item.sound for item in found]
    try:
        write(puzzles, target, form=target_form, lossy=lossy, colored=colored)
    except UnwritableError as error:
        raise PuzzleError(f"{error}; see asp-nono convert --help", path=source) from None
