"""Text: how wide it is in the usual fonts, and fonts of the machine that have other scripts."""

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from asp_nono.grid import Grid
from asp_nono.messages import PuzzleError, needs

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

# Widths of letters in DejaVu Sans and Verdana, the widest of the usual fonts: Helvetica's and
# Arial's digits take 0.556 of the size, DejaVu's and Verdana's 0.636.
_WIDEST_DIGIT, _CAPITAL, _NARROW_WIDTH = 0.64, 0.79, 0.42
_NARROW, _BROAD = frozenset(" .,:;'!|()[]-/ijltfrI"), frozenset("mwMW@%")


def digits_width(text: str, size: float) -> float:
    """The width that a number takes at most in the usual fonts without serifs."""
    return _WIDEST_DIGIT * size * len(text)


def text_width(text: str, size: float) -> float:
    """A guess, on the wide side, at the width of text; characters of other scripts are wider."""
    return size * sum(map(_width, text))


def _width(char: str) -> float:
    if char in _NARROW:
        return _NARROW_WIDTH
    if char in _BROAD or ord(char) >= 0x2E80:
        return 1.0
    return _CAPITAL if char.isupper() else _WIDEST_DIGIT


_FOLDERS = """
~/.local/share/fonts ~/.fonts /usr/local/share/fonts /usr/share/fonts
~/Library/Fonts /Library/Fonts /System/Library/Fonts %WINDIR%/Fonts
"""

# Fonts without serifs that hold many scripts, in lower case, with _ for a blank; those for one
# script come last.
_NAMES = """
dejavusans.ttf notosans-regular.ttf freesans.ttf liberationsans-regular.ttf
arial_unicode.ttf arialuni.ttf arial.ttf segoeui.ttf
droidsansfallbackfull.ttf droidsansfallback.ttf wqy-zenhei.ttc wqy-microhei.ttc
msyh.ttc msgothic.ttc malgun.ttf
"""


@cache
def installed() -> tuple[Path, ...]:
    """Font files of this machine that hold many scripts, the most useful first."""
    found: dict[str, Path] = {}
    for folder in _FOLDERS.split():
        for here, _, files in os.walk(os.path.expandvars(Path(folder).expanduser())):
            for file in files:
                found.setdefault(file.lower().replace(" ", "_"), Path(here, file))
    return tuple(found[name] for name in _NAMES.split() if name in found)


_POINTS = 256  # the height of text, in pixels, before it is shrunk to cells
_LONGEST = 200  # characters
_NOWHERE = "\U0010ffff"  # a character that no font has, drawn as all others that the font lacks
_INK = 110  # from here on, of 255, a cell that is partly covered is colored


def lettered(text: str, width: int, height: int, font: Path | None = None) -> Grid:
    """Lines of text as a picture in black and white that fills a grid as far as its shape allows.

    Without a font file it takes the first font of the machine that has all characters. PuzzleError
    if there is no such font, if it lacks a character, if there is nothing to be seen, or if Pillow
    is not installed.
    """
    with needs("pictures", "text in system fonts"):
        from PIL import Image, ImageDraw
    if len(text) > _LONGEST:
        raise PuzzleError(
            "a text of {count} characters; expected at most {most}", count=len(text), most=_LONGEST
        )
    outline = _font_for(text, font)
    pen = ImageDraw.Draw(Image.new("L", (1, 1)))
    left, top, right, bottom = pen.multiline_textbbox((0, 0), text, font=outline, align="center")
    drawn = Image.new("L", (max(1, int(right - left) + 2), max(1, int(bottom - top) + 2)))
    pen, where = ImageDraw.Draw(drawn), (1 - left, 1 - top)
    pen.multiline_text(where, text, fill=255, font=outline, align="center")
    if (box := drawn.getbbox()) is None:
        raise PuzzleError("the text has no visible character")
    ink = drawn.crop(box)
    scale = min(width / ink.width, height / ink.height)
    size = (max(1, int(ink.width * scale)), max(1, int(ink.height * scale)))
    small = ink.resize(size, Image.Resampling.BOX)
    whole = Image.new("L", (width, height))
    whole.paste(small, ((width - size[0]) // 2, (height - size[1]) // 2))
    cells = whole.tobytes()
    rows = (cells[first : first + width] for first in range(0, len(cells), width))
    return Grid(tuple(tuple(int(cell > _INK) for cell in row) for row in rows))


def _font_for(text: str, font: Path | None) -> "FreeTypeFont":
    """The requested font, or the first of the machine that has all characters of a text."""
    from PIL import ImageFont

    lacking, chars = "", sorted(char for char in set(text) if not char.isspace())
    for path in [font] if font else installed():
        try:
            found = ImageFont.truetype(str(path), _POINTS)
        except (OSError, ValueError) as error:
            raise PuzzleError(
                "cannot be used as an outline font: {error}", error=str(error), path=str(path)
            ) from None
        missing = found.getmask(_NOWHERE)
        drawn = ((char, found.getmask(char)) for char in chars)
        lacks = [c for c, m in drawn if (m.size, bytes(m)) == (missing.size, bytes(missing))]
        if not lacks:
            return found
        lacking = lacking or lacks[0]
    if font:
        raise PuzzleError("the font has no character {char}", char=repr(lacking), path=str(font))
    if not lacking:
        raise PuzzleError("no system font was found")
    raise PuzzleError(
        "no system font has the character {char}; name one that has", char=repr(lacking)
    )
