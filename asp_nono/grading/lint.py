"""Lint: remarks on the text of a program, on what would be in its way before it is even run."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import chain, islice
from typing import Any

from asp_nono.grading.submission import LONGEST_NAME, SourcePlace, Submission, named, safe
from asp_nono.grading.vocabulary import SubmittedProgram
from asp_nono.messages import Message, together, with_messages

_PLACED = re.compile(r"<[^>]*>:(\d+):[\d-]+(?:-[\d:-]+)?: (?:info|warning|error): (.*)", re.DOTALL)

_MAX_REMARKS = 20
_COMPARED = 300  # the names of its own in which one that is meant is looked for

_KNOWN = ("atom does not occur in any rule head", "no atoms over signature occur")
"""Messages of clingo for which there is a remark of ours."""


def unsupplied(program: SubmittedProgram) -> list[str]:
    """The predicates that a program reads and that neither it nor the facts supply."""
    supplied = program.vocabulary.signatures.union(program.inspected["derived"])
    return [one for one in program.inspected["used"] if one not in supplied]


def instance_facts(program: SubmittedProgram) -> list[str]:
    """The predicates of facts about a puzzle that the program itself has several facts of."""
    facts = program.inspected.get("facts", {})
    return sorted(one for one in program.vocabulary.signatures if facts.get(one, 0) > 1)


def derived_facts(program: SubmittedProgram) -> list[str]:
    """The predicates of the facts that a program gets, and of which a rule of its derives more."""
    return sorted(program.supplied.intersection(program.inspected["derived"]))


def shows_no_picture(program: SubmittedProgram) -> bool:
    """Whether a program has no picture to show, under the name that is expected."""
    found, made = program.inspected, program.inspected["made"]
    return program.output not in made or program.output not in (found["shown"] or made)


@dataclass(frozen=True, slots=True)
class Remark:
    """Something odd about a program, and where it is."""

    message: Message
    place: SourcePlace = field(default_factory=SourcePlace)

    @property
    def placed(self) -> Message:
        """The message behind its place, if that is known."""
        return together((self.place.named, self.message))

    def to_json(self) -> dict[str, Any]:
        """The entry of `warnings` of the studio's job `run`."""
        place = {"line": self.place.line, "file": self.place.file or None}
        return {**place, **with_messages(reason=self.message)}


def lint(program: SubmittedProgram, messages: Iterable[str]) -> tuple[Remark, ...]:
    """Remarks on a program, clingo's messages among them; of very many the first ones."""
    names = _unknown(program.submission, program.inspected, program.vocabulary.signatures)
    found = chain(names, _about(program), _clingo(program.submission, messages))
    said = dict.fromkeys(found)
    more = len(said) - _MAX_REMARKS
    kept = tuple(
        Remark(safe(remark.message), remark.place) for remark in islice(said, _MAX_REMARKS)
    )
    if more <= 0:
        return kept
    return (*kept, Remark(Message("and {count} more like these", count=more)))


def _about(program: SubmittedProgram) -> Iterator[Remark]:
    """What is odd about a program as a whole."""
    for part in program.inspected["parts"]:
        yield Remark(
            Message(
                "the rules of #program {part} are ignored, as clingo does by default", part=part
            )
        )
    yield from map(Remark, _output(program))
    own = instance_facts(program)
    for one in own:
        yield Remark(Message("it has facts of {predicate} of its own", predicate=one))
    for one in derived_facts(program):
        if one not in own:
            yield Remark(
                Message("{predicate} is a fact of the instance; a rule derives it", predicate=one)
            )


def _unknown(
    submission: Submission, inspected: Mapping[str, Any], given: Iterable[str]
) -> Iterator[Remark]:
    """The predicates that a program uses and nothing supplies, with the nearest name."""
    facts, derived, lines = sorted(given), inspected["derived"], inspected["lines"]
    supplied = {*facts, *derived}
    known = [name for name in (*facts, *derived[:_COMPARED]) if len(name) <= LONGEST_NAME]
    missing = (one for one in inspected["used"] if one not in supplied)
    for signature in sorted(missing, key=lines.__getitem__):
        near = get_close_matches(signature[:LONGEST_NAME], known, n=1)
        place, shown = submission.place(lines[signature]), named(signature)
        reason = Message(
            "{predicate} is used, but no rule derives it and no fact supplies it", predicate=shown
        )
        if near:
            reason = Message(
                "{predicate} is used, but no rule derives it and no fact supplies it; "
                "did you mean {near}?",
                predicate=shown,
                near=near[0],
            )
        yield Remark(reason, place)


def _not_shown(inspected: Mapping[str, Any], wanted: Iterable[str]) -> Iterator[Remark]:
    """The atoms of an answer that a program does not show or does not derive."""
    for signature in wanted:
        if signature not in inspected["made"]:
            none = Message("no rule derives {atom}, which an answer is made of", atom=signature)
            yield Remark(none)
        elif inspected["shown"] and signature not in inspected["shown"]:
            shown = tuple(map(named, inspected["shown"]))
            yield Remark(
                Message("it shows {shown}; expected {atom} as well", shown=shown, atom=signature)
            )


def _output(program: SubmittedProgram) -> Iterator[Message]:
    shown, picture = program.inspected["shown"], program.output
    if not shows_no_picture(program):
        return
    if shown and picture not in shown:
        yield Message(
            "it shows {shown}; expected {picture}, the cells of the picture",
            shown=tuple(shown),
            picture=picture,
        )
    else:
        yield Message("no rule derives {picture}, the cells of the picture", picture=picture)


def _clingo(submission: Submission, messages: Iterable[str]) -> Iterator[Remark]:
    for message in messages:
        if not any(known in message for known in _KNOWN):
            match = _PLACED.match(message)
            place = submission.place(int(match[1])) if match else SourcePlace()
            yield Remark(
                Message("clingo: {message}", message=match[2] if match else message), place
            )


def lint_rules(
    submission: Submission,
    inspected: Mapping[str, Any],
    given: frozenset[str],
    shown: Iterable[str],
    *,
    costs: bool,
) -> tuple[Remark, ...]:
    """Remarks on a program for an exercise.

    `given` are the signatures of the facts, `shown` those of an answer; with `costs` the exercise
    asks for the cheapest answers.
    """
    found = [*_unknown(submission, inspected, given), *_not_shown(inspected, shown)]
    line = inspected["constructs"].get("#minimize", 0)
    if line and not costs:
        unasked = Message("it has costs, but every answer counts, whatever it costs")
        found.append(Remark(unasked, submission.place(line)))
    if costs and not line:
        found.append(Remark(Message("it has no costs, but only the best answers count")))
    for own in sorted(given.intersection(inspected["derived"])):
        number = inspected["facts"].get(own, 0)
        instance = Message("it has facts of {predicate} of its own", predicate=own)
        derives = Message("{predicate} is a fact of the instance; a rule derives it", predicate=own)
        found.append(Remark(instance if number > 1 else derives))
    return tuple(Remark(safe(one.message), one.place) for one in found[:_MAX_REMARKS])
