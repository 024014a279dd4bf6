"""Reports as lines of text for a terminal, and the words and numbers that all reports share."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from asp_nono.lab.board import Board, Clock, Row, boards
from asp_nono.lab.runs import Results

NOTHING = "-"
"""Stands where there is no such figure."""

_MIB = 1 << 20

HEAD = (
    *("competitor", "solved", "time-out", "memory-out", "error", "wrong"),
    *("PAR2", "PAR10", "median", "total", "wins", "MiB"),
)
"""The columns of the summary."""

VIRTUAL = "virtual best"
"""The solver that would always choose the fastest competitor."""

CLOCKS: dict[Clock, str] = {
    "cpu": "CPU seconds",
    "wall": "seconds on the clock of the wall",
    "work": "CPU seconds of line logic, grounding and search",
}
"""What the clocks are called."""

_FAULTS = 10
"""So many different errors are told."""

_LOUD = 40
"""So many lines of what cannot be true are shown on a terminal."""


def seconds(value: float | None) -> str:
    """Seconds with about three digits that mean something."""
    return NOTHING if value is None else f"{value:.{_places(value)}f}"


def spread(low: float | None, high: float | None) -> str:
    """An interval of ratios, if there is one."""
    return NOTHING if low is None or high is None else f"{seconds(low)} to {seconds(high)}"


def _places(value: float) -> int:
    return next((n for n, least in ((0, 100), (1, 10), (2, 1), (3, 0.1)) if value >= least), 4)


def counted(number: int, what: str) -> str:
    """So many things of a kind."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def columns(head: Sequence[str], body: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a table; the first column is flush left, as is the last if it ends in words."""
    whole = [head, *body]
    widths = [max(len(row[number]) for row in whole) for number in range(len(head))]
    words = not any(row[-1][-1:].isdigit() for row in body)
    lines = []
    for row in whole:
        cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
        cells[0] = row[0].ljust(widths[0])
        if words:
            cells[-1] = row[-1]
        lines.append("  ".join(cells).rstrip())
    return lines


def cells(board: Board, row: Row) -> list[str]:
    """The cells of a row of the summary; see `HEAD`."""
    counts = [row.count(status) for status in ("time-out", "memory-out", "error", "wrong")]
    return [
        row.label,
        f"{len(row.solved)}/{len(row.cells)}",
        *map(str, counts),
        seconds(row.par(2)),
        seconds(row.par(10)),
        seconds(row.median),
        seconds(row.total),
        str(board.wins(row)),
        f"{row.peak / _MIB:.0f}",
    ]


def summary(board: Board) -> list[list[str]]:
    """The rows of the summary, the best first, and the virtual best at the end."""
    body = [cells(board, row) for row in ranked(board)]
    best = [VIRTUAL, f"{len(board.best)}/{len(board.puzzles)}"]
    pars = [seconds(board.virtual_par(2)), seconds(board.virtual_par(10))]
    total = seconds(sum(board.best.values()))
    body.append([*best, *([NOTHING] * 4), *pars, NOTHING, total, NOTHING, NOTHING])
    return body


def ranked(board: Board) -> list[Row]:
    """The competitors, the best first: by puzzles solved, then by PAR2 or the total time."""
    return sorted(board.rows, key=_rank)


def _rank(row: Row) -> tuple[int, float]:
    score = row.par(2)
    return -len(row.solved), row.total if score is None else score


def report(results: Results, loud: Sequence[str], clock: Clock) -> Iterator[str]:
    """The lines of a report; `loud` is what cannot be true."""
    yield from loudly(loud)
    if not results.runs:
        yield "no runs are recorded"
    yield from sorted({machine_line(facts) for facts in results.machines})
    for board in boards(results.runs, clock):
        runs = sum(len(cell.runs) for row in board.rows for cell in row.cells.values())
        done = f"{counted(len(board.puzzles), 'puzzle')}, {counted(runs, 'run')}"
        yield ""
        yield f"{board.task}: {done}; {CLOCKS[clock]}"
        yield from columns(HEAD, summary(board))
        yield from incomplete(board)
        yield from faults(board)


def loudly(loud: Sequence[str]) -> Iterator[str]:
    """What cannot be true, so that nobody overlooks it."""
    if loud:
        yield f"!!! {counted(len(loud), 'ANSWER').upper()} CANNOT BE TRUE !!!"
        yield from (f"!!! {line}" for line in loud[:_LOUD])
        if len(loud) > _LOUD:
            yield f"!!! and {len(loud) - _LOUD} more; the HTML page lists all"
        yield ""


def incomplete(board: Board) -> Iterator[str]:
    """Who has not been given every puzzle; its figures are of other puzzles than the others'."""
    for row in board.rows:
        if missing := len(board.puzzles) - len(row.cells):
            yield f"{row.label}: {counted(missing, 'puzzle')} not run"


def faults(board: Board) -> Iterator[str]:
    """What was wrong where a run ended as an error: each message once, for everybody together."""
    found: dict[str, dict[str, set[str]]] = {}
    for row in board.rows:
        for cell in row.cells.values():
            for run in cell.runs:
                if run.outcome.status == "error":
                    mine = found.setdefault(run.outcome.message, {})
                    mine.setdefault(row.label, set()).add("/".join(run.puzzle))
    for number, (message, who) in enumerate(found.items()):
        if number == _FAULTS:
            yield f"and {counted(len(found) - _FAULTS, 'other error')}"
            return
        told = ", ".join(f"{label} on {_named(puzzles)}" for label, puzzles in who.items())
        yield f"error: {message}: {told}"


def _named(puzzles: set[str]) -> str:
    return min(puzzles) if len(puzzles) == 1 else counted(len(puzzles), "puzzle")


def machine_line(facts: str) -> str:
    """A machine and its versions, in short."""
    known = json.loads(facts)
    commit = str(known.get("commit") or "no commit")[:9]
    changed = " with changes" if known.get("changed") else ""
    versions = f"asp-nono {known['asp-nono']} ({commit}{changed}), {known['python']}"
    place = f"{known.get('host', '')}: {known['cpu']}, {known['cores']} cores"
    return f"{versions}, clingo {known['clingo']}; {place}"
