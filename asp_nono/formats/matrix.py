"""Pictures in characters: a line for each row, a character for each cell.

They carry no clues, so these are taken from the picture, which becomes the goal. Of two characters
one is the background and the other black; more of them are colors, for which letters and squares
are understood as number-loom does (https://github.com/paulstansifer/number-loom). An empty line
parts two pictures, as in the solutions that Simpson's solver writes.
"""

import re
from collections.abc import Sequence
from itertools import groupby

from asp_nono.errors import PuzzleError
from asp_nono.formats.colors import Ink, palette, picked, rgb_of
from asp_nono.formats.source import Source
from asp_nono.formats.tokens import check_count, each
from asp_nono.grid import RESERVED_CHARS, Grid
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle

BACKGROUNDS = " ._-0·☐⬜"
"""Characters that stand for the background; a picture has exactly one of them."""

_KNOWN = """
black #X1*@x■█⬛k  red rR🟥  green gG🟩  blue bB🟦  yellow yY🟨  orange oO🟧
purple pP🟪  brown nN🟫  cyan cC  magenta mM  white wW
"""
COLORS = dict(zip(_KNOWN.split()[::2], _KNOWN.split()[1::2], strict=True))
"""Names of colors, and the characters understood as them when there are several."""

MAX_COLORS = 64

_TRIANGLES = "◢◣◤◥◸◹◺◿🮜🮝🮞🮟"


def read(source: Source) -> list[Puzzle | PuzzleError]:
    """All pictures of a file."""
    text = source.text().replace("\N{VARIATION SELECTOR-16}", "")
    if not set(text) - set("01 \t,\n"):
        text = re.sub("[ \t,]", "", text)
    lines = text.split("\n")
    if " " in text:  # then an empty line is a row whose blanks were trimmed
        pictures = [text.strip("\n").split("\n")]
    else:
        pictures = [list(run) for filled, run in groupby(lines, key=bool) if filled]
    if not pictures or not any(pictures[0]):
        raise PuzzleError("no picture; expected a line of characters for each row")
    return each(pictures, lambda rows: _puzzle(rows, source))


def _puzzle(rows: Sequence[str], source: Source) -> Puzzle:
    check_count("row", len(rows))
    width = max(map(len, rows))
    check_count("column", width)
    drawn = dict.fromkeys(char for row in rows for char in row)
    background = _background(drawn)
    if background == " ":
        rows = [row.ljust(width) for row in rows]
    del drawn[background]
    grid = Grid.from_text(rows, "".join([background, *drawn]))
    return Puzzle.of(grid, _colors(list(drawn), source))


def _background(drawn: dict[str, None]) -> str:
    for char in drawn:
        if char in _TRIANGLES:
            raise PuzzleError("triangular cells are not supported")
        if char.isdigit() and char not in "01":
            raise PuzzleError(f"{char!r}; expected no digits but 0 and 1 in a picture")
        if char in RESERVED_CHARS or (char != " " and not char.isprintable()):
            raise PuzzleError(f"{char!r} cannot stand for a color in a picture")
    found = [char for char in drawn if char in BACKGROUNDS]
    if len(found) != 1:
        kind = f"{' and '.join(map(repr, found))} could each be" if found else "no character is"
        raise PuzzleError(f"{kind} the background; expected one of {BACKGROUNDS!r}")
    if len(drawn) > MAX_COLORS:
        raise PuzzleError(f"{len(drawn)} characters; at most {MAX_COLORS} colors are read")
    return found[0]


def _colors(chars: Sequence[str], source: Source) -> tuple[Color, ...]:
    """White, and a color for each character: black for the only one or none, else its own."""
    if len(chars) < 2:
        return WHITE, BLACK
    names = {char: name for name, known in COLORS.items() for char in known}
    spare = picked([rgb_of(name) or "" for name in COLORS])
    taken = {WHITE.name}
    inks = [Ink(WHITE.name, WHITE.rgb)]
    for char in chars:
        name = names.get(char, "")
        known = None if name in taken else rgb_of(name)
        inks.append(Ink(name if known else char, known or next(spare), char))
        taken.add(name)
    if unknown := [ink.char for ink in inks if ink.name == ink.char]:
        source.remark(f"colors are taken for {' '.join(map(repr, unknown))}")
    return palette(inks)
