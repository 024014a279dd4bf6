"""The rows that dialects of facts add to the table of formats, and how each is recognised."""

from __future__ import annotations

import re

from asp_nono.formats import Format, Source
from asp_nono.formats.table import reader_in, writer_in

_COUNT = re.compile(r"\b(br|bc)\(\s*\d+\s*,\s*\d+\s*\)\s*\.")
_HINT = re.compile(r"\b(row|col)_hint\(\s*\d+\s*,\s*\d+\s*,\s*\d+\s*\)\s*\.")
_SIZE = re.compile(r"\b(row|col)_cnt\(\s*\d+\s*\)\s*\.")


def _classic(source: Source) -> bool:
    """Whether there is a block count of a row or a column as a fact."""
    return bool(_COUNT.search(source.glance))


def _gramcracker(source: Source) -> bool:
    """Whether there is a hint of a row or a column as a fact."""
    return bool(_HINT.search(source.glance))


def _v4hn(source: Source) -> bool:
    """Whether there is a number of rows or columns as a fact."""
    return bool(_SIZE.search(source.glance))


DIALECTS = (
    Format(
        "classic",
        "facts of the 2008 ASP program",
        (),
        _classic,
        reader_in("asp_nono.asp.classic"),
        writer_in("asp_nono.asp.classic"),
    ),
    Format(
        "gramcracker",
        "facts of gramcracker",
        (),
        _gramcracker,
        reader_in("asp_nono.asp.gramcracker"),
        writer_in("asp_nono.asp.gramcracker"),
    ),
    Format("v4hn", "facts of v4hn's encoding", (), _v4hn, reader_in("asp_nono.asp.v4hn")),
)
