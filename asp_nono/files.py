"""Puzzle files of every format: the table of formats with the dialects of facts joined to it."""

from __future__ import annotations

from asp_nono.asp.dialects import DIALECTS
from asp_nono.formats import (
    formats,
    is_puzzle_file,
    read,
    read_each,
    read_text,
    register,
    suffix_of,
    write,
    write_text,
)
from asp_nono.formats.files import write_whole

for form in DIALECTS:
    register(form)

__all__ = [
    "formats",
    "is_puzzle_file",
    "read",
    "read_each",
    "read_text",
    "suffix_of",
    "write",
    "write_text",
    "write_whole",
]
