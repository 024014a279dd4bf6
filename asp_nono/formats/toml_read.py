"""Reading the TOML files of nonogrid (https://github.com/tsionyx/nonogrid)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from typing import Any

from asp_nono.errors import PuzzleError
from asp_nono.formats.clue_strings import Dialect, puzzle_of
from asp_nono.formats.source import Source, quoted
from asp_nono.formats.tokens import Numbered
from asp_nono.puzzle import Puzzle

DIALECT = Dialect(white="W", black="B")

_MOST_DOTS = 100
"""More than any line needs; long dotted keys take time that grows as the square of their length."""

_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def read(source: Source) -> list[Puzzle]:
    """The puzzle of a file.

    Raises:
        PuzzleError: If it is not TOML, has no clues, or makes no puzzle.
    """
    text = source.text()
    document = _document(text)
    clues = document.get("clues")
    if not isinstance(clues, dict):
        raise PuzzleError("no table [clues]; expected one with 'rows' and 'columns'")
    rows, columns = (_lines(clues, key, text) for key in ("rows", "columns"))
    return [puzzle_of(rows, columns, _colors(document), DIALECT, source)]


def _document(text: str) -> dict[str, Any]:
    for place, line in enumerate(text.split("\n"), 1):
        if line.count(".") > _MOST_DOTS and not line.lstrip().startswith("#"):
            raise PuzzleError(f"more than {_MOST_DOTS} dots", where=(f"line {place}",))
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _PLACE.search(str(error))
        where: tuple[str, ...] = ("at the end",)
        if found and found[1]:
            where = (f"line {found[1]}", f"character {found[2]}")
        reason = _PLACE.sub("", str(error))
        raise PuzzleError(f"not well-formed TOML: {reason}", where=where) from None
    except (ValueError, RecursionError):
        raise PuzzleError("a number too long, or values nested too deeply") from None


def _lines(clues: dict[str, Any], key: str, text: str) -> Sequence[Numbered]:
    value = clues.get(key)
    if not isinstance(value, str):
        raise PuzzleError(f"{key!r} is {'missing' if value is None else 'no text'}; expected clues")
    # The line is known where the file has the text as it is, and only once.
    alone = bool(value) and text.count(value) == 1
    if not alone:
        return [Numbered(0, line) for line in value.split("\n")]
    start = text.index(value)
    first, before = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start) - 1
    return [
        Numbered(first + place, line, 0 if place else before)
        for place, line in enumerate(value.split("\n"))
    ]


def _colors(document: dict[str, Any]) -> dict[str, str]:
    colors = document.get("colors", {})
    definitions = colors.get("defs", []) if isinstance(colors, dict) else None
    if not isinstance(definitions, list):
        raise PuzzleError("expected a list of texts", where=("[colors]", "defs"))
    found: dict[str, str] = {}
    for place, definition in enumerate(definitions, 1):
        where = ("[colors]", f"definition {place}")
        if not isinstance(definition, str) or "=" not in definition:
            raise PuzzleError("expected a text such as 'r = (red) %'", where=where)
        name, _, said = (part.strip() for part in definition.partition("="))
        if not re.fullmatch(r"[^\s0-9,#;\"'][^\s,#;\"']*", name):
            raise PuzzleError(f"the name {quoted(name)} cannot stand after a number", where=where)
        if name in found:
            raise PuzzleError(f"a second colour {quoted(name)}", where=where)
        found[name] = said
    return found
