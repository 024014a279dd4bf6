"""Grading one submission, from its file to everything that a report says about it."""

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from traceback import extract_tb
from typing import TypeAlias

from asp_nono.grading.lint import Inspected
from asp_nono.grading.report import GradeResult, Outcome, Stage
from asp_nono.grading.rubric import Rubric, read_rubric
from asp_nono.grading.sandbox import PATIENCE, RefusedError, Sandbox
from asp_nono.grading.submission import (
    Submission,
    SubmissionFile,
    named,
    read_submission,
    safe,
    submission_of,
)
from asp_nono.messages import NOTHING, EncodingError, Message, PuzzleError, together

_TEXT = "the program"  # the name of a submission that is a text

PARSE_SECONDS = 10.0  # for parsing a program

Grading: TypeAlias = Generator[
    GradeResult, None, GradeResult
]  # yields snapshots, returns the last one


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise(ABC):
    """What programs are graded for: nonograms, or what a teacher asks for."""

    rubric: Rubric = field(default_factory=read_rubric)  #: how points are given
    scaling: bool = False  #: whether right programs are measured on larger and larger puzzles
    seconds: float = 60.0  #: CPU time for all small instances together
    patience: float = PATIENCE  #: how much wall-clock time for each second of CPU time
    megabytes: int = 1024  #: memory of the process in which a submission runs, in MiB

    @abstractmethod
    def grading(self, sandbox: Sandbox, submission: Submission, mapping: Path | None) -> Grading:
        """The grades of a submission, which may have a mapping file of its own.

        Raises:
            RefusedError: If it cannot be run.
        """


def grade(
    program: SubmissionFile | Path | str, exercise: Exercise, name: str = _TEXT
) -> GradeResult:
    """Grade a submission in files, or a file or a text that stands alone.

    `name` is that of the text in reports.
    """
    if isinstance(program, Path):
        program = SubmissionFile(program.name, program)
    *_, found = grades(program, exercise, name)
    return found


def begun(program: SubmissionFile | str, exercise: Exercise, name: str = _TEXT) -> GradeResult:
    """The grade before anything is tried; see `grades`."""
    return _untried(_name(program, name), exercise)


def _untried(name: str, exercise: Exercise) -> GradeResult:
    score = exercise.rubric.score(None, with_scaling=exercise.scaling)
    return GradeResult(name, "undecided", score, stage="boards")


def _name(program: SubmissionFile | str, name: str) -> str:
    return named(program.name if isinstance(program, SubmissionFile) else name)


def grades(
    program: SubmissionFile | str, exercise: Exercise, name: str = _TEXT
) -> Iterator[GradeResult]:
    """Snapshots of the grade of a submission in files, or of a text of this name.

    Until the last one, a program is undecided unless it is wrong.
    """
    name = _name(program, name)
    if isinstance(program, SubmissionFile) and program.fault:
        yield _refused(name, program.fault, exercise)
        return
    try:
        if isinstance(program, str):
            submission, mapping = submission_of(program, name), None
        else:
            submission = read_submission(program.path, program.root, name, program.more)
            mapping = program.mapping
    except EncodingError as error:
        own = isinstance(program, str) or error.file == named(program.path.name)
        reason = together((error.place, error.reason)) if own else error.message
        yield _refused(name, reason, exercise)
    else:
        yield from graded(submission, exercise, mapping)


def graded(
    submission: Submission, exercise: Exercise, mapping: Path | None = None
) -> Iterator[GradeResult]:
    """The grades; where the grader itself fails that is the outcome of this one."""
    try:
        with Sandbox(exercise.megabytes, exercise.patience) as sandbox:
            found = yield from exercise.grading(sandbox, submission, mapping)
            if found.outcome == "right on small instances" and not exercise.rubric.pass_small:
                found = replace(found, score=replace(found.score, passed=False))
            found.to_json()
    except RefusedError as refused:
        found = _refused(submission.name, refused.placed(submission), exercise)
    except PuzzleError as error:
        found = _refused(submission.name, error.message, exercise)
    except Exception as error:  # noqa: BLE001 - a bug of ours must not end a class
        frame = extract_tb(error.__traceback__)[-1]
        place = f"{Path(frame.filename).name}:{frame.lineno}"
        reason = Message(
            "{kind}: {error} ({place})", kind=type(error).__name__, error=str(error), place=place
        )
        found = replace(_refused(submission.name, reason, exercise), outcome="error")
    yield found


def _refused(name: str, reason: Message, exercise: Exercise) -> GradeResult:
    found = _untried(name, exercise)
    return replace(found, outcome="refused", reason=safe(reason), stage="done")


def unfinished(stage: Stage, found: GradeResult) -> GradeResult:
    """The grade as far as it is known: a program is right only when all has been tried."""
    outcome: Outcome = "wrong" if found.outcome == "wrong" else "undecided"
    return replace(found, stage=stage, outcome=outcome, score=replace(found.score, passed=False))


def checksum(wrong: object) -> str:
    """The mark of everything that a program has wrong; empty if there is nothing."""
    return sha256(repr(wrong).encode()).hexdigest() if wrong else ""


def against_rubric(rubric: Rubric, program: Submission, inspected: Inspected) -> Message:
    """What a program lacks or has against the rubric; empty if there is nothing."""
    if inspected["empty"]:
        return Message("is empty; expected rules")
    has = dict.fromkeys(inspected["made"], 0) | inspected["lines"] | inspected["constructs"]
    has |= dict.fromkeys((f"#external {one}" for one in inspected["external"]), 0)
    for one in rubric.requires:
        if one not in has:
            return Message("the exercise asks for {construct}; the program has none", construct=one)
    for one in rubric.forbids:
        if one in has:
            unwanted = Message("the exercise does without {construct}", construct=one)
            return together((program.place(has[one]).named, unwanted))
    return NOTHING
