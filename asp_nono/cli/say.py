"""Text for a terminal: what files say is shown, never obeyed."""

from __future__ import annotations

import unicodedata

import click


def say(text: str, *, err: bool = False) -> None:
    """Print lines of text.

    Control characters, which could move the cursor or change the terminal, and marks that turn
    the direction of writing are shown as the replacement character.
    """
    click.echo(text if text.isascii() and text.isprintable() else _tame(text), err=err)


def _tame(text: str) -> str:
    return "".join(
        char if char == "\n" or unicodedata.category(char) not in ("Cc", "Cf", "Cs") else "\ufffd"
        for char in text
    )
