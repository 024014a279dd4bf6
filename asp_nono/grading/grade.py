"""Grading one submission, from its file to everything that a report says about it."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from traceback import extract_tb
from typing import TypeAlias

from asp_nono.asp.dialects import Dialect
from asp_nono.asp.recipes import Deductions
from asp_nono.grading import small_boards
from asp_nono.grading.counterexample import BoardExample
from asp_nono.grading.larger_boards import deduced_trials, larger_test, shrunk, solutions_of
from asp_nono.grading.lint import (
    Remark,
    derived_facts,
    instance_facts,
    lint,
    shows_no_picture,
    unsupplied,
)
from asp_nono.grading.location import MOST_SUSPECTS, locate, suspect_of
from asp_nono.grading.mutants import beyond, diagnose
from asp_nono.grading.report import GradeResult, Outcome, Stage
from asp_nono.grading.rubric import Rubric, read_rubric
from asp_nono.grading.sandbox import PATIENCE, RefusedError, Sandbox
from asp_nono.grading.scaling import puzzle_of_side, reference, scaling_test
from asp_nono.grading.small_boards import on_board
from asp_nono.grading.submission import (
    Submission,
    SubmissionFile,
    named,
    read_submission,
    safe,
    submission_of,
)
from asp_nono.grading.vocabulary import SubmittedProgram, dialects, read_mapping
from asp_nono.messages import EncodingError, Message, PuzzleError, together, verbatim
from asp_nono.puzzle import Puzzle

_TEXT = "the program"  # the name of a submission that is a text

_REFERENCES = ("starts", "order")  # beside these, and the rubric's, a program is measured
_SECONDS = 10.0  # time for parsing a submission, and for one small board


@dataclass(frozen=True, slots=True)
class GradeSettings:
    """How submissions are graded."""

    vocabulary: Dialect | None = None  #: their facts and answers; None to recognize them
    block_colors: int | None = None  #: those of the boards, 1 or 2; None for what each reads
    rubric: Rubric = field(default_factory=read_rubric)  #: how points are given
    scaling: bool = True  #: whether right programs are measured on larger and larger puzzles
    locating: bool = True  #: whether the rules that may be faulty are looked for
    seconds: float = 60.0  #: CPU time for all small boards together
    deductions: Deductions = "none"  #: what right programs get on a second round of boards
    patience: float = PATIENCE  #: how much wall-clock time for each second of CPU time
    megabytes: int = 1024  #: memory of the process in which a submission runs, in MiB


Grading: TypeAlias = Generator[
    GradeResult, None, GradeResult
]  # yields snapshots, returns the last one


def grade(
    path: Path,
    settings: GradeSettings | None = None,
    *,
    root: Path | None = None,
    name: str = "",
    mapping: Path | None = None,
    more: tuple[Path, ...] = (),
) -> GradeResult:
    """Grade the submission whose main file is `path`, and which may include files within `root`.

    Without `root` it stands alone; `more` files are part of it. `name` is its name in reports, else
    that of the file; `mapping` its own mapping file, for settings without a vocabulary.
    """
    one = SubmissionFile(name or path.name, path, root, mapping, more=more)
    *_, found = grades(one, settings or GradeSettings())
    return found


def grade_text(text: str, name: str, settings: GradeSettings) -> GradeResult:
    """Grade the submission that is this text, and stands alone; `name` is its name in reports."""
    *_, found = grades(text, settings, name)
    return found


def begun(program: SubmissionFile | str, settings: GradeSettings, name: str = _TEXT) -> GradeResult:
    """The grade before anything is tried; see `grades`."""
    score = settings.rubric.score(None, with_scaling=settings.scaling)
    return GradeResult(_name(program, name), "undecided", score, stage="boards")


def _name(program: SubmissionFile | str, name: str) -> str:
    return named(program.name if isinstance(program, SubmissionFile) else name)


def grades(
    program: SubmissionFile | str, settings: GradeSettings, name: str = _TEXT
) -> Iterator[GradeResult]:
    """Snapshots of the grade of a submission in files, or of a text of this name.

    Until the last one, a program is undecided unless it is wrong.
    """
    name = _name(program, name)
    if isinstance(program, SubmissionFile) and program.fault:
        yield _refused(name, program.fault, settings)
        return
    try:
        if isinstance(program, str):
            submission, mapping = submission_of(program, name), None
        else:
            submission = read_submission(program.path, program.root, name, program.more)
            mapping = program.mapping
    except EncodingError as error:
        own = isinstance(program, str) or error.file == named(program.path.name)
        reason = together((error.place, error.reason)) if own and error.place else error.message
        yield _refused(name, reason, settings)
    else:
        yield from _grading(submission, settings, mapping)


def _grading(
    submission: Submission, settings: GradeSettings, mapping: Path | None
) -> Iterator[GradeResult]:
    """The grades; where the grader itself fails that is the outcome of this one."""
    try:
        with Sandbox(settings.megabytes, settings.patience) as sandbox:
            if mapping and settings.vocabulary is None:
                parse = partial(sandbox.toml, seconds=_SECONDS)
                settings = replace(settings, vocabulary=read_mapping(mapping, parse))
            found = yield from _graded(sandbox, submission, settings)
            found.to_json()
    except PuzzleError as error:
        found = _refused(submission.name, error.message, settings)
    except Exception as error:  # noqa: BLE001 - a bug of ours must not end a class
        frame = extract_tb(error.__traceback__)[-1]
        place = f"{Path(frame.filename).name}:{frame.lineno}"
        reason = verbatim(f"{type(error).__name__}: {error} ({place})")
        found = replace(_refused(submission.name, reason, settings), outcome="error")
    yield found


def _refused(name: str, reason: Message, settings: GradeSettings) -> GradeResult:
    score = settings.rubric.score(None, with_scaling=settings.scaling)
    return GradeResult(name, "refused", score, safe(reason))


def _at(stage: Stage, graded: GradeResult) -> GradeResult:
    """The grade as far as it is known: a program is right only when all has been tried."""
    outcome: Outcome = "wrong" if graded.outcome == "wrong" else "undecided"
    return replace(graded, stage=stage, outcome=outcome, score=replace(graded.score, passed=False))


def _graded(sandbox: Sandbox, submission: Submission, settings: GradeSettings) -> Grading:
    colored: dict[str, int] = {}
    for vocabulary in (settings.vocabulary,) if settings.vocabulary else dialects().values():
        colored.update(vocabulary.colored)
    try:
        found = sandbox.inspect(submission, _SECONDS, colored)
        colors = 1 + settings.block_colors if settings.block_colors else None
        program = SubmittedProgram.of(submission, found, settings.vocabulary, colors)
        graded = yield from _tested(sandbox, program, settings)
    except RefusedError as refused:
        return _refused(submission.name, refused.placed(submission), settings)
    right = ("right", "repeats")
    for what, trials in _second_round(program, settings):
        if graded.outcome in right:
            wrong = small_boards.first_wrong(sandbox, program, trials, settings.seconds, what)
            graded = _unless_wrong(graded, settings, wrong, what)
    if graded.outcome in right:
        yield _at("larger", graded)
        graded = _with_larger(sandbox, program, settings, graded)
    if graded.outcome in (*right, "right on small boards") and settings.scaling:
        yield _at("scaling", graded)
        graded = _scaled(sandbox, program, settings, graded)
    if graded.outcome == "wrong" and settings.locating:
        yield _at("locating", graded)
        graded = _located(sandbox, program, graded)
    if graded.outcome == "right on small boards" and not settings.rubric.pass_small:
        graded = replace(graded, score=replace(graded.score, passed=False))
    return graded


def _second_round(
    program: SubmittedProgram, settings: GradeSettings
) -> Iterator[tuple[Message, Iterator[small_boards.Trial]]]:
    """The boards for programs that are right on plain ones, and what is special about them."""
    read = set(program.inspected["used"]).difference(program.inspected["derived"])
    known = read & program.vocabulary.signatures
    if settings.rubric.blots and small_boards.BLOT in known:
        yield Message("blotted blocks"), small_boards.blotted_trials()
    if (level := settings.deductions) != "none":
        yield Message("deductions ({level})", level=level), deduced_trials(program, level)


def _tested(sandbox: Sandbox, program: SubmittedProgram, settings: GradeSettings) -> Grading:
    """The grade by the exhaustive test."""
    for result in small_boards.exhaustive_tests(sandbox, program, settings.seconds):
        repeated: Outcome = "repeats" if result.fault else "right"
        graded = GradeResult(
            program.submission.name,
            "wrong" if result.faulty else "undecided" if result.stopped else repeated,
            settings.rubric.score(result, with_scaling=settings.scaling),
            result.stopped,
            program.vocabulary.name,
            program.colors - 1,
            exhaustive=result,
        )
        yield _at("boards", graded)
    misspelled = bool(unsupplied(program)) or shows_no_picture(program)
    found = None
    wrong = [(str(s.board), s.missing, s.wrong, s.odd) for s in result.sizes if s.faulty]
    if result.fault:
        found = small_boards.counterexample(sandbox, program, result.fault, _SECONDS)
    return replace(
        graded,
        counterexample=found,
        diagnosis=diagnose(
            result,
            misspelled=misspelled,
            instance=bool(instance_facts(program)),
            derived=bool(derived_facts(program)),
        ),
        remarks=lint(program, result.messages),
        mistake=sha256(repr(wrong).encode()).hexdigest() if wrong else "",
    )


def _located(sandbox: Sandbox, program: SubmittedProgram, graded: GradeResult) -> GradeResult:
    """The same grade with the rules that may be faulty."""
    found = graded.counterexample
    result = graded.exhaustive
    if not isinstance(found, BoardExample) or result is None or shows_no_picture(program):
        return graded
    puzzle, boards = found.puzzle, list(small_boards.sample_boards(result))
    wide = replace(program, colors=max(program.colors, len(puzzle.colors)))
    job = wide.ground_job(puzzle)
    tests = []
    for board, right in [(puzzle, found.solutions), *boards]:
        test = wide.ground_job(board)
        keys = ("facts", "options", "width", "height")
        known = {key: test[key] for key in keys}
        tests.append(known | {"right": [[list(row) for row in grid.rows] for grid in right]})
    goal = program.picture_atoms(found.missing[0]) if found.missing else None
    job["tests"] = tests
    suspects = locate(sandbox, program.submission, job, [program.picture], goal)
    kind = graded.diagnosis.kind.name if graded.diagnosis else ""
    if kind == "overflow":
        power = suspect_of(program.submission, _powers(program), kind)
        suspects = (power, *(one for one in suspects if one.line != power.line))
    return replace(graded, suspects=suspects[:MOST_SUSPECTS])


def _unless_wrong(
    graded: GradeResult,
    settings: GradeSettings,
    found: BoardExample | Message | None,
    what: Message,
) -> GradeResult:
    """The same grade unless something was `found` on a board with `what`: a limit, or a mistake."""
    if isinstance(found, Message):
        score = replace(graded.score, passed=False)
        return replace(graded, outcome="undecided", reason=found, score=score)
    if found is None:
        return graded
    where = Message("on a board of {size} with {what}", size=_size(found.puzzle), what=what)
    return _wrong_on(graded, settings, found, where)


def _size(puzzle: Puzzle) -> str:
    return f"{puzzle.width}x{puzzle.height}"


def _wrong_on(
    graded: GradeResult, settings: GradeSettings, found: BoardExample, where: Message
) -> GradeResult:
    """The grade of a program that is wrong on a board beyond the exhaustive test."""
    reason = Message("it is wrong {where}", where=where)
    score = settings.rubric.score(graded.exhaustive, with_scaling=settings.scaling, elsewhere=where)
    return replace(graded, outcome="wrong", score=score, reason=reason, counterexample=found)


def _with_larger(
    sandbox: Sandbox, program: SubmittedProgram, settings: GradeSettings, graded: GradeResult
) -> GradeResult:
    """The same grade, with remarks, unless the program is wrong on a larger board."""
    most = program.colors
    if most > 2 and settings.block_colors is None and program.vocabulary.most_colors > most:
        most += 1
    seed, once = settings.rubric.seed, graded.outcome == "repeats"
    found = larger_test(sandbox, program, seed, settings.seconds, most, once=once)
    if found.wrong:
        return _wrong_there(sandbox, program, settings, graded, found.wrong)
    other = small_boards.answers_disagreeing_clues(sandbox, program, _SECONDS)
    remarks = map(Remark, filter(None, (found.remark, other)))
    outcome: Outcome = graded.outcome if found.enough else "right on small boards"
    return replace(graded, outcome=outcome, remarks=(*graded.remarks, *remarks))


def _wrong_there(
    sandbox: Sandbox,
    program: SubmittedProgram,
    settings: GradeSettings,
    graded: GradeResult,
    found: BoardExample,
) -> GradeResult:
    """The grade of a program that is wrong on a larger board, which is shrunk."""
    before, after = found.puzzle, shrunk(sandbox, program, found, _SECONDS)
    size, larger = _size(after.puzzle), _size(before)
    where = Message("on a board of {size}", size=size)
    if size != larger:
        where = Message("on a board of {size} (found on one of {larger})", size=size, larger=larger)
    wrong = _wrong_on(graded, settings, after, where)
    return replace(
        wrong, diagnosis=beyond(after.puzzle, program.colors, powers=bool(_powers(program)))
    )


def _powers(program: SubmittedProgram) -> int:
    """The line of the first power that a program computes, 0 if there is none."""
    line: int = program.inspected["constructs"].get("**", 0)
    return line


def _scaled(
    sandbox: Sandbox, program: SubmittedProgram, settings: GradeSettings, graded: GradeResult
) -> GradeResult:
    """The same grade with the scaling test."""
    rubric = settings.rubric
    scaling = scaling_test(sandbox, program, rubric.sides, rubric.seconds, rubric.seed)
    references = tuple(
        reference(name, program.colors, rubric.sides, rubric.seconds, settings.megabytes)
        for name in dict.fromkeys((rubric.reference, *_REFERENCES))
    )
    score = rubric.score(graded.exhaustive, scaling, references[0])
    graded = replace(graded, score=score, scaling=scaling, references=references)
    if scaling.failure and scaling.failure.wrong:
        puzzle = scaling.failure.puzzle or puzzle_of_side(scaling.failure.side, program.colors)
        reason = Message(
            "its answer to the puzzle of {size} cells in the scaling test is wrong",
            size=_size(puzzle),
        )
        graded = replace(graded, outcome="wrong", reason=reason)
        right = solutions_of(puzzle)
        found = on_board(sandbox, program, puzzle, right, _SECONDS) if right is not None else None
        if found and found.faulty:
            shown = _wrong_there(sandbox, program, settings, graded, found)
            return replace(shown, score=score)
    return graded
