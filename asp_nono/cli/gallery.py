"""Where the pictures of a command go: to standard output, or to files."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

import click

from asp_nono.cli import styles
from asp_nono.cli.looks import Look
from asp_nono.cli.say import say
from asp_nono.draw.picture import Picture
from asp_nono.errors import PuzzleError
from asp_nono.files import write_whole
from asp_nono.puzzle import Puzzle

Exhibit: TypeAlias = tuple[Puzzle, Picture | None]

_MOST = 1000
"""No more pictures are put into one PDF; with more, none is written."""


@dataclass(slots=True)
class Gallery:
    """Pictures shown as they come, or kept for the file that holds them all.

    Attributes:
        look: How, and where.
    """

    look: Look
    _number: int = 0
    _together: list[Exhibit] = field(default_factory=list)

    @property
    def printed(self) -> bool:
        """Whether pictures go to standard output."""
        return self.look.pattern is None

    @property
    def bare(self) -> bool:
        """Whether standard output is for pictures alone, which another program reads."""
        return self.printed and self.look.style in styles.BARE

    def put(self, puzzle: Puzzle, picture: Picture | None, heading: str = "") -> None:
        """Show a picture, under a heading where there is room for words.

        Raises:
            PuzzleError: If it cannot be drawn so, or not be written.
        """
        pattern = self.look.pattern
        self._number += 1
        if pattern is None:
            self._print(styles.on_terminal(puzzle, picture, self.look.style or "text"), heading)
        elif "%d" in pattern:
            content = _content([(puzzle, picture)], self.look)
            write_whole(pattern.replace("%d", str(self._number)), content)
        elif self.look.kind == "pdf" and self._number > _MOST:
            self._together.clear()
            raise PuzzleError(f"more than {_MOST} pictures for one PDF; put %d into its name")
        else:
            self._together.append((puzzle, picture))

    def finish(self) -> None:
        """Write the pictures that go to one file, once they are all there.

        Raises:
            PuzzleError: If they cannot share a file, or not be drawn or written.
        """
        pattern = self.look.pattern
        if not self._together or pattern is None:
            return
        count, kind = len(self._together), self.look.kind
        if count > 1 and kind in ("svg", "png"):
            reason = f"{count} pictures, but a .{kind} file holds one; put %d into its name"
            raise PuzzleError(f"--output {pattern}: {reason}")
        write_whole(pattern, _content(self._together, self.look))

    def _print(self, drawn: str, heading: str) -> None:
        if self.bare:
            drawn = "\n" * (self._number > 1) + drawn
        elif heading:
            say(heading)
        if self.look.style == "blocks":
            click.echo(drawn, color=True)  # the codes are ours: nothing of a file is among them
        else:
            say(drawn)
        if not self.bare:
            say("")


def _content(exhibits: list[Exhibit], look: Look) -> bytes:
    """A file with these pictures; only text and PDF can hold several."""
    if look.kind == "txt":
        style = look.style or "rows"
        texts = [styles.lines_of(puzzle, picture, style) + "\n" for puzzle, picture in exhibits]
        return "\n".join(texts).encode()
    if look.kind == "pdf":
        from asp_nono.draw.pdf import draw_pdf

        return draw_pdf(
            exhibits,
            paper=look.paper,
            per_page=look.per_page,
            clues=look.clues,
            letters=look.letters,
            booklet=look.booklet,
        )
    (exhibit,) = exhibits
    if look.kind == "png":
        from asp_nono.draw.png import draw_png

        return draw_png(*exhibit, clues=look.clues, letters=look.letters, cell=look.cell)
    from asp_nono.draw.svg import CELL, draw_svg

    cell = look.cell or CELL
    return draw_svg(*exhibit, clues=look.clues, letters=look.letters, cell=cell).encode()
