"""Reading the puzzle script of pages of griddlers.net; nothing of it is run.

`var puzzle` has the sizes, a palette of indices into `colors`, and the clues as pairs of an index
into the palette and a length (as kept in https://github.com/chicotobi/pygriddler).
"""

from __future__ import annotations

import re
from typing import Literal

from asp_nono.clue import Clue
from asp_nono.errors import PuzzleError
from asp_nono.formats.colors import MAX_COLORS, of_values
from asp_nono.formats.source import MAX_SIDE, Source, number, side
from asp_nono.formats.tokens import Scanner, clues_of_blocks
from asp_nono.puzzle import Color, Puzzle

_BACKGROUND = 1
"""The index of the background in the palette; before it stand cells that are not decided."""


def read(source: Source) -> list[Puzzle]:
    """The puzzle of a page or a script.

    Raises:
        PuzzleError: If a part of it is missing or not of its kind.
    """
    text = _script(source.text())
    columns = _clues(text, "topHeader", "column")
    rows = _clues(text, "leftHeader", "row")
    for key, clues in (("width", columns), ("height", rows)):
        size = side(_found(rf"\b{key}\s*:\s*([0-9]+)", text, key)[1], key)
        if size != len(clues):
            raise PuzzleError(f"{key} {size}, but there are clues for {len(clues)}")
    return [Puzzle(rows, columns, _colors(text))]


def _script(text: str) -> str:
    """The puzzle's script, with blanks for what is before it, so that places stay what they are."""
    if text.startswith(("b'", 'b"')):  # how Python shows the bytes of a page, as some have kept it
        text = text.replace(r"\n", "\n").replace(r"\t", "\t").replace(r"\'", "'")
    start = max(text.find("var puzzle"), 0)
    return re.sub("[^\n]", " ", text[:start]) + text[start:]


def _found(pattern: str, text: str, key: str) -> re.Match[str]:
    found = re.search(pattern, text)
    if not found:
        raise PuzzleError(f"no {key!r} in the script of the puzzle")
    return found


def _colors(text: str) -> tuple[Color, ...]:
    values = re.findall('"([0-9A-Fa-f]{6})"', _list(text, "colors"))
    indices = re.findall(r"\bc\s*:\s*(-?[0-9]+)", _list(text, "palette"))[_BACKGROUND:]
    if len(indices) > MAX_COLORS:
        raise PuzzleError(f"more than {MAX_COLORS} colours")
    chosen = []
    for index in indices:
        place = number(index, "colour")
        if place >= len(values):
            raise PuzzleError(f"colour {place}, but there are {len(values)} in 'colors'")
        chosen.append(values[place])
    return of_values(chosen)


def _list(text: str, key: str) -> str:
    """What stands in the brackets after a key."""
    start = _found(rf"\b{key}\s*:\s*\[", text, key).end()
    return text[start : max(text.find("]", start), start)]


def _clues(text: str, key: str, axis: Literal["row", "column"]) -> tuple[Clue, ...]:
    scanner = Scanner(text, _found(rf"\b{key}\s*:\s*(?=\[)", text, key).end())
    scanner.take("[")
    lines: list[list[tuple[int, int]]] = []
    while scanner.ahead != "]":
        if len(lines) > MAX_SIDE:
            raise scanner.wrong(f"at most {MAX_SIDE} lines")
        lines.append([_block(scanner, pair) for pair in scanner.lists()])
        if scanner.ahead != "]":
            scanner.take(",")
    return clues_of_blocks(axis, lines)


def _block(scanner: Scanner, pair: list[int]) -> tuple[int, int]:
    if len(pair) != 2 or pair[0] <= _BACKGROUND:
        raise scanner.wrong("pairs of a colour of the palette and a length before this")
    return pair[1], pair[0] - _BACKGROUND
