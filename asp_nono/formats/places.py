"""Places in a text as errors name them: `line 3`, `character 7`, both from 1."""

from __future__ import annotations


def line_of(text: str, at: int) -> str:
    """The line on which the character with index `at` stands."""
    return f"line {text.count(chr(10), 0, at) + 1}"


def place_of(text: str, at: int) -> tuple[str, str]:
    """The line, and which character of it the one with index `at` is."""
    return line_of(text, at), f"character {at - text.rfind(chr(10), 0, at)}"
