"""Predicates that a program reads and nothing supplies, and the names that are probably meant."""

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher, get_close_matches
from typing import TypeAlias

from asp_nono.asp.diagnosis import Flaw
from asp_nono.messages import Message

_NEAR = 0.65  # how alike names are that may be meant for each other, from 0 to 1
_NEAR_SHORT = 0.57  # the same for names of which one has three letters, if they begin alike
_COMPARED = 400  # the known names among which one is looked for
_LONGEST = 80  # characters of a name
Facts: TypeAlias = tuple[int, int, int, str]
"""How many facts there are, and line, column and file of the first one."""

NOTHING_SHOWN = "/0"
"""The signature in `#show.`, which hides all atoms."""


def unsupplied(
    uses: Iterable[tuple[str, int, int]], signatures: Container[str], known: Sequence[str]
) -> Iterator[Flaw]:
    """The first use of each of some predicates that nothing supplies, with the nearest known one.

    A use is a signature with its line and column.
    """
    said = set[str]()
    for signature, line, column in uses:
        if signature in signatures and signature not in said:
            said.add(signature)
            yield Flaw(line, column, nothing_supplies(signature, known), suspect=True)


def nothing_supplies(signature: str, known: Sequence[str]) -> Message:
    """The message on a predicate that nothing supplies."""
    if near := nearest(signature, known):
        return Message(
            "{predicate} is used, but no rule derives it and no fact supplies it; "
            "did you mean {near}?",
            predicate=signature[:_LONGEST],
            near=near,
        )
    return Message(
        "{predicate} is used, but no rule derives it and no fact supplies it",
        predicate=signature[:_LONGEST],
    )


def not_derived(signature: str, derived: Sequence[str]) -> Message:
    """The message on a program that has no rule for its answer."""
    if near := nearest(signature, derived):
        return Message(
            "no rule derives {atom}, which an answer is made of; the program derives {near}",
            atom=signature,
            near=near[:_LONGEST],
        )
    return Message("no rule derives {atom}, which an answer is made of", atom=signature)


def no_show(signature: str) -> Message:
    """The message on a program that does not say what it shows, though it derives an answer."""
    return Message("there is no #show; write #show {signature}", signature=f"{signature}.")


def shows_other(signature: str, wanted: str) -> Message:
    """The message on a program that shows something else than its answer."""
    if signature == NOTHING_SHOWN:
        return Message("it shows nothing; expected #show {wanted}", wanted=f"{wanted}.")
    return Message(
        "it shows {shown}; expected #show {wanted}", shown=signature[:_LONGEST], wanted=f"{wanted}."
    )


def own_facts(facts: Mapping[str, Facts], given: Collection[str]) -> dict[str, Flaw]:
    """The predicates of an instance of which a program has several facts of its own."""
    found = {}
    for one, (count, line, column, file) in sorted(facts.items()):
        if one in given and count > 1:
            reason = Message("it has facts of {predicate} of its own", predicate=one)
            found[one] = Flaw(line, column, reason, suspect=True, file=file)
    return found


def nearest(signature: str, known: Sequence[str]) -> str:
    """The signature with the nearest name, and of these with the nearest number of arguments.

    Empty if there is none near.
    """
    name, _, count = signature.partition("/")
    names = {one: one.partition("/")[0] for one in known[:_COMPARED] if len(one) <= _LONGEST}
    meant = {other for other in names.values() if _may_mean(name[:_LONGEST], other)}
    near = get_close_matches(name[:_LONGEST], meant, n=1, cutoff=_NEAR_SHORT)
    alike = [one for one, called in names.items() if called in near]
    return min(alike, key=lambda one: abs(int(one.partition("/")[2]) - int(count)), default="")


def _may_mean(name: str, other: str) -> bool:
    """Whether one name may be a misspelling of another one; a single letter resembles nothing."""
    letters = min(len(name), len(other))
    short = letters < 4 and name[:1] == other[:1]
    alike = SequenceMatcher(None, other, name).ratio()
    return name == other or (letters > 1 and alike >= (_NEAR_SHORT if short else _NEAR))
