"""Reading data of GLPK's nonogram model (https://github.com/xypron/glpk, examples/pbn)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from asp_nono.clue import Clue
from asp_nono.errors import PuzzleError
from asp_nono.formats.source import MAX_SIDE, Source, number, place_of, quoted, side
from asp_nono.formats.tokens import check_count, clues_of_lengths, unpadded, without
from asp_nono.puzzle import Puzzle

_COMMENTS = re.compile(r"#[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_DATA = re.compile(r"^[ \t]*data[ \t]*;", re.MULTILINE)
_TOKEN = re.compile(r":=|[;:]|[^\s;:]+")


class _Token(NamedTuple):
    text: str
    at: int


_Statement: TypeAlias = list[_Token]


class _Data(NamedTuple):
    """The parameters that are numbers, and those that are tables."""

    sizes: dict[str, int]
    tables: dict[str, list[list[int]]]


def read(source: Source) -> list[Puzzle]:
    """The puzzle of a data section, alone or after a model.

    A line is padded with dots, or with zeros, which a dot stands for.

    Raises:
        PuzzleError: If it is no data of this model, or makes no puzzle.
    """
    text = without(_COMMENTS, source.text())
    data = _Data({}, {})
    start = _DATA.search(text)
    for statement in _statements(text, start.start() if start else 0):
        try:
            _take(text, statement, data)
        except PuzzleError as error:
            if error.where:
                raise
            raise error.within(*place_of(text, statement[0].at)) from None
    rows = _clues("row", data.sizes.get("m"), data.tables.get("row"))
    return [Puzzle(rows, _clues("column", data.sizes.get("n"), data.tables.get("col")))]


def _take(text: str, statement: _Statement, data: _Data) -> None:
    words = [token.text for token in statement]
    if len(words) == 4 and words[:3] in (["param", "m", ":="], ["param", "n", ":="]):
        data.sizes.setdefault(words[1], side(words[3], f"the size {words[1]}"))
    elif words[:3] in (["param", "row", ":"], ["param", "col", ":"]):
        data.tables.setdefault(words[1], _table(text, statement[3:]))
    elif words not in (["data"], ["end"]):
        raise PuzzleError(f"{quoted(' '.join(words))}; expected m, n, row or col as 'param'")


def _statements(text: str, start: int) -> Iterator[_Statement]:
    statement: _Statement = []
    for found in _TOKEN.finditer(text, start):
        if found[0] == ";":
            if statement:
                yield statement
            statement = []
        else:
            statement.append(_Token(found[0], found.start()))
    if statement:
        raise PuzzleError("this statement has no ';'", where=place_of(text, statement[0].at))


def _table(text: str, tokens: _Statement) -> list[list[int]]:
    """The rows of a table after `param row :`."""
    words = [token.text for token in tokens]
    if ":=" not in words:
        raise PuzzleError("a table without ':='")
    width = words.index(":=")
    if width > MAX_SIDE or words[:width] != [str(place) for place in range(1, width + 1)]:
        raise PuzzleError(f"expected the numbers 1, 2, … of up to {MAX_SIDE} blocks before ':='")
    body = tokens[width + 1 :]
    rows = []
    for place, at in enumerate(range(0, len(body), width + 1), 1):
        try:
            rows.append(_row(body[at : at + width + 1], place, width))
        except PuzzleError as error:
            raise error.within(*place_of(text, body[at].at)) from None
    return rows


def _row(tokens: _Statement, place: int, width: int) -> list[int]:
    first, *words = (token.text for token in tokens)
    if first != str(place) or len(words) != width:
        raise PuzzleError(
            f"{quoted(first)}; expected line {place}: its number, then {width} lengths"
        )
    return [0 if word == "." else number(word, "a block of") for word in words]


def _clues(
    axis: Literal["row", "column"], size: int | None, table: list[list[int]] | None
) -> tuple[Clue, ...]:
    name, parameter = ("row", "m") if axis == "row" else ("col", "n")
    if size is None or table is None:
        missing = parameter if size is None else name
        raise PuzzleError(f"no 'param {missing}'; expected the number and the clues of the {axis}s")
    check_count(axis, len(table))
    if len(table) != size:
        raise PuzzleError(f"{parameter} is {size}, but {name} has {len(table)} lines")
    return clues_of_lengths(axis, [unpadded(lengths) for lengths in table])
