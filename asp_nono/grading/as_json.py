"""The report as one JSON object (docs/grading.md lists its keys)."""

from __future__ import annotations

from asp_nono.grading.counterexample import Counterexample
from asp_nono.grading.grade import Grade
from asp_nono.grading.ladder import Climb
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle


def as_json(grade: Grade) -> dict[str, object]:
    """The report on one submission, made of what JSON can hold."""
    tour, found, kind = grade.tour, grade.counterexample, grade.diagnosis
    return {
        "name": grade.name,
        "outcome": grade.outcome,
        "reason": grade.reason,
        "points": grade.score.points,
        "most": grade.score.most,
        "passed": grade.score.passed,
        "items": {
            item.name: {"points": item.points, "most": item.most, "why": item.why}
            for item in grade.score.items
        },
        "dialect": grade.dialect,
        "block_colors": grade.block_colors,
        "boards": [str(one.board) for one in tour.checked] if tour else [],
        "counterexample": _board(found) if found else None,
        "kind": kind.kind.name if kind else "",
        "kind_axes": kind.axes if kind else "",
        "kind_sure": kind.sure if kind else False,
        "hint": kind.kind.hint if kind else "",
        "remarks": list(grade.remarks),
        "ladder": _climb(grade.climb) if grade.climb else None,
        "references": {climb.name: _climb(climb) for climb in grade.references},
    }


def _board(found: Counterexample) -> dict[str, object]:
    puzzle = found.puzzle
    return {
        "width": puzzle.width,
        "height": puzzle.height,
        "rows": _clues(puzzle, "row"),
        "columns": _clues(puzzle, "column"),
        "solutions": _rows(puzzle, found.solutions),
        "missing": _rows(puzzle, found.missing),
        "wrong": _rows(puzzle, found.wrong),
        "repeated": [
            {"picture": grid.to_text(puzzle.chars), "times": times}
            for grid, times in found.repeated
        ],
        "odd": list(found.odd),
        "complete": found.exhausted,
        "facts": found.facts,
    }


def _clues(puzzle: Puzzle, axis: str) -> list[list[list[int | None]]]:
    """For each line its blocks, each as length (None for a blotted one) and colour."""
    return [
        [[block.length, block.color] for block in clue]
        for line, clue, _ in puzzle.lines()
        if line.axis == axis
    ]


def _rows(puzzle: Puzzle, grids: tuple[Grid, ...]) -> list[list[str]]:
    return [grid.to_text(puzzle.chars) for grid in grids]


def _climb(climb: Climb) -> list[dict[str, object]]:
    return [
        {
            "side": rung.side,
            "rules": rung.rules,
            "grounding": rung.grounding,
            "solving": rung.solving,
            "stopped": rung.stopped,
            "wrong": rung.wrong,
        }
        for rung in climb.rungs
    ]
