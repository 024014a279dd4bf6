"""The steps of an explanation as pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from string import ascii_lowercase

from asp_nono.draw.frames import Frame
from asp_nono.draw.marks import KEY, Supposed
from asp_nono.grid import PartialGrid
from asp_nono.logic.names import Names, cell_named, sentence
from asp_nono.logic.steps import Cell, Explanation, Step, Trial
from asp_nono.logic.words import course_of, headline


def frames(found: Explanation) -> list[Frame]:
    """What is known before the first step, and after each, with what is new and why.

    A step that rests on trials has a picture of each trial before its own.
    """
    names = Names(found.puzzle)
    boards = list(found.boards())
    pictures = [Frame(boards[0], words=("The beginning", KEY), name="0")]
    for number, (step, board) in enumerate(zip(found.steps, boards[1:], strict=True), 1):
        for letter, trial in zip(ascii_lowercase, step.trials, strict=False):
            name = f"{number}{letter if len(step.trials) > 1 else ''}-trial"
            before = boards[number - 1]
            heading = f"{number}. Suppose {cell_named(trial.cell)} is {names.color(trial.color)}"
            words = (heading, sentence(f"then {course_of(trial)}"))
            pictures.append(_trial(before, trial, words, len(found.puzzle.colors), name))
        words = (f"{number}. {headline(step, names)} ({step.rule})", sentence(step.reason))
        new = tuple(change.cell for change in step.changes)
        because = _other(step.because, new)
        table = step.matrix.table() if step.matrix else None
        pictures.append(Frame(board, step.line, new, because, words, str(number), table))
    return pictures


def _trial(
    before: PartialGrid, trial: Trial, words: tuple[str, str], colors: int, name: str
) -> Frame:
    """What follows from a colour that a cell is given for a trial, numbered by its steps."""
    tried = Supposed(trial.cell, 1 << trial.color, 0)
    cells = {cell.cell: cell for cell in _supposed(trial.steps)}
    supposed = (tried, *(cell for place, cell in cells.items() if place != trial.cell))
    rests = {cell for step in trial.steps for cell in step.because}
    known = tuple(sorted(cell for cell in rests if _known(before, cell, colors)))
    because = _other(known, tuple(cell.cell for cell in supposed))
    wrong = trial.steps[-1].line if trial.fails else None
    return Frame(before, None, (), because, words, name, supposed=supposed, wrong=wrong)


def _supposed(steps: Iterable[Step]) -> Iterator[Supposed]:
    for number, step in enumerate(steps, 1):
        for change in step.changes:
            yield Supposed(change.cell, change.left, number)


def _known(board: PartialGrid, cell: Cell, colors: int) -> bool:
    """Whether anything is known of a cell."""
    return board.rows[cell[1] - 1][cell[0] - 1].bit_count() < colors


def _other(cells: tuple[Cell, ...], marked: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """The cells to be marked as the reason, without those that are marked already."""
    return tuple(cell for cell in cells if cell not in marked)
