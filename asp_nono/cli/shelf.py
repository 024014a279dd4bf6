"""Where puzzles go that a command makes: shown, or written to one file or to a folder.

Their notes, which tell how they were made, are left out where the format has no place for them.
"""

from __future__ import annotations

import os
import signal
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath

import click

from asp_nono.cli.gallery import Gallery
from asp_nono.cli.looks import Look
from asp_nono.cli.options import bundle
from asp_nono.errors import PuzzleError, PuzzleWarning, UnwritableError
from asp_nono.files import formats, write
from asp_nono.formats.losses import Options
from asp_nono.formats.registry import find, writer
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle


@dataclass(slots=True)
class Shelf:
    """Puzzles shown as they come, or written.

    Attributes:
        target: A file, - for standard output, or a folder; None if they are only shown.
        form: The format to write; None if the ending of the file decides.
        lossy: Drop what the format cannot hold.
    """

    target: str | None
    form: str | None
    lossy: bool
    _noteless: bool = False
    _kept: list[Puzzle] = field(default_factory=list)
    _gallery: Gallery = field(default_factory=lambda: Gallery(Look()))

    @property
    def _folder(self) -> bool:
        return self.target is not None and (
            self.target.endswith(("/", os.sep)) or Path(self.target).is_dir()
        )

    def require(self, sample: Puzzle, *, several: bool) -> None:
        """Do nothing if puzzles like this one can be written, so that no work is lost at the end.

        Raises:
            PuzzleError: If the options do not tell how, or the folder is not there.
            UnknownNameError: If there is no such format.
            UnwritableError: If the format cannot hold such puzzles, or several of them.
        """
        if self.target is None:
            return
        if PurePath(self.target).suffix.lower() in (".svg", ".png", ".pdf"):
            reason = "puzzles are drawn with asp-nono show --output"
            raise PuzzleError(f"{self.target}: {reason}; write them to a puzzle file")
        if self.target == "-" and self.form is None:
            able = ", ".join(known.name for known in formats() if known.write)
            raise PuzzleError(f"standard output has no ending; name the format with --to: {able}")
        if self._folder:
            self.form = self.form or "xml"
            Path(self.target).mkdir(exist_ok=True)
        elif not Path(self.target).absolute().parent.is_dir():
            raise PuzzleError("there is no such folder", path=str(Path(self.target).parent))
        self._noteless = not self._holds(sample, several=several)

    def _holds(self, sample: Puzzle, *, several: bool) -> bool:
        """Whether the format holds notes; without them, it holds such puzzles in any case."""
        text_of = writer(self.target or "", self.form)
        number = 2 if several and not self._folder else 1
        try:
            text_of([sample] * number, Options())
        except UnwritableError:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", PuzzleWarning)
                text_of([replace(sample, notes=())] * number, Options(self.lossy))
            return False
        return True

    def put(self, puzzle: Puzzle, name: str, picture: Grid | None = None) -> None:
        """Show a puzzle, write it into the folder, or keep it for the file.

        Args:
            puzzle: The puzzle.
            name: What its file is called in a folder, without the ending.
            picture: What its cells show where it is only shown.
        """
        if self.target is None:
            self._gallery.put(puzzle, picture, puzzle.title)
            return
        puzzle = replace(puzzle, notes=()) if self._noteless else puzzle
        if self._folder:
            file = Path(self.target, name + find(self.form or "").suffixes[0])
            with _unbroken():
                write([puzzle], file, form=self.form, lossy=self.lossy)
        else:
            self._kept.append(puzzle)

    def finish(self) -> None:
        """Write the puzzles that go to one file."""
        if self._kept and self.target is not None:
            with _unbroken():
                write(self._kept, self.target, form=self.form, lossy=self.lossy)


@contextmanager
def _unbroken() -> Iterator[None]:
    """Ctrl-C is heard at the end of the block only, so that no half of a file is left behind."""
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


def _shelf(target: str | None, target_form: str | None, lossy: bool) -> Shelf:
    if target is None and target_form is None and lossy:
        raise PuzzleError("--lossy is for puzzles that are written; name a file with --output")
    return Shelf("-" if target is None and target_form else target, target_form, lossy)


shelf = bundle(
    "shelf",
    _shelf,
    {
        "target": click.option(
            "--output",
            "target",
            metavar="FILE",
            help="Write the puzzles to FILE, or each to a file in a folder, FOLDER/.",
        ),
        "target_form": click.option(
            "--to",
            "target_form",
            metavar="FORMAT",
            help="Write this format, as `asp-nono convert --help` lists them.",
        ),
        "lossy": click.option(
            "--lossy",
            is_flag=True,
            help="Drop what the format cannot hold, with a warning, instead of refusing.",
        ),
    },
)
"""--output, --to and --lossy, as a `Shelf`."""
