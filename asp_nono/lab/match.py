"""Puzzles of two files of results matched: by content where that is known, else by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from asp_nono.lab.runs import Puzzle, Results, Run

Content = tuple[str, int]
"""The hash of a puzzle's file, and the number of the puzzle in it."""


@dataclass(frozen=True)
class Matched:
    """The old file in the words of the new one.

    Attributes:
        old: The old runs; puzzles that the new file holds under other names have these names.
        renamed: How many puzzles these are.
        changed: Puzzles whose name means another puzzle in the new file; their old runs are gone.
    """

    old: Results
    renamed: int
    changed: Sequence[Puzzle]


def content(run: Run) -> Content | None:
    """What the puzzle of a run is, however it is called; None where that is not recorded."""
    digest = run.about.get("puzzle_hash")
    return None if digest is None else (digest, run.about["number"])


def matched(old: Results, new: Results) -> Matched:
    """Match the puzzles of two files."""
    before, after = _contents(old), _contents(new)
    named: dict[Content, Puzzle] = {}
    for puzzle, what in sorted(after.items()):
        if what is not None:
            named.setdefault(what, puzzle)
    names: dict[Puzzle, Puzzle | None] = {}
    for puzzle, what in before.items():
        there = after.get(puzzle)
        if what is None or there == what:
            names[puzzle] = puzzle
        else:
            names[puzzle] = named.get(what, None if there else puzzle)
    return Matched(
        replace(old, runs=_renamed(old.runs, names), broken=_renamed(old.broken, names)),
        sum(other not in (None, puzzle) for puzzle, other in names.items()),
        sorted(puzzle for puzzle, other in names.items() if other is None),
    )


def _contents(results: Results) -> dict[Puzzle, Content | None]:
    return {run.puzzle: content(run) for run in (*results.runs, *results.broken)}


def _renamed(runs: Sequence[Run], names: dict[Puzzle, Puzzle | None]) -> list[Run]:
    pairs = ((run, names[run.puzzle]) for run in runs)
    return [replace(run, puzzle=name) for run, name in pairs if name is not None]
