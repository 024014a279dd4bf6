"""Clues and colours as the solvers of Tsionyx write them, in TOML and in INI files.

Commas and line ends part the lines of the puzzle, and blanks the blocks of a line:
`4, 1 2r 1, 4`. A number without a colour is black. Sources: src/parser.rs of
https://github.com/tsionyx/nonogrid and reader.py of https://github.com/tsionyx/pynogram.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from asp_nono.clue import Clue, Line
from asp_nono.errors import PuzzleError
from asp_nono.formats import credit
from asp_nono.formats.colors import MAX_COLORS, Ink, palette, picked, rgb_of
from asp_nono.formats.source import MAX_SIDE, Source, number, quoted
from asp_nono.formats.tokens import Numbered, check_count, clue_of_blocks
from asp_nono.puzzle import BLACK, WHITE, Puzzle

_SHOWN = 10
"""No more colours are listed in an error."""

_COMMENT = re.compile("[#;].*")
_PART = re.compile("[^,]+")
_BLOCK = re.compile(r"([0-9]+)([^0-9].*)?")
_COLOR = re.compile(r"\(([^()]*)\)\s*(\S)")
_HEX = re.compile("#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_TRIPLE = re.compile(r"([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})")


class Dialect(NamedTuple):
    """What a solver calls the two colours that need no definition."""

    white: str
    black: str


def puzzle_of(
    rows: Sequence[Numbered],
    columns: Sequence[Numbered],
    defined: Mapping[str, str],
    dialect: Dialect,
    source: Source,
) -> Puzzle:
    """The puzzle of a file.

    Args:
        rows: The text that lists the clues of the rows; line 0 stands for one that is not known.
        columns: The same of the columns.
        defined: Names of colours with what is said of each, as in `(red) %`.
        dialect: The names that need no definition.
        source: The file, for its comments and for remarks on it.

    Raises:
        PuzzleError: If a clue or a colour is not right.
    """
    row_items, column_items = _items("row", rows, dialect), _items("column", columns, dialect)
    inks = _inks(defined, dialect, source)
    blocks = (block for item in (*row_items, *column_items) for block in item.blocks)
    used = {color for length, color in blocks if length}
    if dialect.black not in inks and (dialect.black in used or not inks):
        inks = {dialect.black: Ink("black", BLACK.rgb, BLACK.char), **inks}
    numbers = {name: place for place, name in enumerate(inks, 1)}
    return Puzzle(
        tuple(item.clue(numbers) for item in row_items),
        tuple(item.clue(numbers) for item in column_items),
        palette([Ink("white", WHITE.rgb), *inks.values()]),
        **credit.found(source.glance, "#"),
    )


def _inks(defined: Mapping[str, str], dialect: Dialect, source: Source) -> dict[str, Ink]:
    if len(defined) > MAX_COLORS:
        raise PuzzleError(f"more than {MAX_COLORS} colours")
    inks = {}
    spare = picked((WHITE.rgb, BLACK.rgb))
    for name, text in defined.items():
        where = (f"colour {quoted(name)}",)
        found = _COLOR.fullmatch(text.strip())
        if not found:
            reason = f"{quoted(text)}; expected a value and a character, as in '(red) %'"
            raise PuzzleError(reason, where=where)
        if name == dialect.white:
            raise PuzzleError("this is the background; expected another name", where=where)
        rgb = _value(found[1].strip())
        if not rgb:
            rgb = next(spare)
            source.remark(f"{where[0]}: {quoted(found[1])} is not known; #{rgb} is taken")
        inks[name] = Ink(name, rgb, found[2])
    return inks


def _value(text: str) -> str:
    """Six digits for a name, a triple of numbers or hexadecimal digits; "" for anything else."""
    if digits := _HEX.fullmatch(text):
        short = digits[1].lower()
        return short if len(short) == 6 else "".join(digit * 2 for digit in short)
    if triple := _TRIPLE.fullmatch(text):
        parts = [int(part) for part in triple.groups()]
        return "".join(f"{part:02x}" for part in parts) if max(parts) < 256 else ""
    return rgb_of(text) or ""


class _Item(NamedTuple):
    """A line of the puzzle: its blocks, each with the name of its colour, and its place."""

    blocks: Sequence[tuple[int, str]]
    where: tuple[str, ...]

    def clue(self, numbers: Mapping[str, int]) -> Clue:
        """The clue.

        Raises:
            PuzzleError: If a colour is not known, or a length is not right.
        """
        for length, color in self.blocks:
            if length and color not in numbers:
                known = ", ".join(map(quoted, list(numbers)[:_SHOWN]))
                reason = f"colour {quoted(color)}; expected one of {known}"
                raise PuzzleError(reason, where=self.where)
        try:
            return clue_of_blocks(
                [(length, numbers.get(color, 1)) for length, color in self.blocks]
            )
        except PuzzleError as error:
            raise error.within(*self.where) from None


def _items(
    axis: Literal["row", "column"], lines: Sequence[Numbered], dialect: Dialect
) -> list[_Item]:
    """The lines of the puzzle in lines of text; comments, empty items and quotes do not count.

    Args:
        axis: Rows or columns.
        lines: The text; line 0 stands for one that is not known.
        dialect: It names the colour of numbers without one.

    Raises:
        PuzzleError: If there is anything but numbers with colours, or too much of it.
    """
    found: list[_Item] = []
    for item in _parts(lines):
        if len(found) == MAX_SIDE:
            raise PuzzleError(f"more than {MAX_SIDE} {axis}s")
        here = (item.where,) if item.line else ()
        where = (*here, str(Line(axis, len(found) + 1)))
        try:
            found.append(_Item(list(_blocks(item, dialect)), where))
        except PuzzleError as error:
            raise error.within(*where) from None
    check_count(axis, len(found))
    return found


def _parts(lines: Sequence[Numbered]) -> Iterator[Numbered]:
    for line in lines:
        told = Numbered(line.line, _COMMENT.sub("", line.text), line.before)
        for part in told.found(_PART):
            item = part.stripped().stripped("'\"").stripped()
            if item.text:
                yield item


def _blocks(item: Numbered, dialect: Dialect) -> Iterator[tuple[int, str]]:
    words = item.words(MAX_SIDE + 1)
    if len(words) > MAX_SIDE:
        raise PuzzleError(f"too many blocks; at most {MAX_SIDE} are read")
    for word in words:
        try:
            yield _block(word.text, dialect)
        except PuzzleError as error:
            raise error.within(*([word.character()] if word.line else [])) from None


def _block(word: str, dialect: Dialect) -> tuple[int, str]:
    block = _BLOCK.fullmatch(word)
    if not block:
        raise PuzzleError(f"{quoted(word)}; expected a number, or a number and a colour")
    return number(block[1], "a block of"), block[2] or dialect.black
