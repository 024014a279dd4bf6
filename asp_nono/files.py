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
is_puzzle_file = registry.is_puzzle_file


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
    return _sound(_puzzles(Source.of_path(path), form, picture)[1])


def read_each(
    path: str | os.PathLike[str], *, form: str | None = None, picture: PictureSettings | None = None
) -> list[Puzzle | PuzzleError]:
    """As `read`, but a puzzle of a set that is not sound leaves its error in its place."""
    return _puzzles(Source.of_path(path), form, picture)[1]


def read_data(
    data: bytes, name: str, *, form: str | None = None, picture: PictureSettings | None = None
) -> list[Puzzle | PuzzleError]:
    """As `read_each`, for the bytes of a file, which is called `name` and need not exist."""
    return _puzzles(Source.of_bytes(data, name), form, picture)[1]


def read_photograph(
    path: str | os.PathLike[str], picture: PictureSettings | None = None
) -> Photograph | None:
    """The photograph in a file; None if a puzzle is read from the file in one way only.

    Raises:
        PuzzleError: If it cannot be read.
    """
    return _photograph(Source.of_path(path), picture)


def photograph_data(
    data: bytes, name: str, picture: PictureSettings | None = None
) -> Photograph | None:
    """As `read_photograph`, for the bytes of a file, which is called `name` and need not exist."""
    return _photograph(Source.of_bytes(data, name), picture)


def _photograph(source: Source, picture: PictureSettings | None) -> Photograph | None:
    try:
        if registry.opened(source, None).form.name != "picture":
            return None
        from asp_nono.formats.picture import photograph

        return photograph(source, picture)
    except PuzzleError as error:
        raise error.within(path=source.name) from error.__cause__


def recognize_data(
    data: bytes, name: str, *, form: str | None = None
) -> tuple[str, list[Puzzle | PuzzleError]]:
    """The name of the format of the bytes of a file, and its puzzles; see `read_data`."""
    return _puzzles(Source.of_bytes(data, name), form)


def read_text(text: str, *, form: str | None = None, name: str = "<text>") -> list[Puzzle]:
    """The puzzles in a text, which errors call `name`; see `read`."""
    return _sound(_puzzles(Source.of_text(text, name), form)[1])


def _puzzles(
    source: Source, form: str | None, picture: PictureSettings | None = None
) -> tuple[str, list[Puzzle | PuzzleError]]:
    """The name of the format, and the puzzles."""
    try:
        known = registry.opened(source, form)
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


def paths(files: Sequence[str]) -> list[str]:
    """The files named, with the puzzle files of each folder, sorted, in its place.

    A folder without any stays, so that reading it fails. Hidden folders are not entered.
    """
    found: list[str] = []
    for file in files:
        found += (
            sorted(map(str, files_in(Path(file)))) if file != "-" and Path(file).is_dir() else []
        ) or [file]
    return found


def files_in(folder: Path) -> Iterator[Path]:
    """The puzzle files in a folder and those below it, one after the other, in a fixed order.

    Hidden folders are not entered.
    """
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(place, name)
            if not name.startswith(".") and _is_file(path) and is_puzzle_file(str(path)):
                yield path


def _is_file(path: Path) -> bool:
    """Whether it is a file, or that is not known: then the error of reading it says why."""
    try:
        return path.is_file()
    except OSError:
        return True
