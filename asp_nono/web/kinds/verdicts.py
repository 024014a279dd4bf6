"""Jobs: unique or not, how many solutions, which ones, and where they differ."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from asp_nono.asp.recipes import DEFAULT
from asp_nono.counting.result import Count
from asp_nono.errors import UncountedError
from asp_nono.run.limits import Limits
from asp_nono.solving.result import Result
from asp_nono.web.values import STARTED, Event, cells, pictured, progress, result, started

_COUNTING = 0.5
"""The share of its time in which a job tries to count all solutions before it runs through them."""


def check(limits: Limits, puzzle: object, start: object, recipe: str | None) -> Iterator[Event]:
    """Whether there is one solution, and if not, two of them."""
    from asp_nono.solving.solve import results

    del limits  # the process has them
    sound, known = started(puzzle, start)
    yield STARTED
    last: Event = {}
    for found in results(sound, recipe=recipe or DEFAULT, start=known):
        last = _verdict(found)
        yield progress(**last)
    yield result(**last)


def _verdict(found: Result) -> Event:
    goal, other = found.puzzle.goal, found.other_than_goal
    return {
        "verdict": str(found.verdict),
        "technique": found.technique,
        "reason": found.reason,
        "solutions": [pictured(grid, found.puzzle) for grid in found.solutions],
        "differences": cells(found.differences),
        "other": pictured(other, found.puzzle),
        "other_differs": cells(goal.differences(other)) if goal and other else [],
        "certain": pictured(found.certain, found.puzzle),
        "seconds": round(found.seconds, 6),
    }


def count(limits: Limits, puzzle: object, start: object) -> Iterator[Event]:
    """How many solutions there are, or what is known of that."""
    from asp_nono.counting.count import counts

    sound, known = started(puzzle, start)
    yield STARTED
    last: Event = {}
    for found in counts(sound, start=known, limits=limits):
        last = _number(found)
        yield progress(**last)
    yield result(**last)


def _number(found: Count) -> Event:
    told = found.to_json()
    return {"number": told.pop("count"), **told}


def solutions(limits: Limits, puzzle: object, first: str, most: int) -> Iterator[Event]:
    """Some solutions by number, where all can be counted; else as they are found one by one."""
    from asp_nono.counting.portfolio import MEMORY
    from asp_nono.counting.space import explore
    from asp_nono.solving.solve import solutions as enumerated

    sound, _ = started(puzzle, None)
    yield STARTED
    begin = int(first)
    seconds = None if limits.seconds is None else limits.seconds * _COUNTING
    memory = MEMORY if limits.megabytes is None else (limits.megabytes << 20) // 2
    try:
        space = explore(sound, seconds=seconds, memory=memory)
    except UncountedError:
        yield progress(number=None, exact=False)
        end = begin
        for index, grid in enumerate(islice(enumerated(sound), begin + most)):
            end = index + 1
            if index >= begin:
                yield progress(index=str(index), picture=pictured(grid, sound))
        exact = end < begin + most
        yield result(number=str(end) if exact else None, exact=exact)
        return
    yield progress(number=str(space.number), exact=True)
    for index in range(begin, min(begin + most, space.number)):
        yield progress(index=str(index), picture=pictured(space.solution(index), sound))
    yield result(number=str(space.number), exact=True)
