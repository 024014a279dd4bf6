"""How difficult and how tedious a puzzle is for a person.

All lines are looked at together: what one sweep finds is used only in the next one. So nothing
depends on the order of lines, and all measures are the same for a puzzle that is turned, mirrored,
or has its block colours exchanged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from math import log2

from asp_nono.grid import Grid
from asp_nono.line import SOLVERS
from asp_nono.line.board import Board, LineSolver
from asp_nono.line.lookahead import Effort, colors_at, fails
from asp_nono.line.probe import open_cells
from asp_nono.logic.together import Place, Trials, look
from asp_nono.puzzle import Puzzle
from asp_nono.solving.result import Verdict
from asp_nono.solving.solve import solve

MOST_DEEP = 250
"""Look-ahead of depth 2 is tried when at most so many cells are open; it takes too long else."""

_FEW = 10
"""So many steps are no work at all."""

_MANY = 0.1
"""When this share of the cells needs trials, the grade is one more."""

_OFTEN = 8
"""When one is stuck more often, it is one more again."""


class Technique(StrEnum):
    """What a cell is decided by, from the weakest technique to the strongest."""

    FAST = "fast"
    OLSAK = "olsak"
    COMPLETE = "complete"
    DEPTH_1 = "depth-1"
    DEPTH_2 = "depth-2"
    SEARCH = "search"


_LINE_SOLVERS: tuple[tuple[Technique, LineSolver], ...] = tuple(
    (technique, SOLVERS[technique])
    for technique in (Technique.FAST, Technique.OLSAK, Technique.COMPLETE)
)


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The measures of a puzzle with exactly one solution.

    Attributes:
        technique: The weakest technique that is enough.
        sweeps: How many sweeps over all lines, and rounds of trials, tell something.
        steps: How many visits of lines in them do, and trials that fail; and one step for each
            cell that is left to search.
        trials: How many of the steps are trials.
        stuck: How often single lines told nothing more and trials did.
        ahead: For how many rounds the longest trial had to be followed that could not be done
            without; 0 if there were none, or only trials with trials in them.
        untried: So many cells were open when trials with trials in them might have helped, too
            many to try that; 0 if it was not needed or was tried.
        shares: For each technique the share of the cells that it decides, from 0 to 1. Cells that
            are given are not counted.
        grade: Difficulty, from 1 to 10.
        tedium: From 1 to 10: how long it takes, whether it is difficult or not.
    """

    technique: Technique
    sweeps: int
    steps: int
    trials: int
    stuck: int
    ahead: int
    untried: int
    shares: dict[Technique, float]
    grade: int
    tedium: int


def difficulty(puzzle: Puzzle, solution: Grid) -> Difficulty:
    """Measure a puzzle.

    Args:
        puzzle: The puzzle.
        solution: Its only solution.

    >>> cross = Puzzle.of(Grid.from_text([".#.", "###", ".#."]))
    >>> found = difficulty(cross, cross.goal)
    >>> str(found.technique), found.sweeps, found.grade, found.tedium
    ('fast', 2, 1, 1)
    """
    count = _Count(Board(puzzle), solution)
    before = count.open
    count.run()
    total = before or 1
    shares = {technique: count.decided[technique] / total for technique in Technique}
    return Difficulty(
        count.technique,
        count.sweeps,
        count.steps + count.trials,
        count.trials,
        count.stuck,
        count.ahead,
        count.untried,
        shares,
        _grade(count),
        _tedium(count.steps + count.trials),
    )


def measures(puzzle: Puzzle) -> Iterator[Difficulty | Verdict]:
    """The difficulty of a puzzle, or its verdict if it has not exactly one solution.

    A job for a child process.
    """
    result = solve(puzzle)
    unique = result.verdict is Verdict.UNIQUE
    yield difficulty(puzzle, result.solutions[0]) if unique else result.verdict


def _grade(count: _Count) -> int:
    """By the technique; within it by how often sweeps double, or how much depends on trials."""
    chain = _doublings(count.sweeps)
    if count.technique is Technique.FAST:
        return min(max(chain - 1, 1), 4)
    if count.technique in (Technique.OLSAK, Technique.COMPLETE):
        return min(max((chain + 5) // 2, 4), 7)
    if count.technique is Technique.DEPTH_1:
        many = count.decided[Technique.DEPTH_1] >= _MANY * sum(count.decided.values())
        return 6 + many + (count.stuck > 1) + (count.stuck > _OFTEN)
    return 9 if count.technique is Technique.DEPTH_2 else 10


def _doublings(number: int) -> int:
    """How often 1 must be doubled to reach a number."""
    return max(number - 1, 0).bit_length()


def _tedium(steps: int) -> int:
    """One more whenever the number of steps doubles."""
    return min(10, 1 + round(log2(max(steps, _FEW) / _FEW)))


@dataclass(slots=True)
class _Count:
    """A board, and what has been counted on the way to its solution."""

    board: Board
    solution: Grid
    sweeps: int = 0
    steps: int = 0
    trials: int = 0
    ahead: int = 0
    stuck: int = 0
    untried: int = 0
    technique: Technique = Technique.FAST
    tries: Trials = field(default_factory=Trials)
    decided: dict[Technique, int] = field(default_factory=lambda: dict.fromkeys(Technique, 0))

    @property
    def open(self) -> int:
        """The number of open cells."""
        return self.board.partial().undecided

    def run(self) -> None:
        """Take the weakest technique that tells something, again and again."""
        left = self.open
        while left:
            technique = self._round()
            self.technique = max(self.technique, technique, key=list(Technique).index)
            self.sweeps += technique is not Technique.SEARCH
            now = self.open
            if technique is Technique.SEARCH:
                self.steps += left
                now = 0
            self.decided[technique] += left - now
            left = now

    def _round(self) -> Technique:
        for technique, solver in _LINE_SOLVERS:
            found = look(self.board, solver)
            if found.fails:
                raise AssertionError("a line cannot be filled, and yet there is a solution")
            if found.told:
                self.steps += found.told
                self.tries.forget(found.changed)
                return technique
        rounds, failed = self.tries.shortest(self.board, self.solution.rows)
        if failed:
            self.ahead = max(self.ahead, rounds)
            self.stuck += 1
            self._refute(failed)
            return Technique.DEPTH_1
        if self.open <= MOST_DEEP and (failed := self._deep()):
            self.stuck += 1
            self._refute(failed)
            return Technique.DEPTH_2
        self.untried = self.open if self.open > MOST_DEEP else 0
        return Technique.SEARCH

    def _deep(self) -> list[Place]:
        """The wrong colours that trials with trials in them refute."""
        return [
            (x, y, color)
            for x, y in open_cells(self.board)
            for color in colors_at(self.board, x, y)
            if color != self.solution.rows[y][x] and fails(self.board, x, y, color, 1, Effort())
        ]

    def _refute(self, failed: list[Place]) -> None:
        """Take away colours that trials have refuted."""
        self.trials += len(failed)
        for x, y, color in failed:
            left = sum(1 << other for other in colors_at(self.board, x, y) if other != color)
            self.board.restrict(x, y, left)
        height = len(self.board.rows)
        self.tries.forget(frozenset(line for x, y, _ in failed for line in (y, height + x)))
