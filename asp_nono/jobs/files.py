"""Options for reading pictures, and for drawing, printing and writing puzzles."""

from __future__ import annotations

from dataclasses import dataclass

from asp_nono.jobs import Job, option


@dataclass(frozen=True, kw_only=True)
class Drawing(Job):
    """Draw a puzzle as SVG or PNG, blank, with a picture, or with two pictures compared."""

    limited = False

    clues: bool = option(True, "Draw the clues beside the grid.", off="Leave the clues out.")
    letters: bool = option(
        False, "Write the letter of its color on everything colored, to print without colors."
    )
    cell_size: int | None = option(
        None, "The side of a cell in .svg and .png.", metavar="PIXELS", old=("cell",), ge=1, le=200
    )


@dataclass(frozen=True, kw_only=True)
class Printing(Job):
    """Print puzzles as PDF, blank or solved, or as a booklet of both."""

    limited = False

    paper: str = option(
        "a4", "The pages of a .pdf: a3, a4, a5, letter, legal or tabloid.", metavar="SIZE"
    )
    per_page: int = option(1, "Puzzles on a page of a .pdf.", metavar="N", ge=1, le=100)
    booklet: bool = option(
        False, "Begin a .pdf with the blank puzzles and put the solutions at the end."
    )


@dataclass(frozen=True, kw_only=True)
class Picture(Job):
    """Make a puzzle of a picture."""

    limited = False

    size: tuple[int, int] | None = option(
        None,
        "Shrink a picture to this many cells: 40x30, or 40x or x30 to keep its shape.",
        metavar="WxH",
        ge=0,
        le=1000,
    )
    cell_size: int | None = option(
        None,
        "The pixels of a picture that are a cell; otherwise the size of cells is detected.",
        metavar="PIXELS",
        old=("cell",),
        ge=1,
        le=10_000,
    )
    colors: int | None = option(
        None, "Reduce a picture to N block colors and the background.", metavar="N", ge=1, le=31
    )
    threshold: int | None = option(
        None,
        "Make a picture black and white; pixels darker than LEVEL (0 to 255) are black.",
        metavar="LEVEL",
        ge=0,
        le=255,
    )
    background: str | None = option(
        None,
        "The color of a picture's background, as white or #ffeecc; otherwise what is "
        "transparent, or most frequent at the edge.",
        metavar="COLOR",
    )


@dataclass(frozen=True, kw_only=True)
class Writing(Job):
    """Write puzzles in a file format."""

    limited = False

    lossy: bool = option(
        False, "Drop what the format cannot hold, with a warning, instead of refusing."
    )
    colored: bool = option(
        False, "Write colors into .non, as nonogram-db does; few programs read that."
    )
