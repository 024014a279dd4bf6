"""The input of SPOJ's problem JCROSS: a number of puzzles, each with height, width and its clues.

Source: https://www.spoj.com/problems/JCROSS/. A 0 ends each clue, so that a blank one is `0`.
"""

from __future__ import annotations

from collections.abc import Sequence

from asp_nono.errors import PuzzleError
from asp_nono.formats.source import MAX_SIDE, Source, quoted
from asp_nono.formats.tokens import Numbered, each, ended_clue, numbers, puzzle_of_text, text_lines
from asp_nono.puzzle import Puzzle


def read(source: Source) -> list[Puzzle | PuzzleError]:
    """All puzzles of a file.

    Raises:
        PuzzleError: If there are fewer or more lines than the sizes tell.
    """
    lines = [line for line in text_lines(source) if line.text]
    (count,), lines = _sizes(lines, "the number of puzzles", 1), lines[1:]
    parts: list[tuple[Sequence[Numbered], Sequence[Numbered]]] = []
    while lines and len(parts) < count:
        height, width = _sizes(lines, "height and width", 2)
        part = lines[1 : 1 + height + width]
        if len(part) < height + width:
            reason = f"{len(part)} clues; expected {height + width}"
            raise PuzzleError(reason, where=(lines[0].where,))
        parts.append((part[:height], part[height:]))
        lines = lines[1 + height + width :]
    if lines:
        reason = f"{quoted(lines[0].text)}; expected the end after {count} puzzles"
        raise PuzzleError(reason, where=(lines[0].where,))
    if len(parts) < count:
        raise PuzzleError(f"{len(parts)} puzzles; expected {count}")
    return each(parts, _puzzle)


def _puzzle(groups: tuple[Sequence[Numbered], Sequence[Numbered]]) -> Puzzle:
    return puzzle_of_text(*groups, ended_clue)


def _sizes(lines: Sequence[Numbered], what: str, count: int) -> list[int]:
    """The numbers on the first line, each from 1 to as many as a puzzle has lines."""
    first = lines[0] if lines else Numbered(1, "")
    try:
        sizes = numbers(first)
    except PuzzleError as error:
        raise error.within(first.where) from None
    if len(sizes) != count or not all(1 <= size <= MAX_SIDE for size in sizes):
        reason = f"{quoted(first.text)}; expected {what}, from 1 to {MAX_SIDE}"
        raise PuzzleError(reason, where=(first.where,))
    return sizes
