"""From ground programs to formulas whose models are the answer sets, one for one.

An atom that no choice and no cycle leaves open is a definition: it holds if and only if one of its
bodies does, and becomes a gate. Every other atom becomes a variable, with clauses that say that it
needs a body and that the bodies of rules other than choices imply it: K. Clark's completion (1978).
Its models are the answer sets of tight programs, where no atom depends on itself through positive
literals (F. Fages, 1994); for atoms that do, their derivation, step by step, is added.

Disjunctions are shifted: `a; b :- c.` is read as `a :- c, not b.` and `b :- c, not a.`, which has
the same answer sets if no two atoms of a head depend on each other through positive literals
(R. Ben-Eliyahu and R. Dechter, 1994).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from asp_nono.aspcount.cnf import FALSE, TRUE, Cnf, FormulaBuilder
from asp_nono.aspcount.ground import GroundRule, GroundRules
from asp_nono.messages import EncodingError


def formula_of(program: GroundRules) -> Cnf:
    """The formula; projected on its shown variables, its models are the shown answer sets.

    Variables that are not shown may take several values in models that show the same only where
    hidden atoms do so in answer sets.
    """
    return _Translation(program).result()


class _Translation:
    def __init__(self, program: GroundRules) -> None:
        self._program = program
        self._formula = FormulaBuilder(program.name)
        self._value: dict[int, int] = {}
        self._rules: dict[int, list[GroundRule]] = {}
        for rule in program.rules:
            for atom in rule.head:
                self._rules.setdefault(atom, []).append(rule)
        if any(rule.disjunctive for rule in program.rules):
            self._require_shiftable()

    def _require_shiftable(self) -> None:
        """Check that no two atoms of a disjunction depend on each other."""
        needs = {atom: self._needs(atom, positive=True) for atom in self._rules}
        cycle = {atom: n for n, atoms in enumerate(strong_components(needs)) for atom in atoms}
        for rule in self._program.rules:
            atoms = set(rule.head)
            if rule.disjunctive and len({cycle[atom] for atom in atoms}) < len(atoms):
                raise EncodingError(
                    self._program.name,
                    "two atoms of a disjunction depend on each other; only the method clingo can"
                    " count that (clingo also makes disjunctions of some sums that depend on"
                    " themselves)",
                )

    def result(self) -> Cnf:
        """The whole formula."""
        for found in strong_components({atom: self._needs(atom) for atom in self._rules}):
            self._complete(found)
        for rule in self._program.rules:
            if not rule.head and rule.conjunction:
                self._formula.add(*(-self._literal(literal) for literal, _ in rule.body))
            elif not rule.head:
                self._formula.add(-self._body(rule, self._literal))
        return self._formula.finished(
            self._formula.any_of(
                self._formula.all_of(map(self._literal, literals)) for literals in alternatives
            )
            for alternatives in self._program.parts
        )

    def _needs(self, atom: int, *, positive: bool = False) -> list[int]:
        """The derivable atoms in an atom's bodies, or only the positive ones."""
        return [
            abs(literal)
            for rule in self._rules[atom]
            for literal in (*dict(rule.body), *rule.others(atom))
            if abs(literal) in self._rules and (literal > 0 or not positive)
        ]

    def _literal(self, literal: int) -> int:
        value = self._value.get(abs(literal), FALSE)
        return value if literal > 0 else -value

    def _body(self, rule: GroundRule, literal: Callable[[int], int], atom: int = 0) -> int:
        """The gate of a rule's body for an atom of its head, with the given values of literals."""
        if rule.conjunction:
            body = self._formula.all_of(literal(one) for one, _ in rule.body)
        else:
            weighted = [(literal(one), weight) for one, weight in rule.body]
            body = self._formula.at_least(weighted, rule.bound)
        return self._formula.all_of([body, *map(literal, rule.others(atom))])

    def _complete(self, atoms: list[int]) -> None:
        """Give values to atoms that depend on each other, or to one whose bodies have theirs."""
        cyclic = len(atoms) > 1 or atoms[0] in self._needs(atoms[0])
        if cyclic:
            self._value |= {atom: self._formula.variable() for atom in atoms}
        for atom in atoms:
            rules = self._rules[atom]
            bodies = [(rule.choice, self._body(rule, self._literal, atom)) for rule in rules]
            may = self._formula.any_of(body for _, body in bodies)
            must = self._formula.any_of(body for choice, body in bodies if not choice)
            if may == must and not cyclic:
                self._value[atom] = may
                continue
            value = self._value.get(atom) or self._formula.variable()
            self._value[atom] = value
            self._formula.add(-value, may)
            self._formula.add(-must, value)
        if not cyclic:
            return
        inside = set(atoms)
        needs = {
            atom: [n for n in self._needs(atom, positive=True) if n in inside] for atom in atoms
        }
        for loop in strong_components(needs):
            if len(loop) > 1 or loop[0] in needs[loop[0]]:
                self._support(loop)

    def _support(self, loop: list[int]) -> None:
        """Require that the atoms of a loop are derived from outside of it, step by step.

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
        """Whether an atom follows in one step from the values of literals before it."""
        chosen = self._value[atom]
        return self._formula.any_of(
            self._formula.all_of([self._body(rule, literal, atom), chosen if rule.choice else TRUE])
            for rule in self._rules[atom]
        )


def strong_components(graph: Mapping[int, Sequence[int]]) -> Iterable[list[int]]:
    """The strongly connected components, successors first: R. Tarjan's algorithm (1972)."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    path: list[int] = []
    waiting: set[int] = set()
    for root in graph:
        if root in order:
            continue
        work = [(root, iter(graph[root]))]
        while work:
            node, rest = work[-1]
            if node not in order:
                order[node] = low[node] = len(order)
                path.append(node)
                waiting.add(node)
            for after in rest:
                if after not in order:
                    work.append((after, iter(graph[after])))
                    break
                if after in waiting:
                    low[node] = min(low[node], order[after])
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low[node])
                if low[node] == order[node]:
                    found = [*iter(path.pop, node), node]
                    waiting.difference_update(found)
                    yield found
