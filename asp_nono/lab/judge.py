"""Answers put to the independent checker, away from the process that gave them."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from asp_nono.errors import PuzzleError
from asp_nono.grid import Grid
from asp_nono.lab.competitors import External
from asp_nono.lab.instances import Instance, puzzle_of
from asp_nono.lab.jobs import Job
from asp_nono.lab.outcome import Outcome, Status
from asp_nono.puzzle import Puzzle, mismatch

_NEEDED: dict[Status, int] = {"found": 1, "unique": 1, "multiple": 2}
"""So many different pictures prove a status; that there are no others cannot be seen."""


def judged(job: Job, outcome: Outcome) -> Outcome:
    """The outcome, with the status "wrong" if a picture is no solution or one is missing.

    Other programs tell no pictures, and who only counts shows none; such answers can only be held
    against those of others, see `agreement`.
    """
    if isinstance(job.competitor, External):
        return outcome
    wrong = _wrong(job, outcome)
    return replace(outcome, status="wrong", message=wrong) if wrong else outcome


def _wrong(job: Job, outcome: Outcome) -> str:
    puzzle = _puzzle(job.instance)
    for number, picture in enumerate(outcome.solutions, 1):
        try:
            grid = Grid.from_text(picture.split("\n"), "".join(puzzle.chars))
            fault = mismatch(grid, puzzle)
        except PuzzleError as error:
            fault = str(error)
        if fault:
            return f"solution {number} is none: {fault}"
    needed = 0 if job.task.kind == "count" else _NEEDED.get(outcome.status, 0)
    shown = len(set(outcome.solutions))
    if shown < needed:
        return f"says {outcome.status} and shows {shown} of {needed} different solutions"
    if outcome.status == "none" and shown:
        return "says that there is no solution and shows one"
    return ""


@lru_cache(maxsize=64)
def _puzzle(instance: Instance) -> Puzzle:
    with TemporaryDirectory(prefix="asp-nono-") as folder:
        return puzzle_of(instance, Path(folder))
