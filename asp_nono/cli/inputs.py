"""From the files that a command names to the puzzles in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from asp_nono.cli.options import Which
from asp_nono.errors import AspNonoError, PuzzleError
from asp_nono.files import read_each
from asp_nono.grid import PartialGrid
from asp_nono.puzzle import Puzzle

if TYPE_CHECKING:
    from asp_nono.formats.picture import PictureSettings


@dataclass(frozen=True, slots=True)
class Item:
    """A puzzle of a file, or why there is none."""

    file: str  # the file, as the user named it or as it lies in the folder that was named
    number: int = 1  # which puzzle of the file, from 1
    several: bool = False  # whether the file holds others
    puzzle: Puzzle | None = None  # the puzzle, if it could be read
    error: AspNonoError | None = None  # what was wrong otherwise

    @property
    def name(self) -> str:
        """The file, and the number of the puzzle where there are several."""
        return f"{self.file} #{self.number}" if self.several else self.file

    @property
    def sound(self) -> Puzzle:
        """The puzzle."""
        if self.error:
            raise self.error
        if self.puzzle is None:
            raise AssertionError("neither a puzzle nor an error")
        return self.puzzle


def items(
    files: Sequence[str], which: Which, picture: PictureSettings | None = None
) -> Iterator[Item]:
    """The puzzles of all files; a file that cannot be read gives an item with the error."""
    number = which.number
    for file in files:
        try:
            puzzles = read_each(file, form=which.form, picture=picture)
        except PuzzleError as error:
            yield Item(file, number or 1, error=error)
            continue
        if number is not None and number > len(puzzles):
            reason = f"there is no puzzle {number}; the file holds {len(puzzles)}"
            yield Item(file, number, error=PuzzleError(reason, path=file))
        for index, puzzle in enumerate(puzzles, 1):
            if number not in (None, index):
                continue
            if isinstance(puzzle, PuzzleError):
                yield Item(file, index, len(puzzles) > 1, error=puzzle)
            else:
                yield Item(file, index, len(puzzles) > 1, puzzle)


def only_item(file: str, which: Which) -> Item:
    """The one puzzle meant by a command that takes one, with its file."""
    found = list(items([file], which))
    if len(found) > 1:
        reason = f"holds {len(found)} puzzles; choose one with --puzzle"
        raise PuzzleError(reason, path=file)
    found[0].sound  # noqa: B018 - raises the error
    return found[0]


def start_of(item: Item, saved: int | None) -> PartialGrid | None:
    """The saved picture to begin with."""
    if saved is None:
        return None
    pictures = item.sound.saved
    if saved > len(pictures):
        reason = f"there is no saved picture {saved}; the puzzle has {len(pictures)}"
        raise PuzzleError(reason)
    return pictures[saved - 1].grid
