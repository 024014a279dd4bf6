"""Sets of clues as text and as JSON (the contract of docs/json.md)."""

from __future__ import annotations

from asp_nono.cli import report
from asp_nono.cli.inputs import Item
from asp_nono.cli.say import say
from asp_nono.clue import Clue, Line
from asp_nono.draw.text import clue_words
from asp_nono.logic.clue_sets import ClueSet, NotForced
from asp_nono.logic.explain import line_steps
from asp_nono.logic.names import Names
from asp_nono.logic.steps import Cell
from asp_nono.logic.why_words import known_text, why_text
from asp_nono.logic.words import lines_of
from asp_nono.puzzle import Puzzle

Found = ClueSet | NotForced | None


def emit(item: Item, cell: Cell | None, found: Found, stopped: str) -> None:
    """Print the JSON object."""
    told: dict[str, object] = {"cell": list(cell) if cell else None}
    told["text"] = _headline(item.sound, cell, found, stopped)
    if isinstance(found, ClueSet):
        color = None if found.color is None else item.sound.chars[found.color]
        told |= {"color": color, "lines": [str(line) for line in found.lines]}
        told |= {"minimal": found.minimal, "smallest": found.smallest, "least": found.least}
    told["stopped"] = stopped
    report.emit({**report.head(item), **told})


def text(item: Item, cell: Cell | None, found: Found, stopped: str) -> None:
    """Print the lines with their clues, what is known of the set, and how it follows."""
    puzzle = item.sound
    say(_headline(puzzle, cell, found, stopped))
    if not isinstance(found, ClueSet):
        return
    for line in found.lines:
        say(f"  {line}: {clue_words(puzzle, _clue(puzzle, line))}")
    say(known_text(found, stopped))
    steps = line_steps(puzzle, frozenset(found.lines), cell)
    if steps:
        say("\nWith these clues alone, line by line:")
        names = Names(puzzle)
        for number, step in enumerate(steps, 1):
            say("\n".join(lines_of(step, number, names)))
    elif found.lines:
        say("\nLooking at these lines one at a time does not show it: colours have to be tried.")


def _headline(puzzle: Puzzle, cell: Cell | None, found: Found, stopped: str) -> str:
    words = why_text(puzzle, cell, found, stopped)
    if cell and isinstance(found, NotForced) and not found.pictures:
        return f"{words[:-1]}; --clash names the clues that clash."
    return words


def _clue(puzzle: Puzzle, line: Line) -> Clue:
    return (puzzle.rows if line.axis == "row" else puzzle.columns)[line.number - 1]
