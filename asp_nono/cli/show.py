"""`asp-nono show`: puzzles and the pictures that come with them."""

from __future__ import annotations

import click

from asp_nono.cli import BAD_INPUT, options, report
from asp_nono.cli.inputs import Item, items, paths, start_of
from asp_nono.cli.say import say
from asp_nono.draw.text import draw
from asp_nono.errors import PuzzleError
from asp_nono.grid import Grid, PartialGrid
from asp_nono.puzzle import Puzzle


@click.command("show")
@options.files
@options.which
@click.option("--goal", is_flag=True, help="Draw the designer's picture.")
@click.option("--saved", type=click.IntRange(1), metavar="N", help="Draw the Nth saved picture.")
def command(files: tuple[str, ...], which: options.Which, goal: bool, saved: int | None) -> int:
    """Print puzzles with their clues, and their goals or saved pictures on request.

    \b
      asp-nono show instances/pictures/heart.xml
      asp-nono show --goal instances/color/
    """
    status = 0
    for item in items(paths(files), which):
        try:
            if item.error:
                raise item.error
            say(_shown(item, goal, saved))
        except PuzzleError as error:
            report.error(item, error, as_json=False)
            status = BAD_INPUT
    return status


def _shown(item: Item, goal: bool, saved: int | None) -> str:
    puzzle = item.sound
    picture: Grid | PartialGrid | None = start_of(item, saved)
    if goal:
        if puzzle.goal is None:
            raise PuzzleError("the file has no goal")
        picture = puzzle.goal
    return "\n".join([*_about(item, puzzle), "", draw(puzzle, picture), ""])


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
        "pictures": _pictures(puzzle),
    }
    return [f"{name}: {value}" for name, value in facts.items() if value]


def _pictures(puzzle: Puzzle) -> str:
    named = ["goal"] if puzzle.goal else []
    named += [
        f"{saved.kind} {number}" + (f" ({saved.id})" if saved.id else "")
        for number, saved in enumerate(puzzle.saved, 1)
    ]
    return ", ".join(named)
