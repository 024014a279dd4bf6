"""Two files of results held against each other: what became faster, slower, lost or won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from asp_nono.errors import PuzzleError
from asp_nono.formats.source import quoted
from asp_nono.lab.agreement import disagreements, named
from asp_nono.lab.board import Board, Clock, Row, boards
from asp_nono.lab.match import Matched, matched
from asp_nono.lab.ratios import Ratio, ratio
from asp_nono.lab.runs import Puzzle, Results
from asp_nono.lab.words import CLOCKS, columns, counted, seconds, spread

HEAD = ("competitor", "both solved", "new/old", "95 % interval", "solved anew", "lost", "")
"""The columns of a comparison."""

_NAMED = 10
"""So many puzzles are named."""


@dataclass(frozen=True)
class Change:
    """One competitor at one task, in both files.

    Attributes:
        task, label: Who, at what.
        ratio: The new time as a part of the old.
        common: How many puzzles both were given.
        won, lost: Puzzles that only the new, or only the old run solved.
    """

    task: str
    label: str
    ratio: Ratio
    common: int
    won: Sequence[Puzzle]
    lost: Sequence[Puzzle]

    def regressed(self, tolerance: float) -> bool:
        """Whether something was lost, or it is surely slower by more than a factor."""
        low = self.ratio.low
        return bool(self.lost) or (low is not None and low > tolerance)

    def verdict(self, tolerance: float) -> str:
        """In a word."""
        if self.regressed(tolerance):
            return "REGRESSION"
        return "slower, but tolerated" if self.ratio.words == "slower" else self.ratio.words


@dataclass(frozen=True)
class Comparison:
    """Two files.

    Attributes:
        changes: Of everything that both hold.
        loud: What cannot be true in the new file, or in both together.
        notes: Who is only in one of them, and which puzzles were renamed or changed.
        clock: Which time counts.
    """

    changes: Sequence[Change]
    loud: Sequence[str]
    notes: Sequence[str]
    clock: Clock

    def regressed(self, tolerance: float) -> bool:
        """Whether anything is worse than before."""
        return bool(self.loud) or any(change.regressed(tolerance) for change in self.changes)


def compare(old: Results, new: Results, clock: Clock, baseline: str | None = None) -> Comparison:
    """Hold two files against each other, competitor by competitor, over the puzzles in both.

    Puzzles are the same if their contents are, whatever they are called.

    Args:
        old: The old file.
        new: The new one.
        clock: Which time counts.
        baseline: A competitor that has not changed; what became of its times is taken for the
            machine's doing, puzzle by puzzle.

    Raises:
        PuzzleError: If there is nothing that both hold, or the baseline is not in both.
    """
    match = matched(old, new)
    old = match.old
    before = {board.task: board for board in boards(old.runs, clock)}
    after = {board.task: board for board in boards(new.runs, clock)}
    changes: list[Change] = []
    only: dict[str, list[str]] = {}
    for task in dict.fromkeys((*before, *after)):
        first, second = _rows(before.get(task)), _rows(after.get(task))
        for label in dict.fromkeys((*first, *second)):
            if label in first and label in second:
                base = _base(baseline, first, second) if baseline else None
                changes.append(_change(task, first[label], second[label], base))
            else:
                where = "old" if label in first else "new"
                only.setdefault(where, []).append(f"{label} ({task})")
    if not any(change.common for change in changes):
        reason = f"has no puzzle with the same competitor and task as {old.path}"
        raise PuzzleError(reason, path=str(new.path))
    notes = [f"only in the {where} file: {', '.join(names)}" for where, names in only.items()]
    together = Results(new.path, [*old.runs, *new.runs], [*old.broken, *new.broken])
    return Comparison(changes, disagreements(together), [*notes, *_of_puzzles(match)], clock)


def _of_puzzles(match: Matched) -> Iterator[str]:
    if match.renamed:
        yield f"matched by content under other names: {counted(match.renamed, 'puzzle')}"
    if match.changed:
        yield f"changed, and so left out: {_several(match.changed)}"


def _rows(board: Board | None) -> dict[str, Row]:
    return {row.label: row for row in board.rows} if board else {}


def _base(label: str, old: Mapping[str, Row], new: Mapping[str, Row]) -> tuple[Row, Row]:
    if label not in old or label not in new:
        raise PuzzleError(f"the baseline {quoted(label)} is not in both files")
    return new[label], old[label]


def _change(task: str, old: Row, new: Row, base: tuple[Row, Row] | None) -> Change:
    common = old.cells.keys() & new.cells.keys()
    won = sorted((new.solved - old.solved) & common)
    lost = sorted((old.solved - new.solved) & common)
    return Change(task, new.label, ratio(new, old, base), len(common), won, lost)


def lines(found: Comparison, tolerance: float) -> Iterator[str]:
    """The comparison in words."""
    by_task: dict[str, list[Change]] = {}
    for change in found.changes:
        by_task.setdefault(change.task, []).append(change)
    for task, changes in by_task.items():
        yield f"{task}; {CLOCKS[found.clock]}"
        yield from columns(HEAD, [_cells(change, tolerance) for change in changes])
        for change in changes:
            if change.lost:
                yield f"{change.label}: no longer solved: {_several(change.lost)}"
        yield ""
    yield from found.notes
    worse = sum(change.regressed(tolerance) for change in found.changes)
    yield f"{counted(worse, 'regression')}" if worse else "no regression"


def _several(puzzles: Sequence[Puzzle]) -> str:
    """Puzzles by name; only the first of many."""
    more = len(puzzles) - _NAMED
    return ", ".join(map(named, puzzles[:_NAMED])) + (f" and {more} more" if more > 0 else "")


def _cells(change: Change, tolerance: float) -> list[str]:
    found = change.ratio
    return [
        change.label,
        str(found.pairs),
        seconds(found.mean),
        spread(found.low, found.high),
        str(len(change.won)),
        str(len(change.lost)),
        change.verdict(tolerance),
    ]
