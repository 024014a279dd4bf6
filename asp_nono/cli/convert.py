"""`asp-nono convert`: from one file format to another, and from pictures to puzzles."""

from __future__ import annotations

from pathlib import PurePath

import click

from asp_nono.cli import options, pictures
from asp_nono.cli.inputs import items
from asp_nono.errors import PuzzleError, UnwritableError
from asp_nono.files import formats, write
from asp_nono.formats.picture import PictureSettings


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
@click.argument("target", required=False)
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
@pictures.picture
@click.option(
    "--preview", is_flag=True, help="Show the picture in the terminal; TARGET may be left out."
)
def command(
    source: str,
    target: str | None,
    which: options.Which,
    target_form: str | None,
    lossy: bool,
    colored: bool,
    picture: PictureSettings | None,
    preview: bool,
) -> None:
    """Write the puzzles of SOURCE to TARGET in another format; - is standard input or output.

    SOURCE may be a picture: each pixel is a cell, or each cell of a screenshot, and a photograph
    is shrunk. What was decided is told, and the options decide otherwise.

    \b
      asp-nono convert puzzle.non puzzle.xml
      asp-nono convert --lossy --to non puzzle.xml -
      asp-nono convert --preview --size 40x --colors 3 photo.jpg puzzle.xml
    """
    found = list(items([source], which, picture))
    for item in found:
        if item.error:
            raise item.error
        if preview:
            pictures.preview(item.sound, err=target == "-")
    if target is None:
        if preview:
            return
        raise PuzzleError("no TARGET; name the file to write, or ask for --preview")
    if target_form is None and PurePath(target).suffix.lower() in (".svg", ".png", ".pdf"):
        raise PuzzleError(f"{target}: puzzles are drawn with asp-nono show --output {target}")
    if target == "-" and target_form is None:
        able = ", ".join(known.name for known in formats() if known.write)
        raise PuzzleError(f"standard output has no ending; name the format with --to: {able}")
    puzzles = [item.sound for item in found]
    try:
        write(puzzles, target, form=target_form, lossy=lossy, colored=colored)
    except UnwritableError as error:
        raise PuzzleError(f"{error}; see asp-nono convert --help", path=source) from None
    if target != "-" and (picture or pictures.is_picture(source)):
        pictures.tell(target, puzzles[0])
