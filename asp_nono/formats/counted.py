"""Reading the text that pycsp3's nonogram model takes.

The numbers of rows and columns, then for each row and after them for each column the number of
its blocks, and their lengths (https://github.com/xcsp3team/pycsp3-models, recreational/Nonogram).
"""

from __future__ import annotations

from asp_nono.clue import Clue
from asp_nono.errors import PuzzleError
from asp_nono.formats.source import Source
from asp_nono.formats.tokens import (
    Numbered,
    clue_of_lengths,
    clues_of_text,
    numbers,
    side_of,
    text_lines,
)
from asp_nono.puzzle import Puzzle


def read(source: Source) -> list[Puzzle]:
    """The puzzle of a text; empty lines do not count.

    Raises:
        PuzzleError: If a line does not have as many lengths as it says.
    """
    lines = [line for line in text_lines(source) if line.text]
    height, width = _sizes(lines[0] if lines else Numbered(1, ""))
    if len(lines) != 1 + height + width:
        reason = f"{len(lines) - 1} lines after the first; expected {height} rows, {width} columns"
        raise PuzzleError(reason)
    rows = clues_of_text("row", lines[1 : height + 1], _clue)
    return [Puzzle(rows, clues_of_text("column", lines[height + 1 :], _clue))]


def looks_counted(source: Source) -> bool:
    """Whether every line after the first has as many lengths as its first number says."""
    sizes, *lines = (line.split() for line in source.lines if line)
    two = len(sizes) == 2 and all(map(str.isdecimal, sizes))
    return two and bool(lines) and all(line[0] == str(len(line) - 1) for line in lines)


def _sizes(line: Numbered) -> tuple[int, int]:
    words = line.words(3)
    if len(words) != 2:
        reason = "expected the number of rows and the number of columns"
        raise PuzzleError(reason, where=(line.where,))
    return side_of(words[0], "rows"), side_of(words[1], "columns")


def _clue(line: Numbered) -> Clue:
    count, *lengths = numbers(line)
    if count != len(lengths):
        raise PuzzleError(f"{len(lengths)} lengths, but the line says {count}")
    return clue_of_lengths(lengths)
