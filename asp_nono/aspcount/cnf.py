"""Propositional formulas in conjunctive normal form, built gate by gate.

Every gate is a definition: the value of its output follows from those of its inputs. So gates never
change the number of models (Tseitin's translation, with both directions of each equivalence), and
equal gates are made only once.

Cardinality and weight constraints become decision diagrams of gates, which branch on one literal
after the other, heaviest first, and merge nodes whose remaining bounds are equivalent: I. Abío and
others, A New Look at BDDs for Pseudo-Boolean Constraints, JAIR 45 (2012). For cardinalities this is
the grid of a sequential counter.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import inf
from typing import Self, TypeAlias

from asp_nono.messages import EncodingError

TRUE = 1  # the literal that is always true; it occurs in no clause of a finished formula
FALSE = -TRUE

MAX_LITERALS = 20_000_000  # of all clauses together
MAX_NODES = 1_000_000  # of the diagram of one sum


@dataclass(frozen=True, slots=True)
class Cnf:
    """A finished formula over the variables 1, 2, …; each occurs in a clause or is shown."""

    variables: int  #: their number
    clauses: tuple[tuple[int, ...], ...]  #: integers, negative for negated variables
    shown: tuple[int, ...]  #: the variables that the models are projected on
    parts: tuple[int | None, ...] = ()
    """What the models are projected on, a literal for each part of the program; 0 where that always
    holds, None where it never does."""

    @classmethod
    def of(
        cls, clauses: Iterable[Sequence[int]], shown: Iterable[int], parts: Iterable[int] = ()
    ) -> Self:
        """A formula over any variables, which are renumbered in their order."""
        clauses, wanted = list(clauses), set(shown)
        used = sorted(wanted.union(*({abs(literal) for literal in one} for one in clauses)))
        number = {old: new for new, old in enumerate(used, 1)}
        number |= {-old: -new for old, new in number.items()}
        numbered = tuple(tuple(number[literal] for literal in clause) for clause in clauses)
        projected = tuple(sorted(number[variable] for variable in wanted))
        number |= {TRUE: 0} if TRUE not in number else {}
        return cls(len(used), numbered, projected, tuple(number.get(part) for part in parts))

    @property
    def trivial(self) -> int | None:
        """The number of models of a formula without clauses or with an empty one; else None."""
        if () in self.clauses:
            return 0
        return None if self.clauses else 1 << len(self.shown)


class FormulaBuilder:
    """A formula that is being built; `name` is that of the program, for errors."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._clauses: list[tuple[int, ...]] = []
        self._variables = TRUE
        self._literals = 0
        self._gates: dict[tuple[int, ...], int] = {}

    def variable(self) -> int:
        """A new variable."""
        self._variables += 1
        return self._variables

    def add(self, *literals: int) -> None:
        """Add a clause."""
        clause = {literal for literal in literals if literal != FALSE}
        if TRUE in clause or any(-literal in clause for literal in clause):
            return
        self._clauses.append(tuple(sorted(clause, key=abs)))
        self._literals += len(clause)
        if self._literals > MAX_LITERALS:
            raise EncodingError(
                self.name,
                "takes more than {most} literals as a formula; expected a smaller program",
                most=MAX_LITERALS,
            )

    def all_of(self, literals: Iterable[int]) -> int:
        """A literal that is true if and only if all the given ones are."""
        inputs = frozenset(literals) - {TRUE}
        if FALSE in inputs or any(-literal in inputs for literal in inputs):
            return FALSE
        if len(inputs) < 2:
            return next(iter(inputs), TRUE)
        key = tuple(sorted(inputs))
        if key not in self._gates:
            output = self._gates[key] = self.variable()
            for literal in key:
                self.add(-output, literal)
            self.add(output, *(-literal for literal in key))
        return self._gates[key]

    def any_of(self, literals: Iterable[int]) -> int:
        """A literal that is true if and only if one of the given ones is."""
        return -self.all_of(-literal for literal in literals)

    def at_least(self, weighted: Iterable[tuple[int, int]], bound: int) -> int:
        """A literal that is true if and only if the weights of the true literals reach `bound`.

        A literal may occur more than once in `weighted`; weights are positive.
        """
        weights, bound = normalized(weighted, bound)
        return _SumDiagram(self, weights).root(bound)

    def finished(self, shown: Iterable[int]) -> Cnf:
        """The formula, whose models are projected on the shown literals."""
        parts = tuple(shown)
        return Cnf.of(self._clauses, {abs(literal) for literal in parts} - {TRUE}, parts)


def normalized(
    weighted: Iterable[tuple[int, int]], bound: int
) -> tuple[list[tuple[int, int]], int]:
    """A sum with each variable once, heaviest first, and the bound without the certain weights.

    Of a literal and its opposite one holds, which is certain, too (as in clasp).
    """
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


_Node: TypeAlias = tuple[float, float, int]  # first bound, last bound and gate


class _SumDiagram:
    """The diagram of a sum: by level disjoint intervals of bounds, sorted, and their gates."""

    def __init__(self, formula: FormulaBuilder, weights: list[tuple[int, int]]) -> None:
        self._formula = formula
        self._weights = weights
        # For each level the sum of the weights from there on:
        self._rest = list(accumulate((weight for _, weight in weights[::-1]), initial=0))[::-1]
        self._ends: list[list[int]] = [[] for _ in weights]
        self._nodes: list[list[tuple[int, int, int]]] = [[] for _ in weights]
        self._number = 0

    def root(self, bound: int) -> int:
        """The gate of the whole sum, without recursion: sums may be long."""
        stack = [(0, bound)]
        while True:
            level, wanted = stack[-1]
            if found := self._known(level, wanted):
                stack.pop()
                if not stack:
                    return found[2]
                continue
            below = [(level + 1, wanted - self._weights[level][1]), (level + 1, wanted)]
            high, low = (self._known(*node) for node in below)
            if high and low:
                self._make(level, high, low)
            else:
                stack += [node for node in below if not self._known(*node)]

    def _known(self, level: int, bound: int) -> _Node | None:
        """The node that covers a bound."""
        if bound <= 0:
            return (-inf, 0, TRUE)
        if bound > self._rest[level]:
            return (self._rest[level] + 1, inf, FALSE)
        place = bisect_left(self._ends[level], bound)
        if place < len(self._nodes[level]) and self._nodes[level][place][0] <= bound:
            return self._nodes[level][place]
        return None

    def _make(self, level: int, high: _Node, low: _Node) -> None:
        """Make the node above two others, which are reached with its literal and without it."""
        literal, weight = self._weights[level]
        first = int(max(high[0] + weight, low[0]))
        last = int(min(high[1] + weight, low[1]))
        self._number += 1
        if self._number > MAX_NODES:
            raise EncodingError(
                self._formula.name,
                "a sum of {count} weights takes more than {most} nodes;"
                " expected fewer or smaller weights",
                count=len(self._weights),
                most=MAX_NODES,
            )
        place = bisect_left(self._ends[level], last)
        self._ends[level].insert(place, last)
        # The lower bound implies the upper one, so that "if literal then high else low" is:
        gate = self._formula.any_of([low[2], self._formula.all_of([literal, high[2]])])
        self._nodes[level].insert(place, (first, last, gate))
