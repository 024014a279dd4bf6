"""Grading programs for any exercise: compared with a teacher's program on all small instances."""

from base64 import b64encode
from dataclasses import replace
from typing import Any

from asp_nono.grading.counterexample import Answer, InstanceExample
from asp_nono.grading.exercise import (
    DRAWN,
    PARSE_SECONDS,
    Exercise,
    ExerciseInstance,
    Inspected,
    Tried,
    is_faulty,
    layer,
    run_program,
)
from asp_nono.grading.lint import Remark, lint_rules
from asp_nono.grading.location import locate
from asp_nono.grading.mutants import Diagnosis
from asp_nono.grading.report import GradeResult, Outcome
from asp_nono.grading.rubric import RubricItem, Score
from asp_nono.grading.sandbox import RefusedError, Sandbox
from asp_nono.grading.submission import Submission, SubmissionFile, named, read_submission, safe
from asp_nono.grading.vocabulary import TERM
from asp_nono.messages import NOTHING, EncodingError, Message, PuzzleError, plural, together
from asp_nono.run.limits import StoppedError

_TESTED = 12  # instances on which changed rules are tried
_LONGEST_DRAWN, _DRAWING_MEGABYTES = 5000, 512  # characters of an answer that is drawn
_ITEMS = ("sound", "complete", "once")
_LATER = "later"  # the part in which externals get their facts, ground last
_WRONG = 0.5  # of the points for sound and complete, if anything is wrong


def undecided(exercise: Exercise, name: str) -> GradeResult:
    """The grade of a submission that has not been tried."""
    shares = dict.fromkeys(_ITEMS, (0.0, Message("not run")))
    score = _score(exercise, shares, right=False)
    return GradeResult(named(name), "undecided", score, stage="boards")


def _score(exercise: Exercise, shares: dict[str, tuple[float, Message]], *, right: bool) -> Score:
    """The points for these shares of each item, which may suffice if the program is `right`."""
    items = tuple(
        RubricItem(name, round(exercise.points[name] * share, 1), exercise.points[name], why)
        for name, (share, why) in shares.items()
    )
    return Score(items, right and sum(one.points for one in items) >= exercise.pass_points)


def grade_exercise(
    one: SubmissionFile, exercise: Exercise, seconds: float, megabytes: int
) -> GradeResult:
    """Grade one submission within a limit of CPU seconds for all small instances."""
    if one.fault:
        return _refused(exercise, one.name, one.fault)
    try:
        program = read_submission(one.path, one.root, one.name, one.more)
    except (EncodingError, PuzzleError) as error:
        return _refused(exercise, one.name, error.message)
    return grade_program(program, exercise, seconds, megabytes)


def grade_program(
    program: Submission, exercise: Exercise, seconds: float, megabytes: int
) -> GradeResult:
    """Grade a program that has been read; see `grade_exercise`."""
    try:
        with Sandbox(megabytes) as sandbox:
            inspected = sandbox.inspect(program, PARSE_SECONDS, optimizing=True)
            reason = _unlawful(exercise, program, inspected)
            if not reason:
                return _graded(sandbox, program, inspected, exercise, seconds)
    except RefusedError as refused:
        reason = refused.placed(program)
    except (EncodingError, PuzzleError) as error:
        reason = error.message
    return _refused(exercise, program.name, reason)


def _refused(exercise: Exercise, name: str, reason: Message) -> GradeResult:
    found = undecided(exercise, name)
    return replace(found, outcome="refused", reason=safe(reason), stage="done")


def _unlawful(exercise: Exercise, program: Submission, inspected: Inspected) -> Message:
    """Why a program is none for the exercise; empty if it is one."""
    if inspected["made"] and exercise.shown and not set(exercise.shown) & set(inspected["made"]):
        atoms = tuple(exercise.shown)
        return Message("no rule derives {atoms}, of which an answer is made", atoms=atoms)
    if _LATER in inspected["parts"]:
        apart = "#program {part} is for facts that come later; expected rules in part base"
        return Message(apart, part=_LATER)
    has = dict.fromkeys(inspected["made"], 0) | inspected["lines"] | inspected["constructs"]
    for one in exercise.requires:
        if one not in has:
            return Message("the exercise asks for {construct}; expected it", construct=one)
    for one in exercise.forbids:
        if one in has:
            unwanted = Message("the exercise does without {construct}", construct=one)
            return together((program.place(has[one]).named, unwanted))
    return NOTHING


def _graded(
    sandbox: Sandbox,
    program: Submission,
    inspected: Inspected,
    exercise: Exercise,
    seconds: float,
) -> GradeResult:
    tried = run_program(sandbox, inspected, exercise, seconds)
    every, faulty = tried.every, tried.faulty
    outcome: Outcome = "right"
    if faulty:
        outcome = "wrong"
    elif tried.stopped:
        outcome = "undecided"
    elif exercise.larger and not tried.larger:
        outcome = "right on small boards"
    elif any(one["repeated"] for one in every.values()):
        outcome = "repeats"
    passing = outcome in ("right", "repeats") or (outcome != "undecided" and exercise.pass_small)
    large = _too_large(exercise, tried)
    right = passing and not faulty and not large
    remarks = lint_rules(program, inspected, exercise.given, exercise.shown, costs=exercise.costs)
    grade = replace(
        undecided(exercise, program.name),
        outcome=outcome,
        score=_score(exercise, _shares(exercise, tried), right=right),
        reason=NOTHING if faulty else tried.stopped,
        tried=_tried_words(exercise, tried),
        counterexample=counterexample(exercise, tried),
        diagnosis=_diagnosis(exercise, tried),
        remarks=(*remarks, *large),
        mistake=tried.mistake,
        stage="done",
    )
    located = faulty and not exercise.checker
    return _located(sandbox, program, inspected, exercise, grade) if located else grade


def _diagnosis(exercise: Exercise, tried: Tried) -> Diagnosis | None:
    """The mistake that the teacher expects, of a program with exactly these wrong answers."""
    kinds = (kind for known, kind in exercise.mistakes if known and known == tried.mistake)
    kind = next(kinds, None)
    return Diagnosis(kind, sure=True) if kind else None


def _too_large(exercise: Exercise, tried: Tried) -> tuple[Remark, ...]:
    """A remark on a ground program that is larger than the exercise allows."""
    rules = max((one["rules"] for one in tried.larger.values()), default=0)
    if exercise.max_rules is None or rules <= exercise.max_rules:
        return ()
    large = "{count} ground rules on a larger instance; expected at most {most} to pass"
    return (Remark(Message(large, count=rules, most=exercise.max_rules)),)


def _tried_words(exercise: Exercise, found: Tried) -> Message:
    """On how many instances a program was tried."""
    count, every = len(found.answers), exercise.whole
    tried = Message("Tried on {count} of {all} small instances.", count=count, all=every)
    if found.drawn or len(exercise.instances) < every:
        tried = Message(
            "Tried on {count} of {all} small instances, drawn with the seed {seed}.",
            count=count,
            all=every,
            seed=repr(exercise.seed),
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


def _shares(exercise: Exercise, tried: Tried) -> dict[str, tuple[float, Message]]:
    """The shares of the points for each item, and why."""
    every, known = tried.every, {one.facts: one for one in exercise.every}
    # with a checker, one answer to each instance is enough
    wanted = sum(1 if exercise.checker else len(known[facts].right or ()) for facts in every)
    missing = sum(len(one["missing"]) for one in every.values())
    bad = sum(len(one["wrong"]) for one in every.values())
    planned = DRAWN if tried.drawn else len(exercise.instances)
    decided = len(tried.answers) / planned
    worth, found = decided * (_WRONG if tried.faulty else 1), wanted - missing
    sound, complete = Message("no wrong answer"), Message("no answer is missing")
    if bad:
        sound = plural(bad, "{count} wrong answer", "{count} wrong answers")
    if missing:
        complete = Message("{count} of {all} answers missing", count=missing, all=wanted)
    once = (decided, Message("each answer once"))
    if tried.faulty:
        once = (0.0, Message("wrong answers"))
    elif any(one["repeated"] for one in every.values()):
        once = (0.0, Message("some answers come several times"))
    return {
        "sound": (worth * found / max(1, found + bad), sound),
        "complete": (worth * found / max(1, wanted), complete),
        "once": once,
    }


def counterexample(exercise: Exercise, tried: Tried) -> InstanceExample | None:
    """The smallest instance on which a program is wrong, else one where it repeats an answer."""
    every = tried.every
    known = [one for one in exercise.every if one.facts in every]
    shown = next((one for one in known if is_faulty(every[one.facts])), None)
    shown = shown or next((one for one in known if every[one.facts]["repeated"]), None)
    if shown is None:
        return None
    answer = every[shown.facts]
    missing, wrong = (tuple(map(tuple, answer[key])) for key in ("missing", "wrong"))
    named_ones = (*(("not found", a) for a in missing[:1]), *(("no answer", a) for a in wrong[:1]))
    drawn = ((name, drawing(exercise, shown.facts, a)) for name, a in named_ones)
    svg = tuple((name, picture) for name, picture in drawn if picture)
    return InstanceExample(shown.facts, shown.right, missing, wrong, svg)


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
        "layer": layer(inspected, exercise),
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
    image = f'<img alt="an answer, drawn" src="data:image/svg+xml;base64,{encoded}">'
    return image if encoded else ""
