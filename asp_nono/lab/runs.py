"""The runs of a file of results, as values; those whose seal is broken are told apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from sqlite3 import Row
from typing import Any

from asp_nono.lab.known import UNKNOWN, VERDICTS, Range
from asp_nono.lab.outcome import Outcome
from asp_nono.lab.store import ABOUT, COLUMNS, RUNS, Store, from_row, seal

Puzzle = tuple[str, str]
"""A puzzle as reports know it: its set and its name there."""


DESCRIPTION = {
    "key": "key",
    "competitor": "label",
    "recipe": "recipe",
    "hints": "hints",
    "options": "options",
    "encoding_hash": "encoding_hash",
    "set": "set_name",
    "puzzle": "instance_name",
    "puzzle_hash": "instance_hash",
    "width": "width",
    "height": "height",
    "colors": "colors",
    "known_low": "known_low",
    "known_high": "known_high",
    "task": "task",
    "repetition": "repetition",
    "seed": "seed",
    "time_limit": "time_limit",
    "cpu_limit": "cpu_limit",
    "memory_limit": "memory_limit",
    "machine": "machine",
}
"""What says what was run, and the columns of the file that it stands in."""


@dataclass(frozen=True)
class Run:
    """A recorded run.

    Attributes:
        label: Who.
        puzzle: On what.
        task: What was to be found out.
        repetition: Which time it was, from 1.
        limit: Seconds that it was given, on the clock or of CPU time; None for no limit.
        known: How many solutions the puzzle is known to have.
        outcome: What came of it.
        about: All else that is recorded of it, see `DESCRIPTION`.
    """

    label: str
    puzzle: Puzzle
    task: str
    repetition: int
    limit: float | None
    known: Range
    outcome: Outcome
    about: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def claims(self) -> Range:
        """How many solutions the puzzle has if this run tells the truth."""
        outcome = self.outcome
        if outcome.status == "wrong":
            return UNKNOWN
        if outcome.models is not None and outcome.status != "error":
            shown = len(set(outcome.solutions))
            low = max(outcome.models, shown)
            exact = outcome.exhausted and outcome.solved
            return Range(low, low if exact else None)
        return VERDICTS.get(outcome.status, UNKNOWN)


@dataclass(frozen=True)
class Results:
    """A file of results.

    Attributes:
        path: The file.
        runs: Its sound runs, in the order of recording.
        broken: The runs that were changed after they had been recorded.
        machines: The facts of every machine, as JSON.
        plans: The plans, as TOML, with their names.
    """

    path: Path
    runs: Sequence[Run]
    broken: Sequence[Run] = ()
    machines: Sequence[str] = ()
    plans: Sequence[tuple[str, str]] = ()


def load(path: Path) -> Results:
    """Read a file of results.

    Raises:
        PuzzleError: If it is none.
    """
    sound: list[Run] = []
    broken: list[Run] = []
    with Store(path) as store:
        for row in store.rows(RUNS):
            sealed = {name: row[name] for name in COLUMNS}
            whole = seal(sealed, [row[name] for name in ABOUT]) == row["seal"]
            (sound if whole else broken).append(_run(row))
        machines = [row["facts"] for row in store.rows("SELECT facts FROM machine")]
        plans = [(row["name"], row["text"]) for row in store.rows("SELECT * FROM plan")]
    return Results(path, sound, broken, machines, plans)


def _run(row: Row) -> Run:
    return Run(
        label=row["label"],
        puzzle=(row["set_name"], row["instance_name"]),
        task=row["task"],
        repetition=row["repetition"],
        limit=row["time_limit"] or row["cpu_limit"],
        known=Range(row["known_low"], row["known_high"]),
        outcome=from_row(row),
        about={name: row[column] for name, column in DESCRIPTION.items()},
    )
