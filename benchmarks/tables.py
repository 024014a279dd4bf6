"""Tables as text, for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from textwrap import shorten

from asp_nono.lab.figures import Spread
from asp_nono.lab.words import columns, counted
from asp_nono.run.limits import Limits
from benchmarks.records import Log, Measurement
from benchmarks.sets import PuzzleSet
from benchmarks.solvers import Solver
from benchmarks.summary import Key, Row, ratio, rows

NOTHING = "-"
"""Stands where there is no such figure."""

_NAMED = 3
"""So many undecided puzzles are named."""

_MIB = 1 << 20

_SAME = 1.05
"""The peaks of programs that do nothing differ by less than this factor."""

HEAD = ("", "decided", "by line", "total", "min-max", "wall", "median", "PAR2", "MiB", "slowest")
RATIO_HEAD = (
    "",
    "puzzles",
    "total",
    "min-max",
    "wall",
    "min-max",
    "by puzzle",
    "quartiles",
    "of medians",
)


def seconds(value: float | None) -> str:
    """Seconds with about three digits that mean something."""
    return NOTHING if value is None else f"{value:.{_places(value)}f}"


def _places(value: float) -> int:
    return next((n for n, least in ((0, 100), (1, 10), (2, 1), (3, 0.1)) if value >= least), 4)


def between(spread: Spread | None) -> str:
    """How far something reaches."""
    return NOTHING if spread is None else f"{seconds(spread.low)}-{seconds(spread.high)}"


def mebibytes(count: int, smallest: int) -> str:
    """A number of bytes in MiB, of which those up to `smallest` cannot be told apart."""
    if count <= smallest * _SAME:
        return f"<{ceil(smallest * _SAME / _MIB)}"
    return f"{count / _MIB:.0f}"


def set_lines(log: Log, some: PuzzleSet, solvers: Sequence[Solver], limits: Limits) -> list[str]:
    """Everything about a set: its table, the ratios, and what must be known to read them."""
    found = rows(log, some.name)
    if not found:
        return [f"{some.name}: nothing was measured", ""]
    lines = [_title(some, found, limits)]
    lines += columns(
        HEAD, [_cells(row, len(some.entries), limits, log.smallest_peak) for row in found]
    )
    lines += [note for row in found for note in _notes(row, len(some.entries))]
    ours = [row for row in found if _is_ours(row, solvers)]
    for theirs in (row for row in found if row not in ours):
        lines += ["", *_ratios(ours, theirs)]
    return [*lines, ""]


def _title(some: PuzzleSet, found: Sequence[Row], limits: Limits) -> str:
    runs = max(len(measured) for row in found for measured in row.runs.values())
    parts = [counted(len(some.entries), "puzzle"), counted(runs, "run")]
    if limits.seconds is not None:
        parts.append(f"limit {limits.seconds:g} s")
    if limits.megabytes is not None:
        parts.append(f"limit {limits.megabytes} MiB")
    return f"{some.name}: {', '.join(parts)}; CPU seconds"


def _cells(row: Row, puzzles: int, limits: Limits, smallest: int) -> list[str]:
    slow, name = row.slowest
    return [
        row.solver,
        f"{len(row.decided)}/{puzzles}",
        NOTHING if row.by_line is None else f"{row.by_line:.0%}",
        seconds(row.total.middle),
        between(row.total),
        seconds(row.wall.middle),
        seconds(row.median),
        seconds(row.par2(limits.seconds)),
        mebibytes(row.peak, smallest),
        f"{seconds(slow)} {name}",
    ]


def _notes(row: Row, puzzles: int) -> Iterator[str]:
    if len(row.runs) < puzzles:
        yield f"{row.solver}: only {len(row.runs)} of {puzzles} puzzles were measured"
    if not row.wholes:
        yield f"{row.solver}: no run was finished; total and wall are sums over puzzles"
    processes = max((w.processes for w in row.wholes if w.mode == "one process"), default=0)
    if processes > 1:
        yield f"{row.solver}: {processes} processes in a run, as a process was ended now and then"
    if undecided := row.undecided:
        named = "; ".join(map(_why, undecided[:_NAMED]))
        more = f"; and {len(undecided) - _NAMED} more" if len(undecided) > _NAMED else ""
        yield f"{row.solver}: undecided: {named}{more}"


def _why(measurement: Measurement) -> str:
    return f"{measurement.name} ({shorten(measurement.reason, 100, placeholder=' ...')})"


def _is_ours(row: Row, solvers: Sequence[Solver]) -> bool:
    return any(solver.name == row.solver and solver.recipe for solver in solvers)


def _ratios(ours: Sequence[Row], theirs: Row) -> list[str]:
    """A table; what somebody failed at, other than by the time limit, has no part in it."""
    body = []
    for row in ours:
        timed, both = row.timed & theirs.timed, row.decided & theirs.decided
        body.append(_ratio_cells(row.solver, f"decided by both: {len(both)}", row, theirs, both))
        if timed != both:
            words = f"or time limit: {len(timed)}"
            body.append(_ratio_cells("", words, row, theirs, timed))
    title = f"Ratios to {theirs.solver} (below 1: asp-nono takes less CPU time)"
    return [title, *columns(RATIO_HEAD, body)]


def _ratio_cells(name: str, words: str, ours: Row, theirs: Row, over: set[Key]) -> list[str]:
    found = ratio(ours, theirs, over)
    cells = [name, words]
    for spread in (found.total, found.wall, found.each):
        cells += [seconds(spread and spread.middle), between(spread)]
    return [*cells, seconds(found.medians)]
