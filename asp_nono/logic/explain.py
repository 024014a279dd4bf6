"""How a person could solve a puzzle, step by step: rules on single lines, look-ahead, a search.

In look-ahead a cell is given a color for a trial, and what follows from that decides. Of the trials
that fail, one is shown that visits the fewest lines, and of some such one with the fewest steps. A
trial of depth 2 may use trials of depth 1.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import TypedDict, Unpack

from asp_nono.clue import Line
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line.board import Board
from asp_nono.line.lookahead import Effort, EffortSpentError, Place, Trials, fails, open_cells
from asp_nono.logic.course import ORDERS, Course, Draft, order_named
from asp_nono.logic.rules import Rule
from asp_nono.logic.steps import Cell, Change, Explanation, Outcome, Step, Trial
from asp_nono.logic.wording import Names, cell_named
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits, Stopped
from asp_nono.run.pool import Pool, run_stream
from asp_nono.run.snapshots import Closable, last
from asp_nono.solving.result import Verdict, known_at_start
from asp_nono.solving.solve import solve

MAX_DEPTH = 2
"""The deepest look-ahead."""

MAX_EFFORT = 100_000
"""The number of lines that are visited in search of trials of depth 2, by default."""

_COMPARED = 6  # how many trials that visit the fewest lines are compared step by step


class Options(TypedDict, total=False):
    """How a puzzle is explained.

    Attributes:
        start: What is known of the picture; it is taken as true.
        order: The name of the order in which lines are taken; see `course.ORDERS`.
        depth: How deep look-ahead may go: 0, 1 or 2 (the default).
        search: Whether clingo searches where look-ahead finds nothing more.
        effort: The number of lines that may be visited in search of trials of depth 2; None for no
            limit.
    """

    start: PartialGrid | None
    order: str
    depth: int
    search: bool
    effort: int | None


def explain(
    puzzle: Puzzle,
    *,
    limits: Limits | None = None,
    pool: Pool | None = None,
    each: Callable[[Explanation], None] | None = None,
    **options: Unpack[Options],
) -> Explanation:
    """Explain how a puzzle can be solved.

    Args:
        puzzle: The puzzle.
        limits: What it may take; the steps so far are the answer when a limit is reached.
        pool: Where to run it.
        each: Called with the explanation so far after each step.
        options: See `Options`.

    Raises:
        UnknownNameError: If there is no such order.
        PuzzleError: If the start is not of the puzzle's size and palette.

    >>> ones = Puzzle.of(Grid.from_text([".#.", "###", ".#."]))
    >>> found = explain(ones)
    >>> [str(step.rule) for step in found.steps], str(found.outcome)
    (['exact fit', 'exact fit', 'all blocks painted', 'all blocks painted'], 'solved')
    """
    order = order_named(options.get("order", "easiest")).name
    start = known_at_start(puzzle, options.get("start"))
    begun = Explanation(puzzle, start, (), Outcome.OPEN, order, 0)
    stream = run_stream(partial(explanation_steps, puzzle, options), limits, pool)
    return last(_snapshots(stream, begun), begun, each)


def explanation_steps(puzzle: Puzzle, options: Options) -> Iterator[Step | Explanation]:
    """The steps as they are found, the easiest first, and then the whole; as `explain`.

    A process sends each step once, not with all those before it.
    """
    explainer = _Explainer(puzzle, **options)
    steps = []
    for step in explainer.steps():
        steps.append(step)
        yield step
    yield explainer.explanation(tuple(steps))


def _snapshots(
    stream: Closable[Step | Explanation | Stopped], found: Explanation
) -> Generator[Explanation | Stopped, None, None]:
    """The explanation after each step of a stream of them."""
    with closing(stream):
        for item in stream:
            if isinstance(item, Step):
                found = replace(found, steps=(*found.steps, item))
                yield found
            else:
                yield item


def line_steps(puzzle: Puzzle, lines: frozenset[Line], cell: Cell | None) -> list[Step]:
    """How the clues of some lines, one at a time, force a cell (1-based), or clash if it is None.

    No step is unneeded; there are none if single lines do not show it.
    """
    course = Course(Board(puzzle), Names(puzzle), order_named("easiest"), lines=lines)
    drafts: list[Draft | Step] = []
    while draft := course.draft():
        drafts.append(draft)
        if draft.finding is None:
            return _needed(drafts, set())
    known = 0 if cell is None else course.board.partial().rows[cell[1] - 1][cell[0] - 1]
    return _needed(drafts, {cell}) if cell and not known & (known - 1) else []


class _Explainer:
    """An explanation that is made step by step."""

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        start: PartialGrid | None = None,
        order: str = "easiest",
        depth: int = MAX_DEPTH,
        search: bool = True,
        effort: int | None = MAX_EFFORT,
    ) -> None:
        """As `explain`."""
        self._puzzle = puzzle
        self._outcome = Outcome.OPEN
        self._note = ""
        self._order = order_named(order)
        self._search = search
        names = Names(puzzle)
        self._ahead = _LookAhead(names, depth, effort)
        board = Board(puzzle, start)
        self._start = known_at_start(puzzle, start)
        self._course = Course(board, names, self._order)

    def steps(self) -> Iterator[Step]:
        """The steps, each as soon as it is found."""
        step = self._torn() or self._next()
        while step:
            yield step
            if step.rule is Rule.IMPOSSIBLE:
                self._outcome = Outcome.NONE
                return
            step = self._next()

    def _next(self) -> Step | None:
        course = self._course
        if step := course.step():
            return step
        if course.board.decided:
            self._outcome = Outcome.SOLVED
            return None
        step = self._ahead.step(course.board) or self._searched()
        if step:
            course.take(step)
        return step

    def _torn(self) -> Step | None:
        """A step that says so if the given cells and the start contradict each other."""
        board = self._course.board
        for y in range(len(board.rows)):
            for x in range(len(board.columns)):
                if not board.colors_at(x, y):
                    cell = cell_named((x + 1, y + 1))
                    return _impossible(
                        f"the given cells and the start contradict each other in {cell}"
                    )
        return None

    def explanation(self, steps: tuple[Step, ...]) -> Explanation:
        """The whole, when the steps are known."""
        name, looks = self._order.name, self._course.looks
        return Explanation(self._puzzle, self._start, steps, self._outcome, name, looks, self._note)

    def _searched(self) -> Step | None:
        """What clingo finds where look-ahead finds nothing more."""
        stuck = self._ahead.stuck()
        if not self._search:
            self._note = stuck
            return None
        known = self._course.board.partial()
        result = solve(self._puzzle, start=known)
        if result.verdict is Verdict.MULTIPLE:
            self._outcome = Outcome.SEVERAL
            cells = len(result.differences)
            self._note = f"{stuck}; there are several solutions, and two differ in {cells} cells"
            return None
        if result.verdict is Verdict.NONE:
            return _impossible(f"{stuck}; a search shows that no picture has these clues")
        changes = tuple(_changes(known, result.solutions[0]))
        reason = f"{stuck}; a search finds one picture that agrees with all clues, and no other"
        return Step(Rule.SEARCH, None, changes, (), (), reason)


def _impossible(reason: str) -> Step:
    return Step(Rule.IMPOSSIBLE, None, (), (), (), reason)


def _changes(known: PartialGrid, found: Grid) -> Iterator[Change]:
    for y, (cells, colors) in enumerate(zip(known.rows, found.rows, strict=True), 1):
        for x, (cell, color) in enumerate(zip(cells, colors, strict=True), 1):
            if cell != 1 << color:
                yield Change((x, y), 1 << color, cell & ~(1 << color))


class _LookAhead:
    """Look-ahead on a board that grows, shown step by step."""

    def __init__(
        self, names: Names, depth: int, effort: int | None = MAX_EFFORT, *, hasty: bool = False
    ) -> None:
        """`hasty` takes the first trial that fails, not one of the shortest."""
        self._names = names
        self._depth = depth
        self._effort = Effort(effort)
        self._spent = False
        self._hasty = hasty
        self._trials = Trials("queue")

    def stuck(self) -> str:
        """Why there is no further step."""
        if not self._depth:
            return "single lines show nothing more"
        if self._spent:
            return f"look-ahead to depth 2 was given up after {self._effort.left} looks at a line"
        return f"look-ahead to depth {self._depth} finds nothing more"

    def step(self, board: Board) -> Step | None:
        """What look-ahead finds where single lines show nothing more; None if nothing."""
        if self._depth == 0:
            return None
        found = self._contradiction(board) or self._merge(board)
        return found or (self._deeper(board) if self._depth > 1 else None)

    def _contradiction(self, board: Board) -> Step | None:
        """A color with which single lines lead to one that cannot be filled."""
        failing = self._trials.failing(board, hasty=self._hasty)
        if not failing:
            return None
        cheapest = [place for cost, place in failing if cost == failing[0][0]]
        compared = cheapest[: 1 if self._hasty else _COMPARED]
        trials = (_trial(board, self._names, place, 0) for place in compared)
        return _refuted(board, self._names, Rule.CONTRADICTION, min(trials, key=_size))

    def _merge(self, board: Board) -> Step | None:
        """What all colors of a cell lead to."""
        for x, y, twins in self._trials.agreeing(board):
            changes = tuple(_agreed(board, twins))
            if not changes:
                self._trials.vain(board, x, y)
                continue
            colors = board.colors_at(x, y)
            trials = [_trial(board, self._names, (x, y, color), 0, changes) for color in colors]
            reason = f"whether it is {self._names.colors(colors)}, the same follows"
            because = _known(board, trials)
            return Step(Rule.MERGE, None, changes, (), because, reason, trials=tuple(trials))
        return None

    def _deeper(self, board: Board) -> Step | None:
        """A color with which look-ahead of depth 1 leads to a contradiction."""
        try:
            for x, y in () if self._spent else open_cells(board):
                for color in board.colors_at(x, y):
                    if fails(board, x, y, color, 1, self._effort):
                        trial = _trial(board, self._names, (x, y, color), 1)
                        return _refuted(board, self._names, Rule.DEEPER, trial)
        except EffortSpentError:
            self._spent = True
        return None


def _trial(
    board: Board, names: Names, place: Place, depth: int, wanted: Iterable[Change] = ()
) -> Trial:
    """A trial, itself with look-ahead to `depth`; only the steps to a contradiction or `wanted`."""
    x, y, color = place
    twin = board.copy()
    twin.restrict(x, y, 1 << color)
    first = (Line("row", y + 1), Line("column", x + 1))
    course = Course(twin, names, ORDERS["queue"], first=first, before=board)
    ahead = _LookAhead(names, depth, hasty=True)
    steps: list[Draft | Step] = []
    while found := course.draft() or ahead.step(twin):
        steps.append(found)
        if isinstance(found, Step):
            course.take(found)
        elif found.finding is None:
            break
    cells = {change.cell for change in wanted}
    return Trial((x + 1, y + 1), color, tuple(_needed(steps, cells)))


def _needed(steps: list[Draft | Step], wanted: set[Cell]) -> list[Step]:
    """The steps that lead to the last one, if that is a contradiction, or to what is wanted."""
    cells = set(wanted)
    kept: list[Step] = []
    for found in reversed(steps):
        step = found.step if isinstance(found, Draft) else found
        changes = tuple(change for change in step.changes if change.cell in cells)
        if changes or step.rule is Rule.IMPOSSIBLE:
            step = found.finished() if isinstance(found, Draft) else found
            kept.append(replace(step, changes=changes))
            cells |= step.needs()
    return kept[::-1]


def _refuted(board: Board, names: Names, rule: Rule, trial: Trial) -> Step:
    """The step that takes the color of a trial that fails from its cell."""
    x, y = trial.cell
    left = sum(1 << color for color in board.colors_at(x - 1, y - 1) if color != trial.color)
    change = Change(trial.cell, left, 1 << trial.color)
    reason = f"if it were {names.color(trial.color)}, {trial.course()}"
    return Step(rule, None, (change,), (), _known(board, [trial]), reason, trials=(trial,))


def _known(board: Board, trials: Iterable[Trial]) -> tuple[Cell, ...]:
    """The cells on which trials rest and of which something was known before."""
    cells: set[Cell] = set()
    for trial in trials:
        cells |= {trial.cell}.union(*(step.needs() for step in trial.steps))
    colors = len(board.puzzle.colors)
    known = (cell for cell in cells if len(board.colors_at(cell[0] - 1, cell[1] - 1)) < colors)
    return tuple(sorted(known, key=lambda cell: cell[::-1]))


def _size(trial: Trial) -> int:
    """The number of steps of a trial, those of trials within it among them."""
    return sum(1 + sum(map(_size, step.trials)) for step in trial.steps)


def _agreed(board: Board, twins: list[Board]) -> Iterator[Change]:
    """What is lost on all of these boards."""
    for y in range(len(board.rows)):
        for x in range(len(board.columns)):
            before = board.colors_at(x, y)
            left = {color for twin in twins for color in twin.colors_at(x, y)}
            if len(left) < len(before):
                gone = sum(1 << color for color in before if color not in left)
                yield Change((x + 1, y + 1), sum(1 << color for color in left), gone)
