"""A puzzle of a file that a command names."""

from __future__ import annotations

from dataclasses import dataclass

from asp_nono.errors import AspNonoError, PuzzleError
from asp_nono.grid import PartialGrid
from asp_nono.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Item:
    """A puzzle of a file, or why there is none."""

    file: str  # the file, as the user named it or as it lies in the folder that was named
    number: int = 1  # which puzzle of the file, from 1
    several: bool = False  # whether the file holds others
    puzzle: Puzzle | None = None
    error: AspNonoError | None = None  # why there is no puzzle
    saved: int | None = None  # the saved picture to begin with, from 1

    @property
    def name(self) -> str:
        """The file, and the number of the puzzle where there are several."""
        return f"{self.file} #{self.number}" if self.several else self.file

    @property
    def label(self) -> str:
        """The name in a line of output, with the saved picture to begin with."""
        return self.name if self.saved is None else f"{self.name} (from saved picture {self.saved})"

    @property
    def sound(self) -> Puzzle:
        """The puzzle; the error is raised if it could not be read."""
        if self.error:
            raise self.error
        if self.puzzle is None:
            raise AssertionError("neither a puzzle nor an error")
        return self.puzzle

    @property
    def start(self) -> PartialGrid | None:
        """The saved picture to begin with; a PuzzleError if the puzzle has no such picture."""
        if self.saved is None:
            return None
        pictures = self.sound.saved
        if self.saved > len(pictures):
            reason = f"there is no saved picture {self.saved}; the puzzle has {len(pictures)}"
            raise PuzzleError(reason)
        return pictures[self.saved - 1].grid
