"""The board that line logic works on, and the sweep over its lines to a fixpoint."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from sys import maxsize

from asp_nono.clue import Line
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line.bits import each
from asp_nono.line.kernel import DONE, Kernel
from asp_nono.line.solver import LineSolver, solve
from asp_nono.line.vectors import i64, vec
from asp_nono.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Step:
    """The result of one visit of the sweep to a line.

    Attributes:
        line: The line that was visited.
        before: For each cell the bit set of the colors left before the visit.
        after: The same after it; None if the line has no arrangement.
    """

    line: Line
    before: tuple[int, ...]
    after: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Round:
    """The result of a round over several lines."""

    learned: int  #: how many lines showed something
    changed: frozenset[int]  #: the lines that lost colors
    fails: bool = False  #: whether some line has no arrangement; then the board is unchanged


class Board:
    """The colors left for each cell.

    Methods take a cell by its column `x` and its row `y`, as `clue.Cell` counts them, and a line by
    its number from 0, rows before columns. `visits` is the number of lines that sweeps have solved
    so far, `learned` how many of these showed something.
    """

    kernel: Kernel  # shared by all boards of the puzzle that are copies of one
    words: vec[i64]  # the board as the kernel has it

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
            self.kernel = like.kernel
            self.words = like.words[:]
            return
        self.kernel = Kernel(puzzle.rows, puzzle.columns, len(puzzle.colors))
        self.words = self.kernel.fresh()
        if start is not None:
            puzzle.require_fit(start)
        for known in (puzzle.given if given else None, start):
            for x, y, cell in known.cells() if known is not None else ():
                self.restrict(x, y, cell)

    def __reduce__(self) -> tuple[type[Board], tuple[Puzzle, PartialGrid]]:
        """How it is pickled: as its cells. Undefined after a contradiction."""
        return Board, (self.puzzle, self.partial())

    def copy(self) -> Board:
        """An independent board with the same colors left, whose visits count from 0."""
        return Board(self.puzzle, like=self)

    def restrict(self, x: int, y: int, colors: int) -> None:
        """Leave the cell in column `x` and row `y` only colors of the bit set `colors`."""
        self.kernel.restrict(self.words, x - 1, y - 1, colors)

    def colors_at(self, x: int, y: int) -> list[int]:
        """The colors left for the cell in column `x` and row `y`."""
        return each(self.kernel.colors_at(self.words, x - 1, y - 1))

    def admit(self, grid: Grid) -> None:
        """Allow every cell the color that it has in `grid`."""
        for y, row in enumerate(grid.rows):
            for x, color in enumerate(row):
                self.kernel.allow(self.words, x, y, color)

    def line(self, line: Line) -> list[int]:
        """For each color the set of positions on `line` that may have it."""
        before = 0 if line.axis == "row" else self.puzzle.height
        return self.sets(before + line.number - 1)

    def sets(self, number: int) -> list[int]:
        """As `line`, by number."""
        return self.kernel.sets(self.words, number)

    def open_on(self, number: int) -> int:
        """The set of the positions of open cells on a line."""
        return self.kernel.open(self.words, number)

    def partial(self) -> PartialGrid:
        """The colors left for each cell. Undefined after a contradiction."""
        rows = range(self.puzzle.height)
        return PartialGrid(tuple([self.kernel.cells(self.words, row) for row in rows]))

    @property
    def undecided(self) -> int:
        """The number of open cells."""
        return sum([self.open_on(row).bit_count() for row in range(self.puzzle.height)])

    @property
    def decided(self) -> bool:
        """Whether every cell has one color left. Undefined after a contradiction."""
        return self.kernel.decided(self.words)

    @property
    def picture(self) -> Grid:
        """The picture on a decided board."""
        if not self.decided:
            raise ValueError("the board has open cells")
        rows = [self.kernel.cells(self.words, row) for row in range(self.puzzle.height)]
        return Grid(tuple([tuple([colors.bit_length() - 1 for colors in row]) for row in rows]))

    def sweep(
        self, solver: LineSolver = solve, trace: Callable[[Step], None] | None = None
    ) -> Line | None:
        """Solve lines, and those that they change again, until none gives anything new.

        `trace` is called with each visit that learns something or fails.

        Returns:
            A line that has no arrangement, or None. After a contradiction the board is undefined.
        """
        lines = range(self.puzzle.height + self.puzzle.width)
        if solver is solve and trace is None:
            wrong = self.pursue(lines)
            return None if wrong == DONE else self._line(wrong)
        self.kernel.begin(lines)
        while self.kernel.waiting:
            self.visits += 1
            step = self._visit(self.kernel.pop(), solver)
            if step is None:
                continue
            self.learned += 1
            if trace:
                trace(step)
            if step.after is None:
                return step.line
        return None

    def pursue(self, lines: Iterable[int], most: int = maxsize) -> int:
        """`sweep`, but beginning with `lines`: those that have changed since the last sweep.

        Returns:
            A line that has no arrangement; DONE; or CUT if `learned` would become more than `most`.
        """
        self.kernel.begin(lines)
        end = self.kernel.sweep(self.words, most - self.learned)
        self.visits += self.kernel.visits
        self.learned += self.kernel.learned
        return end

    def _visit(self, number: int, solver: LineSolver) -> Step | None:
        """Visit a line with any solver; None if that shows nothing."""
        kernel, words, line = self.kernel, self.words, self._line(number)
        before = kernel.cells(words, number)
        arranged = kernel.solve_by(solver, words, number)
        if arranged and not kernel.changes(words, number):
            return None
        if not arranged:
            return Step(line, before, None)
        kernel.record(words, number)
        return Step(line, before, kernel.cells(words, number))

    def _line(self, number: int) -> Line:
        height = self.puzzle.height
        return Line("row", number + 1) if number < height else Line("column", number - height + 1)

    def round(self, solver: LineSolver, lines: Iterable[int] | None = None) -> Round:
        """Solve lines as they are now, and only then record the results.

        So nothing depends on the order of lines: a puzzle that is turned, mirrored or recolored
        takes as many rounds.
        """
        kernel = self.kernel
        kernel.begin(range(self.puzzle.height + self.puzzle.width) if lines is None else lines)
        arranged = kernel.round(self.words, None if solver is solve else solver)
        return Round(kernel.learned, frozenset(kernel.clear()), fails=not arranged)

    def settle(self, x: int, y: int, colors: int) -> Line | None:
        """`restrict` a cell of a swept board, and sweep from its lines."""
        wrong = self.follow(x, y, colors)
        return None if wrong == DONE else self._line(wrong)

    def follow(self, x: int, y: int, colors: int, most: int = maxsize) -> int:
        """As `settle`, with the end of `pursue`."""
        end = self.kernel.trial(self.words, x - 1, y - 1, colors, most - self.learned)
        self.visits += self.kernel.visits
        self.learned += self.kernel.learned
        return end

    def lines_of(self, x: int, y: int) -> list[int]:
        """The lines of a cell."""
        return [y - 1, self.puzzle.height + x - 1]
