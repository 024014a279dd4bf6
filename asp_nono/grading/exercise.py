"""Exercises of a teacher's, and programs for them: run on all instances, compared and graded."""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path
from random import Random
from typing import Any, Self, TypeAlias

from asp_nono.asp.diagnosis import names
from asp_nono.asp.engine import parse_term
from asp_nono.grading.answer_sets import signature_of
from asp_nono.grading.counterexample import Answer, Counts, InstanceExample
from asp_nono.grading.grade import (
    PARSE_SECONDS,
    Exercise,
    Grading,
    against_rubric,
    checksum,
    unfinished,
)
from asp_nono.grading.lint import Inspected, Remark, lint, nearest, unsupplied
from asp_nono.grading.location import MOST_SUSPECTS, lacking, locate, suspect_of
from asp_nono.grading.mutants import Diagnosis, MistakeKind
from asp_nono.grading.report import GradeResult, Outcome
from asp_nono.grading.sandbox import Clock, RefusedError, Sandbox
from asp_nono.grading.submission import Submission
from asp_nono.grading.vocabulary import TERM, directives
from asp_nono.messages import NOTHING, Message, PuzzleError, together
from asp_nono.run.limits import StoppedError

DRAWN = 400  # instances that are tried one by one if they cannot be ground together
LATER = "later"  # the part in which externals get their facts, ground last
APART = Message(
    "#program {part} is for facts that come later; expected rules in part base", part=LATER
)
_MOST_ANSWERS, _MOST_CHECKED = 2000, 200  # of an instance that are looked at; by a checker
_TESTED = 12  # instances on which changed rules are tried
_LONGEST_DRAWN, _DRAWING_MEGABYTES = 5000, 512  # characters of an answer that is drawn
_TOGETHER = 500  # instances of one job, ground together
_JOINT = 0.25  # of the time, for instances that are ground together
_LARGER_SECONDS, _PATIENCE = 5.0, 3  # for a larger instance; of those on which it is stopped


@dataclass(frozen=True, slots=True)
class ExerciseInstance:
    """An instance, with its right answers, None before they are known or if a checker says."""

    facts: str
    right: tuple[Answer, ...] | None = None

    @property
    def later(self) -> bool:
        """Whether some of its facts come after everything else."""
        return "#program" in self.facts

    @property
    def lines(self) -> list[str]:
        """Its facts; one text of them if some come later."""
        return [self.facts] if self.later else self.facts.splitlines()


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderExercise(Exercise):
    """An exercise of a folder, with its instances, those with the fewest facts first."""

    title: str
    reference: Submission  #: the program from which the right answers are
    generator: Submission | None  #: what makes the small instances; None if files have them
    shown: tuple[str, ...]  #: the signatures of the atoms that count
    instances: tuple[ExerciseInstance, ...] = ()
    larger: tuple[ExerciseInstance, ...] = ()
    checker: str = ""  #: the program that says whether an answer is right, if there is one
    externals: tuple[str, ...] = ()  #: signatures of facts that come after everything else
    max_rules: int | None = None  #: the most ground rules on a larger instance
    mistakes: tuple[tuple[str, MistakeKind], ...] = ()  #: the checksum and kind of known ones
    whole: int = 0  #: how many small instances there are; more if the reference had to be sampled
    costs: bool = False  #: whether the answers are the cheapest ones
    brief: bool = False  #: whether a program is run only up to the first instance it has wrong
    viz: str = ""  #: the program that draws an answer, for clingraph
    given: frozenset[str] = frozenset()  #: the signatures of the facts
    others: tuple["FolderExercise", ...] = ()  #: the same with its other references

    @property
    def every(self) -> Iterator[ExerciseInstance]:
        """All instances, the larger ones last."""
        yield from self.instances
        yield from self.larger

    def grading(self, sandbox: Sandbox, submission: Submission, mapping: Path | None) -> Grading:
        """See `Exercise`."""
        del mapping
        program = ExerciseProgram.of(sandbox, self, submission)
        if reason := program.unlawful:
            raise PuzzleError(reason)
        score = self.rubric.score(None, with_scaling=False)
        yield GradeResult(submission.name, "undecided", score, stage="read")
        nearest, tried, found = self._compared(program)
        if found.outcome == "wrong" and not self.checker:
            yield unfinished("locating", found)
            found = _located(nearest, tried, found)
        return found

    def _compared(
        self, program: "ExerciseProgram"
    ) -> tuple["ExerciseProgram", "Tried", GradeResult]:
        """The grade by the first reference that a program agrees with, else by the nearest one."""
        compared = list[tuple[ExerciseProgram, Tried, GradeResult]]()
        for exercise in (self, *self.others):
            one = replace(program, exercise=exercise)
            tried = one.run(self.seconds)
            compared.append((one, tried, _grade(one, tried)))
            if compared[-1][2].outcome not in ("wrong", "undecided"):
                return compared[-1]
        return max(compared, key=lambda by: (by[2].outcome != "wrong", by[2].score.points))


def signature(atom: str) -> str:
    """The signature of an atom as clingo writes it, or of a fact."""
    return signature_of(parse_term(atom.removesuffix(".")))


def signatures_of(instances: Iterable[ExerciseInstance]) -> frozenset[str]:
    """The signatures of the facts of instances."""
    lines = (line for one in instances for line in one.facts.splitlines())
    return frozenset(signature(line) for line in lines if line and not line.startswith("#"))


# --- Running a program


Found: TypeAlias = dict[str, dict[str, Any]]
"""The answers of a program to instances, by the facts; see `instances.answers`."""


@dataclass(slots=True)
class Tried:
    """The answers of a program to instances, as far as they are known."""

    answers: Found = field(default_factory=dict)
    larger: Found = field(default_factory=dict)  #: those to the larger instances
    drawn: bool = False  #: whether the small ones were too large together, and some were drawn
    stopped: Message = NOTHING  #: the limit that ended it

    @property
    def every(self) -> Found:
        """All answers."""
        return self.answers | self.larger

    @property
    def faulty(self) -> bool:
        """Whether some are wrong or missing."""
        return any(map(is_faulty, self.every.values()))

    @property
    def complete(self) -> bool:
        """Whether no right answer is missing."""
        return all(one["exhausted"] and not one["missing"] for one in self.every.values())

    @property
    def mistake(self) -> str:
        """A checksum of all wrong answers, "" if there are none."""
        every = self.every.items()
        return checksum([(f, o["missing"], o["wrong"]) for f, o in every if is_faulty(o)])


def is_faulty(answer: dict[str, Any]) -> bool:
    """Whether the answers to an instance are not exactly the right ones."""
    return bool(answer["missing"] or answer["wrong"] or not answer["exhausted"])


@dataclass(frozen=True, slots=True)
class ExerciseProgram:
    """A program that is run in the sandbox for an exercise."""

    sandbox: Sandbox
    exercise: FolderExercise
    submission: Submission
    inspected: Inspected

    @classmethod
    def of(cls, sandbox: Sandbox, exercise: FolderExercise, submission: Submission) -> Self:
        """The program of a submission; RefusedError if it may not be run."""
        inspected = sandbox.inspect(submission, PARSE_SECONDS, optimizing=True)
        return cls(sandbox, exercise, submission, inspected)

    @property
    def unlawful(self) -> Message:
        """Why it is none for the exercise; empty if it is one."""
        made, shown = self.inspected["made"], self.exercise.shown
        if made and shown and not set(shown) & set(made):
            return names.not_derived(shown[0], self.inspected["derived"])
        if LATER in self.inspected["parts"]:
            return APART
        return against_rubric(self.exercise.rubric, self.submission, self.inspected)

    @property
    def layer(self) -> str:
        """What it is ground with, beside the facts."""
        given = (f"#defined {one}." for one in sorted(self.exercise.given))
        return "\n".join([directives(self.inspected, self.exercise.shown), *given])

    def run(self, seconds: float) -> Tried:
        """Its answers to the small instances and, if it is right on these, to the larger ones."""
        found = self.small(self.exercise.instances, Clock(seconds))
        if not found.stopped and not found.faulty:
            found.larger = self.larger(seconds)
        return found

    def small(self, given: Sequence[ExerciseInstance], clock: Clock) -> Tried:
        """Its answers to instances, compared with the right ones if these are known.

        They are ground together if they can be, else those that the seed draws one by one.
        """
        found, joint = Tried(), Clock(clock.seconds * _JOINT)
        if not any(one.later for one in given):
            try:
                for start in range(0, len(given), _TOGETHER):
                    batch = given[start : start + _TOGETHER]
                    found.answers |= self._answers(batch, joint, together=True)
            except (RefusedError, StoppedError):
                clock.used += joint.used
                found = Tried(drawn=len(given) > DRAWN)
            else:
                return found
        try:
            for one in drawn_from(given, DRAWN, self.exercise.rubric.seed):
                found.answers |= self._answers([one], clock, together=False)
                if self.exercise.brief and found.faulty:
                    break
        except StoppedError as error:
            found.stopped = error.stopped.message
        return found

    def larger(self, seconds: float) -> Found:
        """Its answers to the larger instances that it decides."""
        clock, found, stops = Clock(seconds), Found(), 0
        for one in self.exercise.larger:
            try:
                with clock.part(_LARGER_SECONDS) as own:
                    found |= self._answers([one], own, together=False)
            except (RefusedError, StoppedError):
                stops += 1
            if stops == _PATIENCE or not clock.left:
                break
        return found

    def _answers(self, batch: Sequence[ExerciseInstance], clock: Clock, *, together: bool) -> Found:
        """Its answers to some instances; see `instances.answers`."""
        exercise = self.exercise
        job = {
            "do": "answers",
            "text": self.inspected["text"],
            "layer": self.layer,
            "shown": exercise.shown,
            "parts": [LATER],
            "most": _MOST_CHECKED if exercise.checker else _MOST_ANSWERS,
            "instances": [one.lines for one in batch],
            "right": [one.right for one in batch] if batch[0].right is not None else None,
            "checker": exercise.checker,
            "together": together,
            "brief": exercise.brief,
            "sized": exercise.max_rules is not None and not together,
        }
        answers = self.sandbox.ask(job, clock)["answers"]
        pairs = zip(batch, answers, strict=not exercise.brief)
        return {one.facts: answer for one, answer in pairs}


def drawn_from(given: Sequence[ExerciseInstance], most: int, seed: str) -> list[ExerciseInstance]:
    """At most this many of the instances, in their order."""
    random = Random(seed)  # noqa: S311 - instances, not secrets
    places = sorted(random.sample(range(len(given)), min(most, len(given))))
    return [given[at] for at in places]


# --- Grading it


def _grade(program: ExerciseProgram, tried: Tried) -> GradeResult:
    """The grade of a program that was tried, before its faulty rules are looked for."""
    exercise, submission = program.exercise, program.submission
    outcome: Outcome = "right"
    if tried.faulty:
        outcome = "wrong"
    elif tried.stopped:
        outcome = "undecided"
    elif exercise.larger and not tried.larger:
        outcome = "right on small instances"
    elif any(one["repeated"] for one in tried.every.values()):
        outcome = "repeats"
    large = _too_large(exercise, tried)
    score = exercise.rubric.score(_counts(exercise, tried), with_scaling=False)
    remarks = lint(
        submission, program.inspected, exercise.given, exercise.shown, costs=exercise.costs
    )
    return GradeResult(
        submission.name,
        outcome,
        replace(score, passed=score.passed and not large),
        reason=NOTHING if tried.faulty else tried.stopped,
        tried=_tried_words(exercise, tried),
        counterexample=counterexample(exercise, tried),
        diagnosis=_diagnosis(exercise, tried),
        remarks=(*remarks, *large),
        mistake=tried.mistake,
    )


def _diagnosis(exercise: FolderExercise, tried: Tried) -> Diagnosis | None:
    """The mistake that the teacher expects, of a program with exactly these wrong answers."""
    kinds = (kind for known, kind in exercise.mistakes if known and known == tried.mistake)
    kind = next(kinds, None)
    return Diagnosis(kind, sure=True) if kind else None


def _too_large(exercise: FolderExercise, tried: Tried) -> tuple[Remark, ...]:
    """A remark on a ground program that is larger than the exercise allows."""
    if exercise.max_rules is None:
        return ()
    rules = max((one["rules"] for one in tried.larger.values()), default=0)
    if rules <= exercise.max_rules:
        return ()
    found = Message(
        "{count} ground rules on a larger instance; expected at most {most} to pass",
        count=rules,
        most=exercise.max_rules,
    )
    return (Remark(found),)


def _tried_words(exercise: FolderExercise, found: Tried) -> Message:
    """On how many instances a program was tried."""
    count, every = len(found.answers), exercise.whole
    tried = Message("Tried on {count} of {all} small instances.", count=count, all=every)
    if found.drawn or len(exercise.instances) < every:
        tried = Message(
            "Tried on {count} of {all} small instances, drawn with the seed {seed}.",
            count=count,
            all=every,
            seed=repr(exercise.rubric.seed),
        )
    parts = [Message("{title}.", title=exercise.title), tried]
    if exercise.larger and (found.larger or not found.faulty):
        parts.append(
            Message(
                "Tried on {count} of {all} larger instances.",
                count=len(found.larger),
                all=len(exercise.larger),
            )
        )
    return together(parts, " ")


def _counts(exercise: FolderExercise, tried: Tried) -> Counts:
    """All answers, counted; with a checker, one answer to each instance is enough."""
    every, known = tried.every, {one.facts: one for one in exercise.every}
    wanted = {f: 1 if exercise.checker else len(known[f].right or ()) for f in every}
    whole = {facts: one for facts, one in every.items() if one["exhausted"]}
    return Counts(
        wanted=sum(wanted.values()),
        found=sum(wanted[facts] - len(one["missing"]) for facts, one in whole.items()),
        missing=sum(len(one["missing"]) for one in whole.values()),
        wrong=sum(len(one["wrong"]) for one in every.values()),
        repeated=any(one["repeated"] for one in every.values()),
        tried=len(tried.answers),
        planned=DRAWN if tried.drawn else len(exercise.instances),
        stopped=bool(tried.stopped),
    )


def counterexample(exercise: FolderExercise, tried: Tried) -> InstanceExample | None:
    """The smallest instance on which a program is wrong, else one where it repeats an answer."""
    every = tried.every
    known = [one for one in exercise.every if one.facts in every]
    shown = next((one for one in known if is_faulty(every[one.facts])), None)
    shown = shown or next((one for one in known if every[one.facts]["repeated"]), None)
    if shown is None:
        return None
    answer = every[shown.facts]
    missing, wrong = (tuple(map(tuple, answer[key])) for key in ("missing", "wrong"))
    named_ones = (*(("not found", a) for a in missing[:1]), *(("wrong", a) for a in wrong[:1]))
    drawn = ((name, drawing(exercise, shown.facts, a)) for name, a in named_ones)
    svg = tuple((name, picture) for name, picture in drawn if picture)
    return InstanceExample(
        facts=shown.facts,
        right=shown.right,
        missing=missing,
        wrong=wrong,
        repeated=tuple((tuple(one), number) for one, number in answer["repeated"]),
        exhausted=answer["exhausted"],
        counted=answer["exact"],
        svg=svg,
    )


_NO_COSTS = Message(
    "A statement is missing: #minimize or #maximize, which says which answers are the best ones."
)
_TOO_WEAK = Message(
    "A constraint may be missing, or be too weak: all answers are found, and wrong ones with them."
)


def _located(program: ExerciseProgram, tried: Tried, grade: GradeResult) -> GradeResult:
    """The grade with the rules that may be faulty."""
    exercise, submission, inspected = program.exercise, program.submission, program.inspected
    found = grade.counterexample
    if not isinstance(found, InstanceExample):
        return grade
    if tried.complete and exercise.costs and "#minimize" not in inspected["constructs"]:
        return replace(grade, lacking=_NO_COSTS)
    step = max(1, len(exercise.instances) // _TESTED)
    own = ExerciseInstance(found.facts, found.right)
    tests = [
        {"facts": one.facts, "right": list(map(list, one.right or ())), "options": []}
        for one in (own, *exercise.instances[::step])
    ]
    derived = set(inspected["derived"])
    projected = (f"#project {one}." for one in exercise.shown if one in derived)
    search: dict[str, Any] = {
        "text": inspected["text"],
        "layer": "\n".join([program.layer, *projected]),  # whatever a changed program shows
        "shown": exercise.shown,
        "parts": [LATER],
        "tests": tests,
    }
    terms = inspected["terms"] and derived.isdisjoint(exercise.shown)
    goal = list(found.missing[0]) if found.missing else None
    if terms and goal:
        goal = [f"{TERM.partition('/')[0]}({atom})" for atom in goal]
    signatures = [TERM] if terms else exercise.shown
    suspects = locate(program.sandbox, submission, search, signatures, goal)
    unknown = unsupplied(inspected, exercise.given)
    foreign = [one for one in unknown if not nearest(one, inspected, exercise.given)]
    lines = sorted({inspected["lines"][one] for one in unknown})
    unnamed = [suspect_of(submission, line, "name") for line in lines]
    sure = bool(suspects) and suspects[0].sure
    if not sure:
        others = (one for one in suspects if one.line not in lines)
        suspects = (*unnamed, *others)[:MOST_SUSPECTS]
    weak = _TOO_WEAK if tried.complete and not unknown and not sure else NOTHING
    return replace(grade, suspects=suspects, lacking=lacking(suspects, foreign) or weak)


def drawing(exercise: FolderExercise, facts: str, answer: Answer) -> str:
    """An answer as clingraph draws it by the exercise's `viz.lp`: an image element with its SVG.

    In words it says the atoms of the answer.

    Empty if clingraph or Graphviz is not installed, there is no such program or it draws nothing.
    """
    atoms = "".join(f"{atom}." for atom in answer)
    # clingraph expands templates in texts, outside of the sandbox
    if not exercise.viz or '"' in atoms or len(atoms) > _LONGEST_DRAWN:
        return ""
    try:
        from clingraph.graphviz import compute_graphs
        from clingraph.orm import Factbase
        from graphviz import ExecutableNotFound
    except ImportError:
        return ""
    job = {"do": "instances", "text": f"{exercise.viz}\n{facts}\n{atoms}"}
    try:
        with Sandbox(_DRAWING_MEGABYTES) as sandbox:
            found = sandbox.ask(job, PARSE_SECONDS)["instances"]
    except (RefusedError, StoppedError):
        return ""
    base = Factbase()
    base.add_fact_string(" ".join(f"{atom}." for atom in (found or [[]])[0]))
    try:
        graphs = [graph.pipe(format="svg") for graph in compute_graphs(base).values()]
    except ExecutableNotFound:
        return ""
    encoded = b64encode(graphs[0]).decode() if graphs else ""
    image = f'<img alt="{escape(" ".join(answer))}" src="data:image/svg+xml;base64,{encoded}">'
    return image if encoded else ""
