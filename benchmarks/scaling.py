"""How time and memory grow with the size of a puzzle: a contest on generated puzzles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from asp_nono.files import write
from asp_nono.lab.figures import exponent, extremes
from asp_nono.lab.words import columns
from benchmarks.blobs import blobs
from benchmarks.records import Log
from benchmarks.sets import PuzzleSet, sets_of
from benchmarks.summary import Row, rows
from benchmarks.tables import NOTHING, between, mebibytes, seconds

_HEAD = ("", "side", "cells", "decided", "CPU s", "min-max", "exponent", "peak MiB")


def write_sets(
    folder: Path, sides: Sequence[int], puzzles: int, seed: int, tick: Callable[[str], None]
) -> list[PuzzleSet]:
    """Write puzzles into a folder, a set for each side, which is the name of the set.

    Args:
        folder: An empty folder.
        sides: Numbers of rows, and of columns.
        puzzles: How many of each.
        seed: The first one's seed; the others count on from it.
        tick: Told before each piece of work what it is.

    Raises:
        PuzzleError: If no puzzle of some size can be generated.
    """
    sets = []
    for side in sides:
        inside = folder / str(side)
        inside.mkdir()
        for number in range(seed, seed + puzzles):
            tick(f"generating a puzzle of side {side} from seed {number}")
            write([blobs(side, number)], inside / f"{side}-s{number}.non")
        (some,) = sets_of([str(inside)])
        some.name = str(side)
        sets.append(some)
    return sets


def lines(log: Log, sides: Sequence[int]) -> list[str]:
    """The table: a line for each solver and side, and the exponent over all sides."""
    by_solver: dict[str, list[tuple[int, Row]]] = {}
    for side in sides:
        for row in rows(log, str(side)):
            by_solver.setdefault(row.solver, []).append((side, row))
    if not by_solver:
        return ["nothing was measured", ""]
    body = []
    for solver, steps in by_solver.items():
        body += _steps(solver, steps, log.smallest_peak)
    title = "Line-solvable blobs: CPU seconds for a puzzle, median of the puzzles of a side"
    return [title, *columns(_HEAD, body), ""]


def _steps(solver: str, steps: Sequence[tuple[int, Row]], smallest: int) -> list[list[str]]:
    body = []
    points: list[tuple[float, float]] = []
    for side, row in steps:
        times = extremes(list(row.cpu.values()))
        points.append((side, times.middle))
        decided = f"{len(row.decided)}/{len(row.runs)}"
        step = _exponent(points[-2:])
        size = [str(side), str(side * side), decided]
        took = [seconds(times.middle), between(times), step]
        body.append([solver, *size, *took, mebibytes(row.peak, smallest)])
    if len(points) > 1:
        span = f"{steps[0][0]}-{steps[-1][0]}"
        body.append([solver, span, "", "", "", "", _exponent(points), ""])
    return body


def _exponent(points: Sequence[tuple[float, float]]) -> str:
    found = exponent(points)
    return NOTHING if found is None else f"{found:.2f}"
