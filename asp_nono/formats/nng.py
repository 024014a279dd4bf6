"""The `.nng` files of a solver with windows: sizes, then two tables of clues padded with zeros.

Source: the files of https://github.com/StasDeep/NonogramSolver. The first line holds the width, the
height, and the most blocks of a column and of a row. Then comes the clue of each column, written
downwards, and the clue of each row.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import dropwhile

from asp_nono.errors import PuzzleError
from asp_nono.formats.source import MAX_SIDE, Source, quoted
from asp_nono.formats.tokens import Numbered, chosen, clues_of_lengths, numbers, text_lines
from asp_nono.puzzle import Puzzle


def read(source: Source) -> list[Puzzle]:
    """The puzzle of a file.

    Raises:
        PuzzleError: If a table is not of the size declared, or the puzzle is not sound.
    """
    head, *lines = [line for line in text_lines(source) if line.text] or [Numbered(1, "")]
    sizes = _numbers(head)
    if len(sizes) != 4 or max(sizes) > MAX_SIDE:
        reason = f"{quoted(head.text)}; expected width, height, and most blocks of each"
        raise PuzzleError(f"{reason} column and row, up to {MAX_SIDE}", where=(head.where,))
    width, height, deep, wide = sizes
    lines = list(chosen(lines, "both tables", deep + height))
    columns = list(zip(*_table(lines[:deep], width), strict=True)) if deep else [()] * width
    rows = _table(lines[deep:], wide)
    return [
        Puzzle(
            clues_of_lengths("row", [_unpadded(row) for row in rows]),
            clues_of_lengths("column", [_unpadded(column) for column in columns]),
        )
    ]


def _table(lines: Sequence[Numbered], width: int) -> list[list[int]]:
    table = []
    for line in lines:
        row = _numbers(line)
        if len(row) != width:
            raise PuzzleError(f"{len(row)} numbers; expected {width}", where=(line.where,))
        table.append(row)
    return table


def _unpadded(clue: Sequence[int]) -> list[int]:
    return list(dropwhile(lambda length: length == 0, clue))


def _numbers(line: Numbered) -> list[int]:
    try:
        return numbers(line)
    except PuzzleError as error:
        raise error.within(line.where) from None
