"""Propositional formulas in conjunctive normal form, built gate by gate.

Every gate is a definition: the value of its output follows from the values of its inputs. So gates
never change how many models there are (Tseitin's translation, with both directions of each
equivalence), and equal gates are made only once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from asp_nono.errors import EncodingError

TRUE = 1
"""The literal that is always true; it occurs in no clause of a finished formula."""

FALSE = -TRUE

MAX_LITERALS = 20_000_000
"""The literals of all clauses together, at most."""


@dataclass(frozen=True, slots=True)
class Cnf:
    """A finished formula.

    Attributes:
        variables: Their number; they are 1, 2, … and each occurs in a clause or is shown.
        clauses: Non-zero integers, negative for negated variables; an empty clause is a
            contradiction.
        shown: The variables that models are told apart by.
    """

    variables: int
    clauses: tuple[tuple[int, ...], ...]
    shown: tuple[int, ...]

    @classmethod
    def of(cls, clauses: Iterable[Sequence[int]], shown: Iterable[int]) -> Cnf:
        """A formula over variables of any numbers: they are numbered anew, in their order."""
        clauses, wanted = list(clauses), set(shown)
        used = sorted(wanted.union(*({abs(literal) for literal in one} for one in clauses)))
        number = {old: new for new, old in enumerate(used, 1)}
        number |= {-old: -new for old, new in number.items()}
        numbered = tuple(tuple(number[literal] for literal in clause) for clause in clauses)
        return cls(len(used), numbered, tuple(sorted(number[variable] for variable in wanted)))

    @property
    def every(self) -> range:
        """All variables."""
        return range(1, self.variables + 1)

    @property
    def plain(self) -> int | None:
        """The number of models where it can be told at a glance; otherwise None."""
        if () in self.clauses:
            return 0
        return None if self.clauses else 1 << len(self.shown)


class Formula:
    """A formula that is being built."""

    def __init__(self, name: str) -> None:
        """`name` is that of the program, for errors."""
        self._name = name
        self._clauses: list[tuple[int, ...]] = []
        self._variables = TRUE
        self._literals = 0
        self._gates: dict[tuple[int, ...], int] = {}

    def variable(self) -> int:
        """A new variable."""
        self._variables += 1
        return self._variables

    def add(self, *literals: int) -> None:
        """Demand that one of the literals is true.

        Raises:
            EncodingError: If the formula grows too large.
        """
        clause = {literal for literal in literals if literal != FALSE}
        if TRUE in clause or any(-literal in clause for literal in clause):
            return
        self._clauses.append(tuple(sorted(clause, key=abs)))
        self._literals += len(clause)
        if self._literals > MAX_LITERALS:
            words = f"takes more than {MAX_LITERALS} literals as a formula"
            raise EncodingError(self._name, f"{words}; expected a smaller program")

    def all_of(self, literals: Iterable[int]) -> int:
        """A literal that is true if and only if all the given ones are."""
        inputs = frozenset(literals) - {TRUE}
        if FALSE in inputs or any(-literal in inputs for literal in inputs):
            return FALSE
        if not inputs:
            return TRUE
        if len(inputs) == 1:
            return next(iter(inputs))
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

    def either(self, condition: int, yes: int, no: int) -> int:
        """A literal equal to `yes` where the condition holds and to `no` elsewhere.

        `no` must imply `yes`: then the gate is a plain or-and.
        """
        return self.any_of([no, self.all_of([condition, yes])])

    def finished(self, shown: Iterable[int]) -> Cnf:
        """The formula, whose models are told apart by the values of the shown literals."""
        return Cnf.of(self._clauses, {abs(literal) for literal in shown} - {TRUE})
