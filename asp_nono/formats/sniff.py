"""How formats are recognised by their content, without importing what reads them."""

from __future__ import annotations

import re

from asp_nono.formats.source import Source

_SIZE = re.compile(r'^[ \t]*(width|height|rows|columns)[ \t]+"?[0-9]', re.MULTILINE | re.IGNORECASE)
_GROUP = re.compile(r"^[ \t]*(rows|columns)[ \t]*$", re.MULTILINE | re.IGNORECASE)
_AMPERSAND = re.compile("^[ \t]*&[ \t]*$", re.MULTILINE)

FALSE_FRIEND = re.compile(r"^[ \t]*(rows|columns)[ \t]*:[ \t]*[0-9]", re.MULTILINE | re.IGNORECASE)
"""What tells pyNonogram's files of the same suffix from Simpson's."""


def xml(source: Source) -> bool:
    """Whether the content looks like XML with a `puzzleset`."""
    start = source.glance.lstrip()
    return start.startswith("<") and "<puzzleset" in start.lower()


def non(source: Source) -> bool:
    """Whether the content has `.non` keywords; pyNonogram's too, to say why they are refused."""
    text = source.glance
    friend = FALSE_FRIEND.search(text) and "row_runs" not in text  # YAML, where these are sizes
    return bool((_SIZE.search(text) and _GROUP.search(text)) or friend)


def makhorin(source: Source) -> bool:
    """Whether a line is nothing but `&`."""
    return bool(_AMPERSAND.search(source.glance))
