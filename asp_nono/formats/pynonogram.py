"""Reading the `.non` files of pyNonogram, where commas and blanks have each other's meaning.

Lines `key:value`: `rows:4 1,2 4 1 0` are five clues with blanks between them
(https://github.com/Apsurt/pyNonogram, class Nonogram).
"""

from __future__ import annotations

import re
from typing import Literal

from asp_nono.clue import Clue
from asp_nono.errors import PuzzleError
from asp_nono.formats.source import Source, quoted
from asp_nono.formats.tokens import Numbered, clues_of_text, side_of, text_lines
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle

_NOTES = ("date", "picture", "difficulty")
"""What is told of a puzzle besides its author."""

_CLUE = re.compile(r"\S+")
_KEYS = {"author", *_NOTES, "width", "height", "rows", "columns", "solution"}


def read(source: Source) -> list[Puzzle]:
    """The puzzle of a file; its solution is the goal, its date and ratings are notes.

    Raises:
        PuzzleError: If a line is wrong or missing, or the clues are not as many as the sizes say.
    """
    values = _values(source)
    rows = _clues(values, "row", "height")
    columns = _clues(values, "column", "width")
    told = {key: values[key].text for key in ("author", *_NOTES) if key in values}
    return [
        Puzzle(
            rows,
            columns,
            author=told.get("author", ""),
            notes=tuple(f"{key}: {told[key]}" for key in _NOTES if told.get(key)),
            goal=_goal(values, len(columns), len(rows)),
        )
    ]


def _values(source: Source) -> dict[str, Numbered]:
    """What stands after the colon of each key, with its line."""
    values: dict[str, Numbered] = {}
    for line in text_lines(source):
        name, colon, _ = line.text.partition(":")
        key = name.strip().lower()
        if not line.text:
            continue
        if not colon or key not in _KEYS:
            reason = f"{quoted(line.text)}; expected a line such as 'rows:1,2 3'"
            raise PuzzleError(reason, where=(line.where,))
        if key in values:
            raise PuzzleError(f"a second {key!r}", where=(line.where,))
        values[key] = line.split(":", 1)[1].stripped()
    return values


def _clues(
    values: dict[str, Numbered], axis: Literal["row", "column"], size: str
) -> tuple[Clue, ...]:
    key = f"{axis}s"
    if key not in values:
        raise PuzzleError(f"no {key!r}; expected the clues of the {key}")
    line = values[key]
    texts = list(line.found(_CLUE))
    if size in values:
        count = side_of(values[size], size)
        if count != len(texts):
            reason = f"{len(texts)} clues of the {key}; {size} is {count}"
            raise PuzzleError(reason, where=(line.where,))
    return clues_of_text(axis, texts)


def _goal(values: dict[str, Numbered], width: int, height: int) -> Grid | None:
    """The solution, cell by cell and row by row; there may be none."""
    line = values.get("solution", Numbered(0, ""))
    if not line.text:
        return None
    if wrong := set(line.text) - {"0", "1"}:
        reason = f"solution: {min(wrong)!r}; expected a 0 or 1 for each cell"
        raise PuzzleError(reason, where=(line.where,))
    if len(line.text) != width * height:
        reason = f"solution: {len(line.text)} cells; expected {width * height} ({width}x{height})"
        raise PuzzleError(reason, where=(line.where,))
    starts = range(0, len(line.text), width)
    return Grid.from_text([line.text[start : start + width] for start in starts], "01")
