"""Hints in words: no more of a step than was asked for."""

from __future__ import annotations

from asp_nono.clue import Clue
from asp_nono.logic.hint import Hint, State
from asp_nono.logic.names import Names, cell_named, sentence
from asp_nono.logic.steps import Step
from asp_nono.puzzle import Puzzle

STRENGTHS = ("where", "rule", "cells")
"""How much is told: each strength tells what those before it tell, too."""

_SAYS = {
    State.ERROR: "the grid has an error: no solution agrees with it",
    State.RIGHT: "the grid has no error",
    State.SOLVED: "the grid is solved",
    State.STUCK: "the grid has no error, but trying in two cells at once leads no further",
    State.NONE: "the puzzle has no solution",
}


def hint_text(puzzle: Puzzle, found: Hint, tell: str) -> str:
    """What there is to say, in a sentence; the cells of a step are not in it.

    Args:
        puzzle: The puzzle.
        found: The hint.
        tell: One of `STRENGTHS`.
    """
    if found.step is None:
        return sentence(_SAYS[found.state])
    where = _where(found.step)
    if tell == "where":
        return sentence(where)
    blocks = [Names(puzzle).block(_clue(puzzle, found.step), b - 1) for b in found.step.blocks]
    about = f", {' and '.join(blocks)}" if len(blocks) == 1 else ""
    return sentence(f"{where}: {found.step.rule}{about}")


def _where(step: Step) -> str:
    """Where to look."""
    if step.line:
        return f"look at {step.line}"
    if not step.trials:
        return "no step by hand leads on; a search does"
    return f"no single line helps; try colours in {cell_named(step.trials[0].cell)}"


def _clue(puzzle: Puzzle, step: Step) -> Clue:
    line = step.line
    if line is None:
        return ()
    return (puzzle.rows if line.axis == "row" else puzzle.columns)[line.number - 1]
