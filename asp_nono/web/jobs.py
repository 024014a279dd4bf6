"""The studio's jobs: what a request is, and what a child runs for it.

Most jobs yield snapshots of their result, which are sent as their `to_json`. The server imports
this module for its table; only children run what is in it, and import what that takes.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from asp_nono.grid import PartialGrid
from asp_nono.jobs import Job, design, explain, programs, solving
from asp_nono.messages import UncountedError
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits
from asp_nono.web.values import STARTED, Event, progress, read_picture, read_puzzle, result

_COUNTING = 0.5  # of the time: the solutions are counted before they are enumerated

Events: TypeAlias = Iterator[Event]
Start: TypeAlias = PartialGrid | None


class Row(NamedTuple):
    """A job of the studio: its class, and what yields its events."""

    job: type[Job[Any]]
    events: Callable[..., Events]  #: takes the job, its limits, and its inputs


def perform(name: str, job: Job[Any], limits: Limits, **inputs: Any) -> Events:  # noqa: ANN401
    """The events of a job of the table."""
    given: list[Any] = []
    for key, kind in job.inputs().items():
        value = inputs[key]
        if kind == "puzzle":
            value = read_puzzle(value)
        elif kind == "picture":
            value = read_picture(value, given[0], key)
        given.append(value)
    yield from JOBS[name].events(job, limits, *given)


def _snapshots(values: Callable[..., Iterable[Event]]) -> Callable[..., Events]:
    """The events of a job, from the values of its snapshots."""

    def events(*given: object) -> Events:
        snapshots = values(*given)
        yield STARTED
        last: Event = {}
        for last in snapshots:
            yield progress(**last)
        yield result(**last)

    return events


@_snapshots
def _check(job: solving.Check, _: Limits, puzzle: Puzzle, start: Start) -> Events:
    from asp_nono.solving.search import Task, search

    found = search(Task(puzzle, job.chosen, start))
    return (one.to_json(solutions=True, goal=True) for one in found)


@_snapshots
def _count(job: solving.Count, limits: Limits, puzzle: Puzzle, start: Start) -> Events:
    from asp_nono.counting.count import counts

    found = counts(puzzle, **job.options(), start=start, limits=limits)
    return (one.to_json(puzzle.chars) for one in found)


def _solve(job: solving.Solve, _: Limits, puzzle: Puzzle, start: Start) -> Events:
    """The visits of line logic, as frames of an animation; then the solution."""
    from asp_nono.formats.colors import row_text
    from asp_nono.line.board import Board
    from asp_nono.solving.search import Task, begun
    from asp_nono.solving.solve import solve

    begun(Task(puzzle, job.chosen, start))  # raises what is wrong with the request
    yield STARTED
    visits: list[Any] = []
    Board(puzzle, start).sweep(trace=visits.append)
    for visit in visits:
        line, frame = visit.line, []
        changes = zip(visit.before, visit.after or visit.before, strict=True)
        for place, (before, left) in enumerate(changes, 1):
            if left != before:
                cell = [place, line.number] if line.axis == "row" else [line.number, place]
                frame.append([*cell, row_text([left], puzzle.chars)])
        if frame:
            yield progress(line=str(line), cells=frame)
    found = solve(puzzle, most=job.wanted, recipe=job.chosen, start=start)
    yield result(**found.to_json(solutions=True))


def _solutions(job: solving.Solutions, limits: Limits, puzzle: Puzzle) -> Events:
    from asp_nono.counting.portfolio import MEMORY
    from asp_nono.counting.space import explore
    from asp_nono.solving.solve import solutions

    yield STARTED
    first, end = int(job.first), int(job.first) + job.most
    seconds = None if limits.seconds is None else limits.seconds * _COUNTING
    try:
        space = explore(puzzle, seconds=seconds, memory=limits.data_bytes(MEMORY))
    except UncountedError:
        yield progress(count=None, exact=False)
        number = 0
        for number, grid in enumerate(islice(solutions(puzzle), end), 1):
            if number > first:
                yield progress(index=str(number - 1), picture=grid.to_text(puzzle.chars))
        exact = number < end
        yield result(count=str(number) if exact else None, exact=exact)
        return
    known = {"count": str(space.number), "exact": True}
    yield progress(**known)
    for index in range(first, min(end, space.number)):
        yield progress(index=str(index), picture=space.solution(index).to_text(puzzle.chars))
    yield result(**known)


def _found(job: Job[Any], limits: Limits, *inputs: Any) -> Events:  # noqa: ANN401
    """The events of a job that yields what it finds."""
    job.begun(*inputs)  # raises what is wrong with the request before any work
    last = None
    yield STARTED
    for last in job.bound(limits, *inputs)():
        if news := job.news(last):
            yield progress(**news)
    if last is not None:
        yield result(**job.values(last))


JOBS = {
    "check": Row(solving.Check, _check),
    "count": Row(solving.Count, _count),
    "solutions": Row(solving.Solutions, _solutions),
    "solve": Row(solving.Solve, _solve),
    "ambiguity": Row(design.Ambiguity, _found),
    "repair": Row(design.Repair, _found),
    "generate": Row(design.Generate, _found),
    "explain": Row(explain.Explain, _found),
    "difficulty": Row(explain.Difficulty, _found),
    "hint": Row(explain.Hint, _found),
    "errors": Row(explain.Errors, _found),
    "why": Row(explain.Why, _found),
    "run": Row(programs.Run, _found),
    "grade": Row(programs.Grade, _found),
}  # the jobs by the last part of their paths
