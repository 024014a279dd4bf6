"""How a person could solve a puzzle, step by step."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import TypedDict

from asp_nono.clue import Line
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line.board import Board
from asp_nono.line.lookahead import colors_at
from asp_nono.logic.course import Course, Draft
from asp_nono.logic.lookahead import MAX_EFFORT, Looker, needed
from asp_nono.logic.names import Names, cell_named
from asp_nono.logic.orders import order_named
from asp_nono.logic.rules import Rule
from asp_nono.logic.steps import Cell, Change, Explanation, Outcome, Step
from asp_nono.puzzle import Puzzle
from asp_nono.solving.result import Verdict, known_at_start
from asp_nono.solving.solve import solve

MAX_DEPTH = 2
"""The deepest look-ahead."""


class Options(TypedDict, total=False):
    """The arguments of `explain` besides the puzzle."""

    start: PartialGrid | None
    order: str
    depth: int
    search: bool
    effort: int | None


def explain(
    puzzle: Puzzle,
    *,
    start: PartialGrid | None = None,
    order: str = "easiest",
    depth: int = MAX_DEPTH,
    search: bool = True,
    effort: int | None = MAX_EFFORT,
) -> Explanation:
    """Explain how a puzzle can be solved.

    Args:
        puzzle: The puzzle.
        start: What is known of the picture beforehand; it is taken as true.
        order: The name of the order in which lines are taken; see `orders.ORDERS`.
        depth: How deep look-ahead may go: 0, 1 or 2.
        search: Whether clingo is asked for what look-ahead leaves open.
        effort: So many lines may be visited in search of trials of depth 2; None for no limit.

    Raises:
        UnknownNameError: If there is no such order.
        PuzzleError: If `start` is not of the puzzle's size and palette.

    >>> ones = Puzzle.of(Grid.from_text([".#.", "###", ".#."]))
    >>> found = explain(ones)
    >>> [str(step.rule) for step in found.steps], str(found.outcome)
    (['exact fit', 'exact fit', 'all blocks painted', 'all blocks painted'], 'solved')
    """
    telling = Telling(puzzle, start=start, order=order, depth=depth, search=search, effort=effort)
    steps = tuple(telling.steps())
    return telling.explanation(steps)


def explain_steps(puzzle: Puzzle, start: PartialGrid | None = None) -> Iterator[Step]:
    """The steps without a search, the easiest first, each as soon as it is found.

    The arguments and errors are those of `explain`.
    """
    return Telling(puzzle, start=start, search=False).steps()


def tellings(puzzle: Puzzle, options: Options) -> Iterator[Step | Explanation]:
    """The steps of an explanation as they are found, and then the whole: a job for a child."""
    telling = Telling(puzzle, **options)
    steps = []
    for step in telling.steps():
        steps.append(step)
        yield step
    yield telling.explanation(tuple(steps))


def line_steps(puzzle: Puzzle, lines: frozenset[Line], cell: Cell | None) -> list[Step]:
    """How the clues of some lines, one at a time, force a cell, or clash; no step in vain.

    Empty if single lines do not show it.

    Args:
        puzzle: The puzzle.
        lines: The lines whose clues are used.
        cell: The cell, 1-based; None if the clues are to clash.
    """
    course = Course(Board(puzzle), Names(puzzle), order_named("easiest"), lines=lines)
    drafts: list[Draft | Step] = []
    while draft := course.draft():
        drafts.append(draft)
        if draft.finding is None:
            return needed(drafts, set())
    known = 0 if cell is None else course.board.partial().rows[cell[1] - 1][cell[0] - 1]
    return needed(drafts, {cell}) if cell and not known & (known - 1) else []


class Telling:
    """An explanation that is told step by step, as steps are found.

    Attributes:
        puzzle: The puzzle.
        start: What is known before the first step.
        outcome: What the steps so far lead to.
        note: Why it is not solved, if it is not.
    """

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
        self.puzzle = puzzle
        self.outcome = Outcome.OPEN
        self.note = ""
        self._order = order_named(order)
        self._search = search
        names = Names(puzzle)
        self._looker = Looker(names, depth, effort)
        board = Board(puzzle, start)
        self.start = known_at_start(puzzle, start)
        self._course = Course(board, names, self._order)

    def steps(self) -> Generator[Step, None, None]:
        """The steps, each as soon as it is found."""
        course = self._course
        if torn := self._torn():
            self.outcome = Outcome.NONE
            yield torn
            return
        while True:
            step = course.step()
            if step is None:
                if course.board.decided:
                    self.outcome = Outcome.SOLVED
                    return
                step = self._looker.look(course.board) or self._searched()
                if step is None:
                    return
                course.take(step)
            yield step
            if step.rule is Rule.IMPOSSIBLE:
                self.outcome = Outcome.NONE
                return

    def _torn(self) -> Step | None:
        """A step that says so if the given cells and the start contradict each other."""
        board = self._course.board
        for y in range(len(board.rows)):
            for x in range(len(board.columns)):
                if not colors_at(board, x, y):
                    cell = (x + 1, y + 1)
                    reason = f"what is known beforehand contradicts itself in {cell_named(cell)}"
                    return Step(Rule.IMPOSSIBLE, None, (), (), (), reason)
        return None

    def explanation(self, steps: tuple[Step, ...]) -> Explanation:
        """The whole, when the steps are known."""
        looks = self._course.looks
        name, note = self._order.name, self.note
        return Explanation(self.puzzle, self.start, steps, self.outcome, name, looks, note)

    def _stuck(self) -> str:
        """Why there is no further step."""
        if not self._looker.depth:
            return "single lines tell nothing more"
        if self._looker.spent:
            visits = self._looker.effort.left
            return f"look-ahead to depth 2 was given up after {visits} looks at a line"
        return f"look-ahead to depth {self._looker.depth} finds nothing more"

    def _searched(self) -> Step | None:
        """What clingo finds where look-ahead finds nothing more."""
        stuck = self._stuck()
        if not self._search:
            self.note = stuck
            return None
        known = self._course.board.partial()
        result = solve(self.puzzle, start=known)
        if result.verdict is Verdict.MULTIPLE:
            self.outcome = Outcome.SEVERAL
            cells = len(result.differences)
            self.note = f"{stuck}; there are several solutions, and two differ in {cells} cells"
            return None
        if result.verdict is Verdict.NONE:
            reason = f"{stuck}; a search shows that no picture has these clues"
            return Step(Rule.IMPOSSIBLE, None, (), (), (), reason)
        changes = tuple(_changes(known, result.solutions[0]))
        reason = f"{stuck}; a search finds one picture that agrees with all clues, and no other"
        return Step(Rule.SEARCH, None, changes, (), (), reason)


def _changes(known: PartialGrid, found: Grid) -> Generator[Change, None, None]:
    for y, (cells, colors) in enumerate(zip(known.rows, found.rows, strict=True), 1):
        for x, (cell, color) in enumerate(zip(cells, colors, strict=True), 1):
            if cell != 1 << color:
                yield Change((x, y), 1 << color, cell & ~(1 << color))
