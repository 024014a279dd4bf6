"""The rows that dialects of facts add to the table of formats, and how each is recognised."""

from __future__ import annotations

from asp_nono.formats import Format
from asp_nono.formats.sniff import marked
from asp_nono.formats.table import reader_in, writer_in

DIALECTS = (
    Format(
        "classic",
        "facts of the 2008 ASP program",
        (),
        marked("br(", r"\bbr\(\s*\d+\s*,\s*\d+\s*\)\s*\."),
        reader_in("asp_nono.asp.classic"),
        writer_in("asp_nono.asp.classic"),
    ),
    Format(
        "gramcracker",
        "facts of gramcracker",
        (),
        marked("_hint(", r"\b(row|col)_hint\(\s*\d+\s*,\s*\d+\s*,\s*\d+\s*\)\s*\."),
        reader_in("asp_nono.asp.gramcracker"),
        writer_in("asp_nono.asp.gramcracker"),
    ),
    Format(
        "v4hn",
        "facts of v4hn's encoding",
        (),
        marked("_cnt(", r"\b(row|col)_cnt\(\s*\d+\s*\)\s*\."),
        reader_in("asp_nono.asp.v4hn"),
    ),
)
