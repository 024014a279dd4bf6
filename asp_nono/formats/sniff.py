"""How formats are recognised by their content, without importing what reads them."""

from __future__ import annotations

import re

from asp_nono.formats.source import Source

_SIZE = re.compile(r'^[ \t]*(width|height|rows|columns)[ \t]+"?[0-9]', re.MULTILINE | re.IGNORECASE)
_GROUP = re.compile(r"^[ \t]*(rows|columns)[ \t]*$", re.MULTILINE | re.IGNORECASE)

FALSE_FRIEND = re.compile(r"^[ \t]*(rows|columns)[ \t]*:[ \t]*[0-9]", re.MULTILINE | re.IGNORECASE)
"""What tells pyNonogram's files of the same suffix from Simpson's."""

_SIGNATURES = (b"\x89PNG\r\n\x1a\n", b"GIF87a", b"GIF89a", b"\xff\xd8\xff")
_PICTURE = re.compile(
    rb"P[2356][\s#]"  # PGM and PPM
    rb"|RIFF....WEBP"
    rb"|BM....\0\0\0\0",
    re.DOTALL,
)
_XBM = re.compile(rb"\s*(?:/\*.{0,2000}?\*/\s*)?#define[ \t]+\S*width[ \t]+[0-9]", re.DOTALL)
_XPM = re.compile(rb"\s*/\*[ \t]*XPM[ \t]*\*/")


def xml(source: Source) -> bool:
    """Whether the content looks like XML with a `puzzleset`."""
    start = source.glance.lstrip()
    return start.startswith("<") and "<puzzleset" in start.lower()


def non(source: Source) -> bool:
    """Whether the content has `.non` keywords; pyNonogram's too, to say why they are refused."""
    text = source.glance
    return bool((_SIZE.search(text) and _GROUP.search(text)) or FALSE_FRIEND.search(text))


def pbm(source: Source) -> bool:
    """Whether the content begins as a bitmap of netpbm."""
    return bool(re.match(rb"P[14][\s#]", source.data))


def xbm(source: Source) -> bool:
    """Whether the content begins as a bitmap of the X window system."""
    return bool(_XBM.match(source.data))


def xpm(source: Source) -> bool:
    """Whether the content begins as a picture of the X window system."""
    return bool(_XPM.match(source.data))


def picture(source: Source) -> bool:
    """Whether the content begins as one of the kinds of pictures that are read."""
    known = source.data.startswith(_SIGNATURES) or _PICTURE.match(source.data)
    return bool(known) or xbm(source) or xpm(source)
