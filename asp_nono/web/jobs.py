"""The studio's jobs: what a request is, and what a child runs for it.

Most jobs yield snapshots of their result, which are sent as their `to_json`. The server imports
this module for its table; only children run what is in it, and import what that takes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

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


class Row(NamedTuple):
    """A job of the studio: its class, and what yields its events."""

    job: type[Job]
    events: Callable[..., Iterator[Event]]  # takes the job, its limits and inputs


def perform(name: str, job: Job, limits: Limits, **inputs: Any) -> Iterator[Event]:  # noqa: ANN401
    """The events of a job of the table."""
    return JOBS[name].events(job, limits, **inputs)


def _snapshots(values: Callable[..., Iterable[Event]]) -> Callable[..., Iterator[Event]]:
    """The events of a job, from the values of its snapshots for the puzzle and the start."""

    def events(job: Job, limits: Limits, **inputs: Any) -> Iterator[Event]:  # noqa: ANN401
        given: list[Any] = [job]
        if isinstance(job, PuzzleJob):
            puzzle = read_puzzle(inputs["puzzle"])
            given.append(puzzle)
            if job.start:
                given.append(read_picture(inputs[job.start], puzzle, job.start))
        if isinstance(job, solving.Count):
            given.append(limits)
        snapshots = values(*given)
        yield STARTED
        last: Event = {}
        for last in snapshots:
            yield progress(last)
        yield result(last)

    return events


@_snapshots
def _check(job: solving.Check, puzzle: Puzzle, start: PartialGrid | None) -> Iterator[Event]:
    from asp_nono.solving.solve import results

    found = results(puzzle, recipe=job.chosen, start=start)
    return (one.to_json(solutions=True, goal=True) for one in found)


@_snapshots
def _count(
    job: solving.Count, puzzle: Puzzle, start: PartialGrid | None, limits: Limits
) -> Iterator[Event]:
    from asp_nono.counting.count import counts

    found = counts(puzzle, **job.options(), start=start, limits=limits)
    return (one.to_json(puzzle.chars) for one in found)


def _solve(job: solving.Solve, limits: Limits, puzzle: object, start: object) -> Iterator[Event]:
    """What line logic finds, visit by visit, as frames of an animation; then the solution."""
    from asp_nono.formats.cells import row_text
    from asp_nono.line.board import Board
    from asp_nono.solving.solve import results

    del limits  # the process has them
    sound = read_puzzle(puzzle)
    known = read_picture(start, sound, "start")
    snapshots = results(sound, most=job.wanted, recipe=job.chosen, start=known)
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
    *_, last = snapshots
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
    from asp_nono.logic.explain import explanation_steps
    from asp_nono.logic.steps import Step

    del limits
    sound = read_puzzle(puzzle)
    known: PartialGrid | None = read_picture(start, sound, "start")
    order_named(job.order)  # raises before the start if there is none
    yield STARTED
    for found in explanation_steps(sound, job.options(known)):
        if isinstance(found, Step):
            yield progress({"step": found.to_json(sound)})
        else:
            yield result(found.to_json())


@_snapshots
def _why(job: reasons.Why, puzzle: Puzzle) -> Iterator[Event]:
    """The keys of `--json`, and how the color of the cell follows from the clues."""
    from asp_nono.logic.clue_sets import ClueSet, whys
    from asp_nono.logic.explain import line_steps

    for why in whys(puzzle, job.cell):
        values: Event = why.to_json()
        if values.get("minimal") and isinstance(why.found, ClueSet):
            steps = line_steps(puzzle, frozenset(why.found.lines), job.cell)
            values["steps"] = [one.to_json(puzzle) for one in steps]
        yield values


@_snapshots
def _difficulty(_: Job, puzzle: Puzzle) -> Iterator[Event]:
    from asp_nono.logic.difficulty import measures, no_difficulty, why_no_difficulty
    from asp_nono.solving.result import Verdict

    for found in measures(puzzle):
        if isinstance(found, Verdict):
            yield {"verdict": str(found), **no_difficulty(why_no_difficulty(found))}
        else:
            yield {"verdict": str(Verdict.UNIQUE), **found.to_json()}


@_snapshots
def _hint(job: reasons.Hint, puzzle: Puzzle, start: PartialGrid | None) -> Iterator[Event]:
    from asp_nono.logic.hint import hint

    yield hint(puzzle, start).to_json(puzzle, job.tell)


@_snapshots
def _errors(job: reasons.Errors, puzzle: Puzzle, start: PartialGrid | None) -> Iterator[Event]:
    from asp_nono.logic.hint import judge

    yield judge(puzzle, start).to_json(puzzle, "where", errors=job.tell == "cells")


@_snapshots
def _ambiguity(_: Job, puzzle: Puzzle) -> Iterator[Event]:
    from asp_nono.design.ambiguity import ambiguities

    return (found.to_json() for found in ambiguities(puzzle))


@_snapshots
def _repair(job: design.Repair, puzzle: Puzzle) -> Iterator[Event]:
    from asp_nono.design.repair import repairs

    found = repairs(puzzle, job.aim, job.alternatives, job.terms)
    return (one.to_json() for one in found)


@_snapshots
def _generate(job: design.Generate) -> Iterator[Event]:
    from asp_nono.design.generate import generating

    found = generating(job.model, job.target, count=job.count, seed=job.seed, tries=job.tries)
    return (one.to_json() for one in found)


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
    "check": Row(solving.Check, _check),
    "count": Row(solving.Count, _count),
    "solutions": Row(solving.Solutions, _solutions),
    "solve": Row(solving.Solve, _solve),
    "ambiguity": Row(design.Ambiguity, _ambiguity),
    "repair": Row(design.Repair, _repair),
    "generate": Row(design.Generate, _generate),
    "explain": Row(reasons.Explain, _explain),
    "difficulty": Row(reasons.Difficulty, _difficulty),
    "hint": Row(reasons.Hint, _hint),
    "errors": Row(reasons.Errors, _errors),
    "why": Row(reasons.Why, _why),
    "run": Row(programs.Run, _run),
    "grade": Row(programs.Grade, _grade),
}
"""The jobs by the last part of their paths."""
