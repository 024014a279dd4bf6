"""Where the pictures of a command go: to standard output, or to files."""

from __future__ import annotations

from dataclasses import dataclass, field

import click

from asp_nono.cli import looks
from asp_nono.cli.looks import Look
from asp_nono.cli.say import say
from asp_nono.draw.pictures import Picture
from asp_nono.files import write_whole
from asp_nono.puzzle import Puzzle


@dataclass(slots=True)
class Gallery:
    """Pictures shown as they come.

    Attributes:
        look: How, and where.
    """

    look: Look
    _number: int = 0
    _together: list[str] = field(default_factory=list)

    @property
    def printed(self) -> bool:
        """Whether pictures go to standard output."""
        return self.look.pattern is None

    @property
    def bare(self) -> bool:
        """Whether standard output is for pictures alone, which another program reads."""
        return self.printed and self.look.style in looks.BARE

    def put(self, puzzle: Puzzle, picture: Picture | None, heading: str = "") -> None:
        """Show a picture, under a heading where there is room for words.

        Raises:
            PuzzleError: If it cannot be drawn so, or not be written.
        """
        pattern, style = self.look.pattern, self.look.style
        self._number += 1
        if pattern is None:
            self._print(looks.on_terminal(puzzle, picture, style or "text"), heading)
            return
        text = looks.lines_of(puzzle, picture, style or "rows") + "\n"
        if "%d" in pattern:
            write_whole(pattern.replace("%d", str(self._number)), text.encode())
        else:
            self._together.append(text)

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

    def finish(self) -> None:
        """Write the pictures that go to one file, once they are all there."""
        if self._together and self.look.pattern is not None:
            write_whole(self.look.pattern, "\n".join(self._together).encode())
