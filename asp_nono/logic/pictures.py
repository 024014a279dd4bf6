"""The steps of an explanation as pictures."""

from __future__ import annotations

from asp_nono.draw.shots import Shot
from asp_nono.logic.names import Names, sentence
from asp_nono.logic.steps import Explanation, Step
from asp_nono.logic.words import headline


def shots(found: Explanation) -> list[Shot]:
    """What is known before the first step, and after each, with what is new and why."""
    names = Names(found.puzzle)
    first, *boards = found.boards()
    pictures = [Shot(first, words=("The beginning", ""))]
    for number, (step, board) in enumerate(zip(found.steps, boards, strict=True), 1):
        words = (f"{number}. {headline(step, names)} ({step.rule})", sentence(step.reason))
        new = tuple(change.cell for change in step.changes)
        pictures.append(Shot(board, step.line, new, _because(step), words))
    return pictures


def _because(step: Step) -> tuple[tuple[int, int], ...]:
    """The cells to be marked as the reason, without those that are new themselves."""
    new = {change.cell for change in step.changes}
    return tuple(cell for cell in step.because if cell not in new)
