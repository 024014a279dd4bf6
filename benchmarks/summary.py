"""From records to the figures of a table: one row for each solver on a set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median

from asp_nono.lab.figures import Spread, extremes, par2, quartiles
from benchmarks.records import Log, Measurement, Whole

Key = tuple[str, int]
"""A puzzle: its file and its number there."""


@dataclass(frozen=True)
class Row:
    """What was measured of one solver on one set.

    A puzzle's time is the median of its runs; it counts as decided if it was in every run.

    Attributes:
        solver: The solver's name.
        runs: For each puzzle its measurements, one or more, in the order of the runs.
        wholes: The runs through the whole set that were finished.
    """

    solver: str
    runs: dict[Key, list[Measurement]]
    wholes: list[Whole]

    @cached_property
    def cpu(self) -> dict[Key, float]:
        """The CPU seconds of each puzzle."""
        return {key: median(m.cpu for m in some) for key, some in self.runs.items()}

    @cached_property
    def decided(self) -> set[Key]:
        """The puzzles that were decided."""
        return {key for key, some in self.runs.items() if all(m.decided for m in some)}

    @cached_property
    def timed(self) -> set[Key]:
        """The puzzles whose time means something: decided, or ended by the time limit."""
        return {key for key, some in self.runs.items() if all(m.decided or m.late for m in some)}

    @property
    def by_line(self) -> float | None:
        """The share of puzzles that line logic alone decides; None if nobody says so."""
        techniques = [some[0].technique for some in self.runs.values()]
        if all(some[0].recipe is None for some in self.runs.values()):
            return None
        return techniques.count("line") / len(techniques)

    @property
    def total(self) -> Spread:
        """CPU seconds for the whole set; while no run is finished, for the puzzles measured."""
        return extremes([whole.cpu for whole in self.wholes] or [sum(self.cpu.values())])

    @property
    def wall(self) -> Spread:
        """The same in wall-clock seconds."""
        measured = sum(median(m.wall for m in some) for some in self.runs.values())
        return extremes([whole.wall for whole in self.wholes] or [measured])

    @property
    def median(self) -> float:
        """The median CPU seconds of a puzzle."""
        return median(self.cpu.values())

    def par2(self, limit: float | None) -> float | None:
        """See `figures.par2`."""
        return par2(((time, key in self.decided) for key, time in self.cpu.items()), limit)

    @property
    def slowest(self) -> tuple[float, str]:
        """The most CPU seconds that a puzzle took, and its name."""
        key = max(self.cpu, key=lambda key: self.cpu[key])
        return self.cpu[key], self.runs[key][0].name

    @property
    def peak(self) -> int:
        """Peak memory in bytes, the largest of any process."""
        return max(m.peak_bytes for some in self.runs.values() for m in some)

    @property
    def undecided(self) -> list[Measurement]:
        """A measurement of each puzzle that was not decided."""
        return [
            next(m for m in some if not m.decided)
            for key, some in self.runs.items()
            if key not in self.decided
        ]


def rows(log: Log, name: str) -> list[Row]:
    """The rows of a set, in the order in which the solvers first came up."""
    found: dict[str, Row] = {}
    for measurement in log.measurements:
        if measurement.set == name:
            row = found.setdefault(measurement.solver, Row(measurement.solver, {}, []))
            row.runs.setdefault((measurement.file, measurement.puzzle), []).append(measurement)
    for whole in log.wholes:
        if whole.set == name:
            found[whole.solver].wholes.append(whole)
    return list(found.values())


@dataclass(frozen=True, slots=True)
class Ratio:
    """Our time as a part of theirs, both in CPU seconds unless something else is said.

    Attributes:
        puzzles: Over how many puzzles.
        total: The ratio of totals in the runs that both have finished; None if there are none.
        wall: The same of wall-clock seconds.
        each: The ratios puzzle by puzzle, their median and quartiles; each of them is the median
            over the runs. None where ours is one process, whose start belongs to no puzzle.
        medians: The ratio of the medians; None as before.
    """

    puzzles: int
    total: Spread | None
    wall: Spread | None
    each: Spread | None
    medians: float | None


def ratio(ours: Row, theirs: Row, over: set[Key]) -> Ratio:
    """Compare two rows over some of the puzzles that both have measured."""
    totals = [pair for pair in _pairs(ours, theirs, over, "cpu") if pair[1]]
    walls = [pair for pair in _pairs(ours, theirs, over, "wall") if pair[1]]
    single = all(m.mode == "each" for some in ours.runs.values() for m in some)
    each = [_puzzle(ours.runs[key], theirs.runs[key]) for key in over] if single else []
    known = [value for value in each if value is not None]
    middle = median(theirs.cpu[key] for key in over) if single and over else 0.0
    return Ratio(
        len(over),
        extremes([a / b for a, b in totals]) if totals else None,
        extremes([a / b for a, b in walls]) if walls else None,
        quartiles(known) if known else None,
        median(ours.cpu[key] for key in over) / middle if middle else None,
    )


def _pairs(ours: Row, theirs: Row, over: set[Key], what: str) -> list[tuple[float, float]]:
    """The totals of each run that both have finished, without the puzzles left out."""
    mine = {whole.run: whole for whole in ours.wholes}
    return [
        (_without(ours, mine[whole.run], over, what), _without(theirs, whole, over, what))
        for whole in theirs.wholes
        if whole.run in mine and over
    ]


def _without(row: Row, whole: Whole, over: set[Key], what: str) -> float:
    left_out = (
        m for key, some in row.runs.items() if key not in over for m in some if m.run == whole.run
    )
    rest: float = getattr(whole, what) - sum(getattr(m, what) for m in left_out)
    return rest


def _puzzle(ours: Sequence[Measurement], theirs: Sequence[Measurement]) -> float | None:
    """The median over the runs; None if theirs took no time that can be measured."""
    ratios = [a.cpu / b.cpu for a, b in zip(ours, theirs, strict=False) if b.cpu > 0]
    return median(ratios) if ratios else None


def contradictions(log: Log) -> list[str]:
    """Puzzles on which two of our own verdicts differ: one of them is wrong."""
    said: dict[tuple[str, int], dict[str, str]] = {}
    for m in log.measurements:
        if m.verdict and m.decided:
            said.setdefault((m.file, m.puzzle), {})[m.verdict] = f"{m.solver} (run {m.run})"
    return [
        f"{file} #{number}: " + ", ".join(f"{word} by {who}" for word, who in words.items())
        for (file, number), words in said.items()
        if len(words) > 1
    ]
