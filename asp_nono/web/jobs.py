"""The studio's jobs: what a request is, and what a child runs for it.

Most jobs run themselves (`asp_nono.jobs`) and yield snapshots of their result, which are sent as
their `to_json`. The server imports this module for its table; only children run what is in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeAlias

from asp_nono.asp.recipes import DEFAULT, recipe
from asp_nono.errors import PuzzleError, UncountedError
from asp_nono.grid import PartialGrid
from asp_nono.jobs import Job, PuzzleJob, design, programs, reasons, solving
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Cause, Limits, Stopped
from asp_nono.web.values import STARTED, Event, progress, read_picture, read_puzzle, result, stopped

_SECONDS = 60.0  # for a program, where nothing limits it
_EARLY = 0.95  # of the time: a sandbox stops then, so that there is time to send what is known
_COUNTING = 0.5  # of the time: the solutions are counted before they are enumerated

_PLACED = re.compile(r"(?:(?P<file>.+), )?line (?P<line>\d+): (?P<text>.*)", re.DOTALL)

Answer: TypeAlias = Callable[[Any, Puzzle, Any], Event]
"""The values of a snapshot, for a job and a puzzle."""


@dataclass(frozen=True, slots=True)
class Row:
    """A job of the studio: its class, the values of its snapshots, or another way to run it."""

    job: type[Job]
    answer: Answer = lambda *given: given[-1].to_json()
    run: Callable[..., Iterator[Event]] | None = None  # takes the job, its limits and inputs


def perform(name: str, job: Any, limits: Limits, **inputs: Any) -> Iterator[Event]:  # noqa: ANN401
    """The events of a job of the table."""
    row = JOBS[name]
    if row.run:
        yield from row.run(job, limits, **inputs)
        return
    puzzle: Any = None
    given: list[Any] = []
    if isinstance(job, PuzzleJob):
        puzzle = read_puzzle(inputs["puzzle"])
        given.append(puzzle)
        if job.start:
            given.append(read_picture(inputs[job.start], puzzle, job.start))
    if isinstance(job, solving.Count):
        given.append(limits)
    snapshots = job.run(*given)
    yield STARTED
    last: Event = {}
    for found in snapshots:
        last = row.answer(job, puzzle, found)
        yield progress(last)
    yield result(last)


def _solve(job: solving.Solve, limits: Limits, puzzle: object, start: object) -> Iterator[Event]:
    """What line logic finds, visit by visit, as frames of an animation; then the solution."""
    from asp_nono.formats.cells import row_text
    from asp_nono.line.board import Board

    del limits  # the process has them
    sound = read_puzzle(puzzle)
    known = read_picture(start, sound, "start")
    results = job.run(sound, known)
    yield STARTED
    visits: list[Any] = []
    Board(sound, known).sweep(trace=visits.append)
    for visit in visits:
        line, frame = visit.line, []
        changes = zip(visit.before, visit.after or visit.before, strict=True)
        for place, (before, left) in enumerate(changes, 1):
            if left != before:
                cell = [place, line.number] if line.axis == "row" else [line.number, place]
                frame.append([*cell, row_text([left], sound.chars)])
        if frame:
            yield progress({"line": str(line), "cells": frame})
    *_, last = results
    yield result(last.to_json(solutions=True))


def _solutions(job: solving.Solutions, limits: Limits, puzzle: object) -> Iterator[Event]:
    """Solutions by number where all can be counted, else as they are found one by one."""
    from asp_nono.counting.portfolio import MEMORY
    from asp_nono.counting.space import explore
    from asp_nono.solving.solve import solutions

    sound = read_puzzle(puzzle)
    yield STARTED
    first, end = int(job.first), int(job.first) + job.most
    seconds = None if limits.seconds is None else limits.seconds * _COUNTING
    memory = MEMORY if limits.megabytes is None else (limits.megabytes << 20) // 2
    try:
        space = explore(sound, seconds=seconds, memory=memory)
    except UncountedError:
        yield progress({"count": None, "exact": False})
        number = 0
        for number, grid in enumerate(islice(solutions(sound), end), 1):
            if number > first:
                rows = grid.to_text(sound.chars)
                yield progress({"index": str(number - 1), "picture": rows})
        exact = number < end
        yield result({"count": str(number) if exact else None, "exact": exact})
        return
    known = {"count": str(space.number), "exact": True}
    yield progress(known)
    for index in range(first, min(end, space.number)):
        rows = space.solution(index).to_text(sound.chars)
        yield progress({"index": str(index), "picture": rows})
    yield result(known)


def _explain(
    job: reasons.Explain, limits: Limits, puzzle: object, start: object
) -> Iterator[Event]:
    """The steps of an explanation as they are found, and then the whole."""
    from asp_nono.logic.course import order_named
    from asp_nono.logic.steps import Step

    del limits
    sound = read_puzzle(puzzle)
    known: PartialGrid | None = read_picture(start, sound, "start")
    order_named(job.order)  # raises before the start if there is none
    yield STARTED
    for found in job.run(sound, known):
        if isinstance(found, Step):
            yield progress({"step": found.to_json(sound)})
        else:
            yield result(found.to_json())


def _why(job: reasons.Why, puzzle: Puzzle, why: Any) -> Event:  # noqa: ANN401 - a snapshot
    """The keys of `--json`, and how the color of the cell follows from the clues."""
    from asp_nono.logic.explain import line_steps

    values: Event = why.to_json()
    if values.get("minimal"):
        lines = frozenset(why.found.lines)
        values["steps"] = [one.to_json(puzzle) for one in line_steps(puzzle, lines, job.cell)]
    return values


def _difficulty(job: Job, puzzle: Puzzle, found: Any) -> Event:  # noqa: ANN401 - a snapshot
    from asp_nono.logic.difficulty import no_difficulty, why_no_difficulty
    from asp_nono.solving.result import Verdict

    del job, puzzle
    if isinstance(found, Verdict):
        return {"verdict": str(found), **no_difficulty(why_no_difficulty(found))}
    return {"verdict": str(Verdict.UNIQUE), **found.to_json()}


def _run(job: programs.Run, limits: Limits, puzzle: object) -> Iterator[Event]:
    """The answer sets of a program or a recipe, as pictures and as atoms."""
    from asp_nono.grading.playground import program_runs, setup_program, setup_recipe
    from asp_nono.grading.sandbox import Sandbox

    sound = read_puzzle(puzzle)
    if (job.program is None) == (job.recipe is None):
        raise PuzzleError("expected either a program or a recipe")
    yield STARTED
    seconds, megabytes = _in_sandbox(limits)
    with Sandbox(megabytes) as sandbox:
        if job.recipe is not None:
            setup = setup_recipe(sound, job.recipe, job.deductions)
        else:
            level = recipe(DEFAULT).with_deductions(job.deductions or "none").deductions
            setup = setup_program(sandbox, sound, job.program or "", job.dialect, level)
        dialect = {"dialect": setup.program.vocabulary.name}
        yield progress({"stage": "read", **dialect})
        for found in program_runs(sandbox, setup, most=job.most, sizes=job.sizes, seconds=seconds):
            values = {**found.to_json(), **dialect, "warnings": _warnings(found.remarks)}
            if found.stopped:
                yield stopped(_whole(found.stopped, limits), values)
            elif found.stage == "done":
                yield result(values)
            elif found.stage == "answer":
                answer = found.answers[-1].to_json(sound.chars)
                yield progress({**values, "stage": "answer", "answer": answer})
            else:
                yield progress({**values, "stage": found.stage})


def _in_sandbox(limits: Limits) -> tuple[float, int]:
    """Seconds and megabytes for a program."""
    return (limits.seconds or _SECONDS) * _EARLY, limits.megabytes or programs.Grade.megabytes


def _whole(stop: Stopped, limits: Limits) -> Stopped:
    """The end of a sandbox that got a part of the time, said of the whole time."""
    return Stopped.at(stop.cause, limits) if stop.cause is Cause.TIME else stop


def _warnings(remarks: Iterable[str]) -> list[Event]:
    """Remarks with their places apart from their texts."""
    warnings = []
    for remark in remarks:
        found = _PLACED.fullmatch(remark)
        line = int(found["line"]) if found else None
        message = found["text"] if found else remark
        warnings.append({"line": line, "file": found and found["file"], "message": message})
    return warnings


def _grade(job: programs.Grade, limits: Limits, program: str) -> Iterator[Event]:
    """What is found out about a program on all small boards."""
    from asp_nono.formats.native_json import puzzle_data
    from asp_nono.grading.grade import Settings, grade_text
    from asp_nono.grading.vocabulary import dialect

    seconds, megabytes = _in_sandbox(limits)
    settings = Settings(
        vocabulary=dialect(job.dialect) if job.dialect else None,
        block_colors=job.colors,
        scaling=job.scaling,
        seconds=seconds,
        megabytes=megabytes,
    )
    yield STARTED
    found = grade_text(program, "the program", settings)
    values = found.to_json()
    if found.counterexample:
        values["counterexample"]["puzzle"] = puzzle_data(found.counterexample.puzzle)
    yield result(values)


JOBS = {
    "check": Row(solving.Check, lambda *given: given[-1].to_json(solutions=True, goal=True)),
    "count": Row(solving.Count, lambda _, puzzle, found: found.to_json(puzzle.chars)),
    "solutions": Row(solving.Solutions, run=_solutions),
    "solve": Row(solving.Solve, run=_solve),
    "ambiguity": Row(design.Ambiguity),
    "repair": Row(design.Repair),
    "generate": Row(design.Generate),
    "explain": Row(reasons.Explain, run=_explain),
    "difficulty": Row(reasons.Difficulty, _difficulty),
    "hint": Row(reasons.Hint, lambda job, puzzle, found: found.to_json(puzzle, job.tell)),
    "errors": Row(
        reasons.Errors,
        lambda job, puzzle, found: found.to_json(puzzle, "where", errors=job.tell == "cells"),
    ),
    "why": Row(reasons.Why, _why),
    "run": Row(programs.Run, run=_run),
    "grade": Row(programs.Grade, run=_grade),
}
"""The jobs by the last part of their paths."""
