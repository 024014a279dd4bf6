"""Sets of clues in words."""

from __future__ import annotations

from asp_nono.logic.clue_sets import ClueSet, NotForced
from asp_nono.logic.names import Names, cell_named, sentence
from asp_nono.logic.steps import Cell
from asp_nono.puzzle import Puzzle


def why_text(
    puzzle: Puzzle, cell: Cell | None, found: ClueSet | NotForced | None, stopped: str = ""
) -> str:
    """What was found out, in a sentence; before the lines of a set it ends with a colon.

    Args:
        puzzle: The puzzle.
        cell: The cell that was asked about; None if it was asked which clues clash.
        found: What was found; None if a limit came first.
        stopped: That limit.
    """
    where = cell_named(cell) if cell else ""
    if found is None:
        return sentence(f"not found out: {stopped}")
    if isinstance(found, NotForced):
        if cell and not found.pictures:
            return "The puzzle has no solution."
        if cell:
            return sentence(f"{where} is not forced: there are solutions with different colours")
        return "The clues do not clash: there is a solution."
    count = f"{len(found.lines)} clue{'' if len(found.lines) == 1 else 's'}"
    if found.color is None:
        return f"{count} clash:"
    return f"{sentence(where)[:-1]} is {Names(puzzle).color(found.color)}, because of {count}:"


def known_text(found: ClueSet, stopped: str = "") -> str:
    """What is known of a set; `stopped` is the limit that ended the search for smaller ones."""
    if found.smallest:
        return "No set of fewer clues is enough."
    if not found.minimal:
        return sentence(f"perhaps some of them are not needed{_because(stopped)}")
    return (
        f"None of them can be left out. Whether other {found.least} to {len(found.lines) - 1} "
        f"clues are enough was not found out{_because(stopped)}; fewer are not."
    )


def _because(stopped: str) -> str:
    return f" ({stopped})" if stopped else ""
