"""Repair: the smallest change of a picture after which its puzzle has exactly one solution.

Counterexample-guided: clingo proposes the cheapest edit that no nogood excludes, the puzzle of the
edited picture is searched for a second solution, and that yields nogoods, which exclude more edits
(`nogoods`). The first edit without a second solution is the cheapest. The bound that is known
meanwhile, that nothing cheaper will do, is a proof. After that the edits come in the order of cost
and look (`look.lp`), so that the first ones without a second solution are the best of all.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from time import perf_counter
from typing import Any, Unpack

from asp_nono.clue import cell_named
from asp_nono.design.candidates import Candidates, descend, regraded
from asp_nono.design.edit import CellChange, Changes, Terms, edited, posed
from asp_nono.design.local_search import EASIEST, HARDEST, Target
from asp_nono.design.nogoods import Aim
from asp_nono.design.recognition import likeness
from asp_nono.draw.picture import Difference, Picture
from asp_nono.grid import Grid
from asp_nono.line.board import Board
from asp_nono.logic.difficulty import DifficultyMeasures, difficulty
from asp_nono.logic.hitting import OutOfConflicts
from asp_nono.messages import NOTHING, Message, PuzzleError, plural, together, with_messages
from asp_nono.puzzle import Puzzle
from asp_nono.run import run_job
from asp_nono.run.pool import RunOptions
from asp_nono.run.snapshots import Answer
from asp_nono.solving.result import Technique
from asp_nono.solving.solve import solve

ANY = EASIEST, HARDEST  # all difficulties

_ALIKE = 24  # of more repairs that look equally good, the easiest of this many is the best
_LOOKS = 150  # after this many failed edits in a row, no better-looking repair is looked for
_LOOK_CONFLICTS = 30_000  # the same when clingo has had this many conflicts with one candidate
_PATIENCE = 20  # after this many failed edits, local search looks for a first repair
_CONFLICTS = 10_000  # the same when clingo has had this many conflicts with one candidate


@dataclass(frozen=True, slots=True)
class RepairedPicture:
    """An edit after which the puzzle has exactly one solution: the edited picture.

    Attributes:
        puzzle: The puzzle of the edited picture, which is its goal.
        picture: The edited picture.
        changes: From the top, then from the left.
        cost: What the changes cost; without weights that is their number.
        technique: The weakest known to be enough.
        parting: How many changes alone join or part strokes, or open or close a hole.
        isolated: How many more isolated cells there are than before.
        broken: How many symmetries of the picture were lost.
        likeness: How well the edited picture shows the same, 0 to 1; see `recognition`.
        difficulty: Of the puzzle, once it has been measured.
    """

    puzzle: Puzzle
    picture: Grid
    changes: tuple[CellChange, ...]
    cost: int
    technique: Technique
    parting: int
    isolated: int
    broken: int
    likeness: float
    difficulty: DifficultyMeasures | None = None

    @property
    def look(self) -> tuple[int, int, int, int]:
        """Cost, parts, symmetries lost and isolated cells, the first criteria of their order."""
        return self.cost, self.parting, self.broken, self.isolated

    @property
    def score(self) -> int:
        """How well the edited picture shows the same, 0 to 100."""
        return round(100 * self.likeness)

    @property
    def rank(self) -> tuple[int, ...]:
        """The order of repairs, by look, score, technique, difficulty and place."""
        hardness = self.technique.strength
        grade = self.difficulty.grade if self.difficulty else 0
        places = (part for change in self.changes for part in change)
        return *self.look, -self.score, hardness, grade, *places

    @property
    def about(self) -> Message:
        """Its size, how its puzzle is solved, and what it does to the look."""
        size = plural(len(self.changes), "{count} cell", "{count} cells")
        if self.cost != len(self.changes):
            size = Message("{cells} at a cost of {cost}", cells=size, cost=self.cost)
        solved = Message("solved by {technique}", technique=self.technique)
        if self.difficulty:
            solved = Message(
                "solved by {technique}, difficulty {grade}",
                technique=self.technique,
                grade=self.difficulty.grade,
            )
        fewer, more = abs(min(self.isolated, 0)), max(self.isolated, 0)
        lonely = NOTHING
        if fewer:
            lonely = plural(fewer, "{count} isolated cell fewer", "{count} isolated cells fewer")
        elif more:
            lonely = plural(more, "{count} isolated cell more", "{count} isolated cells more")
        lost = Message("less symmetric") if self.broken else NOTHING
        score = Message("score {score}", score=self.score)
        return together((size, score, solved, lonely, lost), "; ")

    def change(self, before: Grid) -> Difference:
        """The edited picture compared with the one before."""
        return Difference(before, self.picture, ("before", "after"))

    def to_json(self) -> dict[str, Any]:
        """An item of `repairs` in `--json`."""
        chars = self.puzzle.chars
        return {
            "changes": [[c.x, c.y, chars[c.before], chars[c.after]] for c in self.changes],
            "cost": self.cost,
            "technique": self.technique,
            "score": self.score,
            "parting": self.parting,
            "isolated": self.isolated,
            "broken_symmetries": self.broken,
            "grade": self.difficulty.grade if self.difficulty else None,
            "rows": self.picture.to_text(chars),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairResult(Answer):
    """The state of a repair search (a snapshot).

    Attributes:
        puzzle: Its goal is the picture that is repaired.
        aim: What a repaired puzzle must be.
        grades: The lowest and the highest difficulty that will do.
        chosen: Whether that is the first solution found, because there was no goal.
        repairs: The best first; without changes if none is needed.
        least: No repair costs less.
        best: Whether no repair of the same cost looks better than the first.
        up_to: The highest cost that was looked for, if that was asked for.
        complete: Whether every edit within the terms was tried or excluded.
        gave_up: Why no better-looking repair was looked for any longer.
        proposed: How many edits were tried.
        learned: How many nogoods they taught.
        stopped: What stopped the job, if something did.
        seconds: The time since the question.
    """

    puzzle: Puzzle
    aim: Aim = "unique"
    grades: tuple[int, int] = ANY
    chosen: bool = False
    repairs: tuple[RepairedPicture, ...] = ()
    least: int = 0
    best: bool = False
    up_to: int | None = None
    complete: bool = False
    gave_up: Message = NOTHING
    proposed: int = 0
    learned: int = 0

    @property
    def smallest(self) -> bool:
        """Whether the first repair is proven to be a cheapest one."""
        return bool(self.repairs) and self.repairs[0].cost <= self.least

    @property
    def ended_by(self) -> Message:
        """The reason why there is no proof; empty if there is one."""
        if self.stop or self.smallest:
            return self.stop or self.gave_up
        if self.complete and self.up_to is not None:
            return Message("cost limit of {most}", most=self.up_to)
        return NOTHING

    @property
    def finished(self) -> bool:
        """Whether it is known what the smallest repair is, or that there is none."""
        return self.smallest or self.complete

    @property
    def progress(self) -> Message:
        """The repairs found, the edits tried and the bound proven, on one line for progress."""
        if self.complete:
            return Message("every edit was checked")
        best = NOTHING
        if self.repairs:
            best = Message("a repair of {cells}", cells=_cells(len(self.repairs[0].changes)))
        tried = Message(
            "{edits} edits checked, {nogoods} nogoods", edits=self.proposed, nogoods=self.learned
        )
        bound = Message("a repair costs {least} or more", least=self.least)
        if self.smallest:
            bound = Message("none is smaller, looking for a better one")
        return together((best, tried, bound), "; ")

    @property
    def headline(self) -> Message:
        """The size of the first repair, and whether it is proven smallest, in a sentence."""
        if self.repairs:
            return self._first()
        if not self.complete:
            return Message(
                "no repair found: {reason}; one costs {least} or more",
                reason=self.stop,
                least=self.least,
            )
        if self.up_to is None:
            return Message("no permitted change makes it {aim}", aim=self._aim())
        return Message(
            "no permitted change at a cost of up to {most} makes it {aim}",
            most=self.up_to,
            aim=self._aim(),
        )

    def _aim(self) -> Message:
        aim = Message("solvable line by line") if self.aim == "line" else Message("unique")
        low, high = self.grades
        if self.grades == ANY:
            return aim
        if low == high:
            return Message("{aim} and of difficulty {grade}", aim=aim, grade=low)
        return Message("{aim} and of difficulty {low} to {high}", aim=aim, low=low, high=high)

    def _first(self) -> Message:
        first = self.repairs[0]
        if not first.changes:
            return Message("it is already {aim}; there is nothing to repair", aim=self._aim())
        change, weighed = _cells(len(first.changes)), first.cost != len(first.changes)
        if weighed:
            change = Message("{cells}, at a cost of {cost},", cells=change, cost=first.cost)
        proof = self.proof(weighed=weighed)
        if self.ended_by:
            proof = Message("{proof} ({stopped})", proof=proof, stopped=self.ended_by)
        return Message(
            "a change of {change} makes it {aim}; {proof}",
            change=change,
            aim=self._aim(),
            proof=proof,
        )

    def proof(self, *, weighed: bool = False) -> Message:
        """A phrase for the bound on smaller repairs."""
        if self.smallest and self.best:
            return Message("no smaller one does")
        if self.smallest:
            return Message("no smaller one does, but another of this size may look better")
        least, most = self.least, self.repairs[0].cost - 1
        sizes = Message("{least} to {most}", least=least, most=most) if least < most else str(most)
        if weighed:
            return Message("whether a cost of {sizes} would do is not known", sizes=sizes)
        if least >= most == 1:
            return Message("whether {sizes} cell would do is not known", sizes=sizes)
        return Message("whether {sizes} cells would do is not known", sizes=sizes)

    def text(self, name: str, draw: Callable[[Puzzle, Picture | None], str]) -> Iterator[str]:
        """The headline, and each repair with its changes and a drawing of them."""
        if self.chosen:
            yield f"{name}: no goal in the file; its first solution is repaired"
        yield f"{name}: {self.headline} ({self.seconds:.3f} s)"
        goal = self.puzzle.goal
        for number, one in enumerate(self.repairs, 1):
            if goal is None or not one.changes:
                continue
            yield f"\nRepair {number}: {one.about}"
            for cell in one.changes:
                before, after = (self.puzzle.colors[k].name for k in (cell.before, cell.after))
                yield f"  {cell_named((cell.x, cell.y))}: {before} becomes {after}"
            yield draw(one.puzzle, one.change(goal))

    def to_json(self) -> dict[str, Any]:
        """The keys of `--json`."""
        return {
            "aim": self.aim,
            "grades": list(self.grades),
            "colors": self.puzzle.color_names,
            "first_solution": self.chosen,
            "repairs": [repair.to_json() for repair in self.repairs],
            "smallest": self.smallest,
            "best": self.best,
            "least": self.least,
            "complete": self.complete,
            **with_messages(stopped=self.ended_by),
            "seconds": round(self.seconds, 6),
        }


def repair(
    puzzle: Puzzle,
    *,
    aim: Aim = "unique",
    alternatives: int = 3,
    terms: Terms | None = None,
    grades: tuple[int, int] = ANY,
    **running: Unpack[RunOptions[RepairResult]],
) -> RepairResult:
    """The smallest changes of a puzzle's picture after which it is the only solution.

    Its first solution is repaired if it has no goal. The aim is "unique" for exactly one solution,
    "line" for one that line logic alone finds; `alternatives` is the number of repairs wanted,
    `grades` are the lowest and the highest difficulty that will do. Ctrl-C keeps what was found.

    Raises:
        PuzzleError: If there is no picture, if numbers are blotted, or if the terms do not fit.

    >>> from asp_nono.grid import Grid
    >>> found = repair(Puzzle.of(Grid.from_text(["#.", ".#"])), alternatives=1)
    >>> len(found.repairs[0].changes), found.smallest
    (1, True)
    """
    job = partial(repairs, puzzle, aim, alternatives, terms, grades)
    initial = RepairResult(puzzle=puzzle, aim=aim, grades=grades)
    return run_job(job, initial, child=True, **running)


def repairs(
    puzzle: Puzzle,
    aim: Aim = "unique",
    alternatives: int = 3,
    terms: Terms | None = None,
    grades: tuple[int, int] = ANY,
) -> Iterator[RepairResult]:
    """Snapshots of a search for repairs of a puzzle; see `repair`."""
    if puzzle.blotted:
        raise PuzzleError("a puzzle with blotted numbers cannot be repaired")
    terms = terms or Terms()
    initial = RepairResult(
        puzzle=replace(puzzle, goal=puzzle.goal or first_solution(puzzle)),
        aim=aim,
        grades=grades,
        chosen=puzzle.goal is None,
        up_to=terms.up_to,
    )
    yield initial
    if unchanged := _unchanged(initial):
        yield unchanged
        return
    search = _RepairSearch(initial, alternatives, terms)
    for _ in search.run():
        yield search.known


def _unchanged(initial: RepairResult) -> RepairResult | None:
    """The repair without a change, if line logic solves the puzzle; then no candidate is needed."""
    began, grid = perf_counter(), initial.puzzle.goal
    if grid is None:
        raise AssertionError("repairs begin with a picture")
    board = Board(posed(initial.puzzle, grid))
    if board.sweep() or not board.decided:
        return None
    rated = difficulty(board.puzzle, grid)
    low, high = initial.grades
    if not low <= rated.grade <= high:
        return None
    one = RepairedPicture(board.puzzle, grid, (), 0, Technique("line"), 0, 0, 0, 1.0, rated)
    seconds = perf_counter() - began
    return replace(initial, repairs=(one,), best=True, proposed=1, seconds=seconds)


def _cells(count: int) -> Message:
    return plural(count, "{count} cell", "{count} cells")


def first_solution(puzzle: Puzzle) -> Grid:
    """The picture that stands for the goal of a puzzle that has none."""
    if found := solve(puzzle, most=1).solutions:
        return found[0]
    raise PuzzleError("the puzzle has no solution, so there is no picture to change")


class _RepairSearch:
    """The search for repairs; `found` holds them by their puzzles."""

    def __init__(self, initial: RepairResult, alternatives: int, terms: Terms) -> None:
        self._began = perf_counter()
        whole, aim = initial.puzzle, initial.aim
        self._grid = whole.goal or first_solution(whole)
        self._initial = initial
        self._target = Target("line-solvable" if aim == "line" else "unique", *initial.grades)
        self._wanted = alternatives
        self._up_to = inf if terms.up_to is None else terms.up_to
        self._least_score = terms.score
        self._candidates = Candidates(whole, self._grid, aim, terms)
        self._least = self._proposed = 0
        self._descended = self._complete = self._best = False
        self._gave_up = NOTHING
        self.found: dict[Puzzle, RepairedPicture] = {}

    @property
    def known(self) -> RepairResult:
        """A snapshot of the knowledge now."""
        best = sorted(self.found.values(), key=lambda repair: repair.rank)
        return replace(
            self._initial,
            repairs=tuple(best[: self._wanted]),
            least=self._least,
            best=self._best,
            complete=self._complete,
            gave_up=NOTHING if self._best else self._gave_up,
            proposed=self._proposed,
            learned=len(self._candidates.learned),
            seconds=perf_counter() - self._began,
        )

    def run(self) -> Iterator[None]:
        """The cheapest repair, the best-looking ones, their difficulty; yields what is new."""
        yield from self._cheapest()
        if not self._complete:
            yield from self._best_looking()
        for one in self._rivals():
            self._rate(one)
            yield

    def _rate(self, one: RepairedPicture) -> None:
        if one.difficulty is None:
            rated = replace(one, difficulty=difficulty(one.puzzle, one.picture))
            self.found[one.puzzle] = rated

    def _cheapest(self) -> Iterator[None]:
        """Find a cheapest repair.

        As long as none is found, local search is tried once: when many candidates have failed,
        when clingo has no candidate soon, or when all that remain cost too much.
        """
        last: Changes = frozenset()
        while True:
            hurry = not (self.found or self._descended)
            late = hurry and self._proposed >= _PATIENCE  # then it is time for local search
            conflicts = _CONFLICTS if hurry else 0
            edit = OutOfConflicts() if late else self._candidates.cheapest(conflicts)
            if isinstance(edit, OutOfConflicts):
                self._descend(last)
                yield
                continue
            if edit is None or self._candidates.cost(edit) > self._up_to:
                break
            self._least, last = self._candidates.cost(edit), edit
            if self.known.smallest:
                return
            yield
            self._try(edit)
            yield
            if self.known.smallest:
                return
        self._complete = True
        if edit is not None:
            self._least = self._candidates.cost(edit)
        elif self.found:
            self._least = min(one.cost for one in self.found.values())
        if hurry:
            self._descend(last)
        yield

    def _best_looking(self) -> Iterator[None]:
        """Find the wanted number of repairs, the cheapest and best-looking of all."""
        self._rate(self.known.repairs[0])
        yield
        self._candidates.order_by_look()
        failed = 0
        while failed < _LOOKS:
            edit = self._candidates.cheapest(_LOOK_CONFLICTS)
            if isinstance(edit, OutOfConflicts):
                self._gave_up = Message("{count} conflicts with one edit", count=_LOOK_CONFLICTS)
                return
            if edit is None or self._candidates.cost(edit) > self._up_to:
                self._best = self._complete = True
                yield
                return
            look = self._candidates.look(edit)
            looks = [one.look for one in self.found.values()]
            self._best |= min(looks) <= look
            better, alike = sum(one < look for one in looks), looks.count(look)
            if better >= self._wanted or alike >= _ALIKE:
                return
            failed = 0 if self._try(edit) else failed + 1
            yield
        self._gave_up = Message("{count} edits in a row failed", count=_LOOKS)

    def _rivals(self) -> list[RepairedPicture]:
        """The wanted repairs, and those of which only the difficulty can say if they are better."""
        ranked = sorted(self.found.values(), key=lambda one: one.rank)
        level = 6  # the criteria before the difficulty
        last = ranked[: self._wanted][-1:]
        return [one for one in ranked if one.rank[:level] <= last[0].rank[:level]]

    def _descend(self, edit: Changes) -> None:
        """Local search for a repair, which need not be the cheapest; tried once."""
        self._descended = True
        found = descend(self._candidates, edit)
        if found is not None and not self._try(found) and self._target.graded:
            found = regraded(self._candidates, found, self._target)
            if found is not None:
                self._try(found)
        if self.found:
            self._rate(self.known.repairs[0])

    def _try(self, edit: Changes) -> bool:
        """Judge an edit, and learn from it; whether it is a repair."""
        technique = self._candidates.judge(edit)
        self._proposed += 1
        if not isinstance(technique, Technique):
            return False
        puzzle, picture = self._candidates.posed(edit), edited(self._grid, edit)
        like = likeness(self._grid, picture)
        rated = difficulty(puzzle, picture) if self._target.graded else None
        poor = round(100 * like) < self._least_score
        if poor or (rated and not self._target.least <= rated.grade <= self._target.most):
            self._candidates.pass_over(edit)
            return False
        self._candidates.reject(edit)
        cost, parting, broken, lonely = self._candidates.look(edit)
        changes = tuple(sorted(edit, key=lambda change: (change.y, change.x)))
        if puzzle not in self.found:
            self.found[puzzle] = RepairedPicture(
                puzzle, picture, changes, cost, technique, parting, lonely, broken, like, rated
            )
        return True
