"""Reading `.non`: Simpson's format with pbnsolve's and nonogram-db's additions.

Sources: https://scc-forge.lancaster.ac.uk/open/nonogram/fmt2, the documents of pbnsolve, and
FORMAT.md of https://github.com/mikix/nonogram-db.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from asp_nono.clue import Block, Clue
from asp_nono.errors import PuzzleError
from asp_nono.formats.colors import picked
from asp_nono.formats.non_colors import hexadecimal
from asp_nono.formats.non_records import TEXTS, Group, Record, records
from asp_nono.formats.source import MAX_SIDE, Source, number, quoted
from asp_nono.formats.tokens import Numbered, chosen
from asp_nono.grid import Grid, PartialGrid
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle, Saved

_ITEM = re.compile(r"([0-9]+)([a-z]?)([^0-9\s]*)")


def read(source: Source) -> list[Puzzle]:
    """All puzzles of a file, whether one follows the other or `====` stands between them.

    Raises:
        PuzzleError: If it is not `.non`, or a puzzle in it is not sound.
    """
    found = records(source)
    if not found:
        raise PuzzleError("no keyword; expected 'width', 'height', 'rows' and 'columns'")
    puzzles = []
    for place, record in enumerate(found, 1):
        try:
            puzzles.append(_puzzle(record, source))
        except PuzzleError as error:
            where = (f"puzzle {place}",) if len(found) > 1 else ()
            raise error.within(*where) from None
    return puzzles


class _Item(NamedTuple):
    """A number of a clue and its color letter; "" for black."""

    length: int
    letter: str


_BLANK = _Item(0, "")

_Items = tuple[_Item, ...]


class _Known(dict[str, _Item]):
    """What the parts of clues say; each is read when it is first looked up."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        self._source = source

    def __missing__(self, part: str) -> _Item:
        digits, letter = part.strip(), ""
        if not digits.isdigit():
            found = _ITEM.fullmatch(digits)
            if not found:
                raise PuzzleError(f"{quoted(digits)}; expected numbers with commas between them")
            if found[3]:
                self._source.remark(f"{quoted(digits)}: {quoted(found[3])} is ignored")
            digits, letter = found[1], found[2]
        length = number(digits, "a block of")
        self[part] = item = _Item(length, letter) if length else _BLANK
        return item

    @property
    def letters(self) -> list[str]:
        """The color letters in the order in which they came up."""
        return [item.letter for item in self.values() if item is not _BLANK]


def _puzzle(record: Record, source: Source) -> Puzzle:
    for size in ("width", "height"):
        if size not in record.sizes:
            raise PuzzleError(f"no {size}; expected {size!r} and a number")
    texts = {TEXTS[keyword]: _text(value) for keyword, value in record.texts.items()}
    if any(len(name) > 1 for name in record.color_names):
        from asp_nono.formats import nonny

        return nonny.puzzle(record, texts)
    known = _Known(source)
    rows = _lines(record, "rows", record.sizes["height"], known)
    columns = _lines(record, "columns", record.sizes["width"], known)
    colors = _palette(record, known.letters, source)
    numbers = {"" if color is BLACK else color.name: k for k, color in enumerate(colors)}
    blocks = {
        item: Block(item.length, numbers[item.letter]) for item in known.values() if item.length
    }
    goals, saved = _pictures(record, colors)
    if len(goals) > 1:
        source.remark(f"{len(goals)} goals; the first is kept")
    return Puzzle(
        _clues(rows, blocks),
        _clues(columns, blocks),
        colors,
        goal=goals[0] if goals else None,
        given=None,
        saved=tuple(map(Saved, saved)),
        notes=(),  # so that a type checker knows `texts` to hold neither these nor given cells
        **texts,
    )


def _text(value: str) -> str:
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] == '"':
        value = value[1:-1]
    if "&" not in value:
        return value
    from html import unescape

    return unescape(value)


def _lines(record: Record, group: Group, count: int, known: _Known) -> list[_Items]:
    if group not in record.groups:
        raise PuzzleError(f"no clues of the {group}; expected {group!r} and {count} lines")
    found = []
    for place, line in enumerate(chosen(record.groups[group], group, count), 1):
        try:
            found.append(_items(line, known))
        except PuzzleError as error:
            raise error.within(line.where, f"{group[:-1]} {place}") from None
    return found


def _items(line: Numbered, known: _Known) -> _Items:
    parts = line.text.split(",") if "," in line.text else line.text.split()
    if len(parts) > MAX_SIDE:
        raise PuzzleError(f"{len(parts)} blocks; at most {MAX_SIDE} are read")
    try:
        items = tuple([known[part] for part in parts])
    except PuzzleError as error:
        words = line.split(",", MAX_SIDE) if "," in line.text else line.words(MAX_SIDE)
        wrong = next(word for word in words if word.text not in known)
        raise error.within(wrong.stripped().character()) from None
    if _BLANK not in items:
        return items
    if len(items) > 1:
        raise PuzzleError("a block of 0 cells; 0 alone stands for a blank line")
    return ()


def _palette(record: Record, letters: list[str], source: Source) -> tuple[Color, ...]:
    """White, black if anything is black or nothing has a color, then the letters."""
    declared: dict[str, str] = {}
    for color in record.colors:
        letter, rgb = hexadecimal(color)
        if letter in declared:
            raise PuzzleError(f"color {letter!r} declared twice", where=(color.where,))
        declared[letter] = rgb
    drawn = "".join(picture.text for picture in (*record.goals, *record.saved))
    used = dict.fromkeys([*letters, *re.findall("[a-z]", drawn)])
    spare = picked(declared.values())
    for letter in used:
        if letter and letter not in declared:
            declared[letter] = next(spare)
            source.remark(f"color {letter!r} is not declared; #{declared[letter]} is taken")
    black = (BLACK,) if "" in used or "1" in drawn or not declared else ()
    return (WHITE, *black, *(Color(letter, letter, rgb) for letter, rgb in declared.items()))


def _clues(lines: Iterable[_Items], blocks: Mapping[_Item, Block]) -> tuple[Clue, ...]:
    return tuple([tuple([blocks[item] for item in line]) for line in lines])


def _pictures(record: Record, colors: tuple[Color, ...]) -> tuple[list[Grid], list[PartialGrid]]:
    chars = ["0", *("1" if color is BLACK else color.name for color in colors[1:])]
    numbers = {char: number for number, char in enumerate(chars)}
    sets = {char: 1 << number for number, char in enumerate(chars)}
    sets["?"] = (1 << len(chars)) - 1
    goals = [Grid(_cells(goal, record, numbers, "goal")) for goal in record.goals]
    saved = [PartialGrid(_cells(saved, record, sets, "saved")) for saved in record.saved]
    return goals, saved


def _cells(
    picture: Numbered, record: Record, values: dict[str, int], keyword: str
) -> tuple[tuple[int, ...], ...]:
    """The rows of a picture, with the value of each cell's character."""
    where = (picture.where, keyword)
    width, height = record.sizes["width"], record.sizes["height"]
    if wrong := set(picture.text) - set(values):
        expected = "".join(sorted(values))
        raise PuzzleError(f"unknown character {min(wrong)!r}; expected {expected!r}", where=where)
    if len(picture.text) != width * height:
        reason = f"{len(picture.text)} cells; expected {width * height} ({width}x{height})"
        raise PuzzleError(reason, where=where)
    cells = tuple([values[char] for char in picture.text])
    return tuple([cells[i : i + width] for i in range(0, len(cells), width)])
