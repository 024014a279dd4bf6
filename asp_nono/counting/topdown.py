"""Counting from the top down: branch on a cell, split what is left, remember every component.

A component is remembered by its shape: the diagrams of its segments, and which cells they share,
whatever the numbers of the cells and lines. So the n! solutions of an n x n puzzle with a single 1
on every line take some n * n components. The method is that of the exact model counters (component
caching: Bayardo and Pehoushek 2000, Sang et al. 2004), with the propagation of whole lines in place
of unit clauses.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from time import perf_counter

from asp_nono.counting.branch import Branch, Brancher
from asp_nono.counting.component import Component
from asp_nono.counting.diagram import Diagrams

_ENTRY = 200
"""Bytes that a remembered component takes besides its key, about."""


class _Frame:
    """A component that is being counted.

    Attributes:
        brancher: Gives its cells colours.
        key: Its shape.
        cell: The cell that is branched on.
        colors: Its colours that are still to be tried.
        waiting: The components left by the colour that is being tried, largest first.
        product: The numbers of those already counted, multiplied.
        total: The solutions of the colours already tried.
        weight: The share of the whole search that each colour has.
        part: The share of each of the components that wait.
    """

    def __init__(
        self, component: Component, diagrams: Diagrams, key: bytes, cell: int, weight: float
    ) -> None:
        self.brancher = Brancher(component, diagrams)
        self.key = key
        self.cell = cell
        self.colors = self.brancher.colors(cell)
        self.waiting: list[Component] = []
        self.product = 1
        self.total = 0
        self.weight = weight / len(self.colors)
        self.part = 0.0


class TopDown:
    """The number of solutions of a component, worked out in as many goes as wanted.

    Attributes:
        component: The component.
        total: The number; None until it is known.
        progress: The share of the search that is done, 0 to 1, each branch weighed alike.
        full: Whether the memory given was not enough; then it goes no further.
    """

    def __init__(
        self, component: Component, diagrams: Diagrams, order: Sequence[int], memory: int
    ) -> None:
        """Nothing is done yet.

        Args:
            component: The component.
            diagrams: Where its diagrams are kept.
            order: Its cells in the order in which to branch on them.
            memory: Bytes that components remembered and diagrams may take, about.
        """
        self.component = component
        self.total: int | None = None
        self.progress = 0.0
        self.full = False
        self._diagrams = diagrams
        self._rank = {cell: number for number, cell in enumerate(order)}
        self._memory = memory
        self._bytes = 0
        self._known: dict[bytes, int] = {}
        self._stack: list[_Frame] = []
        self._enter(component, 1.0)

    @property
    def steps(self) -> int:
        """The number of components counted so far."""
        return len(self._known)

    def advance(self, until: float) -> bool:
        """Go on until the moment `until` of `perf_counter`; whether the total is known."""
        while self._stack and not self.full and perf_counter() < until:
            self._step()
        return self.total is not None

    def first(self, component: Component) -> int:
        """The cell of a component on which to branch."""
        return min(component.cells, key=self._rank.__getitem__)

    def number(self, component: Component) -> int:
        """The number of solutions of a component met on the way; asked when the total is known."""
        return self._known[shape(component)]

    def branches(self, component: Component) -> list[Branch]:
        """What the colours of its first cell leave of such a component, where there are solutions.

        The components of each branch come in the order in which they were counted, as long as
        none of them had no solution.
        """
        brancher = Brancher(component, self._diagrams)
        cell = self.first(component)
        found = []
        for color in brancher.colors(cell):
            branch = brancher.branch(cell, color)
            if branch is None:
                continue
            ordered = sorted(branch.components, key=_size, reverse=True)[::-1]
            if all(self.number(one) for one in ordered):
                found.append(Branch(branch.decided, ordered))
        return found

    def _step(self) -> None:
        """Count the next component, try the next colour, or be done with the frame."""
        frame = self._stack[-1]
        if frame.waiting:
            component = frame.waiting.pop()
            known = self._known.get(shape(component))
            if known is None:
                self._enter(component, frame.part)
            else:
                self.progress += frame.part
                self._multiply(frame, known)
        elif frame.colors:
            self._try(frame, frame.colors.pop())
        else:
            self._leave(frame)

    def _enter(self, component: Component, weight: float) -> None:
        cell = self.first(component)
        self._stack.append(_Frame(component, self._diagrams, shape(component), cell, weight))

    def _try(self, frame: _Frame, color: int) -> None:
        branch = frame.brancher.branch(frame.cell, color)
        if branch is None or not branch.components:
            frame.total += branch is not None
            self.progress += frame.weight
            return
        frame.product = 1
        frame.part = frame.weight / len(branch.components)
        frame.waiting = sorted(branch.components, key=_size, reverse=True)

    def _multiply(self, frame: _Frame, number: int) -> None:
        frame.product *= number
        if not number:
            self.progress += frame.part * len(frame.waiting)
            frame.waiting = []
        if not frame.waiting:
            frame.total += frame.product

    def _leave(self, frame: _Frame) -> None:
        self._known[frame.key] = frame.total
        self._bytes += _ENTRY + len(frame.key)
        self.full = self._bytes + self._diagrams.bytes > self._memory
        self._stack.pop()
        if self._stack:
            self._multiply(self._stack[-1], frame.total)
        else:
            self.total = frame.total


def shape(component: Component) -> bytes:
    """What a component is but for the numbers of its cells: equal ones have as many solutions."""
    column_of: dict[int, int] = {}
    for number, segment in enumerate(component.columns):
        for cell in segment.cells:
            column_of[cell] = number
    words = [len(component.rows)]
    for cells, diagram in component.rows:
        words.append(diagram)
        words += [column_of[cell] for cell in cells]
    words += [diagram for _, diagram in component.columns]
    return array("I", words).tobytes()


def _size(component: Component) -> int:
    return len(component.rows) + len(component.columns)
