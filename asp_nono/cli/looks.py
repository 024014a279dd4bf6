"""How pictures are to look and where they go: the options that say so."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

import click

from asp_nono.cli.options import bundle
from asp_nono.cli.styles import STYLES
from asp_nono.draw.pdf import paper_named
from asp_nono.errors import PuzzleError, UnknownNameError


@dataclass(frozen=True, slots=True)
class Look:
    """How pictures are to look, and where they go.

    Attributes:
        style: How they are drawn in text; None for text with clues on standard output and for bare
            rows in files.
        pattern: Name of the file that they go to, or of one file each with `%d` for its number;
            None prints them.
        clues: Whether clues stand beside the grid in SVG, PNG and PDF.
        letters: Whether the letter of its colour is on everything coloured there.
        cell: The side of a cell in pixels in SVG and PNG.
        paper: The size of the pages of a PDF.
        per_page: How many puzzles share one.
        booklet: Whether a PDF has the blank puzzles first and the pictures at the end.
    """

    style: str | None = None
    pattern: str | None = None
    clues: bool = True
    letters: bool = False
    cell: int | None = None
    paper: str = "a4"
    per_page: int = 1
    booklet: bool = False

    @property
    def kind(self) -> str:
        """What kind of file is written: svg, png, pdf or txt; empty for standard output."""
        if self.pattern is None:
            return ""
        suffix = PurePath(self.pattern).suffix.lower().removeprefix(".")
        return suffix if suffix in _DRAWN else "txt"


_DRAWN = ("svg", "png", "pdf")

_FOR = {
    "style": ("", "txt"),
    "no_clues": _DRAWN,
    "letters": _DRAWN,
    "cell": ("svg", "png"),
    "paper": ("pdf",),
    "per_page": ("pdf",),
    "booklet": ("pdf",),
}
"""The kinds of output that options are for."""


def _look(pattern: str | None, **given: Any) -> Look:  # noqa: ANN401 - options of several types
    chosen = {name: value for name, value in given.items() if value not in (None, False)}
    look = Look(pattern=pattern)
    for name in chosen:
        if look.kind not in _FOR[name]:
            endings = " or ".join(f".{kind}" for kind in _FOR[name] if kind)
            option = "--" + {"cell": "cell-size"}.get(name, name).replace("_", "-")
            raise PuzzleError(f"{option} is for --output FILE{endings}")
    _check(chosen, pattern)
    clues = not chosen.pop("no_clues", False)
    return Look(pattern=pattern, clues=clues, **chosen)


def _check(chosen: dict[str, Any], pattern: str | None) -> None:
    style = chosen.get("style", "text")
    if style not in STYLES:
        raise UnknownNameError("style", style, STYLES)
    paper_named(chosen.get("paper", "a4"))
    if pattern is not None and "%" in pattern.replace("%d", ""):
        reason = f"--output {pattern}: a % that is not %d; %d is the picture's number"
        raise PuzzleError(reason)
    if pattern is not None and "%d" in pattern and "booklet" in chosen:
        raise PuzzleError(f"--output {pattern}: a booklet is one file; leave out %d")


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
            help="Write to FILE.svg, .png, .pdf or text; %d in the name is the picture's number.",
        ),
        "no_clues": click.option("--no-clues", is_flag=True, help="Leave the clues out."),
        "letters": click.option(
            "--letters",
            is_flag=True,
            help="Write its letter on everything coloured, to print without colours.",
        ),
        "cell": click.option(
            "--cell-size",
            "cell",
            type=click.IntRange(1, 200),
            metavar="PIXELS",
            help="The side of a cell in .svg and .png.",
        ),
        "paper": click.option(
            "--paper",
            metavar="SIZE",
            help="The pages of a .pdf: a3, a4 (the default), a5, letter, legal or tabloid.",
        ),
        "per_page": click.option(
            "--per-page",
            type=click.IntRange(1, 60),
            metavar="N",
            help="Puzzles on a page of a .pdf; 1 is the default.",
        ),
        "booklet": click.option(
            "--booklet",
            is_flag=True,
            help="Begin a .pdf with the blank puzzles and put the solutions at the end.",
        ),
    },
)
"""--style, --output and what belongs to it, as a `Look`."""
