"""Jobs of designers: where a picture is ambiguous, and what would repair it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from asp_nono.design.ambiguities import Impossible, Narrowed, Region, ambiguities, together
from asp_nono.design.ambiguity import differing
from asp_nono.design.edit import Area, Terms
from asp_nono.design.generate import GaveUp, Generated, making
from asp_nono.design.local_search import Target
from asp_nono.design.nogoods import Aim
from asp_nono.design.random_pictures import PictureModel
from asp_nono.design.repairs import Chosen, Looked, Progress, Repair, RepairTask, best, repairs
from asp_nono.formats.native_json import puzzle_data, puzzle_of
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits
from asp_nono.web.values import STARTED, Event, cells, chars, pictured, progress, result


def ambiguity(limits: Limits, puzzle: object) -> Iterator[Event]:
    """Where the solutions differ: the cells, and the regions that do not depend on each other."""
    del limits  # the process has them
    sound = puzzle_of(puzzle)
    yield STARTED
    known: Event = {"number": "0", "exact": False, "complete": False, "cells": [], "regions": []}
    known |= {"certain": None, "reason": ""}
    for found in ambiguities(sound):
        match found:
            case Narrowed(shown, possible):
                differ = differing(shown) if shown else ()
                known |= {"cells": cells(differ), "complete": found.complete}
                known["certain"] = pictured(possible, sound)
                known["number"] = str(2 if differ else int(shown is not None))
            case Impossible(reason):
                known |= {"number": "0", "exact": True, "complete": True, "reason": reason}
            case regions:
                known |= _regions(regions)
        yield progress(**known)
    yield result(**known)


def _regions(regions: tuple[Region, ...]) -> Event:
    return {
        "number": str(together(regions)),
        "exact": all(region.exact for region in regions),
        "regions": [
            {"cells": cells(region.cells), "number": str(region.least), "exact": region.exact}
            for region in regions
        ],
    }


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
    for event in making(look, wanted, count=count, seed=seed, tries=tries):
        told: Event = {"number": event.number, "tries": event.tries}
        told["rejected"] = dict(event.rejected)
        if isinstance(event, Generated):
            found += 1
            told["puzzle"] = puzzle_data(event.puzzle)
            told["grade"] = event.difficulty.grade if event.difficulty else None
        elif isinstance(event, GaveUp):
            told["reason"] = event.reason
        yield progress(found=found, **told)
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
    known: Event = {"repairs": [], "least": 0, "complete": False, "proposed": 0, "smallest": False}
    known["chosen"] = None
    found: dict[Puzzle, Repair] = {}
    for event in repairs(RepairTask(sound, aim, most, terms)):
        match event:
            case Progress():
                known |= {"least": event.least, "proposed": event.proposed}
            case Repair():
                found[event.puzzle] = event
            case Looked():
                known["complete"] = True
            case Chosen(picture):
                known["chosen"] = pictured(picture, sound)
        ranked = best(found.values(), most)
        known["repairs"] = _repairs(ranked, sound)
        known["smallest"] = bool(ranked) and ranked[0].cost <= known["least"]
        yield progress(**known)
    yield result(**known)


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
