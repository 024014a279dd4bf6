"""The board that line logic works on, and the sweep over its lines to a fixpoint."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from asp_nono.clue import Clue, Line
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line import complete
from asp_nono.line.bits import each, span
from asp_nono.puzzle import Puzzle

LineSolver = Callable[[Clue, int, Sequence[int]], "list[int] | None"]
"""A line solver: see `complete.solve` for the arguments and the result."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one line gave when the sweep visited it.

    Attributes:
        line: The line.
        before: For each cell of the line the bit set of the colours left before the visit.
        after: The same after it; None if the line has no arrangement.
    """

    line: Line
    before: tuple[int, ...]
    after: tuple[int, ...] | None


class Board:
    """The colours left for each cell, kept by rows and by columns.

    A line is a list of position sets, one for each colour (bit p of set k: the cell at the
    0-based position p may have colour k).

    Attributes:
        puzzle: The puzzle.
        visits: How many lines the sweeps have solved so far.
        rows: The rows from the top.
        columns: The columns from the left; they say the same as the rows.
    """

    def __init__(
        self, puzzle: Puzzle, start: PartialGrid | None = None, *, given: bool = True
    ) -> None:
        """A board on which nothing is known but the puzzle's given cells and `start`.

        Where these two contradict each other a cell has no colour left, and a sweep ends there.

        Args:
            puzzle: The puzzle.
            start: What else is known of the picture beforehand.
            given: Whether the given cells are known; without them all cells are open.

        Raises:
            PuzzleError: If `start` is not of the puzzle's size and palette.
        """
        colors, width, height = len(puzzle.colors), puzzle.width, puzzle.height
        self.puzzle = puzzle
        self.visits = 0
        self.rows = [[span(0, width)] * colors for _ in range(height)]
        self.columns = [[span(0, height)] * colors for _ in range(width)]
        if given and puzzle.given is not None:
            self._agree(puzzle.given)
        if start is not None:
            puzzle.require_size(start)
            self._agree(start)

    def _agree(self, known: PartialGrid) -> None:
        for y, cells in enumerate(known.rows):
            for x, cell in enumerate(cells):
                self.restrict(x, y, cell)

    def copy(self) -> Board:
        """A board of its own with the same colours left, whose visits count from 0."""
        twin = Board(self.puzzle, given=False)
        twin.rows = [row.copy() for row in self.rows]
        twin.columns = [column.copy() for column in self.columns]
        return twin

    def restrict(self, x: int, y: int, colors: int) -> None:
        """Leave the cell in column `x` and row `y` (0-based) only colours of the set `colors`."""
        row, column = self.rows[y], self.columns[x]
        for color in range(len(row)):
            if not colors >> color & 1:
                row[color] &= ~(1 << x)
                column[color] &= ~(1 << y)

    def admit(self, grid: Grid) -> None:
        """Give every cell back the colour that it has in `grid`, if it had lost it."""
        for y, cells in enumerate(grid.rows):
            for x, color in enumerate(cells):
                self.rows[y][color] |= 1 << x
                self.columns[x][color] |= 1 << y

    def line(self, line: Line) -> list[int]:
        """For each colour the set of positions on `line` that may have it."""
        lines = self.rows if line.axis == "row" else self.columns
        return lines[line.number - 1]

    def partial(self) -> PartialGrid:
        """What is left for each cell. Not to be asked after a contradiction."""
        return PartialGrid(tuple(_cells(row, self.puzzle.width) for row in self.rows))

    @property
    def decided(self) -> bool:
        """Whether every cell has one colour left. Not to be asked after a contradiction."""
        left = sum(positions.bit_count() for row in self.rows for positions in row)
        return left == len(self.rows) * len(self.columns)

    @property
    def picture(self) -> Grid:
        """The picture on a decided board."""
        grid = self.partial().complete()
        if grid is None:
            raise ValueError("the board has open cells")
        return grid

    def sweep(
        self,
        solver: LineSolver = complete.solve,
        trace: Callable[[Step], None] | None = None,
        first: Iterable[Line] | None = None,
    ) -> Line | None:
        """Solve lines until none gives anything new.

        Each line is solved once, and again whenever a crossing line has changed it. Afterwards no
        visit of `solver` to any line would take another colour from a cell.

        Args:
            solver: What is asked about each line.
            trace: Called with each visit that learns something or fails.
            first: The lines to begin with, when the board has been swept and only these have
                changed since; all lines when left out.

        Returns:
            A line that has no arrangement, or None. After a contradiction the board is spoilt.
        """
        height, clues = len(self.rows), (*self.puzzle.rows, *self.puzzle.columns)
        queue = deque(range(len(clues)) if first is None else map(self._index, first))
        waiting = bytearray(len(clues))
        for index in queue:
            waiting[index] = 1
        while queue:
            index = queue.popleft()
            waiting[index] = 0
            if index < height:
                mine, crossing, number, offset = self.rows, self.columns, index, height
            else:
                mine, crossing, number, offset = self.columns, self.rows, index - height, 0
            before = mine[number]
            self.visits += 1
            after = solver(clues[index], len(crossing), before)
            if after == before:
                continue
            if trace:
                trace(_step(self._line(index), before, after, len(crossing)))
            if after is None:
                return self._line(index)
            mine[number] = after
            for position in each(_carry(before, after, crossing, number)):
                if not waiting[offset + position]:
                    waiting[offset + position] = 1
                    queue.append(offset + position)
        return None

    def _line(self, index: int) -> Line:
        height = len(self.rows)
        return Line("row", index + 1) if index < height else Line("column", index - height + 1)

    def _index(self, line: Line) -> int:
        return line.number - 1 + (0 if line.axis == "row" else len(self.rows))


def _step(line: Line, before: list[int], after: list[int] | None, length: int) -> Step:
    return Step(line, _cells(before, length), None if after is None else _cells(after, length))


def _carry(
    before: Sequence[int], after: Sequence[int], crossing: list[list[int]], number: int
) -> int:
    """Tell the crossing lines what line `number` (0-based) has lost; the set of those changed."""
    keep = ~(1 << number)
    changed = 0
    for color, left in enumerate(after):
        lost = before[color] & ~left
        changed |= lost
        while lost:
            low = lost & -lost
            lost ^= low
            crossing[low.bit_length() - 1][color] &= keep
    return changed


def _cells(allowed: Sequence[int], length: int) -> tuple[int, ...]:
    """Position sets by colour turned into colour sets by position."""
    digits = [f"{positions:0{length}b}" for positions in reversed(allowed)]
    return tuple(int("".join(bits), 2) for bits in zip(*digits, strict=True))[::-1]
