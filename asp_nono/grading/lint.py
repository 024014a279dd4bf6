"""Lint: remarks on the text of a program, on what would be in its way before it is even run."""

import re
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import chain, islice
from typing import Any, TypeAlias

from asp_nono.grading.submission import LONGEST_NAME, SourcePlace, Submission, named, safe
from asp_nono.messages import Message, together, with_messages

_PLACED = re.compile(r"<[^>]*>:(\d+):[\d-]+(?:-[\d:-]+)?: (?:info|warning|error): (.*)", re.DOTALL)

_MAX_REMARKS = 20
_COMPARED = 300  # the names of its own in which one that is meant is looked for

_KNOWN = ("atom does not occur in any rule head", "no atoms over signature occur")
"""Messages of clingo for which there is a remark of ours."""


Inspected: TypeAlias = Mapping[str, Any]
"""The contents of a program; see `child.inspect`."""


def unsupplied(inspected: Inspected, given: Container[str]) -> list[str]:
    """The predicates that a program reads and that neither it nor the facts supply."""
    derived = set(inspected["derived"])
    return [one for one in inspected["used"] if one not in given and one not in derived]


def nearest(signature: str, inspected: Inspected, given: Iterable[str]) -> list[str]:
    """The name that may be meant by one that nothing supplies, if there is one."""
    names = (*sorted(given), *inspected["derived"][:_COMPARED])
    known = [name for name in names if len(name) <= LONGEST_NAME]
    return get_close_matches(signature[:LONGEST_NAME], known, n=1)


def instance_facts(inspected: Inspected, given: Iterable[str]) -> list[str]:
    """The predicates of facts of the instance that the program itself has several facts of."""
    facts = inspected.get("facts", {})
    return sorted(one for one in given if facts.get(one, 0) > 1)


def derived_facts(inspected: Inspected, given: Iterable[str]) -> list[str]:
    """The predicates of the facts that a program gets, and of which a rule of its derives more."""
    heads = set(inspected["derived"]).difference(inspected.get("external", ()))
    return sorted(heads.intersection(given))


def unshown(inspected: Inspected, wanted: Iterable[str]) -> list[str]:
    """The atoms of an answer that a program does not derive, or does not show."""
    shown = inspected["shown"] or inspected["made"]
    return [one for one in wanted if one not in inspected["made"] or one not in shown]


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
        _unknown(submission, inspected, given),
        _parts(inspected),
        _not_shown(inspected, wanted),
        _costs(submission, inspected, costs=costs),
        _instance(inspected, given, given if supplied is None else supplied),
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
    inspected: Inspected, given: Iterable[str], supplied: Iterable[str]
) -> Iterator[Remark]:
    """The facts of the instance that a program has or derives."""
    own = instance_facts(inspected, given)
    for one in own:
        yield Remark(Message("it has facts of {predicate} of its own", predicate=one))
    for one in derived_facts(inspected, supplied):
        if one not in own:
            yield Remark(
                Message("{predicate} is a fact of the instance; a rule derives it", predicate=one)
            )


def _costs(submission: Submission, inspected: Inspected, *, costs: bool) -> Iterator[Remark]:
    """Costs that nobody asked for, or that are missing."""
    line = inspected["constructs"].get("#minimize", 0)
    if line and not costs:
        unasked = Message("it has costs, but every answer counts, whatever it costs")
        yield Remark(unasked, submission.place(line))
    if costs and not line:
        yield Remark(Message("it has no costs, but only the best answers count"))


def _unknown(
    submission: Submission, inspected: Inspected, given: Collection[str]
) -> Iterator[Remark]:
    """The predicates that a program uses and nothing supplies, with the nearest name."""
    lines = inspected["lines"]
    for signature in sorted(unsupplied(inspected, given), key=lines.__getitem__):
        near = nearest(signature, inspected, given)
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


def _not_shown(inspected: Inspected, wanted: Iterable[str]) -> Iterator[Remark]:
    """The atoms of an answer that a program does not derive, or does not show."""
    for signature in unshown(inspected, wanted):
        reason = Message("no rule derives {atom}, which an answer is made of", atom=signature)
        if inspected["shown"] and signature not in inspected["shown"]:
            shown = tuple(map(named, inspected["shown"]))
            reason = Message(
                "it shows {shown}; expected {atom} as well", shown=shown, atom=signature
            )
        yield Remark(reason)


def _clingo(submission: Submission, messages: Iterable[str]) -> Iterator[Remark]:
    for message in messages:
        if not any(known in message for known in _KNOWN):
            match = _PLACED.match(message)
            place = submission.place(int(match[1])) if match else SourcePlace()
            yield Remark(
                Message("clingo: {message}", message=match[2] if match else message), place
            )
