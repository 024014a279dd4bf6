"""Grading one submission, from its file to everything a report can say of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from asp_nono.errors import EncodingError
from asp_nono.grading.counterexample import Counterexample, counterexample
from asp_nono.grading.diagnosis import Diagnosis, diagnose
from asp_nono.grading.dialects import dialects, recognised
from asp_nono.grading.remarks import remarks, unsupplied
from asp_nono.grading.sandbox import Refused, Sandbox
from asp_nono.grading.submission import Submission, read_submission
from asp_nono.grading.tour import Program, Tour, tour
from asp_nono.grading.vocabulary import OurFacts, Vocabulary
from asp_nono.solving.limits import Stopped

Outcome = Literal["right", "repeats", "wrong", "undecided", "refused"]
"""Right on every small board; right, but some solutions come several times; wrong on some board;
not known, because a limit stopped it; not run."""

_READING = 10.0
"""Seconds for parsing a submission."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How submissions are judged.

    Attributes:
        vocabulary: Their words; None to recognise them.
        block_colors: On boards of so many block colours, 1 or 2; None for what each reads.
        seconds: Wall-clock time for all small boards together.
        megabytes: Memory of the process in which a submission runs, in MiB.
    """

    vocabulary: Vocabulary | None = None
    block_colors: int | None = None
    seconds: float = 60.0
    megabytes: int = 1024


@dataclass(frozen=True, slots=True)
class Grade:
    """What is found out about a submission.

    Attributes:
        name: The submission.
        outcome: Whether it is right.
        reason: Why it was refused or is undecided; else empty.
        dialect: The words in which it was told puzzles.
        block_colors: On boards of so many block colours it was tried.
        tour: How it did on all small boards; None if it was not run.
        counterexample: A smallest board on which it is wrong.
        diagnosis: Of what kind the mistake is likely to be.
        remarks: What is odd about its text, each with its place.
    """

    name: str
    outcome: Outcome
    reason: str = ""
    dialect: str = ""
    block_colors: int = 1
    tour: Tour | None = None
    counterexample: Counterexample | None = None
    diagnosis: Diagnosis | None = None
    remarks: tuple[str, ...] = ()


def grade(
    path: Path, settings: Settings | None = None, *, root: Path | None = None, name: str = ""
) -> Grade:
    """Judge the submission whose main file is `path`.

    Args:
        path: The main file.
        settings: How.
        root: The folder of the submission, within which it may include files.
        name: What reports call it; the name of the file if it is empty.

    Raises:
        AspNonoError: If this system cannot run submissions safely.
    """
    settings = settings or Settings()
    try:
        submission = read_submission(path, root, name)
    except EncodingError as error:
        return Grade(name or path.name, "refused", str(error))
    with Sandbox(settings.megabytes) as sandbox:
        return _judge(sandbox, submission, settings)


def _judge(sandbox: Sandbox, submission: Submission, settings: Settings) -> Grade:
    colored: dict[str, int] = {}
    for words in (settings.vocabulary,) if settings.vocabulary else dialects().values():
        colored.update(words.colored)
    found = sandbox.ask({"do": "inspect", "text": submission.text, "colored": colored}, _READING)
    if isinstance(found, Refused):
        return Grade(submission.name, "refused", _placed(submission, found))
    if isinstance(found, Stopped):
        return Grade(submission.name, "refused", f"clingo cannot read it: {found.reason}")
    inputs = frozenset(found["used"]) - frozenset(found["derived"])
    words = settings.vocabulary or recognised(inputs)
    if isinstance(words, OurFacts):
        words = words.reading(inputs)
    asked = settings.block_colors or (2 if found["reads_colors"] else 1)
    program = Program(
        submission,
        words,
        asked + 1,
        found["shows_something"],
        words.output.signature in found["derived"],
    )
    result = tour(sandbox, program, settings.seconds)
    if result.refused:
        return Grade(submission.name, "refused", _placed(submission, result.refused), words.name)
    board = counterexample(sandbox, program, result.fault, _READING) if result.fault else None
    return Grade(
        submission.name,
        _outcome(result),
        result.stopped,
        words.name,
        asked,
        result,
        board,
        diagnose(result, misspelt=bool(unsupplied(found, words))),
        remarks(submission, found, words, result.messages),
    )


def _outcome(result: Tour) -> Outcome:
    if result.faulty:
        return "wrong"
    if result.stopped:
        return "undecided"
    return "repeats" if result.fault else "right"


def _placed(submission: Submission, refused: Refused) -> str:
    place = submission.place(refused.line)
    return f"{place}: {refused.reason}" if place else refused.reason
