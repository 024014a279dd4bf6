"""Pictures opened with Pillow (the extra `pictures`), within bounds, as red, green, blue, alpha."""

from __future__ import annotations

import re
import warnings
from io import BytesIO
from typing import TYPE_CHECKING

from asp_nono.errors import PuzzleError, missing_extra
from asp_nono.formats.registry import XBM, XPM
from asp_nono.formats.source import Source

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_PIXELS = 30_000_000
"""No larger picture is unpacked."""

_KINDS = ("PNG", "GIF", "BMP", "JPEG", "WEBP", "PPM")
"""What Pillow may take content for: no kind that could run another program."""

_DRAFT = 2000
"""A JPEG may be unpacked smaller as long as its sides keep so many pixels."""


def opened(source: Source) -> Image:
    """The picture in some content, upright, of mode RGBA; of an animation its first frame.

    Raises:
        PuzzleError: If it is damaged or has too many pixels, or if Pillow is not installed.
    """
    try:
        from PIL import Image
    except ImportError:
        raise missing_extra("reading pictures", "pictures") from None
    from asp_nono.formats.picture_x import xbm, xpm

    if re.match(XBM, source.data, re.DOTALL):
        return xbm(source)
    if re.match(XPM, source.data, re.DOTALL):
        return xpm(source)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Pillow's remarks on oddities that it can live with
        try:
            image = Image.open(BytesIO(source.data), formats=_KINDS)
            if image.format == "JPEG" and min(image.size) > _DRAFT:
                image.draft("RGB", (_DRAFT, _DRAFT))
            _require_pixels(*image.size)
            return _upright(image)
        except PuzzleError:
            raise
        except Image.DecompressionBombError:
            raise PuzzleError(_TOO_LARGE) from None
        except Exception as error:  # noqa: BLE001 - damaged data make decoders raise anything
            text = str(error).partition("\n")[0]
            raise PuzzleError(f"a damaged picture: {text or type(error).__name__}") from None


_TOO_LARGE = f"a picture of more than {MAX_PIXELS // 1_000_000} million pixels; expected fewer"


def _require_pixels(width: int, height: int) -> None:
    """Do nothing if a picture of this size may be unpacked.

    Raises:
        PuzzleError: If it is too large.
    """
    if width * height > MAX_PIXELS:
        raise PuzzleError(_TOO_LARGE)


def _upright(image: Image) -> Image:
    """The picture unpacked, turned as the camera was held."""
    from PIL import ImageOps

    image.load()
    if image.mode.startswith("I"):  # sixteen bits, which conversion would cut off at eight
        image = image.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    return ImageOps.exif_transpose(image).convert("RGBA")
