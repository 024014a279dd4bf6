"""Data of solvers and models: programs' lists and arrays, read token by token and never run.

Each part names its source. The clues in tables are padded with zeros to one length.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, TypeVar

from asp_nono.clue import Clue, Line
from asp_nono.formats import tokens
from asp_nono.formats.source import MAX_SIDE, Numbered, Source, number, place_of, quoted
from asp_nono.formats.tokens import Axis, Lists, Scanner, puzzle_of_lines
from asp_nono.formats.writing import (
    WriteSettings,
    credit_in,
    credit_lines,
    credited,
    joined,
    settle,
)
from asp_nono.messages import Message, PuzzleError, within
from asp_nono.puzzle import Puzzle

_Item = TypeVar("_Item")

_STARS = r"/\*.*?(?:\*/|\Z)"  # comments of C; one that is not closed goes on to the end


def _without(comments: str, text: str) -> str:
    """The text with blanks for its comments, so that every place stays what it is."""
    return re.sub(comments, lambda found: re.sub(r"[^\n]", " ", found[0]), text, flags=re.DOTALL)


def _padded_clue(lengths: Sequence[int]) -> Clue:
    return tokens.clue_of_lengths(tokens.unpadded(lengths))


# MiniZinc: clue lists of https://github.com/hakank/hakank (minizinc/nonogram*.dzn), and patterns of
# https://github.com/MiniZinc/minizinc-benchmarks (folder nonogram) in files of the same suffix.


class _Data(NamedTuple):  # what a file gives names to
    numbers: dict[str, int]
    tables: dict[str, Lists]


# what a dialect calls the clues of rows or columns, their number and the longest list
_RULES = ("row_rules", "rows", "row_rule_len"), ("col_rules", "cols", "col_rule_len")
_PATTERNS = ("rows", "Y", "maxlen"), ("cols", "X", "maxlen")


def read_dzn(source: Source) -> list[Puzzle]:
    """The puzzle of MiniZinc data in either dialect."""
    text = source.text()
    data = _data(Scanner(_without(r"%[^\n]*", text)))
    patterns = "rows" in data.tables or "maxlen" in data.numbers
    decode = tokens.pattern_lengths if patterns else tokens.unpadded
    names = _PATTERNS if patterns else _RULES
    rows, columns = _lists("row", data, *names[0]), _lists("column", data, *names[1])

    def clue(lengths: Sequence[int]) -> Clue:
        return tokens.clue_of_lengths(decode(lengths))

    return [puzzle_of_lines(rows, columns, clue, **credit_in(text, "%"))]


def _data(scanner: Scanner) -> _Data:
    data = _Data({}, {})
    while scanner.ahead:
        start, name = scanner.at, scanner.advance()
        if not name.isidentifier() or name in data.numbers or name in data.tables:
            raise scanner.wrong(Message("a name that has no value yet"), start)
        scanner.take("=")
        if scanner.ahead == "array2d":
            data.tables[name] = _shaped(scanner, data)
        elif scanner.ahead == "[|":
            data.tables[name] = _barred(scanner)
        elif scanner.ahead == "[":
            raise scanner.wrong(Message("a table, [| … |] or array2d(…)"))
        else:
            data.numbers[name] = scanner.whole()
        if scanner.ahead:
            scanner.take(";")
    return data


def _barred(scanner: Scanner) -> Lists:
    scanner.advance()
    rows: Lists = []
    while scanner.ahead != "|]":
        if rows:
            scanner.take("|")
            if scanner.ahead == "|]":
                break
        what = Message("numbers in a row")
        rows.append(scanner.items(("|", "|]"), scanner.whole, MAX_SIDE, what))
        if len(rows) > MAX_SIDE:
            raise scanner.wrong(Message("at most {most} rows", most=MAX_SIDE))
    if len({len(row) for row in rows}) > 1:
        raise scanner.wrong(Message("rows of one length before this"))
    scanner.advance()
    return rows


def _shaped(scanner: Scanner, data: _Data) -> Lists:
    """A list and the shape that it is to have, as in `array2d(1..2, 1..n, [1, 2, 3, 4])`."""
    scanner.advance()
    scanner.take("(")
    start = scanner.at
    height, width = _range(scanner, data), _range(scanner, data)
    numbers = scanner.numbers()
    scanner.take(")")
    if len(numbers) != height * width:
        expected = Message("a list of as many numbers as the two ranges ask for")
        raise scanner.wrong(expected, start)
    return [numbers[place * width : (place + 1) * width] for place in range(height)]


def _range(scanner: Scanner, data: _Data) -> int:
    """The number of steps from 1 to a number or a name that has one, before a comma."""
    if scanner.ahead != "1":
        raise scanner.wrong(Message("a range from 1"))
    scanner.advance()
    scanner.take("..")
    end = data.numbers[scanner.advance()] if scanner.ahead in data.numbers else scanner.whole()
    if not 0 <= end <= MAX_SIDE:
        expected = Message("the end of a range up to {most} before this", most=MAX_SIDE)
        raise scanner.wrong(expected)
    scanner.take(",")
    return end


def _lists(axis: Axis, data: _Data, table: str, count: str, longest: str = "") -> Lists:
    """The table of the clues; its sizes are those that the file names."""
    if table not in data.tables:
        raise PuzzleError(
            "no {table}; expected the clues of the {lines} as a table",
            table=table,
            lines=tokens.lines_of(axis),
        )
    lists = data.tables[table]
    if count not in data.numbers:
        raise PuzzleError(
            "no {name}; expected the number of {lines}", name=count, lines=tokens.lines_of(axis)
        )
    for name, size in ((count, len(lists)), (longest, len(lists[0]) if lists else 0)):
        if data.numbers.get(name, size) != size:
            raise PuzzleError(
                "{name} is {number}, but {table} has {size}",
                name=name,
                number=data.numbers[name],
                table=table,
                size=size,
            )
    return lists


def write_dzn(puzzles: Sequence[Puzzle], options: WriteSettings) -> str:
    """The text of a data file: each clue with zeros before it, so that all are of one length."""
    puzzle = puzzles[0]
    settle(Message("MiniZinc data"), puzzles, options, credited(puzzle))
    note = "% Lengths of blocks, with zeros before them; a blank line has zeros only."
    lines = [*credit_lines(puzzle, "%"), note]
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
    mark, *names = ("%", "RowRules", "ColRules") if picat else ("#", "row_rules", "col_rules")
    plain = _without(rf"{mark}[^\n]*", text)
    rows, columns = _assigned("row", plain, names[0]), _assigned("column", plain, names[1])
    return [puzzle_of_lines(rows, columns, _padded_clue, **credit_in(text, mark))]


def _assigned(axis: Axis, text: str, name: str) -> Lists:
    places = [found.end() for found in re.finditer(rf"\b{name}\s*=\s*(?=\[)", text)]
    if len(places) != 1:
        raise PuzzleError(
            "{count} lists called {name}; expected one, the clues of the {lines}",
            count=len(places),
            name=name,
            lines=tokens.lines_of(axis),
        )
    return Scanner(text, places[0]).lists()


_AXES: dict[str, Axis] = {"rows": "row", "cols": "column", "columns": "column"}


def read_assigned(source: Source) -> list[Puzzle]:
    """Keen's first listing: `rows = [[4], [1, 2]]` and `cols = [[4], (1,)]`, and nothing else."""
    scanner = Scanner(_without(r"#[^\n]*", source.text()).translate(str.maketrans("()", "[]")))
    found: dict[Axis, Lists] = {"row": [], "column": []}
    while scanner.ahead:
        axis = _AXES.get(scanner.ahead.lower())
        if axis is None or found[axis]:
            raise scanner.wrong(Message("'rows = ' and 'cols = ', once each"))
        scanner.advance()
        scanner.take("=")
        found[axis] = scanner.lists()
    return [puzzle_of_lines(found["row"], found["column"], tokens.clue_of_lengths)]


# Data of GLPK's nonogram model (https://github.com/xypron/glpk, examples/pbn).


def read_glpk(source: Source) -> list[Puzzle]:
    """The puzzle of a data section, alone or after a model.

    A line is padded with dots, or with zeros, which a dot stands for.
    """
    text = _without(rf"#[^\n]*|{_STARS}", source.text())
    start = re.search(r"^[ \t]*data[ \t]*;", text, re.MULTILINE)
    scanner = Scanner(text, start.start() if start else 0)
    data = _Data({}, {})
    while scanner.ahead:
        if scanner.ahead == "param":
            scanner.advance()
            if scanner.ahead not in ("m", "n", "row", "col"):
                raise scanner.wrong(Message("m, n, row or col as 'param'"))
            name = scanner.advance()
            scanner.take(":")
            if name in ("row", "col"):  # the first of a name counts
                data.tables.setdefault(name, _glpk_table(scanner))
            else:
                scanner.take("=")
                data.numbers.setdefault(name, scanner.whole())
        elif scanner.ahead in ("data", "end"):
            scanner.advance()
        elif scanner.ahead != ";" and ";" in text[scanner.at :]:
            raise scanner.wrong(Message("'param', 'data', 'end' or ';'"))
        elif scanner.ahead != ";":
            raise PuzzleError("this statement has no ';'", where=place_of(text, scanner.at))
        scanner.take(";")
    rows, columns = _lists("row", data, "row", "m"), _lists("column", data, "col", "n")
    return [puzzle_of_lines(rows, columns, _padded_clue)]


def _glpk_table(scanner: Scanner) -> Lists:
    width = 0
    while scanner.ahead != ":":
        width += 1
        if width > MAX_SIDE or scanner.ahead != str(width):
            expected = Message(
                "the numbers 1, 2, … of up to {most} blocks before ':='", most=MAX_SIDE
            )
            raise scanner.wrong(expected)
        scanner.advance()
    scanner.take(":")
    scanner.take("=")
    rows: Lists = []
    while scanner.ahead != ";":
        if scanner.ahead != str(len(rows) + 1):
            expected = Message(
                "line {number}: its number, then {count} lengths",
                number=len(rows) + 1,
                count=width,
            )
            raise scanner.wrong(expected)
        scanner.advance()
        rows.append([scanner.whole(".") for _ in range(width)])
    return rows


# Streams of numbers: two sizes, then for each line the number of its blocks and their lengths.
# Gecode's example (https://github.com/Gecode/gecode, examples/nonogram.cpp) begins with the width
# and the columns, Bosch's solver (https://webpbn.com/pbnsolve.html) with the height and the rows.

_ARRAY = re.compile(r"\bint\s+(\w+)\s*\[[\d\s]*\]\s*=\s*\{")
_MOST_ARRAYS = 1000
_WORD = re.compile(r"(?<![^\s:])[-0-9][^\s:]*")  # no number inside a label such as `row_1`


def gecode_list_shape(source: Source) -> bool:
    """Nothing but numbers and commas."""
    text = source.glance
    return "," in text[:20] and re.fullmatch(r"\s*\d[\d,\s]*", text) is not None


def read_gecode(source: Source) -> list[Puzzle | PuzzleError]:
    """The puzzle of each array in a C++ program, with its name as title; or of one bare array."""
    text = _without(rf"//[^\n]*|{_STARS}", source.text())
    arrays = list(islice(_ARRAY.finditer(text), _MOST_ARRAYS + 1))
    if len(arrays) > _MOST_ARRAYS:
        raise PuzzleError("more than {most} arrays; expected fewer", most=_MOST_ARRAYS)
    if not arrays:
        return [_array(Scanner(text), "", "")]
    return tokens.each(arrays, lambda array: _array(Scanner(text, array.end()), "}", array[1]))


def _array(scanner: Scanner, end: str, title: str) -> Puzzle:
    found = scanner.items((end,), scanner.whole, tokens.MAX_NUMBERS, Message("numbers"))
    stream = iter(found)
    columns, rows = _streamed(stream, lambda value, _: value, ("column", "row"))
    if rest := len(list(stream)):
        raise PuzzleError("{count} numbers more than the lines have", count=rest)
    return Puzzle(rows, columns, title=title)


def read_bosch(source: Source) -> list[Puzzle]:
    """The puzzle of Bosch's `.lp`, where labels stand before the numbers; only these are read."""
    stream = (word for line in tokens.text_lines(source) for word in line.found(_WORD))

    def value(word: Numbered, what: Message) -> int:
        with within(word.where, word.character()):
            return number(word.text, what)

    rows, columns = _streamed(stream, value, ("row", "column"))
    if rest := next(stream, None):
        raise PuzzleError(
            "{text} after column {number}; expected the end",
            text=quoted(rest.text),
            number=len(columns),
            where=(rest.where, rest.character()),
        )
    return [Puzzle(rows, columns)]


def _streamed(
    stream: Iterator[_Item], value: Callable[[_Item, Message], int], axes: tuple[Axis, Axis]
) -> Iterator[tuple[Clue, ...]]:
    """The clues in a stream of numbers, in the order of `axes`; errors say what each stands for."""

    def taken(what: Message) -> int:
        for item in stream:
            return value(item, what)
        raise PuzzleError("the numbers end before {what}", what=what)

    def clue(line: Message) -> Clue:
        blocks = taken(Message("the number of blocks of {line}", line=line))
        if not 0 <= blocks <= MAX_SIDE:
            raise PuzzleError(
                "{count} blocks; expected 0 to {most}", count=blocks, most=MAX_SIDE, where=(line,)
            )
        places = range(1, blocks + 1)
        whats = (
            Message("the length of block {number} of {line}", number=k, line=line) for k in places
        )
        lengths = [taken(what) for what in whats]
        with within(line):
            return tokens.clue_of_lengths(lengths)

    numbers = (Message("the number of {lines}", lines=tokens.lines_of(axis)) for axis in axes)
    counts = dict(zip(axes, map(taken, numbers), strict=True))
    for axis, count in counts.items():
        tokens.check_count(axis, count)
    for axis, count in counts.items():
        yield tuple(clue(Line(axis, place).named) for place in range(1, count + 1))
