"""Instance: a puzzle of the collection together with what the index claims of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from asp_nono.puzzle import Puzzle

AUTHOR = "asp-nono"
LICENSE = "CC0-1.0"


@dataclass(frozen=True, slots=True)
class Instance:
    """One puzzle file of the collection.

    Attributes:
        group: The folder under `instances/`.
        name: The file name without its suffix.
        puzzle: What the file holds.
        solutions: The number of solutions.
        line: Whether line logic alone finds the only solution.
    """

    group: str
    name: str
    puzzle: Puzzle
    solutions: int = 1
    line: bool = False

    @property
    def file(self) -> str:
        """The path below `instances/`, with forward slashes."""
        return f"{self.group}/{self.name}.xml"

    @property
    def colors(self) -> int:
        """The number of block colors in the palette."""
        return len(self.puzzle.colors) - 1


def credited(puzzle: Puzzle, *, title: str, description: str) -> Puzzle:
    """The puzzle with its title and description, our name, and the license."""
    return replace(
        puzzle,
        title=title,
        description=description,
        author=AUTHOR,
        copyright="CC0",
        license=LICENSE,
    )
