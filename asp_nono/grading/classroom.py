"""Which submissions there are where a teacher points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from asp_nono.errors import PuzzleError

_MAIN = "main.lp"
_MOST = 1000


@dataclass(frozen=True, slots=True)
class Found:
    """A submission that was found.

    Attributes:
        name: What reports call it.
        path: Its main file.
        root: The folder within which it may include files; None if it stands alone.
    """

    name: str
    path: Path
    root: Path | None


def submissions(path: Path) -> list[Found]:
    """The submission in a file, or all those in a folder.

    In a folder, each `.lp` file is a submission that stands alone, and so is each folder in it,
    which may include its own files: its main file is `main.lp`, or its only `.lp` file. A single
    file may include what lies beside it.

    Raises:
        PuzzleError: If there is no such file or folder, or no submission in it.
    """
    if not path.exists():
        raise PuzzleError("no such file or folder", path=str(path))
    if path.is_file():
        return [Found(path.name, path, path.parent)]
    try:
        found = list(_within(path))
    except OSError as error:
        raise PuzzleError(f"cannot be read: {error.strerror}", path=str(path)) from None
    if not found:
        raise PuzzleError("no submission in this folder; expected .lp files", path=str(path))
    if len(found) > _MOST:
        raise PuzzleError(f"{len(found)} submissions; expected at most {_MOST}", path=str(path))
    return found


def _within(folder: Path) -> Iterator[Found]:
    for entry in sorted(folder.iterdir()):
        if entry.is_dir():
            files = sorted(entry.glob("*.lp"))
            main = entry / _MAIN
            if main in files:
                yield Found(entry.name, main, entry)
            elif len(files) == 1:
                yield Found(entry.name, files[0], entry)
        elif entry.suffix == ".lp":
            yield Found(entry.name, entry, None)
