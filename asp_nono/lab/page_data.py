"""What the script of a report's page needs to know, as values for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict

from asp_nono.lab.agreement import named
from asp_nono.lab.board import Board, Row
from asp_nono.lab.plots import pair_scales, shown, told
from asp_nono.lab.runs import Run

_MIB = 1 << 20


def board_data(board: Board, order: Sequence[Row]) -> dict[str, object]:
    """Of one task: names, and where each result stands on an axis of time, with its words."""
    across, up = pair_scales(board)
    times = [
        [
            [round(shown(cell, across.high), 4), told(cell)] if cell else None
            for cell in (row.cells.get(puzzle) for puzzle in board.puzzles)
        ]
        for row in order
    ]
    return {
        "who": [row.label for row in order],
        "puzzles": [named(puzzle) for puzzle in board.puzzles],
        "times": times,
        "across": asdict(across),
        "up": asdict(up),
    }


def runs_data(runs: Iterable[Run]) -> list[list[object]]:
    """Of every run a row; see `page.RUN_HEAD`."""
    return [_run(run) for run in runs]


def _run(run: Run) -> list[object]:
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
