"""Kinds of mistakes, and hints that send a student to the right place without the answer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

from asp_nono.clue import Line
from asp_nono.grading import readings
from asp_nono.grading.readings import Reading, exact
from asp_nono.grading.vocabulary import Board

Axes = Literal["lines", "rows", "columns"]
"""Where a mistake is made: on all lines, or on one kind of them only."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of mistake.

    Attributes:
        name: Its name ("separation").
        title: What it is, a few words.
        hint: A question or a direction for the student.
    """

    name: str
    title: str
    hint: str


SEEN = ("too many", "too few", "both", "hidden choice", "name")
"""The kinds that need no comparison with other programs: they are seen at once."""

KINDS = {
    kind.name: kind
    for kind in (
        Kind(
            "name",
            "a name that is not the one that is meant",
            "Your program reads something that nothing supplies, or tells its picture under "
            "another name. Compare the names and the numbers of arguments, letter by letter.",
        ),
        Kind(
            "separation",
            "how far apart neighbouring blocks are",
            "Look at two neighbouring blocks of one line. How many cells must lie between them, "
            "at least, and at most? Does it matter which colours they have?",
        ),
        Kind(
            "order",
            "the order of the blocks on a line",
            "Look at a clue with two different blocks. Which of your rules says which comes first?",
        ),
        Kind(
            "overlap",
            "blocks that lie on one another",
            "Look at a clue with two blocks. Can both lie on the same cell in your program?",
        ),
        Kind(
            "background",
            "cells that no block covers",
            "Look at a cell that belongs to no block. Which of your rules keeps it unpainted?",
        ),
        Kind(
            "cover",
            "cells of a block that stay unpainted",
            "Look at a cell inside a block. Which of your rules makes sure that it is painted?",
        ),
        Kind(
            "blank lines",
            "lines without blocks",
            "Look at a line whose clue is empty. What do your rules say when there is no block?",
        ),
        Kind(
            "length",
            "the length of the blocks",
            "Count the cells of a block in the picture. Where does it begin, where does it end, "
            "and is the last cell counted?",
        ),
        Kind(
            "off-by-one",
            "the first or the last position",
            "Look at the edges of the board. Which is the first position of a line that your "
            "rules allow, and which the last?",
        ),
        Kind(
            "edge",
            "blocks that hang over the end of a line",
            "Look at a block near the end of its line. What keeps all of it on the board?",
        ),
        Kind(
            "rows only",
            "the clues of the columns",
            "Compare the columns of the wrong picture with their clues. Which of your rules "
            "reads the clue of a column?",
        ),
        Kind(
            "columns only",
            "the clues of the rows",
            "Compare the rows of the wrong picture with their clues. Which of your rules reads "
            "the clue of a row?",
        ),
        Kind(
            "runs",
            "cells that should lie side by side",
            "The numbers of painted cells are right. What makes the cells of one block neighbours?",
        ),
        Kind(
            "some blocks",
            "blocks that your rules pass over",
            "Count the blocks of a line. Is there one that your rules do not look at: the "
            "second, the third, the last?",
        ),
        Kind(
            "some lines",
            "the first or the last line",
            "Count the lines. Is there a row or a column that your rules do not look at?",
        ),
        Kind(
            "colours",
            "the colours of the blocks",
            "Look at the colours in the picture. Where do your rules take the colour of a cell "
            "from, and do the row and the column agree on it?",
        ),
        Kind(
            "axes",
            "rows and columns changed for each other",
            "Look at a board that is wider than high. Which argument of your predicates is the "
            "column, and which the row?",
        ),
        Kind(
            "direction",
            "the direction in which lines are read",
            "Which end of a line is the first? Rows begin on the left, columns at the top.",
        ),
        Kind(
            "index base",
            "the number of the first row or column",
            "Look at the numbers of the cells that you show: what is the first row, and what the "
            "first column?",
        ),
        Kind(
            "two colours",
            "a cell with two colours",
            "What keeps a cell from having more than one colour?",
        ),
        Kind(
            "form",
            "atoms that are no cells",
            "Look at the atom: which arguments does it have, and which should it have?",
        ),
        Kind(
            "hidden choice",
            "one solution in several answer sets",
            "Something is chosen that the picture does not depend on, so that clingo counts "
            "pictures twice. Which choice of yours can come out differently in the same picture?",
        ),
        Kind(
            "contradiction",
            "rules that exclude everything",
            "There is no answer set at all, not even on the smallest board. Take out your "
            "constraints and put them back one by one.",
        ),
        Kind(
            "no block",
            "rules that exclude every block",
            "Only blank boards have an answer. Begin with a board of one cell whose clue is 1, and "
            "take out your constraints one by one: which of them excludes that block?",
        ),
        Kind(
            "too many",
            "rules that allow too much",
            "Some answers are no solutions. Which clue does the wrong picture break, and which of "
            "your rules should have excluded that?",
        ),
        Kind(
            "too few",
            "rules that exclude too much",
            "Some solutions are not found. Which of your rules excludes the missing picture?",
        ),
        Kind(
            "both",
            "rules that allow too much and exclude too much",
            "Some answers are no solutions, and some solutions are not found. Compare what is "
            "drawn with the clues: what do your rules see differently?",
        ),
    )
}
"""Every kind by name."""


@dataclass(frozen=True, slots=True)
class Suspicion:
    """How a program that makes one mistake would read the lines of a board.

    Attributes:
        kind: The kind of mistake.
        axes: Where it is made.
        reading: How these lines are read; the others are read rightly.
        only: The mistake is made on the first or the last of these lines only.
        turned: Whether the clues of the rows are taken for those of the columns.
    """

    kind: Kind
    axes: Axes
    reading: Reading
    only: Literal["", "first", "last"] = ""
    turned: bool = False

    def reading_of(self, board: Board, line: Line) -> Reading:
        """How a line of a board is read."""
        last = board.height if line.axis == "row" else board.width
        meant = {"": line.number, "first": 1, "last": last}[self.only]
        here = self.axes in ("lines", f"{line.axis}s") and line.number == meant
        return self.reading if here else exact


@cache
def suspicions() -> tuple[Suspicion, ...]:
    """Every way of going wrong that is known, the simplest first."""
    found = [Suspicion(KINDS[name], axes, reading) for name, reading in _READINGS for axes in _AXES]
    found += [
        Suspicion(KINDS["rows only"], "columns", readings.anything),
        Suspicion(KINDS["columns only"], "rows", readings.anything),
        Suspicion(KINDS["contradiction"], "lines", readings.nothing),
        Suspicion(KINDS["axes"], "lines", exact, turned=True),
    ]
    for axes in _AXES:
        found.append(Suspicion(KINDS["some lines"], axes, readings.anything, "last"))
        found.append(Suspicion(KINDS["some lines"], axes, readings.anything, "first"))
    return tuple(found)


_AXES: tuple[Axes, ...] = ("lines", "rows", "columns")

_READINGS: tuple[tuple[str, Reading], ...] = (
    ("no block", readings.blank_only),
    ("separation", readings.arranged(0, 0)),
    ("separation", readings.arranged(0, 0, roomy=False)),
    ("separation", readings.arranged(1, 1)),
    ("separation", readings.arranged(2, 0)),
    ("separation", readings.arranged(2, 1)),
    ("separation", readings.exactly_one_apart),
    ("separation", readings.apart_by_the_next),
    ("order", readings.any_order),
    ("direction", readings.backwards),
    ("overlap", readings.anywhere(ordered=True)),
    ("overlap", readings.anywhere(ordered=True, roomy=False)),
    ("overlap", readings.anywhere()),
    ("overlap", readings.anywhere(roomy=False)),
    ("background", readings.more_painted),
    ("cover", readings.less_painted),
    ("blank lines", readings.blank_is_free),
    ("blank lines", readings.blank_is_impossible),
    ("length", readings.longer(1)),
    ("length", readings.longer(-1)),
    ("length", readings.at_least),
    ("length", readings.number_of_blocks),
    ("length", readings.totals_and_number),
    ("off-by-one", readings.not_at_first),
    ("off-by-one", readings.not_at_last),
    ("off-by-one", readings.not_the_first_start),
    ("off-by-one", readings.not_the_last_start),
    ("edge", readings.hanging_over),
    ("runs", readings.totals),
    ("some blocks", readings.first_block_only),
    ("some blocks", readings.first_two_apart),
    ("colours", readings.colorless),
    ("colours", readings.any_color_order),
)
