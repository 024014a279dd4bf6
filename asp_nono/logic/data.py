"""Steps and explanations as plain data, for JSON (docs/json.md) and for other programs."""

from __future__ import annotations

from asp_nono.logic.names import Names, sentence
from asp_nono.logic.steps import Change, Explanation, Step, Trial
from asp_nono.logic.words import headline
from asp_nono.puzzle import Puzzle


def explanation_data(found: Explanation) -> dict[str, object]:
    """A whole explanation."""
    chars = found.puzzle.chars
    return {
        "order": found.order,
        "outcome": str(found.outcome),
        "note": found.note,
        "looks": found.looks,
        "colors": {
            char: color.name for char, color in zip(chars, found.puzzle.colors, strict=True)
        },
        "start": found.start.to_text(chars),
        "end": found.end.to_text(chars),
        "steps": [step_data(step, found.puzzle) for step in found.steps],
    }


def step_data(step: Step, puzzle: Puzzle, chars: str = "") -> dict[str, object]:
    """A step; cells are [column, row] and count from 1, colours are their characters.

    Args:
        step: The step.
        puzzle: The puzzle.
        chars: The character of each colour; those of printed pictures if it is empty.
    """
    chars = chars or puzzle.chars
    matrix = step.matrix and {
        "gaps": [list(gap) for gap in step.matrix.gaps],
        "blocks": [list(row) for row in step.matrix.rows],
    }
    return {
        "rule": str(step.rule),
        "line": str(step.line) if step.line else None,
        "text": headline(step, Names(puzzle)),
        "reason": sentence(step.reason),
        "cells": [_change_data(change, chars) for change in step.changes],
        "blocks": list(step.blocks),
        "because": [list(cell) for cell in step.because],
        "matrix": matrix,
        "trials": [_trial_data(trial, puzzle, chars) for trial in step.trials],
    }


def _change_data(change: Change, chars: str) -> dict[str, object]:
    return {
        "cell": list(change.cell),
        "left": _colors(change.left, chars),
        "gone": _colors(change.gone, chars),
    }


def _trial_data(trial: Trial, puzzle: Puzzle, chars: str) -> dict[str, object]:
    return {
        "cell": list(trial.cell),
        "color": chars[trial.color],
        "fails": trial.fails,
        "steps": [step_data(step, puzzle, chars) for step in trial.steps],
    }


def _colors(colors: int, chars: str) -> list[str]:
    return [char for color, char in enumerate(chars) if colors >> color & 1]
