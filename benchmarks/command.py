"""The command line of the benchmarks."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from asp_nono.asp.recipes import DEFAULT
from asp_nono.cli.output import say
from asp_nono.errors import AspNonoError
from asp_nono.formats.source import MAX_SIDE
from benchmarks.plan import Plan
from benchmarks.session import BAD_INPUT, INTERRUPTED, Session

_LONGEST = 1e7
"""The greatest limit in seconds: about four months."""

_LARGEST = 1 << 30
"""The greatest limit in MiB: a pebibyte."""


class _Sides(click.ParamType[tuple[int, ...]]):
    """Sizes of puzzles with commas between them."""

    name = "sides"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        """The sizes in growing order, each once."""
        if isinstance(value, tuple):
            return value
        words = str(value).split(",")
        if not all(re.fullmatch("[0-9]{1,4}", w) and 1 <= int(w) <= MAX_SIDE for w in words):
            self.fail(f"{value!r}; expected numbers from 1 to {MAX_SIDE}, as 25,50", param, ctx)
        return tuple(sorted(set(map(int, words))))


def _number(name: str, default: int, least: int, text: str) -> Callable[..., Any]:
    """An option that is a number with a default."""
    kind = click.IntRange(least)
    return click.option(name, type=kind, default=default, show_default=True, metavar="N", help=text)


@click.command("benchmarks", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("named", nargs=-1, metavar="FOLDER_OR_FILE...")
@click.option(
    "--recipe",
    "recipes",
    multiple=True,
    default=(DEFAULT,),
    metavar="NAME",
    help=f"Measure asp-nono with this recipe (default: {DEFAULT}); may be repeated.",
)
@click.option("--each", is_flag=True, help="One process for each puzzle instead of one for all.")
@click.option(
    "--against",
    multiple=True,
    metavar="COMMAND",
    help="Measure another solver, too: its command, with {file} for the puzzle's file.",
)
@_number("--runs", 3, 1, "Measure everything N times.")
@click.option(
    "--time-limit",
    type=click.FloatRange(0, _LONGEST, min_open=True),
    metavar="SECONDS",
    help="Give up on a puzzle after so long, grounding included.",
)
@click.option(
    "--memory-limit",
    type=click.IntRange(1, _LARGEST),
    metavar="MIB",
    help="Bound the memory of each process.",
)
@click.option(
    "--jsonl",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write each measurement to FILE as a line of JSON.",
)
@click.option("--scaling", is_flag=True, help="Measure generated puzzles of growing size.")
@click.option(
    "--sides",
    type=_Sides(),
    default="25,50,100,200,300,400",
    show_default=True,
    metavar="N,N,...",
    help="With --scaling: the numbers of rows and of columns.",
)
@_number("--puzzles", 3, 1, "With --scaling: so many puzzles of each size.")
@_number("--seed", 1, 0, "With --scaling: the seed of the first of them.")
@click.option("--profile", is_flag=True, help="Show what each stage of the work takes.")
def command(**options: Any) -> int:  # noqa: ANN401 - each goes to the field of its name
    """Measure how long it takes to decide whether puzzles have exactly one solution.

    Each folder is a set of puzzles and has a table of its own; files named by themselves are one
    set. asp-nono works through a set in one process, or with --each in one process for each
    puzzle (asp-nono check FILE). Another solver, with --against, has one process for each puzzle,
    in turns with asp-nono. docs/benchmarks.md says what the figures mean.

    \b
      python -m benchmarks instances/pictures/
      python -m benchmarks --recipe order --recipe starts --time-limit 10 instances/
      python -m benchmarks --against 'pbnsolve -u -b {file}' --time-limit 60 folder/
      python -m benchmarks --scaling
      python -m benchmarks --profile instances/pictures/bicycle.xml

    Exit status: 0 done, 1 two verdicts on a puzzle differ, 2 bad input, 130 interrupted.
    """
    return Session(Plan(**options)).run()


def main() -> None:
    """Run the command line; errors of the user's are one line and exit status 2."""
    try:
        status = command.main(prog_name="python -m benchmarks", standalone_mode=False)
    except click.ClickException as error:
        say(f"benchmarks: {error.format_message()} (see python -m benchmarks --help)", err=True)
        status = BAD_INPUT
    except AspNonoError as error:
        say(f"benchmarks: {error}", err=True)
        status = BAD_INPUT
    except (click.Abort, KeyboardInterrupt):
        status = INTERRUPTED
    sys.exit(status or 0)
