"""Lint: remarks on the text of a program, on what would be in its way before it is even run."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from itertools import islice
from typing import Any

from asp_nono.grading.submission import LONGEST_NAME, Submission, printable
from asp_nono.grading.vocabulary import Vocabulary

_PLACED = re.compile(r"<[^>]*>:(\d+):[\d-]+(?:-[\d:-]+)?: (?:info|warning|error): (.*)", re.DOTALL)

_MAX_REMARKS = 20

_KNOWN = ("atom does not occur in any rule head", "no atoms over signature occur")
"""Messages of clingo for which there is a remark of ours."""


def unsupplied(found: dict[str, Any], words: Vocabulary) -> list[str]:
    """The predicates that a program reads and that neither it nor the facts supply."""
    known = set(found["derived"]) | words.signatures
    return [signature for signature in found["used"] if signature not in known]


def shows_no_picture(found: dict[str, Any], words: Vocabulary) -> bool:
    """Whether a program has no picture to show, under the name that is expected."""
    return words.output.signature not in found["shown" if found["shows_something"] else "derived"]


def lint(
    submission: Submission, found: dict[str, Any], words: Vocabulary, messages: Iterable[str]
) -> tuple[str, ...]:
    """Remarks on a program.

    Args:
        submission: The program.
        found: The result of inspection.
        words: Its vocabulary.
        messages: Clingo's messages.

    Returns:
        A sentence for each; of very many the first ones, and how many more there are.
    """
    missing = sorted(unsupplied(found, words), key=found["lines"].__getitem__)
    said = dict.fromkeys(
        [
            *_names(submission, found, words, missing[:_MAX_REMARKS]),
            *(
                f"the rules of #program {part} are ignored, as clingo does by default"
                for part in found["parts"]
            ),
            *_output(found, words),
            *_clingo(submission, messages),
        ]
    )
    more = len(said) + len(missing[_MAX_REMARKS:]) - _MAX_REMARKS
    kept = [printable(remark) for remark in islice(said, _MAX_REMARKS)]
    return (*kept, f"and {more} more like these") if more > 0 else tuple(kept)


def _names(
    submission: Submission, found: dict[str, Any], words: Vocabulary, missing: Iterable[str]
) -> Iterator[str]:
    supplied = sorted(set(found["derived"]) | words.signatures)
    known = [name for name in supplied if len(name) <= LONGEST_NAME]
    for signature in missing:
        near = get_close_matches(signature[:LONGEST_NAME], known, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        place = submission.place(found["lines"][signature])
        shown = printable(signature, LONGEST_NAME)
        yield f"{place}: {shown} is used, but no rule derives it and no fact supplies it{hint}"


def _output(found: dict[str, Any], words: Vocabulary) -> Iterator[str]:
    signature = words.output.signature
    if found["shows_something"] and signature not in found["shown"]:
        shown = ", ".join(found["shown"]) or "nothing"
        yield f"it shows {shown}; expected {signature}, the cells of the picture"
    elif signature not in found["derived"] and signature not in found["shown"]:
        yield f"no rule derives {signature}, the cells of the picture"


def _clingo(submission: Submission, messages: Iterable[str]) -> Iterator[str]:
    for message in messages:
        match = _PLACED.match(message)
        if any(known in message for known in _KNOWN):
            continue
        place = submission.place(int(match[1])) if match else ""
        text = match[2] if match else message
        yield f"{place}: clingo: {text}" if place else f"clingo: {text}"
