"""Drawings on pages: how many side by side, how large, and where. All lengths are millimetres."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from asp_nono.draw.shapes import Drawing
from asp_nono.errors import UnknownNameError

PAPERS = {
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
    "tabloid": (279.4, 431.8),
}
"""Sizes of paper, upright."""

MARGIN = 15.0
HEADING, FOOT = 12.0, 6.0
"""The height of a heading and of the page's number."""

CAPTION, REMARK = 6.0, 4.5
"""The heights of the two lines above a drawing."""

MAX_CELL = 9.0
"""Cells are no larger than can be coloured with a few strokes."""

_BETWEEN = 8.0
"""Between neighbouring drawings."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A drawing with what is printed above it.

    Attributes:
        drawing: The drawing.
        caption: Its name.
        remark: What is said of it in small print.
    """

    drawing: Drawing
    caption: str = ""
    remark: str = ""

    @property
    def head(self) -> float:
        """The height of the lines above the drawing."""
        return CAPTION * bool(self.caption) + REMARK * bool(self.remark)


@dataclass(frozen=True, slots=True)
class Part:
    """Sheets that follow each other in a document.

    Attributes:
        sheets: The sheets.
        heading: What stands at the top of each page.
        per_page: How many of them share a page.
    """

    sheets: Sequence[Sheet]
    heading: str = ""
    per_page: int = 1


class Placed(NamedTuple):
    """A sheet on a page: its upper left corner, the side of its cells, the room for its words."""

    sheet: Sheet
    x: float
    y: float
    cell: float
    room: float


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a document.

    Attributes:
        width, height: Its size.
        heading: What stands at its top.
        placed: What is on it.
    """

    width: float
    height: float
    heading: str
    placed: list[Placed] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Division:
    """A page divided into equal fields."""

    width: float
    height: float
    top: float
    columns: int
    rows: int

    @property
    def field_size(self) -> tuple[float, float]:
        room = self.width - 2 * MARGIN - (self.columns - 1) * _BETWEEN
        high = self.height - self.top - MARGIN - FOOT - (self.rows - 1) * _BETWEEN
        return room / self.columns, high / self.rows

    def cell(self, sheet: Sheet) -> float:
        """How large the cells of a sheet can be in a field; not positive if there is no room."""
        width, height = self.field_size
        drawing = sheet.drawing
        return min(width / drawing.width, (height - sheet.head) / drawing.height, MAX_CELL)

    def place(self, sheet: Sheet, index: int) -> Placed:
        """A sheet in the field of this index: in its upper left corner."""
        width, height = self.field_size
        row, column = divmod(index, self.columns)
        cell = self.cell(sheet)
        left = MARGIN + column * (width + _BETWEEN)
        return Placed(sheet, left, self.top + row * (height + _BETWEEN), cell, width)


def paper_named(name: str) -> tuple[float, float]:
    """The size of a paper.

    Raises:
        UnknownNameError: If there is none of this name.
    """
    if name.lower() not in PAPERS:
        raise UnknownNameError("paper", name, PAPERS)
    return PAPERS[name.lower()]


def arrange(part: Part, paper: tuple[float, float]) -> Iterator[Page]:
    """The pages of a part, divided so that the sheets on each are as large as can be.

    All pages are upright or all lie across, whichever shows the smallest cells larger.

    Args:
        part: The sheets, and how many of them share a page.
        paper: Width and height of the paper, upright.
    """
    top = MARGIN + HEADING * bool(part.heading)
    count = min(part.per_page, len(part.sheets))
    groups = [part.sheets[at : at + count] for at in range(0, len(part.sheets), max(1, count))]
    ways = ([_best(size, top, group) for group in groups] for size in (paper, paper[::-1]))
    best = max(ways, key=lambda way: min(map(_least_cell, way, groups), default=0))
    for division, group in zip(best, groups, strict=True):
        placed = [division.place(sheet, index) for index, sheet in enumerate(group)]
        yield Page(division.width, division.height, part.heading, placed)


def _best(size: tuple[float, float], top: float, sheets: Sequence[Sheet]) -> _Division:
    """The division of a page that shows the smallest cells largest."""
    count = len(sheets)
    ways = [_Division(*size, top, columns, -(-count // columns)) for columns in range(1, count + 1)]
    return max(ways, key=lambda way: (_least_cell(way, sheets), sum(map(way.cell, sheets))))


def _least_cell(division: _Division, sheets: Sequence[Sheet]) -> float:
    return min(map(division.cell, sheets))
