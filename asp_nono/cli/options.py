"""Options that several commands share, each declared once and handed over in bundles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, wraps
from math import isnan
from pathlib import Path
from typing import Any

import click

from asp_nono.asp.recipes import DEFAULT, Recipe, recipe, recipe_of
from asp_nono.errors import PuzzleError
from asp_nono.run.limits import Limits

_LONGEST = 10 * 365 * 24 * 3600.0
_LARGEST = 1 << 30
"""Limits beyond ten years or a pebibyte are none."""

Command = Callable[..., Any]
Decorator = Callable[[Command], Command]


@dataclass(frozen=True, slots=True)
class Which:
    """Which puzzles of a file are meant.

    Attributes:
        number: Only this one, counted from 1; None for all.
        form: Name of the format to read files in; None to recognise it.
    """

    number: int | None
    form: str | None


@dataclass(frozen=True, slots=True)
class Search:
    """How solutions are searched for.

    Attributes:
        recipe: How a puzzle is told to clingo.
        limits: What a search may take.
        saved: Begin with this picture saved in the file, counted from 1.
    """

    recipe: Recipe
    limits: Limits
    saved: int | None


def bundle(name: str, make: Callable[..., object], parts: dict[str, Decorator]) -> Decorator:
    """Declare options, and hand what `make` makes of them to the command as `name`."""

    def decorate(command: Command) -> Command:
        @wraps(command)
        def gather(**values: object) -> object:
            values[name] = make(**{part: values.pop(part) for part in parts})
            return command(**values)

        wrapped: Command = gather
        for option in reversed(parts.values()):
            wrapped = option(wrapped)
        return wrapped

    return decorate


files = click.argument("files", metavar="FILE...", nargs=-1, required=True)
"""Puzzle files, folders of them, or - for standard input."""

_WHICH: dict[str, Decorator] = {
    "number": click.option(
        "--puzzle",
        "number",
        type=click.IntRange(1),
        metavar="N",
        help="Take only puzzle N of a file that holds several.",
    ),
    "form": click.option(
        "--from",
        "form",
        metavar="FORMAT",
        help="Read files as FORMAT instead of recognising it by their content; the formats are "
        "listed by `asp-nono convert --help`.",
    ),
}

_RECIPE: dict[str, Decorator] = {
    "recipe_name": click.option(
        "--recipe",
        "recipe_name",
        metavar="NAME",
        help=f"Encodings, hints and options by name (default: {DEFAULT}); see `encodings list`.",
    ),
    "encodings": click.option(
        "--encoding",
        "encodings",
        multiple=True,
        metavar="FILE.lp",
        type=click.Path(path_type=Path),
        help="Encodings of your own instead of a recipe; may be repeated.",
    ),
    "hints": click.option(
        "--hints",
        metavar="LEVEL",
        help="What line logic may tell the encoding: none, bounds, line or probe.",
    ),
}

_SAVED: dict[str, Decorator] = {
    "saved": click.option(
        "--from-saved",
        "saved",
        type=click.IntRange(1),
        metavar="N",
        help="Begin with the Nth picture saved in the file; its cells are given.",
    ),
}

_LIMITS: dict[str, Decorator] = {
    "seconds": click.option(
        "--time-limit",
        "seconds",
        type=click.FloatRange(0, min_open=True),
        metavar="SECONDS",
        help="Give up on a puzzle after so long, grounding included.",
    ),
    "megabytes": click.option(
        "--memory-limit",
        "megabytes",
        type=click.IntRange(1),
        metavar="MIB",
        help="Give up on a puzzle when the search needs more memory.",
    ),
}


def _recipe(
    recipe_name: str | None, encodings: tuple[Path, ...], hints: str | None, *, bare: bool = False
) -> Recipe:
    if recipe_name and encodings:
        raise PuzzleError("--recipe and --encoding exclude each other; choose one")
    if not encodings:
        return recipe(recipe_name or DEFAULT).with_deductions(hints)
    found = recipe_of(encodings, bare=bare).with_deductions(hints)
    found.encodings()  # a faulty header is told even where line logic would be enough
    return found


def _search(
    recipe_name: str | None,
    encodings: tuple[Path, ...],
    hints: str | None,
    seconds: float | None,
    megabytes: int | None,
    saved: int | None,
) -> Search:
    limits = _limits(seconds, megabytes)
    return Search(_recipe(recipe_name, encodings, hints), limits, saved)


def _limits(seconds: float | None, megabytes: int | None) -> Limits:
    if seconds is not None and isnan(seconds):
        raise PuzzleError("--time-limit nan; expected a number of seconds")
    return Limits(
        None if seconds is None or seconds > _LONGEST else seconds,
        None if megabytes is None or megabytes > _LARGEST else megabytes,
    )


which = bundle("which", Which, _WHICH)
"""--puzzle and --from, as a `Which`."""

told = bundle("told", _recipe, _RECIPE)
"""--recipe, --encoding and --hints, as a `Recipe`."""

told_bare = bundle("told", partial(_recipe, bare=True), _RECIPE)
"""The same; encodings need no header."""

search = bundle("search", _search, _RECIPE | _LIMITS | _SAVED)
"""The same, limits and --from-saved, as a `Search`."""

limits = bundle("limits", _limits, _LIMITS)
"""--time-limit and --memory-limit, as `Limits`."""

from_saved = _SAVED["saved"]
"""--from-saved alone."""

json = click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print one JSON object per puzzle and line; see docs/json.md.",
)

jobs = click.option(
    "--jobs",
    type=click.IntRange(1),
    default=1,
    metavar="N",
    help="Work on N puzzles at once, each in a process of its own.",
)
"""--jobs."""

cluster = click.option(
    "--cluster",
    "address",
    metavar="ADDRESS",
    help="Work on a Dask cluster: HOST:PORT of its scheduler, local:N or slurm:N for a new one.",
)
"""--cluster."""
