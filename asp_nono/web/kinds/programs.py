"""Jobs: programs run on a puzzle, and programs judged. Both may be anybody's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict

from asp_nono.asp.recipes import DEDUCTIONS, Deductions
from asp_nono.errors import PuzzleError, UnknownNameError
from asp_nono.formats.native_json import puzzle_data, puzzle_of
from asp_nono.grading.as_json import as_json
from asp_nono.grading.dialects import dialect as dialect_named
from asp_nono.grading.grade import Settings, grade_text
from asp_nono.grading.playground import Answer, Grounded, Happening, Tried, try_out
from asp_nono.grading.questions import Asked, of_program, of_recipe
from asp_nono.grading.sandbox import Sandbox
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits, Stopped
from asp_nono.web.values import STARTED, Event, pictured, progress, result, stopped

_MEGABYTES = 1024
_SECONDS = 60.0

_EARLY = 0.95
"""The share of the time after which the sandbox is stopped, so that there is time to tell."""

_PLACED = re.compile(r"(?:(?P<file>.+), )?line (?P<line>\d+): (?P<text>.*)", re.DOTALL)


def run(
    limits: Limits,
    puzzle: object,
    program: str | None,
    recipe: str | None,
    hints: str | None,
    most: int,
    dialect: str | None,
    sizes: bool,
) -> Iterator[Event]:
    """The answer sets of a program or a recipe, as pictures and as atoms."""
    sound = puzzle_of(puzzle)
    if (program is None) == (recipe is None):
        raise PuzzleError("expected either a program or a recipe")
    yield STARTED
    seconds = (limits.seconds or _SECONDS) * _EARLY
    with Sandbox(limits.megabytes or _MEGABYTES) as sandbox:
        if recipe is not None:
            asked = of_recipe(sound, recipe, hints)
        else:
            asked = of_program(sandbox, sound, program or "", dialect, _level(hints))
        yield progress(stage="read", dialect=asked.vocabulary.name)
        happenings = try_out(sandbox, asked, most=most, sizes=sizes, seconds=seconds)
        yield from _told(limits, asked, happenings)


def _level(hints: str | None) -> Deductions:
    for level in DEDUCTIONS:
        if level == (hints or "none"):
            return level
    raise UnknownNameError("level of deductions", hints or "", DEDUCTIONS)


def _told(limits: Limits, asked: Asked, happenings: Iterable[Happening]) -> Iterator[Event]:
    known: Event = {"answers": 0, "exhausted": False, "rules": 0, "atoms": 0, "grounding": 0.0}
    known |= {"solving": 0.0, "warnings": _warnings(asked.notes), "sizes": [], "reason": ""}
    for found in happenings:
        match found:
            case Grounded():
                size = {"rules": found.rules, "atoms": found.atoms, "grounding": found.seconds}
                known |= {**size, "warnings": _warnings(found.remarks)}
                yield progress(stage="grounded", **size, warnings=known["warnings"])
            case Answer():
                known["answers"] = found.number
                yield progress(stage="answer", **_answer(found, asked.puzzle))
            case Tried():
                known |= {"answers": found.answers, "exhausted": found.exhausted}
                yield result(**known | {"solving": found.seconds, "reason": found.reason})
            case Stopped(reason=reason):
                late = reason.startswith("time limit") and limits.seconds
                yield stopped(f"time limit of {limits.seconds:g} s" if late else reason, known)
            case shares:
                known["sizes"] = [asdict(share) for share in shares]
                yield progress(stage="sizes", sizes=known["sizes"])


def _answer(found: Answer, puzzle: Puzzle) -> Event:
    return {
        "number": found.number,
        "picture": pictured(found.grid, puzzle),
        "right": not found.wrong,
        "wrong": found.wrong,
        "atoms": list(found.atoms),
        "total": found.total,
        "cells": {f"{x},{y}": list(places) for (x, y), places in found.cells.items()},
    }


def _warnings(remarks: Iterable[str]) -> list[Event]:
    """Remarks with their places taken out of the words."""
    told = []
    for remark in remarks:
        found = _PLACED.fullmatch(remark)
        line = int(found["line"]) if found else None
        message = found["text"] if found else remark
        told.append({"line": line, "file": found and found["file"], "message": message})
    return told


def grade(
    limits: Limits, program: str, dialect: str | None, colors: int | None, ladder: bool
) -> Iterator[Event]:
    """What is found out about a program on all small boards."""
    settings = Settings(
        vocabulary=dialect_named(dialect) if dialect else None,
        block_colors=colors,
        ladder=ladder,
        seconds=(limits.seconds or _SECONDS) * _EARLY,
        megabytes=limits.megabytes or _MEGABYTES,
    )
    yield STARTED
    found = grade_text(program, "the program", settings)
    told = as_json(found)
    board = told["counterexample"]
    if found.counterexample and isinstance(board, dict):
        board["puzzle"] = puzzle_data(found.counterexample.puzzle)
    yield result(**told)
