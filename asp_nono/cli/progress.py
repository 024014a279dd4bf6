"""What is going on, on a terminal."""

from __future__ import annotations

import shutil
import sys

import click


class Progress:
    """A line on standard error that is written over and over; nothing if that is no terminal."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()

    def show(self, words: str) -> None:
        """Put words in the place of those before."""
        if self._shown:
            width = shutil.get_terminal_size().columns - 1
            click.echo(f"\r\x1b[K{words[:width]}", nl=False, err=True)

    def clear(self) -> None:
        """Make room for other output."""
        if self._shown:
            click.echo("\r\x1b[K", nl=False, err=True)
