"""`asp-nono ground`: which rule of an encoding becomes how large, and takes how long."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from asp_nono.asp.recipes import Recipe
from asp_nono.cli import options, report
from asp_nono.cli.inputs import only
from asp_nono.cli.say import say
from asp_nono.lab.words import columns
from asp_nono.run.limits import Limits

_SHOWN = 100
"""So many characters of a rule are shown."""

HEAD = ("share", "ms", "instances", "literals", "rule", "")


@click.command("ground")
@click.argument("file", metavar="FILE")
@options.which
@options.told_bare
@options.limits
@options.json
def command(file: str, which: options.Which, told: Recipe, limits: Limits, as_json: bool) -> None:
    """Show where grounding goes: how many instances each rule has, and what share of the time.

    The slowest rule comes first. Each rule is grounded by itself over all atoms of the puzzle;
    docs/lab.md says how. --encoding takes rules of your own, with or without a header.

    \b
      asp-nono ground --recipe classic instances/random/20x20-50-c1-s1.xml
      asp-nono ground --encoding mine.lp --time-limit 60 puzzle.xml
    """
    from asp_nono.lab.dissect import dissect

    found = dissect(only(file, which), told, limits)
    if as_json:
        report.emit({"file": file, "recipe": told.name, **found})
        return
    for line in _lines(found):
        say(line)


def _lines(found: dict[str, Any]) -> Iterator[str]:
    if "reason" in found:
        yield f"nothing to ground: {found['reason']}"
        return
    rules = found["rules"]
    whole = sum(rule["seconds"] for rule in rules) or 1.0
    yield (
        f"{found['instances']} ground rules (facts included), {found['atoms']} atoms, grounded in "
        f"{found['seconds']:.3f} s"
    )
    yield from columns(HEAD, [_cells(rule, whole) for rule in rules])


def _cells(rule: dict[str, Any], whole: float) -> list[str]:
    text = " ".join(rule["text"].split())
    return [
        f"{rule['seconds'] / whole:.1%}",
        f"{1000 * rule['seconds']:.1f}",
        str(rule["instances"]),
        str(rule["literals"]),
        f"{Path(rule['file']).name}:{rule['line']}",
        text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}...",
    ]
