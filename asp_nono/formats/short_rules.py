"""Reading the short strings for clues of davidje13's nonogram site, alone or in a CSV file.

`R` is followed by bits, six a character. They hold the width and the height, then for each row
and after them for each column the sum of its blocks and their lengths but the last one. A number
up to some limit is written in the Huffman code in which `n` has the weight 1/(n+2)
(https://github.com/davidje13/Nonogram, src/export).
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from functools import cache
from math import lcm
from string import ascii_lowercase, ascii_uppercase, digits
from typing import NamedTuple

from asp_nono.clue import Block, Clue
from asp_nono.errors import PuzzleError
from asp_nono.formats.source import MAX_SIDE, Source, quoted
from asp_nono.formats.tokens import each
from asp_nono.puzzle import Puzzle

_VALUES = {char: n for n, char in enumerate(f"{ascii_uppercase}{ascii_lowercase}{digits}-_")}
_ALONE = re.compile("R[A-Za-z0-9_-]*")
_CELLS = re.compile(
    r"""(?P<plain>[^,\n"'#\\]+)|"(?P<double>(?:\\.|[^"\\])*)"|'(?P<single>(?:\\.|[^'\\])*)'"""
    r"|\\(?P<escaped>.)|(?P<comment>\#[^\n]*)|(?P<sign>.)",
    re.DOTALL,
)
_MOST_PUZZLES = 10_000

_SIZE_BITS = 4
"""A size is an exponential Golomb code of this order: its lowest bits are written as they are."""


def read(source: Source) -> list[Puzzle | PuzzleError]:
    """The puzzle of a string, or all puzzles of a CSV file with the column `rules`.

    Raises:
        PuzzleError: If it is neither.
    """
    text = source.text()
    if _ALONE.fullmatch(text.strip()):
        return [_puzzle(_Row("", text.strip()))]
    found = each(_rows(text), _puzzle)
    if not found:
        raise PuzzleError("no line under the one that names the columns")
    return found


class _Row(NamedTuple):
    """A line of a CSV file."""

    name: str
    rules: str


def _puzzle(row: _Row) -> Puzzle:
    try:
        return _Bits(row.rules).puzzle(row.name)
    except PuzzleError as error:
        raise error.within(*([quoted(row.name)] if row.name else [])) from None


def _rows(text: str) -> Iterator[_Row]:
    lines = _csv(text)
    header = [cell.lower() for cell in next(lines, [])]
    if "rules" not in header:
        raise PuzzleError("no column 'rules'; expected one, or a string that begins with R")
    rules, name = header.index("rules"), header.index("name") if "name" in header else None
    for count, cells in enumerate(lines):
        if count == _MOST_PUZZLES:
            raise PuzzleError(f"more than {_MOST_PUZZLES} puzzles")
        named = cells[name] if name is not None and name < len(cells) else ""
        yield _Row(named, cells[rules] if rules < len(cells) else "")


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
        self._rules = rules
        self._place = 6  # in bits, after the R

    def puzzle(self, title: str) -> Puzzle:
        """The puzzle that the bits hold; nothing may be left of them but padding."""
        width, height = self._size("width"), self._size("height")
        rows = tuple(self._clue(width) for _ in range(height))
        columns = tuple(self._clue(height) for _ in range(width))
        if len(self._rules) * 6 - self._place >= 6:
            raise PuzzleError(f"{len(self._rules) - self._place // 6} characters too many")
        return Puzzle(rows, columns, title=title)

    def _bit(self) -> int:
        char, bit = divmod(self._place, 6)
        if char >= len(self._rules):
            raise PuzzleError("the string ends too early")
        self._place += 1
        return _VALUES[self._rules[char]] >> (5 - bit) & 1

    def _number(self, bits: int) -> int:
        value = 0
        for _ in range(bits):
            value = value << 1 | self._bit()
        return value

    def _size(self, what: str) -> int:
        zeros = 0
        while not self._bit():
            zeros += 1
            if zeros > MAX_SIDE.bit_length():
                raise PuzzleError(f"{what} too large; expected 1 to {MAX_SIDE}")
        high = (1 << zeros | self._number(zeros)) - 1
        size = high << _SIZE_BITS | self._number(_SIZE_BITS)
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
        """The next number, which is at most `limit`."""
        counts = _code(limit)
        length = code = first = number = 0
        # `first` is the first code of this length, and `number` what it stands for.
        while code - first >= counts[length]:
            number += counts[length]
            first = (first + counts[length]) << 1
            code = code << 1 | self._bit()
            length += 1
        return number + code - first


@cache
def _code(limit: int) -> list[int]:
    """How many codes of each length, from 0, the Huffman code of the numbers up to `limit` has.

    The code is canonical: the codes in their order, the shorter ones first, stand for 0, 1, 2, …
    """
    common = lcm(*range(2, limit + 3))
    leaves = deque((common // (number + 2), number) for number in range(limit, -1, -1))
    joined: deque[tuple[int, int]] = deque()
    children: list[tuple[int, int]] = []
    while len(leaves) + len(joined) > 1:
        (a, one), (b, other) = (
            (joined if not leaves or (joined and joined[0][0] < leaves[0][0]) else leaves).popleft()
            for _ in range(2)
        )
        joined.append((a + b, limit + 1 + len(children)))
        children.append((one, other))
    depths = [0] * (limit + 1 + len(children))
    for node in range(len(children) - 1, -1, -1):
        for child in children[node]:
            depths[child] = depths[limit + 1 + node] + 1
    lengths = depths[: limit + 1]
    return [lengths.count(length) for length in range(max(lengths) + 1)]
