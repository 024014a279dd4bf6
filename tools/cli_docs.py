"""Paste the real help of every command into docs/cli.md: `python -m tools.cli_docs`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from asp_nono.cli import cli
from tools.blocks import ROOT, refill

PAGE = ROOT / "docs" / "cli.md"
WIDTH = 78
"""What click uses on a terminal of 80 columns."""

SETTINGS: dict[str, Any] = dict(cli.context_settings)
"""What click would apply by itself if it were called from a command line."""


def commands() -> Iterator[click.Context]:
    """The context of every command, those that hold other commands included, in order."""
    return _within(cli.context_class(cli, None, "asp-nono", terminal_width=WIDTH, **SETTINGS))


def _within(context: click.Context) -> Iterator[click.Context]:
    yield context
    if isinstance(context.command, click.Group):
        for name in context.command.list_commands(context):
            if found := context.command.get_command(context, name):
                yield from _within(click.Context(found, parent=context, info_name=name))


def blocks() -> dict[str, str]:
    """The help of every command as a block of the page, by the command's full name."""
    return {context.command_path: _help(context) for context in commands()}


def _help(context: click.Context) -> str:
    return f"```text\n{context.get_help().rstrip()}\n```\n"


if __name__ == "__main__":
    refill(PAGE, blocks())
