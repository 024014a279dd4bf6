"""What a student reads: the report as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from asp_nono.draw.text import draw
from asp_nono.grading.counterexample import Counterexample
from asp_nono.grading.grade import Grade
from asp_nono.grading.wording import LEGEND, headline, hint_lines, places
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle

_DRAWN = 3
"""No more pictures of one sort are drawn."""


def as_text(grade: Grade, *, width: int | None = None) -> str:
    """The report on one submission.

    Args:
        grade: What was found out.
        width: Number of characters that fit on a line; None for no end of them.
    """
    parts = [headline(grade)]
    if grade.remarks:
        parts.append("\n".join(["In the program:", *(f"  {remark}" for remark in grade.remarks)]))
    if grade.counterexample:
        parts.append(_board(grade.counterexample, width))
    if grade.diagnosis:
        parts.append("\n".join(hint_lines(grade.diagnosis)))
    return "\n\n".join(parts) + "\n"


def _board(found: Counterexample, width: int | None) -> str:
    puzzle = found.puzzle
    size = f"{puzzle.width}x{puzzle.height}"
    parts = [f"A smallest board on which it is wrong ({size}):", _indented(draw(puzzle))]
    number = len(found.solutions)
    parts.append("It has no solution." if not number else f"It has {places(number, 'solution')}.")
    sorts: tuple[tuple[str, Sequence[Grid]], ...] = (
        ("missing", found.missing),
        ("wrong", found.wrong),
        ("repeated", [grid for grid, _ in found.repeated]),
    )
    for name, grids in sorts:
        if grids:
            parts += [LEGEND[name](found), *_pictures(puzzle, grids, width)]
    if found.odd:
        parts.append(LEGEND["odd"](found))
    return "\n\n".join(parts)


def _pictures(puzzle: Puzzle, grids: Sequence[Grid], width: int | None) -> Iterator[str]:
    for grid in grids[:_DRAWN]:
        yield _indented(draw(puzzle, grid, width=width))


def _indented(text: str) -> str:
    return "\n".join(f"  {line}".rstrip() for line in text.splitlines())
