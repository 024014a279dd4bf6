"""Olšák's `.g`: clues of several colors, in groups that lines with `:` part.

Source: http://www.olsak.net/grid.html, documented in the comments of its sample files, and what
pbnsolve makes of them (https://webpbn.com/pbnsolve.html). Nothing gives the size but the number of
lines, and a blank line is an empty line of text.

Colors are declared one a line after `#d`, as `in:out word comment`: `in` is the letter behind the
lengths of blocks; `0` declares the background and `1` the color of lengths without a letter. `out`
stands for the color in pictures, `word` is a name of X11 or `#rrggbb`, and the comment, if there is
one, the color's own name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from string import ascii_letters
from typing import NamedTuple

from asp_nono.clue import Clue
from asp_nono.errors import PuzzleError
from asp_nono.formats import credit
from asp_nono.formats.colors import MAX_COLORS, Ink, palette, picked, rgb_of, rgb_of_digits
from asp_nono.formats.losses import Options, beside_clues, present, settle
from asp_nono.formats.source import Source, quoted
from asp_nono.formats.tokens import (
    Numbered,
    clue_text,
    colored_clue,
    joined,
    letters_of,
    puzzle_of_lines,
    text_lines,
    within,
)
from asp_nono.grid import spare_chars
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle

FORM = "Olšák's .g"

_MOST = 1 + len(ascii_letters)  # one color goes without a letter
_MARK = "%"
"""Before the first group anything may stand; lines that begin so say who made the puzzle."""

_DECLARED = re.compile(r"\s*([^\s,]):(.)\s+(\S+)\s*(.*)")

_X11 = {
    "gray": "bebebe",
    "green": "00ff00",
    "lightgoldenrod": "eedd82",
    "lightslateblue": "8470ff",
    "maroon": "b03060",
    "navyblue": "000080",
    "purple": "a020f0",
    "violetred": "d02090",
}
"""Names of X11 (https://gitlab.freedesktop.org/xorg/app/rgb) that differ on the web, or lack."""


def read(source: Source) -> list[Puzzle]:
    """The puzzle of a file."""
    lines = text_lines(source, indented=True)
    marks = [place for place, line in enumerate(lines) if line.text.startswith(":")]
    if not marks:
        raise PuzzleError("no line that begins with ':'; expected one before the rows")
    colors, numbers = _palette(lines[: marks[0]], source)
    if len(marks) < 2:
        raise PuzzleError("no second line that begins with ':'; expected one before the columns")
    if len(marks) < 3:
        source.remark("no line with ':' after the columns; blank ones at the end may be missing")
        marks.append(len(lines))
    rows, columns = lines[marks[0] + 1 : marks[1]], lines[marks[1] + 1 : marks[2]]
    texts = credit.found("\n".join(line.text for line in lines[: marks[0]]), _MARK)

    def clue(line: Numbered) -> Clue:
        if zero := next(
            (word for word in line.words() if re.fullmatch("0+[^0-9]*", word.text)), None
        ):
            reason = "a block of 0 cells; a blank line is an empty line of text"
            raise PuzzleError(reason, where=(zero.character(),))
        return colored_clue(line, numbers, "1")

    return [puzzle_of_lines(rows, columns, clue, {"colors": colors, **texts})]


class _Declared(NamedTuple):
    letter: str
    char: str
    word: str
    comment: str


def _palette(
    lines: Sequence[Numbered], source: Source
) -> tuple[tuple[Color, ...], Mapping[str, int]]:
    """The palette, as declared before the rows, and the number of each letter's color."""
    heads = [k for k, line in enumerate(lines) if re.match("#[dDtT]", line.text)]
    for line in lines[heads[0] :] if heads else ():
        if re.match("#[tT]", line.text):
            raise line.error("triddler puzzles are not supported")
    if not heads:
        return (WHITE, BLACK), {"1": 1}
    declared: dict[str, _Declared] = {}
    for line in filter(lambda line: line.text, lines[heads[0] + 1 :]):
        with within(line.where):
            new = _declaration(line.text)
            if new.letter in declared:
                raise PuzzleError(f"color {quoted(new.letter)} is declared twice")
            if len(declared) == MAX_COLORS:
                raise PuzzleError(f"more than {MAX_COLORS} colors")
            declared[new.letter] = new
    background = declared.pop("0", _Declared("0", WHITE.char, "white", ""))
    numbers = {letter: number for number, letter in enumerate(declared, 1)}
    return palette(_inks([background, *declared.values()], source)), numbers


def _declaration(text: str) -> _Declared:
    found = _DECLARED.fullmatch(text)
    if not found:
        raise PuzzleError(f"{quoted(text)}; expected a color as in 'r:r  #FF0000  red'")
    new = _Declared(found[1], found[2], found[3], found[4].strip())
    if re.search(r"[/\\]", new.word):
        raise PuzzleError(f"color {quoted(new.letter)}: triangular cells are not supported")
    if new.letter in "23456789":
        raise PuzzleError(f"{quoted(new.letter)} cannot be the letter of a color")
    return new


def _inks(declared: Sequence[_Declared], source: Source) -> Iterator[Ink]:
    """A comment is the name where the value is in digits; the letter makes equal names differ."""
    values = [
        rgb_of_digits(new.word) if new.word.startswith("#") else _x11(new.word) for new in declared
    ]
    spare = picked([rgb for rgb in values if rgb])
    taken: set[str] = set()
    for new, known in zip(declared, values, strict=True):
        name = new.comment if new.comment and new.word.startswith("#") else new.word
        while name in taken:
            name += f" {new.letter}"
        taken.add(name)
        rgb = known or next(spare)
        if not known:
            source.remark(f"color {quoted(new.word)} is not known; #{rgb} is taken")
        yield Ink(name, rgb, new.char)


def _x11(name: str) -> str | None:
    """The value of a name of X11, in any case and spelling; `gray0` to `gray100` are known."""
    name = re.sub(r"\s", "", name.lower()).replace("grey", "gray")
    if shade := re.fullmatch("gray([0-9]{1,2}|100)", name):
        return f"{int(int(shade[1]) * 2.55 + 0.5):02x}" * 3
    return _X11.get(name) or rgb_of(name)


def write(puzzles: Sequence[Puzzle], options: Options) -> str:
    """The text of a `.g` file on which all programs that read it agree.

    Every color is declared, the background first, then the color of numbers without a letter, each
    with a name of one word; the marks are written out, the last one too.
    """
    fatal = {
        "a second puzzle": len(puzzles) > 1,
        "blotted blocks": any(puzzle.blotted for puzzle in puzzles),
        f"more than {_MOST} colors": any(len(puzzle.colors) - 1 > _MOST for puzzle in puzzles),
    }
    dropped: list[str] = []
    for puzzle in puzzles:
        names, chars = _own_names(puzzle), _chars(puzzle)
        dropped += beside_clues(puzzle, keeps=(*credit.kept(puzzle), "colors"))
        if names != [color.name for color in puzzle.colors]:
            dropped.append("names of colors that are not one word")
        if chars != [color.char for color in puzzle.colors]:
            dropped.append("characters of colors that are not ASCII")
    settle(FORM, puzzles, present(fatal), dropped, options)
    return joined(_lines(puzzles[0]))


def _lines(puzzle: Puzzle) -> Iterator[str]:
    letters = ["", "", *letters_of(puzzle.colors[2:], ascii_letters)]
    declared = zip(["0", "1", *letters[2:]], _chars(puzzle), puzzle.colors, strict=False)
    yield from credit.lines(puzzle, _MARK)
    yield "#d"
    for (letter, char, color), name in zip(declared, _own_names(puzzle), strict=True):
        yield f"   {letter}:{char}  #{color.rgb.upper()}   {name}"
    for head, clues in ((": rows", puzzle.rows), (": columns", puzzle.columns)):
        yield head
        yield from (clue_text(clue, blank="", suffixes=letters) for clue in clues)
    yield ": end"


def _chars(puzzle: Puzzle) -> list[str]:
    """Characters of one byte for pictures."""
    spare = spare_chars({color.char for color in puzzle.colors})
    return [
        color.char if color.char.isascii() and color.char.isprintable() else next(spare)
        for color in puzzle.colors
    ]


def _own_names(puzzle: Puzzle) -> list[str]:
    return [
        color.name if color.name.isprintable() and " " not in color.name else f"color{number}"
        for number, color in enumerate(puzzle.colors)
    ]
