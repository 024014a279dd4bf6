"""A program tried out on a puzzle: its answer sets, compared with the clues, and its rules."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import starmap
from typing import Any, Literal

from asp_nono.asp.deductions import open_puzzle
from asp_nono.asp.dialects import Dialect
from asp_nono.asp.facts import fact_kinds, facts_text
from asp_nono.asp.program import Program
from asp_nono.asp.recipes import Deductions, recipe
from asp_nono.asp.source import PlacedMessage
from asp_nono.draw.picture import Picture
from asp_nono.grading.exercise import APART, LATER, signature
from asp_nono.grading.grade import PARSE_SECONDS
from asp_nono.grading.lint import Remark
from asp_nono.grading.nonograms import remarks_on
from asp_nono.grading.sandbox import Clock, Sandbox, placed_in
from asp_nono.grading.scaling import large_rule
from asp_nono.grading.submission import Submission, submission_of
from asp_nono.grading.vocabulary import OurFacts, SubmittedProgram, dialect
from asp_nono.grid import Grid
from asp_nono.messages import NOTHING, Message, PuzzleError, plural, together, with_messages
from asp_nono.puzzle import Puzzle, mismatch
from asp_nono.run.snapshots import Answer

_THREADS = ("--parallel-mode", "-t")  # options for what the sandbox does not grant


@dataclass(frozen=True, slots=True)
class Setup:
    """A program with the facts of a puzzle."""

    puzzle: Puzzle
    program: SubmittedProgram
    job: dict[str, Any] = field(default_factory=dict)  #: the job of grounding it
    notes: tuple[Remark, ...] = ()  #: the parts left out
    no_solution: Message = (
        NOTHING  # why there is no solution, if line logic shows that; then nothing is run
    )
    linted: bool = True  #: whether there are remarks on it; headers of recipes are checked instead
    pictured: bool = True  #: whether its answers are pictures of the puzzle

    def remarks(self, messages: Iterable[PlacedMessage] = ()) -> tuple[Remark, ...]:
        """The parts left out, what lint finds, and clingo's messages."""
        if not self.linted:
            return self.notes
        return (*self.notes, *remarks_on(self.program, messages, pictured=self.pictured))


def setup_recipe(puzzle: Puzzle, name: str, deductions: str | None) -> Setup:
    """A recipe, with its own deductions or those given; EncodingError where it cannot be used."""
    chosen = recipe(name).with_deductions(deductions)
    program = SubmittedProgram.of_recipe(chosen, len(puzzle.colors))
    options = tuple(option for option in chosen.options if not option.startswith(_THREADS))
    single = Remark(Message("it has one thread only here"))
    notes = () if options == chosen.options else (single,)
    left = open_puzzle(puzzle, chosen.deductions)
    if isinstance(left, Message):
        return Setup(puzzle, program, no_solution=left)
    job = program.ground_job(puzzle, Program.of(chosen, left).facts, options)
    return Setup(puzzle, program, job, notes, linted=False)


def setup_program(
    sandbox: Sandbox, puzzle: Puzzle, text: str, words: str | None, deductions: Deductions = "none"
) -> Setup:
    """Any program; `words` names a dialect, None to recognize it.

    There are deductions only in our own facts. An EncodingError says that it may not be run, a
    PuzzleError that the puzzle cannot be written in the dialect.
    """
    submission = submission_of(text, "")
    with placed_in(submission):
        found = sandbox.inspect(submission, PARSE_SECONDS, kinds=fact_kinds())
    named = dialect(words) if words else None
    as_written = {**found, "text": text, "terms": False}
    program = SubmittedProgram.of(submission, as_written, named, len(puzzle.colors))
    vocabulary = program.vocabulary
    if isinstance(vocabulary, OurFacts):
        left = open_puzzle(puzzle, deductions)
        if isinstance(left, Message):
            return Setup(puzzle, program, no_solution=left)
        job = program.ground_job(puzzle, facts_text(left, vocabulary.wanted))
        return Setup(puzzle, program, job)
    _require_facts(vocabulary, puzzle)
    given = Message("{dialect} has no facts for the given cells", dialect=vocabulary.name)
    notes = (Remark(given),) if puzzle.given else ()
    return Setup(puzzle, program, program.ground_job(puzzle), notes)


@dataclass(frozen=True, slots=True)
class _InstanceFacts(Dialect):
    """The facts of an instance."""

    facts: Sequence[str] = ()
    output: str = "fill(X, Y, K)"
    given: frozenset[str] = frozenset()

    @property
    def signatures(self) -> frozenset[str]:
        """Those of the facts."""
        return self.given


def setup_instance(sandbox: Sandbox, puzzle: Puzzle, text: str, facts: str) -> Setup:
    """A program with the facts of an instance, one a line, that has nothing to do with the puzzle.

    Those that come after all else follow `#program later.`, as in exercises. An EncodingError says
    that the program may not be run, a PuzzleError that it has that part, or where a fact is none.
    """
    given = frozenset(_fact(line, at) for at, line in enumerate(facts.splitlines(), 1))
    submission = submission_of(text, "")
    with placed_in(submission):
        found = sandbox.inspect(submission, PARSE_SECONDS, optimizing=True)
    if LATER in found["parts"]:
        raise PuzzleError(APART)
    as_written = {**found, "text": text, "terms": False}
    words = _InstanceFacts("", given=given - {""})
    program = SubmittedProgram.of(submission, as_written, words, len(puzzle.colors))
    job = {**program.ground_job(puzzle, facts), "parts": [LATER]}
    return Setup(puzzle, program, job, pictured=False)


def _fact(line: str, number: int) -> str:
    """The signature of a fact; empty for the line before those that come later, or a blank one."""
    if line.strip() in ("", f"#program {LATER}."):
        return ""
    with suppress(RuntimeError):
        if line.endswith(".") and (found := signature(line)):
            return found
    raise PuzzleError("line {number}: expected a fact, as p(1).", number=number, where=("facts",))


def _require_facts(vocabulary: Dialect, puzzle: Puzzle) -> None:
    """Raise a PuzzleError if a dialect has no facts for something in a puzzle."""
    names, name = vocabulary.colors, vocabulary.name
    if len(puzzle.colors) > 2 and not vocabulary.colored:
        raise PuzzleError("the dialect {name} has no facts for colors", name=name)
    if names and len(puzzle.colors) > len(names):
        raise PuzzleError(
            "the dialect {name} names {count} block colors only", name=name, count=len(names) - 1
        )
    if puzzle.blotted:
        raise PuzzleError("the dialect {name} has no facts for blotted blocks", name=name)


@dataclass(frozen=True, slots=True)
class AnswerSet:
    """An answer set."""

    grid: Grid | None  #: the picture; None if its atoms draw none
    wrong: Message | None  #: why this is no solution; empty if it is one, None if unknown
    atoms: list[str]  #: its atoms, at most 5000
    total: int  #: how many there are
    cells: dict[str, list[int]]  #: the places of its atoms, by "column,row"
    costs: tuple[int, ...] = ()  #: what it costs at each level, the most important one first

    def to_json(self, chars: str) -> dict[str, Any]:
        """The answer set, its picture with the character of each color."""
        picture = self.grid.to_text(chars) if self.grid else None
        known = {"atoms": self.atoms, "total": self.total, "cells": self.cells}
        known["costs"] = list(self.costs)
        right = None if self.wrong is None else not self.wrong
        wrong = with_messages(wrong=self.wrong or NOTHING)
        return {"picture": picture, "right": right, **wrong, **known}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramRun(Answer):
    """The run of a program on a puzzle, as far as it has come."""

    puzzle: Puzzle
    stage: Literal["begun", "read", "grounded", "answer", "sizes", "done"] = "begun"
    dialect: str = ""  #: of its facts
    rules: int | None = None  #: the size of the ground program; None until it is ground
    atoms: int = 0
    grounding: float = 0.0  #: CPU seconds
    solving: float = 0.0
    remarks: tuple[Remark, ...] = ()  #: what lint found in the program
    answers: tuple[AnswerSet, ...] = ()
    exhausted: bool = False  #: whether there are no other answer sets
    sizes: tuple[dict[str, Any], ...] = ()  #: of each rule, as `RuleSize`; the slowest first
    nothing: Message = NOTHING  #: why there was nothing to run

    @property
    def finished(self) -> bool:
        """Whether the program was run."""
        return self.stage == "done"

    @property
    def progress(self) -> Message:
        """How many answer sets there are so far."""
        return together((self.stage, self._count))

    @property
    def _count(self) -> Message:
        return plural(len(self.answers), "{count} answer set", "{count} answer sets")

    def text(self, name: str, draw: Callable[[Puzzle, Picture | None], str]) -> Iterator[str]:
        """The number of answer sets, the remarks, and the pictures."""
        reason = f" ({self.nothing or self.stop})" if self.nothing or self.stop else ""
        yield f"{name}: {self._count}{reason}"
        yield from (str(remark.placed) for remark in self.remarks)
        for answer in self.answers:
            if answer.grid:
                yield draw(self.puzzle, answer.grid)

    def to_json(self) -> dict[str, Any]:
        """The sizes, times and remarks; of the answers their number."""
        names = ("exhausted", "rules", "atoms", "grounding", "solving", "dialect")
        return {
            **{name: getattr(self, name) for name in names},
            **with_messages(reason=self.nothing),
            "answers": len(self.answers),
            "sizes": list(self.sizes),
            "warnings": [remark.to_json() for remark in self.remarks],
        }


def program_runs(
    sandbox: Sandbox, setup: Setup, *, most: int, sizes: bool, seconds: float
) -> Iterator[ProgramRun]:
    """Run a program on a puzzle; a snapshot after each stage and each answer, the last one final.

    `most` is the number of answer sets to look at; with `sizes` each rule is measured, too;
    `seconds` is CPU time for all of it.

    Raises:
        EncodingError: If clingo does not accept the program.
        StoppedError: If a limit is reached.
    """
    run = ProgramRun(
        puzzle=setup.puzzle,
        stage="read",
        dialect=setup.program.vocabulary.name,
        remarks=setup.remarks(),
    )
    if setup.no_solution:
        yield replace(run, stage="done", exhausted=True, nothing=setup.no_solution)
        return
    yield run
    submission, clock = setup.program.submission, Clock(seconds)
    large = large_rule(sandbox, setup.program) if setup.linted and setup.pictured else ()
    if large:  # said before the whole is ground, which may never end
        run = replace(run, remarks=(*run.remarks, *large))
        yield run
    with placed_in(submission):
        found = sandbox.ask(setup.job, clock)
        size = {"rules": found["rules"], "atoms": found["atoms"], "grounding": found["seconds"]}
        messages = starmap(PlacedMessage, found["messages"])
        remarks = (*setup.remarks(messages), *large)
        run = replace(run, stage="grounded", **size, remarks=remarks)
        yield run
        while len(run.answers) < most and not run.exhausted:
            found = sandbox.ask({"do": "next"}, clock)
            solving = run.solving + found["seconds"]
            run = replace(run, solving=solving, exhausted=found.get("exhausted", False))
            if "picture" in found:
                answers = (*run.answers, _answer(found, setup))
                run = replace(run, stage="answer", answers=answers)
                yield run
        if sizes:
            run = replace(run, stage="sizes", sizes=_rule_sizes(sandbox, submission, clock))
            yield run
    yield replace(run, stage="done")


def _rule_sizes(
    sandbox: Sandbox, submission: Submission, clock: Clock
) -> tuple[dict[str, Any], ...]:
    """How large each rule of the ground program is, and where it stands; the slowest first."""
    listed = sandbox.ask({"do": "rule sizes"}, clock)["sizes"]
    for one in listed:
        file, one["line"] = submission.places[one["line"] - 1]
        one["file"] = file or None
    return tuple(sorted(listed, key=lambda one: -one["time_instantiate"]))


def _answer(found: dict[str, Any], setup: Setup) -> AnswerSet:
    """An answer set, compared with the clues of the puzzle if it is a picture of that."""
    rows, puzzle, grid = found["picture"], setup.puzzle, None
    if not setup.pictured:
        return AnswerSet(None, None, found["atoms"], found["total"], {}, tuple(found["costs"]))
    if isinstance(rows, str):
        wrong = Message(
            "{atom} is no cell with a color of the palette, or gives one a second color", atom=rows
        )
    else:
        grid = Grid.from_rows(rows)
        wrong = mismatch(grid, puzzle) or NOTHING
    cells: dict[str, list[int]] = {}
    for x, y, place in found["at"]:
        cells.setdefault(f"{x},{y}", []).append(place)
    return AnswerSet(grid, wrong, found["atoms"], found["total"], cells)
