"""The puzzles of an experiment, with their bytes, so that they can travel, and what is known."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from asp_nono.asp import encodings
from asp_nono.errors import PuzzleError
from asp_nono.files import paths, read_each
from asp_nono.lab.competitors import Text
from asp_nono.lab.known import UNKNOWN, VERDICTS, Range, known_beside
from asp_nono.puzzle import Puzzle

SHIPPED = "shipped"
"""What a plan calls the puzzles that come with asp-nono; `shipped:pictures` is one folder of them.
"""


@dataclass(frozen=True, slots=True)
class Instance:
    """A puzzle of an experiment.

    Attributes:
        some: The set that it belongs to: the name of the folder that the plan named.
        name: The file's path in the set, and the puzzle's number if the file holds several.
        text: The file.
        number: Which puzzle of the file, from 1.
        several: Whether the file holds others.
        size: Columns, rows and block colours.
        known: How many solutions it is known to have.
    """

    some: str
    name: str
    text: Text
    number: int
    several: bool
    size: tuple[int, int, int]
    known: Range = UNKNOWN


@dataclass(slots=True)
class Chosen:
    """The puzzles that a plan names.

    Attributes:
        instances: Those that can be read.
        faults: What is wrong with the others.
    """

    instances: list[Instance]
    faults: list[PuzzleError]


def shipped() -> Path:
    """The folder of the puzzles that come with asp-nono."""
    return encodings.folder().parent / "instances"


def choose(named: Sequence[str], base: Path, known: Mapping[str, Range]) -> Chosen:
    """Read the puzzles.

    Args:
        named: Files, folders, `shipped` and `shipped:FOLDER`.
        base: The folder that paths are relative to.
        known: How many solutions files have, by the last parts of their paths.

    Raises:
        PuzzleError: If something named does not exist, or a folder holds no puzzle.
    """
    chosen = Chosen([], [])
    seen: set[tuple[str, str]] = set()
    for name in named:
        for instance in _named(name, base, known, chosen.faults):
            if (instance.some, instance.name) not in seen:
                seen.add((instance.some, instance.name))
                chosen.instances.append(instance)
    return chosen


def _named(
    name: str, base: Path, known: Mapping[str, Range], faults: list[PuzzleError]
) -> Iterator[Instance]:
    if name == SHIPPED:
        for folder in sorted(path for path in shipped().iterdir() if path.is_dir()):
            yield from _folder(folder, known, faults)
        return
    path = base / name
    if name.startswith(f"{SHIPPED}:"):
        path = shipped() / name.removeprefix(f"{SHIPPED}:")
    if not path.exists():
        raise PuzzleError("there is no such file or folder", path=name)
    if path.is_dir():
        yield from _folder(path, known, faults)
    else:
        yield from _file(path.parent.resolve().name, path.name, path, known, faults)


def _folder(
    folder: Path, known: Mapping[str, Range], faults: list[PuzzleError]
) -> Iterator[Instance]:
    files = paths([str(folder)])
    if files == [str(folder)]:
        raise PuzzleError("there are no puzzle files in this folder", path=str(folder))
    for file in map(Path, files):
        name = file.relative_to(folder).as_posix()
        yield from _file(folder.resolve().name, name, file, known, faults)


def _file(
    some: str, name: str, path: Path, known: Mapping[str, Range], faults: list[PuzzleError]
) -> Iterator[Instance]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # odd things in files are not what is compared
            puzzles = read_each(path)
        text = Text(path.name, path.read_bytes())
    except PuzzleError as error:
        faults.append(error)
        return
    except OSError as error:
        faults.append(PuzzleError(f"cannot be read: {error.strerror}", path=str(path)))
        return
    listed = {**known_beside(path), **known}
    found = next((listed[key] for key in _keys(path) if key in listed), UNKNOWN)
    for number, puzzle in enumerate(puzzles, 1):
        if isinstance(puzzle, PuzzleError):
            faults.append(puzzle)
            continue
        several = len(puzzles) > 1
        told = f"{name} #{number}" if several else name
        size = (puzzle.width, puzzle.height, len(puzzle.colors) - 1)
        sure = UNKNOWN if several else found
        if sure == UNKNOWN and puzzle.goal is not None:
            sure = VERDICTS["found"]
        yield Instance(some, told, text, number, several, size, sure)


def _keys(path: Path) -> Iterator[str]:
    """The last parts of a path, the longest first: `b/c.xml`, `c.xml` of `a/b/c.xml`."""
    parts = path.resolve().parts
    for first in range(1, len(parts)):
        yield "/".join(parts[first:])


def puzzle_of(instance: Instance, folder: Path) -> Puzzle:
    """The puzzle, read from the file that `folder` is to hold.

    Raises:
        PuzzleError: If it cannot be read.
    """
    path = folder / instance.text.name
    path.write_bytes(instance.text.data)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = read_each(path)[instance.number - 1]
    if isinstance(found, PuzzleError):
        raise found
    return found
