"""Pictures opened within bounds as red, green, blue, alpha, with Pillow (the extra `pictures`).

XBM and XPM, the pictures of the X window system, are C sources; they are read here, never compiled.
"""

from __future__ import annotations

import re
import warnings
from io import BytesIO
from typing import TYPE_CHECKING

from asp_nono.errors import PuzzleError, needs
from asp_nono.formats.registry import XPM
from asp_nono.formats.source import Source, number, quoted, side

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_PIXELS = 30_000_000  # no larger picture is unpacked
_KINDS = ("PNG", "GIF", "BMP", "JPEG", "WEBP", "PPM", "XBM")  # none that could run another program

_DRAFT = 2000  # a JPEG may be unpacked smaller as long as its sides keep this number of pixels
_COMMENT = rb"\A\s*/\*(?s:.*?)\*/\s*"  # before an XBM
_SHORT = rb"(?:#define.*\n)+static.*\bshort\b"  # X10 had other XBM, which Pillow misreads
_STRING = re.compile(r'"([^"\n]*)"')

_MOST_KEYS, _MOST_LETTERS = 65_536, 8  # colors of an XPM, and characters for one of them
_MOST_TEXT = 200  # the longest declaration of a color

Pixel = tuple[int, int, int, int]
_CLEAR: Pixel = (255, 255, 255, 0)


def opened(source: Source) -> Image:
    """The picture in some content, upright, of mode RGBA; of an animation its first frame."""
    with needs("pictures", "reading pictures"):
        from PIL import Image, UnidentifiedImageError
    if re.match(XPM, source.data, re.DOTALL):
        return _xpm(source)
    data = re.sub(_COMMENT, b"", source.data, count=1)
    if re.match(_SHORT, data):
        raise PuzzleError("an XBM of sixteen bits a number; expected eight")
    with warnings.catch_warnings(action="ignore"):  # of oddities that Pillow can live with
        try:
            image = Image.open(BytesIO(data), formats=_KINDS)
            if image.format == "JPEG" and min(image.size) > _DRAFT:
                image.draft("RGB", (_DRAFT, _DRAFT))
            if image.width * image.height <= MAX_PIXELS:
                return _upright(image)
        except UnidentifiedImageError:
            raise PuzzleError("a damaged picture: cannot identify image file") from None
        except Image.DecompressionBombError:
            pass
        except Exception as error:  # noqa: BLE001 - damaged data make decoders raise anything
            text = str(error).partition("\n")[0]
            raise PuzzleError(f"a damaged picture: {text or type(error).__name__}") from None
    most = f"{MAX_PIXELS // 1_000_000} million pixels"
    raise PuzzleError(f"a picture of more than {most}; expected fewer")


def _upright(image: Image) -> Image:
    """The picture unpacked, turned as the camera was held."""
    from PIL import Image, ImageOps

    image.load()
    if image.format == "XBM":  # a 1 is black, a 0 transparent
        black = Image.new("RGBA", image.size, (255, 255, 255, 0))
        black.paste((0, 0, 0, 255), mask=image)
        return black
    if image.mode.startswith("I"):  # sixteen bits, which conversion would cut off at eight
        image = image.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    return ImageOps.exif_transpose(image).convert("RGBA")


def _xpm(source: Source) -> Image:
    from PIL import Image

    strings = _STRING.findall(source.text())
    head = strings[0].split() if strings else []
    if len(head) < 4:
        raise PuzzleError("an XPM without its size and the number of its colors")
    width, height = side(head[0], "width"), side(head[1], "height")
    colors, letters = number(head[2], "colors"), number(head[3], "characters for a color")
    if colors > _MOST_KEYS or not 1 <= letters <= _MOST_LETTERS:
        raise PuzzleError(f"{colors} colors of {letters} characters; expected fewer")
    if len(strings) < 1 + colors + height:
        raise PuzzleError(f"{len(strings) - 1} lines; expected {colors} colors and {height} rows")
    palette = {line[:letters]: bytes(_color(line[letters:])) for line in strings[1 : 1 + colors]}
    data = bytearray()
    for y, line in enumerate(strings[1 + colors : 1 + colors + height], 1):
        keys = [line[x * letters : (x + 1) * letters] for x in range(width)]
        unknown = next((key for key in keys if key not in palette), None)
        if unknown is not None:
            raise PuzzleError(f"color {quoted(unknown)} is not declared", where=(f"row {y}",))
        data += b"".join(palette[key] for key in keys)
    return Image.frombytes("RGBA", (width, height), bytes(data))


def _color(text: str) -> Pixel:
    """The color of a declaration such as `c #ff0000 m white`: the one for color screens."""
    from PIL import ImageColor

    if len(text) > _MOST_TEXT:
        raise PuzzleError(f"color {quoted(text.strip())}; expected one such as c #ff0000")
    values = dict(re.findall(r"\b(c|g4|g|m|s)\s+(.+?)(?=\s+(?:c|g4|g|m|s)\s|\s*$)", text))
    value = next((values[key] for key in ("c", "g", "g4", "m") if key in values), "")
    if value.lower() == "none":
        return _CLEAR
    if digits := re.fullmatch("#((?:[0-9a-fA-F]{3}){1,4})", value):
        step = len(digits[1]) // 3
        parts = [digits[1][at : at + step] for at in range(0, 3 * step, step)]
        red, green, blue = (int(part, 16) * 255 // (16**step - 1) for part in parts)
        return red, green, blue, 255
    if share := re.fullmatch("gr[ae]y([0-9]{1,2}|100)", value.lower()):
        red = green = blue = round(int(share[1]) * 2.55)
    elif found := ImageColor.colormap.get(value.replace(" ", "").lower()):
        red, green, blue = ImageColor.getrgb(found if isinstance(found, str) else value)[:3]
    else:
        raise PuzzleError(f"color {quoted(text.strip())}; expected one such as c #ff0000")
    return red, green, blue, 255
