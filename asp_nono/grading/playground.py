"""A program tried out on a puzzle: its answer sets as pictures, with their atoms and its rules.

Whoever wrote it, it runs in the sandbox, and its answers are compared with the clues.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

from asp_nono.asp.deductions import OpenPuzzle, open_puzzle
from asp_nono.asp.facts import facts_text
from asp_nono.asp.program import Program as Grounding
from asp_nono.asp.recipes import Deductions, Recipe, recipe
from asp_nono.errors import EncodingError, PuzzleError
from asp_nono.grading.lint import lint
from asp_nono.grading.sandbox import Clock, Refused, Sandbox
from asp_nono.grading.submission import Submission, submission_of
from asp_nono.grading.vocabulary import OurFacts, Patterns, Program, dialect
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle, mismatch
from asp_nono.run.limits import Stopped

_THREADS = ("--parallel-mode", "-t")
"""Options that ask for threads, which the sandbox does not grant."""

_SECONDS = 10.0
"""Time for parsing a program."""


@dataclass(frozen=True, slots=True)
class Setup:
    """A program with the facts of a puzzle.

    Attributes:
        job: The job of grounding it.
        notes: What is left out.
        no_solution: Why there is no solution, if line logic shows that; then nothing is run.
        linted: Whether there are remarks on it; headers of recipes are checked instead.
    """

    puzzle: Puzzle
    program: Program
    job: dict[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    no_solution: str = ""
    linted: bool = True


def setup_recipe(puzzle: Puzzle, name: str, deductions: str | None) -> Setup:
    """A recipe, with its own deductions or those given.

    Raises:
        UnknownNameError: If there is no such recipe or level of deductions.
        EncodingError, UnwritableError: If it cannot be used for this puzzle.
    """
    chosen = recipe(name).with_deductions(deductions)
    program = Program(_joined(chosen), OurFacts(chosen.inputs()), len(puzzle.colors))
    options = tuple(option for option in chosen.options if not option.startswith(_THREADS))
    notes = () if options == chosen.options else ("it has one thread only here",)
    match open_puzzle(puzzle, chosen.deductions):
        case OpenPuzzle() as left:
            job = program.ground_job(puzzle, Grounding.of(chosen, left).facts, options)
            return Setup(puzzle, program, job, notes, linted=False)
        case reason:
            return Setup(puzzle, program, no_solution=reason)


def _joined(chosen: Recipe) -> Submission:
    """The encodings of a recipe as one program; they are our own and not restricted."""
    lines: list[str] = []
    places: list[tuple[str, int]] = []
    for file in chosen.files:
        new = file.read_text(encoding="utf-8").split("\n")
        lines += new
        places += [(file.name, number) for number in range(1, len(new) + 1)]
    return Submission(chosen.name, Path(chosen.name), "\n".join(lines), tuple(places))


def setup_program(
    sandbox: Sandbox, puzzle: Puzzle, text: str, words: str | None, deductions: Deductions = "none"
) -> Setup:
    """Any program.

    `words` names a dialect; None to recognize it. There are deductions only in our own facts.

    Raises:
        EncodingError: If it may not be run, or does not parse.
        UnknownNameError: If there is no such dialect.
        PuzzleError: If the puzzle cannot be written in the dialect.
    """
    submission = submission_of(text, "the program")
    found = sandbox.inspect(submission, _SECONDS)
    if isinstance(found, Refused):
        raise EncodingError(submission.name, found.reason, place=submission.place(found.line))
    named = dialect(words) if words else None
    program = Program.of(submission, found, named, len(puzzle.colors))
    vocabulary = program.vocabulary
    if isinstance(vocabulary, OurFacts):
        match open_puzzle(puzzle, deductions):
            case OpenPuzzle() as left:
                facts = facts_text(left, vocabulary.wanted)
                return Setup(puzzle, program, program.ground_job(puzzle, facts))
            case reason:
                return Setup(puzzle, program, no_solution=reason)
    _check_writable(vocabulary, puzzle)
    notes = (f"{vocabulary.name} has no facts for the given cells",) if puzzle.given else ()
    return Setup(puzzle, program, program.ground_job(puzzle), notes)


def _check_writable(vocabulary: Patterns, puzzle: Puzzle) -> None:
    if len(puzzle.colors) > 2 and not vocabulary.colored:
        raise PuzzleError(f"the dialect {vocabulary.name} has no facts for colors")
    names = vocabulary.color_names
    if names and len(puzzle.colors) > len(names):
        reason = f"the dialect {vocabulary.name} names {len(names) - 1} block colors only"
        raise PuzzleError(reason)
    if puzzle.blotted:
        raise PuzzleError(f"the dialect {vocabulary.name} has no facts for blotted blocks")


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer set.

    Attributes:
        grid: The picture; None if its atoms draw none.
        wrong: Why this is no solution of the puzzle; empty if it is one.
        atoms: Its atoms, at most 5000.
        total: How many there are.
        cells: For a cell (column, row) the places in `atoms` of those that are about it.
    """

    grid: Grid | None
    wrong: str
    atoms: tuple[str, ...]
    total: int
    cells: dict[tuple[int, int], tuple[int, ...]]

    def to_json(self, chars: str) -> dict[str, Any]:
        """The answer set, its picture with the character of each color."""
        return {
            "picture": self.grid.to_text(chars) if self.grid else None,
            "right": not self.wrong,
            "wrong": self.wrong,
            "atoms": list(self.atoms),
            "total": self.total,
            "cells": {f"{x},{y}": list(places) for (x, y), places in self.cells.items()},
        }


@dataclass(frozen=True, slots=True)
class RuleShare:
    """The size of one rule on a puzzle, and its file and line; see `asp.rule_sizes.RuleSize`."""

    file: str
    line: int
    text: str
    instances: int
    literals: int
    seconds: float


@dataclass(frozen=True, slots=True)
class ProgramRun:
    """The run of a program on a puzzle, as far as it has come.

    Attributes:
        stage: The last thing that was done.
        rules, atoms: The size of the ground program.
        grounding, solving: CPU seconds.
        remarks: What lint found in the program, each with its place.
        answers, exhausted: The answer sets, and whether there are no others.
        sizes: The size of each rule, the slowest first.
        reason: Why there was nothing to run; else empty.
        stopped: The limit that cut it short.
    """

    stage: Literal["begun", "grounded", "answer", "sizes", "done"] = "begun"
    rules: int = 0
    atoms: int = 0
    grounding: float = 0.0
    solving: float = 0.0
    remarks: tuple[str, ...] = ()
    answers: tuple[Answer, ...] = ()
    exhausted: bool = False
    sizes: tuple[RuleShare, ...] = ()
    reason: str = ""
    stopped: Stopped | None = None

    def to_json(self) -> dict[str, Any]:
        """The sizes and times; of the answers their number."""
        return {
            "answers": len(self.answers),
            "exhausted": self.exhausted,
            "rules": self.rules,
            "atoms": self.atoms,
            "grounding": self.grounding,
            "solving": self.solving,
            "sizes": [asdict(share) for share in self.sizes],
            "reason": self.reason,
        }


def program_runs(
    sandbox: Sandbox, setup: Setup, *, most: int, sizes: bool, seconds: float
) -> Iterator[ProgramRun]:
    """Run a program on a puzzle.

    Args:
        sandbox: Where it runs.
        setup: The program with the facts of the puzzle.
        most: The number of answer sets to look at.
        sizes: Whether each rule is measured, too.
        seconds: Wall-clock time for all of it.

    Yields:
        A snapshot after each stage and each answer; the last one is final.

    Raises:
        EncodingError: If the program may not be run, or clingo does not accept it.
    """
    run = ProgramRun(remarks=setup.notes)
    if setup.no_solution:
        yield replace(run, stage="done", exhausted=True, reason=setup.no_solution)
        return
    ask = partial(_ask, sandbox, setup.program.submission, Clock(seconds))
    found = ask(setup.job)
    if isinstance(found, Stopped):
        yield replace(run, stopped=found)
        return
    size = {"rules": found["rules"], "atoms": found["atoms"], "grounding": found["seconds"]}
    run = replace(run, stage="grounded", **size, remarks=_remarks(setup, found))
    yield run
    while len(run.answers) < most and not run.exhausted:
        found = ask({"do": "next"})
        if isinstance(found, Stopped):
            yield replace(run, stopped=found)
            return
        solving = run.solving + found["seconds"]
        run = replace(run, solving=solving, exhausted=found.get("exhausted", False))
        if "picture" in found:
            answers = (*run.answers, _answer(found, setup.puzzle))
            run = replace(run, stage="answer", answers=answers)
            yield run
    if sizes:
        found = ask({"do": "rule sizes"})
        if isinstance(found, Stopped):
            yield replace(run, stopped=found)
            return
        run = replace(run, stage="sizes", sizes=_shares(found, setup.program.submission))
        yield run
    yield replace(run, stage="done")


def _ask(
    sandbox: Sandbox, submission: Submission, clock: Clock, job: dict[str, Any]
) -> dict[str, Any] | Stopped:
    found = sandbox.ask(job, clock)
    if isinstance(found, Refused):
        raise EncodingError(submission.name, found.reason, place=submission.place(found.line))
    return found


def _remarks(setup: Setup, found: dict[str, Any]) -> tuple[str, ...]:
    remarks = lint(setup.program, found["messages"]) if setup.linted else ()
    return (*setup.notes, *remarks)


def _answer(found: dict[str, Any], puzzle: Puzzle) -> Answer:
    """An answer set, compared with the clues."""
    rows: Sequence[Sequence[int]] | str = found["picture"]
    grid: Grid | None = None
    if isinstance(rows, str):
        wrong = f"{rows} is no cell, or gives one a second color"
    else:
        grid = Grid(tuple(map(tuple, rows)))
        wrong = "a color that the palette lacks"
        if grid.most_color < len(puzzle.colors):
            wrong = mismatch(grid, puzzle) or ""
        else:
            grid = None
    cells: dict[tuple[int, int], tuple[int, ...]] = {}
    for x, y, place in found["at"]:
        cells[x, y] = (*cells.get((x, y), ()), place)
    return Answer(grid, wrong, tuple(found["atoms"]), found["total"], cells)


def _shares(found: dict[str, Any], submission: Submission) -> tuple[RuleShare, ...]:
    """The size of each rule, the slowest first."""
    shares = []
    for line, *rest in found["sizes"]:
        file, number = submission.places[line - 1]
        shares.append(RuleShare(file, number, *rest))
    return tuple(sorted(shares, key=lambda one: -one.seconds))
