"""Data of solvers and models: programs' lists and arrays, read token by token and never run.

Each part names its source. The clues in tables are padded with zeros to one length.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, TypeAlias

from asp_nono.clue import Clue, Line
from asp_nono.errors import PuzzleError
from asp_nono.formats import credit
from asp_nono.formats.losses import Options, settle_listing
from asp_nono.formats.source import MAX_SIDE, Source, number, place_of, quoted, side
from asp_nono.formats.tokens import (
    HASH,
    PERCENT,
    SLASHES,
    Axis,
    Lists,
    Scanner,
    check_count,
    clue_of_lengths,
    clues_of_lengths,
    each,
    joined,
    pattern_lengths,
    text_lines,
    unpadded,
    within,
    without,
)
from asp_nono.puzzle import Puzzle

# MiniZinc: clue lists of https://github.com/hakank/hakank (minizinc/nonogram*.dzn), and patterns of
# https://github.com/MiniZinc/minizinc-benchmarks (folder nonogram) in files of the same suffix.


class _Data(NamedTuple):
    """The numbers and tables that a file gives names to."""

    numbers: dict[str, int]
    tables: dict[str, Lists]


# what a dialect calls the clues of rows or columns, their number and the longest list
_RULES = ("row_rules", "rows", "row_rule_len"), ("col_rules", "cols", "col_rule_len")
_PATTERNS = ("rows", "Y", "maxlen"), ("cols", "X", "maxlen")


def read_dzn(source: Source) -> list[Puzzle]:
    """The puzzle of MiniZinc data in either dialect."""
    text = source.text()
    data = _data(Scanner(without(PERCENT, text)))
    patterns = "rows" in data.tables or "maxlen" in data.numbers
    rows, columns = _PATTERNS if patterns else _RULES
    decode = pattern_lengths if patterns else unpadded
    row_clues = _dzn_clues("row", data, *rows, decode)
    column_clues = _dzn_clues("column", data, *columns, decode)
    return [Puzzle(row_clues, column_clues, **credit.found(text, "%"))]


def _data(scanner: Scanner) -> _Data:
    data = _Data({}, {})
    while scanner.ahead:
        start = scanner.wrong("a name that has no value yet")
        name = scanner.advance()
        if not name.isidentifier() or name in data.numbers or name in data.tables:
            raise start
        scanner.take("=")
        if scanner.ahead == "array2d":
            data.tables[name] = _shaped(scanner, data)
        elif scanner.ahead == "[|":
            data.tables[name] = _barred(scanner)
        elif scanner.ahead == "[":
            raise scanner.wrong("a table, [| … |] or array2d(…)")
        else:
            data.numbers[name] = scanner.whole()
        if scanner.ahead:
            scanner.take(";")
    return data


def _barred(scanner: Scanner) -> Lists:
    """The rows of a table between bars."""
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
    numbers: list[int] = []
    while scanner.ahead not in ("|", "|]"):
        numbers.append(scanner.whole())
        if len(numbers) > MAX_SIDE:
            raise scanner.wrong(f"at most {MAX_SIDE} numbers in a row")
        if scanner.ahead != ",":
            break
        scanner.advance()
    return numbers


def _shaped(scanner: Scanner, data: _Data) -> Lists:
    """A list and the shape that it is to have, as in `array2d(1..2, 1..n, [1, 2, 3, 4])`."""
    scanner.advance()
    scanner.take("(")
    start = scanner.wrong("a list of as many numbers as the two ranges ask for")
    height = _range(scanner, data)
    width = _range(scanner, data)
    numbers = scanner.numbers_in_brackets()
    scanner.take(")")
    if len(numbers) != height * width:
        raise start
    return [numbers[place * width : (place + 1) * width] for place in range(height)]


def _range(scanner: Scanner, data: _Data) -> int:
    """The number of steps from 1 to a number or a name that has one, before a comma."""
    if scanner.ahead != "1":
        raise scanner.wrong("a range from 1")
    scanner.advance()
    scanner.take("..")
    named = scanner.ahead in data.numbers
    end = data.numbers[scanner.advance()] if named else scanner.whole()
    if not 0 <= end <= MAX_SIDE:
        raise scanner.wrong(f"the end of a range up to {MAX_SIDE} before this")
    scanner.take(",")
    return end


def _dzn_clues(
    axis: Axis,
    data: _Data,
    table: str,
    count: str,
    longest: str,
    decode: Callable[[Sequence[int]], list[int]],
) -> tuple[Clue, ...]:
    if table not in data.tables:
        raise PuzzleError(f"no {table}; expected the clues of the {axis}s as a table")
    lists = data.tables[table]
    if count not in data.numbers:
        raise PuzzleError(f"no {count}; expected the number of {axis}s")
    for name, size in ((count, len(lists)), (longest, len(lists[0]) if lists else 0)):
        if data.numbers.get(name, size) != size:
            raise PuzzleError(f"{name} is {data.numbers[name]}, but {table} has {size}")
    return clues_of_lengths(axis, lists, decode)


def write_dzn(puzzles: Sequence[Puzzle], options: Options) -> str:
    """The text of a data file: each clue with zeros before it, so that all are of one length."""
    puzzle = puzzles[0]
    settle_listing("MiniZinc data", puzzles, options, keeps=credit.kept(puzzle))
    lines = [
        *credit.lines(puzzle, "%"),
        "% Lengths of blocks, with zeros before them; a blank line has zeros only.",
    ]
    for (table, count, size), clues in zip(_RULES, (puzzle.rows, puzzle.columns), strict=True):
        longest = max(1, *map(len, clues))
        lines += [f"{count} = {len(clues)};", f"{size} = {longest};"]
        start = f"{table} = ["
        for clue in clues:
            lengths = [0] * (longest - len(clue)) + [block.length for block in clue]
            lines.append(f"{start}| {', '.join(map(str, lengths))}")
            start = " " * len(start)
        lines.append(f"{start}|];")
    return joined(lines)


# The clue lists in Picat and Python programs of https://github.com/hakank/hakank: `RowRules` and
# `ColRules`, or `row_rules` and `col_rules`, get lists of lists. The rest is not read.


def read_rules(source: Source) -> list[Puzzle]:
    """The puzzle whose clues are the two lists of a program."""
    text = source.text()
    picat = "RowRules" in text
    plain = without(PERCENT if picat else HASH, text)
    rows = _rules("row", plain, "RowRules" if picat else "row_rules")
    columns = _rules("column", plain, "ColRules" if picat else "col_rules")
    return [Puzzle(rows, columns, **credit.found(text, "%" if picat else "#"))]


def _rules(axis: Axis, text: str, name: str) -> tuple[Clue, ...]:
    places = [found.end() for found in re.finditer(rf"\b{name}\s*=\s*(?=\[)", text)]
    if len(places) != 1:
        form = f"one, the clues of the {axis}s"
        raise PuzzleError(f"{len(places)} lists called {name}; expected {form}")
    return clues_of_lengths(axis, Scanner(text, places[0]).lists(), unpadded)


_AXES: dict[str, Axis] = {"rows": "row", "cols": "column", "columns": "column"}


def read_assigned(source: Source) -> list[Puzzle]:
    """Keen's first listing: `rows = [[4], [1, 2]]` and `cols = [[4], (1,)]`, and nothing else."""
    text = without(HASH, source.text()).translate(str.maketrans("()", "[]"))
    scanner = Scanner(text)
    found: dict[Axis, Lists] = {"row": [], "column": []}
    while scanner.ahead:
        axis = _AXES.get(scanner.ahead.lower())
        if axis is None or found[axis]:
            raise scanner.wrong("'rows = ' and 'cols = ', once each")
        scanner.advance()
        scanner.take("=")
        found[axis] = scanner.lists()
    rows, columns = found.values()
    return [Puzzle(clues_of_lengths("row", rows), clues_of_lengths("column", columns))]


# Data of GLPK's nonogram model (https://github.com/xypron/glpk, examples/pbn).

_GLPK_COMMENTS = re.compile(r"#[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_GLPK_TOKEN = re.compile(r":=|[;:]|[^\s;:]+")


_Statement: TypeAlias = list[re.Match[str]]  # a match for each word


def read_glpk(source: Source) -> list[Puzzle]:
    """The puzzle of a data section, alone or after a model.

    A line is padded with dots, or with zeros, which a dot stands for.
    """
    text = without(_GLPK_COMMENTS, source.text())
    data = _Data({}, {})
    start = re.search(r"^[ \t]*data[ \t]*;", text, re.MULTILINE)
    for statement in _statements(text, start.start() if start else 0):
        try:
            _take(text, statement, data)
        except PuzzleError as error:
            here = () if error.where else place_of(text, statement[0].start())
            raise error.within(*here) from None
    return [Puzzle(_glpk_clues("row", "m", "row", data), _glpk_clues("column", "n", "col", data))]


def _take(text: str, statement: _Statement, data: _Data) -> None:
    words = [token[0] for token in statement]
    if len(words) == 4 and words[:3] in (["param", "m", ":="], ["param", "n", ":="]):
        data.numbers.setdefault(words[1], side(words[3], f"the size {words[1]}"))
    elif words[:3] in (["param", "row", ":"], ["param", "col", ":"]):
        data.tables.setdefault(words[1], _glpk_table(text, statement[3:]))
    elif words not in (["data"], ["end"]):
        raise PuzzleError(f"{quoted(' '.join(words))}; expected m, n, row or col as 'param'")


def _statements(text: str, start: int) -> Iterator[_Statement]:
    statement: _Statement = []
    for found in _GLPK_TOKEN.finditer(text, start):
        if found[0] != ";":
            statement.append(found)
        elif statement:
            yield statement
            statement = []
    if statement:
        raise PuzzleError("this statement has no ';'", where=place_of(text, statement[0].start()))


def _glpk_table(text: str, tokens: _Statement) -> Lists:
    """The rows of a table after `param row :`."""
    words = [token[0] for token in tokens]
    if ":=" not in words:
        raise PuzzleError("a table without ':='")
    width = words.index(":=")
    if width > MAX_SIDE or words[:width] != [str(place) for place in range(1, width + 1)]:
        raise PuzzleError(f"expected the numbers 1, 2, … of up to {MAX_SIDE} blocks before ':='")
    rows = []
    for place, at in enumerate(range(width + 1, len(words), width + 1), 1):
        first, *lengths = words[at : at + width + 1]
        with within(*place_of(text, tokens[at].start())):
            if first != str(place) or len(lengths) != width:
                form = f"line {place}: its number, then {width} lengths"
                raise PuzzleError(f"{quoted(first)}; expected {form}")
            rows.append([0 if n == "." else number(n, "a block of") for n in lengths])
    return rows


def _glpk_clues(axis: Axis, size: str, table: str, data: _Data) -> tuple[Clue, ...]:
    for name, known in ((size, data.numbers), (table, data.tables)):
        if name not in known:
            form = f"the number and the clues of the {axis}s"
            raise PuzzleError(f"no 'param {name}'; expected {form}")
    lists = data.tables[table]
    check_count(axis, len(lists))
    if len(lists) != data.numbers[size]:
        raise PuzzleError(f"{size} is {data.numbers[size]}, but {table} has {len(lists)} lines")
    return clues_of_lengths(axis, lists, unpadded)


# Streams of numbers: two sizes, then for each line the number of its blocks and their lengths.
# Gecode's example (https://github.com/Gecode/gecode, examples/nonogram.cpp) begins with the width
# and the columns, Bosch's solver (https://webpbn.com/pbnsolve.html) with the height and the rows.

_ARRAY = re.compile(r"\bint\s+(\w+)\s*\[[\d\s]*\]\s*=\s*\{")
_MOST_ARRAYS = 1000
_WORD = re.compile(r"(?<![^\s:])[-0-9][^\s:]*")
"""A word that begins as a number does, which one inside a label such as `row_1` does not."""


def read_gecode(source: Source) -> list[Puzzle | PuzzleError]:
    """The puzzle of each array in a C++ program, with its name as title; or of one bare array."""
    text = without(SLASHES, source.text())
    arrays = list(islice(_ARRAY.finditer(text), _MOST_ARRAYS + 1))
    if len(arrays) > _MOST_ARRAYS:
        raise PuzzleError(f"more than {_MOST_ARRAYS} arrays; no program has so many puzzles")
    if not arrays:
        return [_array(Scanner(text), "", "")]
    return each(arrays, lambda array: _array(Scanner(text, array.end()), "}", array[1]))


def _array(scanner: Scanner, end: str, title: str) -> Puzzle:
    stream = iter(scanner.numbers(end))
    columns, rows = _streamed(lambda _: next(stream, None), ("column", "row"))
    if rest := len(list(stream)):
        raise PuzzleError(f"{rest} numbers more than the lines have")
    return Puzzle(rows, columns, title=title)


def read_bosch(source: Source) -> list[Puzzle]:
    """The puzzle of Bosch's `.lp`, where labels stand before the numbers; only these are read."""
    stream = (word for line in text_lines(source) for word in line.found(_WORD))

    def take(what: str) -> int | None:
        if (word := next(stream, None)) is None:
            return None
        with within(word.where, word.character()):
            return number(word.text, what)

    rows, columns = _streamed(take, ("row", "column"))
    if rest := next(stream, None):
        reason = f"{quoted(rest.text)} after column {len(columns)}; expected the end"
        raise PuzzleError(reason, where=(rest.where, rest.character()))
    return [Puzzle(rows, columns)]


def _streamed(
    take: Callable[[str], int | None], axes: tuple[Axis, Axis]
) -> tuple[tuple[Clue, ...], tuple[Clue, ...]]:
    """The clues in a stream of numbers, in the order of `axes`; `take` gives the next."""

    def taken(what: str) -> int:
        value = take(what)
        if value is None:
            raise PuzzleError(f"the numbers end before {what}")
        return value

    def clue(line: Line) -> Clue:
        blocks = taken(f"the number of blocks of {line}")
        if not 0 <= blocks <= MAX_SIDE:
            raise PuzzleError(f"{blocks} blocks; expected 0 to {MAX_SIDE}", where=(str(line),))
        lengths = [taken(f"the length of block {k} of {line}") for k in range(1, blocks + 1)]
        with within(str(line)):
            return clue_of_lengths(lengths)

    counts = {axis: taken(f"the number of {axis}s") for axis in axes}
    for axis, count in counts.items():
        check_count(axis, count)
    first, second = (
        tuple(clue(Line(axis, place)) for place in range(1, count + 1))
        for axis, count in counts.items()
    )
    return first, second
