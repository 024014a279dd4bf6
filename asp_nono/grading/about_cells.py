"""Which cell an atom speaks of: what is shown at a cell besides its colour."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from clingo import Symbol, SymbolType

from asp_nono.grading.models import Cell, Reader
from asp_nono.grading.wire import Output

_LINES = ("row", "column")


class Speaks:
    """Tells of which cell an atom speaks.

    That is sure for the atoms that tell the picture. Of the others, a rule of thumb is taken:
    `at(row(Y), …, X)` speaks of the cell at place X of row Y, and `near(X, Y, …)`, with the column
    and the row as the picture's atoms have them, of that cell.

    Args:
        output: How atoms tell the picture.
        width: Number of columns.
        height: Number of rows.
        given: Signatures of facts; for these the second rule of thumb does not hold.
    """

    def __init__(self, output: Output, width: int, height: int, given: Collection[str]) -> None:
        self._reader = Reader(output, width, height)
        self._first = (output.first_x, output.first_y)
        self._size = (width, height)
        self._given = given
        self._row_first = output.pattern.index("?P<Y>") < output.pattern.index("?P<X>")

    def of(self, atom: Symbol) -> tuple[int, int] | None:
        """Column and row, from 1; None if it speaks of none."""
        found = self._reader.read(atom)
        if isinstance(found, Cell):
            return found.x + 1, found.y + 1
        if found is not None or atom.type != SymbolType.Function or len(atom.arguments) < 2:
            return None
        line, last = atom.arguments[0], atom.arguments[-1]
        if _is_line(line):
            number = line.arguments[0]
            places = [last, number] if line.name == "row" else [number, last]
            return self._within(places, (1, 1))
        if f"{atom.name}/{len(atom.arguments)}" in self._given:
            return None
        places = list(atom.arguments[:2])
        return self._within(places[::-1] if self._row_first else places, self._first)

    def _within(self, places: Sequence[Symbol], first: tuple[int, int]) -> tuple[int, int] | None:
        if any(place.type != SymbolType.Number for place in places):
            return None
        x, y = (place.number - start + 1 for place, start in zip(places, first, strict=True))
        inside = 1 <= x <= self._size[0] and 1 <= y <= self._size[1]
        return (x, y) if inside else None


def _is_line(term: Symbol) -> bool:
    return (
        term.type == SymbolType.Function
        and term.name in _LINES
        and len(term.arguments) == 1
        and term.arguments[0].type == SymbolType.Number
    )
