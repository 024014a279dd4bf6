"""The styles of pictures in text, and what the terminal can show of them."""

from __future__ import annotations

import os
import shutil
import sys

from asp_nono.draw.picture import Picture, shown
from asp_nono.draw.terminal import BLOCKS, depth, draw_blocks
from asp_nono.draw.text import draw, draw_rows
from asp_nono.errors import PuzzleError
from asp_nono.puzzle import Puzzle

BARE = ("rows", "simpson")
"""Styles for other programs to read: nothing but the rows of pictures is printed."""

STYLES = ("text", *BARE, "blocks")
"""text: characters and clues; rows: characters alone; simpson: # and -; blocks: colours."""


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
    return draw_rows(puzzle, _shown(puzzle, picture, style), simpson=style == "simpson")


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
    return draw_blocks(puzzle, _shown(puzzle, picture, style), colors, width=width)


def _shown(puzzle: Puzzle, picture: Picture | None, style: str) -> Picture:
    found = shown(puzzle, picture)
    if found is None:
        raise PuzzleError(f"--style {style} shows pictures; a blank puzzle has none")
    return found
