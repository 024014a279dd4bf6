"""Where drawings of the steps of an explanation go: options and files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

import click

from asp_nono.cli.options import bundle
from asp_nono.errors import PuzzleError
from asp_nono.files import write_whole
from asp_nono.logic.steps import Explanation
from asp_nono.puzzle import Puzzle

if TYPE_CHECKING:
    from asp_nono.draw.frames import Frame


@dataclass(frozen=True, slots=True)
class Film:
    """How steps are drawn, and where to.

    Attributes:
        pattern: The name of the file, or of one file each with `%d`; None for no drawings.
        moving: Whether an SVG file is a moving picture, not a strip.
    """

    pattern: str | None = None
    moving: bool = False

    @property
    def kind(self) -> str:
        """The ending of the file's name."""
        return PurePath(self.pattern or "").suffix.lower()

    def write(self, found: Explanation) -> None:
        """Draw the steps, if that was asked for.

        Raises:
            PuzzleError: If they would be too large, or cannot be written.
        """
        if self.pattern is None:
            return
        from asp_nono.draw.frames import gif, moving_svg, strip_svg

        pictures = found.frames()
        if "%d" in self.pattern:
            self._each(found.puzzle, pictures, self.pattern)
        elif self.kind == ".gif":
            write_whole(self.pattern, gif(found.puzzle, pictures))
        else:
            draw = moving_svg if self.moving else strip_svg
            write_whole(self.pattern, draw(found.puzzle, pictures).encode())

    def _each(self, puzzle: Puzzle, frames: list[Frame], pattern: str) -> None:
        """One file for each frame, with its name for %d."""
        from asp_nono.draw.frames import drawings
        from asp_nono.draw.png import png
        from asp_nono.draw.svg import svg

        for frame, drawing in zip(frames, drawings(puzzle, frames), strict=True):
            content = png(drawing) if self.kind == ".png" else svg(drawing).encode()
            write_whole(pattern.replace("%d", frame.name), content)


def _film(pattern: str | None, *, moving: bool) -> Film:
    film = Film(pattern, moving)
    if pattern is None:
        if moving:
            raise PuzzleError("--moving is for --output FILE.svg")
        return film
    several = "%d" in pattern
    if "%" in pattern.replace("%d", ""):
        raise PuzzleError(f"--output {pattern}: a % that is not %d; %d is the step's number")
    if film.kind not in ((".svg", ".png") if several else (".svg", ".gif")):
        expected = "FILE.svg, FILE.gif, or FILE%d.svg or FILE%d.png for one file each"
        raise PuzzleError(f"--output {pattern}: expected {expected}")
    if moving and (several or film.kind != ".svg"):
        raise PuzzleError("--moving is for --output FILE.svg")
    return film


film = bundle(
    "film",
    _film,
    {
        "pattern": click.option(
            "--output",
            "pattern",
            metavar="FILE",
            help="Draw the steps: FILE.svg as a strip, FILE.gif moving; with %d in the name, one "
            ".svg or .png each.",
        ),
        "moving": click.option(
            "--moving", is_flag=True, help="Make --output FILE.svg a moving picture."
        ),
    },
)
"""--output and --moving, as a `Film`."""
