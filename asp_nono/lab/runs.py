"""The runs of a file of results, as values; those whose seal is broken are told apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from asp_nono.lab.known import UNKNOWN, VERDICTS, Range
from asp_nono.lab.outcome import Outcome
from asp_nono.lab.store import ABOUT, RUNS, Store, from_row, seal

Puzzle = tuple[str, str]
"""A puzzle as reports know it: its set and its name there."""


@dataclass(frozen=True)
class Run:
    """A recorded run.

    Attributes:
        key: Its key in the file.
        label: Who.
        puzzle: On what.
        task: What was to be found out.
        repetition: Which time it was, from 1.
        seed: For clingo.
        limit: Seconds that it was given, on the clock or of CPU time; None for no limit.
        cells: How many cells the puzzle has.
        known: How many solutions the puzzle is known to have.
        outcome: What came of it.
    """

    key: str
    label: str
    puzzle: Puzzle
    task: str
    repetition: int
    seed: int
    limit: float | None
    cells: int
    known: Range
    outcome: Outcome

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
        broken: The runs that were changed after they had been recorded: who, on what.
        machines: The facts of every machine, as JSON.
        plans: The plans, as TOML, with their names.
    """

    path: Path
    runs: Sequence[Run]
    broken: Sequence[str]
    machines: Sequence[str]
    plans: Sequence[tuple[str, str]]


def load(path: Path) -> Results:
    """Read a file of results.

    Raises:
        PuzzleError: If it is none.
    """
    runs, broken = [], []
    with Store(path) as store:
        for row in store.rows(RUNS):
            columns = dict(row)
            about = [columns.pop(name) for name in ABOUT]
            size = [columns.pop(name) for name in ("width", "height", "colors")]
            if seal(columns, about) != row["seal"]:
                broken.append(f"{row['label']} on {row['set_name']}/{row['instance_name']}")
                continue
            puzzle = (row["set_name"], row["instance_name"])
            known = Range(row["known_low"], row["known_high"])
            limit = row["time_limit"] or row["cpu_limit"]
            which = (row["task"], row["repetition"], row["seed"], limit)
            cells = size[0] * size[1]
            runs.append(Run(row["key"], row["label"], puzzle, *which, cells, known, from_row(row)))
        machines = [row["facts"] for row in store.rows("SELECT facts FROM machine")]
        plans = [(row["name"], row["text"]) for row in store.rows("SELECT * FROM plan")]
    return Results(path, runs, broken, machines, plans)
