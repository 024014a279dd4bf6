"""Counting top down: branch on a cell, split what remains into components, cache their counts.

The cache key of a component is its shape: the diagrams of its segments and which cells they share,
whatever the numbers of the cells and lines. So the n! solutions of an n x n puzzle with a single 1
on every line take about n * n components. This is component caching as in exact model counters
(Bayardo and Pehoushek 2000, Sang et al. 2004), with propagation of whole lines instead of unit
clauses.
"""

from array import array
from collections.abc import Iterator, Sequence
from math import prod
from time import perf_counter
from typing import TypeAlias

from asp_nono.counting.component import Branch, Brancher, Component
from asp_nono.counting.diagram import Diagrams

CellCounts: TypeAlias = dict[int, dict[int, int]]  # solutions by cell and color

_ENTRY = 270  # approximate bytes of a cache entry besides its key


class _BranchedComponent:
    """A component that is being counted by branching on a cell."""

    def __init__(self, component: Component, diagrams: Diagrams, cell: int, weight: float) -> None:
        self.brancher = Brancher(component, diagrams)
        self.key = shape(component)
        self.cell = cell
        self.place = component.cells.index(cell)
        self.colors = self.brancher.colors(cell)  # those not yet tried
        self.waiting: list[Component] = []  # what the current color leaves to count, largest first
        self.product = 1  # the product of the counts of the others
        self.total = 0  # the solutions of the colors already tried
        self.weight = weight / len(self.colors)  # the share of the search that each color has
        self.part = 0.0  # the share of each of the waiting components


class TopDown:
    """The number of solutions of a component, computed in steps."""

    def __init__(
        self, component: Component, diagrams: Diagrams, order: Sequence[int], memory: int
    ) -> None:
        """`order` is that of branching; `memory` bounds cache and diagrams, in bytes."""
        self.component = component
        self.total: int | None = None  # the number, once it is known
        self.progress = 0.0  # the share of the search that is done, all branches weighed equally
        self.full = False  # whether memory ran out; then it goes no further
        self._diagrams, self._memory, self._bytes = diagrams, memory, 0
        self._rank = {cell: number for number, cell in enumerate(order)}
        self._known: dict[bytes, int] = {}
        self._places: dict[bytes, int] = {}  # of the cells that were branched on
        self._stack: list[_BranchedComponent] = []
        self._stack.append(_BranchedComponent(component, diagrams, self._first(component), 1.0))

    @property
    def state(self) -> str:
        """What is done, in words."""
        return f"{len(self._known)} components counted within them"

    def advance(self, until: float) -> bool:
        """Go on until `until` (as `perf_counter`); whether the total is known."""
        while self._stack and not self.full and perf_counter() < until:
            self._step()
        return self.total is not None

    def solution(self, index: int) -> dict[int, int]:
        """The colors of the cells in solution `index`, from 0, when the total is known."""
        colors: dict[int, int] = {}
        waiting = [(self.component, index)]
        while waiting:
            component, index = waiting.pop()
            for branch in self._branches(component):
                number = self._count(branch)
                if index < number:
                    break
                index -= number
            colors |= branch.decided
            for part in branch.components:
                index, rank = divmod(index, self._known[shape(part)])
                waiting.append((part, rank))
        return colors

    def shares(self) -> CellCounts:
        """For each cell how many solutions give it each color, when the total is known.

        Components of one shape have the same shares, cell by cell; each shape is computed once.
        """
        known: dict[bytes, list[dict[int, int]]] = {}
        stack = [(self.component, self._branches(self.component))]
        while stack:
            component, branches = stack[-1]
            parts = [part for branch in branches for part in branch.components]
            missing = [part for part in parts if shape(part) not in known]
            if missing:
                stack.append((missing[0], self._branches(missing[0])))
            else:
                known[shape(component)] = self._shares(component, branches, known)
                stack.pop()
        whole = self.component
        return dict(zip(whole.cells, known[shape(whole)], strict=True))

    def nodes(self, first: int) -> Iterator[str]:
        """The components that were counted, as lines of a decomposition (docs/proof.md).

        They are numbered from `first`; each comes after those that it needs, the whole one last.
        """
        numbers: dict[bytes, int] = {}
        stack = [(self.component, self._parted(self.component))]
        while stack:
            component, branches = stack[-1]
            parts = (part for branch in branches for part in branch or ())
            missing = next((part for part in parts if part and shape(part) not in numbers), None)
            if missing:
                stack.append((missing, self._parted(missing)))
                continue
            stack.pop()
            key = shape(component)
            numbers[key] = first + len(numbers)
            words = [f"b {numbers[key]} {self._known[key]} {self._places[key]}"]
            for branch in branches:
                words.append("/")
                names = ["-"] if branch is None else [numbers[shape(p)] if p else 0 for p in branch]
                words += map(str, names)
            yield " ".join(words)

    def _parted(self, component: Component) -> list[list[Component | None] | None]:
        """What each color of a cell leaves to count, None where line logic finds no solution.

        Where a component has no solution, the others do not matter: each is None.
        """
        found: list[list[Component | None] | None] = []
        for branch in self._tried(component):
            none = branch and self._dead(branch)
            parts = branch.components if branch else []
            known = [part if none in (None, part) else None for part in parts]
            found.append(known if branch else None)
        return found

    def _tried(self, component: Component) -> list[Branch | None]:
        """The branches of a counted component, by the colors of the cell branched on.

        It is where it was in the component of this shape that was counted, which need not be the
        first cell here: the others would lead to components that were never counted.
        """
        brancher = Brancher(component, self._diagrams)
        cell = component.cells[self._places[shape(component)]]
        return [brancher.branch(cell, color) for color in brancher.colors(cell)]

    def _dead(self, branch: Branch) -> Component | None:
        """A component of a branch that is known to have no solution."""
        return next((part for part in branch.components if self._known.get(shape(part)) == 0), None)

    def _shares(
        self, component: Component, branches: list[Branch], known: dict[bytes, list[dict[int, int]]]
    ) -> list[dict[int, int]]:
        """The shares of a component, cell by cell, from those of the parts of its branches."""
        found: CellCounts = {cell: {} for cell in component.cells}
        for branch in branches:
            number = self._count(branch)
            for cell, color in branch.decided.items():
                found[cell][color] = found[cell].get(color, 0) + number
            for part in branch.components:
                key = shape(part)
                times = number // self._known[key]
                for cell, counts in zip(part.cells, known[key], strict=True):
                    for color, count in counts.items():
                        found[cell][color] = found[cell].get(color, 0) + times * count
        return list(found.values())

    def _count(self, branch: Branch) -> int:
        return prod([self._known[shape(part)] for part in branch.components])

    def _branches(self, component: Component) -> list[Branch]:
        """The branches of a counted component that have solutions."""
        return [
            Branch(branch.decided, sorted(branch.components, key=_size, reverse=True)[::-1])
            for branch in self._tried(component)
            if branch and not self._dead(branch)
        ]

    def _first(self, component: Component) -> int:
        return min(component.cells, key=self._rank.__getitem__)

    def _step(self) -> None:
        """Count the next component, try the next color, or close the frame."""
        frame = self._stack[-1]
        if frame.waiting:
            component = frame.waiting.pop()
            known = self._known.get(shape(component))
            if known is None:
                cell = self._first(component)
                self._stack.append(_BranchedComponent(component, self._diagrams, cell, frame.part))
            else:
                self.progress += frame.part
                self._multiply(frame, known)
        elif frame.colors:
            self._try(frame, frame.colors.pop())
        else:
            self._leave(frame)

    def _try(self, frame: _BranchedComponent, color: int) -> None:
        branch = frame.brancher.branch(frame.cell, color)
        if branch is None or not branch.components:
            frame.total += branch is not None
            self.progress += frame.weight
            return
        frame.product = 1
        frame.part = frame.weight / len(branch.components)
        frame.waiting = sorted(branch.components, key=_size, reverse=True)

    def _multiply(self, frame: _BranchedComponent, number: int) -> None:
        frame.product *= number
        if not number:
            self.progress += frame.part * len(frame.waiting)
            frame.waiting = []
        if not frame.waiting:
            frame.total += frame.product

    def _leave(self, frame: _BranchedComponent) -> None:
        self._known[frame.key] = frame.total
        self._places[frame.key] = frame.place
        self._bytes += _ENTRY + len(frame.key)
        self.full = self._bytes + self._diagrams.bytes > self._memory
        self._stack.pop()
        if self._stack:
            self._multiply(self._stack[-1], frame.total)
        else:
            self.total = frame.total


def shape(component: Component) -> bytes:
    """A component but for the numbers of its cells: equal shapes have as many solutions."""
    columns = enumerate(component.columns)
    column_of = {cell: number for number, segment in columns for cell in segment.cells}
    words = [len(component.rows)]
    for cells, diagram in component.rows:
        words.append(diagram)
        words += [column_of[cell] for cell in cells]
    words += [diagram for _, diagram in component.columns]
    return array("I", words).tobytes()


def _size(component: Component) -> int:
    return len(component.rows) + len(component.columns)
