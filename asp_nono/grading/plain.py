"""What a stranger wrote, made fit for a line of a report."""

from __future__ import annotations

LINE = 400
"""A sentence with words of a stranger's has no more characters."""

NAME = 80
"""A name has no more."""


def plain(text: str, most: int = LINE) -> str:
    """The text as one line of at most `most` characters, "…" where something is left out.

    Ends of lines, control characters, marks that turn the direction of writing and halves of
    characters become the replacement character: a report shows them, and nothing obeys them.
    """
    cut = text if len(text) <= most else f"{text[: most - 1]}…"
    return "".join(char if char.isprintable() else "\ufffd" for char in cut)
