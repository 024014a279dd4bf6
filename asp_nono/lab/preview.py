"""A plan in words, before anything is run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from asp_nono.asp.facts import wanted
from asp_nono.asp.recipes import Recipe
from asp_nono.errors import EncodingError
from asp_nono.grid import Grid
from asp_nono.lab.competitors import Ours, as_named, laid_down
from asp_nono.lab.jobs import Programme
from asp_nono.lab.plan import Bounds
from asp_nono.lab.versions import limits
from asp_nono.lab.words import counted
from asp_nono.puzzle import Puzzle

_NAMED = 8
"""So many of a long list are named."""

_EASY = Puzzle.of(Grid.from_text(["#"]))
"""A puzzle that every encoding can be asked about."""


def preview(programme: Programme) -> Iterator[str]:
    """What would run, and how long it can take at most."""
    plan = programme.plan
    yield f"{plan.name}: {counted(programme.size, 'run')}"
    yield f"  {counted(len(programme.competitors), 'competitor')}"
    for competitor in programme.competitors:
        fault = _fault(competitor) if isinstance(competitor, Ours) else ""
        yield f"    {competitor.label}{fault and f'  - every run will be an error: {fault}'}"
    yield f"  {counted(len(programme.tasks), 'task')}: {', '.join(map(str, programme.tasks))}"
    yield f"  {counted(len(programme.chosen.instances), 'puzzle')}"
    sets = Counter(instance.some for instance in programme.chosen.instances)
    for some, number in sets.items():
        names = [one.name for one in programme.chosen.instances if one.some == some]
        more = ", ..." if number > _NAMED else ""
        yield f"    {some}: {number} ({', '.join(names[:_NAMED])}{more})"
    known = sum(one.known.high is not None for one in programme.chosen.instances)
    yield f"    of {known} the number of solutions is known"
    yield f"  {counted(plan.repetitions, 'repetition')}, seed {plan.seed}"
    yield f"  limits: {_limits(plan.bounds)}"
    if plan.time_limit:
        hours = programme.size * plan.time_limit / 3600
        yield f"  at most {hours:.1f} h, one run at a time"


def _fault(ours: Ours) -> str:
    """What is wrong with its encodings, whatever the puzzle is."""
    with TemporaryDirectory(prefix="asp-nono-") as name:
        files = tuple(laid_down(ours.texts, Path(name)))
        try:
            wanted(Recipe(ours.name, "", files, ours.hints, bare=True), _EASY)
        except EncodingError as error:
            return as_named(str(error), Path(name))
    return ""


def _limits(bounds: Bounds) -> str:
    if bounds == Bounds():
        return "none; a run that does not end ends nothing"
    return limits(bounds.seconds, bounds.cpu_seconds, bounds.megabytes)
