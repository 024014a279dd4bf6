"""What `convert` is told about pictures, and what it tells."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Any

import click

from asp_nono.cli.options import bundle
from asp_nono.cli.say import say
from asp_nono.cli.styles import lines_of, on_terminal
from asp_nono.errors import PuzzleError
from asp_nono.formats.picture import PictureSettings
from asp_nono.puzzle import Puzzle

_ENDINGS = re.compile(r"\.(png|jpe?g|gif|bmp|webp|p[bgnp]m|x[bp]m)", re.IGNORECASE)


def _settings(size: str | None, **given: Any) -> PictureSettings | None:  # noqa: ANN401 - several types
    settings = {name: value for name, value in given.items() if value is not None}
    if size is not None:
        settings["size"] = size_of(size)
    return PictureSettings(**settings) if settings else None


def size_of(text: str | None) -> tuple[int, int] | None:
    """Width and height of `40x30`; `40x` and `x30` leave the other open, which is 0 then.

    Raises:
        PuzzleError: If the text is no size.
    """
    if text is None:
        return None
    found = re.fullmatch("([0-9]{0,4})x([0-9]{0,4})", text)
    if not found or text == "x":
        raise PuzzleError(f"--size {text}; expected cells across and down, as 40x30, 40x or x30")
    return int(found[1] or 0), int(found[2] or 0)


picture = bundle(
    "picture",
    _settings,
    {
        "size": click.option(
            "--size",
            metavar="WxH",
            help="Shrink a picture to so many cells: 40x30, or 40x or x30 to keep its shape.",
        ),
        "cell": click.option(
            "--cell-size",
            "cell",
            type=int,
            metavar="PIXELS",
            help="So many pixels of a picture are a cell; otherwise cells are looked for.",
        ),
        "colors": click.option(
            "--colors",
            type=int,
            metavar="N",
            help="Reduce a picture to N block colours and the background.",
        ),
        "threshold": click.option(
            "--threshold",
            type=int,
            metavar="LEVEL",
            help="Make a picture black and white: black what is darker than LEVEL (0 to 255).",
        ),
        "background": click.option(
            "--background",
            metavar="COLOR",
            help="The colour of a picture's background, as white or #ffeecc; otherwise what is "
            "transparent, or most frequent at the edge.",
        ),
    },
)
"""--size, --cell-size, --colors, --threshold and --background, as `PictureSettings` or None."""


def is_picture(path: str) -> bool:
    """Whether a file is a picture by its name."""
    return bool(_ENDINGS.fullmatch(PurePath(path).suffix))


def tell(target: str, puzzle: Puzzle) -> None:
    """Say what has become of a picture, and what is to be done next."""
    count = len(puzzle.colors) - 1
    colors = f"{count} block colour{'' if count == 1 else 's'}"
    size = f"{puzzle.width}x{puzzle.height} cells, {colors}"
    check = f"`asp-nono check {target}` says whether it has one solution"
    say(f"asp-nono: {target}: {size}; {check}", err=True)


def preview(puzzle: Puzzle, *, err: bool) -> None:
    """Show a picture on the terminal: in blocks if it can show them, else in text.

    Raises:
        PuzzleError: If the puzzle has no picture.
    """
    if puzzle.goal is None:
        raise PuzzleError("the file has no goal to preview")
    try:
        click.echo(on_terminal(puzzle, puzzle.goal, "blocks"), err=err, color=True)
    except PuzzleError:
        say(lines_of(puzzle, puzzle.goal, "rows"), err=err)
