"""Reading exercises: a folder with `exercise.toml`, right and wrong programs, and instances.

Instances are a folder of facts, or a program each of whose answer sets shows the facts of one.
"""

from collections.abc import Sequence
from dataclasses import replace
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
from asp_nono.grading.rubric import constructs, read_rubric, require_texts
from asp_nono.grading.sandbox import Clock, RefusedError, Sandbox
from asp_nono.grading.submission import Submission, read_submission
from asp_nono.grading.vocabulary import from_toml, require
from asp_nono.messages import EncodingError, Message, PuzzleError
from asp_nono.run.limits import StoppedError

_SECONDS = 60.0  # for a teacher's program on all instances
_VIZ = "viz.lp"
_MISTAKES = "wrong"  # the folder of wrong programs
_POINTS = {"sound": 40, "complete": 40, "once": 20}
_TEXTS = ("title", "reference", "checker", "instances", "larger", "seed")
_LISTS = ("show", "externals", "references")
_CONSTRUCTS = ("requires", "forbids")
_TO_PASS = ("pass", "pass_small", "max_ground_rules")
_ENTRIES = {*_TEXTS, *_LISTS, *_CONSTRUCTS, "points", "mistakes", *_TO_PASS}


def read_exercise(folder: Path, megabytes: int, *, drawing: bool = False) -> FolderExercise:
    """The exercise in a folder, its references and its wrong programs run on all instances.

    Its `viz.lp` is read only if answers are drawn.

    Raises:
        PuzzleError: If an entry of `exercise.toml` is wrong.
        EncodingError: If a program cannot be run.
    """
    table = from_toml(folder / "exercise.toml", _checked)
    points = {**_POINTS, **table.get("points", {})}
    rubric = replace(
        read_rubric(),
        points=points,
        seed=table.get("seed", ""),
        pass_points=table.get("pass", sum(points.values()) * 0.6),
        pass_small=table.get("pass_small", False),
        requires=tuple(table.get("requires", ())),
        forbids=tuple(table.get("forbids", ())),
    )
    viz = drawing and (folder / _VIZ).exists()
    names = table.get("references", [table.get("reference", "reference.lp")])
    references = [_program(folder, name) for name in names]
    source = table.get("instances", "instances.lp")
    made = FolderExercise(
        reference=references[0],
        generator=None if (folder / source).is_dir() else _program(folder, source),
        rubric=rubric,
        title=table.get("title", folder.name),
        shown=tuple(table["show"]),
        checker=_program(folder, table["checker"]).text if "checker" in table else "",
        externals=tuple(table.get("externals", ())),
        max_rules=table.get("max_ground_rules"),
        viz=_program(folder, _VIZ).text if viz else "",
    )
    with Sandbox(megabytes) as sandbox:
        made = _with_instances(sandbox, folder, table, made)
        first, *others = (
            _with_mistakes(
                sandbox, folder, table, _with_reference(sandbox, replace(made, reference=one))
            )
            for one in references
        )
    return replace(first, others=tuple(others))


def _program(folder: Path, name: str) -> Submission:
    return read_submission(folder / name, folder)


def _kinds(table: dict[str, Any]) -> dict[str, MistakeKind]:
    """The kinds of mistakes that the teacher expects."""
    return {name: MistakeKind(name, **one) for name, one in table.get("mistakes", {}).items()}


def _with_instances(
    sandbox: Sandbox, folder: Path, table: dict[str, Any], made: FolderExercise
) -> FolderExercise:
    """The exercise with its instances, whose answers are not known yet."""
    small = instances_in(sandbox, folder, table.get("instances", "instances.lp"), made.externals)
    large = (
        instances_in(sandbox, folder, table["larger"], made.externals) if "larger" in table else []
    )
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
    try:
        program = ExerciseProgram.of(sandbox, made, reference)
        if reason := program.unlawful:
            raise PuzzleError("is refused: {reason}", reason=reason, where=("reference",))
        tried = program.small(made.instances, Clock(_SECONDS))
        tried.larger = program.larger(_SECONDS)
    except RefusedError as refused:
        raise refused.within(reference) from None
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
    sandbox: Sandbox, folder: Path, table: dict[str, Any], made: FolderExercise
) -> FolderExercise:
    """The exercise with what its wrong programs have wrong."""
    known = [
        (_mistake(sandbox, _program(folder, f"{_MISTAKES}/{name}.lp"), made), kind)
        for name, kind in _kinds(table).items()
    ]
    return replace(made, mistakes=tuple(known))


def _mistake(sandbox: Sandbox, program: Submission, exercise: FolderExercise) -> str:
    """A checksum of what a wrong program has wrong; "" if the exercise does not tell it apart."""
    try:
        return ExerciseProgram.of(sandbox, exercise, program).run(_SECONDS).mistake
    except RefusedError as refused:
        raise refused.within(program) from None


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


def _checked(table: dict[str, Any]) -> dict[str, Any]:
    for key in table:
        unknown = Message("unknown; expected {entries}", entries=tuple(sorted(_ENTRIES)))
        require(key in _ENTRIES, unknown, key)
    points = table.get("points", {})
    for key in _LISTS:
        require_texts(table.get(key, []), key)
    for key in _CONSTRUCTS:
        constructs(table.get(key, []), key)
    _check_references(table)
    require(table.get("show"), Message('expected signatures such as ["color/2"]'), "show")
    for key in _TEXTS:
        require(isinstance(table.get(key, ""), str), Message("expected a text"), key)
    numbers = isinstance(points, dict) and points.keys() <= _POINTS.keys()
    for value in points.values() if numbers else ():
        numbers &= type(value) in (int, float) and 0 <= value <= 1000
    require(numbers, Message("expected numbers for sound, complete and once"), "points")
    enough = table.get("pass", 0)
    require(type(enough) in (int, float), Message("expected a number of points"), "pass")
    small = table.get("pass_small", False)
    require(isinstance(small, bool), Message("expected true or false"), "pass_small")
    if "max_ground_rules" in table:
        most = table["max_ground_rules"]
        require(type(most) is int and most > 0, Message("expected a number"), "max_ground_rules")
        measured = Message("expected larger instances, which are measured")
        require("larger" in table, measured, "max_ground_rules")
    _check_mistakes(table.get("mistakes", {}))
    return table


def _check_references(table: dict[str, Any]) -> None:
    """Refuse several references where there is a single one, or where a checker says."""
    if "references" in table:
        some = Message('expected at least one program, such as ["exactly.lp", "at-most.lp"]')
        require(table["references"], some, "references")
        for key in ("reference", "checker"):
            require(key not in table, Message("has no effect with references; leave it out"), key)


def _check_mistakes(found: Any) -> None:  # noqa: ANN401 - as TOML has it
    tables = found.items() if isinstance(found, dict) else ()
    inside = ((name, key) for name, one in tables if isinstance(one, dict) for key in one)
    for name, key in inside:
        above = Message("no entry of a mistake; expected it above all tables")
        require(key not in _ENTRIES - {"title"}, above, "mistakes", name, key)
    expected = Message("expected a table with a title and a hint for each wrong program")
    sound = isinstance(found, dict) and all(
        isinstance(one, dict)
        and one.keys() == {"title", "hint"}
        and all(isinstance(text, str) for text in one.values())
        for one in found.values()
    )
    require(sound, expected, "mistakes")


def _ask(sandbox: Sandbox, program: Submission, job: dict[str, Any]) -> dict[str, Any]:
    """The answer to a job on a teacher's program; an EncodingError if there is none."""
    try:
        return sandbox.ask(job, PARSE_SECONDS)
    except RefusedError as refused:
        raise refused.within(program) from None
    except StoppedError as error:
        raise EncodingError(
            program.name, "{limit}; expected less work", limit=error.stopped.message
        ) from None
