"""What a student reads: the report as lines of text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from asp_nono.draw.text import draw
from asp_nono.grading.counterexample import Counterexample
from asp_nono.grading.grade import Grade
from asp_nono.grading.wording import (
    CLASS_HEAD,
    LEGEND,
    board_words,
    class_row,
    headline,
    hint_lines,
    ladder_rows,
    ladder_words,
    score_words,
    solutions_words,
)
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle

_NUMBER = re.compile(r"\d[\d.]*( of [\d.]+| s|x)?$|-$")

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
        parts.append(_board(grade, grade.counterexample, width))
    if grade.diagnosis:
        parts.append("\n".join(hint_lines(grade.diagnosis)))
    if grade.climb:
        parts += [ladder_words(grade), _indented(table(ladder_rows(grade)))]
    rows = [
        [item.name, f"{item.points:g} of {item.most:g}", item.why] for item in grade.score.items
    ]
    parts += [score_words(grade.score), _indented(table(rows))]
    return "\n\n".join(parts) + "\n"


def class_text(grades: Sequence[Grade]) -> str:
    """A table of all submissions, one a line."""
    rows = [list(CLASS_HEAD), *(class_row(grade) for grade in grades)]
    return table(rows) + "\n"


def table(rows: Sequence[Sequence[str]]) -> str:
    """Rows of cells under each other, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if _NUMBER.match(cell) else cell.ljust(width)
            for cell, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    )


def _board(grade: Grade, found: Counterexample, width: int | None) -> str:
    puzzle = found.puzzle
    parts = [board_words(grade, found), _indented(draw(puzzle))]
    parts.append(solutions_words(found))
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
