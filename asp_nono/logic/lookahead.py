"""Look-ahead: a cell is given a colour for a trial, and what follows from that decides.

Of the trials that fail, one is shown that visits the fewest lines, and of some such one with the
fewest steps. A trial of depth 2 may use trials of depth 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from asp_nono.clue import Line
from asp_nono.line.board import Board
from asp_nono.line.lookahead import Effort, EffortSpentError, colors_at, fails
from asp_nono.line.probe import open_cells
from asp_nono.logic.course import Course, Draft
from asp_nono.logic.names import Names
from asp_nono.logic.orders import ORDERS
from asp_nono.logic.rules import Rule
from asp_nono.logic.steps import Cell, Change, Step, Trial
from asp_nono.logic.trials import Place, Trials
from asp_nono.logic.words import course_of

_COMPARED = 6
"""So many trials that visit the fewest lines are compared step by step."""

MAX_EFFORT = 100_000
"""No more lines are visited in search of trials of depth 2, unless more is asked for."""


class Looker:
    """Look-ahead on a board that grows.

    Attributes:
        depth: How many cells may be given a colour at once.
        effort: What trials of depth 2 may cost.
        spent: Whether they have cost all that, so that there will be no more of them.
    """

    def __init__(
        self, names: Names, depth: int, effort: int | None = MAX_EFFORT, *, hasty: bool = False
    ) -> None:
        """As the attributes tell.

        Args:
            names: How things are called.
            depth: See above.
            effort: So many lines may be visited in search of trials of depth 2; None for no limit.
            hasty: Take the first trial that fails, not one of the shortest.
        """
        self.depth = depth
        self._hasty = hasty
        self.effort = Effort(effort)
        self.spent = False
        self._names = names
        self._trials = Trials()

    def look(self, board: Board) -> Step | None:
        """What look-ahead finds; None if it finds nothing.

        Args:
            board: What is known; single lines tell nothing more. It is left as it is.
        """
        if self.depth == 0:
            return None
        found = self._contradiction(board) or self._merge(board)
        return found or (self._deeper(board) if self.depth > 1 else None)

    def _contradiction(self, board: Board) -> Step | None:
        """A colour with which single lines lead to one that cannot be filled."""
        failing = self._trials.failing(board, hasty=self._hasty)
        if not failing:
            return None
        least = failing[0][0]
        near = [place for visits, place in failing if visits == least][
            : 1 if self._hasty else _COMPARED
        ]
        trials = (_trial(board, self._names, place, 0) for place in near)
        return _refuted(board, self._names, Rule.CONTRADICTION, min(trials, key=_size))

    def _merge(self, board: Board) -> Step | None:
        """What all colours of a cell lead to."""
        for x, y, twins in self._trials.agreeing(board):
            changes = tuple(_agreed(board, twins))
            if not changes:
                self._trials.vain(board, x, y)
                continue
            colors = colors_at(board, x, y)
            trials = [_trial(board, self._names, (x, y, color), 0, changes) for color in colors]
            reason = f"whether it is {self._names.colors(colors)}, the same follows"
            because = _known(board, trials)
            return Step(Rule.MERGE, None, changes, (), because, reason, trials=tuple(trials))
        return None

    def _deeper(self, board: Board) -> Step | None:
        """A colour with which look-ahead of depth 1 leads to a contradiction."""
        try:
            for x, y in () if self.spent else open_cells(board):
                for color in colors_at(board, x, y):
                    if fails(board, x, y, color, 1, self.effort):
                        trial = _trial(board, self._names, (x, y, color), 1)
                        return _refuted(board, self._names, Rule.DEEPER, trial)
        except EffortSpentError:
            self.spent = True
        return None


def _trial(
    board: Board,
    names: Names,
    place: Place,
    depth: int,
    wanted: Iterable[Change] = (),
) -> Trial:
    """A trial told step by step, with no step that does not matter.

    Args:
        board: What is known.
        names: How things are called.
        place: The cell and its colour.
        depth: What look-ahead the trial may use itself.
        wanted: What the trial is to show, when it does not fail.
    """
    x, y, color = place
    twin = board.copy()
    twin.restrict(x, y, 1 << color)
    first = (Line("row", y + 1), Line("column", x + 1))
    course = Course(twin, names, ORDERS["queue"], first=first, before=board)
    looker = Looker(names, depth, hasty=True)
    told: list[Draft | Step] = []
    while found := course.draft() or looker.look(twin):
        told.append(found)
        if isinstance(found, Step):
            course.take(found)
        elif found.finding is None:
            break
    cell = (x + 1, y + 1)
    cells = {change.cell for change in wanted}
    return Trial(cell, color, tuple(needed(told, cells)))


def needed(told: list[Draft | Step], wanted: set[Cell]) -> list[Step]:
    """The steps that lead to the last one, if that is a contradiction, or to what is wanted."""
    cells = set(wanted)
    kept: list[Step] = []
    for found in reversed(told):
        step = found.step if isinstance(found, Draft) else found
        changes = tuple(change for change in step.changes if change.cell in cells)
        if changes or step.rule is Rule.IMPOSSIBLE:
            step = found.grounded() if isinstance(found, Draft) else found
            kept.append(replace(step, changes=changes))
            cells |= resting_on(step)
    return kept[::-1]


def resting_on(step: Step) -> set[Cell]:
    """The cells that a step needs to be as they are, for what is tried in it too."""
    cells = set(step.because)
    for trial in step.trials:
        cells.add(trial.cell)
        for inner in trial.steps:
            cells |= resting_on(inner)
    return cells


def _refuted(board: Board, names: Names, rule: Rule, trial: Trial) -> Step:
    """The step that takes the colour of a trial that fails from its cell."""
    x, y = trial.cell
    left = sum(1 << color for color in colors_at(board, x - 1, y - 1) if color != trial.color)
    change = Change(trial.cell, left, 1 << trial.color)
    reason = f"if it were {names.color(trial.color)}, {course_of(trial)}"
    return Step(rule, None, (change,), (), _known(board, [trial]), reason, trials=(trial,))


def _known(board: Board, trials: Iterable[Trial]) -> tuple[Cell, ...]:
    """The cells on which trials rest and of which something was known before."""
    cells: set[Cell] = set()
    for trial in trials:
        cells |= {trial.cell}.union(*map(resting_on, trial.steps))
    colors = len(board.puzzle.colors)
    return tuple(
        sorted(
            (cell for cell in cells if len(colors_at(board, cell[0] - 1, cell[1] - 1)) < colors),
            key=lambda cell: cell[::-1],
        )
    )


def _size(trial: Trial) -> int:
    """How many steps a trial takes, those of trials within it too."""
    return sum(1 + sum(map(_size, step.trials)) for step in trial.steps)


def _agreed(board: Board, twins: list[Board]) -> Iterator[Change]:
    """What is lost on all of these boards."""
    for y in range(len(board.rows)):
        for x in range(len(board.columns)):
            before = colors_at(board, x, y)
            left = {color for twin in twins for color in colors_at(twin, x, y)}
            if len(left) < len(before):
                gone = sum(1 << color for color in before if color not in left)
                yield Change((x + 1, y + 1), sum(1 << color for color in left), gone)
