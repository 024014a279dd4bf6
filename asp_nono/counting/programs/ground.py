"""Ground programs as data: what clingo makes of a program before it solves it.

The format is that of clingo's intermediate language, aspif (R. Kaminski and others, How to build
your own ASP-based system?!, appendix A): atoms are positive integers, literals may be negative.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from clingo import Control, Observer, Symbol, TruthValue

from asp_nono.counting.programs.sources import Rules
from asp_nono.errors import EncodingError


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: if the true literals of the body weigh `bound` at least, the head holds.

    Attributes:
        choice: Whether the head's atoms may then hold, each by itself, or one of them must.
        head: Atoms; none in a constraint, several in a choice or a disjunction.
        body: Literals with positive weights.
        bound: The number of literals, with weights of 1, in an ordinary body.
    """

    choice: bool
    head: tuple[int, ...]
    body: tuple[tuple[int, int], ...]
    bound: int

    @property
    def disjunctive(self) -> bool:
        """Whether one of several atoms must hold."""
        return len(self.head) > 1 and not self.choice

    @property
    def conjunction(self) -> bool:
        """Whether all literals of the body must hold."""
        return self.bound == sum(weight for _, weight in self.body)


@dataclass(frozen=True, slots=True)
class Ground:
    """A ground program.

    Attributes:
        name: What errors call it.
        rules: Its rules.
        shown: For each symbol that can be shown, conditions: it is shown where all literals of one
            of them hold.
        projected: The atoms of `#project` statements; None where there is no such statement.
    """

    name: str
    rules: tuple[Rule, ...]
    shown: dict[str, tuple[tuple[int, ...], ...]]
    projected: tuple[int, ...] | None

    @property
    def disjunctive(self) -> bool:
        """Whether a rule has a disjunction in its head."""
        return any(rule.disjunctive for rule in self.rules)

    @property
    def ambiguous(self) -> bool:
        """Whether clingo's projection may tell more answer sets apart than `parts` does.

        It tells apart why something is shown, and clingo 5.8 errs in programs with disjunctions.
        """
        reasons = any(len(conditions) > 1 for conditions in self.shown.values())
        return self.projected is None and (reasons or self.disjunctive)

    @property
    def last(self) -> int:
        """The greatest number of an atom."""
        numbers = [
            *(atom for rule in self.rules for atom in rule.head),
            *(literal for rule in self.rules for literal, _ in rule.body),
            *(literal for part in self.parts for literals in part for literal in literals),
        ]
        return max(map(abs, numbers), default=0)

    @property
    def parts(self) -> list[tuple[tuple[int, ...], ...]]:
        """What answer sets are told apart by, each as alternatives of literals.

        The atoms of `#project` where there are any such statements, otherwise what is shown.
        """
        if self.projected is not None:
            return [((atom,),) for atom in self.projected]
        return list(self.shown.values())


def ground(rules: Rules) -> tuple[Ground, Control]:
    """Ground a program, for us and for clingo, which projects on what `parts` says.

    Raises:
        EncodingError: If clingo has anything to say, or if the program has what does not go with
            counting: `#minimize` and `#maximize`, `#edge`, theory atoms.
    """
    recorder = _Recorder(rules.name)
    control = rules.control("--project=auto", recorder)
    return recorder.ground(), control


@dataclass
class _Recorder(Observer):
    """Takes down what clingo says while it grounds.

    Exceptions raised in here would not come out of clingo whole, so what cannot be counted is
    remembered.
    """

    name: str
    _rules: list[Rule] = field(default_factory=list)
    _shown: dict[str, list[tuple[int, ...]]] = field(default_factory=dict)
    _projected: list[int] | None = None
    _externals: dict[int, TruthValue] = field(default_factory=dict)
    _refused: str = ""

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """Take a rule with an ordinary body."""
        self.weight_rule(choice, head, len(body), [(literal, 1) for literal in body])

    def weight_rule(
        self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]
    ) -> None:
        """Take a rule whose body is a weight constraint."""
        self._rules.append(Rule(choice, tuple(head), tuple(body), lower_bound))

    def output_atom(self, symbol: Symbol, atom: int) -> None:
        """Take an atom that is shown."""
        self.output_term(symbol, [atom] if atom else [])

    def output_term(self, symbol: Symbol, condition: Sequence[int]) -> None:
        """Take a term that is shown under a condition."""
        self._shown.setdefault(str(symbol), []).append(tuple(condition))

    def project(self, atoms: Sequence[int]) -> None:
        """Take atoms of `#project`."""
        self._projected = [*(self._projected or []), *atoms]

    def external(self, atom: int, value: TruthValue) -> None:
        """Take an atom that the surroundings decide, where no rule does."""
        self._externals[atom] = value

    def minimize(self, priority: int, literals: Sequence[tuple[int, int]]) -> None:
        """Refuse: the best answer sets are not all answer sets."""
        del priority
        if literals:
            self._refused = self._refused or "#minimize, #maximize or a weak constraint"

    def acyc_edge(self, node_u: int, node_v: int, condition: Sequence[int]) -> None:
        """Refuse."""
        del node_u, node_v, condition
        self._refused = self._refused or "#edge"

    def theory_atom(self, *_: object) -> None:
        """Refuse."""
        self._refused = self._refused or "a theory atom"

    def theory_atom_with_guard(self, *_: object) -> None:
        """Refuse."""
        self.theory_atom()

    def ground(self) -> Ground:
        """All that was taken down."""
        if self._refused:
            reason = f"has {self._refused}, which is not counted"
            raise EncodingError(self.name, f"{reason}; expected rules, choices and constraints")
        derived = {atom for rule in self._rules for atom in rule.head}
        outside = [
            Rule(value == TruthValue.Free, (atom,), (), 0)
            for atom, value in self._externals.items()
            if atom not in derived and value in (TruthValue.Free, TruthValue.True_)
        ]
        return Ground(
            self.name,
            (*self._rules, *outside),
            {symbol: tuple(conditions) for symbol, conditions in self._shown.items()},
            None if self._projected is None else tuple(self._projected),
        )
