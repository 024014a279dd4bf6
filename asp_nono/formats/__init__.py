r"""Puzzle files: one table of formats, and reading and writing by it.

>>> (flag,) = read_text("width 2\nheight 1\nrows\n1\ncolumns\n1\n0\n")
>>> print(write_text([flag], "non"), end="")
width 2
height 1
<BLANKLINE>
rows
1
<BLANKLINE>
columns
1
0
"""

from asp_nono.formats import sniff
from asp_nono.formats.files import read, read_data, read_each, read_text, write, write_text
from asp_nono.formats.listing_rows import ROWS
from asp_nono.formats.losses import Options
from asp_nono.formats.source import MAX_BYTES, MAX_SIDE, Source
from asp_nono.formats.structured import STRUCTURED
from asp_nono.formats.table import (
    Format,
    Writer,
    find,
    formats,
    is_puzzle_file,
    reader_in,
    register,
    suffix_of,
    writer_in,
)

__all__ = [
    "MAX_BYTES",
    "MAX_SIDE",
    "Format",
    "Options",
    "Source",
    "Writer",
    "find",
    "formats",
    "is_puzzle_file",
    "read",
    "read_data",
    "read_each",
    "read_text",
    "register",
    "suffix_of",
    "write",
    "write_text",
]

register(
    Format(
        "xml",
        "webpbn XML (.xml)",
        (".xml", ".pbn"),
        sniff.xml,
        reader_in("asp_nono.formats.xml_read"),
        writer_in("asp_nono.formats.xml_write"),
    )
)
register(
    Format(
        "non",
        "Simpson's .non",
        (".non", ".nonpack", ".nonopack"),
        sniff.non,
        reader_in("asp_nono.formats.non_read"),
        writer_in("asp_nono.formats.non_write"),
    )
)
for row in (*ROWS, *STRUCTURED):
    register(row)
register(
    Format(
        "pbm",
        "PBM bitmaps (.pbm)",
        (".pbm",),
        sniff.pbm,
        reader_in("asp_nono.formats.pbm"),
        writer_in("asp_nono.formats.pbm"),
    )
)
register(
    Format(
        "picture",
        "pictures (PNG, JPEG, GIF, BMP, WebP, PPM, PGM, XBM, XPM)",
        (),
        sniff.picture,
        reader_in("asp_nono.formats.picture_read"),
    )
)
