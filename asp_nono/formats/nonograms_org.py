"""Reading pages of nonograms.org and nonograms.ru; nothing in them is run.

The script `var d` of a page holds the picture, its numbers disguised by sums and remainders
(reader.py of https://github.com/tsionyx/pynogram).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape

from asp_nono.errors import PuzzleError
from asp_nono.formats.colors import MAX_COLORS, of_values
from asp_nono.formats.json_values import parse
from asp_nono.formats.source import MAX_SIDE, Source
from asp_nono.grid import Grid
from asp_nono.puzzle import WHITE, Puzzle

_DATA = re.compile(r"\bvar\s+d\s*=\s*(\[\s*\[[0-9,\[\]\s]*\])")
_TITLE = re.compile(r'id="nonogram_title"[^<>]{0,100}>([^<]{0,300})<')
_MOST_ENTRIES = MAX_SIDE * MAX_SIDE
"""A picture has no more runs."""


def read(source: Source) -> list[Puzzle]:
    """The puzzle that a page's picture poses, the picture as its goal.

    Raises:
        PuzzleError: If there is no script of a puzzle, or it holds no picture.
    """
    text = source.text()
    found = _DATA.search(text)
    if not found:
        raise PuzzleError("no 'var d = [[…]]'; expected the script of a puzzle")
    title = _TITLE.search(text)
    picture = _Picture(_entries(Source.of_text(found[1], source.name)))
    colors = of_values([WHITE.rgb, *picture.colors])
    return [Puzzle.of(picture.grid(), colors, title=unescape(title[1]).strip() if title else "")]


def _entries(source: Source) -> list[list[int]]:
    entries = []
    for entry in parse(source).items("entry", _MOST_ENTRIES):
        if not isinstance(entry.data, list) or [type(n) for n in entry.data] != [int] * 4:
            raise entry.wrong("four whole numbers")
        entries.append(entry.data)
    return entries


class _Picture:
    """What the numbers stand for.

    Attributes:
        colors: The values of the colours of blocks.
    """

    def __init__(self, entries: Sequence[Sequence[int]]) -> None:
        self._entries = entries
        self._width = _sum(self._entry(1), "width", MAX_SIDE)
        self._height = _sum(self._entry(2), "height", MAX_SIDE)
        count = _sum(self._entry(3), "number of colours", MAX_COLORS)
        key = self._entry(4)
        self.colors = [_value(self._entry(5 + place), key) for place in range(count)]

    def grid(self) -> Grid:
        """The picture."""
        start = 5 + len(self.colors)
        a, b, c, e = self._entry(start)
        _positive(e)
        number = (a % e) ** 2 + 2 * (b % e) + c % e
        key = self._entry(start + 1)
        runs = self._entries[start + 2 :][:number]  # what follows is there to mislead
        if len(runs) < number:
            raise PuzzleError(f"'var d' has {len(runs)} runs; expected {number}")
        rows = [[0] * self._width for _ in range(self._height)]
        for place, run in enumerate(runs, 1):
            x, length, color, y = (value - hidden for value, hidden in zip(run, key, strict=True))
            inside = 1 <= x <= x + length - 1 <= self._width and 1 <= y <= self._height
            if not inside or not 1 <= color <= len(self.colors):
                raise PuzzleError(
                    "lies outside the picture or its palette", where=(f"run {place}",)
                )
            rows[y - 1][x - 1 : x - 1 + length] = [color] * length
        return Grid(tuple(map(tuple, rows)))

    def _entry(self, place: int) -> Sequence[int]:
        if place >= len(self._entries):
            raise PuzzleError(f"'var d' ends after {len(self._entries)} entries")
        return self._entries[place]


def _positive(divisor: int) -> None:
    if divisor < 1:
        raise PuzzleError(f"'var d' divides by {divisor}")


def _sum(entry: Sequence[int], what: str, most: int) -> int:
    a, b, c, e = entry
    _positive(e)
    size = a % e + b % e - c % e
    if not 1 <= size <= most:
        raise PuzzleError(f"{what} {size}; expected 1 to {most}")
    return size


def _value(entry: Sequence[int], key: Sequence[int]) -> str:
    parts = entry[0] - key[1], entry[1] - key[0], entry[2] - key[3]
    if not all(0 <= part < 256 for part in parts):
        raise PuzzleError(f"a colour of {', '.join(map(str, parts))}; expected 0 to 255 each")
    return "".join(f"{part:02x}" for part in parts)
