"""The sets of the TAAI, TCGA and ICGA nonogram tournaments: many puzzles of 25x25, columns first.

Source: the sets that https://github.com/zxkyjimmy/NonogramRecord keeps. Each puzzle begins with a
line `$` and its number; then come the lines of its clues, with tabs between the numbers. An empty
line is a blank clue. Some programs keep a single puzzle without that line, of other sizes too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from asp_nono.errors import PuzzleError
from asp_nono.formats.listing import begun
from asp_nono.formats.source import Source, quoted
from asp_nono.formats.tokens import Numbered, chosen, each, puzzle_of_text, text_lines
from asp_nono.puzzle import Puzzle

_SIDE = 25
_HEAD = re.compile(r"\$[0-9]{1,9}")


def read(source: Source) -> list[Puzzle | PuzzleError]:
    """All puzzles of a set, or the only one of a file without `$`.

    Raises:
        PuzzleError: If it is not of this kind.
    """
    lines = text_lines(source)
    while lines and not lines[0].text:
        del lines[0]
    if not lines or not lines[0].text.startswith("$"):
        return [_nameless(lines, source)]
    return each(begun(lines, lambda text: text.startswith("$")), _puzzle)


def _puzzle(part: Sequence[Numbered]) -> Puzzle:
    head, *lines = part
    if not _HEAD.fullmatch(head.text):
        raise PuzzleError(f"{quoted(head.text)}; expected $ and a number", where=(head.where,))
    return replace(_square(lines, _SIDE), id=head.text)


def _nameless(lines: list[Numbered], source: Source) -> Puzzle:
    """Half of the lines are columns, the other half rows."""
    while len(lines) % 2 and not lines[-1].text:
        del lines[-1]
    if len(lines) % 2:
        raise PuzzleError(f"{len(lines)} lines; expected as many columns as rows")
    puzzle = _square(lines, len(lines) // 2)
    source.remark("no '$' and number; read as a puzzle of a tournament, the columns first")
    return puzzle


def _square(lines: Sequence[Numbered], side: int) -> Puzzle:
    """The puzzle of `side` columns and as many rows."""
    found = chosen(lines, "columns and rows", 2 * side)
    return puzzle_of_text(found[side:], found[:side])
