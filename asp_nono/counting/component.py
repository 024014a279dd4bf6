"""Independent components of the open cells, and the branches of one of their cells.

The open cells of a swept board lie in segments of rows and columns. Two of them depend on each
other only if a chain of segments joins them, so the number of solutions is the product of those of
the components.
"""

from collections.abc import Sequence
from typing import NamedTuple, Self

from asp_nono.counting.diagram import Diagrams, Reduced
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
    """The component after one cell has got a color."""

    decided: dict[int, int]  #: the colors of the cells that it decides
    components: list[Component]  #: what is still open


def components(board: Board, diagrams: Diagrams) -> list[Component]:
    """The components of the open cells of a board swept by the complete line solver, top down."""
    width, cells = board.puzzle.width, board.partial().rows
    rows, columns = list[Segment](), list[Segment]()
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
        along, down = [rows[i] for i in sorted(mine)], [columns[i] for i in sorted(crossing)]
        found.append(Component(tuple(along), tuple(down)))
    return found


class Brancher:
    """Assigns colors to single cells of a component.

    Every consequence of single lines is drawn: in what remains, each color of each cell occurs in
    some arrangement of its row and in some of its column.
    """

    def __init__(self, component: Component, diagrams: Diagrams) -> None:
        self._diagrams = diagrams
        self._sides = _Side.of(component.rows), _Side.of(component.columns)

    def colors(self, cell: int) -> list[int]:
        """The possible colors of a cell, ascending."""
        rows = self._sides[0]
        first, position = rows.places[cell]
        return self._diagrams.colors(rows.segments[first][1].diagram, position)

    def branch(self, cell: int, color: int) -> Branch | None:
        """The component in which `cell` has `color`; None if that contradicts a line."""
        sides = [_Side(side.segments.copy(), side.places.copy(), {}) for side in self._sides]
        queue = [(0, cell, 1 << color), (1, cell, 1 << color)]
        while queue:
            number, cell, colors = queue.pop()
            side = sides[number]
            if cell in side.decided:
                if not colors >> side.decided[cell] & 1:
                    return None
                continue
            first, position = side.places[cell]
            place, (cells, diagram) = side.segments[first]
            reduced = self._diagrams.restrict(diagram, position, colors)
            if reduced is None:
                return None
            for at, only in reduced.forced:
                side.decided[cells[at]] = only
                if at != position or colors != 1 << only:
                    queue.append((1 - number, cells[at], 1 << only))
            for at, left in reduced.narrowed:
                if at != position or left != colors:
                    queue.append((1 - number, cells[at], left))
            del side.segments[first]
            for positions, rest in reduced.pieces:
                side.add(place, Segment(tuple([cells[at] for at in positions]), rest))
        return Branch(sides[0].decided, split(sides[0].left, sides[1].left))


class _Side(NamedTuple):
    """The rows, or the columns, of a component while colors are propagated."""

    segments: dict[int, tuple[int, Segment]]  #: by first cell: the place in the component, itself
    places: dict[
        int, tuple[int, int]
    ]  #: by cell: the first cell of its segment, the position there
    decided: dict[int, int]  #: the colors of the cells that are not open any more

    @classmethod
    def of(cls, segments: Sequence[Segment]) -> Self:
        """A side of which nothing is decided."""
        side = cls({}, {}, {})
        for number, segment in enumerate(segments):
            side.add(number, segment)
        return side

    def add(self, number: int, segment: Segment) -> None:
        """Add a segment whose place in the component is `number`."""
        first = segment.cells[0]
        self.segments[first] = (number, segment)
        for position, cell in enumerate(segment.cells):
            self.places[cell] = (first, position)

    @property
    def left(self) -> list[Segment]:
        """The segments in the order of the lines."""
        return [segment for _, segment in sorted(self.segments.values())]
