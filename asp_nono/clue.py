"""Blocks, clues, lines and cells: the vocabulary of nonograms."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from asp_nono.messages import Message, PuzzleError

BACKGROUND: Final = 0  # the color number of every cell that is in no block


@dataclass(frozen=True, slots=True, order=True)
class Block:
    """A run of neighboring cells of one color.

    Attributes:
        length: At least 1; None for a *blotted* block, whose length is hidden.
        color: The number of its color, at least 1 (0 is the background).
    """

    length: int | None
    color: int = 1

    def __post_init__(self) -> None:
        if self.length is not None and self.length < 1:
            raise PuzzleError(
                "a block of {count} cells; a block has at least one", count=self.length
            )
        if self.color < 1:
            raise PuzzleError(
                "a block of color {color}; block colors are 1, 2, …", color=self.color
            )

    def __reduce__(self) -> "tuple[type[Block], tuple[int | None, int]]":
        """Pickling that also works if this module is compiled."""
        return Block, (self.length, self.color)

    @property
    def blotted(self) -> bool:
        """Whether the length is hidden."""
        return self.length is None

    @property
    def least(self) -> int:
        """The smallest number of cells the block can have."""
        return 1 if self.length is None else self.length


Clue: TypeAlias = tuple[Block, ...]
"""The blocks of one line in reading order; a blank line has the empty clue."""


Cell: TypeAlias = tuple[int, int]
"""A cell by its column and its row, both 1-based, from the left and from the top."""


def cell_named(cell: Cell) -> Message:
    """A cell in words."""
    return Message("the cell in column {column} and row {row}", column=cell[0], row=cell[1])


class Line(NamedTuple):
    """A row or a column.

    Attributes:
        axis: "row" or "column".
        number: 1-based, rows from the top, columns from the left.
    """

    axis: Literal["row", "column"]
    number: int

    def __str__(self) -> str:
        return f"{self.axis} {self.number}"

    @property
    def named(self) -> Message:
        """The line in words."""
        if self.axis == "row":
            return Message("row {number}", number=self.number)
        return Message("column {number}", number=self.number)


def gap(first: Block, second: Block) -> int:
    """The least number of background cells between two neighboring blocks: 1 for one color."""
    return 1 if first.color == second.color else 0


def least_cells(clue: Clue) -> int:
    """The length of the shortest line that has room for `clue`."""
    need = 0
    for number, block in enumerate(clue):
        need += block.least
        if number:
            need += gap(clue[number - 1], block)
    return need


def fits(clue: Clue, length: int, most: int) -> bool:
    """Whether a clue has no color above `most`, and a line of this length has room for it."""
    for block in clue:
        if block.color > most:
            return False
    return least_cells(clue) <= length


def total_cells(clues: Iterable[Clue], color: int) -> tuple[int, bool]:
    """The least number of cells of a color on several lines, and whether it is exact."""
    total, exact = 0, True
    for clue in clues:
        for block in clue:
            if block.color == color:
                total += block.least
                exact = exact and not block.blotted
    return total, exact


def runs(cells: Iterable[int]) -> list[tuple[int, int]]:
    """Length and color of each run of block cells on a finished line."""
    found: list[tuple[int, int]] = []
    length, last = 0, BACKGROUND
    for color in list(cells):
        if color == last:
            length += 1
            continue
        if last != BACKGROUND:
            found.append((length, last))
        length, last = 1, color
    if last != BACKGROUND:
        found.append((length, last))
    return found


def shows(cells: Iterable[int], clue: Clue) -> bool:
    """Whether a finished line, given the color number of each cell, has this clue."""
    found = runs(cells)
    if len(found) != len(clue):
        return False
    for block, (length, color) in zip(clue, found, strict=True):
        if color != block.color or (block.length is not None and block.length != length):
            return False
    return True


def clue_of(cells: Iterable[int]) -> Clue:
    """The clue of a finished line, given the color number of each cell.

    >>> [(block.length, block.color) for block in clue_of([0, 1, 1, 2, 0, 2])]
    [(2, 1), (1, 2), (1, 2)]
    """
    return tuple(Block(length, color) for length, color in runs(cells))
