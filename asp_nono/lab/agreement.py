"""Answers held against each other and against what is known: the loudest part of a report."""

from __future__ import annotations

from collections.abc import Iterable

from asp_nono.lab.known import UNKNOWN, Range, agree
from asp_nono.lab.runs import Puzzle, Results, Run


def disagreements(results: Results) -> list[str]:
    """Everything that cannot be true, a line each: first what was tampered with."""
    lines = [
        f"changed after it was recorded: {run.label} on {named(run.puzzle)}"
        for run in results.broken
    ]
    lines += [
        f"wrong answer: {run.label} on {named(run.puzzle)}: {run.outcome.message}"
        for run in results.runs
        if run.outcome.status == "wrong"
    ]
    by_puzzle: dict[Puzzle, list[Run]] = {}
    for run in results.runs:
        by_puzzle.setdefault(run.puzzle, []).append(run)
    for puzzle, runs in by_puzzle.items():
        lines += _on_one(puzzle, runs)
    return lines


def named(puzzle: Puzzle) -> str:
    """The puzzle's name with its set."""
    return "/".join(puzzle)


def _on_one(puzzle: Puzzle, runs: Iterable[Run]) -> list[str]:
    """What the runs on one puzzle say, if not all of it can be true."""
    claims: dict[Range, list[str]] = {}
    pictures: set[str] = set()
    for run in runs:
        if run.known != UNKNOWN:
            claims.setdefault(run.known, []).append("known beforehand")
        if run.outcome.status != "wrong":
            pictures.update(run.outcome.solutions)
        if run.claims != UNKNOWN:
            claims.setdefault(run.claims, []).append(run.label)
    if pictures:
        claims.setdefault(Range(len(pictures), None), []).append("the checked pictures")
    if agree(claims):
        return []
    said = "; ".join(
        f"{claim} ({', '.join(dict.fromkeys(who))})"
        for claim, who in sorted(claims.items(), key=str)
    )
    return [f"no agreement on {named(puzzle)}: {said}"]
