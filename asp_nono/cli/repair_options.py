"""What a repair may change, and where it goes: the options of `asp-nono repair`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePath
from typing import Literal, TypeAlias

import click

from asp_nono.cli.looks import Look
from asp_nono.cli.options import bundle
from asp_nono.design.edit import Area, Terms
from asp_nono.errors import PuzzleError
from asp_nono.formats.source import MAX_BYTES

Means: TypeAlias = Literal["picture", "reveal", "unblot"]
"""By what a puzzle is repaired: another picture, cells that are given, numbers that are shown."""


_ALTERNATIVES = 3
_UP_TO = 8


@dataclass(frozen=True, slots=True)
class Asked:
    """What is wanted of a repair.

    Attributes:
        means: By what the puzzle is repaired.
        line: Whether line logic alone must find the solution.
        alternatives: How many repairs of the picture are wanted.
    """

    means: Means
    line: bool
    alternatives: int


@dataclass(frozen=True, slots=True)
class Target:
    """Where the repaired puzzle, and a drawing of what was changed, are written to."""

    output: str | None
    drawing: str | None


def _area(text: str) -> Area:
    """The columns and rows of `3-7,2-9`; `3,2` is a single cell."""
    found = re.fullmatch(r"(\d{1,5})(?:-(\d{1,5}))?,(\d{1,5})(?:-(\d{1,5}))?", text, re.ASCII)
    if not found:
        raise PuzzleError(f"--region {text}; expected columns and rows, as 3-7,2-9")
    left, right, top, bottom = found.groups()
    return Area(int(left), int(top), int(right or left), int(bottom or top))


def _weights(file: str) -> tuple[tuple[int, ...], ...]:
    """The digits of a file, a line for each row."""
    try:
        with open(file, "rb") as stream:  # noqa: PTH123 - a name that no path can be is an OSError
            text = stream.read(MAX_BYTES)
    except (OSError, ValueError):
        raise PuzzleError("cannot be read", path=file) from None
    rows = text.decode("ascii", "replace").split()
    for number, row in enumerate(rows, 1):
        if not re.fullmatch("[0-9]+", row):
            reason = "expected a digit for each cell: its cost, 0 for a cell that must not change"
            raise PuzzleError(reason, path=file, where=(f"line {number}",))
    if not rows:
        raise PuzzleError("expected a line of digits for each row", path=file)
    return tuple(tuple(map(int, row)) for row in rows)


def _asked(line: bool, reveal: bool, unblot: bool, alternatives: int | None) -> Asked:
    if reveal and unblot:
        raise PuzzleError("--reveal and --unblot exclude each other; choose one")
    means: Means = "reveal" if reveal else "unblot" if unblot else "picture"
    if means != "picture" and (line or alternatives is not None):
        option = "--line-solvable" if line else "--alternatives"
        raise PuzzleError(f"{option} is for repairs of the picture; --{means} leaves it as it is")
    return Asked(means, line, alternatives or _ALTERNATIVES)


def _terms(
    up_to: int | None,
    region: tuple[str, ...],
    weights: str | None,
    protect: str | None,
    symmetric: bool,
) -> Terms | None:
    terms = Terms(
        _UP_TO if up_to is None else up_to,
        tuple(map(_area, region)),
        None if weights is None else _weights(weights),
        outline=protect is not None,
        symmetric=symmetric,
    )
    return None if up_to is None and terms == Terms(_UP_TO) else terms


def _target(output: str | None, drawing: str | None) -> Target:
    if drawing is not None and Look(pattern=drawing).kind == "txt":
        raise PuzzleError(f"--drawing {drawing}: the difference is drawn as .svg, .png or .pdf")
    for option, name in (("--output", output), ("--drawing", drawing)):
        if name is not None and "%" in name.replace("%d", ""):
            raise PuzzleError(f"{option} {name}: a % that is not %d; %d is the repair's number")
    if output is not None and PurePath(output).suffix.lower() in (".svg", ".png", ".pdf"):
        raise PuzzleError(f"--output {output}: puzzles are drawn with --drawing {output}")
    return Target(output, drawing)


asked = bundle(
    "asked",
    _asked,
    {
        "line": click.option(
            "--line-solvable",
            "line",
            is_flag=True,
            help="Repair until line logic alone finds the solution.",
        ),
        "reveal": click.option(
            "--reveal",
            is_flag=True,
            help="Leave the picture: find the fewest cells to be given from the start.",
        ),
        "unblot": click.option(
            "--unblot",
            is_flag=True,
            help="Leave the picture: find the fewest blotted numbers to be shown.",
        ),
        "alternatives": click.option(
            "--alternatives",
            type=click.IntRange(1, 100),
            metavar="N",
            help=f"How many repairs to show, the best first; {_ALTERNATIVES} is the default.",
        ),
    },
)
"""--line-solvable, --reveal, --unblot and --alternatives, as `Asked`."""

terms = bundle(
    "terms",
    _terms,
    {
        "up_to": click.option(
            "--up-to",
            type=click.IntRange(0, 10_000),
            metavar="K",
            help=f"Look for repairs that change up to K cells (or cost so much); {_UP_TO} is the "
            "default.",
        ),
        "region": click.option(
            "--region",
            multiple=True,
            metavar="X-X,Y-Y",
            help="Change only cells in these columns and rows, as 3-7,2-9; may be repeated.",
        ),
        "weights": click.option(
            "--weights",
            metavar="FILE",
            help="What a change of each cell costs: a text file with a row of digits for each "
            "row; 0 for a cell that must not change.",
        ),
        "protect": click.option(
            "--protect",
            type=click.Choice(["outline"]),
            help="Cells on the outline of the figure cost three times as much.",
        ),
        "symmetric": click.option(
            "--keep-symmetry",
            "symmetric",
            is_flag=True,
            help="Change only so that the picture keeps the symmetries that it has.",
        ),
    },
)
"""--up-to, --region, --weights, --protect and --keep-symmetry, as `Terms`; None if none is used."""

target = bundle(
    "target",
    _target,
    {
        "output": click.option(
            "--output",
            metavar="FILE",
            help="Write the repaired puzzle, in the format of the file's ending; with %d in the "
            "name, one file for each repair.",
        ),
        "drawing": click.option(
            "--drawing",
            metavar="FILE",
            help="Draw what is changed; FILE.svg, .png or .pdf, with %d one for each repair.",
        ),
    },
)
"""--output and --drawing, as `Target`."""
