"""The rows of the table of formats for listings of clues."""

from __future__ import annotations

from asp_nono.formats import sniff
from asp_nono.formats.table import Format, reader_in, sniffer_in, writer_in

_SIZED = "asp_nono.formats.sized"
_PARTED = "asp_nono.formats.parted"
_SHAPES = "asp_nono.formats.shapes"

ROWS = (
    Format(
        "mk",
        "Olšák's .mk",
        (".mk",),
        sniffer_in(_SHAPES, "mk"),
        reader_in(_SIZED, "read_mk"),
        writer_in(_SIZED, "write_mk"),
        by_shape=True,
    ),
    Format(
        "nin",
        "Wilk's .nin",
        (".nin",),
        sniffer_in(_SHAPES, "nin"),
        reader_in(_SIZED, "read_nin"),
        writer_in(_SIZED, "write_nin"),
        by_shape=True,
    ),
    Format(
        "nin-hw",
        "the same with the height first",
        (),
        sniffer_in(_SHAPES, "nin_hw"),
        reader_in(_SIZED, "read_nin_hw"),
        by_shape=True,
    ),
    Format(
        "cwd",
        "Meshcheryakov's and Sukhoy's .cwd",
        (".cwd",),
        sniffer_in(_SHAPES, "cwd"),
        reader_in(_SIZED, "read_cwd"),
        writer_in(_SIZED, "write_cwd"),
        by_shape=True,
    ),
    Format(
        "keen",
        "Keen's second listing, and gramcracker's .txt",
        (),
        sniffer_in(_SHAPES, "keen"),
        reader_in(_PARTED, "read_keen"),
        by_shape=True,
    ),
    Format(
        "ish",
        "the listing of Games::Nonogram",
        (),
        sniffer_in(_SHAPES, "ish"),
        reader_in(_PARTED, "read_ish"),
        by_shape=True,
    ),
    Format(
        "makhorin",
        "the listing of Makhorin's pbnsol",
        (),
        sniff.makhorin,
        reader_in(_PARTED, "read_makhorin"),
    ),
    Format(
        "syro",
        "a listing with a 0 at the end of each line",
        (),
        sniffer_in(_SHAPES, "syro"),
        reader_in(_PARTED, "read_syro"),
        by_shape=True,
    ),
    Format(
        "headed",
        "a listing with headings of rows and columns",
        (),
        sniffer_in(_SHAPES, "headed"),
        reader_in(_PARTED, "read_headed"),
        by_shape=True,
    ),
)
