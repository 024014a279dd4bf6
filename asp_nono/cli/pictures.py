"""`asp-nono show` and `convert`: puzzles and pictures drawn, and written in other formats."""

import re
from pathlib import PurePath

import click

from asp_nono.cli import Command, drawing, options
from asp_nono.cli.drawing import Gallery
from asp_nono.cli.inputs import Batch, Item, Which, batch, items, which
from asp_nono.cli.output import lines_of, on_terminal, say
from asp_nono.draw.picture import Picture
from asp_nono.files import InputFile, formats, write
from asp_nono.jobs.files import PictureOptions, WritingOptions
from asp_nono.messages import PuzzleError, UnwritableError, counted
from asp_nono.puzzle import Puzzle


def is_picture(path: str) -> bool:
    """Whether a file is a picture by its name."""
    endings = r"\.(png|jpe?g|gif|bmp|webp|p[bgnp]m|x[bp]m)"
    return bool(re.fullmatch(endings, PurePath(path).suffix, re.IGNORECASE))


@click.command("show", cls=Command)
@click.option("--goal", is_flag=True, help="Draw the designer's picture.")
@drawing.gallery
@batch(options.saved("Draw the Nth saved picture."), bare=True)
def show(goal: bool, gallery: Gallery, batch: Batch) -> int:
    """Print or draw puzzles with their clues, and their goals or saved pictures on request."""
    goal = goal or gallery.printing.booklet

    def picture(item: Item, _: object) -> Picture | None:
        if goal and item.sound.goal is None:
            raise PuzzleError("the file has no goal; asp-nono solve finds solutions")
        return item.sound.goal if goal else item.start

    def draw(item: Item, found: Picture | None) -> None:
        gallery.put(item.sound, found, "\n".join([*_about(item, item.sound), ""]))

    status = batch.each(picture, draw)
    gallery.finish()
    return status


def _about(item: Item, puzzle: Puzzle) -> list[str]:
    """The puzzle's title, author and other data that it has, one line each."""
    pictures = ["goal"] if puzzle.goal else []
    pictures += [
        f"{saved.kind} {number}" + (f" ({saved.id})" if saved.id else "")
        for number, saved in enumerate(puzzle.saved, 1)
    ]
    facts = {
        "file": item.name,
        "title": puzzle.title,
        "author": puzzle.author,
        "id": puzzle.id,
        "collection": puzzle.collection,
        "source": puzzle.source,
        "copyright": puzzle.copyright,
        "license": puzzle.license,
        "size": f"{puzzle.width}x{puzzle.height}, {counted(len(puzzle.colors) - 1, 'block color')}",
        "description": puzzle.description,
        "note": "; ".join(puzzle.notes),
        "given cells": _given(puzzle),
        "pictures": ", ".join(pictures),
    }
    return [f"{name}: {value}" for name, value in facts.items() if value]


def _given(puzzle: Puzzle) -> str:
    if puzzle.given is None:
        return ""
    everything = (1 << len(puzzle.colors)) - 1
    number = sum(cell != everything for row in puzzle.given.rows for cell in row)
    return f"{number} of {puzzle.width * puzzle.height}"


def _known() -> str:
    width = max(len(form.name) for form in formats())
    lines = [
        f"{form.name:{width}}  {form.title}{'' if form.write else ' (only read)'}"
        for form in formats()
    ]
    return "\n".join(["\b", "Formats:", *(f"  {line}" for line in lines)])


@click.command("convert", cls=Command, epilog=_known())
@click.argument("source")
@click.argument("target", required=False)
@which
@options.target_form
@options.of(WritingOptions)
@options.of(PictureOptions, "reading", size=options.SIZE)
@click.option(
    "--preview", is_flag=True, help="Show the picture in the terminal; TARGET may be left out."
)
def convert(
    source: str,
    target: str | None,
    which: Which,
    target_form: str | None,
    job: WritingOptions,
    reading: PictureOptions,
    preview: bool,
) -> None:
    """Write the puzzles of SOURCE to TARGET in another format; - is standard input or output.

    SOURCE may be a picture: each pixel becomes a cell; in a screenshot, each cell of the grid does;
    a photograph is shrunk. convert prints what it guessed; use the options to override it.
    """
    picture = None if reading == PictureOptions() else reading.settings
    found = list(items([InputFile(source)], which, picture))
    for item in found:
        puzzle = item.sound  # raises the error before anything is written
        if preview:
            _preview(puzzle, err=target == "-")
    if target is None:
        if preview:
            return
        raise PuzzleError("no TARGET; name the file to write, or use --preview")
    if target_form is None and drawing.ending(target) in drawing.DRAWN:
        raise PuzzleError(
            "{target}: puzzles are drawn with asp-nono show --output {target}", target=target
        )
    drawing.require_format(target, target_form)
    puzzles = [item.sound for item in found]
    try:
        write(puzzles, target, form=target_form, lossy=job.lossy, colored=job.colored)
    except UnwritableError as error:
        raise PuzzleError(
            "{error}; see asp-nono convert --help", error=error.message, path=source
        ) from None
    if target != "-" and (picture or is_picture(source)):
        colors = counted(len(puzzles[0].colors) - 1, "block color")
        size = f"{puzzles[0].width}x{puzzles[0].height} cells, {colors}"
        check = f"`asp-nono check {target}` shows whether it has one solution"
        say(f"asp-nono: {target}: {size}; {check}", err=True)


def _preview(puzzle: Puzzle, *, err: bool) -> None:
    """Show a picture on the terminal: in blocks if it can show them, else in text."""
    if puzzle.goal is None:
        raise PuzzleError("the file has no goal to preview")
    try:
        click.echo(on_terminal(puzzle, puzzle.goal, "blocks"), err=err, color=True)
    except PuzzleError:
        say(lines_of(puzzle, puzzle.goal, "rows"), err=err)
