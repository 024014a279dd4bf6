r"""Reading puzzle files of any format, and writing them whole or not at all.

>>> (flag,) = read_text("width 2\nheight 1\nrows\n1\ncolumns\n1\n0\n")
>>> print(write_text([flag], "non"), end="")
width 2
height 1
<BLANKLINE>
rows
1
<BLANKLINE>
columns
1
0
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from asp_nono.formats import registry
from asp_nono.formats.source import GZIP_SUFFIX, Source
from asp_nono.formats.writing import WriteSettings
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import Puzzle

if TYPE_CHECKING:
    from asp_nono.formats.picture import Photograph, PictureSettings

_N, _E = r"\s*\d+\s*", r"\)\s*\."  # a number, and the end of a fact


def _register(name: str, title: str, word: str, sign: str, *, writes: bool = True) -> None:
    """Add a dialect of facts to the table of formats."""
    read, write = (
        registry.later(f"asp_nono.asp.fact_files:{do}", name) for do in ("read", "write")
    )
    mark = registry.marked(sign, word=word)
    registry.register(registry.Format(name, title, (), mark, read, write if writes else None))


_register("classic", "facts of the 2008 ASP program", "br(", rf"\bbr\({_N},{_N}{_E}")
_register(
    "gramcracker", "facts of gramcracker", "_hint(", rf"\b(row|col)_hint\(({_N},){{2}}{_N}{_E}"
)
_register("v4hn", "facts of v4hn's encoding", "_cnt(", rf"\b(row|col)_cnt\({_N}{_E}", writes=False)

formats = registry.formats


@dataclass(frozen=True)
class InputFile:
    """A file to read puzzles from; it is opened once, when its content is first needed.

    All but the name raises PuzzleError if it cannot be read, except `is_puzzle_file`.
    """

    name: str  #: the path as the user gave it, or "-" for standard input
    given: bytes | None = None  #: what it holds, if it does not exist by itself

    @property
    def data(self) -> bytes:
        """What it holds, as it is stored."""
        return self._content.source.packed or self._content.source.data

    @property
    def is_puzzle_file(self) -> bool:
        """Whether in a folder it is read as puzzles: by its suffix, or a common one's content."""
        named = registry.with_suffix(self.name)
        if not named or not all(form.common for form in named):
            return bool(named)
        try:
            return any(form in named or not form.by_shape for form in self._content.fitting)
        except PuzzleError:
            return False

    def puzzles(
        self, form: str | None = None, picture: PictureSettings | None = None
    ) -> list[Puzzle | PuzzleError]:
        """As `read`, but a puzzle of a set that is not sound leaves its error in its place."""
        return _puzzles(self._content, form, picture)[1]

    def photograph(self, picture: PictureSettings | None = None) -> Photograph | None:
        """The photograph in it; None if a puzzle is read from it in one way only."""
        content = self._content
        try:
            if content.recognized.form.name != "picture":
                return None
            from asp_nono.formats.picture import photograph

            return photograph(content.source, picture)
        except PuzzleError as error:
            raise error.within(path=content.source.name) from error.__cause__

    @cached_property
    def _content(self) -> registry.Content:
        if self.given is None:
            return registry.Content(Source.of_path(self.name))
        return registry.Content(Source.of_bytes(self.given, self.name))


def read(
    path: str | os.PathLike[str], *, form: str | None = None, picture: PictureSettings | None = None
) -> list[Puzzle]:
    """The puzzles of a file, or of standard input for "-"; one or more.

    Args:
        path: The file.
        form: Name of its format; recognized by its content when left out.
        picture: What to make of a picture; with it, any other file is an error.

    Raises:
        PuzzleError: If it cannot be read; the error names file, place and reason.
        UnknownNameError: If there is no such format.
    """
    return _sound(InputFile(os.fspath(path)).puzzles(form, picture))


def read_data(
    data: bytes, name: str, *, form: str | None = None, picture: PictureSettings | None = None
) -> list[Puzzle | PuzzleError]:
    """The puzzles in the bytes of a file called `name`, which need not exist; see `InputFile`."""
    return InputFile(name, data).puzzles(form, picture)


def read_photograph(
    path: str | os.PathLike[str], picture: PictureSettings | None = None
) -> Photograph | None:
    """The photograph in a file; None if a puzzle is read from the file in one way only.

    Raises:
        PuzzleError: If it cannot be read.
    """
    return InputFile(os.fspath(path)).photograph(picture)


def recognize_data(
    data: bytes, name: str, *, form: str | None = None
) -> tuple[str, list[Puzzle | PuzzleError]]:
    """The name of the format of the bytes of a file, and its puzzles; see `read_data`."""
    return _puzzles(registry.Content(Source.of_bytes(data, name)), form)


def read_text(text: str, *, form: str | None = None, name: str = "<text>") -> list[Puzzle]:
    """The puzzles in a text, which errors call `name`; see `read`."""
    return _sound(_puzzles(registry.Content(Source.of_text(text, name)), form)[1])


def _puzzles(
    content: registry.Content, form: str | None, picture: PictureSettings | None = None
) -> tuple[str, list[Puzzle | PuzzleError]]:
    """The name of the format, and the puzzles."""
    source = content.source
    try:
        known = content.opened(form)
        name = known.form.name
        if not picture:
            found = known.read()
        elif name in ("picture", "pbm"):  # whose files can be shrunk and given other colors
            found = registry.later("picture:read")(source, picture)
        else:
            wrong = PuzzleError(
                "{title}; size, colors and similar settings are for pictures",
                title=known.form.title,
            )
            found = [wrong]
    except PuzzleError as error:
        raise error.within(path=source.name) from error.__cause__
    at_place = [p.within(path=source.name) if isinstance(p, PuzzleError) else p for p in found]
    return name, at_place


def _sound(found: list[Puzzle | PuzzleError]) -> list[Puzzle]:
    if error := next((puzzle for puzzle in found if isinstance(puzzle, PuzzleError)), None):
        raise error
    return [puzzle for puzzle in found if isinstance(puzzle, Puzzle)]


def write_text(
    puzzles: Sequence[Puzzle], form: str, *, lossy: bool = False, colored: bool = False
) -> str:
    """The text of a file that holds `puzzles`.

    Args:
        puzzles: One or more.
        form: Name of the format.
        lossy: Drop what the format cannot hold and warn, instead of refusing.
        colored: Use nonogram-db's color extension of `.non`.

    Raises:
        UnwritableError: If the format cannot hold something; the error names everything.
        UnknownNameError: If there is no such format, or it is only read.
    """
    return _text(puzzles, "", form, WriteSettings(lossy, colored))


def write(
    puzzles: Sequence[Puzzle],
    path: str | os.PathLike[str],
    *,
    form: str | None = None,
    lossy: bool = False,
    colored: bool = False,
) -> None:
    """Write `puzzles` to a file, or to standard output for "-"; see `write_text`.

    After an error the file is what it was before. Without `form` the suffix decides. A file
    whose name ends in `.gz` is compressed.

    Raises:
        PuzzleError: If the file cannot be written.
        UnwritableError: If the format cannot hold something.
        UnknownNameError: If there is no such format or suffix.
    """
    name = os.fspath(path)
    data = _text(puzzles, name, form, WriteSettings(lossy, colored)).encode()
    if name.lower().endswith(GZIP_SUFFIX):
        import gzip

        data = gzip.compress(data, mtime=0)
    if name == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    write_whole(path, data)


def _text(puzzles: Sequence[Puzzle], path: str, form: str | None, options: WriteSettings) -> str:
    if not puzzles:
        raise ValueError("no puzzle to write")
    return registry.writer(path, form)(puzzles, options)


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file at once: after an error it is what it was before."""
    import shutil
    from tempfile import TemporaryDirectory

    try:
        real = Path(os.path.realpath(path))
        if real.exists() and not real.is_file():
            real.write_bytes(data)  # a pipe or a device cannot be replaced; a folder fails here
            return
        with TemporaryDirectory(prefix=".asp-nono-", dir=real.parent) as folder:
            fresh = Path(folder, real.name)
            fresh.write_bytes(data)
            if real.exists():
                shutil.copymode(real, fresh)
            fresh.replace(real)
    except (OSError, ValueError) as error:
        reason = str(getattr(error, "strerror", None) or error)
        path = os.fspath(path)
        raise PuzzleError("cannot be written: {reason}", reason=reason, path=path) from None


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, unless they are there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = str(error.strerror)
        raise PuzzleError("cannot be made: {reason}", reason=reason, path=str(folder)) from None


class InputFiles:
    """The files named, with the puzzle files of each folder, sorted, in its place.

    A folder without any stays, so that reading it fails. Hidden folders are not entered. What
    is opened to see whether it is a puzzle file is handed on, and only one file at a time.
    """

    def __init__(self, named: Sequence[str]) -> None:
        self._within = [
            sorted(map(str, _expected(Path(file)))) if file != "-" and Path(file).is_dir() else []
            for file in named
        ]
        self._named = named
        self._most = sum(len(within) or 1 for within in self._within)
        self._foreign = 0

    def __len__(self) -> int:
        """How many there are; at most, as long as not all files of folders have been seen."""
        return self._most - self._foreign

    def __iter__(self) -> Iterator[InputFile]:
        self._foreign = 0
        for file, within in zip(self._named, self._within, strict=True):
            before = self._foreign
            yield from filter(self._is_wanted, map(InputFile, within))
            if self._foreign - before == len(within):
                self._foreign -= bool(within)
                yield InputFile(file)

    def _is_wanted(self, file: InputFile) -> bool:
        wanted = file.is_puzzle_file
        self._foreign += not wanted
        return wanted


def files_in(folder: Path) -> Iterator[Path]:
    """The puzzle files in a folder and those below it, one after the other, in a fixed order.

    Hidden folders are not entered.
    """
    return (path for path in _expected(folder) if InputFile(str(path)).is_puzzle_file)


def _expected(folder: Path) -> Iterator[Path]:
    """The files in a folder, and in those below it, that have a suffix of puzzle files."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(place, name)
            if not name.startswith(".") and registry.with_suffix(name) and _is_file(path):
                yield path


def _is_file(path: Path) -> bool:
    """Whether it is a file, or that is not known: then the error of reading it says why."""
    try:
        return path.is_file()
    except OSError:
        return True
