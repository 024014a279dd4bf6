"""The program that decides one puzzle after another in one process, as `asp-nono check` does.

It is given a job, `{"recipe": NAME, "puzzles": [[FILE, NUMBER], ...]}`, on standard input, and
prints one JSON object when it begins with a puzzle and one when it is done with it. Limits are the
business of whoever runs it.
"""

from __future__ import annotations

import json
import resource
import sys
import warnings
from collections.abc import Iterator
from importlib import import_module
from itertools import groupby
from time import perf_counter
from typing import Any, NamedTuple

from asp_nono.asp.recipes import Recipe, recipe
from asp_nono.errors import AspNonoError, PuzzleError
from asp_nono.files import read_each
from asp_nono.lab.launch import cpu_seconds, peak_bytes
from asp_nono.puzzle import Puzzle
from asp_nono.solving.solve import check


class Moment(NamedTuple):
    """CPU and wall-clock seconds at some time."""

    cpu: float
    wall: float

    @classmethod
    def now(cls) -> Moment:
        """This process's, with the children that it has waited for."""
        usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        return cls(sum(map(cpu_seconds, usages)), perf_counter())


def main() -> None:
    """Do the job."""
    import_module("asp_nono.cli.solve")  # a part of what the command costs
    warnings.simplefilter("ignore")
    job = json.load(sys.stdin)
    told = recipe(job["recipe"])
    done = Moment.now()
    for puzzle in _puzzles(job["puzzles"]):
        read = Moment.now()
        _tell({"cpu": done.cpu})
        answer = _answer(puzzle, told)
        now = Moment.now()
        spent = {
            "cpu": now.cpu - done.cpu,
            "wall": now.wall - done.wall,
            "read_seconds": read.wall - done.wall,
            "peak": peak_bytes(resource.getrusage(resource.RUSAGE_SELF)),
        }
        _tell({**answer, **spent})
        done = Moment.now()


def _puzzles(wanted: list[tuple[str, int]]) -> Iterator[Puzzle | PuzzleError]:
    for file, numbers in groupby(wanted, lambda puzzle: puzzle[0]):
        puzzles = read_each(file)
        for _, number in numbers:
            yield puzzles[number - 1]


def _answer(puzzle: Puzzle | PuzzleError, told: Recipe) -> dict[str, Any]:
    try:
        if isinstance(puzzle, PuzzleError):
            raise puzzle
        result = check(puzzle, recipe=told)
    except AspNonoError as error:
        return {"verdict": "undecided", "reason": str(error)}
    return {
        "verdict": str(result.verdict),
        "technique": result.technique,
        "reason": result.reason,
        "line_seconds": result.line_seconds,
        "ground_seconds": result.ground_seconds,
    }


def _tell(words: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(words) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
