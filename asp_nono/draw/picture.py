"""The contents of cells that can be drawn: a picture, part of one, or several compared."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from asp_nono.clue import BACKGROUND
from asp_nono.grid import Grid, PartialGrid, Rows
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import Puzzle
from asp_nono.shares import Shares

UNDECIDED = "?"  # the mark of a cell that may have several colors

ONLY_FIRST, ONLY_SECOND, OTHER_COLOR = "/", "\\", "?"
"""Marks of cells in which two pictures differ; none of them can stand for a color."""


@dataclass(frozen=True, slots=True)
class Difference(Rows):
    """Two pictures to be compared; a PuzzleError if their sizes differ.

    Attributes:
        first: One picture.
        second: The other.
        names: For the legend.

    >>> Difference(Grid.from_text(["#.#"]), Grid.from_text(["##."])).to_text()
    ['#\\\\/']
    """

    first: Grid
    second: Grid
    names: tuple[str, str] = ("in the first", "in the second")

    def __post_init__(self) -> None:
        one, other = (f"{grid.width}x{grid.height}" for grid in (self.first, self.second))
        if one != other:
            raise PuzzleError(
                "pictures of {one} and {other} cells cannot be compared", one=one, other=other
            )

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The rows of the first."""
        return self.first.rows

    @property
    def most_color(self) -> int:
        """The highest color number in either."""
        return max(self.first.most_color, self.second.most_color)

    def to_text(self, chars: str = ".#") -> list[str]:
        """One string a row: `chars[k]` where both have color k, else the mark of the cell.

        The marks are `/` for a cell that only the first picture fills, a backslash for one that
        only the second fills, and `?` for one that they fill with different colors.
        """

        def mark(one: int, other: int) -> str:
            if one == other:
                return chars[one]
            if BACKGROUND in (one, other):
                return ONLY_FIRST if other == BACKGROUND else ONLY_SECOND
            return OTHER_COLOR

        both = zip(self.first.rows, self.second.rows, strict=True)
        return ["".join(map(mark, mine, theirs)) for mine, theirs in both]


def marks_in(puzzle: Puzzle, picture: "Picture | None") -> list[tuple[str, str]]:
    """The marks that two pictures of a puzzle can need, each with its meaning."""
    if not isinstance(picture, Difference):
        return []
    first, second = picture.names
    marks = [(ONLY_FIRST, f"colored only {first}"), (ONLY_SECOND, f"colored only {second}")]
    return marks + [(OTHER_COLOR, "of two colors")] * (len(puzzle.colors) > 2)


Picture: TypeAlias = Grid | PartialGrid | Difference | Shares
"""Anything with a content for each cell."""


def shown(puzzle: Puzzle, picture: Picture | None) -> Picture | None:
    """The content of a puzzle's cells: a picture that fits it, else the given cells, if any."""
    if picture is None:
        return puzzle.given
    puzzle.require_fit(picture)
    return picture


class Draw(Protocol):
    """How pictures and tables become text, as wide as there is room."""

    @property
    def width(self) -> int | None:
        """The columns that there are; None if nothing limits them."""

    def __call__(self, puzzle: Puzzle, picture: Picture | None) -> str:
        """A puzzle with a picture in it."""

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]], right: str = "") -> str:
        """A table; columns are aligned to the right where `right` has an r."""
