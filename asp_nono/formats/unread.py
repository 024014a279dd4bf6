"""Content that is recognised, but cannot be read: what is said of it."""

from __future__ import annotations

import re

_REASONS = {
    "PK\3\4": "a ZIP archive; unpack it, and read the files that are in it",
    r",t1(,t[0-9]+)*\s*\n[ij]1,": (
        "a table of sizes or of colours, for rows or for columns; the four tables of a puzzle "
        "cannot be read one by one"
    ),
}
"""How the content begins, and the reason."""


def reason(text: str) -> str | None:
    """Why content that no format claims is not read, if it is known."""
    return next((why for start, why in _REASONS.items() if re.match(start, text)), None)
