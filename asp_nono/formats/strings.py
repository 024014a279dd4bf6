"""Puzzles of one line: strings of R's `nonogram`, IDs of Tatham's *Pattern*, davidje13's strings.

Sources: https://github.com/coolbutuseless/nonogram, `pattern.c` of Simon Tatham's puzzle collection
(https://www.chiark.greenend.org.uk/~sgtatham/puzzles/), and https://github.com/davidje13/Nonogram
(src/export). Each line of a file is a puzzle.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from heapq import heapify, heappop, heappush
from itertools import count, zip_longest
from math import lcm
from string import ascii_lowercase, ascii_uppercase, digits

from asp_nono.clue import Block, Clue
from asp_nono.formats import tokens
from asp_nono.formats.losses import Options, settle
from asp_nono.formats.source import MAX_SIDE, Source, quoted, side
from asp_nono.formats.tokens import Numbered, puzzle_of_lines
from asp_nono.grid import PartialGrid
from asp_nono.messages import PuzzleError, within
from asp_nono.puzzle import Puzzle


def _each_line(source: Source, puzzle: Callable[[Numbered], Puzzle]) -> list[Puzzle | PuzzleError]:
    lines = tokens.filled_lines(source)
    if not lines:
        raise PuzzleError("the file is empty; expected a puzzle in each line")
    return tokens.each(lines, puzzle)


def _clue(field: Numbered, between: str) -> Clue:
    parts = field.stripped().split(between, MAX_SIDE)
    return tokens.clue_of_lengths([tokens.length_of(part) for part in parts])


def read_r(source: Source) -> list[Puzzle | PuzzleError]:
    """R's strings: clues of rows, `-`, clues of columns: `4:1,2:0-1:2`; a blank line is `0`."""
    return _each_line(source, _r_puzzle)


def _r_puzzle(line: Numbered) -> Puzzle:
    groups = [group.split(":", MAX_SIDE) for group in line.stripped('"').split("-", 2)]
    if len(groups) != 2:
        raise line.wrong("rows, one hyphen, columns")
    return puzzle_of_lines(groups[0], groups[1], partial(_clue, between=","))


def write_r(puzzles: Sequence[Puzzle], options: Options) -> str:
    """One string a line."""
    settle("a puzzle string", puzzles, options, ["several"])
    groups = (
        [":".join(tokens.clue_text(clue, ",") for clue in clues) for clues in (p.rows, p.columns)]
        for p in puzzles
    )
    return tokens.joined(map("-".join, groups))


_UNKNOWN, _EMPTY, _FILLED = 3, 1, 2
_FARTHEST = 25  # the number of cells that `z` passes over


def read_pattern(source: Source) -> list[Puzzle | PuzzleError]:
    """Pattern's IDs: size, columns, rows: `3x2:2/1/1/1.1/2`; a blank line is an empty field.

    Given cells follow after a comma: see `_given`.
    """
    return _each_line(source, _pattern_puzzle)


def _pattern_puzzle(line: Numbered) -> Puzzle:
    found = re.fullmatch(r"([0-9]+)(?:x([0-9]+))?([:#])([^,]*)(?:,(.*))?", line.text)
    if not found:
        raise line.wrong("a size, a colon and clues as in 2x2:1/1/1/1")
    if found[3] == "#":
        raise line.error("a random seed, which contains no clues")
    with within(line.where):
        width, height = side(found[1], "width"), side(found[2] or found[1], "height")
        text = Numbered(line.line, found[4], line.before + found.start(4))
        clues = text.split("/", width + height)
        if len(clues) != width + height:
            many = "more" if len(clues) > width + height else str(len(clues))
            raise PuzzleError(f"{many} clues; expected {width} of columns and {height} of rows")
        given = None if found[5] is None else _given(found[5], width, height)
    return puzzle_of_lines(clues[width:], clues[:width], _field, given=given)


def _field(field: Numbered) -> Clue:
    if field.text == "0":
        raise PuzzleError("0; a blank line is an empty field", where=(field.character(),))
    return _clue(field, ".") if field.text else ()


def _given(letters: str, width: int, height: int) -> PartialGrid:
    """The cells that the letters after the comma of an ID give, in the order of rows.

    A letter passes over as many cells as its place in the alphabet, from `a` for none. It gives the
    cell after them: black for a capital, else white. `z` gives none, nor does the last letter.
    """
    cells: list[int] = []
    for letter in letters:
        if not (letter.isascii() and letter.isalpha()):
            raise PuzzleError(f"{quoted(letter)} after the comma; expected letters")
        skipped = ord(letter.lower()) - ord("a")
        cells += [_UNKNOWN] * skipped
        if skipped < _FARTHEST and len(cells) < width * height:
            cells.append(_FILLED if letter.isupper() else _EMPTY)
        if len(cells) > width * height:
            break
    if len(cells) != width * height:
        many = "more" if len(cells) > width * height else str(len(cells))
        raise PuzzleError(f"the letters give {many} cells; there are {width * height}")
    return PartialGrid(tuple(tuple(cells[k : k + width]) for k in range(0, len(cells), width)))


def write_pattern(puzzles: Sequence[Puzzle], options: Options) -> str:
    """One ID a line."""
    settle("Pattern's game ID", puzzles, options, ["several", "given"])
    return tokens.joined(
        f"{p.width}x{p.height}:"
        + "/".join(tokens.clue_text(clue, ".", blank="") for clue in (*p.columns, *p.rows))
        + (f",{''.join(_letters(p.given))}" if p.given else "")
        for p in puzzles
    )


def _letters(given: PartialGrid) -> Iterator[str]:
    """The letters that `_given` reads as these cells of black and white."""
    chars = {_UNKNOWN: "?", _EMPTY: ".", _FILLED: "#"}
    cells = "".join(chars[cell] for row in given.rows for cell in row)
    for run in re.findall(r"\?{0,24}[.#]|\?{1,25}", cells):
        letter = chr(ord("a") + run.count("?"))
        yield letter.upper() if run[-1] == "#" else letter


# davidje13's strings, alone or in a CSV file: `R` is followed by bits, six a character. They hold
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
            raise PuzzleError(f"more than {_MOST_PUZZLES} puzzles")
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
            raise PuzzleError(f"{quoted(rules)}; expected R, then letters, digits, - and _")
        self._bits = "".join(f"{_VALUES[char]:06b}" for char in rules[1:])
        self._place = 0

    def puzzle(self, title: str) -> Puzzle:
        """The puzzle that the bits hold; nothing may be left of them but padding."""
        width, height = self._size("width"), self._size("height")
        rows = tuple(self._clue(width) for _ in range(height))
        columns = tuple(self._clue(height) for _ in range(width))
        if len(self._bits) - self._place >= 6:
            raise PuzzleError(f"{len(self._bits) // 6 - self._place // 6} characters too many")
        return Puzzle(rows, columns, title=title)

    def _take(self, count: int = 1) -> int:
        bits = self._bits[self._place : self._place + count]
        if len(bits) < count:
            raise PuzzleError("the string ends too early")
        self._place += count
        return int(bits or "0", 2)

    def _size(self, what: str) -> int:
        zeros = 0
        while not self._take():
            zeros += 1
            if zeros > MAX_SIDE.bit_length():
                raise PuzzleError(f"{what} too large; expected 1 to {MAX_SIDE}")
        high = (1 << zeros | self._take(zeros)) - 1
        size = high << _SIZE_BITS | self._take(_SIZE_BITS)
        if not 1 <= size <= MAX_SIDE:
            raise PuzzleError(f"{what} {size}; expected 1 to {MAX_SIDE}")
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
    heap = [(common // (number + 2), number, [number]) for number in range(limit + 1)]
    heapify(heap)
    order = count(limit + 1)
    lengths = [0] * (limit + 1)
    while len(heap) > 1:
        (weight, _, some), (other, _, more) = heappop(heap), heappop(heap)
        for number in (numbers := some + more):
            lengths[number] += 1
        # Of equal weights the one that was made first comes first.
        heappush(heap, (weight + other, next(order), numbers))
    return [lengths.count(length) for length in range(max(lengths) + 1)]
