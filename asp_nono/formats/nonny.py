"""Nonny's colors in `.non`: each has a name, which stands before the lengths that it holds for.

`color red FF0000 #` declares a color and its character; a clue is `red 2, 1 blue: 3`. What stands
before any name is black. Source: https://github.com/gkikola/nonny.
"""

from __future__ import annotations

import re
from itertools import islice

from asp_nono.clue import Block, Clue
from asp_nono.errors import PuzzleError
from asp_nono.formats.colors import Ink, palette
from asp_nono.formats.non_records import Record
from asp_nono.formats.source import MAX_SIDE, quoted
from asp_nono.formats.tokens import Numbered, chosen, clues_of_text, length_of
from asp_nono.puzzle import BLACK, WHITE, Puzzle

BACKGROUND = "background"

_WORD = re.compile(r"[^\s,:]+")
_DECLARED = re.compile(r"([A-Za-z][\w-]*)\s+#?([0-9a-fA-F]{6})(?:\s+(\S))?\s*")


def puzzle(record: Record, texts: dict[str, str]) -> Puzzle:
    """The puzzle of a record, with its `texts` by field.

    Raises:
        PuzzleError: If a color is not declared as it should be, there is a picture, or the
            puzzle is not sound.
    """
    for picture in (*record.goals, *record.saved):
        reason = "a picture where colors have names; expected colors of one letter"
        raise PuzzleError(reason, where=(picture.where,))
    inks = _inks(record)
    numbers = {ink.name: place for place, ink in enumerate(inks)}

    def clue(line: Numbered) -> Clue:
        return _clue(line, numbers)

    rows = chosen(record.groups.get("rows", []), "rows", record.sizes["height"])
    columns = chosen(record.groups.get("columns", []), "columns", record.sizes["width"])
    return Puzzle(
        clues_of_text("row", rows, clue),
        clues_of_text("column", columns, clue),
        palette(inks),
        goal=None,
        given=None,
        saved=(),
        notes=(),  # so that a type checker knows `texts` to hold none of these
        **texts,
    )


def _inks(record: Record) -> list[Ink]:
    """The colors, the background first, and black even if only its name is used."""
    declared: dict[str, Ink] = {}
    for color in record.colors:
        found = _DECLARED.fullmatch(color.text)
        if not found:
            reason = f"color {quoted(color.text)}; expected a name and six digits"
            raise PuzzleError(f"{reason} as in 'red FF0000'", where=(color.where,))
        if found[1] in declared:
            raise PuzzleError(f"color {quoted(found[1])} declared twice", where=(color.where,))
        declared[found[1]] = Ink(found[1], found[2].lower(), found[3] or "")
    name = WHITE.name if WHITE.name not in declared else BACKGROUND
    background = declared.pop(BACKGROUND, Ink(name, WHITE.rgb))
    if BLACK.name not in declared and _plain_black(record):
        return [background, Ink(BLACK.name, BLACK.rgb), *declared.values()]
    return [background, *declared.values()]


def _plain_black(record: Record) -> bool:
    """Whether a clue begins with a length, which is black, or names black."""
    lines = (line.text for group in record.groups.values() for line in group)
    return any(re.match(r"[1-9]|.*\bblack\b", line) for line in lines)


def _clue(line: Numbered, numbers: dict[str, int]) -> Clue:
    words = list(islice(line.found(_WORD), 2 * MAX_SIDE))
    color = BLACK.name
    blocks = []
    for word in words:
        if word.text in numbers:
            color = word.text
            continue
        length = length_of(word)
        if length and color not in numbers:
            reason = f"{quoted(word.text)}: a length before the name of a color"
            raise PuzzleError(reason, where=(word.character(),))
        if length:
            blocks.append(Block(length, numbers[color]))
        elif len(words) > 1:
            raise PuzzleError("a block of 0 cells; 0 alone stands for a blank line")
    return tuple(blocks)
