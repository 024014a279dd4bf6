"""Answers held against each other, checked pictures and known numbers of solutions."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from asp_nono.lab.instances import UNKNOWN, Range, agree
from asp_nono.lab.store import PuzzleName, Results, Run, load, named
from asp_nono.messages import Message, plural, together


def read(path: Path) -> Results:
    """A file of results, its runs cross-checked."""
    results = load(path)
    return replace(results, runs=cross_checked(results.runs), copies=cross_checked(results.copies))


def _by_puzzle(runs: Iterable[Run]) -> dict[PuzzleName, list[Run]]:
    found: dict[PuzzleName, list[Run]] = {}
    for run in runs:
        found.setdefault(run.puzzle, []).append(run)
    return found


def cross_checked(runs: Sequence[Run]) -> list[Run]:
    """The same runs, "wrong" where checked pictures or a known number refute the answer."""
    found = {id(run): run for run in runs}
    for some in _by_puzzle(runs).values():
        pictures: dict[str, str] = {}  # each with the system that found it first
        for run in some:
            if run.outcome.status != "wrong":
                pictures |= {one: pictures.get(one, run.label) for one in run.outcome.solutions}
        shown = Range(len(pictures), None)
        finders = tuple(dict.fromkeys(pictures.values()))
        for run in some:
            said, known = run.claims, run.known
            if not agree([said, shown]):
                reason = plural(
                    len(pictures),
                    "says {said}, but {count} picture of {systems} passes the checker",
                    "says {said}, but {count} pictures of {systems} pass the checker",
                    said=said.message,
                    systems=finders,
                )
            elif agree([known, shown]) and not agree([said, known]):
                reason = Message(
                    "says {said}, but known are {known}", said=said.message, known=known.message
                )
            else:
                continue
            wrong = replace(run.outcome, status="wrong", message=str(reason))
            found[id(run)] = replace(run, outcome=wrong)
    return list(found.values())


def contradictions(runs: Sequence[Run]) -> list[Message]:
    """Every answer that cannot be true: those refuted, then open disagreements."""
    runs = cross_checked(runs)
    found = [
        Message(
            "wrong answer: {system} on {puzzle}: {reason}",
            system=run.label,
            puzzle=named(run.puzzle),
            reason=run.outcome.message,
        )
        for run in runs
        if run.outcome.status == "wrong"
    ]
    for puzzle, some in _by_puzzle(runs).items():
        claims = _claims(some)
        if not agree(claims):
            said = (
                Message("{claim} ({who})", claim=claim.message, who=tuple(dict.fromkeys(who)))
                for claim, who in sorted(claims.items(), key=str)
            )
            found.append(
                Message(
                    "inconsistent answers on {puzzle}: {claims}",
                    puzzle=named(puzzle),
                    claims=together(said, "; "),
                )
            )
    return found


def _claims(runs: Iterable[Run]) -> dict[Range, list[str]]:
    """The numbers of solutions that the runs on a puzzle allow, and who says so."""
    claims: dict[Range, list[str]] = {}
    pictures: set[str] = set()
    for run in runs:
        for claim, who in ((run.known, "known"), (run.claims, run.label)):
            if claim != UNKNOWN:
                claims.setdefault(claim, []).append(who)
        if run.outcome.status != "wrong":
            pictures.update(run.outcome.solutions)
    if pictures:
        claims.setdefault(Range(len(pictures), None), []).append("verified")
    return claims


def checked(runs: Sequence[Run]) -> Message:
    """One line: what the answers were checked against."""
    counts = Counter[str]()
    for some in _by_puzzle(runs).values():
        shown = {one for run in some for one in run.outcome.solutions}
        who: dict[Range, set[str]] = {}
        for run in some:
            who.setdefault(run.claims, set()).add(run.label)
        for run in some:
            counts[_proof(run, shown, who)] += run.outcome.solved
    said = {
        "proof": Message(
            "{count} proven by checked pictures or known numbers", count=counts["proof"]
        ),
        "others": Message(
            "{count} that no solution is missing, only agree with other systems",
            count=counts["others"],
        ),
        "alone": Message(
            "{count} that no solution is missing, are confirmed by nobody", count=counts["alone"]
        ),
        "silent": Message("{count} without a verdict", count=counts["silent"]),
    }
    parts = [part for key, part in said.items() if counts[key]]
    if not parts:
        return Message("no answers")
    return Message("answers: {parts}", parts=together(parts, "; "))


def _proof(run: Run, shown: set[str], who: Mapping[Range, set[str]]) -> str:
    """What an answer was checked against: "proof", "others", "alone", or "silent" for no answer."""
    said, low = run.claims, min(run.claims.low, 2)
    if said == UNKNOWN:
        return "silent"
    known = run.known.high is not None and run.known == said
    if known or (said.high is None and len(shown) >= low):
        return "proof"
    return "others" if len(who[said]) > 1 else "alone"
