"""Jobs: hints, errors, and which clues are the reason."""

from __future__ import annotations

from collections.abc import Iterator

from asp_nono.logic.clue_sets import ClueSet, NotForced, Why, whys
from asp_nono.logic.explain import line_steps
from asp_nono.logic.hint import Hint, State, judge
from asp_nono.logic.hint import hint as next_hint
from asp_nono.logic.steps import Cell
from asp_nono.run.limits import Limits
from asp_nono.web.values import STARTED, Event, cells, chars, pictured, progress, result, started


def hint(limits: Limits, puzzle: object, grid: object, tell: str) -> Iterator[Event]:
    """The easiest next step, told as strongly as is wished."""
    del limits  # the process has them
    sound, known = started(puzzle, grid, "grid")
    yield STARTED
    found = next_hint(sound, known)
    yield result(**{"line": None, **found.to_json(sound, tell, chars=chars(sound))})


def errors(limits: Limits, puzzle: object, grid: object, tell: str) -> Iterator[Event]:
    """Whether a grid has an error, and if wished in which cells."""
    del limits
    sound, known = started(puzzle, grid, "grid")
    yield STARTED
    found: Hint = judge(sound, known)
    yield result(
        state=str(found.state),
        text=found.text(sound, "where"),
        wrong=cells(found.wrong) if tell == "cells" and found.state is State.ERROR else [],
    )


def why(limits: Limits, puzzle: object, cell: list[int]) -> Iterator[Event]:
    """The fewest clues that force the colour of a cell."""
    del limits
    yield from _sets(puzzle, (cell[0], cell[1]))


def clash(limits: Limits, puzzle: object) -> Iterator[Event]:
    """The fewest clues that clash."""
    del limits
    yield from _sets(puzzle, None)


def _sets(puzzle: object, cell: Cell | None) -> Iterator[Event]:
    sound, _ = started(puzzle, None)
    yield STARTED
    last = Why(sound, cell)
    for last in whys(sound, cell):
        yield progress(**_told(last))
    steps = []
    if isinstance(last.found, ClueSet):
        lines = frozenset(last.found.lines)
        steps = [step.to_json(sound, chars(sound)) for step in line_steps(sound, lines, cell)]
    yield result(**_told(last), steps=steps)


def _told(why: Why) -> Event:
    puzzle, found = why.puzzle, why.found
    told: Event = {"text": why.text()}
    if not isinstance(found, ClueSet):
        grids = found.pictures if isinstance(found, NotForced) else ()
        pictures = [pictured(grid, puzzle) for grid in grids]
        return told | {"forced": False, "color": None, "lines": [], "pictures": pictures}
    return told | {
        "forced": True,
        "color": None if found.color is None else chars(puzzle)[found.color],
        "lines": [str(line) for line in found.lines],
        "known": why.known(),
        "minimal": found.minimal,
        "smallest": found.smallest,
        "pictures": [],
    }
