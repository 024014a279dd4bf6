"""How many solutions a puzzle can have: ranges, their agreement, and lists of what is known."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from asp_nono.errors import PuzzleError
from asp_nono.formats.source import quoted


class Range(NamedTuple):
    """From `low` to `high` solutions; None for no bound."""

    low: int
    high: int | None

    def __str__(self) -> str:
        if self.low == self.high:
            return f"{self.low} solution{'' if self.low == 1 else 's'}"
        if self.high is None:
            return f"at least {self.low} solution{'' if self.low == 1 else 's'}"
        return f"{self.low} to {self.high} solutions"


UNKNOWN = Range(0, None)

VERDICTS = {
    "found": Range(1, None),
    "unique": Range(1, 1),
    "multiple": Range(2, None),
    "none": Range(0, 0),
}
"""What verdicts say of the number of solutions."""

_INDEX = "index.toml"
_UP = 2
"""So far above a puzzle the list of what is known can lie."""


def agree(ranges: Iterable[Range]) -> bool:
    """Whether there is a number of solutions that fits all of them."""
    some = list(ranges)
    low = max((one.low for one in some), default=0)
    high = min((one.high for one in some if one.high is not None), default=low)
    return low <= high


def known_beside(path: Path) -> dict[str, Range]:
    """What an `index.toml` in the folder of a puzzle, or one above, says; often nothing."""
    for folder in path.resolve().parents[:_UP]:
        if (folder / _INDEX).is_file():
            return _index(folder / _INDEX)
    return {}


@cache
def _index(path: Path) -> dict[str, Range]:
    """A list that lies beside puzzles by chance is nothing to complain about."""
    try:
        return read_known(path)
    except PuzzleError:
        return {}


def read_known(path: Path) -> dict[str, Range]:
    """What a list says of puzzle files, by path.

    A list in TOML has tables `[[puzzle]]` with `file` and `solutions`, as `instances/index.toml`;
    any other is a table with tabs between the columns, of which `file` and `verdict` count.

    Raises:
        PuzzleError: If it cannot be read.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise PuzzleError(f"cannot be read: {reason}", path=str(path)) from None
    return _of_toml(text, path) if path.suffix == ".toml" else _of_table(text, path)


def _of_toml(text: str, path: Path) -> dict[str, Range]:
    try:
        entries = tomllib.loads(text).get("puzzle", [])
    except tomllib.TOMLDecodeError as error:
        raise PuzzleError(f"is not TOML: {error}", path=str(path)) from None
    found = {}
    for entry in entries if isinstance(entries, list) else []:
        match entry:
            case {"file": str(file), "solutions": int(number)} if number >= 0:
                found[file] = Range(number, number)
    return found


def _of_table(text: str, path: Path) -> dict[str, Range]:
    rows = csv.DictReader(text.splitlines(), delimiter="\t")
    if not {"file", "verdict"} <= set(rows.fieldnames or ()):
        reason = "expected a table with tabs and the columns file and verdict"
        raise PuzzleError(reason, path=str(path))
    found = {}
    for number, row in enumerate(rows, 2):
        file, verdict = row["file"] or "", row["verdict"] or ""
        if verdict not in (*VERDICTS, "unknown", "undecided"):
            reason = f"verdict {quoted(verdict)}; expected {', '.join(VERDICTS)} or unknown"
            raise PuzzleError(reason, path=str(path), where=(f"line {number}",))
        found[file] = VERDICTS.get(verdict, UNKNOWN)
    return found
