"""Sets of puzzles: what the folders and files that a user names hold."""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from asp_nono.cli.inputs import items
from asp_nono.cli.options import Which
from asp_nono.errors import PuzzleError
from asp_nono.files import paths


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle of a set.

    Attributes:
        file: Its file, as the user named it or as it lies in the folder that was named.
        number: Which puzzle of the file, from 1.
        several: Whether the file holds others.
    """

    file: str
    number: int = 1
    several: bool = False


@dataclass(slots=True)
class PuzzleSet:
    """Puzzles that are added up.

    Attributes:
        name: The folder, or "files" for all files that were named by themselves.
        files: The files.
        entries: Their puzzles.
        unreadable: Why there are not more: what is wrong with files that cannot be read.
    """

    name: str
    files: list[str]
    entries: list[Entry] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)

    def read(self) -> None:
        """Find the puzzles; this also brings the files into the system's cache."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # odd things in files are not what is measured
            for item in items(self.files, Which(None, None)):
                if item.error:
                    self.unreadable.append(str(item.error))
                else:
                    self.entries.append(Entry(item.file, item.number, item.several))

    def digest(self) -> str:
        """SHA-256 over the files' own: two records of the same puzzles have the same."""
        whole = hashlib.sha256()
        for file in dict.fromkeys(entry.file for entry in self.entries):
            whole.update(hashlib.sha256(Path(file).read_bytes()).digest())
        return whole.hexdigest()


def sets_of(named: Sequence[str]) -> list[PuzzleSet]:
    """A set for each folder, and one for all files, read.

    Raises:
        PuzzleError: If something named does not exist, or a folder holds no puzzle file.
    """
    found = list(_sets(named))
    for some in found:
        some.read()
    return found


def _sets(named: Sequence[str]) -> Iterator[PuzzleSet]:
    once = list(dict.fromkeys(str(Path(name)) for name in named))
    for name in once:
        if not Path(name).exists():
            raise PuzzleError("there is no such file or folder", path=name)
    folders = [name for name in once if Path(name).is_dir()]
    for folder in folders:
        files = paths([folder])
        if files == [folder]:
            raise PuzzleError("there are no puzzle files in this folder", path=folder)
        yield PuzzleSet(folder, files)
    if files := [name for name in once if name not in folders]:
        yield PuzzleSet("files", files)
