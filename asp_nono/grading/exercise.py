"""Grading programs for any exercise: compared with a teacher's program on all small instances.

An exercise is a folder with `exercise.toml`, a reference encoding and instances: a folder of facts,
or a program each of whose answer sets shows the facts of one instance.
"""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from asp_nono.grading.counterexample import Answer, InstanceExample
from asp_nono.grading.lint import lint_rules
from asp_nono.grading.location import locate
from asp_nono.grading.report import GradeResult, Outcome
from asp_nono.grading.rubric import RubricItem, Score
from asp_nono.grading.sandbox import Clock, RefusedError, Sandbox
from asp_nono.grading.submission import Submission, SubmissionFile, named, read_submission, safe
from asp_nono.grading.vocabulary import TERM, directives, from_toml, require
from asp_nono.messages import NOTHING, EncodingError, Message, PuzzleError, plural, together
from asp_nono.run.limits import StoppedError

_SECONDS = 10.0  # for parsing a program
_REFERENCE_SECONDS = 60.0  # for the reference on all instances
_TOGETHER, _BATCH = 500, 20  # instances of one job, ground together or one by one
_JOINT = 0.25  # of the time, for instances that are ground together
_DRAWN = 400  # instances that are tried one by one if they cannot be ground together
_LARGER_SECONDS, _PATIENCE = 5.0, 3  # for a larger instance; of those on which it is stopped
_TESTED = 12  # instances on which changed rules are tried
_VIZ = "viz.lp"
_LONGEST_DRAWN, _DRAWING_MEGABYTES = 5000, 512  # characters of an answer that is drawn
_TEXTS = ("title", "reference", "instances", "larger", "seed")
_ENTRIES = {*_TEXTS, "show", "points", "pass", "pass_small"}
_POINTS = {"sound": 40, "complete": 40, "once": 20}
_WRONG = 0.5  # of the points for sound and complete, if anything is wrong


@dataclass(frozen=True, slots=True)
class ExerciseInstance:
    """An instance, with its right answers, None before the reference has found them."""

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


@dataclass(frozen=True, slots=True)
class Exercise:
    """An exercise, with its instances, those with the fewest facts first."""

    title: str
    shown: tuple[str, ...]  #: the signatures of the atoms that count
    instances: tuple[ExerciseInstance, ...]
    larger: tuple[ExerciseInstance, ...] = ()
    whole: int = 0  #: how many small instances there are; more if the reference had to be sampled
    seed: str = ""  #: instances that are tried one by one are drawn from it
    costs: bool = False  #: whether the answers are the cheapest ones
    points: dict[str, float] = field(default_factory=lambda: dict(_POINTS))
    pass_points: float = 60
    pass_small: bool = False  #: whether a program passes that no larger instance decides
    viz: str = ""  #: the program that draws an answer, for clingraph

    @property
    def given(self) -> frozenset[str]:
        """The signatures of the facts."""
        every = (*self.instances, *self.larger)
        lines = (line for one in every for line in one.facts.splitlines())
        return frozenset(_signature(line) for line in lines if line and not line.startswith("#"))

    def score(self, shares: dict[str, tuple[float, Message]], *, right: bool) -> Score:
        """The points for these shares of each item, which may suffice if the program is `right`."""
        items = tuple(
            RubricItem(name, round(self.points[name] * share, 1), self.points[name], why)
            for name, (share, why) in shares.items()
        )
        return Score(items, right and sum(one.points for one in items) >= self.pass_points)

    def undecided(self, name: str) -> GradeResult:
        """The grade of a submission that has not been tried."""
        shares = dict.fromkeys(_POINTS, (0.0, Message("not run")))
        return GradeResult(
            named(name), "undecided", self.score(shares, right=False), stage="boards"
        )


def read_exercise(folder: Path, megabytes: int, *, drawing: bool = False) -> Exercise:
    """The exercise in a folder, its reference run on all instances.

    Its `viz.lp` is read only if answers are drawn.

    Raises:
        PuzzleError: If an entry of `exercise.toml` is wrong.
        EncodingError: If the reference or a generator cannot be run.
    """
    table = from_toml(folder / "exercise.toml", _checked)
    reference = read_submission(folder / table.get("reference", "reference.lp"), folder)
    points = _POINTS | table.get("points", {})
    viz = drawing and (folder / _VIZ).exists()
    made = Exercise(
        title=table.get("title", folder.name),
        shown=tuple(table["show"]),
        instances=(),
        seed=table.get("seed", ""),
        points=points,
        pass_points=table.get("pass", sum(points.values()) * 0.6),
        pass_small=table.get("pass_small", False),
        viz=read_submission(folder / _VIZ, folder).text if viz else "",
    )
    with Sandbox(megabytes) as sandbox:
        try:
            inspected = sandbox.inspect(reference, _SECONDS, optimizing=True)
            small = _facts(sandbox, folder, folder / table.get("instances", "instances.lp"))
            large = _facts(sandbox, folder, folder / table["larger"]) if "larger" in table else []
            require(small, Message("no instances; expected some"), "instances")
            made = replace(made, instances=tuple(small), larger=tuple(large))
            tried = _tried(sandbox, inspected, made, small, Clock(_REFERENCE_SECONDS))
            beyond = _larger(sandbox, inspected, made, _REFERENCE_SECONDS)
        except RefusedError as refused:
            raise refused.within(reference) from None
    if tried.stopped:
        raise EncodingError(reference.name, "{limit}; expected less work", limit=tried.stopped)
    if len(beyond) < len(large):
        raise EncodingError(reference.name, "a larger instance takes too long; expected less work")
    made = replace(
        made,
        instances=_instances(tried.answers),
        larger=_instances(beyond),
        whole=len(small),
        costs=bool(inspected["costs"]),
    )
    _check_shown(made)
    return made


def _instances(answers: dict[str, dict[str, Any]]) -> tuple[ExerciseInstance, ...]:
    """The instances that the reference has decided."""
    many = Message("an instance has too many answers; expected smaller ones")
    require(all(one["exhausted"] for one in answers.values()), many, "instances")
    found = answers.items()
    return tuple(
        ExerciseInstance(facts, tuple(sorted(map(tuple, one["sets"])))) for facts, one in found
    )


def _check_shown(exercise: Exercise) -> None:
    """Raise a PuzzleError for a signature that no answer shows: it would make anything right."""
    every = (*exercise.instances, *exercise.larger)
    seen = {_signature(atom) for one in every for answer in one.right or () for atom in answer}
    for signature in exercise.shown:
        dead = Message("no answer of the reference shows {signature}", signature=signature)
        require(signature in seen, dead, "show")


def _signature(atom: str) -> str:
    """The signature of an atom as clingo writes it, or of a fact."""
    name, _, inside = atom.partition("(")
    depth, quoted, commas = 0, False, 0
    for at, char in enumerate(inside):
        if char == '"' and inside[at - 1 : at] != "\\":
            quoted = not quoted
        elif not quoted:
            depth += (char == "(") - (char == ")")
            commas += char == "," and not depth
    return f"{name.rstrip('.')}/{commas + 1 if inside else 0}"


def _facts(sandbox: Sandbox, folder: Path, source: Path) -> list[ExerciseInstance]:
    """The instances in a folder of files, or of those that a program makes."""
    if source.is_dir():
        found = [_of_file(sandbox, folder, file) for file in sorted(source.glob("*.lp"))]
    else:
        generator = read_submission(source, folder)
        answer = _ask(sandbox, generator, {"do": "instances", "text": generator.text})
        many = Message(
            "more than {count} instances; expected fewer", count=len(answer["instances"])
        )
        require(answer["exhausted"], many, "instances")
        found = [_text(atoms) for atoms in answer["instances"]]
    return [*map(ExerciseInstance, sorted(found, key=lambda one: (one.count("."), one)))]


def _of_file(sandbox: Sandbox, folder: Path, file: Path) -> str:
    """The facts of a file, one on a line; the file as it is if some of them come later."""
    program = read_submission(file, folder)
    if "#program" in program.text:
        return program.text
    found = _ask(sandbox, program, {"do": "instances", "text": program.text})["instances"]
    if len(found) != 1:
        raise EncodingError(program.name, "is no instance; expected facts")
    return _text(found[0])


def _text(atoms: Sequence[str]) -> str:
    return "\n".join(f"{atom}." for atom in atoms)


def _checked(table: dict[str, Any]) -> dict[str, Any]:
    for key in table:
        unknown = Message("unknown; expected {entries}", entries=tuple(sorted(_ENTRIES)))
        require(key in _ENTRIES, unknown, key)
    show, points = table.get("show"), table.get("points", {})
    listed = isinstance(show, list) and show and all(isinstance(one, str) for one in show)
    require(listed, Message('expected signatures such as ["color/2"]'), "show")
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


# --- Running a program


Inspected: TypeAlias = dict[str, Any]
"""The contents of a program; see `child.inspect`."""


@dataclass(slots=True)
class Tried:
    """The answers of a program to instances, as far as they are known, by the facts."""

    answers: dict[str, dict[str, Any]] = field(default_factory=dict)
    drawn: bool = False  #: whether they were too large together, and some were drawn
    stopped: Message = NOTHING  #: the limit that ended it


def _tried(
    sandbox: Sandbox,
    inspected: Inspected,
    exercise: Exercise,
    given: Sequence[ExerciseInstance],
    clock: Clock,
) -> Tried:
    """A program on instances, compared with their right answers if these are known.

    They are ground together if they can be, else those that the exercise's seed draws one by one.
    """
    found, joint = Tried(), Clock(clock.seconds * _JOINT)
    if not any(one.later for one in given):
        try:
            for batch in _batches(given, _TOGETHER):
                found.answers |= _answers(sandbox, inspected, exercise, batch, joint, together=True)
        except (RefusedError, StoppedError):
            clock.used += joint.used
            found = Tried(drawn=len(given) > _DRAWN)
        else:
            return found
    random = Random(exercise.seed)  # noqa: S311 - instances, not secrets
    places = sorted(random.sample(range(len(given)), min(_DRAWN, len(given))))
    try:
        for batch in _batches([given[at] for at in places], _BATCH):
            found.answers |= _answers(sandbox, inspected, exercise, batch, clock, together=False)
    except StoppedError as error:
        found.stopped = error.stopped.message
    return found


def _larger(
    sandbox: Sandbox, inspected: Inspected, exercise: Exercise, seconds: float
) -> dict[str, dict[str, Any]]:
    """A program on the larger instances: the answers of those that it decides."""
    clock, found, stops = Clock(seconds), dict[str, dict[str, Any]](), 0
    for one in exercise.larger:
        own = Clock(min(_LARGER_SECONDS, clock.left))
        try:
            found |= _answers(sandbox, inspected, exercise, [one], own, together=False)
        except (RefusedError, StoppedError):
            stops += 1
        clock.used += own.used
        if stops == _PATIENCE or not clock.left:
            break
    return found


def _batches(given: Sequence[ExerciseInstance], size: int) -> Iterator[Sequence[ExerciseInstance]]:
    return (given[start : start + size] for start in range(0, len(given), size))


def _answers(
    sandbox: Sandbox,
    inspected: Inspected,
    exercise: Exercise,
    batch: Sequence[ExerciseInstance],
    clock: Clock,
    *,
    together: bool,
) -> dict[str, dict[str, Any]]:
    """The answers of a program to some instances; see `instances.answers`."""
    job = {
        "do": "answers",
        "text": inspected["text"],
        "layer": _layer(inspected, exercise),
        "shown": exercise.shown,
        "instances": [one.lines for one in batch],
        "right": [one.right for one in batch] if batch[0].right is not None else None,
        "together": together,
    }
    answers = sandbox.ask(job, clock)["answers"]
    return {one.facts: answer for one, answer in zip(batch, answers, strict=True)}


def _layer(inspected: Inspected, exercise: Exercise) -> str:
    """What a program is ground with, beside the facts."""
    given = (f"#defined {signature}." for signature in sorted(exercise.given))
    return "\n".join([directives(inspected, exercise.shown), *given])


# --- Grading


def grade_exercise(
    one: SubmissionFile, exercise: Exercise, seconds: float, megabytes: int
) -> GradeResult:
    """Grade one submission within a limit of CPU seconds for all small instances."""
    reason = one.fault
    try:
        if not reason:
            program = read_submission(one.path, one.root, one.name, one.more)
            with Sandbox(megabytes) as sandbox:
                inspected = sandbox.inspect(program, _SECONDS, optimizing=True)
                return _graded(sandbox, program, inspected, exercise, seconds)
    except RefusedError as refused:
        reason = refused.placed(program)
    except (EncodingError, PuzzleError) as error:
        reason = error.message
    found = exercise.undecided(one.name)
    return replace(found, outcome="refused", reason=safe(reason), stage="done")


def _graded(
    sandbox: Sandbox,
    program: Submission,
    inspected: Inspected,
    exercise: Exercise,
    seconds: float,
) -> GradeResult:
    small = _tried(sandbox, inspected, exercise, exercise.instances, Clock(seconds))
    right = not small.stopped and not any(map(_faulty, small.answers.values()))
    beyond = _larger(sandbox, inspected, exercise, seconds) if right else {}
    every = small.answers | beyond
    faulty = any(map(_faulty, every.values()))
    outcome: Outcome = "right"
    if faulty:
        outcome = "wrong"
    elif small.stopped:
        outcome = "undecided"
    elif exercise.larger and not beyond:
        outcome = "right on small boards"
    elif any(one["repeated"] for one in every.values()):
        outcome = "repeats"
    shares = _shares(exercise, small, every)
    passing = outcome in ("right", "repeats") or (outcome != "undecided" and exercise.pass_small)
    grade = replace(
        exercise.undecided(program.name),
        outcome=outcome,
        score=exercise.score(shares, right=passing and not faulty),
        reason=NOTHING if faulty else small.stopped,
        tried=_tried_words(exercise, small, beyond),
        counterexample=_example(exercise, every),
        remarks=lint_rules(
            program, inspected, exercise.given, exercise.shown, costs=exercise.costs
        ),
        mistake=_mistake(every),
        stage="done",
    )
    return _located(sandbox, program, inspected, exercise, grade) if faulty else grade


def _faulty(answer: dict[str, Any]) -> bool:
    return bool(answer["missing"] or answer["wrong"] or not answer["exhausted"])


def _mistake(every: dict[str, dict[str, Any]]) -> str:
    """A checksum of all wrong answers, "" if there are none."""
    wrong = [(f, one["missing"], one["wrong"]) for f, one in every.items() if _faulty(one)]
    return sha256(repr(wrong).encode()).hexdigest() if wrong else ""


def _tried_words(exercise: Exercise, small: Tried, beyond: dict[str, dict[str, Any]]) -> Message:
    """On how many instances a program was tried."""
    count, every = len(small.answers), exercise.whole
    tried = Message("Tried on {count} of {all} small instances.", count=count, all=every)
    if small.drawn or len(exercise.instances) < every:
        tried = Message(
            "Tried on {count} of {all} small instances, drawn with the seed {seed}.",
            count=count,
            all=every,
            seed=repr(exercise.seed),
        )
    parts = [Message("{title}.", title=exercise.title), tried]
    if exercise.larger and not _any_faulty(small.answers):
        parts.append(
            Message(
                "Tried on {count} of {all} larger instances.",
                count=len(beyond),
                all=len(exercise.larger),
            )
        )
    return together(parts, " ")


def _any_faulty(answers: dict[str, dict[str, Any]]) -> bool:
    return any(map(_faulty, answers.values()))


def _shares(
    exercise: Exercise, small: Tried, every: dict[str, dict[str, Any]]
) -> dict[str, tuple[float, Message]]:
    """The shares of the points for each item, and why."""
    known = {one.facts: one for one in (*exercise.instances, *exercise.larger)}
    wanted = sum(len(known[facts].right or ()) for facts in every)
    missing = sum(len(one["missing"]) for one in every.values())
    bad = sum(len(one["wrong"]) for one in every.values())
    planned = _DRAWN if small.drawn else len(exercise.instances)
    decided = len(small.answers) / planned
    worth, found = decided * (_WRONG if _any_faulty(every) else 1), wanted - missing
    sound, complete = Message("no wrong answer"), Message("no answer is missing")
    if bad:
        sound = plural(bad, "{count} wrong answer", "{count} wrong answers")
    if missing:
        complete = Message("{count} of {all} answers missing", count=missing, all=wanted)
    once = (decided, Message("each answer once"))
    if _any_faulty(every):
        once = (0.0, Message("wrong answers"))
    elif any(one["repeated"] for one in every.values()):
        once = (0.0, Message("some answers come several times"))
    return {
        "sound": (worth * found / max(1, found + bad), sound),
        "complete": (worth * found / max(1, wanted), complete),
        "once": once,
    }


def _example(exercise: Exercise, every: dict[str, dict[str, Any]]) -> InstanceExample | None:
    """The smallest instance on which a program is wrong, else one where it repeats an answer."""
    known = [one for one in (*exercise.instances, *exercise.larger) if one.facts in every]
    shown = next((one for one in known if _faulty(every[one.facts])), None)
    shown = shown or next((one for one in known if every[one.facts]["repeated"]), None)
    if shown is None:
        return None
    answer = every[shown.facts]
    missing, wrong = (tuple(map(tuple, answer[key])) for key in ("missing", "wrong"))
    named_ones = (*(("not found", a) for a in missing[:1]), *(("no answer", a) for a in wrong[:1]))
    drawn = ((name, drawing(exercise, shown.facts, a)) for name, a in named_ones)
    svg = tuple((name, picture) for name, picture in drawn if picture)
    return InstanceExample(shown.facts, shown.right or (), missing, wrong, svg)


def _located(
    sandbox: Sandbox,
    program: Submission,
    inspected: Inspected,
    exercise: Exercise,
    grade: GradeResult,
) -> GradeResult:
    """The grade with the rules that may be faulty."""
    found = grade.counterexample
    if not isinstance(found, InstanceExample):
        return grade
    step = max(1, len(exercise.instances) // _TESTED)
    own = ExerciseInstance(found.facts, found.right)
    tests = [
        {"facts": one.facts, "right": list(map(list, one.right or ())), "options": []}
        for one in (own, *exercise.instances[::step])
    ]
    search: dict[str, Any] = {
        "text": inspected["text"],
        "layer": _layer(inspected, exercise),
        "shown": exercise.shown,
        "tests": tests,
    }
    derived = set(inspected["derived"])
    terms = inspected["terms"] and derived.isdisjoint(exercise.shown)
    goal = list(found.missing[0]) if found.missing else None
    if terms and goal:
        goal = [f"{TERM.partition('/')[0]}({atom})" for atom in goal]
    signatures = [TERM] if terms else exercise.shown
    return replace(grade, suspects=locate(sandbox, program, search, signatures, goal))


def drawing(exercise: Exercise, facts: str, answer: Answer) -> str:
    """An answer as clingraph draws it by the exercise's `viz.lp`: an image element with its SVG.

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
            found = sandbox.ask(job, _SECONDS)["instances"]
    except (RefusedError, StoppedError):
        return ""
    base = Factbase()
    base.add_fact_string(" ".join(f"{atom}." for atom in (found or [[]])[0]))
    try:
        graphs = [graph.pipe(format="svg") for graph in compute_graphs(base).values()]
    except ExecutableNotFound:
        return ""
    encoded = b64encode(graphs[0]).decode() if graphs else ""
    image = f'<img alt="an answer, drawn" src="data:image/svg+xml;base64,{encoded}">'
    return image if encoded else ""
