"""Recorded runs that a person can read, without running anything."""

from __future__ import annotations

from pathlib import Path

from asp_nono.lab.known import UNKNOWN, Range
from asp_nono.lab.outcome import Outcome, Status
from asp_nono.lab.runs import Results, Run

LIMIT = 10.0


def run(
    label: str,
    puzzle: str,
    cpu: float = 1.0,
    status: Status = "unique",
    *,
    task: str = "unique",
    repetition: int = 1,
    known: Range = UNKNOWN,
    models: int | None = None,
    exhausted: bool = False,
    solutions: tuple[str, ...] = (),
    rules: int = 100,
) -> Run:
    """A run; it takes twice as long on the wall."""
    outcome = Outcome(
        status=status,
        message="" if status in ("unique", "multiple", "none", "found") else "what went wrong",
        models=models,
        exhausted=exhausted,
        cpu=cpu,
        wall=2 * cpu,
        ground_wall=0.25 * cpu,
        ground_cpu=0.25 * cpu,
        solve_cpu=0.5 * cpu,
        peak_bytes=50 << 20,
        rules=rules,
        solutions=solutions,
    )
    name = tuple(puzzle.split("/", 1))
    assert len(name) == 2
    return Run(label, (name[0], name[1]), task, repetition, LIMIT, known, outcome)


def results(*runs: Run, broken: tuple[Run, ...] = ()) -> Results:
    """A file of results that holds these."""
    return Results(Path("drawn.db"), runs, broken, (), (("drawn", "name = 'drawn'\n"),))


def two(slow: float = 2.0) -> list[Run]:
    """Two competitors on eight puzzles; `b` is so many times as slow, and fails once."""
    found = []
    for number in range(8):
        puzzle = f"{'easy' if number < 4 else 'hard'}/p{number}"
        found.append(run("a", puzzle, 1.0 + number / 10))
        late = number == 7
        status: Status = "time-out" if late else "unique"
        found.append(run("b", puzzle, LIMIT if late else slow * (1 + number / 10), status))
    return found
