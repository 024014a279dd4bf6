"""One cell of a component given a colour, and what follows from that, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from asp_nono.counting.component import Component, Segment, split
from asp_nono.counting.diagram import Diagrams, Piece


class Branch(NamedTuple):
    """What is left of a component when one of its cells is given a colour.

    Attributes:
        decided: The colours of the cells that this decides, the cell itself among them.
        components: What is still open.
    """

    decided: dict[int, int]
    components: list[Component]


class Brancher:
    """Gives cells of one component colours.

    Every consequence that single lines draw from a colour is drawn: what remains is again such
    that each colour of each cell occurs in some arrangement of its row and of its column.
    """

    def __init__(self, component: Component, diagrams: Diagrams) -> None:
        self._component = component
        self._diagrams = diagrams
        self._places = (_places(component.rows), _places(component.columns))

    def colors(self, cell: int) -> list[int]:
        """The colours that a cell can have, ascending."""
        number, position = self._places[0][cell]
        return self._diagrams.colors(self._component.rows[number].diagram, position)

    def branch(self, cell: int, color: int) -> Branch | None:
        """What is left when `cell` has `color`; None if nothing is."""
        work = _Spread(self._component, self._diagrams, self._places)
        if not work.spread(cell, color):
            return None
        return Branch(work.decided[0], split(work.left(0), work.left(1)))


class _Spread:
    """Colours spread from line to line; side 0 are the rows, side 1 the columns.

    Attributes:
        decided: On each side the cells that it knows to be decided.
    """

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

    def spread(self, cell: int, color: int) -> bool:
        """Give a cell a colour and draw all consequences; False if they contradict each other."""
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
        """Put the pieces that are left of a segment in its place."""
        segments, places, origins = self._segments[side], self._places[side], self._origins[side]
        self._dropped[side].add(number)
        for positions, diagram in pieces:
            mine = tuple([cells[at] for at in positions])
            for at, cell in enumerate(mine):
                places[cell] = (len(segments), at)
            segments.append(Segment(mine, diagram))
            origins.append(origins[number])

    def left(self, side: int) -> list[Segment]:
        """The segments of a side that are left, in the order of the lines."""
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
