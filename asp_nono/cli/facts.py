"""`asp-nono facts`: a puzzle as text that clingo reads."""

from __future__ import annotations

import click

from asp_nono.asp.deductions import open_puzzle
from asp_nono.asp.facts import CLASSIC, PUZZLE, facts_text, wanted
from asp_nono.asp.recipes import Recipe
from asp_nono.cli import options
from asp_nono.cli.inputs import Item, only, start_of
from asp_nono.errors import AspNonoError, PuzzleError, UnknownNameError
from asp_nono.grid import PartialGrid
from asp_nono.puzzle import Puzzle

_DIALECTS = ("ours", "classic")


@click.command("facts")
@click.argument("file")
@options.which
@options.told
@options.from_saved
@click.option(
    "--dialect",
    metavar="NAME",
    help="ours: the facts that the recipe reads; classic: those of the 2008 program.",
)
def command(
    file: str, which: options.Which, told: Recipe, saved: int | None, dialect: str | None
) -> None:
    """Write a puzzle as facts for clingo, with comments that say what they mean.

    Together with the encodings of the recipe they are a program for bare clingo, whose answer sets
    are the solutions.

    \b
      asp-nono facts --recipe starts instances/pictures/heart.xml > heart.lp
      clingo encodings/starts.lp heart.lp 0 --project=show
    """
    if dialect not in (None, *_DIALECTS):
        raise UnknownNameError("dialect", dialect, _DIALECTS)
    puzzle = only(file, which)
    try:
        text = _text(puzzle, told, start_of(Item(file, puzzle=puzzle), saved), dialect)
    except AspNonoError as error:
        raise PuzzleError(str(error), path=file) from None
    click.echo(text, nl=False)


def _text(puzzle: Puzzle, told: Recipe, start: PartialGrid | None, dialect: str | None) -> str:
    if dialect == "classic":
        left, signatures = open_puzzle(puzzle, "none", start), CLASSIC
    else:
        left, signatures = open_puzzle(puzzle, told.deductions, start), wanted(told, puzzle)
        signatures |= frozenset() if signatures & CLASSIC else PUZZLE
    if isinstance(left, str):
        raise PuzzleError(f"there is no solution, and so no facts with hints: {left}")
    return facts_text(left, signatures)
