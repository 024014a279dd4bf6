"""Jobs of designers: where a picture is ambiguous, and what would repair it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from asp_nono.design.ambiguity import ambiguities
from asp_nono.design.edit import Area, Terms
from asp_nono.design.generate import generating
from asp_nono.design.local_search import Target
from asp_nono.design.nogoods import Aim
from asp_nono.design.random_pictures import PictureModel
from asp_nono.design.repair import Repair, repairs
from asp_nono.formats.native_json import puzzle_data, puzzle_of
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits
from asp_nono.web.values import STARTED, Event, cells, chars, pictured, progress, result


def ambiguity(limits: Limits, puzzle: object) -> Iterator[Event]:
    """Where the solutions differ: the cells, and the regions that do not depend on each other."""
    del limits  # the process has them
    sound = puzzle_of(puzzle)
    yield STARTED
    last: Event = {}
    for found in ambiguities(sound):
        last = {
            "number": str(found.least),
            "exact": found.exact,
            "complete": found.complete or bool(found.why_none),
            "cells": cells(found.cells),
            "regions": [
                {"cells": cells(region.cells), "number": str(region.least), "exact": region.exact}
                for region in found.regions
            ],
            "certain": pictured(found.possible, sound),
            "reason": found.reason,
        }
        yield progress(**last)
    yield result(**last)


def generate(
    limits: Limits,
    motif: Mapping[str, Any],
    demands: Mapping[str, Any],
    count: int,
    seed: int,
    tries: int,
) -> Iterator[Event]:
    """Puzzles made at random, changed until they are what is demanded."""
    del limits
    look, wanted = PictureModel(**motif), Target(**demands)
    yield STARTED
    found = 0
    for one in generating(look, wanted, count=count, seed=seed, tries=tries):
        event: Event = {"number": one.number, "tries": one.tries, "rejected": dict(one.rejected)}
        if one.puzzle:
            found += 1
            event["puzzle"] = puzzle_data(one.puzzle)
            event["grade"] = one.difficulty.grade if one.difficulty else None
        elif one.done:
            event["reason"] = one.outcome
        yield progress(found=found, **event)
    yield result(found=found)


def repair(
    limits: Limits,
    puzzle: object,
    aim: Aim,
    most: int,
    up_to: int,
    region: list[list[int]],
    outline: bool,
    symmetric: bool,
) -> Iterator[Event]:
    """The smallest changes after which the picture is the only solution."""
    del limits
    sound = puzzle_of(puzzle)
    yield STARTED
    areas = tuple(Area(*sides) for sides in region)
    terms = Terms(up_to, areas, None, outline, symmetric)
    last: Event = {}
    for known in repairs(sound, aim, most, terms):
        last = {
            "repairs": _repairs(known.repairs, sound),
            "least": known.least,
            "complete": known.complete,
            "proposed": known.proposed,
            "smallest": known.smallest,
            "chosen": pictured(known.puzzle.goal, sound) if known.chosen else None,
        }
        yield progress(**last)
    yield result(**last)


def _repairs(found: Iterable[Repair], puzzle: Puzzle) -> list[Event]:
    names = chars(puzzle)
    return [
        {
            "changes": [[x, y, names[before], names[after]] for x, y, before, after in one.changes],
            "cost": one.cost,
            "technique": one.technique,
            "isolated": one.isolated,
            "broken": one.broken,
            "grade": one.difficulty.grade if one.difficulty else None,
        }
        for one in found
    ]
