"""A puzzle from a picture: pixel art, a screenshot of a grid, or a photograph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from asp_nono.errors import PuzzleError
from asp_nono.formats.picture_cells import Axis, Lattice, enlarged, tiles
from asp_nono.formats.picture_colors import (
    BLACK_RGB,
    WHITE_RGB,
    Cells,
    distance,
    divided,
    kept,
    reduced,
)
from asp_nono.formats.picture_open import opened
from asp_nono.formats.picture_palette import color_named, ground_of, puzzle_of
from asp_nono.formats.picture_rules import ruled
from asp_nono.formats.source import MAX_SIDE, Source
from asp_nono.puzzle import Puzzle

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_COLORS = 31
"""The most block colors that can be asked for."""

_KEPT = 16
"""A drawing of no more colors keeps them; one of more is made black and white."""

_DRAWN = 64
"""A picture of no more colors than this was drawn, pixel by pixel; one of more is a photograph."""

_SCREEN = 12_000_000
"""A picture of more pixels is no screenshot, so that no cells are looked for in it."""

_SIDE = 50
"""The longer side of what a photograph is made into, in cells."""

_OPAQUE = 128
"""From this value of alpha on a pixel counts as there."""


@dataclass(frozen=True, slots=True)
class PictureSettings:
    """What to make of a picture.

    Attributes:
        size: Shrink it to so many cells across and down; with 0 for one of them, that follows
            from the other.
        cell: So many pixels of it, across and down, are a cell.
        colors: Reduce it to so many block colors.
        threshold: Make it black and white: black what is darker than this, 0 to 255.
        background: The color of the background, by its name or six hexadecimal digits.

    Raises:
        PuzzleError: If two of them contradict each other, or a value is out of bounds.
    """

    size: tuple[int, int] | None = None
    cell: int | None = None
    colors: int | None = None
    threshold: int | None = None
    background: str | None = None

    def __post_init__(self) -> None:
        for one, other in (("size", "cell"), ("colors", "threshold")):
            if getattr(self, one) is not None and getattr(self, other) is not None:
                raise PuzzleError(f"both {one} and {other}; they exclude each other")
        if self.size and not (0 <= min(self.size) <= max(self.size) <= MAX_SIDE and any(self.size)):
            raise PuzzleError(f"size {self.size[0]}x{self.size[1]}; expected 1 to {MAX_SIDE}")
        if self.cell is not None and self.cell < 1:
            raise PuzzleError(f"cells of {self.cell} pixels; expected at least 1")
        if self.colors is not None and not 1 <= self.colors <= MOST_COLORS:
            raise PuzzleError(f"{self.colors} block colors; expected 1 to {MOST_COLORS}")
        if self.threshold is not None and not 0 <= self.threshold <= 255:
            raise PuzzleError(f"threshold {self.threshold}; expected 0 to 255")
        if self.background is not None:
            color_named(self.background)


def read(source: Source, settings: PictureSettings | None = None) -> list[Puzzle]:
    """The puzzle that a picture poses; what had to be decided about it is remarked.

    Raises:
        PuzzleError: If the picture is damaged or too large, or the settings do not suit it.
    """
    settings = settings or PictureSettings()
    image = opened(source)
    drawn = image.getcolors(_DRAWN) is not None
    small, seen = _shrunk_to_cells(image, drawn, settings, source)
    cells = _cells(small)
    wanted = None if settings.background is None else color_named(settings.background)
    few = _few_colors(cells, settings, photograph=not (drawn or seen))
    if few:
        return [puzzle_of(few, ground_of(few, wanted))]
    if settings.threshold is None:
        source.remark(f"{len(cells.counts)} colors, made black and white")
    dark = wanted is not None and distance(wanted, BLACK_RGB) < distance(wanted, WHITE_RGB)
    ground = BLACK_RGB if dark else WHITE_RGB
    return [puzzle_of(divided(cells, settings.threshold), ground)]


def _shrunk_to_cells(
    image: Image, drawn: bool, settings: PictureSettings, source: Source
) -> tuple[Image, bool]:
    """The picture with one pixel for each cell, and whether cells were seen in it or named."""
    if settings.cell:
        return (image if settings.cell == 1 else tiles(image, settings.cell).sample(image)), True
    if settings.size:
        return _resized(image, *settings.size, drawn=drawn), False
    screen = image.width * image.height <= _SCREEN
    lattice = (enlarged(image) or ruled(image)) if screen else None
    if lattice:
        source.remark(f"read as {_told(lattice)}")
        return lattice.sample(image), True
    if max(image.size) <= MAX_SIDE and drawn:
        return image, True
    longer = min(_SIDE, max(image.size))
    size = (longer, 0) if image.width >= image.height else (0, longer)
    small = _resized(image, *size, drawn=drawn)
    told = f"{image.width}x{image.height} pixels, shrunk to {small.width}x{small.height} cells"
    source.remark(f"a picture of {told}; another size may suit it better")
    return small, False


def _told(lattice: Lattice) -> str:
    cell = f"{lattice.across.pitch:.3g}x{lattice.down.pitch:.3g} pixels"
    return f"{lattice.across.count}x{lattice.down.count} cells of {cell}"


def _resized(image: Image, width: int, height: int, *, drawn: bool) -> Image:
    """The picture shrunk; a width or height of 0 follows from the other.

    What was drawn keeps its colors; those of a photograph are averaged, which lessens its noise.
    """
    from PIL import Image as Pillow

    width = width or max(1, round(height * image.width / image.height))
    height = height or max(1, round(width * image.height / image.width))
    if width > image.width or height > image.height:
        asked = f"{width}x{height} cells from {image.width}x{image.height} pixels"
        raise PuzzleError(f"{asked}; a cell has at least one")
    if max(width, height) > MAX_SIDE:
        raise PuzzleError(f"{width}x{height} cells; expected at most {MAX_SIDE}x{MAX_SIDE}")
    if drawn:
        axes = Axis(0, image.width / width, width), Axis(0, image.height / height, height)
        return Lattice(*axes).sample(image)
    return image.resize((width, height), Pillow.Resampling.BOX)


def _cells(image: Image) -> Cells:
    """The colors of a picture that has one pixel for each cell."""
    if max(image.size) > MAX_SIDE:
        size = f"{image.width}x{image.height}"
        raise PuzzleError(f"{size} cells; expected at most {MAX_SIDE}x{MAX_SIDE}")
    data = image.tobytes()
    pixels = zip(data[0::4], data[1::4], data[2::4], data[3::4], strict=True)
    colors = [
        (red, green, blue) if alpha >= _OPAQUE else None for red, green, blue, alpha in pixels
    ]
    return Cells(image.width, colors)


def _few_colors(cells: Cells, settings: PictureSettings, *, photograph: bool) -> Cells | None:
    """The cells in few colors; None if they are to be black and white."""
    if settings.threshold is not None:
        return None
    if settings.colors is None:
        return None if photograph else kept(cells, _KEPT)
    return reduced(cells, settings.colors + (None not in cells.colors))
