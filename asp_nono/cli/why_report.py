"""Sets of clues as text and as JSON (the contract of docs/json.md)."""

from __future__ import annotations

from asp_nono.cli import report
from asp_nono.cli.inputs import Item
from asp_nono.cli.say import say
from asp_nono.clue import Clue, Line
from asp_nono.draw.text import clue_words
from asp_nono.logic.clue_sets import ClueSet, NotForced, Why
from asp_nono.logic.explain import line_steps
from asp_nono.logic.wording import Names
from asp_nono.puzzle import Puzzle


def emit(item: Item, why: Why) -> None:
    """Print the JSON object."""
    report.emit({**report.head(item), **why.to_json(), "text": _headline(why)})


def text(item: Item, why: Why) -> None:
    """Print the lines with their clues, what is known of the set, and how it follows."""
    puzzle, found = item.sound, why.found
    say(_headline(why))
    if not isinstance(found, ClueSet):
        return
    for line in found.lines:
        say(f"  {line}: {clue_words(puzzle, _clue(puzzle, line))}")
    say(why.known())
    steps = line_steps(puzzle, frozenset(found.lines), why.cell)
    if steps:
        say("\nWith these clues alone, line by line:")
        names = Names(puzzle)
        for number, step in enumerate(steps, 1):
            say(step.text(number, names))
    elif found.lines:
        say("\nLooking at these lines one at a time does not show it: colours have to be tried.")


def _headline(why: Why) -> str:
    words = why.text()
    if why.cell and isinstance(why.found, NotForced) and not why.found.pictures:
        return f"{words[:-1]}; --clash names the clues that clash."
    return words


def _clue(puzzle: Puzzle, line: Line) -> Clue:
    return (puzzle.rows if line.axis == "row" else puzzle.columns)[line.number - 1]
