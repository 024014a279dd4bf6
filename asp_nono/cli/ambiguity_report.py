"""Where a puzzle is ambiguous, as text and as JSON (the contract of docs/json.md)."""

from __future__ import annotations

from asp_nono.cli import report
from asp_nono.cli.inputs import Item
from asp_nono.cli.say import say
from asp_nono.cli.styles import on_terminal
from asp_nono.design.ambiguities import Event, Impossible, Narrowed, Region, together
from asp_nono.design.ambiguity import Ambiguity, differing
from asp_nono.solving.result import Verdict


def progress(event: Event) -> str:
    """One line on how far the work is."""
    if isinstance(event, Impossible):
        return "there is no solution"
    if isinstance(event, Narrowed):
        least = len(differing(event.shown)) if event.shown else 0
        return f"at least {least}, at most {len(differing(event.possible))} cells differ"
    counted = sum(region.exact for region in event)
    return f"{counted} of {len(event)} regions counted; at least {together(event)} solutions"


def emit(item: Item, found: Ambiguity) -> None:
    """Print the JSON object."""
    told: dict[str, object] = {
        "verdict": str(found.verdict),
        "cells": [list(cell) for cell in found.cells],
        "complete": found.complete,
        "regions": [
            {
                "cells": [list(cell) for cell in region.cells],
                "count": str(region.least),
                "exact": region.exact,
            }
            for region in found.regions
        ],
        "count": str(found.least),
        "exact": found.exact,
        "colors": report.colors_json(found.puzzle),
        "common": found.possible.to_text(found.puzzle.chars),
        "reason": found.reason,
        "seconds": round(found.seconds, 6),
    }
    report.emit({**report.head(item), **told})


def text(item: Item, found: Ambiguity) -> None:
    """Print what is known, the picture with the cells in doubt, and the regions."""
    say(f"{item.name}: {_headline(found)} ({found.seconds:.3f} s)")
    if found.verdict is Verdict.NONE or not found.possible.undecided:
        return
    say(on_terminal(found.puzzle, found.possible, "text"))
    if not found.complete:
        say("    ? may differ; all other cells are equal in all solutions")
    for number, region in enumerate(found.regions, 1):
        say(f"region {number}: {_ways(region)}; {report.cells(region.cells)}")


def _headline(found: Ambiguity) -> str:
    if found.verdict is Verdict.NONE:
        return f"none: {found.reason}"
    if found.verdict is Verdict.UNIQUE:
        return "unique: no cell differs"
    stopped = f"; {found.reason}" if found.reason else ""
    if not found.complete:
        return f"{found.verdict}: at least {report.cells(found.cells)}{stopped}"
    cells = len(found.cells)
    number = f"{'' if found.exact else 'at least '}{found.least} solutions"
    regions = f"{len(found.regions)} independent region{'' if len(found.regions) == 1 else 's'}"
    return f"multiple: {cells} cells differ, in {regions}; {number}{stopped}"


def _ways(region: Region) -> str:
    return f"{'' if region.exact else 'at least '}{region.least} ways"
