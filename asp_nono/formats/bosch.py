"""Bosch's `.lp`: labels and numbers, read by position because the labels differ between writers.

Source: the input of Robert Bosch's solver as pbnsolve reads it (https://webpbn.com/pbnsolve.html).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from asp_nono.clue import Clue, Line
from asp_nono.errors import PuzzleError
from asp_nono.formats.source import MAX_SIDE, Source, number, quoted
from asp_nono.formats.tokens import Numbered, check_count, clue_of_lengths, text_lines
from asp_nono.puzzle import Puzzle

_WORD = re.compile(r"[^\s:]+")


def read(source: Source) -> list[Puzzle]:
    """The puzzle of a file: two sizes, then for each row and column a count and its lengths.

    Raises:
        PuzzleError: If there are too few numbers or too many, or the puzzle is not sound.
    """
    words = _words(source)
    height = _next(words, "the number of rows")
    width = _next(words, "the number of columns")
    check_count("row", height)
    check_count("column", width)
    rows = tuple(_clue(words, Line("row", place + 1)) for place in range(height))
    columns = tuple(_clue(words, Line("column", place + 1)) for place in range(width))
    if rest := next(words, None):
        reason = f"{quoted(rest.text)} after column {width}; expected the end"
        raise PuzzleError(reason, where=(rest.where, rest.character()))
    return [Puzzle(rows, columns)]


def _words(source: Source) -> Iterator[Numbered]:
    """What begins with a digit: a number inside a label such as `row_1` does not."""
    for line in text_lines(source):
        for word in line.found(_WORD):
            if word.text[0] in "-0123456789":
                yield word


def _clue(words: Iterator[Numbered], line: Line) -> Clue:
    blocks = _next(words, f"the number of blocks of {line}")
    if blocks > MAX_SIDE:
        raise PuzzleError(f"{blocks} blocks; at most {MAX_SIDE} are read", where=(str(line),))
    lengths = [_next(words, f"the length of block {k + 1} of {line}") for k in range(blocks)]
    try:
        return clue_of_lengths(lengths)
    except PuzzleError as error:
        raise error.within(str(line)) from None


def _next(words: Iterator[Numbered], what: str) -> int:
    word = next(words, None)
    if word is None:
        raise PuzzleError(f"the file ends before {what}")
    try:
        return number(word.text, what)
    except PuzzleError as error:
        raise error.within(word.where, word.character()) from None
