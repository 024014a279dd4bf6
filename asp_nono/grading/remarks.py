"""Remarks on the text of a program: what a reader would stumble over before running it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from itertools import islice
from typing import Any

from asp_nono.grading.plain import NAME, plain
from asp_nono.grading.submission import Submission
from asp_nono.grading.vocabulary import Vocabulary

_PLACED = re.compile(r"<[^>]*>:(\d+):[\d-]+(?:-[\d:-]+)?: (?:info|warning|error): (.*)", re.DOTALL)
_MOST = 20
"""No more remarks are made on one program."""

_TOLD = ("atom does not occur in any rule head", "no atoms over signature occur")
"""What is said in our own words already."""


def unsupplied(found: dict[str, Any], words: Vocabulary) -> list[str]:
    """The predicates that a program reads and that neither it nor the facts supply."""
    known = set(found["derived"]) | words.signatures
    return [signature for signature in found["used"] if signature not in known]


def remarks(
    submission: Submission, found: dict[str, Any], words: Vocabulary, messages: Iterable[str]
) -> tuple[str, ...]:
    """What is odd about a program.

    Args:
        submission: The program.
        found: What inspection found.
        words: The words in which it is told puzzles.
        messages: What clingo had to say.

    Returns:
        A sentence for each; of very many the first ones, and how many more there are.
    """
    missing = sorted(unsupplied(found, words), key=found["lines"].__getitem__)
    said = dict.fromkeys(
        [
            *_names(submission, found, words, missing[:_MOST]),
            *_parts(found),
            *_output(found, words),
            *_clingo(submission, messages),
        ]
    )
    more = len(said) + len(missing[_MOST:]) - _MOST
    kept = [plain(remark) for remark in islice(said, _MOST)]
    return (*kept, f"and {more} more like these") if more > 0 else tuple(kept)


def _names(
    submission: Submission, found: dict[str, Any], words: Vocabulary, missing: Iterable[str]
) -> Iterator[str]:
    known = [name for name in sorted(set(found["derived"]) | words.signatures) if len(name) <= NAME]
    for signature in missing:
        near = get_close_matches(signature[:NAME], known, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        place = submission.place(found["lines"][signature])
        shown = plain(signature, NAME)
        yield f"{place}: {shown} is used, but no rule derives it and no fact supplies it{hint}"


def _parts(found: dict[str, Any]) -> Iterator[str]:
    for part in found["parts"]:
        yield f"the rules of #program {part} are passed over, as clingo does unless it is told"


def tells_nothing(found: dict[str, Any], words: Vocabulary) -> bool:
    """Whether a program has no picture to tell, under the name that is expected."""
    signature = words.output.signature
    if found["shows_something"]:
        return signature not in found["shown"]
    return signature not in found["derived"]


def _output(found: dict[str, Any], words: Vocabulary) -> Iterator[str]:
    signature = words.output.signature
    if found["shows_something"] and signature not in found["shown"]:
        shown = ", ".join(found["shown"]) or "nothing"
        yield f"it shows {shown}; expected {signature}, which tells the picture"
    elif signature not in found["derived"] and signature not in found["shown"]:
        yield f"no rule derives {signature}, which tells the picture"


def _clingo(submission: Submission, messages: Iterable[str]) -> Iterator[str]:
    for message in messages:
        match = _PLACED.match(message)
        if any(words in message for words in _TOLD):
            continue
        place = submission.place(int(match[1])) if match else ""
        words = match[2] if match else message
        yield f"{place}: clingo: {words}" if place else f"clingo: {words}"
