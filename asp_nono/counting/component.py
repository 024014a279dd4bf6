"""Independent components of the open cells, and the branches of one of their cells.

The open cells of a swept board lie in segments of rows and columns. Two of them depend on each
other only if a chain of segments joins them, so the number of solutions is the product of those of
the components.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from asp_nono.counting.diagram import Diagrams, Piece, Reduced
from asp_nono.line.board import Board


class Segment(NamedTuple):
    """Cells in the order of their line, each y * width + x (0-based), and a diagram's number."""

    cells: tuple[int, ...]
    diagram: int


class Component(NamedTuple):
    """Open cells that depend on each other, each in one segment of a row and one of a column.

    Segments are ordered by line, those of one line by position.
    """

    rows: tuple[Segment, ...]
    columns: tuple[Segment, ...]

    @property
    def cells(self) -> list[int]:
        """The cells, row by row."""
        return [cell for segment in self.rows for cell in segment.cells]


class Branch(NamedTuple):
    """What a color of one cell leaves of a component."""

    decided: dict[int, int]  # the colors of the cells that it decides
    components: list[Component]  # what is still open


def components(board: Board, diagrams: Diagrams) -> list[Component]:
    """The components of the open cells of a board swept by the complete line solver, top down."""
    width, cells = board.puzzle.width, board.partial().rows
    rows: list[Segment] = []
    columns: list[Segment] = []
    for y, clue in enumerate(board.puzzle.rows):
        rows += _segments(diagrams.of_line(clue, cells[y]), y * width, 1)
    for x, clue in enumerate(board.puzzle.columns):
        columns += _segments(diagrams.of_line(clue, [row[x] for row in cells]), x, width)
    return split(rows, columns)


def _segments(reduced: Reduced | None, first: int, step: int) -> list[Segment]:
    """The segments of the line whose cells are `first`, `first + step`, and so on."""
    if reduced is None:
        raise AssertionError("a line of a swept board has no arrangement")
    return [
        Segment(tuple([first + step * position for position in positions]), diagram)
        for positions, diagram in reduced.pieces
    ]


def split(rows: Sequence[Segment], columns: Sequence[Segment]) -> list[Component]:
    """The components of segments, each with its segments in the given order."""
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


class Brancher:
    """Assigns colors to single cells of a component.

    Every consequence of single lines is drawn: in what remains, each color of each cell occurs in
    some arrangement of its row and in some of its column.
    """

    def __init__(self, component: Component, diagrams: Diagrams) -> None:
        self._component = component
        self._diagrams = diagrams
        self._places = (_places(component.rows), _places(component.columns))

    def colors(self, cell: int) -> list[int]:
        """The possible colors of a cell, ascending."""
        number, position = self._places[0][cell]
        return self._diagrams.colors(self._component.rows[number].diagram, position)

    def branch(self, cell: int, color: int) -> Branch | None:
        """What remains when `cell` has `color`; None if that contradicts a line."""
        work = _Propagation(self._component, self._diagrams, self._places)
        if not work.assign(cell, color):
            return None
        return Branch(work.decided[0], split(work.left(0), work.left(1)))


class _Propagation:
    """Colors propagated from line to line; side 0 are the rows, side 1 the columns."""

    def __init__(
        self,
        component: Component,
        diagrams: Diagrams,
        places: tuple[dict[int, tuple[int, int]], dict[int, tuple[int, int]]],
    ) -> None:
        self.decided: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self._diagrams = diagrams
        self._places = (places[0].copy(), places[1].copy())
        self._segments = (list(component.rows), list(component.columns))
        self._origins = (list(range(len(component.rows))), list(range(len(component.columns))))
        self._dropped: tuple[set[int], set[int]] = (set(), set())

    def assign(self, cell: int, color: int) -> bool:
        """Assign a color and draw all consequences; False if they contradict each other."""
        queue = [(0, cell, 1 << color), (1, cell, 1 << color)]
        while queue:
            side, cell, colors = queue.pop()
            place = self._places[side].get(cell)
            if place is None:
                if not colors >> self.decided[side][cell] & 1:
                    return False
                continue
            number, position = place
            cells, diagram = self._segments[side][number]
            reduced = self._diagrams.restrict(diagram, position, colors)
            if reduced is None:
                return False
            for at, only in reduced.forced:
                del self._places[side][cells[at]]
                self.decided[side][cells[at]] = only
                if at != position or colors != 1 << only:
                    queue.append((1 - side, cells[at], 1 << only))
            for at, left in reduced.narrowed:
                if at != position or left != colors:
                    queue.append((1 - side, cells[at], left))
            self._replace(side, number, cells, reduced.pieces)
        return True

    def _replace(
        self, side: int, number: int, cells: tuple[int, ...], pieces: Sequence[Piece]
    ) -> None:
        """Put the remaining pieces of a segment in its place."""
        segments, places, origins = self._segments[side], self._places[side], self._origins[side]
        self._dropped[side].add(number)
        for positions, diagram in pieces:
            mine = tuple([cells[at] for at in positions])
            for at, cell in enumerate(mine):
                places[cell] = (len(segments), at)
            segments.append(Segment(mine, diagram))
            origins.append(origins[number])

    def left(self, side: int) -> list[Segment]:
        """The remaining segments of a side, in the order of the lines."""
        segments, origins, dropped = self._segments[side], self._origins[side], self._dropped[side]
        alive = [
            (origins[number], segment)
            for number, segment in enumerate(segments)
            if number not in dropped
        ]
        alive.sort()
        return [segment for _, segment in alive]


def _places(segments: Sequence[Segment]) -> dict[int, tuple[int, int]]:
    """For each cell the number of its segment, and its position there."""
    return {
        cell: (number, position)
        for number, segment in enumerate(segments)
        for position, cell in enumerate(segment.cells)
    }
