"""The board that line logic works on, and the sweep over its lines to a fixpoint."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from asp_nono.clue import Clue, Line
from asp_nono.grid import PartialGrid
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

    Raises:
        PuzzleError: If `start` is not of the puzzle's size and palette.
    """

    def __init__(self, puzzle: Puzzle, start: PartialGrid | None = None) -> None:
        self.puzzle = puzzle
        self.visits = 0
        colors, width, height = len(puzzle.colors), puzzle.width, puzzle.height
        self._rows = [[span(0, width)] * colors for _ in range(height)]
        self._columns = [[span(0, height)] * colors for _ in range(width)]
        if start is not None:
            self._restrict(start)

    def _restrict(self, start: PartialGrid) -> None:
        self.puzzle.require_size(start)
        for y, cells in enumerate(start.rows):
            for x, cell in enumerate(cells):
                for color in range(len(self.puzzle.colors)):
                    if not cell >> color & 1:
                        self._rows[y][color] &= ~(1 << x)
                        self._columns[x][color] &= ~(1 << y)

    def line(self, line: Line) -> list[int]:
        """For each colour the set of positions on `line` that may have it."""
        lines = self._rows if line.axis == "row" else self._columns
        return lines[line.number - 1]

    def partial(self) -> PartialGrid:
        """What is left for each cell. Not to be asked after a contradiction."""
        return PartialGrid(tuple(_cells(row, self.puzzle.width) for row in self._rows))

    def sweep(
        self, solver: LineSolver = complete.solve, trace: Callable[[Step], None] | None = None
    ) -> Line | None:
        """Solve lines until none gives anything new.

        Each line is solved once, and again whenever a crossing line has changed it. Afterwards no
        visit of `solver` to any line would take another colour from a cell.

        Args:
            solver: What is asked about each line.
            trace: Called with each visit that learns something or fails.

        Returns:
            A line that has no arrangement, or None. After a contradiction the board is spoilt.
        """
        jobs = _jobs(self.puzzle, self._rows, self._columns)
        queue = deque(range(len(jobs)))
        waiting = bytearray(b"\1" * len(jobs))
        while queue:
            index = queue.popleft()
            waiting[index] = 0
            line, clue, mine, crossing, first = jobs[index]
            before = mine[line.number - 1]
            self.visits += 1
            after = solver(clue, len(crossing), before)
            if after == before:
                continue
            if trace:
                cells = None if after is None else _cells(after, len(crossing))
                trace(Step(line, _cells(before, len(crossing)), cells))
            if after is None:
                return line
            mine[line.number - 1] = after
            keep = ~(1 << (line.number - 1))
            changed = 0
            for color, (old, new) in enumerate(zip(before, after, strict=True)):
                lost = old & ~new
                changed |= lost
                for position in each(lost):
                    crossing[position][color] &= keep
            for position in each(changed):
                if not waiting[first + position]:
                    waiting[first + position] = 1
                    queue.append(first + position)
        return None


_Lines = list[list[int]]


def _jobs(
    puzzle: Puzzle, rows: _Lines, columns: _Lines
) -> list[tuple[Line, Clue, _Lines, _Lines, int]]:
    """For each line: its clue, its own and the crossing lines, and the first crossing job."""
    return [
        (line, clue, rows, columns, puzzle.height)
        if line.axis == "row"
        else (line, clue, columns, rows, 0)
        for line, clue, _ in puzzle.lines()
    ]


def _cells(allowed: Sequence[int], length: int) -> tuple[int, ...]:
    """Position sets by colour turned into colour sets by position."""
    cells = [0] * length
    for color, positions in enumerate(allowed):
        for position in each(positions):
            cells[position] |= 1 << color
    return tuple(cells)
