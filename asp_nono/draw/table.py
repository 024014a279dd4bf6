"""A small table of marks under a picture: which of these goes with which of those."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from asp_nono.draw.shapes import Box, Label, Rule, Shape, text_width

_SIZE = 0.55
_ROW = 0.75
_AROUND = 0.5
_INK, _FAINT = "111111", "777777"
_GROUND = "e3f2ea"
_THIN = 0.03
_RULE = "c4c4c4"


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    Attributes:
        corner: What stands above the names of the rows.
        heads: What stands above each column.
        names: What stands before each row.
        marks: For each row whether there is a mark in each column.
    """

    corner: str
    heads: tuple[str, ...]
    names: tuple[str, ...]
    marks: tuple[tuple[bool, ...], ...]

    @property
    def height(self) -> float:
        """How high it is, in cells."""
        return (len(self.names) + 1) * _ROW

    def text(self) -> list[str]:
        """The table in text: + for a mark and - for none."""
        margin = max(map(len, [self.corner, *self.names]))
        lines = [" ".join([self.corner.ljust(margin), *self.heads])]
        for name, row in zip(self.names, self.marks, strict=True):
            marks = ("+" if cell else "-" for cell in row)
            cells = [mark.center(len(head)) for mark, head in zip(marks, self.heads, strict=True)]
            lines.append(" ".join([name.ljust(margin), *cells]).rstrip())
        return lines

    def shapes(self, x: float, y: float, room: float) -> Iterator[Shape]:
        """The table with its upper left corner at a point; no wider than there is room."""
        first = min(max(text_width(n, _SIZE) for n in (self.corner, *self.names)), room / 2)
        widest = max(text_width(head, _SIZE) for head in self.heads)
        step = min(widest + _AROUND, (room - first - _AROUND) / len(self.heads))
        left = x + first + _AROUND
        for number, head in enumerate((self.corner, *self.names)):
            yield Label(x, y + (number + 0.5) * _ROW, head, _SIZE, first, _INK, "left")
        for column, head in enumerate(self.heads):
            middle = left + (column + 0.5) * step
            yield Label(middle, y + 0.5 * _ROW, head, _SIZE, step - _THIN, _INK)
            for number, row in enumerate(self.marks, 1):
                top = y + number * _ROW
                if row[column]:
                    yield Box(left + column * step, top, step, _ROW, _GROUND)
                mark, ink = ("+", _INK) if row[column] else ("\N{EN DASH}", _FAINT)
                yield Label(middle, top + 0.5 * _ROW, mark, _SIZE, step, ink)
        right = left + step * len(self.heads)
        for number in range(1, len(self.names) + 2):
            yield Rule(x, y + number * _ROW, right - x, True, _THIN, _RULE)
        for column in range(len(self.heads) + 1):
            yield Rule(left + column * step, y, self.height, False, _THIN, _RULE)
