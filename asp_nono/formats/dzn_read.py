"""Reading MiniZinc data, of which two dialects share a suffix and not much more.

Clue lists: https://github.com/hakank/hakank (minizinc/nonogram*.dzn). Patterns: the nonogram
folder of https://github.com/MiniZinc/minizinc-benchmarks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from asp_nono.clue import Clue, Line
from asp_nono.errors import PuzzleError
from asp_nono.formats import credit
from asp_nono.formats.source import MAX_SIDE, Source
from asp_nono.formats.tokens import (
    PERCENT,
    Lists,
    Scanner,
    clues_of_lengths,
    pattern_lengths,
    unpadded,
    without,
)
from asp_nono.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class _Data:
    """What a file gives names to: numbers and tables."""

    numbers: dict[str, int] = field(default_factory=dict)
    tables: dict[str, Lists] = field(default_factory=dict)


class _Names(NamedTuple):
    """What a dialect calls the clues of rows or columns, their number and the longest list."""

    table: str
    size: str
    longest: str


_RULES = _Names("row_rules", "rows", "row_rule_len"), _Names("col_rules", "cols", "col_rule_len")
_PATTERNS = _Names("rows", "Y", "maxlen"), _Names("cols", "X", "maxlen")


def read(source: Source) -> list[Puzzle]:
    """The puzzle of a data file.

    Raises:
        PuzzleError: If it is not data of either dialect, or makes no puzzle.
    """
    text = source.text()
    data = _data(Scanner(without(PERCENT, text)))
    patterns = "rows" in data.tables or "maxlen" in data.numbers
    row_names, column_names = _PATTERNS if patterns else _RULES
    decode = pattern_lengths if patterns else unpadded
    rows = _clues("row", data, row_names, decode)
    columns = _clues("column", data, column_names, decode)
    return [Puzzle(rows, columns, **credit.found(text, "%"))]


def _data(scanner: Scanner) -> _Data:
    data = _Data()
    while scanner.ahead:
        start = scanner.wrong("a name that has no value yet")
        name = scanner.advance()
        if not name.isidentifier() or name in data.numbers or name in data.tables:
            raise start
        scanner.take("=")
        if scanner.ahead in ("[", "[|", "array2d"):
            data.tables[name] = _table(scanner, data)
        else:
            data.numbers[name] = scanner.whole()
        if scanner.ahead:
            scanner.take(";")
    return data


def _table(scanner: Scanner, data: _Data) -> Lists:
    """A table: rows between bars, or a list and the shape that it is to have."""
    if scanner.ahead == "array2d":
        return _shaped(scanner, data)
    if scanner.ahead == "[":
        raise scanner.wrong("a table, [| … |] or array2d(…)")
    scanner.advance()
    rows: Lists = []
    while scanner.ahead != "|]":
        if rows:
            scanner.take("|")
            if scanner.ahead == "|]":
                break
        rows.append(_row(scanner))
        if len(rows) > MAX_SIDE:
            raise scanner.wrong(f"at most {MAX_SIDE} rows")
    if len({len(row) for row in rows}) > 1:
        raise scanner.wrong("rows of one length before this")
    scanner.advance()
    return rows


def _row(scanner: Scanner) -> list[int]:
    numbers = [] if scanner.ahead in ("|", "|]") else [scanner.whole()]
    while scanner.ahead == ",":
        scanner.advance()
        if scanner.ahead in ("|", "|]"):
            break
        numbers.append(scanner.whole())
        if len(numbers) > MAX_SIDE:
            raise scanner.wrong(f"at most {MAX_SIDE} numbers in a row")
    return numbers


def _shaped(scanner: Scanner, data: _Data) -> Lists:
    scanner.advance()
    scanner.take("(")
    start = scanner.wrong("a list of as many numbers as the two ranges ask for")
    count = _range(scanner, data)
    scanner.take(",")
    width = _range(scanner, data)
    scanner.take(",")
    scanner.take("[")
    numbers = scanner.numbers("]")
    scanner.take(")")
    if len(numbers) != count * width:
        raise start
    return [numbers[place * width : (place + 1) * width] for place in range(count)]


def _range(scanner: Scanner, data: _Data) -> int:
    """The number of steps from 1 to a number or a name that has one."""
    if scanner.ahead != "1":
        raise scanner.wrong("a range from 1")
    scanner.advance()
    scanner.take("..")
    end = data.numbers.get(scanner.ahead)
    if end is None:
        end = scanner.whole()
    else:
        scanner.advance()
    if not 0 <= end <= MAX_SIDE:
        raise scanner.wrong(f"the end of a range up to {MAX_SIDE} before this")
    return end


def _clues(
    axis: Literal["row", "column"],
    data: _Data,
    names: _Names,
    decode: Callable[[Sequence[int]], list[int]],
) -> tuple[Clue, ...]:
    if names.table not in data.tables:
        raise PuzzleError(f"no {names.table}; expected the clues of the {axis}s as a table")
    table = data.tables[names.table]
    if names.size not in data.numbers:
        raise PuzzleError(f"no {names.size}; expected the number of {axis}s")
    for name, size in ((names.size, len(table)), (names.longest, len(table[0]) if table else 0)):
        if data.numbers.get(name, size) != size:
            raise PuzzleError(f"{name} is {data.numbers[name]}, but {names.table} has {size}")
    lengths = []
    for place, numbers in enumerate(table, 1):
        try:
            lengths.append(decode(numbers))
        except PuzzleError as error:
            raise error.within(str(Line(axis, place))) from None
    return clues_of_lengths(axis, lengths)
