"""Hints as text and as JSON: no more of a step than was asked for."""

from __future__ import annotations

from asp_nono.cli import report
from asp_nono.cli.inputs import Item
from asp_nono.cli.say import say
from asp_nono.logic.hint import Hint
from asp_nono.logic.wording import Names


def emit(item: Item, found: Hint, tell: str, errors: bool) -> None:
    """Print the JSON object."""
    report.emit({**report.head(item), **found.to_json(item.sound, tell, errors=errors)})


def text(item: Item, found: Hint, tell: str, errors: bool) -> None:
    """Print the hint."""
    say(found.text(item.sound, tell))
    if found.step and tell == "cells":
        say(found.step.text(1, Names(item.sound)))
    if errors and found.wrong:
        say(f"wrong: {report.cells(found.wrong)}")
