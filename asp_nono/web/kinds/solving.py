"""Jobs: solving line by line for an animation, explanations, difficulty."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from asp_nono.clue import Line
from asp_nono.formats.native_json import puzzle_of
from asp_nono.grid import PartialGrid
from asp_nono.line.board import Board, Step
from asp_nono.logic.course import order_named
from asp_nono.logic.difficulty import measures
from asp_nono.logic.explain import Options, explanation_steps
from asp_nono.logic.steps import Step as Deduction
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits
from asp_nono.solving.result import Verdict
from asp_nono.solving.solve import results
from asp_nono.web.values import STARTED, Event, chars, pictured, progress, result, started

_Frame = list[tuple[int, int, int]]
"""Column, row and colours left of the cells that have changed."""


def solve(limits: Limits, puzzle: object, start: object) -> Iterator[Event]:
    """What lines tell, visit by visit, and what the solver finds in the end."""
    del limits  # the process has them
    sound, known = started(puzzle, start)
    yield STARTED
    board = Board(sound, known)
    visits: list[Step] = []
    torn = board.sweep(trace=visits.append)
    for visit in visits:
        if frame := _frame(visit):
            yield progress(line=str(visit.line), cells=_told(frame, sound))
    left = None if torn else board.partial()
    *_, last = results(sound, start=known)
    if left and last.verdict is Verdict.UNIQUE and left.undecided:
        left = PartialGrid.of(last.solutions[0])
        yield progress(line=None, cells=_told(_changes(board.partial(), left), sound))
    yield result(
        verdict=str(last.verdict),
        picture=pictured(left or last.certain, sound),
        solutions=[pictured(grid, sound) for grid in last.solutions],
        reason=last.reason,
    )


def _frame(visit: Step) -> _Frame:
    """The cells that a visit of a line has told something of."""
    after = visit.after or visit.before
    return [
        (*_cell(visit.line, place), left)
        for place, (before, left) in enumerate(zip(visit.before, after, strict=True), 1)
        if left != before
    ]


def _cell(line: Line, place: int) -> tuple[int, int]:
    return (place, line.number) if line.axis == "row" else (line.number, place)


def _changes(before: PartialGrid, after: PartialGrid) -> _Frame:
    return [
        (x, y, now)
        for y, rows in enumerate(zip(before.rows, after.rows, strict=True), 1)
        for x, (old, now) in enumerate(zip(*rows, strict=True), 1)
        if old != now
    ]


def _told(frame: _Frame, puzzle: Puzzle) -> list[list[object]]:
    from asp_nono.formats.cells import row_text

    names: Sequence[str] = chars(puzzle)
    return [[x, y, row_text([left], names)] for x, y, left in frame]


def explain(
    limits: Limits, puzzle: object, start: object, order: str, depth: int, search: bool
) -> Iterator[Event]:
    """How a person could solve it, each step as soon as it is found."""
    del limits
    sound, known = started(puzzle, start)
    order_named(order)  # it is told at once if there is none
    yield STARTED
    options = Options(start=known, order=order, depth=depth, search=search)
    for found in explanation_steps(sound, options):
        if isinstance(found, Deduction):
            yield progress(step=found.to_json(sound, chars(sound)))
        else:
            yield result(
                outcome=str(found.outcome),
                note=found.note,
                looks=found.looks,
                summary=found.summary(),
                end=pictured(found.end, sound),
            )


def difficulty(limits: Limits, puzzle: object) -> Iterator[Event]:
    """How difficult and how tedious it is."""
    del limits
    sound = puzzle_of(puzzle)
    yield STARTED
    (found,) = measures(sound)
    if isinstance(found, Verdict):
        names = ("technique", "sweeps", "steps", "trials", "shares", "grade", "tedium")
        yield result(verdict=str(found), **dict.fromkeys(names))
        return
    yield result(
        verdict=str(Verdict.UNIQUE),
        technique=str(found.technique),
        sweeps=found.sweeps,
        steps=found.steps,
        trials=found.trials,
        shares={str(name): round(share, 4) for name, share in found.shares.items()},
        grade=found.grade,
        tedium=found.tedium,
    )
