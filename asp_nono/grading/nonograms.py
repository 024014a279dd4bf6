"""Nonograms as an exercise: all small boards, larger ones, puzzles of increasing size."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from asp_nono.asp.dialects import Dialect
from asp_nono.asp.facts import fact_kinds
from asp_nono.asp.recipes import Deductions
from asp_nono.asp.source import PlacedMessage
from asp_nono.grading import small_boards
from asp_nono.grading.counterexample import BoardExample, Counts
from asp_nono.grading.grade import (
    PARSE_SECONDS,
    Exercise,
    Grading,
    against_rubric,
    checksum,
    unfinished,
)
from asp_nono.grading.larger_boards import (
    LONGEST,
    MOST_STOPPED,
    NEEDED,
    blotted_trials,
    deduced_trials,
    larger_trials,
    shrunk,
    solutions_of,
)
from asp_nono.grading.lint import (
    Remark,
    derived_facts,
    instance_facts,
    lint,
    suspicious,
    unshown,
    unsupplied,
)
from asp_nono.grading.location import MOST_SUSPECTS, Suspect, locate, suspect_of
from asp_nono.grading.mutants import beyond, diagnose
from asp_nono.grading.report import GradeResult, Outcome
from asp_nono.grading.rubric import Rubric
from asp_nono.grading.sandbox import Clock, Sandbox
from asp_nono.grading.scaling import large_rule, puzzle_of_side, reference, scaling_test
from asp_nono.grading.small_boards import TrialResult, on_board, try_boards
from asp_nono.grading.submission import Submission
from asp_nono.grading.vocabulary import SubmittedProgram, dialects, read_mapping
from asp_nono.messages import NOTHING, Message, PuzzleError
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import StoppedError

_REFERENCES = ("starts", "order")  # beside these, and the rubric's, a program is measured
_SECONDS = 10.0  # time for one small board


@dataclass(frozen=True, slots=True, kw_only=True)
class Nonograms(Exercise):
    """How programs for nonograms are graded."""

    scaling: bool = True
    vocabulary: Dialect | None = None  #: their facts and answers; None to recognize them
    block_colors: int | None = None  #: those of the boards, 1 or 2; None for what each reads
    locating: bool = True  #: whether the rules that may be faulty are looked for
    deductions: Deductions = "none"  #: what right programs get on a second round of boards

    def grading(self, sandbox: Sandbox, submission: Submission, mapping: Path | None) -> Grading:
        """See `Exercise`."""
        settings = self
        if mapping and self.vocabulary is None:
            parse = partial(sandbox.toml, seconds=PARSE_SECONDS)
            settings = replace(self, vocabulary=read_mapping(mapping, parse))
        return (yield from _graded(sandbox, submission, settings))


def _graded(sandbox: Sandbox, submission: Submission, settings: Nonograms) -> Grading:
    colored: dict[str, int] = {}
    for vocabulary in (settings.vocabulary,) if settings.vocabulary else dialects().values():
        colored.update(vocabulary.colored)
    found = sandbox.inspect(submission, PARSE_SECONDS, colored, kinds=fact_kinds())
    if reason := against_rubric(settings.rubric, submission, found):
        raise PuzzleError(reason)
    colors = 1 + settings.block_colors if settings.block_colors else None
    program = SubmittedProgram.of(submission, found, settings.vocabulary, colors)
    graded = yield from _tested(sandbox, program, settings)
    right = ("right", "repeats")
    for what, trials in _second_round(program, settings):
        if graded.outcome in right:
            tried = try_boards(sandbox, program, trials, settings.seconds)
            graded = _unless_wrong(graded, settings, tried, what)
    if graded.outcome in right:
        yield unfinished("larger", graded)
        graded = _with_larger(sandbox, program, settings, graded)
    if graded.outcome in (*right, "right on small instances") and settings.scaling:
        yield unfinished("scaling", graded)
        graded = _scaled(sandbox, program, settings, graded)
    if graded.outcome in right and (other := heuristic_remark(sandbox, program, settings.rubric)):
        score = replace(graded.score, passed=False)
        graded = replace(graded, score=score, remarks=(*graded.remarks, other))
    if _stopped(graded):
        graded = replace(graded, remarks=(*graded.remarks, *large_rule(sandbox, program)))
    if graded.outcome == "wrong" and settings.locating:
        yield unfinished("locating", graded)
        graded = _located(sandbox, program, graded)
    return graded


def _stopped(graded: GradeResult) -> bool:
    """Whether a limit was reached on small boards, on all larger ones, or while measuring."""
    if graded.exhaustive and graded.exhaustive.stopped:
        return True
    failure = graded.scaling.failure if graded.scaling else None
    limited = failure is not None and not failure.wrong
    return limited or graded.outcome in ("undecided", "right on small instances")


def _second_round(
    program: SubmittedProgram, settings: Nonograms
) -> Iterator[tuple[Message, Iterator[small_boards.Trial]]]:
    """The boards for programs that are right on plain ones, and what is special about them."""
    read = set(program.inspected["used"]).difference(program.inspected["derived"])
    known = read & program.vocabulary.signatures
    if settings.rubric.blots and small_boards.BLOT in known:
        yield Message("blotted blocks"), blotted_trials(program.colors)
    if (level := settings.deductions) != "none":
        yield Message("deductions ({level})", level=level), deduced_trials(program, level)


def heuristic_remark(sandbox: Sandbox, program: SubmittedProgram, rubric: Rubric) -> Remark | None:
    """A remark on the first of the rubric's pictures that it does not find first; None if none."""
    for picture in rubric.pictures:
        job = program.ground_job(
            Puzzle.of(picture, small_boards.PALETTE[:2]), options=["--heuristic=Domain"]
        )
        drawn, clock = "/".join(picture.to_text()), Clock(_SECONDS)
        try:
            sandbox.ask(job, clock)
            found = sandbox.ask({"do": "solve", "most": 1}, clock)["sets"]
        except StoppedError as error:
            return Remark(
                Message(
                    "{limit} before the first answer to the clues of {picture}",
                    limit=error.reason,
                    picture=drawn,
                )
            )
        if found != [[list(row) for row in picture.rows]]:
            return Remark(
                Message(
                    "with its heuristic, the first answer to the clues of {picture} is another "
                    "one; expected that picture to pass",
                    picture=drawn,
                )
            )
    return None


def _tested(sandbox: Sandbox, program: SubmittedProgram, settings: Nonograms) -> Grading:
    """The grade by the exhaustive test."""
    for result in small_boards.exhaustive_tests(sandbox, program, settings.seconds):
        repeated: Outcome = "repeats" if result.fault else "right"
        graded = GradeResult(
            program.submission.name,
            "wrong" if result.faulty else "undecided" if result.stopped else repeated,
            settings.rubric.score(result.counts, with_scaling=settings.scaling),
            result.stopped,
            program.vocabulary.name,
            program.colors - 1,
            exhaustive=result,
        )
        yield unfinished("boards", graded)
    inspected, given = program.inspected, program.vocabulary.signatures
    misspelled = bool(unsupplied(inspected, given) or unshown(inspected, [program.output]))
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
            instance=bool(instance_facts(inspected, given)),
            derived=bool(derived_facts(inspected, program.supplied)),
        ),
        remarks=remarks_on(program, result.messages),
        mistake=checksum(wrong),
    )


def remarks_on(
    program: SubmittedProgram,
    messages: Iterable[PlacedMessage] = (),
    *,
    pictured: bool = True,
) -> tuple[Remark, ...]:
    """What lint finds in a program, and clingo's messages; `pictured` if answers are pictures."""
    known, wanted = program.vocabulary.signatures, [program.output] if pictured else []
    own, supplied = program.inspected, program.supplied
    costs = not pictured and "#minimize" in own["constructs"]
    return lint(
        program.submission, own, known, wanted, supplied=supplied, costs=costs, messages=messages
    )


def _located(sandbox: Sandbox, program: SubmittedProgram, graded: GradeResult) -> GradeResult:
    """The same grade with the rules that may be faulty."""
    found = graded.counterexample
    result = graded.exhaustive
    if not isinstance(found, BoardExample) or result is None:
        return graded
    if unshown(program.inspected, [program.output]):
        return graded
    if odd := suspicious(program.submission, program.inspected, program.vocabulary.signatures):
        return replace(graded, suspects=odd[:MOST_SUSPECTS])
    puzzle, boards = found.puzzle, [*small_boards.sample_boards(result)]
    boards.reverse()  # the larger ones, of as many answers, tell changes apart
    wide = replace(program, colors=max(program.colors, len(puzzle.colors)))
    job = wide.ground_job(puzzle)
    tests = []
    for board, right in [(puzzle, found.right or ()), *boards]:
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
    suspects = suspects[:MOST_SUSPECTS]
    if lacking := _lacking(result, suspects):  # less of what a rule generates is no remedy
        suspects = tuple(one for one in suspects if program.picture not in one.head)
    return replace(graded, suspects=suspects, lacking=lacking)


def _lacking(result: small_boards.ExhaustiveResult, suspects: Sequence[Suspect]) -> Message:
    """Which constraint may be missing; empty if a change repairs all, or a solution is missing."""
    if any(one.sure for one in suspects) or any(
        one.missing or one.odd or not one.complete for one in result.sizes
    ):
        return NOTHING
    found = {unlike for one in result.sizes for unlike in one.misfits()}
    if found == {(False, True)}:
        return Message(
            "A constraint on columns may be missing: in every wrong answer all rows have their "
            "clues."
        )
    if found == {(True, False)}:
        return Message(
            "A constraint on rows may be missing: in every wrong answer all columns have their "
            "clues."
        )
    return Message(
        "A constraint may be missing, or be too weak: every solution is found, and wrong answers "
        "beside them."
    )


def _unless_wrong(
    graded: GradeResult,
    settings: Nonograms,
    found: TrialResult,
    what: Message,
) -> GradeResult:
    """The same grade unless something was `found` on a board with `what`: a limit, or a mistake."""
    if found.stopped:
        reason = Message(
            "time limit or memory limit reached on a board of {size} with {what}",
            size=found.stopped[0],
            what=what,
        )
        score = replace(graded.score, passed=False)
        return replace(graded, outcome="undecided", reason=reason, score=score)
    if found.wrong is None:
        return graded
    where = Message("on a board of {size} with {what}", size=found.wrong.size, what=what)
    return _wrong_on(graded, settings, found.wrong, where)


def _counts(graded: GradeResult) -> Counts | None:
    return graded.exhaustive.counts if graded.exhaustive else None


def _wrong_on(
    graded: GradeResult, settings: Nonograms, found: BoardExample, where: Message
) -> GradeResult:
    """The grade of a program that is wrong on a board beyond the exhaustive test."""
    reason = Message("it is wrong {where}", where=where)
    score = settings.rubric.score(_counts(graded), with_scaling=settings.scaling, elsewhere=where)
    return replace(graded, outcome="wrong", score=score, reason=reason, counterexample=found)


def _with_larger(
    sandbox: Sandbox, program: SubmittedProgram, settings: Nonograms, graded: GradeResult
) -> GradeResult:
    """The same grade, with remarks, unless the program is wrong on a larger board."""
    most = program.colors
    if most > 2 and settings.block_colors is None and program.vocabulary.most_colors > most:
        most = min(program.vocabulary.most_colors, len(small_boards.PALETTE))
    trials = larger_trials(sorted({2, most}), settings.rubric.seed)
    found = try_boards(
        sandbox,
        program,
        trials,
        settings.seconds,
        each=LONGEST,
        patience=MOST_STOPPED,
    )
    if found.wrong:
        return _wrong_there(sandbox, program, settings, graded, found.wrong)
    outcome: Outcome = "right on small instances"
    if set(found.decided) >= NEEDED:
        outcome = graded.outcome
    if not found.stopped:
        return replace(graded, outcome=outcome)
    sizes, count = tuple(dict.fromkeys(found.stopped)), len(found.decided)
    remark = Message(
        "on boards of {sizes} a limit stopped it; it was right on {count} others",
        sizes=sizes,
        count=count,
    )
    if found.untried:
        remark = Message(
            "on boards of {sizes} a limit stopped it; it was right on {count} others, and some "
            "were not tried",
            sizes=sizes,
            count=count,
        )
    return replace(graded, outcome=outcome, remarks=(*graded.remarks, Remark(remark)))


def _wrong_there(
    sandbox: Sandbox,
    program: SubmittedProgram,
    settings: Nonograms,
    graded: GradeResult,
    found: BoardExample,
) -> GradeResult:
    """The grade of a program that is wrong on a larger board, which is shrunk."""
    after = replace(shrunk(sandbox, program, found, _SECONDS), smallest=False)
    size, larger = after.size, found.size
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
    sandbox: Sandbox, program: SubmittedProgram, settings: Nonograms, graded: GradeResult
) -> GradeResult:
    """The same grade with the scaling test."""
    rubric = settings.rubric
    scaling = scaling_test(sandbox, program, rubric.sides, rubric.seconds, rubric.seed)
    references = tuple(
        reference(name, program.colors, rubric.sides, rubric.seconds, settings.megabytes)
        for name in dict.fromkeys((rubric.reference, *_REFERENCES))
    )
    score = rubric.score(_counts(graded), scaling, references[0])
    graded = replace(graded, score=score, scaling=scaling, references=references)
    if scaling.failure and scaling.failure.wrong:
        puzzle = scaling.failure.puzzle or puzzle_of_side(scaling.failure.side, program.colors)
        reason = Message(
            "its answer to the puzzle of {size} cells in the scaling test is wrong",
            size=f"{puzzle.width}x{puzzle.height}",
        )
        graded = replace(graded, outcome="wrong", reason=reason)
        right = solutions_of(puzzle)
        found = on_board(sandbox, program, puzzle, right, _SECONDS) if right is not None else None
        if found and found.faulty:
            shown = _wrong_there(sandbox, program, settings, graded, found)
            return replace(shown, score=score)
    return graded
