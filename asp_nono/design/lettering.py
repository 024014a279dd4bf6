"""Text as pictures: in our own alphabet, seven to eleven cells high, or in a font."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

from asp_nono.design.recognition import Sign
from asp_nono.formats.source import MAX_SIDE
from asp_nono.grid import Grid
from asp_nono.messages import PuzzleError

Glyph: TypeAlias = tuple[str, ...]


def _glyphs(file: str) -> Iterator[tuple[str, Glyph]]:
    """The glyphs of a file, side by side, each under its own character."""
    drawn = Path(__file__).with_name(file).read_text(encoding="utf-8")
    for band in drawn.strip("\n").split("\n\n"):
        heads, *rows = band.split("\n")
        yield from zip(heads.split(), zip(*map(str.split, rows), strict=True), strict=True)


LETTERINGS: Final = {
    name: dict(_glyphs(file))
    for name, file in (("large", "glyphs.txt"), ("small", "glyphs_small.txt"))
}
"""The rows, of `#` and `.`, of our own letters, each as wide as its strokes need.

Large ones are seven cells high, with strokes of two cells, small ones five, with strokes of one.
Two rows more are below the line of writing; four more are two above the others and two below.
"""

PLACES: Final = {"middle": str.center, "left": str.ljust, "right": str.rjust}
"""Where lines of text begin: each in the middle, or all to a side."""

_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_BEYOND = 2  # the rows above capitals, and below the line
_MARK = 0xE000  # from here on there are characters for private use
_SPACE = 2  # the width of a space in cells, beside those between characters
_SIDE = 20  # the default height of a line in a font of the machine


def text_picture(
    text: str,
    size: tuple[int, int] | None = None,
    font: Path | None = None,
    *,
    letters: str = "large",
    place: str = "middle",
) -> Grid:
    """Text as a picture in black and white.

    Letters without a font are those of our own alphabet, where it has no lower case capitals; with
    a size they are enlarged by a whole number. Lines are as high as the text needs. A text with
    other characters is drawn in a font of the machine, which takes Pillow (the extra `pictures`).
    `size` is the width and height in cells, as small as can be read when left out; `letters` is one
    of `LETTERINGS`, `place` one of `PLACES`.

    Raises:
        PuzzleError: If the text is empty or too large, or no font can draw it.

    >>> print(text_picture("HI"))
    ##.##.####
    ##.##..##.
    ##.##..##.
    #####..##.
    ##.##..##.
    ##.##..##.
    ##.##.####
    """
    if not text.strip():
        raise PuzzleError("an empty text; expected at least one character")
    glyphs = LETTERINGS[letters]
    if font is None and _known(text, glyphs):
        lines = _lines(text, glyphs)
        return Grid.from_text(_fitted(_set(lines, _aligned(lines, glyphs), place), size))
    from asp_nono.draw.fonts import lettered
    from asp_nono.formats.picture import require_size

    lines = text.split("\n")
    width, height = size or (_SIDE * max(map(len, lines)), _SIDE * len(lines))
    require_size(width, height)
    return lettered(text, width, height, font)


def letter_signs(
    text: str, size: tuple[int, int] | None = None, *, letters: str = "large", place: str = "middle"
) -> tuple[Sign, ...]:
    """Where in a `text_picture` each letter is, and the others that it must not be taken for.

    There are none in a text for which we have no letters.
    """
    glyphs = LETTERINGS[letters]
    if not _known(text, glyphs):
        return ()
    written = _lines(text, glyphs)
    aligned = _aligned(written, glyphs)
    names = [char for line in written for char in line if char != " "]
    plain = all(name in _CAPITALS or not name.isalpha() for name in names)
    rivals = tuple(_CAPITALS if plain else filter(str.isalpha, glyphs))
    marks = {chr(_MARK + number): name for number, name in enumerate(names)}
    left = iter(marks)
    lines = ["".join(" " if char == " " else next(left) for char in line) for line in written]
    filled = {mark: tuple(mark * len(row) for row in aligned[marks[mark]]) for mark in marks}
    rows = _fitted(_set(lines, filled, place), size)
    found = []
    for mark, name in marks.items():
        if name in rivals:
            top = next(y for y, row in enumerate(rows) if mark in row)
            shown = aligned[name]
            times = rows[top].count(mark) // len(shown[0])
            apart = (_beside(aligned[one], len(shown[0])) for one in rivals if one != name)
            others = tuple(_large(one, times) for ways in apart for one in ways)
            found.append(Sign(rows[top].index(mark), top, _large(shown, times), others))
    return tuple(found)


def _beside(glyph: Glyph, width: int) -> tuple[Glyph, ...]:
    """A glyph at the left and at the right of a wider place; nothing if it is wider itself."""
    if len(glyph[0]) > width:
        return ()
    ways = (tuple(put(row, width, ".") for row in glyph) for put in (str.ljust, str.rjust))
    return tuple(dict.fromkeys(ways))


@cache
def _large(rows: Glyph, times: int) -> Grid:
    return Grid.from_text(_enlarged(rows, times))


def _lines(text: str, glyphs: Mapping[str, Glyph]) -> list[str]:
    """The lines of a text, with capitals for letters of which there are no others."""
    return "".join(char if char in glyphs else char.upper() for char in text).split("\n")


def _aligned(lines: list[str], glyphs: Mapping[str, Glyph]) -> dict[str, Glyph]:
    """The glyphs, all with the rows that these lines need: those of capitals, and those beyond."""
    last = len(glyphs["A"]) + _BEYOND
    whole = {
        char: rows if len(rows) > last else _beyond(rows, last) for char, rows in glyphs.items()
    }
    used = [whole[char] for line in lines for char in line if char != " "]
    above = any("#" in "".join(rows[:_BEYOND]) for rows in used)
    below = any("#" in "".join(rows[last:]) for rows in used)
    first, end = (0 if above else _BEYOND), (last + _BEYOND if below else last)
    return {char: rows[first:end] for char, rows in whole.items()}


def _beyond(rows: Glyph, last: int) -> Glyph:
    """A glyph with blank rows above it, and below it as many as there are beyond the last row."""
    blank = ("." * len(rows[0]),) * _BEYOND
    return (*blank, *rows, *blank)[: last + _BEYOND]


def _known(text: str, glyphs: Mapping[str, Glyph]) -> bool:
    """Whether there are glyphs for a text."""
    return all(char in glyphs or char == " " for line in _lines(text, glyphs) for char in line)


def _set(lines: list[str], glyphs: Mapping[str, Glyph], place: str) -> list[str]:
    """The rows of lines of text, each line in its place, with an empty row between them."""
    high = len(next(iter(glyphs.values())))
    blank = ("." * _SPACE,) * high
    blocks = [[glyphs.get(char, blank) for char in line] for line in lines]
    drawn = [[".".join(glyph[y] for glyph in block) for y in range(high)] for block in blocks]
    width = max(1, *(len(rows[0]) for rows in drawn))
    rows = [row for rows in drawn for row in ("", *rows)]
    return [PLACES[place](row, width, ".") for row in rows[1:]]


def _fitted(rows: list[str], size: tuple[int, int] | None) -> list[str]:
    """Rows enlarged by the largest whole number that fits, in the middle of a size."""
    width, height = size or (len(rows[0]), len(rows))
    times = min(width // len(rows[0]), height // len(rows))
    if max(width, height) > MAX_SIDE or not times:
        raise PuzzleError(
            "a text of {need} cells in a size of {size}; expected at least {need} and at most "
            "{most}",
            need=f"{len(rows[0])}x{len(rows)}",
            size=f"{width}x{height}",
            most=f"{MAX_SIDE}x{MAX_SIDE}",
        )
    large = _enlarged(rows, times)
    above, free = (height - len(large)) // 2, height - len(large)
    every = [*[""] * above, *large, *[""] * (free - above)]
    return [row.center(width, ".") for row in every]


def _enlarged(rows: Sequence[str], times: int) -> list[str]:
    return ["".join(char * times for char in row) for row in rows for _ in range(times)]
