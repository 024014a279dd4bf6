"""Options for reading pictures, and for drawing, printing and writing puzzles."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from asp_nono.jobs import Job, option

if TYPE_CHECKING:
    from asp_nono.formats.picture import PictureSettings


@dataclass(frozen=True, kw_only=True)
class Drawing(Job):
    """Draw a puzzle as SVG or PNG, blank, with a picture, or with two pictures compared."""

    limited = False
    clues: bool = True
    letters: bool = False
    cell_size: int | None = option(None, ge=1, le=200)


@dataclass(frozen=True, kw_only=True)
class Printing(Job):
    """Print puzzles as PDF, blank or solved, or as a booklet of both."""

    limited = False
    paper: str = "a4"
    per_page: int = option(1, ge=1, le=100)
    booklet: bool = False


@dataclass(frozen=True, kw_only=True)
class Publishing(Job):
    """Make a page on which a puzzle is played without a server."""

    limited = False


@dataclass(frozen=True, kw_only=True)
class Picture(Job):
    """Make a puzzle of a picture."""

    limited = False
    size: tuple[int, int] | None = option(None, ge=0, le=1000)
    cell_size: int | None = option(None, ge=1, le=10_000)
    colors: int | None = option(None, ge=1, le=31)
    threshold: int | None = option(None, ge=0, le=255)
    background: str | None = None

    @property
    def settings(self) -> "PictureSettings":
        """What to make of a picture."""
        from asp_nono.formats.picture import PictureSettings

        return PictureSettings(
            self.size, self.cell_size, self.colors, self.threshold, self.background
        )


@dataclass(frozen=True, kw_only=True)
class Writing(Job):
    """Write puzzles in a file format."""

    limited = False
    lossy: bool = False
    colored: bool = False
