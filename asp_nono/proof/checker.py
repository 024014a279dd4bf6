"""A checker of proofs that a formula has no model.

Each step of a proof is a clause. It follows by *reverse unit propagation* (RUP) if the opposites of
its literals, and what unit propagation derives from them, contradict the formula and the steps
before it: E. Goldberg and Y. Novikov, Verification of Proofs of Unsatisfiability for CNF Formulas,
DATE 2003. Steps of DRAT that need not follow (RAT: as long as a model is left) are refused. Two
literals of each clause are watched: M. Moskewicz and others, Chaff, DAC 2001.

A sum is another kind of step. It gives colors of cells weights, which are integers. In a solution
the rows together weigh as much as the columns together, for both are all cells. So the most that
the rows can still weigh is not below the least that the columns can still weigh; and the difference
is the most by which a line can miss its best, a row its most and a column its least.
A color of a cell is refuted if every arrangement of a line with that color misses more. This holds
for any weights.
"""

from collections.abc import Iterable

from asp_nono.clue import BACKGROUND, Clue
from asp_nono.messages import NOTHING, Message
from asp_nono.proof.formula import Formula, edges_of

_Weights = dict[int, int]  # of literals of cells


class Checker:
    """A formula, with the steps that have been checked; literals are numbered as in DIMACS."""

    def __init__(self, variables: int, clauses: Iterable[list[int]]) -> None:
        """The clauses are taken over and reordered; none may hold a literal twice."""
        size = 2 * variables + 1  # negative literals are negative indices
        self._variables = variables
        self._false: list[bool] = [False] * size  # by literal
        self._implied: list[list[int]] = [[] for _ in range(size)]  # by the false literal of a pair
        self._watching: list[list[list[int]]] = [[] for _ in range(size)]
        self._trail: list[int] = []  # the true literals, in the order of their derivation
        self.refuted = False  # whether unit propagation alone contradicts what is known
        units = []
        for clause in clauses:
            if len(clause) > 1:
                self._watch(clause)
            else:
                units.append(clause)
        for clause in units:
            self.know(clause)

    def step(self, literals: list[int]) -> Message:
        """Take the next step of a proof; why it is refused, or nothing."""
        clause = list(dict.fromkeys(literals))
        if wrong := next((one for one in clause if abs(one) > self._variables), 0):
            return Message("variable {number} is not one of the formula", number=abs(wrong))
        if not self.refuted and not self._follows(clause):
            return Message("the clause does not follow by unit propagation")
        self.know(clause)
        return NOTHING

    def _follows(self, clause: list[int]) -> bool:
        """Whether the opposites of the literals contradict what is known."""
        known, false = len(self._trail), self._false
        conflict = False
        for literal in clause:
            if false[-literal]:
                conflict = True
                break
            if not false[literal]:
                self._assign(-literal)
        conflict = conflict or self._propagate(known)
        for literal in self._trail[known:]:
            false[-literal] = False
        del self._trail[known:]
        return conflict

    def false(self, literal: int) -> bool:
        """Whether a literal is known to be false."""
        return self._false[literal]

    def know(self, clause: list[int]) -> None:
        """Add a clause that follows, with its two literals that are not false first."""
        known = len(self._trail)
        clause.sort(key=lambda literal: self._false[literal])
        if not clause or self._false[clause[0]]:
            self.refuted = True
            return
        single = len(clause) == 1 or self._false[clause[1]]
        if single and not self._false[-clause[0]]:
            self._assign(clause[0])
        if len(clause) > 1:
            self._watch(clause)
        self.refuted |= self._propagate(known)

    def _watch(self, clause: list[int]) -> None:
        """Look at a clause again when one of its first two literals is false."""
        if len(clause) == 2:
            self._implied[clause[0]].append(clause[1])
            self._implied[clause[1]].append(clause[0])
            return
        self._watching[clause[0]].append(clause)
        self._watching[clause[1]].append(clause)

    def _assign(self, literal: int) -> None:
        self._false[-literal] = True
        self._trail.append(literal)

    def _propagate(self, known: int) -> bool:  # noqa: C901 - the inner loop, where the time goes
        """Derive what follows from the trail behind its first literals; whether it contradicts."""
        false, watching, trail = self._false, self._watching, self._trail
        while known < len(trail):
            here = -trail[known]
            known += 1
            for other in self._implied[here]:
                if not false[-other]:
                    if false[other]:
                        return True
                    false[-other] = True
                    trail.append(other)
            clauses, kept = watching[here], 0
            for place, clause in enumerate(clauses):
                other = clause[0]
                if other == here:
                    other = clause[0] = clause[1]
                    clause[1] = here
                if not false[-other]:
                    moved = False
                    for index in range(2, len(clause)):
                        literal = clause[index]
                        if not false[literal]:
                            clause[1] = literal
                            clause[index] = here
                            watching[literal].append(clause)
                            moved = True
                            break
                    if moved:
                        continue
                clauses[kept] = clause
                kept += 1
                if false[other]:
                    clauses[kept:] = clauses[place + 1 :]
                    return True
                if not false[-other]:
                    false[-other] = True
                    trail.append(other)
            del clauses[kept:]
        return False


def add_up(formula: Formula, checker: Checker, weights: _Weights) -> None:
    """Let the checker of a formula that is not refuted know what a sum with these weights shows."""
    opposite = {literal: -weight for literal, weight in weights.items()}
    gap, found = 0, list[tuple[int, dict[int, int]]]()
    for line, clue, length in formula.puzzle.lines():
        mine = weights if line.axis == "row" else opposite
        cells = formula.cells(line, length)
        worth = {one: mine.get(one, 0) for cell in cells for one in cell if not checker.false(one)}
        reached = _most(clue, cells, worth)
        best = max(reached[literal] for literal in cells[0] if literal in reached)
        gap += best
        found.append((best, reached))
    if gap < 0:
        checker.know([])
        return
    for best, reached in found:
        for literal, most in reached.items():
            if most < best - gap:
                checker.know([-literal])


def _most(clue: Clue, cells: list[list[int]], worth: _Weights) -> dict[int, int]:
    """For each literal of a cell the most that an arrangement in which it is true can weigh.

    The literals in `worth` can be true.
    """
    steps = []
    for tail, head, last, color in edges_of(clue, len(cells)):
        colored = [cells[p][color if p < last else BACKGROUND] for p in range(tail[1], head[1])]
        if all(literal in worth for literal in colored):
            steps.append((tail, head, colored, sum(worth[literal] for literal in colored)))
    before, after = {(0, 0): 0}, {(len(clue), len(cells)): 0}
    for tail, head, _, value in steps:  # no edge comes before one into its first state
        if tail in before:
            before[head] = max(before.get(head, before[tail] + value), before[tail] + value)
    for tail, head, _, value in reversed(steps):
        if head in after:
            after[tail] = max(after.get(tail, after[head] + value), after[head] + value)
    most: dict[int, int] = {}
    for tail, head, colored, value in steps:
        if tail in before and head in after:
            whole = before[tail] + value + after[head]
            for literal in colored:
                most[literal] = max(most.get(literal, whole), whole)
    return most
