"""How difficult and how tedious a puzzle is for a person.

All lines are solved at the same time: what one sweep finds is used only in the next one. So the
measures are the same for a puzzle that is turned, mirrored, or has its block colors exchanged.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import log2
from typing import Any, TypeAlias

from asp_nono.draw.picture import Picture
from asp_nono.grid import Grid
from asp_nono.line import SOLVERS
from asp_nono.line.board import Board
from asp_nono.line.lookahead import Budget, Guess, Trials, fails, open_cells
from asp_nono.messages import NOTHING, Message, plural, with_messages
from asp_nono.puzzle import Puzzle
from asp_nono.run.snapshots import Answer
from asp_nono.solving.relaxation import added, promising
from asp_nono.solving.result import Technique, Verdict
from asp_nono.solving.solve import solve

MOST_DEEP = 250  # look-ahead of depth 2 is tried when no more cells are open
_FEW = 10  # the number of steps that are no work at all
_MANY = 0.1  # when this share of the cells needs trials, the difficulty is one more
_OFTEN = 8  # when one is stuck more often, it is one more again
_MEASURES = (
    *("grade", "tedium", "technique", "solver"),
    *("sweeps", "steps", "trials", "stuck", "ahead", "untried"),
)

Way: TypeAlias = "Technique | str"
"""What decides a cell: one of the line solvers by its name, or a technique beyond single lines."""

WAYS: tuple[Way, ...] = (*SOLVERS, *list(Technique)[1:])


@dataclass(frozen=True, slots=True)
class DifficultyMeasures:
    """The measures of a puzzle with exactly one solution.

    Attributes:
        technique: The weakest one that is enough.
        solver: The weakest line solver with which it is: "fast", "olsak" or "complete".
        sweeps: How many sweeps over all lines, and rounds of trials, find something.
        steps: Visits of lines that find something, failing trials, and cells left to
            search.
        trials: How many of the steps are trials.
        stuck: How often single lines found nothing more and trials did.
        ahead: The rounds of the longest indispensable trial without trials in it; 0 for
            none.
        untried: The open cells, where these are too many to try depth 2; else 0.
        shares: Of the cells not given, by what decides them.
        grade: Difficulty, from 1 to 10.
        tedium: From 1 to 10: how long it takes, whether it is difficult or not.
    """

    technique: Technique
    solver: str
    sweeps: int
    steps: int
    trials: int
    stuck: int
    ahead: int
    untried: int
    shares: dict[Way, float]
    grade: int
    tedium: int

    def text(self) -> str:
        """The measures, on one line."""
        trials = f" ({self.trials} of them trials)" if self.trials else ""
        shares = [f"{name} {share:.1%}" for name, share in self.shares.items() if share]
        measured = [
            str(plural(self.sweeps, "{count} sweep", "{count} sweeps")),
            str(plural(self.steps, "{count} step", "{count} steps")) + trials,
        ]
        if self.stuck:
            measured.append(str(plural(self.stuck, "stuck {count} time", "stuck {count} times")))
        measured.append(", ".join(shares))
        if self.untried:
            measured.append(f"depth-2 not tried, {self.untried} cells are open")
        rating = f"difficulty {self.grade}, tedium {self.tedium}"
        return f"{rating} ({self.technique}; {'; '.join(measured)})"

    def to_json(self) -> dict[str, Any]:
        """The measures (docs/json.md)."""
        shares = {str(name): round(share, 4) for name, share in self.shares.items()}
        data = {name: getattr(self, name) for name in _MEASURES}
        data |= {"technique": str(self.technique), "shares": shares}
        return data | with_messages(reason=NOTHING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating(Answer):
    """The difficulty of a puzzle, or why it has none.

    Attributes:
        verdict: Whether the puzzle is unique.
        difficulty: If the puzzle is unique.
        stopped: What stopped the job, if something did.
        seconds: The time since the question.
    """

    verdict: Verdict = Verdict.UNDECIDED
    difficulty: DifficultyMeasures | None = None

    @property
    def why_none(self) -> Message:
        """Why there is no difficulty; empty if there is one."""
        if self.difficulty or self.stopped:
            return self.stop
        if self.verdict is Verdict.MULTIPLE:
            return Message("the puzzle has several solutions")
        if self.verdict is Verdict.NONE:
            return Message("the puzzle has no solution")
        return Message("it is not known whether the puzzle has one solution")

    def text(self, name: str, draw: Callable[[Puzzle, Picture | None], str]) -> Iterator[str]:
        """The difficulty with its measures, or why there is none."""
        del draw
        found = self.difficulty
        yield f"{name}: {found.text() if found else f'not rated; {self.why_none}'}"

    def to_json(self) -> dict[str, Any]:
        """The measures (docs/json.md); None for each if there is no difficulty."""
        if self.difficulty:
            return self.difficulty.to_json()
        none = dict.fromkeys(_MEASURES)
        return {**none, "shares": {}, **with_messages(reason=self.why_none)}


def difficulty(puzzle: Puzzle, solution: Grid) -> DifficultyMeasures:
    """Measure a puzzle with exactly one solution.

    >>> cross = Puzzle.of(Grid.from_text([".#.", "###", ".#."]))
    >>> found = difficulty(cross, cross.goal)
    >>> str(found.technique), found.solver, found.sweeps, found.grade, found.tedium
    ('line', 'fast', 2, 1, 1)
    """
    count = _MeasuredBoard(Board(puzzle), solution)
    total = count.open or 1
    count.run()
    steps = count.steps + count.trials
    counted = (count.sweeps, steps, count.trials, count.stuck, count.ahead, count.untried)
    shares = {way: count.decided[way] / total for way in WAYS}
    tedium = min(10, 1 + round(log2(max(steps, _FEW) / _FEW)))
    return DifficultyMeasures(
        count.technique, count.solver, *counted, shares, _grade(count), tedium
    )


def ratings(puzzle: Puzzle) -> Iterator[Rating]:
    """The only snapshot of a rating; as a job."""
    result = solve(puzzle)
    unique = result.verdict is Verdict.UNIQUE
    found = difficulty(puzzle, result.solutions[0]) if unique else None
    yield Rating(verdict=result.verdict, difficulty=found)


class _MeasuredBoard:
    """A board, and what has been counted on the way to its solution."""

    def __init__(self, board: Board, solution: Grid) -> None:
        self.board, self.solution, self.tries = board, solution, Trials("rounds")
        self.sweeps = self.steps = self.trials = self.ahead = self.stuck = self.untried = 0
        self.used = set[Way]()
        self.decided = dict.fromkeys(WAYS, 0)

    @property
    def technique(self) -> Technique:
        """The strongest technique that was used."""
        beyond = reversed(list(Technique)[1:])
        return next((one for one in beyond if one in self.used), Technique.LINE)

    @property
    def solver(self) -> str:
        """The strongest line solver that was used."""
        return next((name for name in reversed(SOLVERS) if name in self.used), "fast")

    @property
    def open(self) -> int:
        """The number of open cells."""
        return self.board.undecided

    def run(self) -> None:
        """Take the weakest way that finds something, again and again."""
        left = self.open
        while left:
            way = self._round()
            self.used.add(way)
            searched = way is Technique.SEARCH
            self.sweeps += not searched
            self.steps += left * searched
            before, left = left, 0 if searched else self.open
            self.decided[way] += before - left

    def _round(self) -> Way:
        for name, solver in SOLVERS.items():
            found = self.board.round(solver)
            if found.fails:
                raise AssertionError("a line cannot be filled, and yet there is a solution")
            if found.learned:
                self.steps += found.learned
                return name
        if failing := self.tries.failing(self.board, solution=self.solution):
            rounds = failing[0][0]
            self.ahead = max(self.ahead, rounds)
            self._refute([guess for cost, guess in failing if cost == rounds])
            return Technique.DEPTH_1
        if self.open > MOST_DEEP:
            self.untried = self.open
            return self._add_up()
        failed = [
            (x, y, color)
            for x, y in open_cells(self.board)
            for color in self.board.colors_at(x, y)
            if color != self.solution.rows[y - 1][x - 1]
            and fails(self.board, (x, y, color), 1, Budget())
        ]
        self._refute(failed)
        return Technique.DEPTH_2 if failed else self._add_up()

    def _add_up(self) -> Technique:
        """Add up the clues; leave it to search if that is not promising, or shows nothing."""
        addition = added(self.board) if promising(self.board) else None
        if addition is None:
            return Technique.SEARCH
        lines = range(self.board.puzzle.height + self.board.puzzle.width)
        self.steps += sum(self.board.open_on(number) > 0 for number in lines)
        addition.restrict(self.board)
        return Technique.LINEAR

    def _refute(self, failed: list[Guess]) -> None:
        """Take away colors that trials have refuted."""
        self.stuck += bool(failed)
        self.trials += len(failed)
        for x, y, color in failed:
            self.board.restrict(x, y, ~(1 << color))


def _grade(count: _MeasuredBoard) -> int:
    """By the technique; within it by how often sweeps double, or how much depends on trials."""
    doublings = max(count.sweeps - 1, 0).bit_length()
    if count.technique is Technique.LINE:
        if count.solver == "fast":
            return min(max(doublings - 1, 1), 4)
        return min(max((doublings + 5) // 2, 4), 7)
    if count.technique is Technique.DEPTH_1:
        many = count.decided[Technique.DEPTH_1] >= _MANY * sum(count.decided.values())
        return 6 + many + (count.stuck > 1) + (count.stuck > _OFTEN)
    return 10 if count.technique is Technique.SEARCH else 9
