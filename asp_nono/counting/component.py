"""What is open on a board, as segments of rows and columns that fall into independent components.

Two open cells depend on each other only if a chain of segments joins them; in every other respect
a line is decided. So the number of solutions is the product of those of the components.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from asp_nono.counting.diagram import Diagrams, Reduced
from asp_nono.line.board import Board


class Segment(NamedTuple):
    """A piece of a line.

    Attributes:
        cells: Its cells, in the order of the line; a cell is y * width + x, 0-based.
        diagram: The number of the diagram of its arrangements.
    """

    cells: tuple[int, ...]
    diagram: int


class Component(NamedTuple):
    """Open cells that depend on each other; each lies in one segment of either kind.

    Attributes:
        rows: The segments of rows, top down, then from the left.
        columns: The segments of columns, from the left, then top down.
    """

    rows: tuple[Segment, ...]
    columns: tuple[Segment, ...]

    @property
    def cells(self) -> list[int]:
        """The cells, row by row."""
        return [cell for segment in self.rows for cell in segment.cells]


def components(board: Board, diagrams: Diagrams) -> list[Component]:
    """The components of the open cells of a board that has been swept, from the top.

    Args:
        board: The board; no sweep by the complete line solver finds anything new on it.
        diagrams: Where diagrams are kept.
    """
    width, cells = board.puzzle.width, board.partial().rows
    rows: list[Segment] = []
    columns: list[Segment] = []
    for y, (clue, allowed) in enumerate(zip(board.puzzle.rows, cells, strict=True)):
        places = range(y * width, y * width + width)
        rows += _segments(diagrams.of_line(clue, allowed), places)
    for x, clue in enumerate(board.puzzle.columns):
        places = range(x, width * board.puzzle.height, width)
        columns += _segments(diagrams.of_line(clue, [row[x] for row in cells]), places)
    return split(rows, columns)


def _segments(reduced: Reduced | None, places: Sequence[int]) -> Iterable[Segment]:
    if reduced is None:
        raise AssertionError("a line of a swept board has no arrangement")
    for positions, diagram in reduced.pieces:
        yield Segment(tuple([places[position] for position in positions]), diagram)


def split(rows: Sequence[Segment], columns: Sequence[Segment]) -> list[Component]:
    """The components of segments, each with its segments in the order given."""
    row_of = {cell: number for number, segment in enumerate(rows) for cell in segment.cells}
    column_of = {cell: number for number, segment in enumerate(columns) for cell in segment.cells}
    seen_rows, seen_columns = bytearray(len(rows)), bytearray(len(columns))
    found = []
    for number in range(len(rows)):
        if seen_rows[number]:
            continue
        seen_rows[number] = 1
        mine, crossing = [number], []
        for row in mine:  # both lists grow while they are walked
            for cell in rows[row].cells:
                column = column_of[cell]
                if seen_columns[column]:
                    continue
                seen_columns[column] = 1
                crossing.append(column)
                for other in columns[column].cells:
                    if not seen_rows[row_of[other]]:
                        seen_rows[row_of[other]] = 1
                        mine.append(row_of[other])
        mine.sort()
        crossing.sort()
        found.append(
            Component(tuple([rows[i] for i in mine]), tuple([columns[i] for i in crossing]))
        )
    return found
