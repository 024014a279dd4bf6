"""The native text of picross-solver: `GRID` and a name, `ROWS`, `COLUMNS`, bracketed clues.

Source: the inputs of https://github.com/pierre-dejoue/picross-solver. `[ ]` is a blank line,
and `#` begins a comment; a file may hold many grids.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from asp_nono.clue import Clue
from asp_nono.errors import PuzzleError
from asp_nono.formats.listing import begun
from asp_nono.formats.source import Source, quoted
from asp_nono.formats.tokens import (
    Numbered,
    clue_of_lengths,
    each,
    numbers,
    puzzle_of_text,
    text_lines,
)
from asp_nono.puzzle import Puzzle

_HEAD = re.compile(r"GRID\b\s*")
_CLUE = re.compile(r"\[([^\[\]]*)\]")


def read(source: Source) -> list[Puzzle | PuzzleError]:
    """All grids of a file.

    Raises:
        PuzzleError: If there is none.
    """
    lines = [line for line in text_lines(source) if line.text and line.text[0] != "#"]
    if not lines or not _HEAD.match(lines[0].text):
        found = f"{quoted(lines[0].text)}; " if lines else ""
        raise PuzzleError(
            f"{found}expected GRID and a name", where=[line.where for line in lines[:1]]
        )
    return each(begun(lines, _HEAD.match), _puzzle)


def _puzzle(lines: Sequence[Numbered]) -> Puzzle:
    head, *rest = lines
    groups: dict[str, list[Numbered]] = {}
    for line in rest:
        if line.text in ("ROWS", "COLUMNS") and line.text not in groups:
            group = groups.setdefault(line.text, [])
        elif groups and line.text[0] == "[":
            group.append(line)
        else:
            reason = f"{quoted(line.text)}; expected ROWS and COLUMNS, once each, and clues"
            raise PuzzleError(reason, where=(line.where,))
    puzzle = puzzle_of_text(groups.get("ROWS", []), groups.get("COLUMNS", []), _clue)
    return replace(puzzle, title=_HEAD.sub("", head.text, count=1))


def _clue(line: Numbered) -> Clue:
    if not _CLUE.fullmatch(line.text):
        raise PuzzleError(f"{quoted(line.text)}; expected numbers in brackets as in '[ 1 2 ]'")
    return clue_of_lengths(numbers(line.stripped("[]")))
