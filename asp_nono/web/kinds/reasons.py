"""Jobs: hints, errors, and which clues are the reason."""

from __future__ import annotations

from collections.abc import Iterator

from asp_nono.logic.clue_sets import ClueSet, NotForced, clue_sets
from asp_nono.logic.data import step_data
from asp_nono.logic.explain import line_steps
from asp_nono.logic.hint import Hint, State, judge
from asp_nono.logic.hint import hint as next_hint
from asp_nono.logic.hint_words import hint_text
from asp_nono.logic.steps import Cell
from asp_nono.logic.why_words import known_text, why_text
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits
from asp_nono.web.values import STARTED, Event, cells, chars, pictured, progress, result, started


def hint(limits: Limits, puzzle: object, grid: object, tell: str) -> Iterator[Event]:
    """The easiest next step, told as strongly as is wished."""
    del limits  # the process has them
    sound, known = started(puzzle, grid, "grid")
    yield STARTED
    found = next_hint(sound, known)
    told: Event = {"state": str(found.state), "text": hint_text(sound, found, tell), "line": None}
    if found.step:
        data = step_data(found.step, sound, chars(sound))
        told["line"] = data["line"]
        if tell != "where":
            told |= {"rule": data["rule"], "blocks": data["blocks"]}
        if tell == "cells":
            told["step"] = data
    yield result(**told)


def errors(limits: Limits, puzzle: object, grid: object, tell: str) -> Iterator[Event]:
    """Whether a grid has an error, and if wished in which cells."""
    del limits
    sound, known = started(puzzle, grid, "grid")
    yield STARTED
    found: Hint = judge(sound, known)
    yield result(
        state=str(found.state),
        text=hint_text(sound, found, "where"),
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
    last: ClueSet | NotForced | None = None
    for last in clue_sets(sound, cell):
        yield progress(**_told(sound, cell, last))
    if last is None:
        raise AssertionError("nothing was found out, and no limit reached")
    steps = (
        [
            step_data(step, sound, chars(sound))
            for step in line_steps(sound, frozenset(last.lines), cell)
        ]
        if isinstance(last, ClueSet)
        else []
    )
    yield result(**_told(sound, cell, last), steps=steps)


def _told(puzzle: Puzzle, cell: Cell | None, found: ClueSet | NotForced) -> Event:
    told: Event = {"text": why_text(puzzle, cell, found)}
    if isinstance(found, NotForced):
        pictures = [pictured(grid, puzzle) for grid in found.pictures]
        return told | {"forced": False, "color": None, "lines": [], "pictures": pictures}
    return told | {
        "forced": True,
        "color": None if found.color is None else chars(puzzle)[found.color],
        "lines": [str(line) for line in found.lines],
        "known": known_text(found),
        "minimal": found.minimal,
        "smallest": found.smallest,
        "pictures": [],
    }
