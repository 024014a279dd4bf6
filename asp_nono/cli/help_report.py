"""Cells to be given and numbers to be shown, as text and as JSON (the contract of docs/json.md)."""

from __future__ import annotations

from typing import Literal

from asp_nono.cli import report
from asp_nono.cli.inputs import Item
from asp_nono.cli.say import say
from asp_nono.cli.styles import on_terminal
from asp_nono.design import helps
from asp_nono.design.help import HelpResult
from asp_nono.design.helps import Event, Help, Hopeless
from asp_nono.logic.wording import cell_named
from asp_nono.puzzle import Puzzle

Means = Literal["reveal", "unblot"]

_THINGS: dict[Means, tuple[str, str]] = {
    "reveal": ("given cell", "cells given from the start"),
    "unblot": ("number", "blotted numbers shown"),
}


def progress(event: Event) -> str:
    """One line on how far the search is."""
    if isinstance(event, Help):
        return f"{len(event.items)} are enough, {event.least} are needed at least"
    return "nothing is enough" if isinstance(event, Hopeless) else "the first solution is taken"


def emit(item: Item, means: Means, found: HelpResult) -> None:
    """Print the JSON object."""
    chars = found.puzzle.chars
    told: dict[str, object] = {
        "means": means,
        "colors": report.colors_json(found.puzzle),
        "first_solution": found.chosen,
        "items": [_item_json(one, chars) for one in found.items],
        "smallest": found.smallest,
        "least": found.help.least if found.help else 0,
        "hopeless": found.hopeless,
        "stopped": found.reason,
        "seconds": round(found.seconds, 6),
    }
    report.emit({**report.head(item), **told})


def _item_json(item: helps.Item, chars: str) -> list[object]:
    if isinstance(item, helps.Cell):
        return [item.x, item.y, chars[item.color]]
    return [str(item.line), item.block, item.length]


def text(item: Item, means: Means, found: HelpResult) -> None:
    """Print what is known, and what is to be given or shown."""
    if found.chosen:
        say(f"{item.name}: no goal in the file; its first solution is to be the only one")
    say(f"{item.name}: {_headline(means, found)} ({found.seconds:.3f} s)")
    for one in found.items:
        say(f"  {_words(found.puzzle, one)}")
    if found.help and found.items:
        say(on_terminal(found.help.puzzle, None, "text"))


def _headline(means: Means, found: HelpResult) -> str:
    one, many = _THINGS[means]
    if found.hopeless:
        return "there would be several solutions even with all numbers shown"
    if found.help is None:
        return f"nothing found: {found.reason}"
    number = len(found.items)
    if not number:
        return "it is unique as it is; nothing is needed"
    words = f"1 {one}" if number == 1 else f"{number} {many}"
    does = "makes" if number == 1 else "make"
    if found.smallest:
        return f"{words} {does} it unique; fewer do not"
    least = found.help.least
    return f"{words} {does} it unique; whether {least} could is not known: {found.reason}"


def _words(puzzle: Puzzle, item: helps.Item) -> str:
    if isinstance(item, helps.Cell):
        return f"{cell_named((item.x, item.y))}: {puzzle.colors[item.color].name}"
    return f"{item.line}, block {item.block}: {item.length}"
