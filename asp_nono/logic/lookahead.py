"""Look-ahead: a cell is given a colour for a trial, and what follows from that decides.

Of the trials that fail, one with few steps is shown. A trial of depth 2 may use trials of depth 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from asp_nono.clue import Line
from asp_nono.line.board import Board
from asp_nono.line.board import Step as Visit
from asp_nono.line.lookahead import Effort, colors_at, fails
from asp_nono.line.probe import open_cells, tried
from asp_nono.logic.course import Course
from asp_nono.logic.names import Names
from asp_nono.logic.orders import ORDERS
from asp_nono.logic.rules import Rule
from asp_nono.logic.steps import Cell, Change, Step, Trial

_FIRST_REACH = 4
"""The shortest trials may visit so many lines that tell something; longer ones four times that."""

_COMPARED = 4
"""So many of the shortest trials are compared step by step."""

_NAMED = 6
"""No more lines of a trial are named in its reason."""

Place = tuple[int, int, int]
"""A cell and a colour: column and row, from 0."""


def look(board: Board, names: Names, depth: int) -> Step | None:
    """What look-ahead finds; None if it finds nothing to this depth.

    Args:
        board: What is known; single lines tell nothing more. It is left as it is.
        names: How things are called.
        depth: How many cells may be given a colour at once; 0 for no look-ahead.
    """
    if depth == 0:
        return None
    found = _contradiction(board, names) or _merge(board, names)
    return found or (_deeper(board, names) if depth > 1 else None)


def _contradiction(board: Board, names: Names) -> Step | None:
    """A colour with which single lines lead to one that cannot be filled."""
    places = list(_places(board))
    reach = _FIRST_REACH
    while places:
        visits = {place: _visits(board, place, reach) for place in places}
        failing = sorted((n, place) for place, n in visits.items() if n is not None and n <= reach)
        if failing:
            trials = (_trial(board, names, place, 0) for _, place in failing[:_COMPARED])
            return _refuted(board, names, Rule.CONTRADICTION, min(trials, key=_size))
        places = [place for place, n in visits.items() if n is not None]
        reach *= 4
    return None


def _places(board: Board) -> Iterator[Place]:
    for x, y in open_cells(board):
        for color in colors_at(board, x, y):
            yield x, y, color


class _CutError(Exception):
    """A trial visits more lines than it may."""


def _visits(board: Board, place: Place, reach: int) -> int | None:
    """How many telling visits of lines lead to a contradiction; None if none do.

    More than `reach` if it is not found out because they would be more.
    """
    x, y, color = place
    twin = board.copy()
    twin.restrict(x, y, 1 << color)
    count = 0

    def trace(visit: Visit) -> None:
        nonlocal count
        del visit
        count += 1
        if count > reach:
            raise _CutError

    try:
        wrong = twin.sweep(trace=trace, first=(Line("row", y + 1), Line("column", x + 1)))
    except _CutError:
        return count
    return None if wrong is None else count


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
    steps: list[Step] = []
    while step := course.step() or _look_on(course, names, depth):
        steps.append(step)
        if step.rule is Rule.IMPOSSIBLE:
            break
    cell = (x + 1, y + 1)
    needed = {change.cell for change in wanted}
    return Trial(cell, color, tuple(_needed(steps, needed)))


def _look_on(course: Course, names: Names, depth: int) -> Step | None:
    step = look(course.board, names, depth)
    if step:
        course.take(step)
    return step


def _needed(steps: list[Step], wanted: set[Cell]) -> list[Step]:
    """The steps that lead to the last one, if that is a contradiction, or to what is wanted."""
    cells = set(wanted)
    kept: list[Step] = []
    for step in reversed(steps):
        if step.rule is Rule.IMPOSSIBLE:
            cells = set(step.because)
            kept.append(step)
            continue
        changes = tuple(change for change in step.changes if change.cell in cells)
        if changes:
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
    reason = f"if it were {names.color(trial.color)}, {_course_of(trial)}"
    return Step(rule, None, (change,), (), _known(board, [trial]), reason, trials=(trial,))


def _course_of(trial: Trial) -> str:
    """What a trial that fails comes to: the lines that it visits, and the one that fails."""
    lines: list[str] = []
    for step in trial.steps[:-1]:
        name = str(step.line) if step.line else "a further trial"
        if not lines or lines[-1] != name:
            lines.append(name)
    end = trial.steps[-1].line
    shown = lines if len(lines) <= _NAMED else [*lines[: _NAMED - 1], "…"]
    via = f", after {', '.join(shown)}" if shown else ""
    return f"{end} could not be filled{via}"


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


def _merge(board: Board, names: Names) -> Step | None:
    """What all colours of a cell lead to."""
    for x, y in open_cells(board):
        colors = colors_at(board, x, y)
        twins = [tried(board, x, y, 1 << color)[0] for color in colors]
        changes = tuple(_agreed(board, twins))
        if changes:
            trials = tuple(_trial(board, names, (x, y, color), 0, changes) for color in colors)
            reason = f"whether it is {names.colors(colors)}, the same follows"
            because = _known(board, trials)
            return Step(Rule.MERGE, None, changes, (), because, reason, trials=trials)
    return None


def _agreed(board: Board, twins: list[Board]) -> Iterator[Change]:
    """What is lost on all of these boards."""
    for y in range(len(board.rows)):
        for x in range(len(board.columns)):
            before = colors_at(board, x, y)
            left = {color for twin in twins for color in colors_at(twin, x, y)}
            if len(left) < len(before):
                gone = sum(1 << color for color in before if color not in left)
                yield Change((x + 1, y + 1), sum(1 << color for color in left), gone)


def _deeper(board: Board, names: Names) -> Step | None:
    """A colour with which look-ahead of depth 1 leads to a contradiction."""
    for x, y, color in _places(board):
        if fails(board, x, y, color, 1, Effort()):
            return _refuted(board, names, Rule.DEEPER, _trial(board, names, (x, y, color), 1))
    return None
