"""Files of games and scripts of puzzle sites, which are read and never run.

Gnonograms, Griddler, QNonograms, pyNonogram, davidje13's strings, griddlers.net, nonograms.org;
each part names its source.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from heapq import heapify, heappop, heappush
from html import unescape
from itertools import count, zip_longest
from math import lcm
from string import ascii_lowercase, ascii_uppercase, digits

from asp_nono.clue import Block, Clue, Line
from asp_nono.formats import tokens
from asp_nono.formats.colors import MAX_COLORS, of_values, with_state
from asp_nono.formats.json import parse
from asp_nono.formats.source import HEIGHT, MAX_SIDE, WIDTH, Numbered, Source, number, quoted, side
from asp_nono.formats.tokens import Axis, Scanner, other_size, puzzle_of_lines
from asp_nono.grid import Grid, PartialGrid
from asp_nono.messages import Message, PuzzleError, within
from asp_nono.puzzle import WHITE, Color, Puzzle


def _out_of_range(what: Message, size: int, most: int) -> PuzzleError:
    return PuzzleError("{what} {size}; expected 1 to {most}", what=what, size=size, most=most)


def _notes(texts: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(f"{name}: {text}" for name, text in texts if text)


# Gnonograms: https://github.com/jeremypw/gnonograms, libcore/Filereader

_GNO_CELLS = {"0": 0b11, "1": 0b01, "2": 0b10}  # cells that are unknown, empty, filled


def read_gno(source: Source) -> list[Puzzle]:
    """The puzzle of a file: its solution is the goal, and its working grid a saved picture."""
    sections: dict[str, list[Numbered]] = {}  # by the first three letters of the heading
    here: list[Numbered] = []
    for line in tokens.text_lines(source):
        if heading := re.fullmatch(r"\[([^\]]*)\]", line.text):
            here = sections.setdefault(heading[1][:3].lower(), [])
        else:
            here.append(line)
    size_lines = _section(sections, "[Dimensions]", 2)
    height = tokens.side_of(size_lines[0], tokens.lines_of("row"))
    width = tokens.side_of(size_lines[1], tokens.lines_of("column"))
    rows = _section(sections, "[Row clues]", height)
    columns = _section(sections, "[Column clues]", width)
    title, author, *more = (*(line.text for line in sections.get("des", [])), "", "")
    if re.match("[0-9]{4}[-/]", author):  # written by a program that leaves out empty lines
        author, more = "", [author, *more]
    terms = " ".join(line.text for line in sections.get("lic", []) if line.text)
    notes = _notes(zip(("date", "difficulty"), more, strict=False))
    fields = {"title": title, "author": author, "license": terms, "notes": notes}
    puzzle = puzzle_of_lines(rows, columns, tokens.clue_of_text, **fields)
    for name in ("[Solution]", "[Working grid]"):
        if name[1:4].lower() in sections:
            drawn = _gno_grid(_section(sections, name, height), width)
            goal = drawn.complete() if name == "[Solution]" else None
            puzzle = replace(puzzle, goal=goal) if goal else with_state(puzzle, drawn)
    return [puzzle]


def _section(sections: Mapping[str, list[Numbered]], heading: str, count: int) -> list[Numbered]:
    key = heading[1:4].lower()
    if key not in sections:
        raise PuzzleError("no section {heading}", heading=heading)
    lines = [line for line in sections[key] if line.text]
    if len(lines) != count:
        raise PuzzleError(
            "{found} lines; expected {count}", found=len(lines), count=count, where=(heading,)
        )
    return lines


def _gno_grid(lines: Sequence[Numbered], width: int) -> PartialGrid:
    grid = []
    for line in lines:
        cells = line.words()
        if wrong := next((cell for cell in cells if cell.text not in _GNO_CELLS), None):
            raise PuzzleError(
                "a cell {text}; expected 0 (unknown), 1 (empty) or 2 (filled)",
                text=quoted(wrong.text),
                where=(line.where, wrong.character()),
            )
        if len(cells) != width:
            raise line.problem("{found} cells; expected {count}", found=len(cells), count=width)
        grid.append(tuple(_GNO_CELLS[cell.text] for cell in cells))
    return PartialGrid(tuple(grid))


# Griddler, "MK Version 3.0" (.griddler, .sgriddler). Its manual says: a line with the width and the
# height, the picture, the clues of the columns, and those of the rows, with an empty line between
# two parts. The numbers of a clue are the last one first, and negative where the player has
# crossed one out.

_GRIDDLER = "MK Version 3.0"
_GRIDDLER_CELLS = {"#": 0b10, ".": 0b01}  # all others are undecided, like a guess of the player


def read_griddler(source: Source) -> list[Puzzle]:
    """The puzzle of a file.

    The picture is a saved one; without clues it is the goal, and the clues are taken from it.
    """
    lines = tokens.text_lines(source, indented=True)
    while len(lines) > 1 and not lines[-1].text:
        del lines[-1]
    if lines[0].text.strip() != _GRIDDLER:
        raise lines[0].wrong(repr(_GRIDDLER))
    end = len(lines)  # lines and files may be shorter than they could be
    lines += (Numbered(place, "") for place in range(end + 1, end + 4 * MAX_SIDE))
    with within(lines[2].where):
        words = lines[2].text.split()
        if len(words) != 2:
            raise PuzzleError("expected the width and the height")
        width, height = side(words[0], WIDTH), side(words[1], HEIGHT)
    # each cell of the picture has a blank before it
    cells = (line.text[1 : 2 * width : 2].ljust(width) for line in lines[4 : 4 + height])
    drawn = PartialGrid(tuple(tuple(_GRIDDLER_CELLS.get(c, 0b11) for c in row) for row in cells))
    column_start = 4 + height + 1
    row_start = column_start + width + 1
    if end <= column_start:
        if goal := drawn.complete():
            return [Puzzle.of(goal)]
        raise PuzzleError("neither clues nor a complete picture")
    if end <= row_start:
        raise PuzzleError(
            "no clues of the rows; expected them from line {number} on", number=row_start + 1
        )
    rows, columns = lines[row_start : row_start + height], lines[column_start : row_start - 1]

    def clue(line: Numbered) -> Clue:
        lengths = tokens.numbers(line._replace(text=line.text.replace("-", " ")))
        return tokens.clue_of_lengths(lengths[::-1])

    return [with_state(puzzle_of_lines(rows, columns, clue), drawn)]


# QNonograms' binary files, as tools/jap2non of https://github.com/mikix/nonogram-db reads them:
# `TLS`, a checksum of four bytes of an unknown kind, a byte of flags, the numbers of columns and of
# rows, then for each column and after that for each row a byte with the number of its blocks and a
# byte for each length.


def read_jap(source: Source) -> list[Puzzle]:
    """The puzzle of a file; a picture in it is the goal. The checksum is ignored."""
    data = source.data
    if not data.startswith(b"TLS"):
        raise PuzzleError("expected 'TLS' at the start")
    at = 7

    def take(count: int, what: Message) -> bytes:
        nonlocal at
        if at + count > len(data):
            raise PuzzleError(
                "the file ends after byte {count}, inside {what}", count=len(data), what=what
            )
        at += count
        return data[at - count : at]

    def lines(axis: Axis, count: int) -> list[bytes]:
        names = [Line(axis, place).named for place in range(1, count + 1)]
        return [take(take(1, name)[0], name) for name in names]

    flags, width, height = take(3, Message("the flags and the sizes"))
    if flags & 0x40:
        raise PuzzleError("flag 0x40 is set; the layout of such files is not known")
    columns, rows = lines("column", width), lines("row", height)
    goal = None
    if flags & 0x80:  # a picture follows the clues, a byte for each cell
        names = (Message("row {number} of the picture", number=y) for y in range(1, height + 1))
        cells = [take(width, name) for name in names]
        if wrong := {cell for row in cells for cell in row} - {0, 1}:
            raise PuzzleError("a cell {cell} in the picture; expected 0 or 1", cell=min(wrong))
        goal = Grid.from_rows(cells)
    if at < len(data):
        raise PuzzleError("{count} bytes more than the puzzle has", count=len(data) - at)
    return [puzzle_of_lines(rows, columns, tokens.clue_of_lengths, goal=goal)]


# pyNonogram's `.non` (https://github.com/Apsurt/pyNonogram, class Nonogram), where blanks part the
# clues and commas the blocks: `rows:4 1,2 4 1 0` are five clues.

_NOTES = ("date", "picture", "difficulty")
_KEYS = {"author", *_NOTES, "width", "height", "rows", "columns", "solution"}


def read_pynonogram(source: Source) -> list[Puzzle]:
    """The puzzle of a file; its solution is the goal, its date and ratings are notes."""
    values: dict[str, Numbered] = {}
    for line in tokens.text_lines(source):
        key = line.text.partition(":")[0].strip().lower()
        if not line.text:
            continue
        if ":" not in line.text or key not in _KEYS:
            raise line.wrong(Message("a line such as 'rows:1,2 3'"))
        if key in values:
            raise line.problem("a second {key}", key=repr(key))
        values[key] = line.split(":", 1)[1].stripped()
    rows, columns = _keyed(values, "row", "height"), _keyed(values, "column", "width")
    goal = None
    if (drawn := values.get("solution")) and drawn.text:
        with within(drawn.where, "solution"):
            if wrong := set(drawn.text) - {"0", "1"}:
                raise PuzzleError("{char}; expected a 0 or 1 for each cell", char=repr(min(wrong)))
            goal = Grid.from_text(tokens.cut_rows(drawn.text, len(columns), len(rows)), "01")
    texts = {key: value.text for key, value in values.items()}
    notes = _notes((key, texts.get(key, "")) for key in _NOTES)
    fields = {"author": texts.get("author", ""), "notes": notes, "goal": goal}
    return [puzzle_of_lines(rows, columns, tokens.clue_of_text, **fields)]


def _keyed(values: Mapping[str, Numbered], axis: Axis, size: str) -> list[Numbered]:
    if (key := f"{axis}s") not in values:
        raise PuzzleError(
            "no {key}; expected the clues of the {lines}",
            key=repr(key),
            lines=tokens.lines_of(axis),
        )
    clues = list(values[key].found(re.compile(r"\S+")))
    if size in values and tokens.side_of(values[size], size) != len(clues):
        raise values[key].problem(
            "{count} clues of the {lines}; {size} is {value}",
            count=len(clues),
            lines=tokens.lines_of(axis),
            size=size,
            value=values[size].text,
        )
    return clues


# davidje13's strings (https://github.com/davidje13/Nonogram, src/export), alone or in a CSV file:
# `R` is followed by bits, six a character. They hold
# the width and the height, then for each row and after them for each column the sum of its blocks
# and their lengths but the last one. A number up to some limit is written in the Huffman code in
# which `n` has the weight 1/(n+2).

_VALUES = {char: n for n, char in enumerate(f"{ascii_uppercase}{ascii_lowercase}{digits}-_")}
_ALONE = re.compile("R[A-Za-z0-9_-]*")
_CELLS = re.compile(
    r"""(?P<plain>[^,\n"'#\\]+)|"(?P<double>(?:\\.|[^"\\])*)"|'(?P<single>(?:\\.|[^'\\])*)'"""
    r"|\\(?P<escaped>.)|(?P<comment>\#[^\n]*)|(?P<sign>.)",
    re.DOTALL,
)
_MOST_PUZZLES = 10_000
_SIZE_BITS = 4  # the order of the exponential Golomb code of a size: its low bits are kept as is


def read_short(source: Source) -> list[Puzzle | PuzzleError]:
    """The puzzle of a string, or all puzzles of a CSV file with the column `rules`."""
    text = source.text()
    if _ALONE.fullmatch(text.strip()):
        return [_Bits(text.strip()).puzzle("")]
    if found := tokens.each(_rows(text), _short_puzzle):
        return found
    raise PuzzleError("no line under the one that names the columns")


def _short_puzzle(row: tuple[str, str]) -> Puzzle:
    name, rules = row
    with within(*([quoted(name)] if name else [])):
        return _Bits(rules).puzzle(name)


def _rows(text: str) -> Iterator[tuple[str, str]]:
    lines = _csv(text)
    header = [cell.lower() for cell in next(lines, [])]
    if "rules" not in header:
        raise PuzzleError("no column 'rules'; expected one, or a string that begins with R")
    for place, cells in enumerate(lines):
        if place == _MOST_PUZZLES:
            raise PuzzleError("more than {most} puzzles", most=_MOST_PUZZLES)
        row = dict(zip_longest(header, cells[: len(header)], fillvalue=""))
        yield row.get("name", ""), row["rules"]


def _csv(text: str) -> Iterator[list[str]]:
    """The cells of each line that has any; quotes are ' or ", and # begins a comment."""
    cells, cell = [], ""
    for found in _CELLS.finditer(f"{text}\n"):
        if found["sign"] == "\n":
            cells.append(cell.strip(" \t"))
            if cells != [""]:
                yield cells
            cells, cell = [], ""
        elif found["sign"] == ",":
            cells.append(cell.strip(" \t"))
            cell = ""
        elif not found["comment"]:
            quoted_text = found["double"] or found["single"] or ""
            cell += found["plain"] or found["escaped"] or found["sign"] or ""
            cell += re.sub(r"\\(.)", r"\1", quoted_text, flags=re.DOTALL)


class _Bits:
    """Takes the bits of a string one by one."""

    def __init__(self, rules: str) -> None:
        if not _ALONE.fullmatch(rules):
            raise PuzzleError(
                "{text}; expected R, then letters, digits, - and _", text=quoted(rules)
            )
        self._bits = "".join(f"{_VALUES[char]:06b}" for char in rules[1:])
        self._place = 0

    def puzzle(self, title: str) -> Puzzle:
        """The puzzle that the bits hold; nothing may be left of them but padding."""
        width, height = self._size(WIDTH), self._size(HEIGHT)
        rows = tuple(self._clue(width) for _ in range(height))
        columns = tuple(self._clue(height) for _ in range(width))
        if len(self._bits) - self._place >= 6:
            many = len(self._bits) // 6 - self._place // 6
            raise PuzzleError("{count} characters too many", count=many)
        return Puzzle(rows, columns, title=title)

    def _take(self, count: int = 1) -> int:
        bits = self._bits[self._place : self._place + count]
        if len(bits) < count:
            raise PuzzleError("the string ends too early")
        self._place += count
        return int(bits or "0", 2)

    def _size(self, what: Message) -> int:
        zeros = 0
        while not self._take():
            zeros += 1
            if zeros > MAX_SIDE.bit_length():
                raise PuzzleError(
                    "{what} too large; expected 1 to {most}", what=what, most=MAX_SIDE
                )
        high = (1 << zeros | self._take(zeros)) - 1
        size = high << _SIZE_BITS | self._take(_SIZE_BITS)
        if not 1 <= size <= MAX_SIDE:
            raise _out_of_range(what, size, MAX_SIDE)
        return size

    def _clue(self, length: int) -> Clue:
        left = self._up_to(length)
        most = length - left
        lengths: list[int] = []
        while left and len(lengths) < most:
            lengths.append(self._up_to(left - 1) + 1)
            left -= lengths[-1]
        if left:
            lengths.append(left)
        return tuple(map(Block, lengths))

    def _up_to(self, limit: int) -> int:
        counts = _code(limit)
        length = code = first = number = 0
        # `first` is the first code of this length, and `number` what it stands for.
        while code - first >= counts[length]:
            number += counts[length]
            first = (first + counts[length]) << 1
            code = code << 1 | self._take()
            length += 1
        return number + code - first


@cache
def _code(limit: int) -> list[int]:
    """How many codes of each length, from 0, the Huffman code of the numbers up to `limit` has.

    The code is canonical: the codes in their order, the shorter ones first, stand for 0, 1, 2, …
    """
    common = lcm(*range(2, limit + 3))
    heap = [(common // (value + 2), value, [value]) for value in range(limit + 1)]
    heapify(heap)
    order = count(limit + 1)
    lengths = [0] * (limit + 1)
    while len(heap) > 1:
        (weight, _, some), (other, _, more) = heappop(heap), heappop(heap)
        for value in (values := some + more):
            lengths[value] += 1
        # Of equal weights the one that was made first comes first.
        heappush(heap, (weight + other, next(order), values))
    return [lengths.count(length) for length in range(max(lengths) + 1)]


# griddlers.net: `var puzzle` has the sizes, a palette of indices into `colors`, and the clues as
# pairs of an index into the palette and a length (https://github.com/chicotobi/pygriddler).

_BACKGROUND = 1  # its index in the palette; before it stand cells that are not decided


def read_griddlers_page(source: Source) -> list[Puzzle]:
    """The puzzle of a page of griddlers.net, or of its script."""
    text = source.text()
    if text.startswith(("b'", 'b"')):  # how Python shows the bytes of a page, as some have kept it
        text = text.replace(r"\n", "\n").replace(r"\t", "\t").replace(r"\'", "'")
    start = max(text.find("var puzzle"), 0)
    text = re.sub("[^\n]", " ", text[:start]) + text[start:]  # so that places stay what they are
    rows, columns = _pairs(text, "leftHeader"), _pairs(text, "topHeader")
    for key, what, clues in (("width", WIDTH, columns), ("height", HEIGHT, rows)):
        size = side(_found(rf"\b{key}\s*:\s*([0-9]+)", text, key)[1], what)
        if size != len(clues):
            raise other_size(what, size, len(clues))
    return [puzzle_of_lines(rows, columns, tokens.clue_of_blocks, colors=_colors(text))]


def _found(pattern: str, text: str, key: str) -> re.Match[str]:
    found = re.search(pattern, text)
    if not found:
        raise PuzzleError("no {key} in the script of the puzzle", key=repr(key))
    return found


def _colors(text: str) -> tuple[Color, ...]:
    values = re.findall('"([0-9A-Fa-f]{6})"', _list(text, "colors"))
    indices = re.findall(r"\bc\s*:\s*(-?[0-9]+)", _list(text, "palette"))[_BACKGROUND:]
    chosen = [number(index, Message("color")) for index in indices]
    for place in chosen:
        if place >= len(values):
            raise PuzzleError(
                "color {number}, but there are {count} in 'colors'",
                number=place,
                count=len(values),
            )
    return of_values([values[place] for place in chosen])


def _list(text: str, key: str) -> str:
    """The text in the brackets after a key."""
    start = _found(rf"\b{key}\s*:\s*\[", text, key).end()
    return text[start : max(text.find("]", start), start)]


def _pairs(text: str, key: str) -> list[list[tuple[int, int]]]:
    scanner = Scanner(text, _found(rf"\b{key}\s*:\s*(?=\[)", text, key).end())

    def line() -> list[tuple[int, int]]:
        pairs = scanner.lists()
        if any(len(pair) != 2 or pair[0] <= _BACKGROUND for pair in pairs):
            expected = Message("pairs of a color of the palette and a length before this")
            raise scanner.wrong(expected)
        return [(length, color - _BACKGROUND) for color, length in pairs]

    return scanner.listed(line)


# nonograms.org and nonograms.ru: the script `var d` of a page holds the picture, its numbers
# disguised by sums and remainders (reader.py of https://github.com/tsionyx/pynogram).

_MOST_ENTRIES = MAX_SIDE * MAX_SIDE  # a picture has no more runs


def read_nonograms_page(source: Source) -> list[Puzzle]:
    """The puzzle that the picture of a page of nonograms.org poses, the picture as its goal."""
    text = source.text()
    found = re.search(r"\bvar\s+d\s*=\s*(\[\s*\[[0-9,\[\]\s]*\])", text)
    if not found:
        raise PuzzleError("no 'var d = [[…]]'; expected the script of a puzzle")
    title = re.search(r'id="nonogram_title"[^<>]{0,100}>([^<]{0,300})<', text)
    entries = _entries(Source.of_text(found[1], source.name))
    next(entries, None)
    colors_in_it = (Message("number of colors"), MAX_COLORS)
    bounds = ((WIDTH, MAX_SIDE), (HEIGHT, MAX_SIDE), colors_in_it)
    width, height, count = (_sum(_next(entries), what, most) for what, most in bounds)
    key = _next(entries)
    colors = of_values([WHITE.rgb, *(_value(_next(entries), key) for _ in range(count))])
    name = unescape(title[1]).strip() if title else ""
    return [Puzzle.of(_grid(entries, width, height, count), colors, title=name)]


def _entries(source: Source) -> Iterator[list[int]]:
    for entry in parse(source).items("entry", _MOST_ENTRIES):
        if not isinstance(entry.data, list) or [type(n) for n in entry.data] != [int] * 4:
            raise entry.wrong(Message("four whole numbers"))
        yield entry.data


def _next(entries: Iterator[list[int]]) -> list[int]:
    entry = next(entries, None)
    if entry is None:
        raise PuzzleError("'var d' ends before the picture")
    return entry


def _grid(entries: Iterator[list[int]], width: int, height: int, colors: int) -> Grid:
    a, b, c, e = _divided(_next(entries))
    count = (a % e) ** 2 + 2 * (b % e) + c % e
    key = _next(entries)
    runs = list(entries)[:count]  # what follows is there to mislead
    if len(runs) < count:
        raise PuzzleError(
            "'var d' has {found} runs; expected {count}", found=len(runs), count=count
        )
    rows = [[0] * width for _ in range(height)]
    for place, run in enumerate(runs, 1):
        x, length, color, y = (value - hidden for value, hidden in zip(run, key, strict=True))
        inside = 1 <= x <= x + length - 1 <= width and 1 <= y <= height
        if not inside or not 1 <= color <= colors:
            where = (Message("run {number}", number=place),)
            raise PuzzleError("lies outside the picture or its palette", where=where)
        rows[y - 1][x - 1 : x - 1 + length] = [color] * length
    return Grid.from_rows(rows)


def _divided(entry: Sequence[int]) -> Sequence[int]:
    """The entry itself, whose last number is a divisor."""
    if entry[3] < 1:
        raise PuzzleError("'var d' divides by {number}", number=entry[3])
    return entry


def _sum(entry: Sequence[int], what: Message, most: int) -> int:
    a, b, c, e = _divided(entry)
    size = a % e + b % e - c % e
    if not 1 <= size <= most:
        raise _out_of_range(what, size, most)
    return size


def _value(entry: Sequence[int], key: Sequence[int]) -> str:
    parts = entry[0] - key[1], entry[1] - key[0], entry[2] - key[3]
    if not all(0 <= part < 256 for part in parts):
        raise PuzzleError("a color of {parts}; expected 0 to 255 each", parts=parts)
    return "".join(f"{part:02x}" for part in parts)
