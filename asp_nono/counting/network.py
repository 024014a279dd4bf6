"""A component as a network: its cells, and the bonds between neighbouring cells of a segment.

A bond carries the node that the segment's diagram has reached between two of its cells. A cell has
up to four bonds, its legs: in and out along its row, in and out along its column. A colouring is
a solution exactly if every cell finds its colour on an arc between the nodes on its legs, both
along its row and along its column.
"""

from __future__ import annotations

from math import log2
from typing import NamedTuple

from asp_nono.counting.component import Component
from asp_nono.counting.diagram import Diagrams, Layers

NO_BOND = -1
"""The leg of a cell at the end of a segment."""


class Choice(NamedTuple):
    """A colour of a cell and the nodes on its four legs that allow it; 0 where there is no bond."""

    nodes: tuple[int, int, int, int]
    color: int


class _Place(NamedTuple):
    """Where a cell lies in a segment, and the bonds in and out."""

    layers: Layers
    position: int
    before: int
    behind: int


class Network:
    """The network of a component; cells and bonds are numbered from 0.

    Attributes:
        cells: The cell of the board that each number stands for.
        around: For each cell its neighbours, each with the bond to it.
        widths: For each bond the number of nodes that it can carry.
        weights: The binary logarithms of the widths.
        segments: For each segment, rows first, its diagram, its cells and its bonds.
    """

    def __init__(self, component: Component, diagrams: Diagrams) -> None:
        self.cells = component.cells
        self.around: list[list[tuple[int, int]]] = [[] for _ in self.cells]
        self.widths: list[int] = []
        self.segments: list[tuple[Layers, list[int], list[int]]] = []
        self._places: list[list[_Place]] = [[] for _ in self.cells]
        numbers = {cell: number for number, cell in enumerate(self.cells)}
        for segment in (*component.rows, *component.columns):
            self._join(diagrams.layers[segment.diagram], [numbers[cell] for cell in segment.cells])
        self.weights = [log2(width) for width in self.widths]

    def _join(self, layers: Layers, cells: list[int]) -> None:
        """Join the cells of a segment."""
        first = len(self.widths)
        self.widths += [len(layer) for layer in layers[1:]]
        bonds = list(range(first, len(self.widths)))
        self.segments.append((layers, cells, bonds))
        for cell, before, bond in zip(cells[1:], cells, bonds, strict=False):
            self.around[cell].append((before, bond))
            self.around[before].append((cell, bond))
        ends = [NO_BOND, *bonds, NO_BOND]
        for position, cell in enumerate(cells):
            self._places[cell].append(_Place(layers, position, ends[position], ends[position + 1]))

    def legs(self, cell: int) -> tuple[int, int, int, int]:
        """The bonds of a cell: row in, row out, column in, column out."""
        row, column = self._places[cell]
        return row.before, row.behind, column.before, column.behind

    def choices(self, cell: int) -> list[Choice]:
        """All colours of a cell with all the nodes on its legs that allow them."""
        row, column = self._places[cell]
        found = []
        for left, along in enumerate(row.layers[row.position]):
            for above, down in enumerate(column.layers[column.position]):
                below = dict(down)
                for color, right in along:
                    if color in below:
                        found.append(Choice((left, right, above, below[color]), color))
        return found
