"""`asp-nono repair`: the smallest change after which a puzzle has exactly one solution."""

from __future__ import annotations

from typing import Literal

import click

from asp_nono.cli import (
    INTERRUPTED,
    UNDECIDED,
    help_report,
    options,
    repair_options,
    repair_report,
)
from asp_nono.cli.gallery import Gallery
from asp_nono.cli.inputs import Item, only_item
from asp_nono.cli.looks import Look
from asp_nono.cli.progress import Progress
from asp_nono.cli.repair_options import Asked, Target
from asp_nono.design.edit import Terms
from asp_nono.design.help import reveal, unblot
from asp_nono.design.repair import repair
from asp_nono.draw.picture import Difference, Picture
from asp_nono.errors import PuzzleError
from asp_nono.files import write
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits

_PATIENCE = 60.0
"""Seconds for which is looked where no limit is given."""


@click.command("repair")
@click.argument("file", metavar="FILE")
@options.which
@repair_options.asked
@repair_options.terms
@repair_options.target
@options.limits
@options.json
def command(
    file: str,
    which: options.Which,
    asked: Asked,
    terms: Terms | None,
    target: Target,
    limits: Limits,
    as_json: bool,
) -> int:
    """Find the smallest change of a picture after which its puzzle has exactly one solution.

    FILE is a puzzle with its goal, or a picture. Nothing smaller will do; where that cannot be
    proved in time (60 s unless --time-limit says otherwise), the best repair found is shown, and
    what is known of it.

    \b
      asp-nono repair instances/pathological/ones-5.xml
      asp-nono repair --protect outline --output fixed.xml picture.png
      asp-nono repair --reveal instances/pathological/checkerboard-8.xml
    """
    item = only_item(file, which)
    if limits.seconds is None:
        limits = Limits(_PATIENCE, limits.megabytes)
    if asked.means != "picture":
        if terms:
            reason = "--up-to, --region, --weights, --protect and --keep-symmetry are for changes"
            raise PuzzleError(f"{reason} of the picture; --{asked.means} leaves it as it is")
        return _by_help(item, asked.means, target, limits, as_json)
    return _by_picture(item, asked, terms, target, limits, as_json)


def _by_picture(
    item: Item, asked: Asked, terms: Terms | None, target: Target, limits: Limits, as_json: bool
) -> int:
    """Repair the picture."""
    progress = Progress()
    found = repair(
        item.sound,
        aim="line" if asked.line else "unique",
        alternatives=asked.alternatives,
        terms=terms,
        limits=limits,
        tell=lambda event: progress.show(repair_report.progress(event)),
    )
    progress.clear()
    (repair_report.emit if as_json else repair_report.text)(item, found)
    before = found.task.puzzle.goal
    for number, one in enumerate(found.repairs, 1):
        if number == 1 or "%d" in (target.output or ""):
            _write(target.output, one.puzzle, number)
        if before and (number == 1 or "%d" in (target.drawing or "")):
            _draw(target.drawing, one.puzzle, Difference(before, one.picture), number)
    if found.interrupted:
        return INTERRUPTED
    return 0 if found.smallest or found.complete else UNDECIDED


def _by_help(
    item: Item, means: Literal["reveal", "unblot"], target: Target, limits: Limits, as_json: bool
) -> int:
    """Leave the picture; give cells or show numbers."""
    progress = Progress()
    look = reveal if means == "reveal" else unblot
    found = look(
        item.sound,
        limits=limits,
        tell=lambda event: progress.show(help_report.progress(event)),
    )
    progress.clear()
    (help_report.emit if as_json else help_report.text)(item, means, found)
    if found.help:
        _write(target.output, found.help.puzzle, 1)
        _draw(target.drawing, found.help.puzzle, found.help.puzzle.given, 1)
    if found.interrupted:
        return INTERRUPTED
    return 0 if found.smallest or found.hopeless else UNDECIDED


def _write(name: str | None, puzzle: Puzzle, number: int) -> None:
    if name is not None:
        write([puzzle], name.replace("%d", str(number)))


def _draw(name: str | None, puzzle: Puzzle, picture: Picture | None, number: int) -> None:
    if name is not None:
        gallery = Gallery(Look(pattern=name.replace("%d", str(number))))
        gallery.put(puzzle, picture)
        gallery.finish()
