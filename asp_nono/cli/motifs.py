"""What puzzles are generated from: random pictures, text or files, as options."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from asp_nono.cli.options import bundle
from asp_nono.cli.pictures import is_picture, size_of
from asp_nono.cli.say import say
from asp_nono.design.generate import Drawing
from asp_nono.design.local_search import EASIEST, HARDEST, WANTED, Target
from asp_nono.design.random_pictures import PictureModel
from asp_nono.design.symmetry import SYMMETRIES
from asp_nono.errors import PuzzleError
from asp_nono.puzzle import Puzzle

_SIZE = (15, 15)


@dataclass(frozen=True, slots=True)
class Source:
    """What the options ask for.

    Attributes:
        motif: What random pictures look like, or the pictures.
        name: What files with such puzzles are called.
    """

    motif: PictureModel | Sequence[Drawing]
    name: str


def _source(
    text: str | None,
    font: Path | None,
    folder: Path | None,
    touch_up: int | None,
    **look: Any,  # noqa: ANN401 - several types
) -> Source:
    given = {name: value for name, value in look.items() if value is not None}
    if text is not None and folder is not None:
        raise PuzzleError("--text and --from-pictures exclude each other; choose one")
    if font is not None and text is None:
        raise PuzzleError("--font is for --text")
    if text is None and folder is None:
        if touch_up is not None:
            raise PuzzleError("--touch-up is for --text and --from-pictures")
        return _random(**given)
    size = size_of(given.pop("size", None))
    colors = given.pop("colors", None) if folder else None
    for name in given:
        raise PuzzleError(f"--{name} is for random pictures")
    if text is not None:
        return Source([_text(text, size, font, touch_up)], "text")
    return Source(_pictures(folder or Path(), size, colors, touch_up), "picture")


def _random(size: str | None = None, **look: Any) -> Source:  # noqa: ANN401 - several types
    width, height = size_of(size) or _SIZE
    if not (width and height):
        raise PuzzleError(f"--size {size}; expected cells across and down, as 20x15")
    return Source(PictureModel(width, height, **look), f"random-{width}x{height}")


def _text(
    text: str, size: tuple[int, int] | None, font: Path | None, touch_up: int | None
) -> Drawing:
    from asp_nono.design.lettering import text_picture

    if size and not all(size):
        raise PuzzleError("--size of a text; expected cells across and down, as 40x20")
    title = " ".join(text.split())
    return Drawing(Puzzle.of(text_picture(text, size, font), title=title), touch_up)


def _pictures(
    folder: Path, size: tuple[int, int] | None, colors: int | None, touch_up: int | None
) -> list[Drawing]:
    """The pictures of a folder; one that cannot be read is told of and left out."""
    from asp_nono.files import read
    from asp_nono.formats.picture import PictureSettings

    if not folder.is_dir():
        raise PuzzleError("no such folder; expected a folder of pictures", path=str(folder))
    settings = PictureSettings(size=size, colors=colors) if size or colors else None
    drawings = []
    for file in sorted(path for path in folder.iterdir() if is_picture(str(path))):
        try:
            (puzzle,) = read(file, picture=settings)
            drawings.append(Drawing(_titled(puzzle, file.stem), touch_up))
        except PuzzleError as error:
            say(f"asp-nono: {error}", err=True)
    if not drawings:
        raise PuzzleError("no picture in this folder can be read", path=str(folder))
    return drawings


def _titled(puzzle: Puzzle, title: str) -> Puzzle:
    return puzzle if puzzle.title else replace(puzzle, title=title)


source = bundle(
    "source",
    _source,
    {
        "size": click.option(
            "--size",
            metavar="WxH",
            help="Cells across and down [default: 15x15; of text and pictures what they need].",
        ),
        "density": click.option(
            "--density", type=float, metavar="SHARE", help="Share of coloured cells [default: 0.5]."
        ),
        "colors": click.option(
            "--colors", type=int, metavar="N", help="Number of block colours [default: 1]."
        ),
        "smoothness": click.option(
            "--smoothness",
            type=float,
            metavar="SHARE",
            help="From 0, every cell by itself, to 1, few large patches [default: 0.4].",
        ),
        "symmetry": click.option(
            "--symmetry", metavar="NAME", help=f"One of {', '.join(SYMMETRIES)}."
        ),
        "text": click.option(
            "--text", metavar="TEXT", help="A picture of this text instead of random ones."
        ),
        "font": click.option(
            "--font",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="The font of the text; our own small one, or one of the machine, when left out.",
        ),
        "folder": click.option(
            "--from-pictures",
            "folder",
            type=click.Path(path_type=Path),
            metavar="FOLDER",
            help="The pictures of a folder instead of random ones; see `asp-nono convert --help`.",
        ),
        "touch_up": click.option(
            "--touch-up",
            type=click.IntRange(0),
            metavar="N",
            help="Recolour at most N cells of a text or picture [default: one in 20].",
        ),
    },
)
"""--size, --density, --colors, --smoothness, --symmetry, --text, --font, --from-pictures and
--touch-up, as a `Source`."""


def _demands(verdict: Any, grade: str | None) -> Target:  # noqa: ANN401 - one of WANTED
    if grade is None:
        return Target(verdict)
    found = re.fullmatch("([0-9]{1,2})(?:-([0-9]{1,2}))?", grade)
    if not found:
        expected = f"a grade from {EASIEST} to {HARDEST}, or two as 4-6"
        raise PuzzleError(f"--grade {grade}; expected {expected}")
    return Target(verdict, int(found[1]), int(found[2] or found[1]))


demands = bundle(
    "demands",
    _demands,
    {
        "verdict": click.option(
            "--verdict",
            type=click.Choice(WANTED),
            default=WANTED[0],
            show_default=True,
            help="What the puzzles must be; any: nobody looks.",
        ),
        "grade": click.option(
            "--grade",
            metavar="A-B",
            help="The difficulty they must have, as `asp-nono difficulty` grades it: 4-6, or 5.",
        ),
    },
)
"""--verdict and --grade, as `Target`."""
