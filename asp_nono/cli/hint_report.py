"""Hints as text and as JSON: no more of a step than was asked for."""

from __future__ import annotations

from asp_nono.cli import report
from asp_nono.cli.inputs import Item
from asp_nono.cli.say import say
from asp_nono.logic.data import step_data
from asp_nono.logic.hint import Hint
from asp_nono.logic.hint_words import hint_text
from asp_nono.logic.names import Names
from asp_nono.logic.words import lines_of


def emit(item: Item, found: Hint, tell: str, errors: bool) -> None:
    """Print the JSON object."""
    told: dict[str, object] = {
        "state": str(found.state),
        "text": hint_text(item.sound, found, tell),
    }
    if found.step:
        data = step_data(found.step, item.sound)
        told["line"] = data["line"]
        if tell != "where":
            told |= {"rule": data["rule"], "blocks": data["blocks"]}
        if tell == "cells":
            told["step"] = data
    if errors:
        told["wrong"] = [list(cell) for cell in found.wrong]
    report.emit({**report.head(item), **told})


def text(item: Item, found: Hint, tell: str, errors: bool) -> None:
    """Print the hint."""
    say(hint_text(item.sound, found, tell))
    if found.step and tell == "cells":
        say("\n".join(lines_of(found.step, 1, Names(item.sound))))
    if errors and found.wrong:
        say(f"wrong: {report.cells(found.wrong)}")
