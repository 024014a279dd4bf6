"""Runs arranged for comparison: for each task a board of competitors and puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from statistics import median
from typing import Literal

from asp_nono.lab.figures import par
from asp_nono.lab.outcome import Outcome
from asp_nono.lab.runs import Puzzle, Run

Clock = Literal["cpu", "wall", "work"]
"""Which time counts: CPU seconds of the whole process, seconds on the clock of the wall, or CPU
seconds of line logic, grounding and search alone.
"""


_TIMES: dict[Clock, Callable[[Outcome], float]] = {
    "cpu": lambda outcome: outcome.cpu,
    "wall": lambda outcome: outcome.wall,
    "work": lambda outcome: outcome.work,
}


@dataclass(frozen=True)
class Cell:
    """The runs of one competitor on one puzzle, one or more.

    Attributes:
        runs: They.
        clock: Which time counts.
    """

    runs: Sequence[Run]
    clock: Clock

    @cached_property
    def time(self) -> float:
        """The median of the seconds."""
        return median(_TIMES[self.clock](run.outcome) for run in self.runs)

    @cached_property
    def solved(self) -> bool:
        """Whether every run did what was asked."""
        return all(run.outcome.solved for run in self.runs)

    @property
    def worst(self) -> Run:
        """A run that was not solved, if there is one, else the first."""
        return next((run for run in self.runs if not run.outcome.solved), self.runs[0])

    @property
    def limit(self) -> float | None:
        """The limit in seconds of the clock that counts, or if it has none that of the other."""
        run = self.runs[0]
        first, second = run.cpu_limit, run.limit
        if self.clock == "wall":
            first, second = second, first
        return second if first is None else first

    @property
    def scored(self) -> float | None:
        """The seconds, or twice the limit if it was not solved; None without a limit."""
        if self.solved:
            return self.time
        return None if self.limit is None else 2 * self.limit


@dataclass(frozen=True)
class Row:
    """What one competitor did; see `Board`.

    Attributes:
        label: Who.
        cells: For each puzzle what came of it.
    """

    label: str
    cells: dict[Puzzle, Cell] = field(default_factory=dict)

    @cached_property
    def solved(self) -> set[Puzzle]:
        """The puzzles that it solved in every run."""
        return {puzzle for puzzle, cell in self.cells.items() if cell.solved}

    def count(self, status: str) -> int:
        """On how many puzzles some run ended so."""
        return sum(
            any(run.outcome.status == status for run in cell.runs) for cell in self.cells.values()
        )

    def par(self, factor: int) -> float | None:
        """The penalised average runtime; see `figures.par`."""
        limits = [cell.limit for cell in self.cells.values() if cell.limit is not None]
        times = ((cell.time, cell.solved) for cell in self.cells.values())
        return par(times, max(limits, default=None), factor)

    @property
    def median(self) -> float | None:
        """The median seconds of what it solved."""
        times = [self.cells[puzzle].time for puzzle in self.solved]
        return median(times) if times else None

    @property
    def total(self) -> float:
        """The seconds of all puzzles together."""
        return sum(cell.time for cell in self.cells.values())

    @property
    def peak(self) -> int:
        """Peak memory in bytes, the largest of any run."""
        return max(run.outcome.peak_bytes for cell in self.cells.values() for run in cell.runs)


@dataclass(frozen=True)
class Board:
    """All that was recorded of one task.

    Attributes:
        task: The task.
        rows: A row for each competitor, in the order of their names.
        puzzles: All puzzles, sorted.
    """

    task: str
    rows: Sequence[Row]
    puzzles: Sequence[Puzzle]

    def row(self, label: str) -> Row:
        """What one competitor did; perhaps nothing."""
        return next((row for row in self.rows if row.label == label), Row(label))

    def only(self, some: str) -> Board:
        """The same for the puzzles of one set."""
        rows = [
            Row(row.label, cells)
            for row in self.rows
            if (cells := {p: cell for p, cell in row.cells.items() if p[0] == some})
        ]
        return Board(self.task, rows, [puzzle for puzzle in self.puzzles if puzzle[0] == some])

    @cached_property
    def best(self) -> dict[Puzzle, float]:
        """The virtual best: for each puzzle that somebody solved the least seconds of all."""
        found: dict[Puzzle, float] = {}
        for row in self.rows:
            for puzzle in row.solved:
                found[puzzle] = min(found.get(puzzle, float("inf")), row.cells[puzzle].time)
        return found

    def wins(self, row: Row) -> int:
        """On how many puzzles nobody was faster; more than one may win if they are equal."""
        return sum(row.cells[puzzle].time <= self.best[puzzle] for puzzle in row.solved)

    def virtual_par(self, factor: int) -> float | None:
        """The penalised average runtime of the virtual best."""
        limits = [cell.limit for row in self.rows for cell in row.cells.values()]
        limit = max((one for one in limits if one is not None), default=None)
        times = [(self.best.get(puzzle, 0.0), puzzle in self.best) for puzzle in self.puzzles]
        return par(times, limit, factor)


def boards(runs: Iterable[Run], clock: Clock) -> list[Board]:
    """The boards of all tasks, in the order in which these came up."""
    cells: dict[str, dict[str, dict[Puzzle, list[Run]]]] = {}
    for run in runs:
        cells.setdefault(run.task, {}).setdefault(run.label, {}).setdefault(run.puzzle, []).append(
            run
        )
    found = []
    for task, by_label in cells.items():
        rows = [
            Row(label, {puzzle: Cell(some, clock) for puzzle, some in sorted(mine.items())})
            for label, mine in sorted(by_label.items())
        ]
        found.append(Board(task, rows, sorted({puzzle for row in rows for puzzle in row.cells})))
    return found
