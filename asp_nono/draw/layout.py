"""Where everything of a puzzle goes: cells, and a slot for each number of the clues."""

from __future__ import annotations

from dataclasses import dataclass

from asp_nono.clue import Block
from asp_nono.draw.shapes import digits_width
from asp_nono.puzzle import Puzzle

NUMBER_SIZE = 0.62
"""The size of the font of clues, in cells; numbers of three digits are smaller."""

_MARGIN = 0.25

_GAP = 0.15
"""Between the grid and the numbers next to it."""

_SLOT_HEIGHT = 0.85
_LEAST_SLOT_WIDTH, _MOST_SLOT_WIDTH = 0.8, 1.0
_AROUND = 0.2
"""What a slot is wider than its number."""


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle: its upper left corner and its size, in cells."""

    x: float
    y: float
    width: float
    height: float

    @property
    def center(self) -> tuple[float, float]:
        """The middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, by: float) -> Area:
        """The rectangle without its rim."""
        return Area(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of a puzzle's parts.

    Attributes:
        columns, rows: Size of the grid.
        slot_width: Width of the slot of each number in row clues.
        left, top: Width and height of the areas of clues; 0 without clues.
    """

    columns: int
    rows: int
    slot_width: float = 0
    left: float = 0
    top: float = 0

    @classmethod
    def of(cls, puzzle: Puzzle, *, clues: bool, letters: str = "") -> Layout:
        """The places of a puzzle's parts.

        Args:
            puzzle: The puzzle.
            clues: Whether the clues stand beside the grid.
            letters: What is written after each number, by its colour; nothing if empty.
        """
        if not clues:
            return cls(puzzle.width, puzzle.height)
        widest = max(
            (
                digits_width(number(block, letters), NUMBER_SIZE)
                for clue in puzzle.rows
                for block in clue
            ),
            default=0,
        )
        slot = min(max(_stepped(widest + _AROUND), _LEAST_SLOT_WIDTH), _MOST_SLOT_WIDTH)
        most = [max(1, *map(len, side)) for side in (puzzle.rows, puzzle.columns)]
        return cls(
            puzzle.width,
            puzzle.height,
            slot_width=slot,
            left=_stepped(most[0] * slot + 2 * _GAP),
            top=_stepped(most[1] * _SLOT_HEIGHT + 2 * _GAP),
        )

    @property
    def margin(self) -> float:
        """Blank paper around everything."""
        return _MARGIN

    @property
    def grid(self) -> Area:
        """All cells."""
        return Area(_MARGIN + self.left, _MARGIN + self.top, self.columns, self.rows)

    @property
    def row_panel(self) -> Area:
        """The area of the row clues."""
        return Area(_MARGIN, self.grid.y, self.left, self.rows)

    @property
    def column_panel(self) -> Area:
        """The area of the column clues."""
        return Area(self.grid.x, _MARGIN, self.columns, self.top)

    @property
    def width(self) -> float:
        """Width of it all."""
        return self.grid.x + self.columns + _MARGIN

    @property
    def height(self) -> float:
        """Height of it all."""
        return self.grid.y + self.rows + _MARGIN

    def cell(self, x: int, y: int) -> Area:
        """The cell in column x and row y, 1-based."""
        return Area(self.grid.x + x - 1, self.grid.y + y - 1, 1, 1)

    def row_slot(self, y: int, back: int) -> Area:
        """The place of a number left of row y (1-based); `back` others stand right of it."""
        right = self.grid.x - _GAP - back * self.slot_width
        return Area(right - self.slot_width, self.grid.y + y - 1, self.slot_width, 1)

    def column_slot(self, x: int, back: int) -> Area:
        """The place of a number above column x (1-based); `back` others stand below it."""
        bottom = self.grid.y - _GAP - back * _SLOT_HEIGHT
        return Area(self.grid.x + x - 1, bottom - _SLOT_HEIGHT, 1, _SLOT_HEIGHT)


def number(block: Block, letters: str = "") -> str:
    """What stands for a block in its slot, with the letter of its colour if there are letters."""
    length = "?" if block.length is None else str(block.length)
    return length + (letters[block.color] if letters else "")


def _stepped(length: float) -> float:
    """The next twentieth of a cell: whole units in SVG."""
    return -(-round(length * 100) // 5) * 5 / 100
