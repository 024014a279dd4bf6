"""Hints as text and as JSON: no more of a step than was asked for."""

from __future__ import annotations

from asp_nono.cli import report
from asp_nono.cli.inputs import Item
from asp_nono.cli.say import say
from asp_nono.clue import Clue
from asp_nono.logic.data import step_data
from asp_nono.logic.hint import Hint, State
from asp_nono.logic.names import Names, cell_named, sentence
from asp_nono.logic.steps import Step
from asp_nono.logic.words import lines_of

STRENGTHS = ("where", "rule", "cells")
"""How much is told: each strength tells what those before it tell, too."""

_SAYS = {
    State.ERROR: "the grid has an error: no solution agrees with it",
    State.SOLVED: "the grid is solved",
    State.STUCK: "the grid has no error, but trying in two cells at once leads no further",
    State.NONE: "the puzzle has no solution",
}


def emit(item: Item, found: Hint, tell: str, errors: bool) -> None:
    """Print the JSON object."""
    told: dict[str, object] = {"state": str(found.state), "text": _told(item, found, tell)}
    if found.step:
        data = step_data(found.step, item.sound)
        told["line"] = data["line"]
        if tell != "where":
            told |= {"rule": data["rule"], "blocks": data["blocks"]}
        if tell == "cells":
            told["step"] = data
    if errors:
        told["wrong"] = [list(cell) for cell in found.wrong]
    report.emit({**report.head(item), **told})


def text(item: Item, found: Hint, tell: str, errors: bool) -> None:
    """Print the hint."""
    say(_told(item, found, tell))
    if found.step and tell == "cells":
        say("\n".join(lines_of(found.step, 1, Names(item.sound))))
    if errors and found.wrong:
        say(f"wrong: {report.cells(found.wrong)}")


def _told(item: Item, found: Hint, tell: str) -> str:
    """What there is to say, in a sentence."""
    if found.step is None:
        return sentence(_SAYS[found.state])
    where = _where(found.step)
    if tell == "where":
        return sentence(where)
    blocks = [Names(item.sound).block(_clue(item, found.step), b - 1) for b in found.step.blocks]
    about = f", {' and '.join(blocks)}" if len(blocks) == 1 else ""
    return sentence(f"{where}: {found.step.rule}{about}")


def _where(step: Step) -> str:
    """Where to look."""
    if step.line:
        return f"look at {step.line}"
    cell = step.trials[0].cell
    return f"no single line helps; try colours in {cell_named(cell)}"


def _clue(item: Item, step: Step) -> Clue:
    puzzle, line = item.sound, step.line
    if line is None:
        return ()
    return (puzzle.rows if line.axis == "row" else puzzle.columns)[line.number - 1]
