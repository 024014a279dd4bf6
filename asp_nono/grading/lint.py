"""Lint: remarks on the text of a program, on what would be in its way before it is even run."""

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from itertools import chain, islice

from asp_nono.grading.submission import LONGEST_NAME, Submission, named, printable
from asp_nono.grading.vocabulary import Program

_PLACED = re.compile(r"<[^>]*>:(\d+):[\d-]+(?:-[\d:-]+)?: (?:info|warning|error): (.*)", re.DOTALL)

_MAX_REMARKS = 20
_COMPARED = 300  # the names of its own in which one that is meant is looked for

_KNOWN = ("atom does not occur in any rule head", "no atoms over signature occur")
"""Messages of clingo for which there is a remark of ours."""


def unsupplied(program: Program) -> list[str]:
    """The predicates that a program reads and that neither it nor the facts supply."""
    supplied = program.vocabulary.signatures.union(program.inspected["derived"])
    return [one for one in program.inspected["used"] if one not in supplied]


def instance_facts(program: Program) -> list[str]:
    """The predicates of facts about a puzzle that the program itself has several facts of."""
    facts = program.inspected.get("facts", {})
    return sorted(one for one in program.vocabulary.signatures if facts.get(one, 0) > 1)


def shows_no_picture(program: Program) -> bool:
    """Whether a program has no picture to show, under the name that is expected."""
    found, made = program.inspected, program.inspected["made"]
    return program.output not in made or program.output not in (found["shown"] or made)


def lint(program: Program, messages: Iterable[str]) -> tuple[str, ...]:
    """Remarks on a program, clingo's messages among them; of very many the first ones."""
    lines = program.inspected["lines"]
    missing = sorted(unsupplied(program), key=lines.__getitem__)
    parts = "the rules of #program {} are ignored, as clingo does by default"
    own = (f"it has facts of {one} of its own" for one in instance_facts(program))
    names = _names(program, missing[:_MAX_REMARKS])
    ignored = map(parts.format, program.inspected["parts"])
    found = chain(names, ignored, _output(program), own, _clingo(program.submission, messages))
    said = dict.fromkeys(found)
    more = len(said) + len(missing[_MAX_REMARKS:]) - _MAX_REMARKS
    kept = [printable(remark) for remark in islice(said, _MAX_REMARKS)]
    return (*kept, f"and {more} more like these") if more > 0 else tuple(kept)


def _names(program: Program, missing: Iterable[str]) -> Iterator[str]:
    facts, derived = sorted(program.vocabulary.signatures), program.inspected["derived"]
    known = [name for name in (*facts, *derived[:_COMPARED]) if len(name) <= LONGEST_NAME]
    for signature in missing:
        near = get_close_matches(signature[:LONGEST_NAME], known, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        place = program.submission.place(program.inspected["lines"][signature])
        shown = named(signature)
        yield f"{place}: {shown} is used, but no rule derives it and no fact supplies it{hint}"


def _output(program: Program) -> Iterator[str]:
    shown, picture = program.inspected["shown"], f"{program.output}, the cells of the picture"
    if shows_no_picture(program):
        other = shown and program.output not in shown
        fault = f"it shows {', '.join(shown)}; expected" if other else "no rule derives"
        yield f"{fault} {picture}"


def _clingo(submission: Submission, messages: Iterable[str]) -> Iterator[str]:
    for message in messages:
        if not any(known in message for known in _KNOWN):
            match = _PLACED.match(message)
            place = submission.place(int(match[1])) if match else ""
            yield f"{place}{': ' if place else ''}clingo: {match[2] if match else message}"
