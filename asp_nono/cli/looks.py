"""How pictures look on standard output: the styles, and what the terminal can show."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass

import click

from asp_nono.cli.options import bundle
from asp_nono.draw.pictures import Picture
from asp_nono.draw.terminal import BLOCKS, depth, draw_blocks
from asp_nono.draw.text import draw, draw_rows
from asp_nono.errors import PuzzleError, UnknownNameError
from asp_nono.puzzle import Puzzle

BARE = ("rows", "simpson")
"""Styles for other programs to read: nothing but the rows of pictures is printed."""

STYLES = ("text", *BARE, "blocks")
"""text: characters and clues; rows: characters alone; simpson: # and -; blocks: colours."""


@dataclass(frozen=True, slots=True)
class Look:
    """How pictures are to look, and where they go.

    Attributes:
        style: How they are drawn in text; None for text with clues on standard output and for bare
            rows in files.
        pattern: Name of the file that they go to, or of one file each with `%d` for its number;
            None prints them.
    """

    style: str | None
    pattern: str | None


def _look(style: str | None, pattern: str | None) -> Look:
    if style not in (None, *STYLES):
        raise UnknownNameError("style", str(style), STYLES)
    if pattern is not None and "%" in pattern.replace("%d", ""):
        reason = f"--output {pattern}: a % that is not %d; %d is the picture's number"
        raise PuzzleError(reason)
    return Look(style, pattern)


look = bundle(
    "look",
    _look,
    {
        "style": click.option(
            "--style",
            metavar="STYLE",
            help="Draw as text, with clues; as rows or simpson (# and -), bare; as blocks of "
            "colour.",
        ),
        "pattern": click.option(
            "--output",
            "pattern",
            metavar="FILE",
            help="Write to FILE instead; with %d in it, each picture to a file of its own.",
        ),
    },
)
"""--style and --output, as a `Look`."""


def lines_of(puzzle: Puzzle, picture: Picture | None, style: str, width: int | None = None) -> str:
    """A puzzle in one of the styles that are plain text.

    Args:
        puzzle: The puzzle.
        picture: What its cells show.
        style: text, rows or simpson.
        width: Number of characters that fit on a line; bare rows are never divided.

    Raises:
        PuzzleError: If the style has nothing to show, or no characters for it.
    """
    if style == "blocks":
        raise PuzzleError("--style blocks is for terminals; a text file has no colours")
    if style == "text":
        return draw(puzzle, picture, width=width)
    return draw_rows(puzzle, _shown(picture, style), simpson=style == "simpson")


def on_terminal(puzzle: Puzzle, picture: Picture | None, style: str) -> str:
    """A puzzle in any style; what is wider than the terminal is in strips.

    Raises:
        PuzzleError: If the style has nothing to show, or the terminal cannot show it.
    """
    terminal = sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if terminal else None
    if style != "blocks":
        return lines_of(puzzle, picture, style, width)
    colors = depth(os.environ, terminal=terminal)
    try:
        BLOCKS.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        raise PuzzleError(f"the terminal's {sys.stdout.encoding} has no block characters") from None
    return draw_blocks(puzzle, _shown(picture, style), colors, width=width)


def _shown(picture: Picture | None, style: str) -> Picture:
    if picture is None:
        raise PuzzleError(f"--style {style} shows pictures; a blank puzzle has none")
    return picture
