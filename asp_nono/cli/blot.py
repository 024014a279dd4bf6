"""`asp-nono blot`: the most numbers of a puzzle that can be hidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import PurePath

import click

from asp_nono.cli import options, report
from asp_nono.cli.inputs import Item, items
from asp_nono.cli.progress import Progress
from asp_nono.cli.running import Status
from asp_nono.cli.say import say
from asp_nono.cli.shelf import Shelf, shelf
from asp_nono.design.blots import Blots, blot
from asp_nono.errors import AspNonoError
from asp_nono.files import paths
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits


@click.command("blot")
@options.files
@options.which
@click.option(
    "--line-solvable", is_flag=True, help="The puzzles must stay solvable by line logic alone."
)
@options.limits
@shelf
def command(
    files: tuple[str, ...],
    which: options.Which,
    line_solvable: bool,
    limits: Limits,
    shelf: Shelf,
) -> int:
    """Hide as many numbers of puzzles as possible: they stay unique.

    Tells how many numbers are hidden, and whether no other ones could be more. The puzzles are
    shown with ? for each of these numbers, or written. At a limit or Ctrl-C the most numbers by
    then are kept.

    \b
      asp-nono blot instances/pictures/heart.xml
      asp-nono blot --time-limit 60 --output blotted.xml puzzle.xml
    """
    found = list(items(paths(files), which))
    for sample in _samples(found):
        shelf.require(sample, several=len(found) > 1)
    status, progress = Status(), Progress()
    for item in found:
        try:
            if item.error:
                raise item.error
            result = blot(
                item.sound,
                "line" if line_solvable else "unique",
                limits=limits,
                tell=partial(_show, progress, item),
            )
        except AspNonoError as error:
            progress.clear()
            report.error(item, error, as_json=False)
            status.bad_input = True
            continue
        progress.clear()
        blots = result.blots
        words = _words(item, blots) if blots else f"{item.name}: no number hidden"
        end = f" ({result.reason})" if result.reason else ""
        say(f"{words}{end}", err=shelf.target is not None)
        if blots:
            shelf.put(blots.puzzle, _stem(item))
        status.undecided |= bool(result.reason)
        if result.interrupted:
            status.interrupted = True
            break
    shelf.finish()
    return status.code()


def _show(progress: Progress, item: Item, blots: Blots) -> None:
    progress.show(_words(item, blots))


def _words(item: Item, blots: Blots) -> str:
    hidden = len(blots.hidden)
    total = hidden + blots.shown
    if blots.largest:
        more = "as many as possible"
    else:
        more = "no other beside them" if blots.maximal else "perhaps others beside them"
        more += f", at most {blots.most} in any way"
    return f"{item.name}: {hidden} of {total} numbers hidden, {more}"


def _stem(item: Item) -> str:
    stem = PurePath(item.file).stem or "puzzle"
    return f"{stem}-{item.number}" if item.several else stem


def _samples(found: Sequence[Item]) -> list[Puzzle]:
    """A puzzle like those that will come, if any will, to see where it can go."""
    return [_hidden(item.puzzle) for item in found if item.puzzle][:1]


def _hidden(puzzle: Puzzle) -> Puzzle:
    rows, columns = (
        tuple(tuple(replace(block, length=None) for block in clue) for clue in clues)
        for clues in (puzzle.rows, puzzle.columns)
    )
    return replace(puzzle, rows=rows, columns=columns)
