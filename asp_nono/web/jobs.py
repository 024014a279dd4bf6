"""The studio's jobs: a class for each path, and the events that a child makes of its snapshots.

The server imports this module for its table; only children run jobs, and import what that takes.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from asp_nono.jobs import Job, design, explain, programs, solutions, solving
from asp_nono.run.limits import Limits
from asp_nono.web.values import (
    STARTED,
    Event,
    find_exercise,
    progress,
    read_bytes,
    read_picture,
    read_puzzle,
    result,
)

JOBS: dict[str, type[Job[Any]]] = {
    "check": solving.Check,
    "count": solutions.CountSolutions,
    "solutions": solutions.Solutions,
    "solve": solutions.Animate,
    "ambiguity": design.Ambiguity,
    "repair": design.Repair,
    "generate": design.Generate,
    "make": design.Make,
    "explain": explain.Explain,
    "difficulty": explain.Difficulty,
    "hint": explain.Hint,
    "errors": explain.Errors,
    "why": explain.Why,
    "run": programs.RunProgram,
    "grade": programs.Grade,
}  # by the last part of their paths


def perform(
    job: Job[Any],
    limits: Limits,
    pages: Path | None = None,
    **inputs: Any,  # noqa: ANN401
) -> Iterator[Event]:
    """The events of a job; what is wrong with the request is raised before the first one.

    `pages` is the folder of pages, and of their exercises, that are served.
    """
    given: list[Any] = []
    for key, kind in job.inputs().items():
        value = inputs[key]
        if kind == "puzzle":
            value = read_puzzle(value)
        elif kind == "picture":
            value = read_picture(value, given[0], key)
        elif kind == "exercise":
            found = find_exercise(value, pages)
            value = found and cast("programs.Grade", job).exercise(found, limits)
        elif kind == "file":
            value = read_bytes(value)
        given.append(value)
    work = job.within(limits, *given)  # raises what is wrong with the options
    last = None
    yield STARTED
    for last in work.job():
        if news := job.news(last):
            yield progress(**news)
    if last is not None:
        yield result(**job.values(last))
