"""Grading one submission, from its file to everything a report can say of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal

from asp_nono.errors import EncodingError, PuzzleError, UnknownNameError
from asp_nono.grading.blots import blot_fault, claims
from asp_nono.grading.counterexample import Counterexample, counterexample
from asp_nono.grading.diagnosis import Diagnosis, diagnose
from asp_nono.grading.dialects import dialects, read_mapping, recognised
from asp_nono.grading.disagreement import disagreement
from asp_nono.grading.ladder import Climb, climb, reference
from asp_nono.grading.plain import NAME, plain
from asp_nono.grading.remarks import remarks, tells_nothing, unsupplied
from asp_nono.grading.rubric import Rubric, Score, read_rubric
from asp_nono.grading.sandbox import Refused, Sandbox
from asp_nono.grading.submission import Submission, read_submission, submission_of
from asp_nono.grading.tour import Program, Tour, tour
from asp_nono.grading.vocabulary import OurFacts, Vocabulary
from asp_nono.run.limits import Stopped

Outcome = Literal["right", "repeats", "wrong", "undecided", "refused"]
"""Right on every small board; right, but some solutions come several times; wrong on some board;
not known, because a limit stopped it; not run."""

REFERENCES = ("starts", "order")
"""The recipes that a program is measured beside, besides the rubric's."""

_READING = 10.0
"""Seconds for parsing a submission, and for one small board."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How submissions are judged.

    Attributes:
        vocabulary: Their words; None to recognise them.
        block_colors: On boards of so many block colours, 1 or 2; None for what each reads.
        rubric: How points are given.
        ladder: Whether right programs are measured on larger and larger puzzles.
        seconds: Wall-clock time for all small boards together.
        megabytes: Memory of the process in which a submission runs, in MiB.
    """

    vocabulary: Vocabulary | None = None
    block_colors: int | None = None
    rubric: Rubric = field(default_factory=read_rubric)
    ladder: bool = True
    seconds: float = 60.0
    megabytes: int = 1024


@dataclass(frozen=True, slots=True)
class Grade:
    """What is found out about a submission.

    Attributes:
        name: The submission.
        outcome: Whether it is right.
        score: Its points.
        reason: Why it was refused or is undecided, or on what larger puzzle it is wrong.
        dialect: The words in which it was told puzzles.
        block_colors: On boards of so many block colours it was tried.
        tour: How it did on all small boards; None if it was not run.
        counterexample: A smallest board on which it is wrong.
        diagnosis: Of what kind the mistake is likely to be.
        remarks: What is odd about its text, each with its place.
        climb: How far it came on the ladder; None if it was not measured.
        references: How far the references came, the rubric's first.
    """

    name: str
    outcome: Outcome
    score: Score
    reason: str = ""
    dialect: str = ""
    block_colors: int = 1
    tour: Tour | None = None
    counterexample: Counterexample | None = None
    diagnosis: Diagnosis | None = None
    remarks: tuple[str, ...] = ()
    climb: Climb | None = None
    references: tuple[Climb, ...] = ()


def grade(
    path: Path,
    settings: Settings | None = None,
    *,
    root: Path | None = None,
    name: str = "",
    mapping: Path | None = None,
) -> Grade:
    """Judge the submission whose main file is `path`.

    Args:
        path: The main file.
        settings: How.
        root: The folder of the submission, within which it may include files; None for a file that
            stands alone.
        name: What reports call it; the name of the file if it is empty.
        mapping: The submission's own mapping file, for settings without a vocabulary.

    Raises:
        AspNonoError: If this system cannot run submissions safely.
    """
    settings = settings or Settings()
    name = plain(name or path.name, NAME)
    try:
        submission = read_submission(path, root, name)
        if mapping and settings.vocabulary is None:
            settings = replace(settings, vocabulary=read_mapping(mapping, mapping.name))
    except EncodingError as error:
        known = error.place and error.file == plain(path.name, NAME)
        reason = f"{error.place}: {error.reason}" if known else str(error)
        return _refused(name, reason, settings)
    except (PuzzleError, UnknownNameError) as error:
        return _refused(name, str(error), settings)
    with Sandbox(settings.megabytes) as sandbox:
        return _judged(sandbox, submission, settings)


def grade_text(text: str, name: str, settings: Settings) -> Grade:
    """Judge the submission that is this text, and stands alone; `name` is what reports call it.

    Raises:
        AspNonoError: If this system cannot run submissions safely.
    """
    try:
        submission = submission_of(text, name)
    except EncodingError as error:
        return _refused(name, str(error), settings)
    with Sandbox(settings.megabytes) as sandbox:
        return _judged(sandbox, submission, settings)


def _refused(name: str, reason: str, settings: Settings) -> Grade:
    score = settings.rubric.score(None, ladder=settings.ladder)
    return Grade(name, "refused", score, plain(reason))


def _judged(sandbox: Sandbox, submission: Submission, settings: Settings) -> Grade:
    colored: dict[str, int] = {}
    for words in (settings.vocabulary,) if settings.vocabulary else dialects().values():
        colored.update(words.colored)
    found = sandbox.ask({"do": "inspect", "text": submission.text, "colored": colored}, _READING)
    if isinstance(found, Refused):
        return _refused(submission.name, _placed(submission, found), settings)
    if isinstance(found, Stopped):
        reason = f"clingo's parser does not get through it: {found.reason}"
        return _refused(submission.name, reason, settings)
    program, inputs = _program(submission, found, settings)
    words = program.vocabulary
    result = tour(sandbox, program, settings.seconds)
    if result.refused:
        return _refused(submission.name, _placed(submission, result.refused), settings)
    graded = Grade(
        submission.name,
        _outcome(result),
        settings.rubric.score(result, ladder=settings.ladder),
        result.stopped,
        words.name,
        program.colors - 1,
        result,
        counterexample(sandbox, program, result.fault, _READING) if result.fault else None,
        diagnose(result, misspelt=bool(unsupplied(found, words)) or tells_nothing(found, words)),
        remarks(submission, found, words, result.messages),
    )
    if settings.rubric.blots and claims(words, inputs) and graded.outcome in ("right", "repeats"):
        graded = _with_blots(sandbox, program, settings, graded)
    if graded.outcome in ("right", "repeats"):
        told = disagreement(sandbox, program, _READING)
        graded = replace(graded, remarks=(*graded.remarks, *told))
    if settings.ladder and graded.outcome in ("right", "repeats"):
        return _measured(sandbox, program, settings, graded)
    return graded


def _program(
    submission: Submission, found: dict[str, Any], settings: Settings
) -> tuple[Program, frozenset[str]]:
    """A submission with what inspection found of it, and the predicates that it only reads."""
    inputs = frozenset(found["used"]) - frozenset(found["derived"])
    words = settings.vocabulary or recognised(inputs)
    if isinstance(words, OurFacts):
        words = words.reading(inputs)
    program = Program(
        submission,
        words,
        1 + (settings.block_colors or (2 if found["reads_colors"] else 1)),
        found["shows_something"],
        words.output.signature in found["derived"],
    )
    return program, inputs


def _with_blots(sandbox: Sandbox, program: Program, settings: Settings, graded: Grade) -> Grade:
    """The same grade unless the program is wrong on a board with blotted blocks."""
    found = blot_fault(sandbox, program, settings.seconds)
    if isinstance(found, Stopped):
        score = replace(graded.score, passed=False)
        return replace(graded, outcome="undecided", reason=found.reason, score=score)
    if found is None:
        return graded
    size = f"{found.puzzle.width}x{found.puzzle.height}"
    elsewhere = f"on a board of {size} with blotted blocks"
    score = settings.rubric.score(graded.tour, ladder=settings.ladder, elsewhere=elsewhere)
    reason = f"it is wrong {elsewhere}"
    return replace(graded, outcome="wrong", score=score, reason=reason, counterexample=found)


def _measured(sandbox: Sandbox, program: Program, settings: Settings, graded: Grade) -> Grade:
    """The same grade with how far the program comes on the ladder."""
    rubric = settings.rubric
    climbed = climb(sandbox, program, rubric.sides, rubric.seconds)
    names = dict.fromkeys((rubric.reference, *REFERENCES))
    references = tuple(
        _reference(name, program.colors, rubric.sides, rubric.seconds, settings.megabytes)
        for name in names
    )
    graded = replace(
        graded,
        score=rubric.score(graded.tour, climbed, references[0]),
        climb=climbed,
        references=references,
    )
    if climbed.stop and climbed.stop.wrong:
        side = climbed.stop.side
        reason = f"its answer to the puzzle of {side}x{side} cells on the ladder is wrong"
        return replace(graded, outcome="wrong", reason=reason)
    return graded


@cache
def _reference(
    name: str, colors: int, sides: tuple[int, ...], seconds: float, megabytes: int
) -> Climb:
    """How far a reference comes; measured once."""
    with Sandbox(megabytes) as sandbox:
        return climb(sandbox, reference(name, colors), sides, seconds)


def _outcome(result: Tour) -> Outcome:
    if result.faulty:
        return "wrong"
    if result.stopped:
        return "undecided"
    return "repeats" if result.fault else "right"


def _placed(submission: Submission, refused: Refused) -> str:
    place = submission.place(refused.line)
    return f"{place}: {refused.reason}" if place else refused.reason
