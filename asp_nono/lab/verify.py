"""Answers held against each other, checked pictures and known numbers of solutions."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from asp_nono.lab.instances import UNKNOWN, Range, agree
from asp_nono.lab.plan import counted
from asp_nono.lab.store import PuzzleName, Results, Run, load, named


def read(path: Path) -> Results:
    """A file of results, its runs cross-checked."""
    results = load(path)
    return replace(results, runs=cross_checked(results.runs))


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
        finders = ", ".join(dict.fromkeys(pictures.values()))
        for run in some:
            said, known = run.claims, run.known
            if not agree([said, shown]):
                passes = "passes" if len(pictures) == 1 else "pass"
                fits = f"{counted(len(pictures), 'picture')} of {finders} {passes} the checker"
            elif agree([known, shown]) and not agree([said, known]):
                fits = f"known are {known}"
            else:
                continue
            reason = f"says {said}, but {fits}"
            wrong = replace(run.outcome, status="wrong", message=reason)
            found[id(run)] = replace(run, outcome=wrong)
    return list(found.values())


def contradictions(runs: Sequence[Run]) -> list[str]:
    """Every answer that cannot be true, a line each: those refuted, then open disagreements."""
    runs = cross_checked(runs)
    lines = [
        f"wrong answer: {run.label} on {named(run.puzzle)}: {run.outcome.message}"
        for run in runs
        if run.outcome.status == "wrong"
    ]
    for puzzle, some in _by_puzzle(runs).items():
        claims = _claims(some)
        if not agree(claims):
            said = "; ".join(
                f"{claim} ({', '.join(dict.fromkeys(who))})"
                for claim, who in sorted(claims.items(), key=str)
            )
            lines.append(f"inconsistent answers on {named(puzzle)}: {said}")
    return lines


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


def checked(runs: Sequence[Run]) -> str:
    """One line: what the answers were checked against."""
    counts = Counter[str]()
    for some in _by_puzzle(runs).values():
        shown = {one for run in some for one in run.outcome.solutions}
        who: dict[Range, set[str]] = {}
        for run in some:
            who.setdefault(run.claims, set()).add(run.label)
        for run in some:
            counts[_proof(run, shown, who)] += run.outcome.solved
    words = (
        ("proof", "proven by checked pictures or known numbers"),
        ("others", "that no solution is missing, only agree with other systems"),
        ("alone", "that no solution is missing, are confirmed by nobody"),
        ("silent", "without a verdict"),
    )
    parts = [f"{counts[key]} {text}" for key, text in words if counts[key]]
    return f"answers: {'; '.join(parts)}" if parts else "no answers"


def _proof(run: Run, shown: set[str], who: Mapping[Range, set[str]]) -> str:
    """What an answer was checked against: "proof", "others", "alone", or "silent" for no answer."""
    said, low = run.claims, min(run.claims.low, 2)
    if said == UNKNOWN:
        return "silent"
    known = run.known.high is not None and run.known == said
    if known or (said.high is None and len(shown) >= low):
        return "proof"
    return "others" if len(who[said]) > 1 else "alone"
