"""Which submissions there are where a teacher points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from asp_nono.errors import PuzzleError

_MAIN = "main.lp"
_MAPPING = "mapping.toml"
_MOST = 1000


@dataclass(frozen=True, slots=True)
class Found:
    """A submission that was found.

    Attributes:
        name: What reports call it.
        path: Its main file.
        root: The folder within which it may include files; None if it stands alone.
        mapping: Its own mapping file, if it has one.
    """

    name: str
    path: Path
    root: Path | None
    mapping: Path | None = None


def submissions(path: Path) -> list[Found]:
    """The submission in a file, or all those in a folder.

    In a folder, each `.lp` file is a submission that stands alone, and so is each folder in it,
    which may include its own files: its main file is `main.lp`, or its only `.lp` file. One that
    has several and none of that name is a submission that cannot be read, and so is a link. A
    single file may include what lies beside it. A mapping file is `mapping.toml` in the folder of
    a submission, or has the name of a file with the ending `.toml`.

    Raises:
        PuzzleError: If there is no such file or folder, or no submission in it.
    """
    if not path.exists():
        raise PuzzleError("no such file or folder", path=str(path))
    if path.is_file():
        return [Found(path.name, path, path.parent, _beside(path))]
    if not path.is_dir():
        raise PuzzleError("is neither a file nor a folder", path=str(path))
    try:
        found = list(_within(path))
    except OSError as error:
        raise PuzzleError(f"cannot be read: {error.strerror}", path=str(path)) from None
    if not any(one.path.exists() for one in found):
        raise PuzzleError("no submission in this folder; expected .lp files", path=str(path))
    if len(found) > _MOST:
        raise PuzzleError(f"{len(found)} submissions; expected at most {_MOST}", path=str(path))
    return found


def _within(folder: Path) -> Iterator[Found]:
    for entry in sorted(folder.iterdir()):
        if entry.is_symlink() and entry.is_dir():
            yield Found(entry.name, entry, None)
        elif entry.is_dir():
            files = sorted(entry.glob("*.lp"))
            if files:
                path = files[0] if len(files) == 1 else entry / _MAIN
                yield Found(entry.name, path, entry, _own(entry / _MAPPING, entry))
        elif entry.suffix == ".lp":
            yield Found(entry.name, entry, None, _beside(entry))


def _beside(path: Path) -> Path | None:
    return _own(path.with_suffix(".toml"), path.parent)


def _own(path: Path, root: Path) -> Path | None:
    """A file of the submission's, if it is there; nothing that a link leads to elsewhere."""
    inside = path.is_file() and path.resolve().is_relative_to(root.resolve())
    return path if inside else None
