"""Reading exercises: a folder with `exercise.toml`, right and wrong programs, and instances.

Instances are a folder of facts, or a program each of whose answer sets shows the facts of one.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from asp_nono.grading.exercise import (
    LATER,
    ExerciseInstance,
    ExerciseProgram,
    FolderExercise,
    Found,
    signature,
    signatures_of,
)
from asp_nono.grading.grade import PARSE_SECONDS
from asp_nono.grading.mutants import MistakeKind
from asp_nono.grading.rubric import TEXTS, read_rubric, require_constructs
from asp_nono.grading.sandbox import Clock, Sandbox, placed_in
from asp_nono.grading.submission import Submission, read_submission
from asp_nono.messages import EncodingError, Message, PuzzleError
from asp_nono.run.limits import StoppedError
from asp_nono.toml import FLAG, TEXT, TomlTable, checked, from_toml, key, number, require

_SECONDS = 60.0  # for a teacher's program on all instances
_VIZ = "viz.lp"
_MISTAKES = "wrong"  # the folder of wrong programs
_SIGNATURES = Message('signatures such as ["color/2"]')
_FILES = Message('at least one program, such as ["exactly.lp", "at-most.lp"]')


@dataclass(frozen=True, slots=True, kw_only=True)
class _Points(TomlTable):
    sound: int | float = number(0, 1000, 40)
    complete: int | float = number(0, 1000, 40)
    once: int | float = number(0, 1000, 20)


@dataclass(frozen=True, slots=True, kw_only=True)
class _ExpectedMistake(TomlTable):
    title: str
    hint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entries(TomlTable):
    """What `exercise.toml` says."""

    show: tuple[str, ...] = key(_SIGNATURES, min_length=1)
    title: str | None = key(TEXT, None)
    reference: str = key(TEXT, "reference.lp")
    references: tuple[str, ...] = key(_FILES, (), min_length=1)
    checker: str = key(TEXT, "")
    instances: str = key(TEXT, "instances.lp")
    larger: str = key(TEXT, "")
    seed: str = key(TEXT, "")
    externals: tuple[str, ...] = key(TEXTS, ())
    requires: tuple[str, ...] = key(TEXTS, ())
    forbids: tuple[str, ...] = key(TEXTS, ())
    points: _Points = key(Message("numbers for sound, complete and once"), _Points)
    to_pass: float | None = key(Message("a number of points"), None, alias="pass")
    pass_small: bool = key(FLAG, False)
    max_ground_rules: int | None = key(Message("a number"), None, ge=1)
    mistakes: dict[str, _ExpectedMistake] = key(
        Message("a table with a title and a hint for each wrong program"), dict
    )


def read_exercise(folder: Path, megabytes: int, *, drawing: bool = False) -> FolderExercise:
    """The exercise in a folder, its references and its wrong programs run on all instances.

    Its `viz.lp` is read only if answers are drawn.

    Raises:
        PuzzleError: If an entry of `exercise.toml` is wrong.
        EncodingError: If a program cannot be run.
    """
    entries = from_toml(folder / "exercise.toml", _checked)
    points = asdict(entries.points)
    enough = sum(points.values()) * 0.6 if entries.to_pass is None else entries.to_pass
    rubric = replace(
        read_rubric(),
        points=points,
        seed=entries.seed,
        pass_points=enough,
        pass_small=entries.pass_small,
        requires=entries.requires,
        forbids=entries.forbids,
    )
    viz = drawing and (folder / _VIZ).exists()
    references = [_program(folder, name) for name in entries.references or (entries.reference,)]
    source = entries.instances
    made = FolderExercise(
        reference=references[0],
        generator=None if (folder / source).is_dir() else _program(folder, source),
        rubric=rubric,
        title=folder.name if entries.title is None else entries.title,
        shown=entries.show,
        checker=_program(folder, entries.checker).text if entries.checker else "",
        externals=entries.externals,
        max_rules=entries.max_ground_rules,
        viz=_program(folder, _VIZ).text if viz else "",
    )
    with Sandbox(megabytes) as sandbox:
        made = _with_instances(sandbox, folder, entries, made)
        first, *others = (
            _with_mistakes(
                sandbox, folder, entries, _with_reference(sandbox, replace(made, reference=one))
            )
            for one in references
        )
    return replace(first, others=tuple(others))


def _program(folder: Path, name: str) -> Submission:
    return read_submission(folder / name, folder)


def _with_instances(
    sandbox: Sandbox, folder: Path, entries: _Entries, made: FolderExercise
) -> FolderExercise:
    """The exercise with its instances, whose answers are not known yet."""
    small = instances_in(sandbox, folder, entries.instances, made.externals)
    larger = entries.larger
    large = instances_in(sandbox, folder, larger, made.externals) if larger else []
    require(small, Message("no instances; expected some"), "instances")
    return replace(
        made,
        instances=tuple(small),
        larger=tuple(large),
        whole=len(small),
        given=signatures_of([*small, *large]),
    )


def _with_reference(sandbox: Sandbox, made: FolderExercise) -> FolderExercise:
    """The exercise with the answers of its reference, which a checker must accept."""
    reference = made.reference
    with placed_in(reference):
        program = ExerciseProgram.of(sandbox, made, reference)
        if reason := program.unlawful:
            raise PuzzleError("is refused: {reason}", reason=reason, where=("reference",))
        tried = program.small(made.instances, Clock(_SECONDS))
        tried.larger = program.larger(_SECONDS)
    if tried.stopped:
        raise EncodingError(reference.name, "{limit}; expected less work", limit=tried.stopped)
    if len(tried.larger) < len(made.larger):
        raise EncodingError(reference.name, "a larger instance takes too long; expected less work")
    if made.checker:
        refuses = Message("refuses an answer of the reference, or there is none; expected answers")
        require(not tried.faulty, refuses, "checker")
        return made
    known = replace(
        made,
        instances=_answered(tried.answers),
        larger=_answered(tried.larger),
        costs="#minimize" in program.inspected["constructs"],
    )
    _check_shown(known)
    return known


def _answered(answers: Found) -> tuple[ExerciseInstance, ...]:
    """The instances that the reference has decided."""
    many = Message("an instance has too many answers; expected smaller ones")
    require(all(one["exhausted"] for one in answers.values()), many, "instances")
    found = answers.items()
    return tuple(
        ExerciseInstance(facts, tuple(sorted(map(tuple, one["sets"])))) for facts, one in found
    )


def _check_shown(exercise: FolderExercise) -> None:
    """Raise a PuzzleError for a signature that no answer shows: it would make anything right."""
    answers = (answer for one in exercise.every for answer in one.right or ())
    seen = {signature(atom) for answer in answers for atom in answer}
    for one in exercise.shown:
        dead = Message("no answer of the reference shows {signature}", signature=one)
        require(one in seen, dead, "show")


def _with_mistakes(
    sandbox: Sandbox, folder: Path, entries: _Entries, made: FolderExercise
) -> FolderExercise:
    """The exercise with what its wrong programs have wrong."""
    known = [
        (
            _mistake(sandbox, _program(folder, f"{_MISTAKES}/{name}.lp"), made),
            MistakeKind(name, one.title, one.hint),
        )
        for name, one in entries.mistakes.items()
    ]
    return replace(made, mistakes=tuple(known))


def _mistake(sandbox: Sandbox, program: Submission, exercise: FolderExercise) -> str:
    """A checksum of what a wrong program has wrong; "" if the exercise does not tell it apart."""
    with placed_in(program):
        return ExerciseProgram.of(sandbox, exercise, program).run(_SECONDS).mistake


def instances_in(
    sandbox: Sandbox, folder: Path, source: str, externals: Sequence[str]
) -> list[ExerciseInstance]:
    """The instances in a folder of files, or of those that a program makes."""
    if (folder / source).is_dir():
        files = sorted((folder / source).glob("*.lp"))
        found = [_of_file(sandbox, read_submission(file, folder)) for file in files]
    else:
        generator = _program(folder, source)
        answer = _ask(sandbox, generator, {"do": "instances", "text": generator.text})
        many = Message(
            "more than {count} instances; expected fewer", count=len(answer["instances"])
        )
        require(answer["exhausted"], many, "instances")
        found = answer["instances"]
    return instances_of(found, externals)


def instances_of(
    found: Sequence[Sequence[str]], externals: Sequence[str]
) -> list[ExerciseInstance]:
    """Instances with these facts, those with the fewest first."""
    texts = (_text(atoms, externals) for atoms in sorted(found, key=lambda one: (len(one), one)))
    return [*map(ExerciseInstance, texts)]


def _of_file(sandbox: Sandbox, program: Submission) -> list[str]:
    """The facts of a file."""
    found = _ask(sandbox, program, {"do": "instances", "text": program.text})["instances"]
    if len(found) != 1:
        raise EncodingError(program.name, "is no instance; expected facts")
    facts: list[str] = found[0]
    return facts


def _text(atoms: Sequence[str], externals: Sequence[str]) -> str:
    """The facts, one on a line; those of external atoms come after everything else."""
    lines = [f"{atom}." for atom in atoms]
    later = [line for line in lines if signature(line) in externals]
    first = [line for line in lines if line not in later]
    return "\n".join([*first, f"#program {LATER}.", *later] if later else first)


def _checked(table: dict[str, Any]) -> _Entries:
    """The entries; a PuzzleError names one that is wrong, or does not go with another."""
    _check_mistakes(table.get("mistakes"))
    found = checked(_Entries, table)
    require_constructs(found.requires, "requires")
    require_constructs(found.forbids, "forbids")
    for name in ("reference", "checker"):
        idle = bool(found.references) and name in table
        require(not idle, Message("has no effect with references; leave it out"), name)
    measured = Message("expected larger instances, which are measured")
    require(found.larger or found.max_ground_rules is None, measured, "max_ground_rules")
    return found


def _check_mistakes(found: object) -> None:
    """Refuse an entry of the exercise that stands below the table of a mistake."""
    tables = found.items() if isinstance(found, dict) else ()
    known = {one.metadata.get("alias", one.name) for one in fields(_Entries)} - {"title"}
    for name, one in tables:
        for inside in one if isinstance(one, dict) else ():
            above = Message("no entry of a mistake; expected it above all tables")
            require(inside not in known, above, "mistakes", name, inside)


def _ask(sandbox: Sandbox, program: Submission, job: dict[str, Any]) -> dict[str, Any]:
    """The answer to a job on a teacher's program; an EncodingError if there is none."""
    try:
        with placed_in(program):
            return sandbox.ask(job, PARSE_SECONDS)
    except StoppedError as error:
        raise EncodingError(
            program.name, "{limit}; expected less work", limit=error.stopped.message
        ) from None
