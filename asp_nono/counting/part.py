"""One component on its way to a number, and the methods that are tried on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from math import inf, prod
from typing import TYPE_CHECKING, Literal, TypeAlias

from asp_nono.counting import topdown_solutions
from asp_nono.counting.component import Component
from asp_nono.counting.diagram import Diagrams
from asp_nono.counting.network import Network
from asp_nono.counting.order import orders
from asp_nono.counting.topdown import TopDown
from asp_nono.errors import UncountedError

if TYPE_CHECKING:
    from asp_nono.counting.beam import Beams
    from asp_nono.counting.frontier import Frontier
    from asp_nono.counting.frontier_solutions import FrontierSolutions

Method: TypeAlias = Literal["topdown", "frontier"]

_PROMISING = 0.4
"""The share of the cells that a frontier has to have taken in to be given more time at once."""

_TOO_MANY = 80.0
"""The binary logarithm of the states to expect with which a frontier is not begun; where boards are
dense, not even their square root comes about.
"""

_ROUNDS = 20
"""Rounds of belief propagation."""

_STARTS = 5
"""How many cells greedy orders begin with."""

_BEAM_STARTS, _BEAM_ORDERS = 20, 8
"""The same where a beam has to choose among orders, and how many of them it tries."""


class Part:
    """A component that is being counted.

    Attributes:
        component: The component.
        total: The number of its solutions; None until it is known.
        method: The method that found it.
        least: So many solutions it has at least.
    """

    def __init__(self, component: Component, diagrams: Diagrams, width: int, memory: int) -> None:
        """Nothing is done yet.

        Args:
            component: The component.
            diagrams: Where its diagrams are kept.
            width: The number of columns of the board.
            memory: Bytes that each method may take, about.
        """
        self.component = component
        self.total: int | None = None
        self.method = ""
        self.least = 0
        self._diagrams = diagrams
        self._width = width
        self._memory = memory

    @property
    def most(self) -> int:
        """So many solutions it has at most: the arrangements of its rows, or of its columns."""
        if self.total is not None:
            return self.total
        return min(
            prod(self._diagrams.ways(segment.diagram) for segment in segments)
            for segments in (self.component.rows, self.component.columns)
        )

    @cached_property
    def network(self) -> Network:
        """The component as a network."""
        return Network(self.component, self._diagrams)

    @cached_property
    def order(self) -> list[int]:
        """The order in which its cells are best taken in, as numbers of the network."""
        return orders(self.network, self._width, _STARTS)[0][1]

    @cached_property
    def _sweep(self) -> tuple[float, list[int]]:
        """The best order that sweeps across the board, after what it can be expected to cost."""
        return orders(self.network, self._width)[0]

    @property
    def hopeless(self) -> bool:
        """Whether a frontier has to expect far too many states, at a first look."""
        return self._sweep[0] > _TOO_MANY

    @property
    def methods(self) -> Sequence[Method]:
        """What is worth trying: who has come further goes first."""
        if self.hopeless:
            return ("topdown",)
        return sorted(("topdown", "frontier"), key=self._progress, reverse=True)

    @cached_property
    def topdown(self) -> TopDown:
        """The count from the top down, which takes the cells in the order of the best sweep."""
        cells = [self.network.cells[cell] for cell in self._sweep[1]]
        return TopDown(self.component, self._diagrams, cells, self._memory)

    @cached_property
    def frontier(self) -> Frontier:
        """The count along a frontier."""
        from asp_nono.counting.frontier import Frontier

        return Frontier(self.network, self.order, self._memory)

    def _counter(self, method: Method) -> TopDown | Frontier:
        return self.topdown if method == "topdown" else self.frontier

    def prepare(self, method: Method) -> None:
        """Do what a method needs before it can begin."""
        self._counter(method)

    def advance(self, method: Method, until: float) -> bool:
        """Go on with a method until the moment `until`; whether the total is known."""
        counter = self._counter(method)
        if counter.advance(until):
            self.total, self.method = counter.total, method
        return self.total is not None

    @property
    def promising(self) -> bool:
        """Whether a frontier has been begun and has come far."""
        return self._progress("frontier") >= _PROMISING

    def _progress(self, method: Method) -> float:
        """How far a method has come, 0 to 1."""
        begun = method in self.__dict__  # where cached properties are kept
        return self._counter(method).progress if begun else 0.0

    def full(self, methods: Iterable[Method]) -> bool:
        """Whether none of these methods can go on with the memory given."""
        return all(self._counter(method).full for method in methods)

    @cached_property
    def beams(self) -> Beams:
        """Lower bounds along a frontier."""
        from asp_nono.counting.beam import Beams
        from asp_nono.counting.belief import beliefs

        tried = [
            order for _, order in orders(self.network, self._width, _BEAM_STARTS)[:_BEAM_ORDERS]
        ]
        return Beams(self.network, tried, beliefs(self.network, _ROUNDS), self._memory)

    def widen(self, until: float) -> bool:
        """Raise the lower bound until the moment `until`; False if that goes no further."""
        more = self.beams.advance(until)
        self.least = max(self.least, self.beams.least)
        return more

    def solution(self, index: int) -> dict[int, int]:
        """The colours of the cells in solution `index`, counted from 0, when all are counted.

        Raises:
            UncountedError: If there is no memory to find the way back to it.
        """
        if self.method == "topdown":
            return topdown_solutions.solution(self.topdown, index)
        return self._way_back.solution(index)

    def shares(self) -> dict[int, dict[int, int]]:
        """For each cell how many of the solutions give it each colour.

        Raises:
            UncountedError: If there is no memory to find the way back to them.
        """
        if self.method == "topdown":
            return topdown_solutions.shares(self.topdown)
        return self._way_back.shares()

    @cached_property
    def _way_back(self) -> FrontierSolutions:
        """The count along a frontier once more, all its states kept."""
        from asp_nono.counting.frontier import Frontier
        from asp_nono.counting.frontier_solutions import FrontierSolutions

        frontier = Frontier(self.network, self.order, self._memory, keep=True)
        if not frontier.advance(inf):
            raise UncountedError(
                f"the {self.total} solutions of {len(self.component.cells)} cells were counted, "
                "but there is no memory to find the way back to them"
            )
        return FrontierSolutions(frontier)

    def tell(self, method: Method) -> str:
        """In words how far a method has come."""
        size = f"{len(self.component.cells)} cells"
        if self.method == method:
            return f"{size} counted"
        if method == "topdown":
            full = ", memory full" if self.topdown.full else ""
            return f"{size}: {self.topdown.progress:.0%} of the search{full}"
        full = ", memory full" if self.frontier.full else ""
        return f"{size}: {self.frontier.progress:.0%} of them taken in{full}"
