"""Reading clues in the little of YAML that nonogram solvers use: numbers and lists of lists.

`rows` and `columns` (or `cols`) have a line of text for each line of the puzzle, `- [1, 2]` or
`- 1 2`; where they are sizes, `row_runs` and `column_runs` have the lines. Such files are shipped
by mckoss/paint-by-numbers, Niehztog/php-nonogram and voetsjoeba/nonogram-rs on GitHub.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from asp_nono.errors import PuzzleError
from asp_nono.formats import credit
from asp_nono.formats.source import Source, quoted, side
from asp_nono.formats.tokens import Numbered, clues_of_text, text_lines
from asp_nono.puzzle import Puzzle

_KEY = re.compile(r"([A-Za-z_]+)[ \t]*:[ \t]*(.*)")
_ITEM = re.compile(r"-[ \t]+(?:\[([^\[\]]*)\]|([0-9][0-9 \t]*))")
_LISTS = (("row_runs", "column_runs"), ("rows", "columns"), ("rows", "cols"))


class _Entry(NamedTuple):
    """What a key has: a text beside it, or lines below it."""

    text: str
    lines: list[Numbered]


def read(source: Source) -> list[Puzzle]:
    """The puzzle of a file.

    Raises:
        PuzzleError: If there is anything but keys, numbers and lists, or no clues.
    """
    entries = _entries(text_lines(source))
    pair = next((p for p in _LISTS if all(k in entries and entries[k].lines for k in p)), None)
    if pair is None:
        reason = "no clues of the rows and columns; expected 'rows:' and lines as '- [1, 2]'"
        raise PuzzleError(reason)
    rows, columns = (entries[key].lines for key in pair)
    _check_size(entries, "rows", rows)
    _check_size(entries, "columns", columns)
    row_clues = clues_of_text("row", rows)
    texts = credit.found(source.glance, "#")
    return [Puzzle(row_clues, clues_of_text("column", columns), **texts)]


def _entries(lines: Sequence[Numbered]) -> dict[str, _Entry]:
    entries: dict[str, _Entry] = {}
    here: _Entry | None = None
    for line in lines:
        text = re.sub(r"(^|[ \t])#.*", "", line.text).strip()
        if not text or text == "---":
            continue
        if key := _KEY.fullmatch(text):
            if key[1] in entries:
                raise PuzzleError(f"a second {quoted(key[1])}", where=(line.where,))
            here = entries[key[1]] = _Entry(key[2], [])
            continue
        item = _ITEM.fullmatch(text)
        if not item or here is None or here.text:
            raise PuzzleError(f"{quoted(text)}; expected a line as '- [1, 2]'", where=(line.where,))
        here.lines.append(Numbered(line.line, item[1] if item[1] is not None else item[2]))
    return entries


def _check_size(entries: Mapping[str, _Entry], key: str, lines: Sequence[Numbered]) -> None:
    """Do nothing if the file does not state another size."""
    if key in entries and entries[key].text and side(entries[key].text, key) != len(lines):
        raise PuzzleError(f"{key} {entries[key].text}, but there are clues for {len(lines)}")
