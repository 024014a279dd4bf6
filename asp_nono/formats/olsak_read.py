"""Reading Olšák's `.g`: clues of several colors, in groups that lines with `:` part.

Source: http://www.olsak.net/grid.html, documented in the comments of its sample files, and what
pbnsolve makes of them (https://webpbn.com/pbnsolve.html). Nothing tells the size but the number of
lines, and a blank line is an empty line of text.
"""

from __future__ import annotations

from asp_nono.errors import PuzzleError
from asp_nono.formats import credit
from asp_nono.formats.olsak_palette import palette
from asp_nono.formats.source import Source
from asp_nono.formats.tokens import clues_of_text, text_lines
from asp_nono.puzzle import Puzzle

MARK = "%"
"""Before the first group anything may stand; lines that begin so tell who made the puzzle."""


def read(source: Source) -> list[Puzzle]:
    """The puzzle of a file.

    Raises:
        PuzzleError: If it is not of this kind, has triangular cells or is no rectangle, or the
            puzzle is not sound.
    """
    lines = text_lines(source, indented=True)
    marks = [place for place, line in enumerate(lines) if line.text.startswith(":")]
    if not marks:
        raise PuzzleError("no line that begins with ':'; expected one before the rows")
    colors = palette(lines[: marks[0]], source)
    if len(marks) < 2:
        raise PuzzleError("no second line that begins with ':'; expected one before the columns")
    if len(marks) < 3:
        source.remark("no line with ':' after the columns; blank ones at the end may be missing")
        marks.append(len(lines))
    rows, columns = lines[marks[0] + 1 : marks[1]], lines[marks[1] + 1 : marks[2]]
    return [
        Puzzle(
            clues_of_text("row", rows, colors.clue),
            clues_of_text("column", columns, colors.clue),
            colors.colors,
            **credit.found("\n".join(line.text for line in lines[: marks[0]]), MARK),
        )
    ]
