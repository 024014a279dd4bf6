"""What is measured, as values, and as lines of JSON that are written as they come."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import TextIO

from benchmarks.solvers import Mode


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """One puzzle given to one solver once.

    Attributes:
        set, file, puzzle: Which puzzle it is; `puzzle` counts those of the file from 1.
        solver: The name of the solver.
        recipe: Its recipe, if it is asp-nono.
        mode: How many processes it takes.
        run: Which run it was, from 1.
        decided: Whether it came to an end by itself, with a verdict or, for a solver of other
            people, with exit status 0.
        late: Whether the time limit ended it.
        verdict: What asp-nono says; None for other solvers, whose output is not read.
        technique: What asp-nono needed: "line", "depth-1", "depth-2" or "search".
        reason: Why there is no solution, or why the puzzle is not decided.
        cpu, wall: Seconds; for `each` those of the whole process, else those that the puzzle took
            within the process, reading included.
        read_seconds, line_seconds, ground_seconds: Wall-clock seconds of them, where known.
        peak_bytes: Peak memory of the process, up to then if it goes on.
    """

    set: str
    file: str
    puzzle: int
    solver: str
    recipe: str | None
    mode: Mode
    run: int
    decided: bool
    late: bool = False
    verdict: str | None = None
    technique: str | None = None
    reason: str = ""
    cpu: float
    wall: float
    read_seconds: float | None = None
    line_seconds: float | None = None
    ground_seconds: float | None = None
    peak_bytes: int

    @property
    def name(self) -> str:
        """The puzzle's name, in which its set is not repeated."""
        short = self.file.removeprefix(f"{self.set}/")
        return short if self.puzzle == 1 else f"{short} #{self.puzzle}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """All puzzles of a set given to one solver once.

    Attributes:
        set, solver, recipe, mode, run: As in `Measurement`.
        puzzles: How many puzzles the set has.
        processes: How many processes it took; more than one in the mode of one process if limits
            ended some.
        cpu, wall: Seconds of all processes, start-up included.
        peak_bytes: Peak memory of the largest of them.
    """

    set: str
    solver: str
    recipe: str | None
    mode: Mode
    run: int
    puzzles: int
    processes: int
    cpu: float
    wall: float
    peak_bytes: int


Record = Measurement | Whole

_KINDS = {Measurement: "puzzle", Whole: "set run"}


def _rounded(values: Mapping[str, object]) -> dict[str, object]:
    """Seconds to the microsecond: nobody measures better than that."""
    return {
        key: round(value, 6) if isinstance(value, float) else value for key, value in values.items()
    }


@dataclass(slots=True)
class Log:
    """All that has been measured, in order.

    Attributes:
        file: Where each record is also written, at once, as a line of JSON.
        smallest_peak: Peaks of so many bytes say nothing: they are those of the launcher.
    """

    file: TextIO | None = None
    smallest_peak: int = 0
    measurements: list[Measurement] = field(default_factory=list)
    wholes: list[Whole] = field(default_factory=list)

    def add(self, record: Record) -> None:
        """Keep and write a record."""
        if isinstance(record, Measurement):
            self.measurements.append(record)
        else:
            self.wholes.append(record)
        self.write(_KINDS[type(record)], _rounded(asdict(record)))

    def write(self, kind: str, words: Mapping[str, object]) -> None:
        """Write a line that nobody here reads again."""
        if self.file:
            self.file.write(json.dumps({"kind": kind, **words}, ensure_ascii=False) + "\n")
            self.file.flush()
