"""The board that line logic works on, and the sweep over its lines to a fixpoint."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from sys import maxsize

from asp_nono.clue import Clue, Line
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line.bits import each, repeated, span
from asp_nono.line.solver import solve
from asp_nono.puzzle import Puzzle

LineSolver = Callable[[Clue, int, Sequence[int]], "list[int] | None"]  # as `solver.solve`


@dataclass(frozen=True, slots=True)
class Step:
    """The result of one visit of the sweep to a line."""

    line: Line
    before: tuple[int, ...]  #: for each cell the bit set of the colors left before the visit
    after: tuple[int, ...] | None  #: the same after it; None if the line has no arrangement


@dataclass(frozen=True, slots=True)
class Round:
    """The result of a round over several lines."""

    learned: int  #: how many lines showed something
    changed: frozenset[
        int
    ]  #: the lines that lost colors: their numbers from 0, rows before columns
    fails: bool = False  #: whether some line has no arrangement; then the board is unchanged


class CutShortError(Exception):
    """A sweep has learned something as often as it was allowed to, and there is more."""


class Board:
    """The colors left for each cell, kept by rows and by columns.

    A line is a list of position sets, one for each color: bit p of set k is set if the cell at
    position p, from 0, may have color k; it is replaced, never changed, so that copies can share
    it. Methods take a cell by its column `x` and its row `y`, as `clue.Cell` counts them.
    `visits` is the number of lines that sweeps have solved so far, `learned` how many of these
    showed something.
    """

    clues: list[Clue]  # of each line, rows before columns
    rows: list[list[int]]
    columns: list[list[int]]  # they say the same as the rows

    def __init__(
        self,
        puzzle: Puzzle,
        start: PartialGrid | None = None,
        *,
        given: bool = True,
        like: Board | None = None,
    ) -> None:
        """A board with the colors of `like`, or with the given cells (if `given`) and `start`.

        Where these two contradict each other a cell has no color left, and a sweep ends there.
        PuzzleError if `start` is not of the puzzle's size and palette.
        """
        self.puzzle = puzzle
        self.visits = self.learned = 0
        if like is not None:
            self.clues = like.clues
            self.rows = like.rows.copy()
            self.columns = like.columns.copy()
            return
        colors, width, height = len(puzzle.colors), puzzle.width, puzzle.height
        self.clues = [*puzzle.rows, *puzzle.columns]
        self.rows = [[span(0, width)] * colors] * height
        self.columns = [[span(0, height)] * colors] * width
        if start is not None:
            puzzle.require_size(start)
        for known in (puzzle.given if given else None, start):
            for x, y, cell in known.cells() if known is not None else ():
                self.restrict(x, y, cell)

    def copy(self) -> Board:
        """An independent board with the same colors left, whose visits count from 0."""
        return Board(self.puzzle, like=self)

    def restrict(self, x: int, y: int, colors: int) -> None:
        """Leave the cell in column `x` and row `y` only colors of the bit set `colors`."""
        row, column = self.rows[y - 1].copy(), self.columns[x - 1].copy()
        for color in range(len(row)):
            if not colors >> color & 1:
                row[color] &= ~(1 << x - 1)
                column[color] &= ~(1 << y - 1)
        self.rows[y - 1], self.columns[x - 1] = row, column

    def colors_at(self, x: int, y: int) -> list[int]:
        """The colors left for the cell in column `x` and row `y`."""
        return [color for color, cells in enumerate(self.rows[y - 1]) if cells >> x - 1 & 1]

    def admit(self, grid: Grid) -> None:
        """Allow every cell the color that it has in `grid`."""
        self.rows = [row.copy() for row in self.rows]
        self.columns = [column.copy() for column in self.columns]
        for y, cells in enumerate(grid.rows):
            for x, color in enumerate(cells):
                self.rows[y][color] |= 1 << x
                self.columns[x][color] |= 1 << y

    def line(self, line: Line) -> list[int]:
        """For each color the set of positions on `line` that may have it."""
        lines = self.rows if line.axis == "row" else self.columns
        return lines[line.number - 1]

    def partial(self) -> PartialGrid:
        """The colors left for each cell. Undefined after a contradiction."""
        return PartialGrid(tuple([_cells(row, len(self.columns)) for row in self.rows]))

    @property
    def decided(self) -> bool:
        """Whether every cell has one color left. Undefined after a contradiction."""
        return all(not repeated(row) for row in self.rows)

    @property
    def picture(self) -> Grid:
        """The picture on a decided board."""
        if not self.decided:
            raise ValueError("the board has open cells")
        rows = [_cells(row, len(self.columns)) for row in self.rows]
        return Grid(tuple([tuple([colors.bit_length() - 1 for colors in row]) for row in rows]))

    def sweep(
        self,
        solver: LineSolver = solve,
        trace: Callable[[Step], None] | None = None,
        first: Sequence[int] | None = None,
        most: int = maxsize,
    ) -> Line | None:
        """Solve lines, and those that they change again, until none gives anything new.

        `first` has the lines that have changed since the last sweep: their numbers from 0, rows
        before columns. `trace` is called with each visit that learns something or fails.

        Returns:
            A line that has no arrangement, or None. After a contradiction the board is undefined.

        Raises:
            CutShortError: If `learned` would become more than `most`.
        """
        clues = self.clues
        queue = list(range(len(clues)) if first is None else first)
        waiting = [False] * len(clues)
        for index in queue:
            waiting[index] = True
        for index in queue:  # which grows in the loop
            waiting[index] = False
            mine, crossing, number, offset = self._sides(index)
            before = mine[number]
            self.visits += 1
            after = solver(clues[index], len(crossing), before)
            if after == before:
                continue
            if self.learned == most:
                raise CutShortError
            self.learned += 1
            if trace or after is None:
                line = Line("row" if offset else "column", number + 1)
                if trace:
                    left = None if after is None else _cells(after, len(crossing))
                    trace(Step(line, _cells(before, len(crossing)), left))
                if after is None:
                    return line
            mine[number] = after
            for position in each(_carry(before, after, crossing, number)):
                if not waiting[offset + position]:
                    waiting[offset + position] = True
                    queue.append(offset + position)
        return None

    def _sides(self, index: int) -> tuple[list[list[int]], list[list[int]], int, int]:
        """Of line `index`: its parallels, the lines that cross it, and its number among the former.

        The last value plus the number of a crossing line is the index of that line.
        """
        height = len(self.rows)
        if index < height:
            return self.rows, self.columns, index, height
        return self.columns, self.rows, index - height, 0

    def round(self, solver: LineSolver, lines: Iterable[int] | None = None) -> Round:
        """Solve lines (numbered as in `sweep`) as they are now, and only then record the results.

        So nothing depends on the order of lines: a puzzle that is turned, mirrored or recolored
        takes as many rounds.
        """
        height = len(self.rows)
        both = [*self.rows, *self.columns]
        found = []
        for number in range(len(both)) if lines is None else lines:
            length = len(self.columns) if number < height else height
            after = solver(self.clues[number], length, both[number])
            if after is None:
                return Round(0, frozenset(), fails=True)
            if after != both[number]:
                found.append((number, after))
        changed = set()
        for index, after in found:
            mine, crossing, number, offset = self._sides(index)
            left = [old & new for old, new in zip(mine[number], after, strict=True)]
            news = _carry(mine[number], left, crossing, number)
            changed.add(index)
            changed.update([offset + position for position in each(news)])
            mine[number] = left
        return Round(len(found), frozenset(changed))

    def settle(self, x: int, y: int, colors: int) -> Line | None:
        """`restrict` a cell of a swept board, and `sweep` from its lines."""
        self.restrict(x, y, colors)
        return self.sweep(first=self.lines_of(x, y))

    def lines_of(self, x: int, y: int) -> list[int]:
        """The lines of a cell, numbered as in `sweep`."""
        return [y - 1, len(self.rows) + x - 1]


def _carry(before: list[int], after: list[int], crossing: list[list[int]], number: int) -> int:
    """Take from the crossing lines what line `number` has lost; the positions of changed ones."""
    keep = ~(1 << number)
    changed = 0
    for color, left in enumerate(after):
        lost = before[color] & ~left
        changed |= lost
        for position in each(lost):
            line = crossing[position] = crossing[position].copy()
            line[color] &= keep
    return changed


def _cells(allowed: Sequence[int], length: int) -> tuple[int, ...]:
    """Position sets by color turned into color sets by position."""
    cells = [0] * length
    for color, positions in enumerate(allowed):
        for position in each(positions):
            cells[position] |= 1 << color
    return tuple(cells)
