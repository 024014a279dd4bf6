"""What a student reads: the report as lines of text."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence

from asp_nono.draw.text import draw
from asp_nono.grading.counterexample import Counterexample
from asp_nono.grading.grade import Grade
from asp_nono.grading.wording import (
    CLASS_HEAD,
    board_words,
    class_row,
    fault_words,
    figures,
    headline,
    hint_lines,
    ladder_rows,
    ladder_words,
    score_words,
)

_NUMBER = re.compile(r"\d[\d.]*( of [\d.]+| s|x)?$|-$")

WIDTH = 100
"""The width of a report where nothing else is asked for."""

_INDENT = "  "
_BETWEEN = 6
"""So many blanks are between two pictures, at least."""


def as_text(grade: Grade, *, width: int = WIDTH) -> str:
    """The report on one submission.

    Args:
        grade: What was found out.
        width: Number of characters that fit on a line.
    """
    parts = [_prose(headline(grade), width)]
    if grade.remarks:
        told = [_prose(remark, width, _INDENT) for remark in grade.remarks]
        parts.append("\n".join(["In the program:", *told]))
    if grade.counterexample:
        parts += _board(grade, grade.counterexample, width)
    if grade.diagnosis:
        parts += [_prose(line, width) for line in hint_lines(grade.diagnosis)]
    if grade.climb:
        parts += [_prose(ladder_words(grade), width), _indented(table(ladder_rows(grade)))]
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


def _board(grade: Grade, found: Counterexample, width: int) -> list[str]:
    """The board and the pictures side by side, as many as there is room for."""
    several = len(found.puzzle.colors) > 2
    drawn = []
    for caption, grid in figures(found):
        lines = draw(found.puzzle, grid).splitlines()
        legend = lines.pop() if several else ""
        drawn.append([caption, "", *lines])
    parts = [_prose(f"{board_words(grade, found)} {fault_words(found)}", width)]
    parts += [_indented(strip) for strip in _strips(drawn, width - len(_INDENT))]
    return [*parts, legend] if several else parts


def _strips(drawn: list[list[str]], width: int) -> Iterator[str]:
    """Drawings of one height beside each other."""
    wide = max(len(line) for lines in drawn for line in lines) + _BETWEEN
    fit = max(1, (width + _BETWEEN) // wide)
    for first in range(0, len(drawn), fit):
        rows = zip(*drawn[first : first + fit], strict=True)
        yield "\n".join("".join(part.ljust(wide) for part in row).rstrip() for row in rows)


def _prose(text: str, width: int, indent: str = "") -> str:
    return textwrap.fill(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=indent * 2,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _indented(text: str) -> str:
    return "\n".join(f"{_INDENT}{line}".rstrip() for line in text.splitlines())
