"""A checker of proofs that a formula has no model.

Each step of a proof is a clause. It follows by *reverse unit propagation* (RUP) if the opposites of
its literals, and what unit propagation derives from them, contradict the formula and the steps
before it: E. Goldberg and Y. Novikov, Verification of Proofs of Unsatisfiability for CNF Formulas,
DATE 2003. Steps of DRAT that need not follow (RAT: as long as a model is left) are refused. Two
literals of each clause are watched: M. Moskewicz and others, Chaff, DAC 2001.
"""

from collections.abc import Iterable

from asp_nono.messages import NOTHING, Message


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
            self._know(clause)

    def step(self, literals: list[int]) -> Message:
        """Take the next step of a proof; why it is refused, or nothing."""
        clause = list(dict.fromkeys(literals))
        if wrong := next((one for one in clause if abs(one) > self._variables), 0):
            return Message("variable {number} is not one of the formula", number=abs(wrong))
        if not self.refuted and not self._follows(clause):
            return Message("the clause does not follow by unit propagation")
        self._know(clause)
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

    def _know(self, clause: list[int]) -> None:
        """Add a clause, with its two literals that are not false first."""
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
