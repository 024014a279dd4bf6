"""Files compressed with gzip, of any format: unpacked within the ceiling, packed by their name."""

from __future__ import annotations

import gzip
import zlib

from asp_nono.errors import PuzzleError
from asp_nono.formats.source import GZIP

_MOST_PARTS = 100
"""Each part costs a copy of what is left, so their number is bounded too."""


def unpacked(data: bytes, most: int) -> bytes:
    """The content of a gzip file.

    Args:
        data: The bytes of a file.
        most: How many bytes may come of them; never many more are made.

    Raises:
        PuzzleError: If the file is damaged, unpacks to more, or to another gzip file.
    """
    found = b""
    for _ in range(_MOST_PARTS + 1):  # a gzip file may be several, one after another
        if not data.startswith(GZIP):
            break
        member = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
        try:
            found += member.decompress(data, most + 1 - len(found))
        except zlib.error as error:
            raise PuzzleError(f"a damaged gzip file ({error})") from None
        if len(found) > most:
            size = f"{most // 1_000_000} MB"
            raise PuzzleError(f"unpacks to more than {size}; no puzzle file is so large")
        if not member.eof:
            raise PuzzleError("a gzip file that ends too early")
        data = member.unused_data
    else:
        raise PuzzleError(f"a gzip file of more than {_MOST_PARTS} parts")
    if found.startswith(GZIP):
        raise PuzzleError("a gzip file in a gzip file; expected a puzzle")
    return found


def packed(data: bytes) -> bytes:
    """The gzip file that holds `data`; always the same for the same data."""
    return gzip.compress(data, mtime=0)
