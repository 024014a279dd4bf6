"""Options for reading pictures, and for drawing, printing and writing puzzles."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from asp_nono.jobs import option

if TYPE_CHECKING:
    from asp_nono.formats.picture import PictureSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawingOptions:
    """Draw a puzzle as SVG or PNG, blank, with a picture, or with two pictures compared."""

    clues: bool = option(True, off="Leave the clues out.", help="Draw the clues beside the grid.")
    letters: bool = option(
        False, help="Label cells and clues with color letters, for printing in black and white."
    )
    cell_size: int | None = option(
        None, ge=1, le=200, metavar="PIXELS", help="The side of a cell in .svg and .png."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintingOptions:
    """Print puzzles as PDF, blank or solved, or as a booklet of both."""

    paper: str = option(
        "a4", metavar="SIZE", help="The page size of a .pdf: a3, a4, a5, letter, legal or tabloid."
    )
    per_page: int = option(
        1, ge=1, le=100, metavar="N", help="The number of puzzles on a page of a .pdf."
    )
    booklet: bool = option(
        False, help="Put the blank puzzles at the beginning of a .pdf and the solutions at the end."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishingOptions:
    """Make pages on which puzzles are played without a server."""

    title: str = option(
        "",
        help=(
            "The title of a folder with several puzzles (default: the title of their collection) "
            "or of a player."
        ),
    )
    hide_titles: bool = option(
        False,
        help=(
            "Show the title of a puzzle only when it is solved; titles often give the picture away."
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureOptions:
    """Make a puzzle of a picture."""

    size: tuple[int, int] | None = option(
        None,
        ge=0,
        le=1000,
        metavar="WxH",
        help="Shrink a picture to this many cells: 40x30, or 40x or x30 to keep its shape.",
    )
    cell_size: int | None = option(
        None,
        ge=1,
        le=10_000,
        metavar="PIXELS",
        help="The side of a cell in a picture, in pixels (default: detected).",
    )
    colors: int | None = option(
        None,
        ge=1,
        le=31,
        metavar="N",
        help="Reduce a picture to N block colors and the background.",
    )
    threshold: int | None = option(
        None,
        ge=0,
        le=255,
        metavar="LEVEL",
        help="Make a picture black and white; pixels darker than LEVEL (0 to 255) are black.",
    )
    background: str | None = option(
        None,
        metavar="COLOR",
        help=(
            "The background color of a picture, such as white or #ffeecc (default: "
            "transparent pixels, or the most frequent color at the edge)."
        ),
    )

    @property
    def settings(self) -> "PictureSettings":
        """How to read a picture."""
        from asp_nono.formats.picture import PictureSettings

        return PictureSettings(
            self.size, self.cell_size, self.colors, self.threshold, self.background
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class WritingOptions:
    """Write puzzles in a file format."""

    lossy: bool = option(
        False,
        help=(
            "Drop anything the format cannot hold, with a warning, instead of refusing to write."
        ),
    )
    colored: bool = option(
        False, help="Write colors into .non, as nonogram-db does; few programs read that."
    )
