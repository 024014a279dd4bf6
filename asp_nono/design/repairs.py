"""The smallest change of a picture after which its puzzle has exactly one solution.

Counterexample-guided: clingo proposes the cheapest edit that heeds what is known, the puzzle of the
edited picture is searched for a second solution, and that teaches which edits cannot do either
(`lessons`). The first edit without a second solution is the cheapest. What is known meanwhile, that
nothing cheaper will do, is a proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from asp_nono.design.descent import Descent
from asp_nono.design.edit import Change, Changes, Terms, edited, posed
from asp_nono.design.judge import Aim, judge
from asp_nono.design.look import isolated
from asp_nono.design.proposals import Proposals
from asp_nono.design.symmetry import symmetries
from asp_nono.errors import PuzzleError
from asp_nono.grid import Grid
from asp_nono.logic.difficulty import Difficulty, difficulty
from asp_nono.logic.hitting import OutOfConflicts
from asp_nono.puzzle import Puzzle
from asp_nono.solving.result import Technique
from asp_nono.solving.solve import solve

_CHOICE = 4
"""So many times as many repairs as are wanted are looked for among those of one cost."""

_PATIENCE = 20
"""When so many edits have failed, another way to a first repair is tried."""

_CONFLICTS = 10_000
"""The same when clingo has had so many conflicts with one proposal."""

_TECHNIQUES: tuple[Technique, ...] = ("line", "depth-1", "depth-2", "search")


@dataclass(frozen=True, slots=True)
class RepairTask:
    """What is asked.

    Attributes:
        puzzle: The puzzle; its goal is the picture that is repaired.
        aim: "unique" for exactly one solution, "line" for one that line logic alone finds.
        alternatives: How many repairs are wanted.
        terms: What may change, and what it costs.
    """

    puzzle: Puzzle
    aim: Aim = "unique"
    alternatives: int = 3
    terms: Terms = field(default_factory=Terms)


@dataclass(frozen=True, slots=True)
class Repair:
    """An edit after which the puzzle has exactly one solution: the edited picture.

    Attributes:
        puzzle: The puzzle of the edited picture, which is its goal.
        changes: What was changed, from the top, then from the left.
        cost: What the changes cost; without weights that is their number.
        technique: The weakest technique known to be enough.
        isolated: How many cells without a neighbour of their colour there are more than before.
        broken: How many symmetries of the picture were lost.
        difficulty: How difficult the puzzle is, once that has been measured.
    """

    puzzle: Puzzle
    changes: tuple[Change, ...]
    cost: int
    technique: Technique
    isolated: int
    broken: int
    difficulty: Difficulty | None = None

    @property
    def picture(self) -> Grid:
        """The edited picture."""
        if self.puzzle.goal is None:
            raise AssertionError("a repaired puzzle has lost its picture")
        return self.puzzle.goal

    @property
    def rank(self) -> tuple[int, ...]:
        """What comes first in a list of repairs: by change, by look, by difficulty."""
        hardness = _TECHNIQUES.index(self.technique)
        grade = self.difficulty.grade if self.difficulty else 0
        places = (part for change in self.changes for part in change)
        return self.cost, self.broken, self.isolated, hardness, grade, *places

    def to_json(self) -> dict[str, Any]:
        """An item of `repairs` in `--json`."""
        chars = self.puzzle.chars
        return {
            "changes": [[c.x, c.y, chars[c.before], chars[c.after]] for c in self.changes],
            "cost": self.cost,
            "technique": self.technique,
            "isolated": self.isolated,
            "broken_symmetries": self.broken,
            "grade": self.difficulty.grade if self.difficulty else None,
            "rows": self.picture.to_text(chars),
        }


class Progress(NamedTuple):
    """How far the search is.

    Attributes:
        least: No repair costs less.
        proposed: How many edits have been judged.
        learnt: How many lessons they have taught.
    """

    least: int
    proposed: int
    learnt: int


class Looked:
    """Every edit within the terms has been looked at, or ruled out."""


class Chosen(NamedTuple):
    """The puzzle has no goal; the first solution found is repaired."""

    picture: Grid


Event = Progress | Repair | Looked | Chosen


def repairs(task: RepairTask) -> Iterator[Event]:
    """Repairs as they are found, with progress; a job for a child process.

    A repair may come twice, the second time with its difficulty.

    Raises:
        PuzzleError: If the puzzle has no solution or blotted blocks, or the terms do not fit.
    """
    puzzle = task.puzzle
    if puzzle.blotted:
        raise PuzzleError("blotted numbers do not tell the picture; see --unblot and --reveal")
    if puzzle.goal is None:
        picture = first_solution(puzzle)
        yield Chosen(picture)
        task = replace(task, puzzle=replace(puzzle, goal=picture))
    hunt = _Hunt(task)
    yield from hunt.cheapest()
    for repair in best(hunt.found.values(), task.alternatives):
        yield replace(repair, difficulty=difficulty(repair.puzzle, repair.picture))


def first_solution(puzzle: Puzzle) -> Grid:
    """The picture that stands for the goal of a puzzle that has none.

    Raises:
        PuzzleError: If the puzzle has no solution.
    """
    if found := solve(puzzle, most=1).solutions:
        return found[0]
    raise PuzzleError("the puzzle has no solution, so that there is no picture to be changed")


def best(found: Iterable[Repair], most: int) -> list[Repair]:
    """The best repairs of those found."""
    return sorted(found, key=lambda repair: repair.rank)[:most]


class _Hunt:
    """The search for repairs.

    Attributes:
        found: The repairs by their changes.
    """

    def __init__(self, task: RepairTask) -> None:
        puzzle = task.puzzle
        if puzzle.goal is None:
            raise AssertionError("a puzzle without a picture cannot be repaired")
        self._task = task
        self._grid = puzzle.goal
        self._isolated, self._symmetries = isolated(self._grid), symmetries(self._grid)
        self._proposals = Proposals(puzzle, self._grid, task.terms)
        self._least = self._proposed = 0
        self._tried = False
        self.found: dict[Changes, Repair] = {}

    def cheapest(self) -> Iterator[Event]:
        """The cheapest repairs, one after the other.

        As long as none is found, another way is tried once: when many proposals have failed, when
        clingo has no proposal soon, or when all proposals left cost too much.
        """
        last: Changes = frozenset()
        while True:
            hurry = not (self.found or self._tried)
            edit = self._next(hurry)
            if isinstance(edit, OutOfConflicts):
                yield from self._downhill(last)
                continue
            cost = self._task.terms.up_to + 1 if edit is None else self._proposals.cost(edit)
            if edit is not None and self._enough(cost):
                return
            if not any(repair.cost <= self._least for repair in self.found.values()):
                self._least = cost
            yield self._progress
            if edit is None or cost > self._task.terms.up_to:
                break
            last = edit
            yield from self._judged(edit)
        yield Looked()
        if not (self.found or self._tried):
            yield from self._downhill(last)

    def _next(self, hurry: bool) -> Changes | OutOfConflicts | None:
        """The next proposal; OutOfConflicts if it is time to try another way."""
        if not hurry:
            return self._proposals.cheapest()
        if self._proposed >= _PATIENCE:
            return OutOfConflicts()
        return self._proposals.cheapest(_CONFLICTS)

    def _downhill(self, edit: Changes) -> Iterator[Event]:
        """Another way to a repair, which need not be the cheapest; tried once."""
        self._tried = True
        descent = Descent(self._task.puzzle, self._grid, self._proposals, self._task.aim, edit)
        if descent.run():
            yield from self._judged(descent.edit)

    @property
    def _progress(self) -> Progress:
        return Progress(self._least, self._proposed, self._proposals.learnt)

    def _enough(self, cost: int) -> bool:
        """Whether what is found is enough to choose from, when others cost at least so much."""
        wanted = self._task.alternatives
        costs = [repair.cost for repair in self.found.values()]
        cheaper, alike = sum(c < cost for c in costs), sum(c <= cost for c in costs)
        return cheaper >= wanted or alike >= _CHOICE * wanted

    def _judged(self, edit: Changes) -> Iterator[Event]:
        """Judge an edit, and learn from it."""
        puzzle = posed(self._task.puzzle, edited(self._grid, edit))
        result = judge(puzzle, self._task.aim)
        self._proposed += 1
        if not isinstance(result, str):
            self._proposals.learn(edit, result)
            return
        self._proposals.reject(edit)
        if edit not in self.found:
            self.found[edit] = self._repair(puzzle, edit, result)
            yield self.found[edit]

    def _repair(self, puzzle: Puzzle, edit: Changes, technique: Technique) -> Repair:
        after = edited(self._grid, edit)
        kept = symmetries(after)
        return Repair(
            puzzle,
            tuple(sorted(edit, key=lambda change: (change.y, change.x))),
            self._proposals.cost(edit),
            technique,
            isolated(after) - self._isolated,
            sum(name not in kept for name in self._symmetries),
        )
