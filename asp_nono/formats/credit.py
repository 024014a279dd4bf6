"""Who made a puzzle, as comments in files that can hold it nowhere else.

>>> found("% Title: Duck\\nrows = 5;", "%")
{'title': 'Duck'}
"""

import re
from typing import Any

from asp_nono.puzzle import Puzzle

_FIELDS = ("title", "author", "copyright", "license", "source", "id")


def kept(puzzle: Puzzle) -> list[str]:
    """The fields of a puzzle that comments hold as they are: each is one line of plain text."""
    return [field for field in _FIELDS if getattr(puzzle, field) == _flat(getattr(puzzle, field))]


def lines(puzzle: Puzzle, mark: str) -> list[str]:
    """A comment for each text that the puzzle has, on a line of its own that begins with `mark`."""
    texts = ((field, _flat(getattr(puzzle, field))) for field in _FIELDS)
    return [f"{mark} {field}: {text}" for field, text in texts if text]


def found(text: str, mark: str) -> dict[str, Any]:
    """The texts that such comments tell, by the fields of a Puzzle; the first for each counts."""
    texts: dict[str, str] = {}
    sign = rf"^[ \t]*{re.escape(mark)}+[ \t]*({'|'.join(_FIELDS)})[ \t]*:(.*)$"
    for comment in re.finditer(sign, text, re.MULTILINE | re.IGNORECASE):
        texts.setdefault(comment[1].lower(), _flat(comment[2]))
    return texts


def _flat(text: str) -> str:
    words = " ".join(text.split())
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in words)
