"""Grading one submission, from its file to everything that a report says about it."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from traceback import extract_tb
from typing import Any, Literal, NamedTuple, TypeAlias

from asp_nono.asp.dialects import Dialect
from asp_nono.asp.recipes import Deductions
from asp_nono.grading import small_boards
from asp_nono.grading.larger_boards import deduced_trials, larger_test, shrunk, solutions_of
from asp_nono.grading.lint import Remark, instance_facts, lint, shows_no_picture, unsupplied
from asp_nono.grading.location import Suspect, locate
from asp_nono.grading.mutants import Diagnosis, beyond, diagnose
from asp_nono.grading.rubric import Rubric, Score, read_rubric
from asp_nono.grading.sandbox import PATIENCE, RefusedError, Sandbox
from asp_nono.grading.scaling import Scaling, puzzle_of_side, reference, scaling_test
from asp_nono.grading.small_boards import Counterexample, ExhaustiveResult, on_board
from asp_nono.grading.submission import (
    Submission,
    SubmissionFile,
    named,
    read_submission,
    safe,
    submission_of,
)
from asp_nono.grading.vocabulary import Program, dialects, read_mapping
from asp_nono.messages import (
    NOTHING,
    EncodingError,
    Message,
    PuzzleError,
    together,
    verbatim,
    with_messages,
)
from asp_nono.puzzle import Puzzle

Outcome = Literal["right", "repeats", "wrong", "undecided", "refused", "error"]
"""Right on every small board; right, but some solutions come several times; wrong on some board;
not known, because a limit stopped it; not run; the grader itself has failed."""

_REFERENCES = ("starts", "order")  # beside these, and the rubric's, a program is measured
_SECONDS = 10.0  # time for parsing a submission, and for one small board


@dataclass(frozen=True, slots=True)
class Settings:
    """How submissions are graded."""

    vocabulary: Dialect | None = None  # their facts and answers; None to recognize them
    block_colors: int | None = None  # those of the boards, 1 or 2; None for what each reads
    rubric: Rubric = field(default_factory=read_rubric)  # how points are given
    scaling: bool = True  # whether right programs are measured on larger and larger puzzles
    locating: bool = True  # whether the rules that may be faulty are looked for
    seconds: float = 60.0  # CPU time for all small boards together
    deductions: Deductions = "none"  # what right programs get on a second round of boards
    patience: float = PATIENCE  # how much wall-clock time for each second of CPU time
    megabytes: int = 1024  # memory of the process in which a submission runs, in MiB


@dataclass(frozen=True, slots=True)
class Grade:
    """Everything found out about a submission."""

    name: str
    outcome: Outcome
    score: Score
    reason: Message = (
        NOTHING  # why it was refused or is undecided, or on what larger puzzle it is wrong
    )
    dialect: str = ""  # the vocabulary
    block_colors: int = 1  # the most block colors of the boards
    exhaustive: ExhaustiveResult | None = None  # None if it was not run
    counterexample: Counterexample | None = None  # a smallest board on which it is wrong
    diagnosis: Diagnosis | None = None  # the likely kind of mistake
    remarks: tuple[Remark, ...] = ()  # what is odd about its text
    scaling: Scaling | None = None  # how far it scales; None if it was not measured
    references: tuple[Scaling, ...] = ()  # how far the references scale, the rubric's first
    suspects: tuple[Suspect, ...] = ()  # the rules that may be faulty, the likeliest first

    def to_json(self) -> dict[str, Any]:
        """The object that `grade --json` prints (docs/grading.md lists its keys)."""
        board, found = self.counterexample, self.diagnosis
        return {
            "name": self.name,
            "outcome": self.outcome,
            **with_messages(reason=self.reason),
            "points": self.score.points,
            "most": self.score.most,
            "passed": self.score.passed,
            "items": {
                item.name: {"points": item.points, "most": item.most} | with_messages(why=item.why)
                for item in self.score.items
            },
            "dialect": self.dialect,
            "block_colors": self.block_colors,
            "boards": [str(one.board) for one in self.exhaustive.sizes] if self.exhaustive else [],
            "counterexample": board.to_json() if board else None,
            "kind": found.kind.name if found else "",
            "kind_axes": found.axes if found else "",
            "kind_sure": found.sure if found else False,
            **with_messages(hint=Message(found.kind.hint) if found else NOTHING),
            "suspects": [one.to_json() for one in self.suspects],
            **with_messages(remarks=[one.placed for one in self.remarks]),
            "ladder": self.scaling.to_json() if self.scaling else None,
            "references": {one.name: one.to_json() for one in self.references},
        }


class Stage(NamedTuple):
    """The stage of grading; on small boards, with its progress."""

    stage: Literal["boards", "larger", "scaling", "locating"]
    done: int = 0  # sizes of boards
    sizes: int = 0  # in all
    board: str = ""  # the last size
    faulty: bool = False  # whether it was wrong so far


Stages: TypeAlias = Generator[Stage, None, Grade]  # returns the grade


def grade(
    path: Path,
    settings: Settings | None = None,
    *,
    root: Path | None = None,
    name: str = "",
    mapping: Path | None = None,
    more: tuple[Path, ...] = (),
) -> Grade:
    """Grade the submission whose main file is `path`, and which may include files within `root`.

    Without `root` it stands alone; `more` files are part of it. `name` is its name in reports, else
    that of the file; `mapping` its own mapping file, for settings without a vocabulary.
    """
    settings = settings or Settings()
    name = named(name or path.name)
    try:
        submission = read_submission(path, root, name, more)
    except EncodingError as error:
        file = "" if error.place and error.file == named(path.name) else error.file
        return _refused(name, together((file, error.place, error.reason)), settings)
    return _last(_grading(submission, settings, mapping))


def grade_file(one: SubmissionFile, settings: Settings) -> Grade:
    """Grade an entry of a class folder."""
    if one.fault:
        return _refused(named(one.name), one.fault, settings)
    return grade(
        one.path, settings, root=one.root, name=one.name, mapping=one.mapping, more=one.more
    )


def grade_text(text: str, name: str, settings: Settings) -> Grade:
    """Grade the submission that is this text, and stands alone; `name` is its name in reports."""
    return _last(grading_stages(text, name, settings))


def grading_stages(text: str, name: str, settings: Settings) -> Iterator[Stage | Grade]:
    """The stages of grading a text as they begin; the last item is the grade."""
    try:
        submission = submission_of(text, name := named(name))
    except EncodingError as error:
        yield _refused(name, error.message, settings)
    else:
        yield from _grading(submission, settings)


def _last(found: Iterator[Stage | Grade]) -> Grade:
    """The grade, without its stages."""
    *_, grade = found
    assert isinstance(grade, Grade)  # noqa: S101 - as `_grading` ends
    return grade


def _grading(
    submission: Submission, settings: Settings, mapping: Path | None = None
) -> Iterator[Stage | Grade]:
    """The stages and the grade; where the grader itself fails that is the outcome of this one."""
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
        known = f"{type(error).__name__}: {error} ({Path(frame.filename).name}:{frame.lineno})"
        refused = _refused(submission.name, verbatim(known), settings)
        found = replace(refused, outcome="error")
    yield found


def _refused(name: str, reason: Message, settings: Settings) -> Grade:
    score = settings.rubric.score(None, with_scaling=settings.scaling)
    return Grade(name, "refused", score, safe(reason))


def _graded(sandbox: Sandbox, submission: Submission, settings: Settings) -> Stages:
    colored: dict[str, int] = {}
    for vocabulary in (settings.vocabulary,) if settings.vocabulary else dialects().values():
        colored.update(vocabulary.colored)
    try:
        found = sandbox.inspect(submission, _SECONDS, colored)
        colors = 1 + settings.block_colors if settings.block_colors else None
        program = Program.of(submission, found, settings.vocabulary, colors)
        graded = yield from _tested(sandbox, program, settings)
    except RefusedError as refused:
        return _refused(submission.name, refused.placed(submission), settings)
    right = ("right", "repeats")
    for what, trials in _second_round(program, settings):
        if graded.outcome in right:
            wrong = small_boards.first_wrong(sandbox, program, trials, settings.seconds, what)
            graded = _unless_wrong(graded, settings, wrong, what)
    if graded.outcome in right:
        yield Stage("larger")
        graded = _with_larger(sandbox, program, settings, graded)
    if graded.outcome in right and settings.scaling:
        yield Stage("scaling")
        graded = _scaled(sandbox, program, settings, graded)
    if graded.outcome == "wrong" and settings.locating:
        yield Stage("locating")
        graded = _located(sandbox, program, graded)
    return graded


def _second_round(
    program: Program, settings: Settings
) -> Iterator[tuple[Message, Iterator[small_boards.Trial]]]:
    """The boards for programs that are right on plain ones, and what is special about them."""
    read = set(program.inspected["used"]).difference(program.inspected["derived"])
    known = read & program.vocabulary.signatures
    if settings.rubric.blots and small_boards.BLOT in known:
        yield Message("blotted blocks"), small_boards.blotted_trials()
    if (level := settings.deductions) != "none":
        yield Message("deductions ({level})", level=level), deduced_trials(program, level)


def _tested(sandbox: Sandbox, program: Program, settings: Settings) -> Stages:
    """The grade by the exhaustive test."""
    for result in small_boards.exhaustive_tests(sandbox, program, settings.seconds):
        done, board = len(result.sizes), str(result.sizes[-1].board) if result.sizes else ""
        yield Stage("boards", done, done + result.untried, board, result.faulty)
    misspelled = bool(unsupplied(program)) or shows_no_picture(program)
    repeated: Outcome = "repeats" if result.fault else "right"
    return Grade(
        program.submission.name,
        "wrong" if result.faulty else "undecided" if result.stopped else repeated,
        settings.rubric.score(result, with_scaling=settings.scaling),
        result.stopped,
        program.vocabulary.name,
        program.colors - 1,
        result,
        small_boards.counterexample(sandbox, program, result.fault, _SECONDS)
        if result.fault
        else None,
        diagnose(result, misspelled=misspelled, instance=bool(instance_facts(program))),
        lint(program, result.messages),
    )


def _located(sandbox: Sandbox, program: Program, graded: Grade) -> Grade:
    """The same grade with the rules that may be faulty."""
    found = graded.counterexample
    if found is None or graded.exhaustive is None or shows_no_picture(program):
        return graded
    puzzle, boards = found.puzzle, list(small_boards.sample_boards(graded.exhaustive))
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
    suspects = locate(sandbox, program.submission, job, [program.output], goal)
    return replace(graded, suspects=suspects)


def _unless_wrong(
    graded: Grade, settings: Settings, found: Counterexample | Message | None, what: Message
) -> Grade:
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


def _wrong_on(graded: Grade, settings: Settings, found: Counterexample, where: Message) -> Grade:
    """The grade of a program that is wrong on a board beyond the exhaustive test."""
    with_scaling, reason = settings.scaling, Message("it is wrong {where}", where=where)
    score = settings.rubric.score(graded.exhaustive, with_scaling=with_scaling, elsewhere=where)
    return replace(graded, outcome="wrong", score=score, reason=reason, counterexample=found)


def _with_larger(sandbox: Sandbox, program: Program, settings: Settings, graded: Grade) -> Grade:
    """The same grade, with remarks, unless the program is wrong on a larger board."""
    most = program.colors
    if most > 2 and settings.block_colors is None and program.vocabulary.most_colors > most:
        most += 1
    seed, once = settings.rubric.seed, ["--project=show"] if graded.outcome == "repeats" else []
    found = larger_test(sandbox, program, seed, settings.seconds, most, once)
    if isinstance(found, Counterexample):
        return _wrong_there(sandbox, program, settings, graded, found)
    remark = small_boards.answers_disagreeing_clues(sandbox, program, _SECONDS)
    more = (Remark(one) for one in (found, remark) if one)
    return replace(graded, remarks=(*graded.remarks, *more))


def _wrong_there(
    sandbox: Sandbox, program: Program, settings: Settings, graded: Grade, found: Counterexample
) -> Grade:
    """The grade of a program that is wrong on a larger board, which is shrunk."""
    before, after = found.puzzle, shrunk(sandbox, program, found, _SECONDS)
    puzzle, size, first = after.puzzle, _size(after.puzzle), _size(before)
    where = Message("on a board of {size}", size=size)
    if size != first:
        where = Message("on a board of {size} (found on one of {first})", size=size, first=first)
    wrong = _wrong_on(graded, settings, after, where)
    return replace(wrong, diagnosis=beyond(puzzle, program.colors))


def _scaled(sandbox: Sandbox, program: Program, settings: Settings, graded: Grade) -> Grade:
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
