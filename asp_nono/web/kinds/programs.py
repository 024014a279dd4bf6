"""Jobs: programs run on a puzzle, and programs judged. Both may be anybody's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from asp_nono.asp.recipes import DEDUCTIONS, Deductions
from asp_nono.errors import PuzzleError, UnknownNameError
from asp_nono.formats.native_json import puzzle_data, puzzle_of
from asp_nono.grading.grade import Settings, grade_text
from asp_nono.grading.playground import ProgramRun, program_runs, setup_program, setup_recipe
from asp_nono.grading.sandbox import Sandbox
from asp_nono.grading.vocabulary import dialect as dialect_named
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits
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
            setup = setup_recipe(sound, recipe, hints)
        else:
            setup = setup_program(sandbox, sound, program or "", dialect, _level(hints))
        yield progress(stage="read", dialect=setup.program.vocabulary.name)
        runs = program_runs(sandbox, setup, most=most, sizes=sizes, seconds=seconds)
        for found in runs:
            yield _event(found, limits, sound)


def _level(hints: str | None) -> Deductions:
    for level in DEDUCTIONS:
        if level == (hints or "none"):
            return level
    raise UnknownNameError("level of deductions", hints or "", DEDUCTIONS)


def _event(found: ProgramRun, limits: Limits, puzzle: Puzzle) -> Event:
    known = {**found.to_json(), "warnings": _warnings(found.remarks)}
    if found.stopped:
        reason = found.stopped.reason
        late = reason.startswith("time limit") and limits.seconds
        return stopped(f"time limit of {limits.seconds:g} s" if late else reason, known)
    match found.stage:
        case "grounded":
            size = {key: known[key] for key in ("rules", "atoms", "grounding", "warnings")}
            return progress(stage="grounded", **size)
        case "answer":
            answer = found.answers[-1]
            picture = pictured(answer.grid, puzzle)
            number = len(found.answers)
            return progress(stage="answer", number=number, picture=picture, **answer.to_json())
        case "sizes":
            return progress(stage="sizes", sizes=known["sizes"])
    return result(**known)


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
        scaling=ladder,
        seconds=(limits.seconds or _SECONDS) * _EARLY,
        megabytes=limits.megabytes or _MEGABYTES,
    )
    yield STARTED
    found = grade_text(program, "the program", settings)
    told = found.to_json()
    board = told["counterexample"]
    if found.counterexample and isinstance(board, dict):
        board["puzzle"] = puzzle_data(found.counterexample.puzzle)
    yield result(**told)
