"""Which rules take the time of grounding: the size of each rule's ground instances.

clingo gives only the size of a whole ground program. So the whole is grounded once and all its
atoms are kept. Then each rule is grounded alone over these atoms, with its heads renamed so that
they feed no other rule. A rule that feeds itself is thus grounded in one go instead of in rounds,
with the same instances. A time is the difference of two single groundings; below a millisecond it
varies from run to run. What clingo adds for anonymous variables and aggregates counts with the
rule, even if several rules share it.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import process_time, process_time_ns
from typing import TypeAlias

from asp_nono.asp.deductions import without_deductions
from asp_nono.asp.diagnosis import Flaw
from asp_nono.asp.engine import (
    AST,
    ASTType,
    Control,
    Observer,
    Symbol,
    Transformer,
    parse_files,
)
from asp_nono.asp.program import Program, statistics
from asp_nono.asp.recipes import Recipe
from asp_nono.asp.source import ClingoMessages
from asp_nono.asp.theories import TheoryControl
from asp_nono.grid import Grid
from asp_nono.messages import Message
from asp_nono.puzzle import Puzzle

Atoms: TypeAlias = Sequence[tuple[Symbol, bool]]  # atoms, and whether each is a fact


@dataclass(frozen=True, slots=True)
class RuleSize:
    """The ground instances of one rule, under the names of clingo 6's profile."""

    line: int  #: the line where the rule begins
    text: str  #: the rule as clingo writes it
    instances: int  #: how many ground rules it becomes
    literals: int  #: how many literals they have, heads and bodies together
    time_instantiate: int  #: CPU time in nanoseconds: grounding with the rule less that without
    file: Path | None = None  #: the encoding, if it is one of ours


def atoms_of(control: Control) -> Atoms:
    """The atoms of a ground program."""
    return [(atom.symbol, atom.is_fact) for atom in control.symbolic_atoms]


def rule_sizes(
    nodes: Sequence[AST], constants: str, atoms: Atoms, options: Sequence[str] = ()
) -> list[RuleSize]:
    """Each rule of a parsed program grounded alone over the atoms of the whole.

    `constants` are definitions of constants besides its own, `options` those of clingo.
    """
    own = [str(node) for node in nodes if node.ast_type == ASTType.Definition]
    text = "\n".join([constants, *own])
    # The atoms as text: with those of a backend, clingo 5.8.3 leaves out instances of some rules.
    given: defaultdict[str, list[str]] = defaultdict(list)
    for symbol, fact in atoms:
        given[symbol.name].append(f"{symbol}." if fact else f"#external {symbol}.")
    sizes = []
    for rule in nodes:
        if rule.ast_type == ASTType.Rule:
            read = (atom for name in _Mentioned.of(rule) for atom in given[name])
            sizes.append(_size_alone(rule, "\n".join([text, *read]), options))
    return sizes


class Counter(Observer):
    """Counts what is grounded."""

    def __init__(self) -> None:
        self.instances = self.literals = 0

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """A rule or a choice."""
        self.weight_rule(choice, head, 0, body)

    def weight_rule(
        self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[object]
    ) -> None:
        """A rule with an aggregate."""
        del choice, lower_bound
        self.instances += 1
        self.literals += len(head) + len(body)


class _Renamer(Transformer):
    """Puts `alone_` before the atoms of a head, but not before those of its conditions."""

    def visit_SymbolicAtom(self, atom: AST) -> AST:  # noqa: N802 - the parser names the method
        term = atom.symbol
        if term.ast_type == ASTType.UnaryOperation:
            term = term.argument
        return atom.update(symbol=term.update(name=f"alone_{term.name}"))

    def visit_ConditionalLiteral(self, literal: AST) -> AST:  # noqa: N802 - the same
        return literal.update(literal=self.visit(literal.literal))

    def visit_HeadAggregateElement(self, element: AST) -> AST:  # noqa: N802 - the same
        return element.update(condition=self.visit(element.condition))


class _Mentioned(Transformer):
    """Collects the names of functions and predicates."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    @classmethod
    def of(cls, rule: AST) -> list[str]:
        """Those of a rule, sorted."""
        names = cls()
        names.visit(rule)
        return sorted(names.found)

    def visit_Function(self, term: AST) -> AST:  # noqa: N802 - the parser names the method
        self.found.add(term.name)
        return term.update(**self.visit_children(term))


def _size_alone(rule: AST, given: str, options: Sequence[str]) -> RuleSize:
    constraint = rule.head.ast_type == ASTType.Literal and not hasattr(rule.head.atom, "symbol")
    alone = rule if constraint else rule.update(head=_Renamer().visit(rule.head))
    before, after = _grounded((), given, options), _grounded((alone,), given, options)
    more = [max(0, now - then) for then, now in zip(before, after, strict=True)]
    instances, literals, taken = more
    return RuleSize(rule.location.begin.line, str(rule), instances, literals, taken)


def _grounded(rules: Sequence[AST], text: str, options: Sequence[str]) -> tuple[int, int, int]:
    """Instances, literals, and nanoseconds of CPU time of some rules and the text of others."""
    control = TheoryControl(options, lambda *_: None)  # all messages came with the whole
    control.build(rules)
    control.add("base", [], text)
    counter = Counter()
    control.register_observer(counter)
    began = process_time_ns()
    control.ground([("base", [])])
    return counter.instances, counter.literals, process_time_ns() - began


@dataclass(frozen=True, slots=True)
class GroundProfile:
    """The size of a ground program and of its parts."""

    rules: Sequence[RuleSize]  #: the rules of the encodings, the slowest first
    instances: int  #: the ground rules of the whole program, its facts included
    atoms: int
    seconds: float  #: CPU time of grounding the whole
    statistics: Mapping[str, int]  #: the size after clingo's preprocessing; no search


def ground_profile(program: Program) -> GroundProfile:
    """Ground a program, and each of its rules alone; errors as those of `Program.ground`."""
    program.require_single_shot()
    whole = Counter()
    with ClingoMessages(program.recipe.name) as messages:
        control = TheoryControl(["--project=show", *program.options], messages.logger)
        control.register_observer(whole)
        for file in program.recipe.files:
            control.read_file(file)
        control.add("base", [], program.facts)
        began = process_time()
        control.ground([("base", [])])
        seconds = process_time() - began
    atoms = atoms_of(control)
    given = "\n".join(line for line in program.facts.splitlines() if line.startswith("#const "))
    sizes = []
    for path in program.recipe.files:
        nodes: list[AST] = []
        parse_files([str(path)], nodes.append)
        sizes += [
            replace(one, file=path) for one in rule_sizes(nodes, given, atoms, program.options)
        ]
    sizes.sort(key=lambda rule: -rule.time_instantiate)
    control.configuration.stats = "1"
    control.configuration.solve.solve_limit = "0,umax"  # type: ignore[union-attr] # clingo's own
    control.solve()
    return GroundProfile(sizes, whole.instances, len(atoms), seconds, statistics(control))


SMALL_BOARD = Puzzle.of(Grid(((1, 0), (1, 1))))
"""A board on which a rule shows whether it makes ground programs large; see `too_many`."""

_MANY = 500  # instances of one rule on that board


def explosive(recipe: Recipe) -> Flaw | None:
    """The rule of a recipe with most instances on a small board, if many."""
    program = Program.of(recipe, without_deductions(SMALL_BOARD), trusted=True)
    rules = ground_profile(program).rules
    largest = max(rules, key=lambda rule: rule.instances, default=None)
    if largest is None or not (reason := too_many(largest.instances)):
        return None
    return Flaw(largest.line, 1, reason, file=str(largest.file))


def too_many(instances: int) -> Message | None:
    """What to say of a rule by its instances on `SMALL_BOARD`; None if these are few."""
    if instances < _MANY:
        return None
    return Message(
        "this rule makes the ground program large: on a board of 2x2 it has {count} instances; "
        "put fewer variables into one rule, or bind them to each other",
        count=instances,
    )
