"""Grading programs for any exercise: compared with a teacher's program on all small instances.

An exercise is a folder with `exercise.toml`, a reference encoding and instances: a folder of facts,
or a program each of whose answer sets shows the facts of one instance.
"""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Self, TypeAlias

from asp_nono.grading.location import Suspect, locate
from asp_nono.grading.report import template
from asp_nono.grading.sandbox import Clock, RefusedError, Sandbox
from asp_nono.grading.submission import (
    Submission,
    SubmissionFile,
    read_submission,
    safe,
)
from asp_nono.grading.vocabulary import from_toml, require
from asp_nono.messages import NOTHING, EncodingError, Message, PuzzleError, with_messages
from asp_nono.run.limits import Cause, Stopped, StoppedError

Answer: TypeAlias = tuple[str, ...]  # the atoms of an answer set that count, sorted

_SECONDS = 10.0  # for parsing a program, and for the reference on some instances
_BATCH = 20  # instances of one job
_TESTED = 12  # instances on which changed rules are tried
_VIZ = "viz.lp"
_LONGEST_DRAWN = 5000  # characters of an answer that is drawn
_DRAWN = 3  # answers of one sort in a report
_ENTRIES = {"title", "show", "reference", "instances", "points", "pass"}
_REPEATS = Message(
    "right, but some answers come in several answer sets, which costs the points for once"
)
_POINTS = {"sound": 40, "complete": 40, "once": 20}


@dataclass(frozen=True, slots=True)
class Exercise:
    """An exercise, with the right answers of every instance, those with the fewest facts first."""

    title: str
    shown: tuple[str, ...]  #: the signatures of the atoms that count
    instances: tuple[tuple[str, tuple[Answer, ...]], ...]  #: facts, and the right answers
    points: dict[str, float]
    pass_points: float
    viz: str = ""  #: the program that draws an answer, for clingraph

    def undecided(self, name: str) -> "ExerciseGrade":
        """The grade of a submission that has not been tried."""
        most, number = sum(self.points.values()), len(self.instances)
        return ExerciseGrade(
            name, "undecided", 0, most, passed=False, title=self.title, instances=number
        )


@dataclass(frozen=True, slots=True)
class ExerciseGrade:
    """Everything found out about a submission to an exercise."""

    name: str
    outcome: str  #: as in `grade.Outcome`
    points: float
    most: float
    passed: bool
    title: str = ""  #: of the exercise
    instances: int = 0  #: of the exercise
    reason: Message = NOTHING  #: why it was refused, is undecided or lacks the points for `once`
    tried: int = 0  #: instances that were decided
    facts: str = ""  #: of the smallest instance on which it is wrong or repeats an answer
    missing: tuple[Answer, ...] = ()
    wrong: tuple[Answer, ...] = ()
    suspects: tuple[Suspect, ...] = ()
    interrupted: bool = False  #: whether Ctrl-C ended it
    progress: ClassVar[str] = ""

    @property
    def finished(self) -> bool:
        """Whether nothing is left undecided."""
        return self.outcome not in ("undecided", "error")

    def stopped_by(self, stopped: Stopped) -> Self:
        """The same, marked with what stopped the job."""
        return replace(self, reason=stopped.message, interrupted=stopped.cause is Cause.INTERRUPTED)

    def text(self, _name: str, _: object) -> Iterator[str]:
        """The report."""
        outcome = Message(self.outcome)
        if self.reason:
            outcome = Message("{outcome}: {reason}", outcome=outcome, reason=self.reason)
        head = Message(
            "{name}: {outcome}. {title}. Tried on {count} of {all} small instances.",
            name=self.name,
            outcome=outcome,
            title=self.title,
            count=self.tried,
            all=self.instances,
        )
        parts = [str(head), *self._answers()]
        if self.suspects:
            listed = [f"  {one.place}: {one.rule}\n    {one.hint}" for one in self.suspects]
            parts.append("\n".join(["Where to look, the likeliest first:", "", *listed]))
        passed = "passed" if self.passed else "not passed"
        parts.append(f"Points: {self.points:g} of {self.most:g}, {passed}.")
        yield "\n\n".join(parts)

    def _answers(self) -> Iterator[str]:
        """The instance that shows a mistake, and the answers that are missing or wrong on it."""
        if self.facts:
            facts = " ".join(self.facts.split())
            yield f"The smallest instance that shows it:\n\n  {facts}"
        for title, answers in (("not found", self.missing), ("no answer", self.wrong)):
            if answers:
                shown = "\n".join(f"  {' '.join(one) or '(no atom)'}" for one in answers[:_DRAWN])
                yield f"{len(answers)} {title}:\n\n{shown}"

    def to_json(self) -> dict[str, Any]:
        """The object that `grade --exercise --json` prints."""
        return {
            "name": self.name,
            "outcome": self.outcome,
            "points": self.points,
            "most": self.most,
            "passed": self.passed,
            **with_messages(reason=self.reason),
            "tried": self.tried,
            "facts": self.facts,
            "missing": self.missing,
            "wrong": self.wrong,
            "suspects": [
                {
                    **with_messages(place=one.place),
                    "rule": one.rule,
                    **with_messages(hint=one.hint),
                }
                for one in self.suspects
            ],
        }


def read_exercise(folder: Path, megabytes: int) -> Exercise:
    """The exercise in a folder, its reference run on all instances.

    Raises:
        PuzzleError: If an entry of `exercise.toml` is wrong.
        EncodingError: If the reference or the generator cannot be run.
    """
    table = from_toml(folder / "exercise.toml", _checked)
    reference = read_submission(folder / table.get("reference", "reference.lp"), folder)
    source = folder / table.get("instances", "instances.lp")
    shown = tuple(table["show"])
    with Sandbox(megabytes) as sandbox:
        if source.is_dir():
            files = sorted(source.glob("*.lp"))
            facts = [read_submission(file, folder).text for file in files]
        else:
            generator = read_submission(source, folder)
            answer = _ask(sandbox, generator, {"do": "instances", "text": generator.text})
            facts = ["\n".join(f"{atom}." for atom in atoms) for atoms in answer["instances"]]
        require(facts, Message("no instances; expected some"), "instances")
        facts.sort(key=lambda one: (one.count("."), one))
        instances = []
        for start in range(0, len(facts), _BATCH):
            batch = facts[start : start + _BATCH]
            job = {"do": "answers", "text": reference.text, "shown": shown, "facts": batch}
            for one, found in zip(batch, _ask(sandbox, reference, job)["answers"], strict=True):
                if not found["exhausted"]:
                    raise PuzzleError("an instance has too many answers; expected smaller ones")
                instances.append((one, tuple(map(tuple, found["sets"]))))
    points = _POINTS | table.get("points", {})
    enough = table.get("pass", sum(points.values()) * 0.6)
    viz = read_submission(folder / _VIZ, folder).text if (folder / _VIZ).exists() else ""
    title = table.get("title", folder.name)
    return Exercise(title, shown, tuple(instances), points, enough, viz)


def _checked(table: dict[str, Any]) -> dict[str, Any]:
    for key in table:
        unknown = Message("unknown; expected {entries}", entries=tuple(sorted(_ENTRIES)))
        require(key in _ENTRIES, unknown, key)
    show, points = table.get("show"), table.get("points", {})
    listed = isinstance(show, list) and show and all(isinstance(one, str) for one in show)
    require(listed, Message('expected signatures such as ["color/2"]'), "show")
    for key in ("title", "reference", "instances"):
        require(isinstance(table.get(key, ""), str), Message("expected a text"), key)
    numbers = isinstance(points, dict) and points.keys() <= _POINTS.keys()
    for value in points.values() if numbers else ():
        numbers &= type(value) in (int, float) and 0 <= value <= 1000
    require(numbers, Message("expected numbers for sound, complete and once"), "points")
    return table


def _ask(sandbox: Sandbox, program: Submission, job: dict[str, Any]) -> dict[str, Any]:
    """The answer to a job on a teacher's program; an EncodingError if there is none."""
    try:
        return sandbox.ask(job, _SECONDS)
    except RefusedError as refused:
        raise refused.within(program) from None
    except StoppedError as error:
        raise EncodingError(
            program.name, "{limit}; expected less work", limit=error.stopped.message
        ) from None


def grade_exercise(
    one: SubmissionFile, exercise: Exercise, seconds: float, megabytes: int
) -> ExerciseGrade:
    """Grade one submission within a limit of CPU seconds for all instances."""
    try:
        program = read_submission(one.path, one.root, one.name)
        with Sandbox(megabytes) as sandbox:
            sandbox.inspect(program, _SECONDS, optimizing=True)
            return _graded(sandbox, program, exercise, seconds)
    except RefusedError as refused:
        reason = refused.placed(program)
    except (EncodingError, PuzzleError) as error:
        reason = error.message
    return replace(exercise.undecided(one.name), outcome="refused", reason=safe(reason))


def _graded(
    sandbox: Sandbox, program: Submission, exercise: Exercise, seconds: float
) -> ExerciseGrade:
    right = found = bad = tried = 0
    first: dict[str, Any] = {}  # the facts and answers of the smallest instance that it has wrong
    repeated, reason = "", NOTHING  # the facts of the smallest instance where an answer repeats
    try:
        for facts, wanted, answer in _answers(sandbox, program, exercise, Clock(seconds)):
            got = set(map(tuple, answer["sets"]))
            wrong = tuple(sorted(got.difference(wanted)))
            missing = tuple(sorted(set(wanted) - got)) if answer["exhausted"] else ()
            right, found = right + len(wanted), found + len(wanted) - len(missing)
            bad, tried = bad + len(wrong), tried + 1
            repeated = repeated or (facts if answer["repeated"] else "")
            if wrong or missing:
                first = first or {"facts": facts, "missing": missing, "wrong": wrong}
    except StoppedError as error:
        reason = error.stopped.message
    outcome = "wrong" if first else "undecided" if reason else "repeats" if repeated else "right"
    decided = tried / len(exercise.instances)
    worth = decided * (0.5 if first else 1)
    points = exercise.points["sound"] * worth * found / max(1, found + bad)
    points += exercise.points["complete"] * worth * found / max(1, right)
    points += exercise.points["once"] * decided * (outcome in ("right", "undecided"))
    passed = points >= exercise.pass_points and outcome in ("right", "repeats")
    grade = replace(
        exercise.undecided(program.name),
        outcome=outcome,
        points=round(points, 1),
        passed=passed,
        reason=reason,
        tried=tried,
    )
    if outcome == "repeats":
        return replace(grade, facts=repeated, reason=_REPEATS)
    return _located(sandbox, program, exercise, replace(grade, **first)) if first else grade


def _answers(
    sandbox: Sandbox, program: Submission, exercise: Exercise, clock: Clock
) -> Iterator[tuple[str, tuple[Answer, ...], dict[str, Any]]]:
    """The facts of each instance, its right answers and what the program answers."""
    for start in range(0, len(exercise.instances), _BATCH):
        batch = exercise.instances[start : start + _BATCH]
        facts = [one for one, _ in batch]
        job = {"do": "answers", "text": program.text, "shown": exercise.shown, "facts": facts}
        answers = sandbox.ask(job, clock)["answers"]
        for (one, wanted), answer in zip(batch, answers, strict=True):
            yield one, wanted, answer


def _located(
    sandbox: Sandbox, program: Submission, exercise: Exercise, grade: ExerciseGrade
) -> ExerciseGrade:
    """The grade with the rules that may be faulty."""
    own = next(one for one in exercise.instances if one[0] == grade.facts)
    step = max(1, len(exercise.instances) // _TESTED)
    tests = [
        {"facts": one, "right": list(map(list, right)), "options": []}
        for one, right in (own, *exercise.instances[::step])
    ]
    search: dict[str, Any] = {"shown": exercise.shown, "tests": tests}
    goal = list(grade.missing[0]) if grade.missing else None
    suspects = locate(sandbox, program, search, exercise.shown, goal)
    return replace(grade, suspects=suspects)


def exercise_html(grades: Sequence[ExerciseGrade], exercise: Exercise, megabytes: int) -> str:
    """A page with the reports; one missing and one wrong answer of each are drawn, if possible."""
    reports = []
    for one in grades:
        shown = [("not found", answer) for answer in one.missing[:1]]
        shown += [("no answer", answer) for answer in one.wrong[:1]]
        drawn = [(name, drawing(exercise, one.facts, answer, megabytes)) for name, answer in shown]
        text = "\n".join(one.text(one.name, None))
        reports.append((one, text, [each for each in drawn if each[1]]))
    return template("exercise.html").render(title=exercise.title, reports=reports)


def drawing(exercise: Exercise, facts: str, answer: Answer, megabytes: int) -> str:
    """An answer as clingraph draws it by the exercise's `viz.lp`: SVG in base64.

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
        with Sandbox(megabytes) as sandbox:
            found = sandbox.ask(job, _SECONDS)["instances"]
    except (RefusedError, StoppedError):
        return ""
    base = Factbase()
    base.add_fact_string(" ".join(f"{atom}." for atom in (found or [[]])[0]))
    try:
        graphs = [graph.pipe(format="svg") for graph in compute_graphs(base).values()]
    except ExecutableNotFound:
        return ""
    return b64encode(graphs[0]).decode() if graphs else ""
