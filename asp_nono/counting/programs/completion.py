"""From ground programs to formulas whose models are the answer sets, one for one.

An atom that no choice and no cycle leaves open is a definition: it holds if and only if one of its
bodies does, and becomes a gate. Every other atom becomes a variable, with clauses that say that it
needs a body and that a rule that is no choice compels it: K. Clark's completion (1978). Its models
are the answer sets where no atom depends on itself through positive literals (F. Fages, 1994);
where some do, it is added how they are derived, step by step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from asp_nono.counting.programs.cnf import FALSE, Cnf, Formula
from asp_nono.counting.programs.components import components
from asp_nono.counting.programs.disjunctions import without_disjunctions
from asp_nono.counting.programs.ground import Ground, Rule
from asp_nono.counting.programs.sums import at_least


def formula_of(program: Ground) -> Cnf:
    """The formula; its models differ in the shown variables as answer sets do in what they show.

    Variables that are not shown may take several values in models that show the same only where
    hidden atoms do so in answer sets.

    Raises:
        EncodingError: If atoms of a disjunction depend on each other, or if the formula gets too
            large.
    """
    return _Translation(program).result()


class _Translation:
    def __init__(self, program: Ground) -> None:
        self._program = program
        self._formula = Formula(program.name)
        self._value: dict[int, int] = {}
        self._rules: dict[int, list[Rule]] = {}
        self._all = without_disjunctions(program)
        for rule in self._all:
            for atom in rule.head:
                self._rules.setdefault(atom, []).append(rule)

    def result(self) -> Cnf:
        """The whole formula."""
        for found in components({atom: self._needs(atom) for atom in self._rules}):
            if len(found) == 1 and found[0] not in self._needs(found[0]):
                self._define(found[0])
            else:
                self._complete(found)
        for rule in self._all:
            if not rule.head and rule.conjunction:
                self._formula.add(*(-self._literal(literal) for literal, _ in rule.body))
            elif not rule.head:
                self._formula.add(-self._body(rule, self._literal))
        return self._formula.finished(map(self._part, self._program.parts))

    def _needs(self, atom: int, sign: int = 0) -> list[int]:
        """The atoms in an atom's bodies; only the positive ones for a sign of 1."""
        return [
            abs(literal)
            for rule in self._rules[atom]
            for literal, _ in rule.body
            if abs(literal) in self._rules and (not sign or literal > 0)
        ]

    def _literal(self, literal: int) -> int:
        value = self._value.get(abs(literal), FALSE)
        return value if literal > 0 else -value

    def _body(self, rule: Rule, literal: Callable[[int], int]) -> int:
        """The gate that says that a rule's body holds, with the given values of literals."""
        if rule.conjunction:
            return self._formula.all_of(literal(one) for one, _ in rule.body)
        weighted = [(literal(one), weight) for one, weight in rule.body]
        return at_least(self._formula, weighted, rule.bound, self._program.name)

    def _may_and_must(self, atom: int) -> tuple[int, int]:
        """Whether some body lets the atom hold, and whether some body compels it."""
        bodies = [(rule.choice, self._body(rule, self._literal)) for rule in self._rules[atom]]
        may = self._formula.any_of(body for _, body in bodies)
        must = self._formula.any_of(body for choice, body in bodies if not choice)
        return may, must

    def _define(self, atom: int) -> None:
        """Give a value to an atom whose bodies all have theirs."""
        may, must = self._may_and_must(atom)
        if may == must:
            self._value[atom] = may
            return
        self._value[atom] = self._formula.variable()
        self._between(atom, may, must)

    def _between(self, atom: int, may: int, must: int) -> None:
        self._formula.add(-self._value[atom], may)
        self._formula.add(-must, self._value[atom])

    def _complete(self, atoms: list[int]) -> None:
        """Give values to atoms that depend on each other."""
        for atom in atoms:
            self._value[atom] = self._formula.variable()
        for atom in atoms:
            self._between(atom, *self._may_and_must(atom))
        inside = set(atoms)
        positive = {
            atom: [need for need in self._needs(atom, 1) if need in inside] for atom in atoms
        }
        for loop in components(positive):
            if len(loop) > 1 or loop[0] in positive[loop[0]]:
                self._found(loop)

    def _found(self, loop: list[int]) -> None:
        """Demand that the atoms of a loop are derived from outside of it, step by step.

        The steps are those of the least fixpoint of the reduct, a gate for each atom and step; a
        derivation needs no more steps than the loop has atoms. Being gates, they add no models.
        """
        derived = dict.fromkeys(loop, FALSE)

        def literal(one: int) -> int:
            return derived[one] if one in derived else self._literal(one)

        for _ in loop:
            after = {atom: self._derived(atom, literal) for atom in loop}
            if after == derived:
                break
            derived = after
        for atom in loop:
            self._formula.add(-self._value[atom], derived[atom])

    def _derived(self, atom: int, literal: Callable[[int], int]) -> int:
        """Whether an atom follows in a step from the values of literals before it."""
        bodies = []
        for rule in self._rules[atom]:
            body = self._body(rule, literal)
            chosen = [self._value[atom]] if rule.choice else []
            bodies.append(self._formula.all_of([body, *chosen]))
        return self._formula.any_of(bodies)

    def _part(self, alternatives: Iterable[tuple[int, ...]]) -> int:
        """Whether one of some conjunctions holds."""
        return self._formula.any_of(
            self._formula.all_of(map(self._literal, literals)) for literals in alternatives
        )
