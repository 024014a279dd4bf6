"""Listings of two groups without a size: formats differ in what parts the rows from the columns.

Sources: the clue formats of the solvers that https://webpbn.com/survey/ compares (those of Keen,
Makhorin, "syro", and Games::Nonogram, "ish"), and the text of a solver that heads its groups.
In all of them a blank line is `0`.
"""

from __future__ import annotations

from collections.abc import Sequence

from asp_nono.errors import PuzzleError
from asp_nono.formats.listing import closed
from asp_nono.formats.source import Source, quoted
from asp_nono.formats.tokens import (
    Numbered,
    ended_clue,
    puzzle_of_text,
    text_lines,
)
from asp_nono.puzzle import Puzzle

_Lines = Sequence[Numbered]


def read_keen(source: Source) -> list[Puzzle]:
    """The puzzle of a listing with an empty line between rows and columns.

    Raises:
        PuzzleError: If it is not of this kind, or the puzzle is not sound.
    """
    rows, columns, rest = _runs(text_lines(source))
    if rest:
        reason = f"{quoted(rest[0].text)}: a third group; a blank clue is written as 0"
        raise PuzzleError(reason, where=(rest[0].where,))
    return [puzzle_of_text(rows, columns)]


def read_ish(source: Source) -> list[Puzzle]:
    """The puzzle of the same with `#` comments; a second empty line ends it.

    Some programs also draw a line of `-` after so many rows; it is passed over.

    Raises:
        PuzzleError: If it is not of this kind, or the puzzle is not sound.
    """
    lines = [
        Numbered(line.line, line.text.partition("#")[0].rstrip())
        for line in text_lines(source)
        if not line.text.startswith(("#", "-"))
    ]
    rows, columns, rest = _runs(lines)
    if rest:
        source.remark(f"{rest[0].where}: after the second empty line; ignored")
    return [puzzle_of_text(rows, columns)]


def read_makhorin(source: Source) -> list[Puzzle]:
    """The puzzle of a listing with `&` between rows and columns, after `*` comments.

    Raises:
        PuzzleError: If it is not of this kind, or the puzzle is not sound.
    """
    lines = text_lines(source)
    while lines and (not lines[0].text or lines[0].text.startswith("*")):
        del lines[0]
    middle = next((place for place, line in enumerate(lines) if line.text == "&"), None)
    if middle is None:
        raise PuzzleError("no line with '&'; expected one between the rows and the columns")
    return [puzzle_of_text(closed(lines[:middle]), closed(lines[middle + 1 :]))]


def read_syro(source: Source) -> list[Puzzle]:
    """The puzzle of a listing with a 0 at the end of each line and `#` at the end of a group.

    Raises:
        PuzzleError: If it is not of this kind, or the puzzle is not sound.
    """
    groups: list[list[Numbered]] = [[], [], []]
    at = 0
    for line in filter(lambda line: line.text, text_lines(source)):
        if line.text == "#" and at < 2:
            at += 1
        else:
            groups[at].append(line)
    rows, columns, rest = groups
    if rest:
        reason = f"{quoted(rest[0].text)} after the '#' that ends the columns"
        raise PuzzleError(reason, where=(rest[0].where,))
    return [puzzle_of_text(rows, columns, ended_clue)]


def read_headed(source: Source) -> list[Puzzle]:
    """The puzzle of a listing whose groups have headings: lines that begin without a digit.

    Raises:
        PuzzleError: If it is not of this kind, or the puzzle is not sound.
    """
    groups: list[list[Numbered]] = []
    headings: list[Numbered] = []
    for line in filter(lambda line: line.text, text_lines(source)):
        if line.text[0] in "0123456789":
            if not headings:
                raise PuzzleError("a clue before the first heading", where=(line.where,))
            groups[-1].append(line)
        elif groups and not groups[-1] and len(groups) == 1:
            headings[0] = line  # what stood before it was a comment
        else:
            headings.append(line)
            groups.append([])
    if len(groups) < 2:
        raise PuzzleError("no heading of the columns; expected one after the rows")
    if headings[0].text.lower().startswith("col"):
        reason = "the columns come first; expected the rows"
        raise PuzzleError(reason, where=(headings[0].where,))
    if len(groups) > 2:
        reason = f"{quoted(headings[2].text)} would be a third heading; expected clues of columns"
        raise PuzzleError(reason, where=(headings[2].where,))
    rows, columns = groups
    return [puzzle_of_text(rows, columns)]


def _runs(lines: _Lines) -> tuple[_Lines, _Lines, _Lines]:
    """The first two groups of lines between empty ones, and what follows them, if not empty."""
    starts = [
        place
        for place, line in enumerate(lines)
        if line.text and (not place or not lines[place - 1].text)
    ]
    if len(starts) < 2:
        raise PuzzleError("no empty line between the rows and the columns")
    rows, columns = lines[starts[0] : starts[1]], lines[starts[1] :]
    rest = lines[starts[2] :] if len(starts) > 2 else []
    columns = columns[: len(columns) - len(rest)]
    return closed(rows), closed(columns), rest
