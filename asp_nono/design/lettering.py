"""Text as pictures: in our own alphabet, five cells wide and seven high, or in a font."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from asp_nono.formats.source import MAX_SIDE
from asp_nono.grid import Grid
from asp_nono.messages import PuzzleError


def _glyphs(file: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The glyphs of a file, side by side, each under its own character."""
    drawn = Path(__file__).with_name(file).read_text(encoding="utf-8")
    for band in drawn.strip("\n").split("\n\n"):
        heads, *rows = band.split("\n")
        wide = rows[0].find(" ")
        for number, char in enumerate(heads.split()):
            first = number * (wide + 1)
            yield char, tuple(row[first : first + wide] for row in rows)


LETTERINGS: Final = {
    name: dict(_glyphs(file))
    for name, file in (("large", "glyphs.txt"), ("small", "glyphs_small.txt"))
}  # the rows, of `#` and `.`, of our own letters: of five by seven cells, and of three by five

_SPACE = 2  # the width of a space in cells, beside those between characters
_SIDE = 20  # the default height of a line in a font of the machine


def text_picture(
    text: str, size: tuple[int, int] | None = None, font: Path | None = None, letters: str = "large"
) -> Grid:
    """Text as a picture in black and white.

    Letters without a font are those of our own alphabet, small ones drawn as capitals; with a size
    they are enlarged by a whole number. A text with other characters is drawn in a font of the
    machine, which takes Pillow (the extra `pictures`). `size` is the width and height in cells, as
    small as can be read when left out; `letters` is one of `LETTERINGS`.

    Raises:
        PuzzleError: If the text is empty or too large, or no font can draw it.

    >>> print(text_picture("HI"))
    ##.##..###.
    ##.##..###.
    ##.##...#..
    #####...#..
    ##.##...#..
    ##.##..###.
    ##.##..###.
    """
    lines = text.upper().split("\n")
    if not text.strip():
        raise PuzzleError("an empty text; expected at least one character")
    glyphs = LETTERINGS[letters]
    if font is None and all(char in glyphs or char == " " for line in lines for char in line):
        return _fitted(_set(lines, glyphs), size)
    from asp_nono.draw.fonts import lettered

    width, height = size or (_SIDE * max(map(len, lines)), _SIDE * len(lines))
    if max(width, height) > MAX_SIDE:
        raise PuzzleError(
            "{size} cells; expected at most {most}",
            size=f"{width}x{height}",
            most=f"{MAX_SIDE}x{MAX_SIDE}",
        )
    return lettered(text, width, height, font)


def _set(lines: list[str], glyphs: dict[str, tuple[str, ...]]) -> list[str]:
    """The rows of lines of text, each line centered, with an empty row between them."""
    high = len(glyphs["A"])
    blank = ("." * _SPACE,) * high
    blocks = [[glyphs.get(char, blank) for char in line] for line in lines]
    drawn = [[".".join(glyph[y] for glyph in block) for y in range(high)] for block in blocks]
    width = max(1, *(len(rows[0]) for rows in drawn))
    rows = [row for rows in drawn for row in ("", *rows)]
    return [row.center(width, ".") for row in rows[1:]]


def _fitted(rows: list[str], size: tuple[int, int] | None) -> Grid:
    """A picture enlarged by the largest whole number that fits, in the middle of a size."""
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
    large = ["".join(char * times for char in row) for row in rows for _ in range(times)]
    above, free = (height - len(large)) // 2, height - len(large)
    every = [*[""] * above, *large, *[""] * (free - above)]
    return Grid.from_text(row.center(width, ".") for row in every)
