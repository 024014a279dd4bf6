"""Reading the grid files of Griddler, "MK Version 3.0" (.griddler, .sgriddler).

Its manual says: a line with the width and the height, the picture, the clues of the columns, and
those of the rows, with an empty line between two parts. The numbers of a clue are **the last one
first**, and negative where the player has crossed one out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from asp_nono.clue import Clue, Line
from asp_nono.errors import PuzzleError
from asp_nono.formats.cells import with_state
from asp_nono.formats.source import Source, quoted, side
from asp_nono.formats.tokens import Numbered, clue_of_lengths, numbers, text_lines
from asp_nono.grid import PartialGrid
from asp_nono.puzzle import Puzzle

MARK = "MK Version 3.0"

_CELLS = {"#": 0b10, ".": 0b01}
"""What is certain; a guess of the player and everything else is not."""

_FIRST = 4
"""The number of lines before the picture."""


def read(source: Source) -> list[Puzzle]:
    """The puzzle of a file.

    The picture is a saved one; without clues it is the goal, and the clues are taken from it.

    Raises:
        PuzzleError: If there is neither, or something is wrong with it.
    """
    lines = text_lines(source, indented=True)
    while len(lines) > 1 and not lines[-1].text:
        del lines[-1]
    if lines[0].text.strip() != MARK:
        raise PuzzleError(f"{quoted(lines[0].text)}; expected {MARK!r}", where=("line 1",))
    width, height = _sizes(lines)
    drawn = PartialGrid(tuple(_cells(_text(lines, _FIRST + row), width) for row in range(height)))
    column_start = _FIRST + height + 1
    row_start = column_start + width + 1
    if len(lines) <= column_start:
        goal = drawn.complete()
        if goal is None:
            raise PuzzleError("neither clues nor a complete picture")
        return [Puzzle.of(goal)]
    if len(lines) <= row_start:
        raise PuzzleError(f"no clues of the rows; expected them from line {row_start + 1} on")
    columns = _clues("column", lines, column_start, width)
    return [with_state(Puzzle(_clues("row", lines, row_start, height), columns), drawn)]


def _sizes(lines: Sequence[Numbered]) -> tuple[int, int]:
    words = _text(lines, 2).split()
    if len(words) != 2:
        raise PuzzleError("expected the width and the height", where=("line 3",))
    try:
        return side(words[0], "width"), side(words[1], "height")
    except PuzzleError as error:
        raise error.within("line 3") from None


def _text(lines: Sequence[Numbered], index: int) -> str:
    """A line, or nothing after the end: lines and files may be shorter than they could be."""
    return lines[index].text if index < len(lines) else ""


def _cells(text: str, width: int) -> tuple[int, ...]:
    """Each cell has a blank before it."""
    chars = text[1 : 2 * width : 2].ljust(width, "?")
    return tuple(_CELLS.get(char, 0b11) for char in chars)


def _clues(
    axis: Literal["row", "column"], lines: Sequence[Numbered], start: int, count: int
) -> tuple[Clue, ...]:
    found = []
    for place in range(count):
        text = _text(lines, start + place)
        try:
            found.append(
                clue_of_lengths(numbers(Numbered(start + place + 1, text.replace("-", " ")))[::-1])
            )
        except PuzzleError as error:
            where = f"line {start + place + 1}", str(Line(axis, place + 1))
            raise error.within(*where) from None
    return tuple(found)
