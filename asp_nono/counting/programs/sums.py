"""Cardinality and weight constraints as gates: decision diagrams over their literals.

A constraint says that the weights of the true literals add up to a bound at least. The diagram
branches on one literal after the other, heaviest first, and merges the nodes whose remaining bounds
cannot be told apart: I. Abío and others, A New Look at BDDs for Pseudo-Boolean Constraints, JAIR 45
(2012). For cardinalities this is the grid of a sequential counter.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from asp_nono.counting.programs.cnf import FALSE, TRUE, Formula
from asp_nono.errors import EncodingError

MAX_NODES = 1_000_000
"""The nodes of one diagram, at most."""


def at_least(formula: Formula, weighted: Iterable[tuple[int, int]], bound: int, name: str) -> int:
    """A literal that is true if and only if the weights of the true literals reach the bound.

    Args:
        formula: The formula that the gates go into.
        weighted: Literals with their positive weights; a literal may occur more than once.
        bound: What must be reached.
        name: The name of the program, for errors.

    Raises:
        EncodingError: If the diagram has more than MAX_NODES nodes.
    """
    weights, bound = _merged(weighted, bound)
    return _Diagram(formula, weights, name).root(bound)


def _merged(weighted: Iterable[tuple[int, int]], bound: int) -> tuple[list[tuple[int, int]], int]:
    """Each variable once, heaviest first, and the bound without what is sure to be there."""
    total: dict[int, int] = {}
    for literal, weight in weighted:
        total[literal] = total.get(literal, 0) + weight
    bound -= total.pop(TRUE, 0)
    total.pop(FALSE, None)
    for literal in [literal for literal in total if literal > 0 and -literal in total]:
        sure = min(total[literal], total[-literal])
        bound -= sure
        for one in (literal, -literal):
            total[one] -= sure
    weights = [(literal, weight) for literal, weight in total.items() if weight]
    return sorted(weights, key=lambda pair: (-pair[1], abs(pair[0]))), bound


class _Diagram:
    """Nodes by level and interval of bounds.

    Each level keeps disjoint intervals, sorted; every bound of an interval leads to the same gate.
    """

    def __init__(self, formula: Formula, weights: list[tuple[int, int]], name: str) -> None:
        self._formula = formula
        self._weights = weights
        self._name = name
        self._rest = [0] * (len(weights) + 1)
        for level in range(len(weights) - 1, -1, -1):
            self._rest[level] = self._rest[level + 1] + weights[level][1]
        self._ends: list[list[int]] = [[] for _ in weights]
        self._nodes: list[list[tuple[int, int, int]]] = [[] for _ in weights]
        self._number = 0

    def root(self, bound: int) -> int:
        """The gate for the whole sum, without recursion: sums may be long."""
        stack = [(0, bound)]
        while stack:
            level, wanted = stack[-1]
            if self._known(level, wanted):
                stack.pop()
                continue
            weight = self._weights[level][1]
            below = [(level + 1, wanted - weight), (level + 1, wanted)]
            missing = [node for node in below if not self._known(*node)]
            if missing:
                stack.extend(missing)
                continue
            self._make(level, wanted)
        found = self._known(0, bound)
        if found is None:
            raise AssertionError("the root was made last")
        return found[2]

    def _known(self, level: int, bound: int) -> tuple[float, float, int] | None:
        """The node that covers a bound, as first bound, last bound and gate."""
        if bound <= 0:
            return (float("-inf"), 0, TRUE)
        if bound > self._rest[level]:
            return (self._rest[level] + 1, float("inf"), FALSE)
        place = bisect_left(self._ends[level], bound)
        if place < len(self._nodes[level]) and self._nodes[level][place][0] <= bound:
            return self._nodes[level][place]
        return None

    def _make(self, level: int, bound: int) -> None:
        literal, weight = self._weights[level]
        high, low = self._known(level + 1, bound - weight), self._known(level + 1, bound)
        if high is None or low is None:
            raise AssertionError("the nodes below are made first")
        first = int(max(high[0] + weight, low[0]))
        last = int(min(high[1] + weight, low[1]))
        self._number += 1
        if self._number > MAX_NODES:
            reason = f"a sum of {len(self._weights)} weights takes more than {MAX_NODES} nodes"
            raise EncodingError(self._name, f"{reason}; expected fewer or smaller weights")
        place = bisect_left(self._ends[level], last)
        self._ends[level].insert(place, last)
        gate = self._formula.either(literal, high[2], low[2])
        self._nodes[level].insert(place, (first, last, gate))
