"""How a person could solve a puzzle, step by step: single lines, look-ahead, sums, a search.

In look-ahead a cell is given a color for a trial. Of the trials that fail, one is shown that visits
the fewest lines, and of some such one with the fewest steps. Trials of depth 2 may use others.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial, reduce
from itertools import product
from operator import or_
from typing import TypedDict, Unpack

from asp_nono.clue import Cell, Line, cell_named
from asp_nono.grid import PartialGrid
from asp_nono.line.board import Board
from asp_nono.line.lookahead import Budget, BudgetSpentError, Guess, Trials, fails, open_cells
from asp_nono.logic.course import ORDERS, Course, Draft, order_named
from asp_nono.logic.rules import Rule
from asp_nono.logic.steps import Explanation, LogicStep, Outcome, StepChange, Trial
from asp_nono.logic.wording import Names
from asp_nono.messages import NOTHING, Message
from asp_nono.puzzle import Puzzle
from asp_nono.run import run_job
from asp_nono.run.limits import Limits
from asp_nono.run.pool import Pool
from asp_nono.solving.relaxation import added, promising, shortened
from asp_nono.solving.result import Verdict, known_at_start
from asp_nono.solving.solve import solve

MAX_DEPTH = 2  # of look-ahead
MAX_EFFORT = 100_000  # the lines visited in search of trials of depth 2, by default
_COMPARED = 6  # how many trials that visit the fewest lines are compared step by step


class ExplainOptions(TypedDict, total=False):
    """How a puzzle is explained."""

    start: PartialGrid | None  #: a known part of the picture; it is taken as true
    order: str  #: the order in which lines are taken, of `course.ORDERS`
    depth: int  #: how deep look-ahead may go: 0, 1 or 2 (the default)
    search: bool  #: whether clingo searches where look-ahead finds nothing more
    effort: int | None  #: how many lines may be visited in search of trials of depth 2


def explain(
    puzzle: Puzzle,
    *,
    limits: Limits | None = None,
    pool: Pool | None = None,
    each: Callable[[Explanation], None] | None = None,
    **options: Unpack[ExplainOptions],
) -> Explanation:
    """Explain how a puzzle can be solved; at a limit the steps so far are the answer.

    `each` is called with the explanation so far after each step.

    Raises:
        UnknownNameError: If there is no such order.
        PuzzleError: If the start is not of the puzzle's size and palette.

    >>> from asp_nono.grid import Grid
    >>> found = explain(Puzzle.of(Grid.from_text([".#.", "###", ".#."])))
    >>> [str(step.rule) for step in found.steps], str(found.outcome)
    (['exact fit', 'exact fit', 'all blocks painted', 'all blocks painted'], 'solved')
    """
    return run_job(
        partial(explanations, puzzle, options), begun(puzzle, options), limits, pool, each=each
    )


def begun(puzzle: Puzzle, options: ExplainOptions) -> Explanation:
    """An explanation before its first step; errors are those of `explain`."""
    order = order_named(options.get("order", "easiest")).name
    return Explanation(puzzle, known_at_start(puzzle, options.get("start")), order=order)


def explanations(puzzle: Puzzle, options: ExplainOptions) -> Iterator[Explanation]:
    """The explanation after each step, the easiest first, and then the whole; as `explain`."""
    known = begun(puzzle, options)
    order, start = order_named(known.order), options.get("start")
    search = options.get("search", True)
    names, board = Names(puzzle), Board(puzzle, start)
    course = Course(board, names, order)
    ahead = _LookAhead(names, options.get("depth", MAX_DEPTH), options.get("effort", MAX_EFFORT))
    found = _torn(board) or _next(course, ahead, search=search)
    while isinstance(found, LogicStep):
        known = replace(known, steps=(*known.steps, found), looks=course.looks)
        yield known
        none = found.rule is Rule.IMPOSSIBLE
        found = (Outcome.NONE, NOTHING) if none else _next(course, ahead, search=search)
    outcome, note = found
    yield replace(known, outcome=outcome, looks=course.looks, note=note, whole=True)


def line_steps(puzzle: Puzzle, lines: frozenset[Line], cell: Cell | None) -> list[LogicStep]:
    """How the clues of some lines, one at a time, force a cell, or clash if it is None.

    There are no unneeded steps, and none at all if single lines do not show it.
    """
    course = Course(Board(puzzle), Names(puzzle), order_named("easiest"), lines=lines)
    drafts: list[Draft] = []
    while draft := course.draft():
        drafts.append(draft)
        if draft.step.rule is Rule.IMPOSSIBLE:
            return _needed(drafts, set())
    known = 0 if cell is None else course.board.partial().rows[cell[1] - 1][cell[0] - 1]
    return _needed(drafts, {cell}) if cell and not known & (known - 1) else []


def _torn(board: Board) -> LogicStep | None:
    """A step that says so if the given cells and the start contradict each other."""
    for y, x in product(range(1, board.puzzle.height + 1), range(1, board.puzzle.width + 1)):
        if not board.colors_at(x, y):
            return _impossible(
                Message(
                    "the given cells and the start contradict each other in {cell}",
                    cell=cell_named((x, y)),
                )
            )
    return None


def _next(
    course: Course, ahead: "_LookAhead", *, search: bool
) -> LogicStep | tuple[Outcome, Message]:
    """The next step; if there is none, what the steps lead to, and a note."""
    if draft := course.draft():
        return draft.finished()
    if course.board.decided:
        return Outcome.SOLVED, NOTHING
    deduced = ahead.step(course.board) or (_added(course.board) if ahead.depth else None)
    if not deduced and not search:
        return Outcome.OPEN, ahead.stuck()
    found = deduced or _searched(course.board, ahead.stuck())
    if isinstance(found, LogicStep):
        course.take(found)
    return found


def _added(board: Board) -> LogicStep | None:
    """The step of adding up the clues of all lines, if that is likely to show something."""
    if not (promising(board) and (found := added(board))):
        return None
    sums, known = shortened(board, found), board.partial()
    everything = (1 << len(board.puzzle.colors)) - 1
    because = tuple((x, y) for x, y, cell in known.cells() if cell != everything)
    if sums.clashes:
        return replace(_impossible(sums.reason), because=because, sums=sums)
    rest = board.copy()
    sums.restrict(rest)
    changes = tuple(_changes(known, [rest.partial()]))
    return LogicStep(Rule.LINEAR, None, changes, (), because, sums.reason, sums=sums)


def _searched(board: Board, stuck: Message) -> LogicStep | tuple[Outcome, Message]:
    """The step of clingo, after look-ahead finds nothing more."""
    known = board.partial()
    result = solve(board.puzzle, start=known)
    if result.verdict is Verdict.MULTIPLE:
        return Outcome.SEVERAL, Message(
            "{stuck}; there are several solutions, and two differ in {count} cells",
            stuck=stuck,
            count=len(result.differences),
        )
    if result.verdict is Verdict.NONE:
        return _impossible(
            Message("{stuck}; a search shows that no picture has these clues", stuck=stuck)
        )
    changes = tuple(_changes(known, [PartialGrid.of(result.solutions[0])]))
    reason = Message(
        "{stuck}; a search finds one picture that agrees with all clues, and no other", stuck=stuck
    )
    return LogicStep(Rule.SEARCH, None, changes, (), (), reason)


def _impossible(reason: Message) -> LogicStep:
    return LogicStep(Rule.IMPOSSIBLE, None, (), (), (), reason)


class _LookAhead:
    """Look-ahead on a board that grows, shown step by step."""

    def __init__(
        self, names: Names, depth: int, effort: int | None = None, *, hasty: bool = False
    ) -> None:
        """With `hasty`, the first trial that fails is taken, not one of the shortest."""
        self._names, self.depth, self._hasty = names, depth, hasty
        self._budget, self._spent = Budget(effort), False
        self._trials = Trials("queue")

    def stuck(self) -> Message:
        """Why there is no further step."""
        if not self.depth:
            return Message("single lines show nothing more")
        if self._spent:
            return Message(
                "look-ahead to depth 2 was given up after {count} visits of lines",
                count=self._budget.left or 0,
            )
        return Message("look-ahead to depth {depth} finds nothing more", depth=self.depth)

    def step(self, board: Board) -> LogicStep | None:
        """The step of look-ahead, after single lines show nothing more; None if there is none."""
        if self.depth == 0:
            return None
        found = self._contradiction(board) or self._merge(board)
        return found or (self._deeper(board) if self.depth > 1 and not self._spent else None)

    def _contradiction(self, board: Board) -> LogicStep | None:
        """A color with which single lines lead to one that cannot be filled."""
        failing = self._trials.failing(board, hasty=self._hasty)
        if not failing:
            return None
        cheapest = [guess for cost, guess in failing if cost == failing[0][0]]
        compared = cheapest[: 1 if self._hasty else _COMPARED]
        trials = (_trial(board, self._names, guess, 0) for guess in compared)
        return _refuted(board, self._names, Rule.CONTRADICTION, min(trials, key=_size))

    def _merge(self, board: Board) -> LogicStep | None:
        """The common consequence of all colors of a cell."""
        for x, y, twins in self._trials.agreeing(board):
            if changes := tuple(_changes(board.partial(), [twin.partial() for twin in twins])):
                names, colors = self._names, board.colors_at(x, y)
                trials = [_trial(board, names, (x, y, color), 0, changes) for color in colors]
                reason = Message(
                    "whether it is {colors}, the same follows", colors=names.colors(colors)
                )
                because = _known(board, trials)
                return LogicStep(
                    Rule.MERGE, None, changes, (), because, reason, trials=tuple(trials)
                )
        return None

    def _deeper(self, board: Board) -> LogicStep | None:
        """A color with which look-ahead of depth 1 leads to a contradiction."""
        try:
            for x, y in open_cells(board):
                for color in board.colors_at(x, y):
                    guess = x, y, color
                    if fails(board, guess, 1, self._budget):
                        trial = _trial(board, self._names, guess, 1)
                        return _refuted(board, self._names, Rule.DEEPER, trial)
        except BudgetSpentError:
            self._spent = True
        return None


def _trial(
    board: Board, names: Names, guess: Guess, depth: int, wanted: Iterable[StepChange] = ()
) -> Trial:
    """A trial with look-ahead to `depth` in it; only the steps to a contradiction or `wanted`."""
    x, y, color = guess
    twin = board.copy()
    twin.restrict(x, y, 1 << color)
    first = (Line("row", y), Line("column", x))
    course = Course(twin, names, ORDERS["queue"], first=first, before=board)
    ahead = _LookAhead(names, depth, hasty=True)
    drafts: list[Draft] = []
    while found := course.draft() or ahead.step(twin):
        if isinstance(found, LogicStep):
            course.take(found)
            found = Draft(found, partial(replace, found))
        drafts.append(found)
        if found.step.rule is Rule.IMPOSSIBLE:
            break
    cells = {change.cell for change in wanted}
    return Trial((x, y), color, tuple(_needed(drafts, cells)))


def _needed(drafts: list[Draft], wanted: set[Cell]) -> list[LogicStep]:
    """The steps that lead to the wanted cells, or to the contradiction if there is one."""
    cells, kept = set(wanted), list[LogicStep]()
    for draft in reversed(drafts):
        changes = tuple(change for change in draft.step.changes if change.cell in cells)
        if changes or draft.step.rule is Rule.IMPOSSIBLE:
            kept.append(replace(draft.finished(), changes=changes))
            cells |= kept[-1].needs()
    return kept[::-1]


def _refuted(board: Board, names: Names, rule: Rule, trial: Trial) -> LogicStep:
    """The step that takes the color of a trial that fails from its cell."""
    left = sum(1 << color for color in board.colors_at(*trial.cell) if color != trial.color)
    change = StepChange(trial.cell, left, 1 << trial.color)
    reason = Message(
        "if it were {color}, {course}", color=names.color(trial.color), course=trial.course()
    )
    return LogicStep(rule, None, (change,), (), _known(board, [trial]), reason, trials=(trial,))


def _known(board: Board, trials: Iterable[Trial]) -> tuple[Cell, ...]:
    """The cells on which trials rest and of which something was known before."""
    cells = set[Cell]().union(*(trial.needs() for trial in trials))
    colors = len(board.puzzle.colors)
    known = (cell for cell in cells if len(board.colors_at(*cell)) < colors)
    return tuple(sorted(known, key=lambda cell: cell[::-1]))


def _size(trial: Trial) -> int:
    """The number of steps of a trial, those of trials within it among them."""
    return sum(1 + sum(map(_size, step.trials)) for step in trial.steps)


def _changes(known: PartialGrid, ways: list[PartialGrid]) -> Iterator[StepChange]:
    """The colors lost in every one of several ways to go on."""
    for (x, y, cell), *others in zip(known.cells(), *(way.cells() for way in ways), strict=True):
        left = reduce(or_, (other for *_, other in others))
        if left != cell:
            yield StepChange((x, y), left, cell & ~left)
