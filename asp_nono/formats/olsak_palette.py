"""The colors that an Olšák `.g` declares: `in:out word comment`, one a line after `#d`.

`in` is the letter behind the lengths of blocks; `0` declares the background and `1` the color of
lengths without a letter. `out` stands for the color in pictures, `word` is a name of X11 or
`#rrggbb`, and the comment, if there is one, the color's own name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from asp_nono.clue import Block, Clue
from asp_nono.errors import PuzzleError
from asp_nono.formats import colors as palettes
from asp_nono.formats.colors import MAX_COLORS, Ink, picked
from asp_nono.formats.source import MAX_SIDE, Source, number, quoted
from asp_nono.formats.tokens import Numbered
from asp_nono.formats.x11 import value
from asp_nono.puzzle import BLACK, WHITE, Color

_ITEM = re.compile(r"([0-9]+)([^\s,0-9]?)")
_DECLARED = re.compile(r"\s*([^\s,]):(.)\s+(\S+)\s*(.*)")
_HEX = re.compile("#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


@dataclass(frozen=True, slots=True)
class Palette:
    """What the lengths and letters of a file stand for.

    Attributes:
        colors: The palette of the puzzle, in the order of the declarations.
        numbers: The number of each block color by its letter; "" by default.
    """

    colors: tuple[Color, ...]
    numbers: dict[str, int]

    def clue(self, line: Numbered) -> Clue:
        """The clue that a line of text lists; nothing is a blank line.

        Raises:
            PuzzleError: If there is anything but lengths with letters that are declared.
        """
        words = line.words(MAX_SIDE + 1)
        if len(words) > MAX_SIDE:
            raise PuzzleError(f"too many blocks; at most {MAX_SIDE} are read")
        blocks = []
        for word in words:
            try:
                blocks.append(self._block(word.text))
            except PuzzleError as error:
                raise error.within(word.character()) from None
        return tuple(blocks)

    def _block(self, word: str) -> Block:
        item = _ITEM.fullmatch(word)
        if not item:
            raise PuzzleError(f"{quoted(word)}; expected a number and the letter of a color")
        length = number(item[1], "a block of")
        if not length:
            raise PuzzleError("a block of 0 cells; a blank line is an empty line of text")
        if item[2] not in self.numbers:
            missing = f"color {quoted(item[2])}" if item[2] else "a color for lengths alone ('1')"
            raise PuzzleError(f"{quoted(word)}: {missing} is not declared")
        return Block(length, self.numbers[item[2]])


@dataclass(frozen=True, slots=True)
class _Declared:
    letter: str
    char: str
    word: str
    comment: str


def palette(lines: Sequence[Numbered], source: Source) -> Palette:
    """The colors declared in what stands before the rows; black on white if none are.

    Raises:
        PuzzleError: If a declaration is wrong, or tells of triddlers or triangular cells.
    """
    heads = [k for k, line in enumerate(lines) if re.match("#[dDtT]", line.text)]
    for line in lines[heads[0] :] if heads else ():
        if re.match("#[tT]", line.text):
            raise PuzzleError("triddler puzzles are not supported", where=(line.where,))
    if not heads:
        return Palette((WHITE, BLACK), {"": 1})
    declared: dict[str, _Declared] = {}
    for line in filter(lambda line: line.text, lines[heads[0] + 1 :]):
        try:
            _add(declared, line.text)
        except PuzzleError as error:
            raise error.within(line.where) from None
    background = declared.pop("0", _Declared("0", WHITE.char, "white", ""))
    numbers = {"" if letter == "1" else letter: k for k, letter in enumerate(declared, 1)}
    return Palette(_colors([background, *declared.values()], source), numbers)


def _add(declared: dict[str, _Declared], text: str) -> None:
    found = _DECLARED.fullmatch(text)
    if not found:
        raise PuzzleError(f"{quoted(text)}; expected a color as in 'r:r  #FF0000  red'")
    new = _Declared(found[1], found[2], found[3], found[4].strip())
    if re.search(r"[/\\]", new.word):
        raise PuzzleError(f"color {quoted(new.letter)}: triangular cells are not supported")
    if new.letter in "23456789":
        raise PuzzleError(f"{quoted(new.letter)} cannot be the letter of a color")
    if new.letter in declared:
        raise PuzzleError(f"color {quoted(new.letter)} is declared twice")
    if len(declared) == MAX_COLORS:
        raise PuzzleError(f"more than {MAX_COLORS} colors")
    declared[new.letter] = new


def _colors(declared: Sequence[_Declared], source: Source) -> tuple[Color, ...]:
    """The palette: names and characters are as declared where they are fit and differ."""
    values = [_value(new.word) for new in declared]
    spare = picked([rgb for rgb in values if rgb])
    inks = []
    for new, known, name in zip(declared, values, _names(declared), strict=True):
        inks.append(Ink(name, known or next(spare), new.char))
        if not known:
            source.remark(f"color {quoted(new.word)} is not known; #{inks[-1].rgb} is taken")
    return palettes.palette(inks)


def _value(word: str) -> str | None:
    digits = _HEX.fullmatch(word)
    if not digits:
        return value(word)
    short = len(digits[1]) == 3
    return ("".join(digit * 2 for digit in digits[1]) if short else digits[1]).lower()


def _names(declared: Sequence[_Declared]) -> Iterator[str]:
    """The comment where the value is in digits, else the word; made to differ by the letter."""
    taken: set[str] = set()
    for new in declared:
        name = new.comment if new.comment and new.word.startswith("#") else new.word
        while name in taken:
            name += f" {new.letter}"
        taken.add(name)
        yield name
