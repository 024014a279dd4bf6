"""Exercises in answer set programming, and programs run on their instances in the sandbox."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Any, TypeAlias

from asp_nono.grading.counterexample import Answer
from asp_nono.grading.mutants import MistakeKind
from asp_nono.grading.sandbox import Clock, RefusedError, Sandbox
from asp_nono.grading.vocabulary import directives
from asp_nono.messages import NOTHING, Message
from asp_nono.run.limits import StoppedError

PARSE_SECONDS = 10.0  # for parsing a program
DRAWN = 400  # instances that are tried one by one if they cannot be ground together
_TOGETHER, _BATCH = 500, 20  # instances of one job, ground together or one by one
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


@dataclass(frozen=True, slots=True)
class Exercise:
    """An exercise, with its instances, those with the fewest facts first."""

    title: str
    shown: tuple[str, ...]  #: the signatures of the atoms that count
    instances: tuple[ExerciseInstance, ...] = ()
    larger: tuple[ExerciseInstance, ...] = ()
    checker: str = ""  #: the program that says whether an answer is right, if there is one
    requires: tuple[str, ...] = ()  #: signatures and constructs that a program must have
    forbids: tuple[str, ...] = ()  #: those that it may not have
    externals: tuple[str, ...] = ()  #: signatures of facts that come after everything else
    max_rules: int | None = None  #: the most ground rules on a larger instance
    mistakes: tuple[tuple[str, MistakeKind], ...] = ()  #: the checksum and kind of known ones
    whole: int = 0  #: how many small instances there are; more if the reference had to be sampled
    seed: str = ""  #: instances that are tried one by one are drawn from it
    costs: bool = False  #: whether the answers are the cheapest ones
    points: dict[str, float] = field(default_factory=dict)  #: for sound, complete and once
    pass_points: float = 60
    pass_small: bool = False  #: whether a program passes that no larger instance decides
    brief: bool = False  #: whether a program is run only up to the first instance it has wrong
    viz: str = ""  #: the program that draws an answer, for clingraph
    given: frozenset[str] = frozenset()  #: the signatures of the facts

    @property
    def every(self) -> Iterator[ExerciseInstance]:
        """All instances, the larger ones last."""
        yield from self.instances
        yield from self.larger


def signature(atom: str) -> str:
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


def signatures_of(instances: Iterable[ExerciseInstance]) -> frozenset[str]:
    """The signatures of the facts of instances."""
    lines = (line for one in instances for line in one.facts.splitlines())
    return frozenset(signature(line) for line in lines if line and not line.startswith("#"))


# --- Running a program


Inspected: TypeAlias = dict[str, Any]
"""The contents of a program; see `child.inspect`."""

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
    def mistake(self) -> str:
        """A checksum of all wrong answers, "" if there are none."""
        wrong = [(f, o["missing"], o["wrong"]) for f, o in self.every.items() if is_faulty(o)]
        return sha256(repr(wrong).encode()).hexdigest() if wrong else ""


def is_faulty(answer: dict[str, Any]) -> bool:
    """Whether the answers to an instance are not exactly the right ones."""
    return bool(answer["missing"] or answer["wrong"] or not answer["exhausted"])


def run_program(
    sandbox: Sandbox, inspected: Inspected, exercise: Exercise, seconds: float
) -> Tried:
    """A program on the small instances and, if it is right on these, on the larger ones."""
    found = run_small(sandbox, inspected, exercise, exercise.instances, Clock(seconds))
    if not found.stopped and not found.faulty:
        found.larger = run_larger(sandbox, inspected, exercise, seconds)
    return found


def run_small(
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
                found.answers |= answers_to(
                    sandbox, inspected, exercise, batch, joint, together=True
                )
        except (RefusedError, StoppedError):
            clock.used += joint.used
            found = Tried(drawn=len(given) > DRAWN)
        else:
            return found
    try:
        for batch in _batches(drawn_from(given, DRAWN, exercise.seed), _BATCH):
            found.answers |= answers_to(sandbox, inspected, exercise, batch, clock, together=False)
    except StoppedError as error:
        found.stopped = error.stopped.message
    return found


def drawn_from(given: Sequence[ExerciseInstance], most: int, seed: str) -> list[ExerciseInstance]:
    """At most this many of the instances, in their order."""
    random = Random(seed)  # noqa: S311 - instances, not secrets
    places = sorted(random.sample(range(len(given)), min(most, len(given))))
    return [given[at] for at in places]


def run_larger(sandbox: Sandbox, inspected: Inspected, exercise: Exercise, seconds: float) -> Found:
    """A program on the larger instances: the answers to those that it decides."""
    clock, found, stops = Clock(seconds), Found(), 0
    for one in exercise.larger:
        own = Clock(min(_LARGER_SECONDS, clock.left))
        try:
            found |= answers_to(sandbox, inspected, exercise, [one], own, together=False)
        except (RefusedError, StoppedError):
            stops += 1
        clock.used += own.used
        if stops == _PATIENCE or not clock.left:
            break
    return found


def _batches(given: Sequence[ExerciseInstance], size: int) -> Iterator[Sequence[ExerciseInstance]]:
    return (given[start : start + size] for start in range(0, len(given), size))


def answers_to(
    sandbox: Sandbox,
    inspected: Inspected,
    exercise: Exercise,
    batch: Sequence[ExerciseInstance],
    clock: Clock,
    *,
    together: bool,
) -> Found:
    """The answers of a program to some instances; see `instances.answers`."""
    job = {
        "do": "answers",
        "text": inspected["text"],
        "layer": layer(inspected, exercise),
        "shown": exercise.shown,
        "instances": [one.lines for one in batch],
        "right": [one.right for one in batch] if batch[0].right is not None else None,
        "checker": exercise.checker,
        "together": together,
        "brief": exercise.brief,
    }
    answers = sandbox.ask(job, clock)["answers"]
    return {one.facts: answer for one, answer in zip(batch, answers, strict=not exercise.brief)}


def layer(inspected: Inspected, exercise: Exercise) -> str:
    """What a program is ground with, beside the facts."""
    given = (f"#defined {one}." for one in sorted(exercise.given))
    return "\n".join([directives(inspected, exercise.shown), *given])
