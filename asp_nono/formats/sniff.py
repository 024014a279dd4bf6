"""How formats are recognised by their content, without importing what reads them."""

from __future__ import annotations

import re
from collections.abc import Callable

from asp_nono.formats.source import Source

_SIZE = re.compile(r'^[ \t]*(width|height|rows|columns)[ \t]+"?[0-9]', re.MULTILINE | re.IGNORECASE)
_GROUP = re.compile(r"^[ \t]*(rows|columns)[ \t]*$", re.MULTILINE | re.IGNORECASE)

_ENOUGH = 1000
"""So many characters show what lines are like."""

_KEYS = (
    re.compile(r"^[ \t]*rows[ \t]*:[ \t]*[0-9]", re.MULTILINE | re.IGNORECASE),
    re.compile(r"^[ \t]*columns[ \t]*:[ \t]*[0-9]", re.MULTILINE | re.IGNORECASE),
)
"""What tells pyNonogram's files from Simpson's, which have the same suffix."""

_SIGNATURES = (b"\x89PNG\r\n\x1a\n", b"GIF87a", b"GIF89a", b"\xff\xd8\xff")
_PICTURE = re.compile(
    rb"P[2356][\s#]"  # PGM and PPM
    rb"|RIFF....WEBP"
    rb"|BM....\0\0\0\0",
    re.DOTALL,
)
_XBM = re.compile(rb"\s*(?:/\*.{0,2000}?\*/\s*)?#define[ \t]+\S*width[ \t]+[0-9]", re.DOTALL)
_JAP = re.compile(rb"TLS.{4}[^\t-\r -~]", re.DOTALL)
_XPM = re.compile(rb"\s*/\*[ \t]*XPM[ \t]*\*/")


def xml(source: Source) -> bool:
    """Whether the content looks like XML with a `puzzleset`."""
    start = source.glance.lstrip()
    return start.startswith("<") and "<puzzleset" in start.lower()


def non(source: Source) -> bool:
    """Whether the content has `.non` keywords."""
    return bool(_SIZE.search(source.glance) and _GROUP.search(source.glance))


def pynonogram(source: Source) -> bool:
    """Whether clues stand on one line after the keys of rows and columns."""
    text = source.glance  # in YAML with other keys for the clues these two are sizes
    return "row_runs" not in text and all(key.search(text) for key in _KEYS)


def jap(source: Source) -> bool:
    """Whether the content begins as a file of QNonograms, and not as text."""
    return bool(_JAP.match(source.data))


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


def marked(word: str, sign: str = "", *, start: str = "") -> Callable[[Source], bool]:
    """A test whether the content has the mark of a format.

    Args:
        word: A part of the mark, to pass over other content quickly.
        sign: The regular expression of the mark.
        start: What the content begins with: one of these characters.
    """

    def sniff(source: Source) -> bool:
        text = source.glance
        if word not in text or (start and text.lstrip()[:1] not in start):
            return False
        return not sign or re.search(sign, text, re.MULTILINE) is not None

    return sniff


# What follows is rare: a plain test comes first, and its pattern is compiled only after that.


def makhorin(source: Source) -> bool:
    """Whether a line is nothing but `&`."""
    return "&" in source.glance and _has("^[ \t]*&[ \t]*$", source)


def bosch(source: Source) -> bool:
    """Whether there is the label of a size."""
    return "number_of_rows" in source.glance or "number_of_columns" in source.glance


def assigned(source: Source) -> bool:
    """Whether lists are assigned to rows and to columns."""
    begins = r"[ \t]*=[ \t]*[\[(]\s*[\[(]"
    return (
        "=" in source.glance
        and _has(f"^[ \t]*rows{begins}", source)
        and _has(f"^[ \t]*col(?:umn)?s{begins}", source)
    )


def picross(source: Source) -> bool:
    """Whether a line begins with the word for a puzzle and there are bracketed clues."""
    return "GRID" in source.glance and "[" in source.glance and _has(r"^[ \t]*GRID\b", source)


def olsak(source: Source) -> bool:
    """Whether there are lengths between two lines that begin with a colon."""
    text = source.glance
    marked = text.startswith(":") or "\n:" in text
    first = re.search("^:.*\n", text, re.MULTILINE) if marked else None
    end = text.find("\n:", first.end() - 1) if first else -1
    if not first or end < 0:
        return False
    words = text[first.end() : min(end, first.end() + _ENOUGH)].split()
    return all(re.fullmatch(r"[0-9]+\S?", word) for word in words)


def r_string(source: Source) -> bool:
    """Whether the first line is two lists of numbers with a hyphen between them."""
    line = _first(source).strip('"')
    return line[:1].isdigit() and bool(re.fullmatch("[0-9:,]+-[0-9:,]+", line))


def pattern(source: Source) -> bool:
    """Whether the first line is an ID, a seed included, to say why that is refused."""
    line = _first(source)
    form = "[0-9]+(?:x[0-9]+)?(?::[0-9./]*(?:,[A-Za-z]*)?|#.*)"
    return line[:1].isdigit() and bool(re.fullmatch(form, line))


def _has(form: str, source: Source) -> bool:
    return bool(re.search(form, source.glance, re.MULTILINE))


def _first(source: Source) -> str:
    """The first line that is not empty."""
    return source.glance.lstrip().partition("\n")[0].rstrip()
