"""The common end of formats that list clues: from lines of numbers to clues.

A listing is black on white and holds block lengths, line by line. `0` alone stands for a blank
line, and so does nothing at all where a format lets a line be empty.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from asp_nono.clue import Block, Clue, Line
from asp_nono.errors import PuzzleError
from asp_nono.formats.source import MAX_SIDE, Source, number

_ITEM = re.compile(r"[^\s,]+")
_STRAY_COMMA = re.compile(r"^\s*,|,\s*,|,\s*$")


class Numbered(NamedTuple):
    """A text and the number of the line that it starts on."""

    line: int
    text: str

    @property
    def where(self) -> str:
        """The place as errors name it."""
        return f"line {self.line}"


def text_lines(source: Source) -> list[Numbered]:
    """The lines of a text without blanks at their ends; empty ones are kept, for they may count.

    Raises:
        PuzzleError: If the content is binary.
    """
    lines = source.text().removesuffix("\n").split("\n")
    return [Numbered(place, line.strip()) for place, line in enumerate(lines, 1)]


def numbers(text: str) -> list[int]:
    """The numbers of a line of text, with blanks or commas between them.

    Raises:
        PuzzleError: If there is anything else, or more numbers than a line can have blocks; the
            error names the character.
    """
    if stray := _STRAY_COMMA.search(text):
        where = (f"character {text.index(',', stray.start()) + 1}",)
        raise PuzzleError("a comma without a number on each side", where=where)
    found: list[int] = []
    for item in _ITEM.finditer(text):
        if len(found) == MAX_SIDE:
            raise PuzzleError(f"too many blocks; at most {MAX_SIDE} are read")
        try:
            found.append(number(item[0], "a block of"))
        except PuzzleError as error:
            raise error.within(f"character {item.start() + 1}") from None
    return found


def clue_of_lengths(lengths: Sequence[int]) -> Clue:
    """The black clue with these block lengths; no length, or 0 alone, is a blank line.

    Raises:
        PuzzleError: If a length is below 1, or there are more than a line can have.
    """
    if list(lengths) == [0]:
        return ()
    if len(lengths) > MAX_SIDE:
        raise PuzzleError(f"too many blocks; at most {MAX_SIDE} are read")
    for place, length in enumerate(lengths, 1):
        if length == 0:
            reason = "0 cells; 0 stands for a blank line, and only alone"
            raise PuzzleError(reason, where=(f"block {place}",))
    return tuple(map(Block, lengths))


def clue_of_text(text: str) -> Clue:
    """The black clue that a line of text lists.

    Raises:
        PuzzleError: As `numbers` and `clue_of_lengths`.
    """
    return clue_of_lengths(numbers(text))


def clues_of_text(
    axis: Literal["row", "column"],
    lines: Sequence[Numbered],
    clue: Callable[[str], Clue] = clue_of_text,
) -> tuple[Clue, ...]:
    """The clue of each line of text; `clue` reads one.

    Raises:
        PuzzleError: If one is wrong or there are too many lines; names the text's line and ours.
    """
    check_count(axis, len(lines))
    found = []
    for place, line in enumerate(lines, 1):
        try:
            found.append(clue(line.text))
        except PuzzleError as error:
            raise error.within(line.where, str(Line(axis, place))) from None
    return tuple(found)


def clues_of_lengths(
    axis: Literal["row", "column"], lists: Sequence[Sequence[int]]
) -> tuple[Clue, ...]:
    """The clue of each list of block lengths.

    Raises:
        PuzzleError: If one is wrong or there are too many of them; names the line.
    """
    check_count(axis, len(lists))
    found = []
    for place, lengths in enumerate(lists, 1):
        try:
            found.append(clue_of_lengths(lengths))
        except PuzzleError as error:
            raise error.within(str(Line(axis, place))) from None
    return tuple(found)


def check_count(axis: Literal["row", "column"], count: int) -> None:
    """Do nothing if a puzzle can have so many rows or columns.

    Raises:
        PuzzleError: If there is none, or more than are read.
    """
    if not 1 <= count <= MAX_SIDE:
        raise PuzzleError(f"{count} {axis}s; expected 1 to {MAX_SIDE}")
