"""`asp-nono show`: puzzles and the pictures that come with them."""

from __future__ import annotations

import click

from asp_nono.cli import BAD_INPUT, looks, options, report
from asp_nono.cli.gallery import Gallery
from asp_nono.cli.inputs import Item, items, start_of
from asp_nono.draw.picture import Picture
from asp_nono.errors import PuzzleError
from asp_nono.files import paths
from asp_nono.puzzle import Puzzle


@click.command("show")
@options.files
@options.which
@click.option("--goal", is_flag=True, help="Draw the designer's picture.")
@click.option("--saved", type=click.IntRange(1), metavar="N", help="Draw the Nth saved picture.")
@looks.look
def command(
    files: tuple[str, ...], which: options.Which, goal: bool, saved: int | None, look: looks.Look
) -> int:
    """Print or draw puzzles with their clues, and their goals or saved pictures on request.

    \b
      asp-nono show instances/pictures/heart.xml
      asp-nono show --goal --style blocks instances/color/
      asp-nono show --output heart.svg instances/pictures/heart.xml
      asp-nono show --output book.pdf --booklet --per-page 2 instances/color/
    """
    gallery = Gallery(look)
    status = 0
    for item in items(paths(files), which):
        try:
            if item.error:
                raise item.error
            about = "\n".join([*_about(item, item.sound), ""])
            gallery.put(item.sound, _picture(item, goal or look.booklet, saved), about)
        except PuzzleError as error:
            report.error(item, error, as_json=False)
            status = BAD_INPUT
    gallery.finish()
    return status


def _picture(item: Item, goal: bool, saved: int | None) -> Picture | None:
    """What is to be drawn in the cells; the goal, if both are asked for."""
    if goal and item.sound.goal is None:
        raise PuzzleError("the file has no goal; solve finds what solutions there are")
    return item.sound.goal if goal else start_of(item, saved)


def _about(item: Item, puzzle: Puzzle) -> list[str]:
    """What is known of the puzzle, one line each, without what is not said."""
    size = f"{puzzle.width}x{puzzle.height}, {len(puzzle.colors) - 1} block colour"
    facts = {
        "file": item.name,
        "title": puzzle.title,
        "author": puzzle.author,
        "id": puzzle.id,
        "collection": puzzle.collection,
        "source": puzzle.source,
        "copyright": puzzle.copyright,
        "license": puzzle.license,
        "size": size + ("" if len(puzzle.colors) == 2 else "s"),
        "description": puzzle.description,
        "note": "; ".join(puzzle.notes),
        "given cells": _given(puzzle),
        "pictures": _pictures(puzzle),
    }
    return [f"{name}: {value}" for name, value in facts.items() if value]


def _given(puzzle: Puzzle) -> str:
    """How many cells the puzzle itself fixes, in whole or in part."""
    if puzzle.given is None:
        return ""
    everything = (1 << len(puzzle.colors)) - 1
    number = sum(cell != everything for row in puzzle.given.rows for cell in row)
    return f"{number} of {puzzle.width * puzzle.height}"


def _pictures(puzzle: Puzzle) -> str:
    named = ["goal"] if puzzle.goal else []
    named += [
        f"{saved.kind} {number}" + (f" ({saved.id})" if saved.id else "")
        for number, saved in enumerate(puzzle.saved, 1)
    ]
    return ", ".join(named)
