"""The runs of a file of results, as values; those whose seal is broken are told apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from sqlite3 import Row
from typing import Any

from asp_nono.lab.known import UNKNOWN, VERDICTS, Range
from asp_nono.lab.outcome import Outcome
from asp_nono.lab.store import ABOUT, COLUMNS, RUNS, Store, from_row, seal
from asp_nono.lab.versions import limits, versions

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
    "number": "number",
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
        limit: Seconds that it was given on the clock of the wall; None for no limit.
        known: How many solutions the puzzle is known to have.
        outcome: What came of it.
        about: All else that is recorded of it, see `DESCRIPTION`.
        cpu_limit: CPU seconds that it was given; None for no limit.
    """

    label: str
    puzzle: Puzzle
    task: str
    repetition: int
    limit: float | None
    known: Range
    outcome: Outcome
    about: Mapping[str, Any] = field(default_factory=dict)
    cpu_limit: float | None = None

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
        rows = list(store.rows(RUNS))
        names = _Names(rows)
        for row in rows:
            sealed = {name: row[name] for name in COLUMNS}
            whole = seal(sealed, [row[name] for name in ABOUT]) == row["seal"]
            (sound if whole else broken).append(_run(row, names))
        machines = [row["facts"] for row in store.rows("SELECT facts FROM machine")]
        plans = [(row["name"], row["text"]) for row in store.rows("SELECT * FROM plan")]
    return Results(path, sound, broken, machines, plans)


class _Names:
    """The names of competitors, puzzles and tasks, which stay apart if one was changed."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._labels = versions((row["label"], row["identity"]) for row in rows)
        self._puzzles = versions(map(_puzzle, rows))
        several = Counter(task for task, _ in {(row["task"], _limits(row)) for row in rows})
        self._limited = {task for task, number in several.items() if number > 1}

    def label(self, row: Row) -> str:
        """The competitor."""
        return self._labels[row["label"], row["identity"]]

    def puzzle(self, row: Row) -> Puzzle:
        """The set, and the puzzle in it."""
        some = row["set_name"]
        return some, self._puzzles[_puzzle(row)].removeprefix(f"{some}/")

    def task(self, row: Row) -> str:
        """The task, with its limits if the file holds runs of it with others, too."""
        task = str(row["task"])
        return f"{task} within {limits(*_limits(row))}" if task in self._limited else task


def _puzzle(row: Row) -> tuple[str, str]:
    return f"{row['set_name']}/{row['instance_name']}", row["instance_hash"]


def _limits(row: Row) -> tuple[float | None, float | None, int | None]:
    return row["time_limit"], row["cpu_limit"], row["memory_limit"]


def _run(row: Row, names: _Names) -> Run:
    return Run(
        label=names.label(row),
        puzzle=names.puzzle(row),
        task=names.task(row),
        repetition=row["repetition"],
        limit=row["time_limit"],
        known=Range(row["known_low"], row["known_high"]),
        outcome=from_row(row),
        about={name: row[column] for name, column in DESCRIPTION.items()},
        cpu_limit=row["cpu_limit"],
    )
