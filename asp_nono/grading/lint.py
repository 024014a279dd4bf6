"""Lint: remarks on the text of a program, on what would be in its way before it is even run."""

import re
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any, TypeAlias

from asp_nono.asp.diagnosis import Flaw, names
from asp_nono.grading.location import Suspect, suspect_of
from asp_nono.grading.submission import SourcePlace, Submission, safe
from asp_nono.messages import Message, together, with_messages

_PLACED = re.compile(r"<[^>]*>:(\d+):(\d+)[\d:-]*: (?:info|warning|error): (.*)", re.DOTALL)

_MAX_REMARKS = 20

_KNOWN = ("atom does not occur in any rule head", "no atoms over signature occur")
"""Messages of clingo for which there is a remark of ours."""


Inspected: TypeAlias = Mapping[str, Any]
"""The contents of a program; see `child.inspect`."""


def unsupplied(inspected: Inspected, given: Container[str]) -> list[str]:
    """The predicates that a program reads and that neither it nor the facts supply."""
    derived = set(inspected["derived"])
    return [one for one in inspected["used"] if one not in given and one not in derived]


def nearest(signature: str, inspected: Inspected, given: Iterable[str]) -> str:
    """The predicate that may be meant by one that nothing supplies; empty if there is none."""
    return names.nearest(signature, [*sorted(given), *inspected["derived"]])


def findings(inspected: Inspected, given: Collection[str]) -> Iterator[Flaw]:
    """What is odd in the rules of a program: predicates that nothing supplies come first."""
    uses = ((name, *place) for name, place in inspected["places"].items())
    unknown = set(unsupplied(inspected, given))
    known = [*sorted(given), *inspected["derived"]]
    yield from sorted(names.unsupplied(uses, unknown, known), key=lambda one: one.line)
    yield from map(Flaw.from_json, inspected["findings"])


def instance_facts(inspected: Inspected, given: Iterable[str]) -> list[str]:
    """The predicates of facts of the instance that the program itself has several facts of."""
    return list(names.own_facts(inspected.get("facts", {}), frozenset(given)))


def derived_facts(inspected: Inspected, given: Iterable[str]) -> list[str]:
    """The predicates of the facts that a program gets, and of which a rule of its derives more."""
    heads = set(inspected["derived"]).difference(inspected.get("external", ()))
    return sorted(heads.intersection(given))


def unshown(inspected: Inspected, wanted: Iterable[str]) -> list[str]:
    """The atoms of an answer that a program does not derive, or does not show."""
    shown = inspected["shown"] or inspected["made"]
    return [one for one in wanted if one not in inspected["made"] or one not in shown]


def suspicious(
    submission: Submission, inspected: Inspected, given: Collection[str]
) -> tuple[Suspect, ...]:
    """The lines on which something is odd that makes a program wrong."""
    lines = (one.line for one in findings(inspected, given) if one.suspect)
    return tuple(suspect_of(submission, line, "remark") for line in dict.fromkeys(lines))


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
        at = self.place
        place = {"line": at.line, "column": at.column or None, "file": at.file or None}
        return {**place, **with_messages(reason=self.message)}


def lint(
    submission: Submission,
    inspected: Inspected,
    given: Collection[str],
    wanted: Sequence[str],
    *,
    supplied: Collection[str] | None = None,
    costs: bool = False,
    messages: Iterable[str] = (),
) -> tuple[Remark, ...]:
    """Remarks on a program, clingo's messages among them; of very many the first ones.

    `given` are the signatures of the facts that there are, `supplied` those that the program gets
    if these are fewer; `wanted` those of an answer; with `costs` only the cheapest answers count.
    """
    found = chain(
        _odd(submission, inspected, given),
        _parts(inspected),
        _not_shown(submission, inspected, wanted),
        _costs(submission, inspected, costs=costs),
        _instance(submission, inspected, given, given if supplied is None else supplied),
        _clingo(submission, messages),
    )
    said = dict.fromkeys(found)
    more = len(said) - _MAX_REMARKS
    kept = tuple(
        Remark(safe(remark.message), remark.place) for remark in islice(said, _MAX_REMARKS)
    )
    if more <= 0:
        return kept
    return (*kept, Remark(Message("and {count} more like these", count=more)))


def _parts(inspected: Inspected) -> Iterator[Remark]:
    for part in inspected["parts"]:
        yield Remark(
            Message(
                "the rules of #program {part} are ignored, as clingo does by default", part=part
            )
        )


def _instance(
    submission: Submission,
    inspected: Inspected,
    given: Collection[str],
    supplied: Iterable[str],
) -> Iterator[Remark]:
    """The facts of the instance that a program has or derives."""
    own = names.own_facts(inspected["facts"], given)
    for one in own.values():
        yield Remark(one.reason, submission.place(one.line, one.column))
    for name in derived_facts(inspected, supplied):
        if name not in own:
            reason = Message(
                "{predicate} is a fact of the instance; a rule derives it", predicate=name
            )
            yield Remark(reason, submission.place(*inspected["places"][name]))


def _costs(submission: Submission, inspected: Inspected, *, costs: bool) -> Iterator[Remark]:
    """Costs that nobody asked for, or that are missing."""
    line = inspected["constructs"].get("#minimize", 0)
    if line and not costs:
        unasked = Message("it has costs, but every answer counts, whatever it costs")
        yield Remark(unasked, submission.place(line))
    if costs and not line:
        yield Remark(Message("it has no costs, but only the best answers count"))


def _odd(submission: Submission, inspected: Inspected, given: Collection[str]) -> Iterator[Remark]:
    """What is odd in its rules."""
    for one in findings(inspected, given):
        yield Remark(one.reason, submission.place(one.line, one.column))


def _not_shown(
    submission: Submission, inspected: Inspected, wanted: Sequence[str]
) -> Iterator[Remark]:
    """The atoms of an answer that a program does not derive, or does not show."""
    for signature in wanted if not inspected["shown"] else ():
        if place := inspected["places"].get(signature):
            yield Remark(names.no_show(signature), submission.place(*place))
    for signature in unshown(inspected, wanted):
        shown = [one for one in inspected["shown"] if one not in wanted]
        if inspected["shown"] and signature not in inspected["shown"]:
            place = inspected["places"].get(f"#show {shown[0]}", ()) if shown else ()
            yield Remark(names.shows_other(", ".join(shown), signature), submission.place(*place))
        else:
            reason = Message("no rule derives {atom}, which an answer is made of", atom=signature)
            yield Remark(reason)


def _clingo(submission: Submission, messages: Iterable[str]) -> Iterator[Remark]:
    for message in messages:
        if not any(known in message for known in _KNOWN):
            match = _PLACED.match(message)
            place = submission.place(int(match[1]), int(match[2])) if match else SourcePlace()
            yield Remark(
                Message("clingo: {message}", message=match[3] if match else message), place
            )
