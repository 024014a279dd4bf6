"""Recorded runs that a person can read, without running anything."""

from collections.abc import Iterable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from asp_nono.cli.lab import show
from asp_nono.lab.instances import UNKNOWN, Range
from asp_nono.lab.report import Table
from asp_nono.lab.run import RunOutcome, Status
from asp_nono.lab.store import Results, Run

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
    about: dict[str, Any] | None = None,
    **more: object,
) -> Run:
    """A run in the matched set of its puzzle and repetition; it takes twice as long on the wall."""
    solved = status in ("unique", "multiple", "none", "found", "done")
    values = {
        "status": status,
        "message": "" if solved else "what went wrong",
        "cpu": cpu,
        "wall": 2 * cpu,
        "ground_wall": 0.25 * cpu,
        "ground_cpu": 0.25 * cpu,
        "solve_cpu": 0.5 * cpu,
        "peak_bytes": 50 << 20,
        "rules": 100,
        "window": f"{puzzle}-{repetition}",
    }
    outcome = RunOutcome(**{**values, **more})  # type: ignore[arg-type] # of any field
    some, _, name = puzzle.partition("/")
    content = {"puzzle_hash": puzzle, "number": 1, "task": task, **(about or {})}
    return Run(label, (some, name), task, repetition, LIMIT, known, outcome, content)


def results(*runs: Run) -> Results:
    """A file of results that holds these."""
    return Results(Path("drawn.db"), runs, (), (("drawn", "name = 'drawn'\n"),))


def two(slow: float = 2.0, many: int = 8) -> list[Run]:
    """Two systems on some puzzles; `b` is slower by a factor, and fails at the last one."""
    found = []
    for number in range(many):
        puzzle = f"{'easy' if number < 4 else 'hard'}/p{number}"
        found.append(run("a", puzzle, 1.0 + number / 10))
        late = number == many - 1
        status: Status = "time-out" if late else "unique"
        found.append(run("b", puzzle, LIMIT if late else slow * (1 + number / 10), status))
    return found


SHARED = {"process": "shared"}


def contest() -> list[Run]:
    """Three repetitions: ours shared, 1, 2, 3 s for a, 10 s for b, 4 s of start; theirs 2 and 5."""
    found = []
    for n in (1, 2, 3):
        found += [
            run("shared", "set/a", n, repetition=n, about=SHARED, technique="line", start_cpu=4.0),
            run("shared", "set/b", 10, repetition=n, about=SHARED, technique="search"),
            run("own", "set/a", 2 * n, repetition=n, technique="line"),
            run("own", "set/b", 20, repetition=n, technique="search"),
            run("other", "set/a", 2, "done", repetition=n),
            run("other", "set/b", 5, "done", repetition=n),
        ]
    return found


def lines(parts: Iterable[str | Table]) -> list[str]:
    """The lines of a report as they are printed."""
    with redirect_stdout(StringIO()) as printed:
        show(parts)
    return printed.getvalue().splitlines()
