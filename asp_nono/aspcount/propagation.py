"""Unit propagation on a ground program, in many states at once.

A state is a set of literals that hold; sets of states are integers in which each state has a bit.
So one step of propagation is a few operations on long integers, whatever the number of states.

What is propagated is what clasp has for a program (M. Gebser, B. Kaufmann and T. Schaub,
Conflict-driven answer set solving: from theory to practice, 2012): Clark's completion, with a
variable for each body that several literals make up, and sums, which propagate bounds. Not part
of it are unfounded sets, which matter only in programs that are not tight, the equivalences that
clasp finds in advance, and the rules into which it breaks some small sums.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from asp_nono.aspcount.cnf import TRUE, normalized
from asp_nono.aspcount.completion import strong_components
from asp_nono.aspcount.ground import GroundRule, GroundRules

Found = Callable[[int, int], None]  # takes a literal, and the states in which it holds


@dataclass(frozen=True, slots=True)
class _Clause:
    """One of the literals holds."""

    literals: Sequence[int]

    def propagate(self, holds: Sequence[int], states: int, found: Found) -> None:
        """A literal holds in the states in which no other one can."""
        if len(self.literals) == 2:  # most are
            one, other = self.literals
            found(other, holds[-one])
            found(one, holds[-other])
            return
        false = [holds[-literal] for literal in self.literals]
        behind = [states]  # the states in which all literals behind one are false
        for place in false[:0:-1]:
            behind.append(behind[-1] & place)
        before = states
        for literal, place in zip(self.literals, false, strict=True):
            found(literal, before & behind.pop())
            before &= place
            if not before:
                return

    def reduced(
        self, always: Callable[[int], bool], same: Callable[[int], int]
    ) -> "_Clause | None":
        """What is left of it beside literals that always hold, or never; None if it holds.

        A literal that comes twice stays: propagation must not find more than before.
        """
        if any(map(always, self.literals)):
            return None
        left = [same(one) for one in self.literals if not always(-one)]
        return None if any(-one in left for one in left) else _Clause(left)


class _Sum:
    """The gate holds if and only if the weights of the true literals reach the bound."""

    def __init__(self, gate: int, weighted: Sequence[tuple[int, int]], bound: int) -> None:
        self._gate = gate
        self._weighted = weighted
        self._bound = bound
        self.literals: Sequence[int] = (gate, *(one for one, _ in weighted))

    def propagate(self, holds: Sequence[int], states: int, found: Found) -> None:
        """The bounds of the sum decide the gate; a gate, literals that the sum cannot do without.

        A literal is decided where the sum would leave its bound with the opposite one.
        """
        gate, weighted, bound = self._gate, self._weighted, self._bound
        sure = [(holds[one], weight) for one, weight in weighted]
        possible = [(states & ~holds[-one], weight) for one, weight in weighted]
        found(gate, _reaching(sure, bound, states))
        found(-gate, states & ~_reaching(possible, bound, states))
        for weight in {weight for _, weight in weighted}:
            needed = holds[gate] and holds[gate] & ~_reaching(possible, bound + weight, states)
            harmful = holds[-gate] and holds[-gate] & _reaching(sure, bound - weight, states)
            for one, other in weighted:
                if other == weight:
                    found(one, needed & ~holds[-one])
                    found(-one, harmful & ~holds[one])

    def reduced(self, always: Callable[[int], bool], same: Callable[[int], int]) -> "_Sum":
        """As of a clause, without the terms that are known."""
        known = sum(weight for one, weight in self._weighted if always(one))
        unknown = (pair for pair in self._weighted if not (always(pair[0]) or always(-pair[0])))
        left = [(same(one), weight) for one, weight in unknown]
        gate = self._gate if always(self._gate) or always(-self._gate) else same(self._gate)
        return _Sum(gate, left, self._bound - known)


def _reaching(weighted: Iterable[tuple[int, int]], bound: int, states: int) -> int:
    """The states in which weights, each present in some, sum up to at least a bound."""
    reached = [states, *[0] * max(0, bound)]
    for present, weight in weighted:
        for total in range(len(reached) - 1, 0, -1):
            reached[total] |= reached[max(0, total - weight)] & present
    return reached[-1]


_Constraint = _Clause | _Sum


class Origin(NamedTuple):
    """The part of a program that a constraint stands for."""

    #: a rule; the support of an atom: if it holds, the body of one of its rules does; a body
    kind: Literal["rule", "support", "body"]
    number: int  #: that of the rule, or the variable of the atom or of the body


class FoundLiteral(NamedTuple):
    """A literal that propagation finds."""

    literal: int
    origin: Origin | None  #: None for a literal that is given


class Propagation:
    """A ground program, ready for unit propagation.

    Atom n has the variable n + 1; other variables stand for bodies.
    """

    def __init__(self, program: GroundRules) -> None:
        rules = program.rules
        used = {abs(one) for rule in rules for one in (*rule.head, *dict(rule.body))}
        used |= {abs(one) for some in program.shown.values() for each in some for one in each}
        self._variables = 1 + max(used, default=0)
        self._constraints: list[_Constraint] = [_Clause((TRUE,))]
        self._origins: list[Origin] = [Origin("body", TRUE)]  # of the constraints
        self.bodies: list[int] = []  #: for each rule the literal of its body
        self._gates: dict[tuple[frozenset[tuple[int, int]], int], int] = {}
        support: dict[int, list[int]] = {atom + 1: [] for atom in used}
        for number, rule in enumerate(rules):
            self._complete(number, rule, support)
        for atom, bodies in support.items():
            self._clause(Origin("support", atom), -atom, *bodies)
        self.tight = _tight(rules)

    def _complete(self, number: int, rule: GroundRule, support: Mapping[int, list[int]]) -> None:
        body = self._body(rule.body, rule.bound)
        self.bodies.append(body)
        head = [atom + 1 for atom in rule.head]
        if not rule.choice:
            self._clause(Origin("rule", number), -body, *head)
        for atom in rule.head:
            others = [(_shifted(other), 1) for other in rule.others(atom)]
            alone = self._gate([(body, 1), *others], 1 + len(others)) if others else body
            support[atom + 1].append(alone)

    def any_of(self, conditions: Iterable[Sequence[int]]) -> int:
        """The literal of a disjunction of conjunctions of the program's literals."""
        gates = [self._body([(one, 1) for one in some], len(some)) for some in conditions]
        return -self._gate([(-gate, 1) for gate in gates], len(gates))

    def _body(self, weighted: Iterable[tuple[int, int]], bound: int) -> int:
        return self._gate([(_shifted(literal), weight) for literal, weight in weighted], bound)

    def _gate(self, weighted: Iterable[tuple[int, int]], bound: int) -> int:
        """The literal of a body; equal bodies have the same."""
        weights, bound = normalized(weighted, bound)
        total = dict(weights)
        if bound <= 0:
            return TRUE
        if sum(total.values()) < bound:
            return -TRUE
        if len(total) == 1:
            return next(iter(total))
        key = frozenset(total.items()), bound
        if key not in self._gates:
            self._variables += 1
            gate = self._gates[key] = self._variables
            origin = Origin("body", gate)
            if bound == sum(total.values()):
                for literal in total:
                    self._clause(origin, -gate, literal)
                self._clause(origin, gate, *(-literal for literal in total))
            else:
                self._add(origin, _Sum(gate, tuple(total.items()), bound))
        return self._gates[key]

    def _clause(self, origin: Origin, *literals: int) -> None:
        if not any(-literal in literals or literal == TRUE for literal in literals):
            self._add(origin, _Clause([one for one in literals if one != -TRUE] or [-TRUE]))

    def _add(self, origin: Origin, constraint: _Constraint) -> None:
        self._constraints.append(constraint)
        self._origins.append(origin)

    def run(self, given: Iterable[tuple[int, int]], states: int) -> tuple[list[int], int]:
        """Propagate in all states, beginning with literals of `any_of` and states where they hold.

        For each literal, by its number, the states in which it then holds; and those in which some
        literal holds together with its opposite, where propagation finds a conflict.
        """
        size = 2 * self._variables + 1  # negative literals from the end
        known = [0] * size
        _propagate(self._constraints, known, [], 1)
        if any(known[one] and known[-one] for one in range(1, self._variables + 1)):
            return [states] * size, states
        constraints, same = _reduced(self._constraints, known)
        holds = [states if one else 0 for one in known]
        _propagate(constraints, holds, [(same(one), where) for one, where in given], states)
        conflicts = 0
        for one in range(1, self._variables + 1):
            holds[one], holds[-one] = holds[same(one)], holds[same(-one)]
            conflicts |= holds[one] & holds[-one]
        return holds, conflicts

    def steps(self, given: Iterable[int]) -> list[FoundLiteral]:
        """What is found in one state, in the order in which it is found, each with its origin.

        First what holds whatever is given.
        """
        holds, log = [0] * (2 * self._variables + 1), list[tuple[int, int | None]]()
        _propagate(self._constraints, holds, [], 1, log)
        _propagate(self._constraints, holds, [(one, 1) for one in given], 1, log)
        return [FoundLiteral(one, None if n is None else self._origins[n]) for one, n in log]


def _propagate(
    constraints: Sequence[_Constraint],
    holds: list[int],
    given: Iterable[tuple[int, int]],
    states: int,
    log: list[tuple[int, int | None]] | None = None,
) -> None:
    """Add to what holds all that follows from it and from what is given.

    What holds already follows, or is in none of the constraints. Each literal that is found goes
    into the log, with the number of the constraint by which it is.
    """
    watching: dict[int, list[int]] = {}
    for number, constraint in enumerate(constraints):
        for variable in set(map(abs, constraint.literals)):
            watching.setdefault(variable, []).append(number)
    # Nothing follows from other clauses before one of their literals is found.
    queued = [not isinstance(one, _Clause) or len(one.literals) == 1 for one in constraints]
    waiting = deque(number for number, first in enumerate(queued) if first)

    now: int | None = None

    def found(literal: int, where: int) -> None:
        known = holds[literal]
        after = known | (where & states)
        if after == known:
            return
        holds[literal] = after
        if log is not None:
            log.append((literal, now))
        for number in watching.get(abs(literal), ()):
            if not queued[number]:
                queued[number] = True
                waiting.append(number)

    for literal, where in given:
        found(literal, where)
    while waiting:
        now = waiting.popleft()
        queued[now] = False
        constraints[now].propagate(holds, states, found)


def _reduced(
    constraints: Sequence[_Constraint], known: Sequence[int]
) -> tuple[Sequence[_Constraint], Callable[[int], int]]:
    """Fewer constraints that propagate the same, and for each literal the one that stands for it.

    What always holds is left out, and one literal stands for all that two clauses make equal.
    """
    standing: dict[int, int] = {}  # by variable

    def same(literal: int) -> int:
        while (one := abs(literal)) in standing:
            literal = standing[one] if literal > 0 else -standing[one]
        return literal

    while True:
        left = [
            each for one in constraints if (each := one.reduced(lambda a: bool(known[a]), same))
        ]
        clauses = (one.literals for one in left if isinstance(one, _Clause))
        pairs = {frozenset(some) for some in clauses if len(some) == 2}
        before = len(standing)
        for one, other in map(sorted, (pair for pair in pairs if len(pair) == 2)):
            if frozenset((-one, -other)) in pairs and abs(same(one)) != abs(same(other)):
                standing[abs(same(one))] = -same(other) if same(one) > 0 else same(other)
        constraints = left
        if len(standing) == before:
            return constraints, same


def _shifted(literal: int) -> int:
    return literal + 1 if literal > 0 else literal - 1


def _tight(rules: Sequence[GroundRule]) -> bool:
    """Whether no atom depends on itself through positive literals."""
    needs: dict[int, list[int]] = {atom: [] for rule in rules for atom in rule.head}
    for rule in rules:
        for atom in rule.head:
            needs[atom] += [one for one, _ in rule.body if one in needs]
    if any(atom in found for atom, found in needs.items()):
        return False
    return all(len(component) == 1 for component in strong_components(needs))
