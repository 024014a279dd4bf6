"""Puzzles of one line: the strings of R's package `nonogram`, and the IDs of Tatham's *Pattern*.

Sources: https://github.com/coolbutuseless/nonogram, and `pattern.c` of Simon Tatham's puzzle
collection (https://www.chiark.greenend.org.uk/~sgtatham/puzzles/). Each line of a file is a puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from asp_nono.clue import Clue
from asp_nono.errors import PuzzleError
from asp_nono.formats.losses import Options, settle_listing
from asp_nono.formats.source import MAX_SIDE, Source, quoted, side
from asp_nono.formats.tokens import (
    Numbered,
    clue_of_lengths,
    clue_text,
    each,
    length_of,
    puzzle_of_text,
    text_lines,
)
from asp_nono.grid import PartialGrid
from asp_nono.puzzle import Puzzle

_ID = re.compile(r"([0-9]+)(?:x([0-9]+))?([:#])([^,]*)(?:,(.*))?")
_UNKNOWN, _EMPTY, _FILLED = 3, 1, 2
_FARTHEST = 25
"""So many cells does `z` pass over."""


def read_r(source: Source) -> list[Puzzle | PuzzleError]:
    """Clues of rows, `-`, clues of columns: `4:1,2:0-1:2`; a blank line is `0`.

    Raises:
        PuzzleError: If there is none.
    """
    return each(_lines(source), _r_puzzle)


def write_r(puzzles: Sequence[Puzzle], options: Options) -> str:
    """One string a line.

    Raises:
        UnwritableError: If something but the clues would be lost (see `settle_listing`).
    """
    settle_listing("a puzzle string", puzzles, options, several=True)
    return "".join(
        "-".join(":".join(clue_text(clue, ",") for clue in clues) for clues in (p.rows, p.columns))
        + "\n"
        for p in puzzles
    )


def read_pattern(source: Source) -> list[Puzzle | PuzzleError]:
    """Size, columns, rows: `3x2:2/1/1/1.1/2`; a blank line is an empty field.

    Given cells follow after a comma: see `_given`.

    Raises:
        PuzzleError: If there is none.
    """
    return each(_lines(source), _pattern_puzzle)


def write_pattern(puzzles: Sequence[Puzzle], options: Options) -> str:
    """One ID a line.

    Raises:
        UnwritableError: If something but clues and given cells would be lost (see
            `settle_listing`).
    """
    settle_listing("Pattern's game ID", puzzles, options, several=True, keeps_given=True)
    return "".join(
        f"{p.width}x{p.height}:"
        + "/".join(clue_text(clue, ".", blank="") for clue in (*p.columns, *p.rows))
        + (f",{''.join(_letters(p.given))}" if p.given else "")
        + "\n"
        for p in puzzles
    )


def _lines(source: Source) -> list[Numbered]:
    lines = [line for line in text_lines(source) if line.text]
    if not lines:
        raise PuzzleError("the file is empty; expected a puzzle in each line")
    return lines


def _r_puzzle(line: Numbered) -> Puzzle:
    groups = [group.split(":", MAX_SIDE) for group in line.stripped('"').split("-", 2)]
    if len(groups) != 2:
        reason = f"{quoted(line.text)}; expected rows, one hyphen, columns"
        raise PuzzleError(reason, where=(line.where,))
    rows, columns = groups
    return puzzle_of_text(rows, columns, lambda field: _clue(field, ","))


def _pattern_puzzle(line: Numbered) -> Puzzle:
    found = _ID.fullmatch(line.text)
    if not found:
        reason = f"{quoted(line.text)}; expected a size, a colon and clues as in 2x2:1/1/1/1"
        raise PuzzleError(reason, where=(line.where,))
    if found[3] == "#":
        reason = "a random seed; the clues are known only to the program that makes them of it"
        raise PuzzleError(reason, where=(line.where,))
    try:
        width, height = side(found[1], "width"), side(found[2] or found[1], "height")
        clues = _fields(Numbered(line.line, found[4], line.before + found.start(4)), width, height)
        given = None if found[5] is None else _given(found[5], width, height)
    except PuzzleError as error:
        raise error.within(line.where) from None
    return replace(puzzle_of_text(clues[width:], clues[:width], _field), given=given)


def _fields(text: Numbered, width: int, height: int) -> list[Numbered]:
    fields = text.split("/", width + height)
    if len(fields) != width + height:
        many = "more" if len(fields) > width + height else str(len(fields))
        raise PuzzleError(f"{many} clues; expected {width} of columns and {height} of rows")
    return fields


def _field(field: Numbered) -> Clue:
    if field.text == "0":
        raise PuzzleError("0; a blank line is an empty field", where=(field.character(),))
    return _clue(field, ".") if field.text else ()


def _clue(field: Numbered, between: str) -> Clue:
    parts = field.stripped().split(between, MAX_SIDE)
    return clue_of_lengths([length_of(part) for part in parts])


def _given(letters: str, width: int, height: int) -> PartialGrid:
    """The cells that the letters after the comma of an ID give, in the order of rows.

    A letter passes over as many cells as its place in the alphabet, from `a` for none. It gives the
    cell after them: black for a capital, else white. `z` gives none, nor does the last letter.

    Raises:
        PuzzleError: If the letters do not end where the cells do.
    """
    cells: list[int] = []
    for letter in letters:
        if not (letter.isascii() and letter.isalpha()):
            raise PuzzleError(f"{quoted(letter)} after the comma; expected letters")
        skipped = ord(letter.lower()) - ord("a")
        cells += [_UNKNOWN] * skipped
        if skipped < _FARTHEST and len(cells) < width * height:
            cells.append(_FILLED if letter.isupper() else _EMPTY)
        if len(cells) > width * height:
            break
    if len(cells) != width * height:
        many = "more" if len(cells) > width * height else str(len(cells))
        raise PuzzleError(f"the letters tell of {many} cells; there are {width * height}")
    return PartialGrid(tuple(tuple(cells[k : k + width]) for k in range(0, len(cells), width)))


def _letters(given: PartialGrid) -> Iterator[str]:
    """The letters that `_given` reads as these cells of black and white."""
    skipped = 0
    for cell in chain.from_iterable(given.rows):
        if cell != _UNKNOWN:
            letter = chr(ord("a") + skipped)
            yield letter.upper() if cell == _FILLED else letter
            skipped = 0
        elif skipped < _FARTHEST - 1:
            skipped += 1
        else:
            yield "z"
            skipped = 0
    if skipped:
        yield chr(ord("a") + skipped)
