"""The sharpness of an exercise: whether its instances tell its reference from slips in it.

Each mutant has one slip: a rule, a condition, a bound, a cost or a `#show` changed or left out.
Survivors are compared with the reference on other instances, those of the same generator with one
of its ranges longer. An instance that tells a survivor apart belongs into the exercise, unless it
is none that a program has to solve; without one the mutant may be equivalent to the reference.
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from asp_nono.grading.counterexample import InstanceExample
from asp_nono.grading.exercise import (
    ExerciseInstance,
    ExerciseProgram,
    FolderExercise,
    counterexample,
    drawn_from,
    is_faulty,
)
from asp_nono.grading.exercise_folder import instances_of, read_exercise
from asp_nono.grading.grade import PARSE_SECONDS
from asp_nono.grading.sandbox import Clock, RefusedError, Sandbox
from asp_nono.grading.submission import Submission
from asp_nono.messages import Message, together, verbatim, with_messages
from asp_nono.run.limits import StoppedError
from asp_nono.run.snapshots import Answer

_FIRST = 40  # instances on which most mutants already fail
_SECONDS = 60.0  # for the reference on instances of a longer range
_MOST_BEYOND = 200  # instances of one longer range


@dataclass(frozen=True, slots=True)
class Survivor:
    """A mutant with the answers of the reference on all instances of the exercise."""

    line: int  #: where the statement begins that is changed
    place: Message
    statement: str
    changed: str  #: what stands there instead; empty if it is left out
    example: InstanceExample | None = (
        None  #: another instance that distinguishes it, if one was found
    )

    @property
    def whole(self) -> str:
        """The statement as a report shows it."""
        return f"{self.place}: {self.statement}"

    def lines(self) -> Iterator[str]:
        """What a report says of it, below the statement."""
        yield f"    with {self.changed}" if self.changed else "    left out"
        if self.example:
            yield f"      differs on {' '.join(self.example.facts.split())}"

    def to_json(self) -> dict[str, Any]:
        """An item of `survivors` of `exercise check --json`."""
        facts = self.example.facts if self.example else None
        texts = {"statement": self.statement, "changed": self.changed, "instance": facts}
        return {**with_messages(place=self.place), **texts}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sharpness(Answer):
    """How many mutants of its references an exercise tells apart."""

    references: int = 1
    instances: int = 0  #: how many small ones are tried
    whole: int = 0  #: how many there are
    larger: int = 0
    mutants: int = 0
    tried: int = 0
    undecided: int = 0  #: those that a limit stopped
    survivors: tuple[Survivor, ...] = ()
    alike: tuple[str, ...] = ()  #: the wrong programs of the teacher's that are not distinguished
    beyond: int = 0  #: other instances on which survivors were tried

    @property
    def sharp(self) -> bool:
        """Whether nothing is known that the exercise does not tell from its reference."""
        all_distinguished = not any(one.example for one in self.survivors)
        return (
            all_distinguished and not self.alike and self.instances == self.whole and self.finished
        )

    @property
    def _of(self) -> str:
        """What was changed."""
        return "the reference" if self.references == 1 else f"{self.references} references"

    @property
    def progress(self) -> Message:
        """How many mutants have been tried."""
        return Message("{tried} of {all} mutants", tried=self.tried, all=self.mutants)

    def text(self, name: str, _: object) -> Iterator[str]:
        """The report."""
        distinguished = self.tried - len(self.survivors) - self.undecided
        yield f"{name}: {'sharp' if self.sharp else 'not sharp'}."
        yield (
            f"{distinguished} of {self.tried} mutants of {self._of} are distinguished by"
            f" {self.instances} small and {self.larger} larger instances."
        )
        if self.instances < self.whole:
            yield (
                f"Only {self.instances} of {self.whole} small instances are tried, because they are"
                " too large together."
            )
        for one in self.alike:
            yield f"wrong/{one}.lp is not distinguished."
        if self.undecided:
            yield f"A limit stopped {self.undecided}."
        others = f" and {self.beyond} others" if self.beyond else ""
        apart = "Distinguished by no instance of the exercise, but by another one:"
        alike = f"Equivalent as far as tried, on these instances{others}:"
        for title, known in ((apart, True), (alike, False)):
            if some := [one for one in self.survivors if bool(one.example) == known]:
                yield f"\n{title}\n"
                yield from _listed(some)

    def to_json(self) -> dict[str, Any]:
        """The keys of `exercise check --json`."""
        numbers = ("instances", "whole", "larger", "mutants", "tried", "undecided", "beyond")
        return {
            "sharp": self.sharp,
            **{name: getattr(self, name) for name in numbers},
            "survivors": [one.to_json() for one in self.survivors],
            "alike": list(self.alike),
            **with_messages(stopped=self.stop),
        }


def _listed(survivors: Sequence[Survivor]) -> Iterator[str]:
    """The changes of each statement below it."""
    for whole in dict.fromkeys(one.whole for one in sorted(survivors, key=lambda one: one.line)):
        yield f"  {whole}"
        yield from (f"  {line}" for one in survivors if one.whole == whole for line in one.lines())


def sharpness(folder: Path, seconds: float, megabytes: int) -> Iterator[Sharpness]:
    """Snapshots of the sharpness of the exercise in a folder, within CPU seconds for each mutant.

    Raises:
        PuzzleError: If the exercise is not as it should be.
        EncodingError: If one of its programs cannot be run.
    """
    first = read_exercise(folder, megabytes)
    exercises = [replace(one, brief=True) for one in (first, *first.others)]
    known = (one for part in exercises for one in part.mistakes)
    found = Sharpness(
        references=len(exercises),
        instances=len(first.instances),
        whole=first.whole,
        larger=len(first.larger),
        alike=tuple(dict.fromkeys(kind.name for checksum, kind in known if not checksum)),
    )
    with Sandbox(megabytes) as sandbox:
        several = len(exercises) > 1
        every = [_Mutants.of(sandbox, one.reference, named=several) for one in exercises]
        found = replace(found, mutants=sum(len(one.edits) for one in every))
        yield found
        for mutants, exercise in zip(every, exercises, strict=True):
            found = yield from _tried(sandbox, exercise, mutants, found, seconds)


def _tried(
    sandbox: Sandbox,
    exercise: FolderExercise,
    mutants: "_Mutants",
    found: Sharpness,
    seconds: float,
) -> Generator[Sharpness, None, Sharpness]:
    """The same with the mutants of a reference, one after the other; then its survivors apart."""
    before, left = found.survivors, list[tuple[int, str]]()
    for edit in mutants.edits:
        apart = _distinguished(sandbox, mutants.program(edit), exercise, seconds)
        if apart is False:
            left.append(edit)
            found = replace(found, survivors=(*found.survivors, mutants.survivor(edit)))
        found = replace(found, tried=found.tried + 1, undecided=found.undecided + (apart is None))
        yield found
    if left:
        beyond = [*_beyond(sandbox, exercise)]
        survivors = (
            replace(
                mutants.survivor(edit),
                example=_example(sandbox, mutants.program(edit), exercise, beyond, seconds),
            )
            for edit in left
        )
        more = max(found.beyond, len(beyond))
        found = replace(found, survivors=(*before, *survivors), beyond=more)
        yield found
    return found


@dataclass(frozen=True, slots=True)
class _Mutants:
    """A reference, and its changes: the place of a statement, and its new text."""

    reference: Submission
    statements: tuple[str, ...]
    lines: tuple[int, ...]
    edits: tuple[tuple[int, str], ...]
    named: bool  #: whether a place names the reference, one of several

    @classmethod
    def of(cls, sandbox: Sandbox, reference: Submission, *, named: bool) -> "_Mutants":
        """All of them."""
        text = sandbox.inspect(reference, PARSE_SECONDS, optimizing=True)["text"]
        found = sandbox.ask({"do": "edits", "text": text, "slips": True}, PARSE_SECONDS)
        statements = tuple(found["statements"])
        edits = dict.fromkeys(
            (at, changed) for at, _, changed in found["edits"] if changed != statements[at]
        )
        return cls(reference, statements, tuple(found["lines"]), tuple(edits), named)

    def program(self, edit: tuple[int, str]) -> Submission:
        """The mutant with this change."""
        at, changed = edit
        text = "\n".join([*self.statements[:at], changed, *self.statements[at + 1 :]])
        return Submission.of(self.reference.name, [(self.reference.name, text)])

    def survivor(self, edit: tuple[int, str]) -> Survivor:
        """The report on this change."""
        at, changed = edit
        place = self.reference.place(self.lines[at]).named
        if self.named:
            place = together((verbatim(self.reference.name), place))
        return Survivor(self.lines[at], place, self.statements[at], changed)


def _distinguished(
    sandbox: Sandbox, mutant: Submission, exercise: FolderExercise, seconds: float
) -> bool | None:
    """Whether the instances distinguish a mutant from the reference; None if a limit stopped it."""
    step = max(1, len(exercise.instances) // _FIRST)
    first = exercise.instances[::step]
    try:
        program = ExerciseProgram.of(sandbox, exercise, mutant)
        for given in (first, exercise.instances):
            tried = program.small(given, Clock(seconds))
            if tried.faulty:
                return True
            if tried.stopped:
                return None
        beyond = program.larger(seconds)
    except RefusedError:
        return True
    if any(map(is_faulty, beyond.values())):
        return True
    return None if len(beyond) < len(exercise.larger) else False


def _beyond(sandbox: Sandbox, exercise: FolderExercise) -> Iterator[ExerciseInstance]:
    """Instances that the exercise does not have, with their right answers, the smallest first."""
    whole = replace(exercise, brief=False)
    reference = ExerciseProgram.of(sandbox, whole, exercise.reference)
    known = {one.facts for one in exercise.instances}
    for text in _longer(sandbox, exercise.generator):
        try:
            job = {"do": "instances", "text": text}
            made = sandbox.ask(job, PARSE_SECONDS)["instances"]
        except (RefusedError, StoppedError):
            continue
        new = (one for one in instances_of(made, exercise.externals) if one.facts not in known)
        given = drawn_from([*new], _MOST_BEYOND, exercise.rubric.seed)
        known.update(one.facts for one in given)
        tried = reference.small(given, Clock(_SECONDS))
        for facts, answer in tried.answers.items():
            if exercise.checker:
                yield ExerciseInstance(facts)
            elif answer["exhausted"]:
                yield ExerciseInstance(facts, tuple(sorted(map(tuple, answer["sets"]))))


def _longer(sandbox: Sandbox, generator: Submission | None) -> Iterator[str]:
    """The generator, if there is one, with one of its ranges, or of its constants, one longer."""
    if generator:
        found = sandbox.ask({"do": "longer ranges", "text": generator.text}, PARSE_SECONDS)
        yield from found["texts"]


def _example(
    sandbox: Sandbox,
    mutant: Submission,
    exercise: FolderExercise,
    beyond: Sequence[ExerciseInstance],
    seconds: float,
) -> InstanceExample | None:
    """An instance on which a mutant differs from the reference; None if there is none."""
    if not beyond:
        return None
    program = ExerciseProgram.of(sandbox, exercise, mutant)
    tried = program.small(beyond, Clock(seconds))
    return counterexample(replace(exercise, instances=tuple(beyond), larger=()), tried)
