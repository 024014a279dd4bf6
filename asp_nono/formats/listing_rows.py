"""The rows of the table of formats for listings of clues."""

from __future__ import annotations

from asp_nono.formats import sniff
from asp_nono.formats.table import Format, reader_in, sniffer_in, writer_in

_SIZED = "asp_nono.formats.sized"
_PARTED = "asp_nono.formats.parted"
_STRINGS = "asp_nono.formats.strings"
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
        common=True,
    ),
    Format(
        "g",
        "Olšák's .g",
        (".g",),
        sniff.olsak,
        reader_in("asp_nono.formats.olsak_read"),
        writer_in("asp_nono.formats.olsak_write"),
        common=True,
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
        "Wilk's .nin, the height first",
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
        common=True,
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
        "bosch",
        "Bosch's .lp of labels and numbers",
        (),
        sniff.bosch,
        reader_in("asp_nono.formats.bosch"),
    ),
    Format(
        "keen1",
        "Keen's first listing",
        (),
        sniff.assigned,
        reader_in("asp_nono.formats.assigned"),
    ),
    Format(
        "picross",
        "picross-solver's own text",
        (),
        sniff.picross,
        reader_in("asp_nono.formats.picross"),
    ),
    Format(
        "letters",
        "Rosetta Code's clues in letters",
        (),
        sniffer_in(_SHAPES, "letters"),
        reader_in("asp_nono.formats.letters"),
        by_shape=True,
    ),
    Format(
        "nng",
        "StasDeep's .nng",
        (".nng",),
        sniffer_in(_SHAPES, "nng"),
        reader_in("asp_nono.formats.nng"),
        by_shape=True,
    ),
    Format(
        "r",
        "puzzle strings of R's nonogram",
        (),
        sniff.r_string,
        reader_in(_STRINGS, "read_r"),
        writer_in(_STRINGS, "write_r"),
    ),
    Format(
        "pattern",
        "game IDs of Tatham's Pattern",
        (),
        sniff.pattern,
        reader_in(_STRINGS, "read_pattern"),
        writer_in(_STRINGS, "write_pattern"),
    ),
    Format(
        "matrix",
        "a picture in characters",
        (),
        sniffer_in(_SHAPES, "matrix"),
        reader_in("asp_nono.formats.matrix"),
        by_shape=True,
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
        "tournament",
        "the sets of TAAI and TCGA tournaments",
        (),
        sniffer_in(_SHAPES, "tournament"),
        reader_in("asp_nono.formats.tournament"),
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
