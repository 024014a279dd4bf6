"""The rows that dialects of facts add to the table of formats, and how each is recognised."""

from __future__ import annotations

from asp_nono.formats.registry import Format, later, marked

DIALECTS = (
    Format(
        "classic",
        "facts of the 2008 ASP program",
        (),
        marked("br(", r"\bbr\(\s*\d+\s*,\s*\d+\s*\)\s*\."),
        later("asp_nono.asp.classic:read"),
        later("asp_nono.asp.classic:write"),
    ),
    Format(
        "gramcracker",
        "facts of gramcracker",
        (),
        marked("_hint(", r"\b(row|col)_hint\(\s*\d+\s*,\s*\d+\s*,\s*\d+\s*\)\s*\."),
        later("asp_nono.asp.gramcracker:read"),
        later("asp_nono.asp.gramcracker:write"),
    ),
    Format(
        "v4hn",
        "facts of v4hn's encoding",
        (),
        marked("_cnt(", r"\b(row|col)_cnt\(\s*\d+\s*\)\s*\."),
        later("asp_nono.asp.v4hn:read"),
    ),
)
