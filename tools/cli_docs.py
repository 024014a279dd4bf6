"""Paste the real help of every command into its page: `python -m tools.cli_docs`.

That is `docs/cli.md`, and for the benchmarks `docs/benchmarks.md`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from asp_nono.cli import cli
from benchmarks.command import command as benchmarks
from tools.blocks import ROOT, refill

PAGE = ROOT / "docs" / "cli.md"
BENCHMARKS = ROOT / "docs" / "benchmarks.md"
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


def benchmark_blocks() -> dict[str, str]:
    """The help of the benchmarks."""
    settings: dict[str, Any] = dict(benchmarks.context_settings)
    name = "python -m benchmarks"
    return {name: _help(click.Context(benchmarks, None, name, terminal_width=WIDTH, **settings))}


def _help(context: click.Context) -> str:
    return f"```text\n{context.get_help().rstrip()}\n```\n"


if __name__ == "__main__":
    refill(PAGE, blocks())
    refill(BENCHMARKS, benchmark_blocks())
