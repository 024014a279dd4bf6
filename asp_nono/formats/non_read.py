"""Reading `.non`: Simpson's format with pbnsolve's and nonogram-db's additions.

Sources: https://scc-forge.lancaster.ac.uk/open/nonogram/fmt2, the documents of pbnsolve, and
FORMAT.md of https://github.com/mikix/nonogram-db.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from asp_nono.clue import Block, Clue
from asp_nono.errors import PuzzleError
from asp_nono.formats.listing import Numbered, chosen
from asp_nono.formats.non_colors import hexadecimal, picked
from asp_nono.formats.non_records import TEXTS, Group, Record, records
from asp_nono.formats.source import MAX_SIDE, Source, number, quoted
from asp_nono.grid import PartialGrid
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
    """A number of a clue and its colour letter; "" for black."""

    length: int
    letter: str


_Items = list[tuple[_Item, ...]]


def _puzzle(record: Record, source: Source) -> Puzzle:
    for size in ("width", "height"):
        if size not in record.sizes:
            raise PuzzleError(f"no {size}; expected {size!r} and a number")
    texts = {TEXTS[keyword]: _text(value) for keyword, value in record.texts.items()}
    if any(len(name) > 1 for name in record.color_names):
        from asp_nono.formats import nonny

        return nonny.puzzle(record, texts)
    rows = _lines(record, "rows", record.sizes["height"], source)
    columns = _lines(record, "columns", record.sizes["width"], source)
    colors = _palette(record, [*rows, *columns], source)
    numbers = {"" if color is BLACK else color.name: k for k, color in enumerate(colors)}
    goal = [_picture(goal, record, colors, "goal") for goal in record.goals]
    saved = [_picture(saved, record, colors, "saved") for saved in record.saved]
    if len(goal) > 1:
        source.remark(f"{len(goal)} goals; the first is kept")
    return Puzzle(
        _clues(rows, numbers),
        _clues(columns, numbers),
        colors,
        goal=goal[0].complete() if goal else None,
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


def _lines(record: Record, group: Group, count: int, source: Source) -> _Items:
    if group not in record.groups:
        raise PuzzleError(f"no clues of the {group}; expected {group!r} and {count} lines")
    found = []
    for place, (line, text) in enumerate(chosen(record.groups[group], group, count), 1):
        try:
            found.append(tuple(_items(text, source)))
        except PuzzleError as error:
            raise error.within(f"line {line}", f"{group[:-1]} {place}") from None
    return found


def _items(text: str, source: Source) -> Iterator[_Item]:
    parts = [part.strip() for part in text.split(",")] if "," in text else text.split()
    if len(parts) > MAX_SIDE:
        raise PuzzleError(f"{len(parts)} blocks; at most {MAX_SIDE} are read")
    for part in parts:
        digits, letter = part, ""
        if not part.isdigit():
            found = _ITEM.fullmatch(part)
            if not found:
                raise PuzzleError(f"{quoted(part)}; expected numbers with commas between them")
            digits, letter, rest = found.groups()
            if rest:
                source.remark(f"{quoted(part)}: {quoted(rest)} is ignored")
        length = number(digits, "a block of")
        if length:
            yield _Item(length, letter)
        elif len(parts) > 1:
            raise PuzzleError("a block of 0 cells; 0 alone stands for a blank line")


def _palette(record: Record, clues: _Items, source: Source) -> tuple[Color, ...]:
    """White, black if anything is black or nothing has a colour, then the letters."""
    declared: dict[str, str] = {}
    for color in record.colors:
        letter, rgb = hexadecimal(color)
        if letter in declared:
            raise PuzzleError(f"colour {letter!r} declared twice", where=(color.where,))
        declared[letter] = rgb
    drawn = "".join(picture.text for picture in (*record.goals, *record.saved))
    letters = [item.letter for line in clues for item in line]
    used = dict.fromkeys([*letters, *re.findall("[a-z]", drawn)])
    spare = picked(declared.values())
    for letter in used:
        if letter and letter not in declared:
            declared[letter] = next(spare)
            source.remark(f"colour {letter!r} is not declared; #{declared[letter]} is taken")
    black = (BLACK,) if "" in used or "1" in drawn or not declared else ()
    return (WHITE, *black, *(Color(letter, letter, rgb) for letter, rgb in declared.items()))


def _clues(lines: _Items, numbers: dict[str, int]) -> tuple[Clue, ...]:
    distinct = {item for line in lines for item in line}
    blocks = {item: Block(item.length, numbers[item.letter]) for item in distinct}
    return tuple(tuple([blocks[item] for item in line]) for line in lines)


def _picture(
    picture: Numbered, record: Record, colors: tuple[Color, ...], keyword: str
) -> PartialGrid:
    sets = {"1" if color is BLACK else color.name: 1 << k for k, color in enumerate(colors)}
    sets["0"] = sets.pop(WHITE.name)
    if keyword == "saved":
        sets["?"] = (1 << len(colors)) - 1
    where = (picture.where, keyword)
    width, height = record.sizes["width"], record.sizes["height"]
    if wrong := set(picture.text) - set(sets):
        expected = "".join(sorted(sets))
        raise PuzzleError(f"unknown character {min(wrong)!r}; expected {expected!r}", where=where)
    if len(picture.text) != width * height:
        reason = f"{len(picture.text)} cells; expected {width * height} ({width}x{height})"
        raise PuzzleError(reason, where=where)
    cells = [sets[char] for char in picture.text]
    return PartialGrid(tuple(tuple(cells[i : i + width]) for i in range(0, len(cells), width)))
