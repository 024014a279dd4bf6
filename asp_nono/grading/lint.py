"""Lint: remarks on the text of a program, on what would be in its way before it is even run."""

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any, TypeAlias

from asp_nono.asp.diagnosis import Flaw, names
from asp_nono.asp.source import PlacedMessage
from asp_nono.grading.location import Suspect, suspect_of
from asp_nono.grading.submission import SourcePlace, Submission, safe
from asp_nono.messages import Message, together, with_messages

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
    """The atoms of an answer that a program does not derive, or does not show.

    As in clingo, all atoms are shown unless a #show names a signature; terms come beside them.
    """
    shown = inspected["shown"] if inspected["shows"] else inspected["made"]
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
    messages: Iterable[PlacedMessage] = (),
) -> tuple[Remark, ...]:
    """Remarks on a program, clingo's messages among them; of very many the first ones.

    `given` are the signatures of the facts that there are, `supplied` those that the program gets
    if these are fewer; `wanted` those of an answer; with `costs` only the cheapest answers count.
    """
    found = chain(
        findings(inspected, given),
        _parts(inspected),
        _not_shown(inspected, wanted),
        _costs(inspected, costs=costs),
        _instance(inspected, given, given if supplied is None else supplied),
        _unread(inspected, given),
        _clingo(messages),
    )
    said = dict.fromkeys(
        Remark(safe(one.reason), submission.place(one.line, one.column)) for one in found
    )
    more = len(said) - _MAX_REMARKS
    kept = tuple(islice(said, _MAX_REMARKS))
    if more <= 0:
        return kept
    return (*kept, Remark(Message("and {count} more like these", count=more)))


def _parts(inspected: Inspected) -> Iterator[Flaw]:
    for part in inspected["parts"]:
        reason = Message(
            "the rules of #program {part} are ignored, as clingo does by default", part=part
        )
        yield Flaw(0, 0, reason)


def _instance(
    inspected: Inspected, given: Collection[str], supplied: Iterable[str]
) -> Iterator[Flaw]:
    """The facts of the instance that a program has or derives."""
    own = names.own_facts(inspected["facts"], given)
    yield from own.values()
    for name in derived_facts(inspected, supplied):
        if name not in own:
            reason = Message(
                "{predicate} is a fact of the instance; a rule derives it", predicate=name
            )
            line, column = inspected["heads"][name]
            yield Flaw(line, column, reason)


def _unread(inspected: Inspected, given: Collection[str]) -> Iterator[Flaw]:
    """That a program does not look at the instance, and does not misspell it either."""
    read = set(given).intersection(inspected["used"]) or unsupplied(inspected, given)
    if given and not read:
        yield Flaw(0, 0, Message("it reads none of the facts that it gets"))


def _costs(inspected: Inspected, *, costs: bool) -> Iterator[Flaw]:
    """Costs that nobody asked for, or that are missing."""
    line = inspected["constructs"].get("#minimize", 0)
    if line and not costs:
        yield Flaw(line, 0, Message("it has costs, but every answer counts, whatever it costs"))
    if costs and not line:
        yield Flaw(0, 0, Message("it has no costs, but only the best answers count"))


def _not_shown(inspected: Inspected, wanted: Sequence[str]) -> Iterator[Flaw]:
    """The atoms of an answer that a program does not derive, or does not show."""
    places = inspected["places"]
    for signature in wanted if not inspected["shows"] else ():
        if signature in places:
            line, column = places[signature]
            yield Flaw(line, column, names.no_show(signature))
    for signature in unshown(inspected, wanted):
        shown = [one for one in inspected["shown"] if one not in wanted]
        derived = inspected["derived"]
        hidden = inspected["shows"] and signature not in inspected["shown"]
        near = signature not in inspected["made"] and names.nearest(signature, derived)
        if near or not hidden:
            yield Flaw(0, 0, names.not_derived(signature, derived))
        else:
            line, column = places.get(f"#show {shown[0]}", (0, 0)) if shown else (0, 0)
            yield Flaw(line, column, names.shows_other(", ".join(shown), signature))


def _clingo(messages: Iterable[PlacedMessage]) -> Iterator[Flaw]:
    for line, column, words, *_ in messages:
        if not any(known in words for known in _KNOWN):
            yield Flaw(line, column, Message("clingo: {message}", message=words))
