"""Reports: tables for the terminal, Markdown and HTML, and exports of single runs."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from textwrap import shorten
from typing import Any

from asp_nono.errors import PuzzleError, UnknownNameError, missing_extra
from asp_nono.files import write_whole
from asp_nono.lab.analyze import (
    CLOCKS,
    NOTHING,
    Board,
    Clock,
    Comparison,
    Row,
    Spread,
    boards,
    exponent,
    extremes,
    growth,
    named,
    ratio,
    seconds,
    several,
    total_ratio,
)
from asp_nono.lab.plan import counted
from asp_nono.lab.run import FIELDS, SOLVED
from asp_nono.lab.store import DESCRIPTION, Puzzle, Results, Run, machine_line

_MIB = 1 << 20
_SAME = 1.05  # the peaks of programs that do nothing differ by less than this factor

HEAD = (
    *("system", "solved", "time-out", "memory-out", "error", "wrong"),
    *("PAR2", "PAR10", "median", "total", "wins", "MiB"),
)
RATIO_HEAD = ("system", "both solved", "ratio", "95 % interval", "", "only it", "only other")
SET_HEAD = (
    *("system", "solved", "by line", "total", "min-max", "wall"),
    *("median", "PAR2", "MiB", "slowest"),
)
AGAINST_HEAD = (
    *("system", "puzzles", "total", "min-max", "wall", "min-max"),
    *("by puzzle", "quartiles", "of medians"),
)
GROWTH_HEAD = ("system", "side", "cells", "solved", "time", "min-max", "exponent", "MiB")
COMPARE_HEAD = ("system", "both solved", "new/old", "95 % interval", "won", "lost", "")
RUN_HEAD = (
    *("puzzle", "system", "task", "repetition", "status"),
    *("wall", "CPU", "reading", "line logic", "loading", "grounding", "solving", "MiB"),
    *("facts", "rules", "atoms", "variables", "constraints", "choices", "conflicts", "restarts"),
    *("solutions", "message"),
)
COLUMNS = (*DESCRIPTION, *FIELDS)
"""The columns of an export."""

_FAULTS, _NAMED, _WRONG = 10, 3, 40  # how many errors, unsolved puzzles and wrong answers are shown


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a title, and notes below it; the first column holds names."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()

    @property
    def right(self) -> str:
        """An r for each column that is aligned to the right: all but the first, and words."""
        words = not any(row[-1][-1:].isdigit() for row in self.rows)
        return " " + "r" * (len(self.head) - 2) + (" " if words else "r")

    def markdown(self) -> str:
        """The table in Markdown."""
        rows = [self.head, [":---", *(["---:"] * (len(self.head) - 1))], *self.rows]
        body = [
            f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows
        ]
        return "\n".join([f"### {self.title}", "", *body, "", *(f"{n}\n" for n in self.notes)])


def _interval(low: float | None, high: float | None) -> str:
    return NOTHING if low is None or high is None else f"{seconds(low)} to {seconds(high)}"


def _between(spread: Spread | None) -> str:
    return NOTHING if spread is None else f"{seconds(spread.low)}-{seconds(spread.high)}"


# --- the report of a file -------------------------------------------------------------------------


def report(
    results: Results,
    wrong: Sequence[str],
    clock: Clock,
    *,
    sets: bool = False,
    baselines: Sequence[str] = (),
) -> Iterator[str | Table]:
    """The lines and tables of a report."""
    yield from warnings(wrong)
    if not results.runs:
        yield "no runs are recorded"
    yield from sorted({machine_line(facts) for facts in results.machines})
    for table in tables(results, clock, sets=sets, baselines=baselines):
        yield ""
        yield table


def tables(
    results: Results, clock: Clock, *, sets: bool = False, baselines: Sequence[str] = ()
) -> Iterator[Table]:
    """The tables of a report."""
    floor = _smallest_peak(results)
    labels = {run.label for run in results.runs}
    for label in baselines:
        if results.runs and label not in labels:
            raise UnknownNameError("system", label, labels)
    for board in boards(results.runs, clock):
        if sets or baselines:
            for name in board.sets:
                yield from _set_tables(board.only(name), name, baselines, floor)
        else:
            yield summary(board)
        if any(name.startswith("blobs-") for name in board.sets):
            yield growth_table(board, floor)


def _smallest_peak(results: Results) -> int:
    """Peaks up to this say nothing: they are those of the program that starts the others."""
    known = (json.loads(facts).get("smallest_peak_bytes", 0) for facts in results.machines)
    return max(known, default=0)


def warnings(wrong: Sequence[str]) -> Iterator[str]:
    """The answers that cannot be true, so that nobody overlooks them."""
    if wrong:
        yield f"!!! {counted(len(wrong), 'ANSWER').upper()} CANNOT BE TRUE !!!"
        yield from (f"!!! {line}" for line in wrong[:_WRONG])
        if len(wrong) > _WRONG:
            yield f"!!! and {len(wrong) - _WRONG} more; the HTML page lists all"
        yield ""


def summary(board: Board) -> Table:
    """The systems, the best first, and the virtual best, which always chooses the fastest."""
    body = [_summary_cells(board, row) for row in board.ranked()]
    best = ["virtual best", f"{len(board.best)}/{len(board.puzzles)}", *([NOTHING] * 4)]
    pars = [seconds(board.virtual_par(2)), seconds(board.virtual_par(10))]
    total = seconds(sum(board.best.values()))
    body.append([*best, *pars, NOTHING, total, NOTHING, NOTHING])
    return Table(_title(board), HEAD, body, [*_incomplete(board), *_faults(board)])


def _title(board: Board) -> str:
    runs = sum(len(row.runs) for row in board.rows)
    size = f"{counted(len(board.puzzles), 'puzzle')}, {counted(runs, 'run')}"
    return f"{board.task}: {size}; {CLOCKS[board.clock]}"


def _summary_cells(board: Board, row: Row) -> list[str]:
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


def _incomplete(board: Board) -> Iterator[str]:
    """Systems that did not run every puzzle; their figures are of other puzzles."""
    for row in board.rows:
        if missing := len(board.puzzles) - len(row.cells):
            yield f"{row.label}: {counted(missing, 'puzzle')} not run"


def _faults(board: Board) -> Iterator[str]:
    """The errors: each message once, with its systems and puzzles."""
    found: dict[str, dict[str, set[Puzzle]]] = {}
    for run in (run for row in board.rows for run in row.runs):
        if run.outcome.status == "error":
            mine = found.setdefault(run.outcome.message, {})
            mine.setdefault(run.label, set()).add(run.puzzle)
    for number, (message, who) in enumerate(found.items()):
        if number == _FAULTS:
            yield f"and {counted(len(found) - _FAULTS, 'other error')}"
            return
        where = (
            f"{label} on {named(min(some)) if len(some) == 1 else counted(len(some), 'puzzle')}"
            for label, some in who.items()
        )
        yield f"error: {message}: {', '.join(where)}"


def ratio_table(board: Board, best: Row) -> Table:
    """The ratio of every system to one of them."""
    body = []
    for row in board.ranked():
        if row is not best:
            found = ratio(row, best)
            means = [seconds(found.mean), _interval(found.low, found.high), found.words]
            only = [str(found.only_first), str(found.only_second)]
            body.append([row.label, str(found.pairs), *means, *only])
    return Table(f"Compared with {best.label}", RATIO_HEAD, body)


def _set_tables(board: Board, name: str, baselines: Sequence[str], floor: int) -> Iterator[Table]:
    """A set: totals of whole repetitions, and their ratios to one system."""
    title = f"{name}, {_title(board)}"
    body = [_set_cells(row, board, floor) for row in board.rows]
    notes = [note for row in board.rows for note in _unsolved(row)]
    yield Table(title, SET_HEAD, body, [*_incomplete(board), *notes])
    for theirs in (row for row in board.rows if row.label in baselines):
        others = [row for row in board.rows if row.label not in baselines]
        body = [cells for row in others for cells in _against_cells(row, theirs, board.clock)]
        yield Table(f"Ratios to {theirs.label} (below 1: takes less time)", AGAINST_HEAD, body)


def _set_cells(row: Row, board: Board, floor: int) -> list[str]:
    slowest = max(row.cells.values(), key=lambda cell: cell.time)
    total, wall = (
        extremes(list(row.totals(clock).values()) or [_partial(row, clock)])
        for clock in (board.clock, "wall")
    )
    return [
        row.label,
        f"{len(row.solved)}/{len(row.cells)}",
        NOTHING if row.by_line is None else f"{row.by_line:.0%}",
        seconds(total.middle),
        _between(total),
        seconds(wall.middle),
        seconds(extremes([cell.time for cell in row.cells.values()]).middle),
        seconds(row.par(2)),
        _mebibytes(row.peak, floor),
        f"{seconds(slowest.time)} {slowest.runs[0].puzzle[1]}",
    ]


def _partial(row: Row, clock: Clock) -> float:
    """The total of what was measured while no repetition is complete."""
    some = boards(row.runs, clock)[0].rows[0]
    return some.total


def _mebibytes(count: int, floor: int) -> str:
    """Bytes in MiB; up to `floor` they cannot be told apart."""
    if count <= floor * _SAME:
        return f"<{ceil(floor * _SAME / _MIB)}"
    return f"{count / _MIB:.0f}"


def _unsolved(row: Row) -> Iterator[str]:
    cells = [cell for cell in row.cells.values() if not cell.solved]
    if cells:
        shown = "; ".join(
            f"{run.puzzle[1]} ({shorten(run.outcome.message, 100, placeholder=' ...')})"
            for run in (cell.worst for cell in cells[:_NAMED])
        )
        more = f"; and {len(cells) - _NAMED} more" if len(cells) > _NAMED else ""
        yield f"{row.label}: unsolved: {shown}{more}"


def _against_cells(row: Row, theirs: Row, clock: Clock) -> Iterator[list[str]]:
    """Over the puzzles that both solved, and with those that met the time limit."""
    both = row.solved & theirs.solved
    timed = {
        puzzle
        for puzzle in row.cells.keys() & theirs.cells.keys()
        if row.cells[puzzle].timed and theirs.cells[puzzle].timed
    }
    yield _total_ratio_cells(row.label, f"solved by both: {len(both)}", row, theirs, both, clock)
    if timed != both:
        words = f"or time limit: {len(timed)}"
        yield _total_ratio_cells("", words, row, theirs, timed, clock)


def _total_ratio_cells(
    name: str, words: str, row: Row, theirs: Row, over: set[Puzzle], clock: Clock
) -> list[str]:
    found = total_ratio(row, theirs, over, clock)
    cells = [name, words]
    for spread in (found.totals[clock], found.totals["wall"], found.each):
        cells += [seconds(spread and spread.middle), _between(spread)]
    return [*cells, seconds(found.medians)]


def growth_table(board: Board, floor: int) -> Table:
    """How time and memory grow with the side of generated puzzles."""
    sets = {name for name in board.sets if name.startswith("blobs-")}
    body: list[list[str]] = []
    for row in board.rows:
        cells = {puzzle: cell for puzzle, cell in row.cells.items() if puzzle[0] in sets}
        body += _growth_rows(Row(row.label, cells), floor) if cells else []
    title = f"{board.task}: growth with the side; {CLOCKS[board.clock]}, median of the puzzles"
    return Table(title, GROWTH_HEAD, body)


def _growth_rows(row: Row, floor: int) -> Iterator[list[str]]:
    points: list[tuple[float, float]] = []
    for side, cells in growth(row):
        times = extremes([cell.time for cell in cells])
        points.append((side, times.middle))
        solved = f"{sum(cell.solved for cell in cells)}/{len(cells)}"
        peak = max(run.outcome.peak_bytes for cell in cells for run in cell.runs)
        took = [seconds(times.middle), _between(times), _exponent(points[-2:])]
        size = [str(side), str(side * side), solved]
        yield [row.label, *size, *took, _mebibytes(peak, floor)]
    if len(points) > 1:
        span = f"{points[0][0]}-{points[-1][0]}"
        yield [row.label, span, "", "", "", "", _exponent(points), ""]


def _exponent(points: Sequence[tuple[float, float]]) -> str:
    found = exponent(points)
    return NOTHING if found is None else f"{found:.2f}"


# --- two files ------------------------------------------------------------------------------------


def comparison(found: Comparison, tolerance: float) -> Iterator[str | Table]:
    """The lines and tables of a comparison of two files."""
    yield from warnings(found.wrong)
    for task in dict.fromkeys(change.task for change in found.changes):
        changes = [change for change in found.changes if change.task == task]
        body = [
            [
                change.label,
                str(change.ratio.pairs),
                seconds(change.ratio.mean),
                _interval(change.ratio.low, change.ratio.high),
                str(len(change.won)),
                str(len(change.lost)),
                change.verdict(tolerance),
            ]
            for change in changes
        ]
        lost = [
            f"{change.label}: no longer solved: {several(change.lost)}"
            for change in changes
            if change.lost
        ]
        yield Table(f"{task}; {CLOCKS[found.clock]}", COMPARE_HEAD, body, lost)
        yield ""
    yield from found.notes
    worse = sum(change.regressed(tolerance) for change in found.changes)
    yield counted(worse, "regression") if worse else "no regression"


# --- files ----------------------------------------------------------------------------------------


def export(results: Results, path: Path) -> int:
    """Write all runs into a file whose suffix names the format; the number of runs.

    Raises:
        UnknownNameError: If the suffix is none of `.csv`, `.jsonl` and `.parquet`.
        PuzzleError: If the file cannot be written, or Parquet's package is not installed.
    """
    writers = {".csv": _csv, ".jsonl": _jsonl, ".parquet": _parquet}
    if path.suffix not in writers:
        raise UnknownNameError("suffix of a file", path.suffix, writers)
    table = [{**run.about, **_outcome(run)} for run in results.runs]
    write_whole(path, writers[path.suffix](table))
    return len(table)


def _outcome(run: Run) -> dict[str, Any]:
    values: dict[str, Any] = {name: getattr(run.outcome, name) for name in FIELDS}
    values["models"] = None if run.outcome.models is None else str(run.outcome.models)
    values["solutions"] = json.dumps(run.outcome.solutions, ensure_ascii=False)
    return values


def _csv(table: Sequence[dict[str, Any]]) -> bytes:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
    return text.getvalue().encode()


def _jsonl(table: Sequence[dict[str, Any]]) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in table).encode()


def _parquet(table: Sequence[dict[str, Any]]) -> bytes:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise missing_extra("writing Parquet", "lab") from None
    sink = pa.BufferOutputStream()
    parquet.write_table(pa.table({name: [row[name] for row in table] for name in COLUMNS}), sink)
    return bytes(sink.getvalue())


def markdown(results: Results, wrong: Sequence[str], clock: Clock) -> str:
    """The report in Markdown."""
    lines = [*warnings(wrong), *map(machine_line, results.machines), ""]
    return "\n".join([*lines, *(table.markdown() for table in tables(results, clock))])


def page(results: Results, wrong: Sequence[str], clock: Clock) -> str:
    """The report as one HTML page that needs nothing else: tables, plots, and filters.

    Its script only hides, sorts and moves points. Without script it shows all but single runs.
    """
    try:
        from jinja2 import Environment, FileSystemLoader
    except ImportError:
        raise missing_extra("an HTML report", "lab") from None
    from asp_nono.lab import plots

    found = boards(results.runs, clock)
    labels = list(dict.fromkeys(row.label for board in found for row in board.ranked()))
    sections = [_section(board, [board.row(label) for label in labels]) for board in found]
    files = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=True)
    return files.get_template("report.html").render(
        title=" and ".join(dict.fromkeys(name for name, _ in results.plans)) or results.path.name,
        machines=[machine_line(facts) for facts in results.machines],
        wrong=wrong,
        labels=list(zip(labels, plots.colors(len(labels)), strict=True)),
        sets=sorted({puzzle[0] for board in found for puzzle in board.puzzles}),
        sections=sections,
        statuses=(*SOLVED, "time-out", "memory-out", "error", "wrong"),
        run_head=RUN_HEAD,
        plans=results.plans,
        inset=plots.INSET,
        data={
            "inset": plots.INSET,
            "solved": SOLVED,
            "boards": [section["data"] for section in sections],
            "runs": [_run_cells(run) for run in results.runs],
        },
    )


def _section(board: Board, order: Sequence[Row]) -> dict[str, Any]:
    """What the page shows of one task."""
    from asp_nono.lab import plots

    views = {"": board, **{name: board.only(name) for name in board.sets}}
    axis = plots.pair_axis(board)
    times = [
        [
            [plots.shown(cell, axis), plots.described(cell)] if cell else None
            for cell in (row.cells.get(puzzle) for puzzle in board.puzzles)
        ]
        for row in order
    ]
    return {
        "board": board,
        "title": _title(board),
        "order": order,
        "views": [
            (
                name,
                summary(view),
                plots.survival(view, order),
                ratio_table(view, view.ranked()[0]),
                plots.growth(view, order),
            )
            for name, view in views.items()
        ],
        "pair": plots.pair(board),
        "heat": plots.heat_cells(board, order),
        "puzzles": [(puzzle[0], named(puzzle)) for puzzle in board.puzzles],
        "data": {"labels": [row.label for row in order], "times": times},
    }


def _run_cells(run: Run) -> list[object]:
    """A row of the table of single runs; see `RUN_HEAD`."""
    o = run.outcome
    stages = (o.read_wall, o.line_wall, o.load_wall, o.ground_wall, o.solve_wall)
    times = [None if value is None else round(value, 3) for value in (o.wall, o.cpu, *stages)]
    size = (o.facts, o.rules, o.atoms, o.variables, o.constraints)
    effort = (o.choices, o.conflicts, o.restarts)
    models = None if o.models is None else f"{o.models}{'' if o.exhausted else '+'}"
    return [
        *(named(run.puzzle), run.label, run.task, run.repetition, o.status),
        *(*times, round(o.peak_bytes / _MIB, 1)),
        *(*size, *effort, models, o.message),
    ]


def write_plots(results: Results, clock: Clock, folder: Path) -> list[Path]:
    """Write the plots of each task as SVG files, the best system against each of the others."""
    from asp_nono.lab import plots

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PuzzleError(f"cannot be made: {error.strerror}", path=str(folder)) from None
    texts: dict[str, str] = {}
    for board in boards(results.runs, clock):
        order, task = board.ranked(), _word(board.task)
        texts[f"{task}-survival"] = plots.survival(board, order)
        texts[f"{task}-ground-size"] = plots.growth(board, order)
        texts[f"{task}-heat"] = plots.heat(board, order)
        for row in order[1:]:
            name = f"{task}-{_word(row.label)}-against-{_word(order[0].label)}"
            texts[name] = plots.pair(board, row, order[0])
    files = []
    for name, text in texts.items():
        files.append(folder / f"{name}.svg")
        write_whole(files[-1], text.encode())
    return files


def _word(text: str) -> str:
    """A text as a part of a file's name."""
    return re.sub(r"[^A-Za-z0-9.]+", "-", text).strip("-")[:80]
