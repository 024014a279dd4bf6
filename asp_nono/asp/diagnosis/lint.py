"""Lint: what is odd in a program that clingo accepts, though it is seldom meant.

Everything is found in the text, before anything is ground, so that it can be said even of programs
whose grounding does not end. A finding is a remark and never refuses a program.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from operator import add, mul, sub
from pathlib import Path

from asp_nono.asp.diagnosis import Flaw
from asp_nono.asp.diagnosis.kinds import Kinds, mixed
from asp_nono.asp.diagnosis.names import Facts, no_show, own_facts
from asp_nono.asp.diagnosis.syntax import ARROW, without_quoted
from asp_nono.asp.engine import AST, ASTType, BinaryOperator, ComparisonOperator, SymbolType
from asp_nono.asp.headers import (
    atoms,
    below,
    derived_from,
    of_rule,
    signature_of,
    signatures,
    terms,
    walk,
)
from asp_nono.messages import Message, shortened

_MOST = 500  # statements that are looked at
_LONGEST = 80  # characters of what a message quotes
_LARGEST = 2**31 - 1
_NUMBER = re.compile(r"(?<![\w'])\d{10,}(?![\w'])")
_GROWS: dict[int, Callable[[int, int], int]] = {
    BinaryOperator.Plus: add,
    BinaryOperator.Minus: sub,
    BinaryOperator.Multiplication: mul,
    BinaryOperator.Power: pow,
}
_Check = Callable[[AST], Iterator[Flaw]]


def lint(
    nodes: Sequence[AST],
    text: str = "",
    *,
    shows: str = "",
    given: Collection[str] = (),
    kinds: Kinds | None = None,
) -> list[Flaw]:
    """The findings in a parsed program, in the order of its files and lines.

    `text` is that of the program if it is one text; without it the files are read. `shows` is the
    signature of the atoms that the program has to show, `given` has those of an instance's facts,
    if they are known, `kinds` the kinds of their arguments; without these nothing is said of kinds.
    """
    nodes = nodes[:_MOST]
    rules = [node for node in nodes if node.ast_type == ASTType.Rule]
    statements = [node for node in nodes if hasattr(node, "body")]
    checks: tuple[tuple[_Check, Sequence[AST]], ...] = (
        (_singletons, statements),
        (partial(_twins, known=_constants(nodes)), statements),
        (partial(_letters, known=_facts_constants(nodes)), rules),
        (_negated_comparisons, statements),
        (_overflows, statements),
        (_empty_choice, rules),
        (_no_head, rules),
        (partial(_denies_itself, heads=Counter(str(rule.head) for rule in rules)), rules),
        (partial(_always_fires, derived=_derived(nodes), given=given), rules),
        (partial(_endless, recursion=_Recursion.of(rules)), rules),
    )
    found = chain.from_iterable(check(node) for check, some in checks for node in some)
    every = [
        *found,
        *_large_numbers(nodes, text),
        *_unused_constants(nodes),
        *_unshown(rules, nodes, shows),
        *(mixed(rules, kinds) if kinds else ()),
        *own_facts(facts_of(nodes), given).values(),
    ]
    return sorted(every, key=lambda one: (one.file, one.line, one.column))


def _at(node: AST, reason: Message, *, suspect: bool = True) -> Flaw:
    begin = node.location.begin
    return Flaw(begin.line, begin.column, reason, suspect, begin.filename)


def _short(node: AST) -> str:
    """A term or a literal as a message shows it."""
    return shortened(str(node), _LONGEST)


def _variables(node: AST) -> Iterator[AST]:
    return (one for one in walk(node) if one.ast_type == ASTType.Variable)


def _names(node: AST) -> set[str]:
    return {one.name for one in _variables(node)}


def _positive(rule: AST) -> list[AST]:
    """The atoms of a body that are neither negated nor inside of an aggregate."""
    literals = (one for one in rule.body if one.ast_type == ASTType.Literal and not one.sign)
    return [one.atom for one in literals if one.atom.ast_type == ASTType.SymbolicAtom]


def _derived(nodes: Iterable[AST]) -> set[str]:
    """The signatures that rules derive, or whose truth is set from outside."""
    found = set[str]()
    for node in nodes:
        if node.ast_type == ASTType.Rule:
            found |= of_rule(node)[0]
        elif node.ast_type == ASTType.External:
            found |= signatures([node.atom])
    return found


def _unshown(rules: Sequence[AST], nodes: Sequence[AST], wanted: str) -> Iterator[Flaw]:
    """The first rule for the atoms of an answer, where no statement says what is shown."""
    if not any(node.ast_type in (ASTType.ShowSignature, ASTType.ShowTerm) for node in nodes):
        for rule in [one for one in rules if wanted in of_rule(one)[0]][:1]:
            yield _at(rule, no_show(wanted), suspect=False)


def facts_of(nodes: Iterable[AST]) -> dict[str, Facts]:
    """How many facts a program has of each signature, and where the first one is."""
    found = dict[str, Facts]()
    for node in nodes:
        rule = node.ast_type == ASTType.Rule and not node.body
        if rule and node.head.ast_type == ASTType.Literal:
            begin = node.location.begin
            for one in signatures([node.head]):
                count, *place = found.get(one, (0, begin.line, begin.column, begin.filename))
                found[one] = (count + 1, *place)
    return found


# --- Variables and constants


def _singletons(node: AST) -> Iterator[Flaw]:
    """Variables that occur once; those of heads are not safe, which clingo reports."""
    named = Counter(one.name for one in _variables(node))
    inside = (one for atom in _positive(node) for one in _variables(atom))
    for one in inside:
        if named[one.name] == 1 and not one.name.startswith("_"):
            name = one.name[:_LONGEST]
            reason = Message(
                "{name} occurs only once in this rule; write _ if its value does not matter",
                name=name,
            )
            if node.ast_type == ASTType.Minimize:
                reason = Message(
                    "{name} occurs only once, and equal tuples count once; add {name} to the tuple"
                    " if each of its values counts, else write _",
                    name=name,
                )
            yield _at(one, reason, suspect=False)


def _is_name(node: AST) -> bool:
    """Whether a term is a constant such as `x`."""
    if node.ast_type != ASTType.SymbolicTerm or node.symbol.type != SymbolType.Function:
        return False
    return not node.symbol.arguments and bool(node.symbol.name)


def _constants(nodes: Sequence[AST]) -> set[str]:
    """The constants that are meant: of `#const`, and those in statements without a twin."""
    found = {node.name for node in nodes if node.ast_type == ASTType.Definition}
    for node in nodes:
        used = {str(one) for one in walk(node) if _is_name(one)}
        found |= used - {_small(name) for name in _names(node)}
    return found


def _small(name: str) -> str:
    return name[:1].lower() + name[1:]


def _twins(node: AST, known: set[str]) -> Iterator[Flaw]:
    """Constants that look like a variable of the same rule, and come nowhere else."""
    twins = {_small(name): name for name in _names(node)}
    for one in walk(node):
        if _is_name(one) and str(one) in twins and str(one) not in known:
            reason = Message(
                "{constant} is a constant; did you mean the variable {variable}?",
                constant=_short(one),
                variable=twins[str(one)][:_LONGEST],
            )
            yield _at(one, reason)


def _facts_constants(nodes: Iterable[AST]) -> set[str]:
    """The constants of `#const`, of parts (`#program step(t).`) and of facts."""
    found = set[str]()
    for node in nodes:
        if node.ast_type == ASTType.Definition:
            found.add(node.name)
        elif node.ast_type == ASTType.Program:
            found |= {one.name for one in node.parameters}
        elif node.ast_type == ASTType.Rule and not node.body:
            found |= {str(one) for one in walk(node) if _is_name(one)}
    return found


def _letters(rule: AST, known: set[str]) -> Iterator[Flaw]:
    """Letters in lower case that a rule passes from its body to its head, as only variables are."""
    passed = {str(one) for atom in _positive(rule) for one in walk(atom) if _is_name(one)}
    passed -= known | {_small(name) for name in _names(rule)}
    for one in walk(rule.head):
        if _is_name(one) and len(str(one)) == 1 and str(one) in passed:
            reason = Message(
                "{constant} is a constant; did you mean the variable {variable}?",
                constant=str(one),
                variable=str(one).upper(),
            )
            yield _at(one, reason)


def _unused_constants(nodes: Sequence[AST]) -> Iterator[Flaw]:
    """Constants that `#const` sets and nothing names."""
    if len(nodes) == _MOST:
        return
    used = Counter(str(one) for node in nodes for one in walk(node) if _is_name(one))
    for node in nodes:
        if node.ast_type == ASTType.Definition and not used[node.name]:
            unused = Message("no rule names the constant {name}", name=node.name[:_LONGEST])
            yield _at(node, unused, suspect=False)


# --- Arithmetic


def _value(term: AST) -> int | None:
    """The value of a term of numbers; None if it has none, or one beyond all use."""
    if term.ast_type == ASTType.SymbolicTerm and term.symbol.type == SymbolType.Number:
        return int(term.symbol.number)
    if term.ast_type != ASTType.BinaryOperation or term.operator_type not in _GROWS:
        return None
    left, right = _value(term.left), _value(term.right)
    if left is None or right is None or max(abs(left), abs(right)) > _LARGEST:
        return None
    power = term.operator_type == BinaryOperator.Power
    return None if power and not 0 <= right < 64 else _GROWS[term.operator_type](left, right)


def _overflows(node: AST) -> Iterator[Flaw]:
    """Arithmetic on numbers whose result clingo cannot hold."""
    for one in walk(node):
        value = _value(one) if one.ast_type == ASTType.BinaryOperation else None
        if value is not None and not -_LARGEST - 1 <= value <= _LARGEST:
            yield _at(one, _too_large(_short(one)))


def _large_numbers(nodes: Sequence[AST], text: str) -> Iterator[Flaw]:
    """Numbers that clingo cannot hold: the parser has cut them already."""
    names = dict.fromkeys(node.location.begin.filename for node in nodes)
    for name in names:
        source = text if name.startswith("<") else Path(name).read_text(encoding="utf-8")
        for number, line in enumerate(without_quoted(source).split("\n"), 1):
            for found in _NUMBER.finditer(line):
                if int(found[0]) > _LARGEST:
                    reason = _too_large(found[0])
                    yield Flaw(number, found.start() + 1, reason, suspect=True, file=name)


def _too_large(term: str) -> Message:
    return Message("{term} is too large: clingo's numbers end at {most}", term=term, most=_LARGEST)


# --- Heads and bodies


def _negated_comparisons(node: AST) -> Iterator[Flaw]:
    """`not X != Y`."""
    for one in node.body:
        compared = one.ast_type == ASTType.Literal and one.atom.ast_type == ASTType.Comparison
        if compared and one.sign == 1 and len(one.atom.guards) == 1:
            guard = one.atom.guards[0]
            if guard.comparison == ComparisonOperator.NotEqual:
                meant = f"{one.atom.term} = {guard.term}"
                reason = Message("{literal} says {meant}", literal=_short(one), meant=meant)
                yield _at(one, reason)


def _empty_choice(rule: AST) -> Iterator[Flaw]:
    kinds = (ASTType.Aggregate, ASTType.HeadAggregate)
    if rule.head.ast_type in kinds and not rule.head.elements:
        yield _at(rule.head, Message("this choice has nothing between its braces to choose from"))


def _no_head(rule: AST) -> Iterator[Flaw]:
    """A comparison in place of a head, or a condition in place of a body."""
    head = rule.head
    if head.ast_type == ASTType.Literal and head.atom.ast_type == ASTType.Comparison:
        arrow = ARROW.search(str(head).replace(" < -", " <-"))
        if rule.body:
            reason = Message(
                "{head} derives nothing; expected an atom before :-", head=_short(head)
            )
            yield _at(rule, reason)
        elif arrow and not _names(rule):  # clingo reports the others: they are not safe
            yield _at(rule, Message("write :- instead of {arrow}", arrow=arrow[0]))
    lone = head.ast_type == ASTType.Disjunction and len(head.elements) == 1 and not rule.body
    if lone and head.elements[0].condition:
        yield _at(rule, Message("write :- instead of :, if this is a rule and no disjunction"))


def _denies_itself(rule: AST, heads: Mapping[str, int]) -> Iterator[Flaw]:
    """`p :- not p.` where nothing else derives the same."""
    head = str(rule.head)
    denied = (one for one in rule.body if one.ast_type == ASTType.Literal and one.sign == 1)
    if heads[head] == 1 and any(str(one.atom) == head for one in denied):
        reason = Message(
            "{head} is derived if it is not: there is no answer set where this rule applies",
            head=head[:_LONGEST],
        )
        yield _at(rule, reason)


def _always_fires(rule: AST, derived: set[str], given: Collection[str]) -> Iterator[Flaw]:
    """Constraints that hold of the facts alone, if it is known of which there are some."""
    head, facts = rule.head, _positive(rule)
    if head.ast_type != ASTType.Literal or head.atom.ast_type != ASTType.BooleanConstant:
        return
    if head.atom.value or not facts or len(facts) < len(rule.body):
        return
    read = [term for atom in facts for term in terms(atom)]
    plain = all(one.ast_type == ASTType.Variable for term in read for one in term.arguments)
    if (
        plain
        and len({signature_of(one) for one in read}) == 1
        and not signatures(rule.body) & derived
        and (not given or signature_of(read[0]) in given)
    ):
        reason = Message(
            "this constraint excludes every answer set where there is a fact {predicate}",
            predicate=signature_of(read[0])[:_LONGEST],
        )
        yield _at(rule, reason)


# --- Recursion


@dataclass(frozen=True, slots=True)
class _Recursion:
    """How the predicates of a program depend on each other."""

    needs: Mapping[str, set[str]]  #: those from which each one is derived, over any number of rules
    chosen: set[str]  #: those that depend on a choice, so that grounding does not know them
    apart: set[tuple[str, int, str]]  #: predicates, places, and functions that bodies have there
    read: set[tuple[str, int, str]]  #: the same of rules with heads, with "" for any other term

    @classmethod
    def of(cls, rules: Sequence[AST]) -> "_Recursion":
        """Those of some rules."""
        atoms_read = (terms(atom)[0] for rule in rules for atom in _positive(rule))
        apart = {
            (signature_of(atom), place, _function(argument))
            for atom in atoms_read
            for place, argument in enumerate(atom.arguments)
            if _function(argument)
        }
        needs = derived_from(rules, lambda rule: signatures(_positive(rule)))
        read = {
            (signature_of(term), place, _function(argument))
            for rule in rules
            if of_rule(rule)[0]
            for atom in _positive(rule)
            for term in terms(atom)
            for place, argument in enumerate(term.arguments)
        }
        return cls(needs, _chosen(rules), apart, read)

    def unread(self, head: AST) -> bool:
        """Whether no rule derives anything from a head, because of a function in it."""
        signature = signature_of(head)
        functions = [(place, _function(one)) for place, one in enumerate(head.arguments)]
        return any(
            name and self.read.isdisjoint({(signature, place, ""), (signature, place, name)})
            for place, name in functions
        )


def _function(term: AST) -> str:
    """The name of a function with arguments; empty for any other term."""
    return term.name if term.ast_type == ASTType.Function and term.arguments else ""


def _chosen(rules: Iterable[AST]) -> set[str]:
    """The predicates that choices and disjunctions derive, and what depends on them."""
    found, both = set[str](), [of_rule(rule) for rule in rules]
    for rule, (heads, _) in zip(rules, both, strict=True):
        if rule.head.ast_type in (ASTType.Aggregate, ASTType.Disjunction):
            found |= heads
    before = -1
    while before < len(found):
        before = len(found)
        found |= set[str]().union(*(heads for heads, used in both if used & found))
    return found


def _endless(rule: AST, recursion: _Recursion) -> Iterator[Flaw]:
    """Rules that derive ever larger terms from their own atoms, with nothing that bounds them."""
    made, bounded = dict[str, AST](), set[str]()
    heads = [term for atom in atoms([rule.head]) for term in terms(atom)]
    again = [
        atom
        for atom in _positive(rule)
        if any(
            signature_of(term) in recursion.needs.get(one, ())
            for term in heads
            for one in signatures([atom])
        )
    ]
    for literal in rule.body:
        assigned = _assigned(literal)
        if assigned and _names(assigned[1]):
            made.update([assigned])
        elif literal.ast_type == ASTType.Literal and literal.sign:
            bounded |= set() if signatures([literal]) & recursion.chosen else _names(literal)
        elif getattr(literal, "atom", None) not in again:
            bounded |= _names(literal)
    for head in heads:
        for atom in () if recursion.unread(head) else again:
            if grown := _grown(head, terms(atom)[0], made, bounded, recursion.apart):
                reason = Message(
                    "grounding may never end: this rule derives {predicate} from itself with ever "
                    "new values of {term}; bound {name}, as in {name} < 9",
                    predicate=signature_of(head)[:_LONGEST],
                    term=_short(grown[0]),
                    name=grown[1],
                )
                yield _at(rule, reason)
                return


def _grown(
    head: AST,
    source: AST,
    made: Mapping[str, AST],
    bounded: set[str],
    apart: set[tuple[str, int, str]],
) -> tuple[AST, str] | None:
    """The argument of a head that is larger than in the atom it is from, and what grows there.

    None if there is none, if what is `bounded` changes too, or if the atom is of another predicate
    and some rule takes `apart` what is put together here.
    """
    signature = signature_of(head)
    direct = signature == signature_of(source)
    found, before = None, list(map(str, source.arguments))
    depth = max((_depth(source, name) for name in _names(source)), default=1) - 1
    for place, argument in enumerate(head.arguments):
        term = made.get(str(argument), argument)
        if str(term) in before[place : place + 1]:
            continue
        if (_names(term) | {str(argument)}) & bounded:
            return None
        if not direct and (signature, place, getattr(term, "name", "")) in apart:
            continue
        old = source.arguments[place] if place < len(source.arguments) else term
        for name in sorted(_names(term) & _names(source)):
            moved = old.ast_type == ASTType.BinaryOperation and _depth(old, name) > 1
            if _depth(term, name) > depth or (direct and moved):
                found = found or (term, name)
    return found


def _depth(term: AST, name: str) -> int:
    """How many functions and operations are around a variable in a term; 0 if it is not there.

    Or if it is in a remainder, which has few values.
    """
    if term.ast_type == ASTType.Variable:
        return int(term.name == name)
    if getattr(term, "operator_type", None) == BinaryOperator.Modulo:
        return 0
    inner = max((_depth(one, name) for one in below(term)), default=0)
    return inner + bool(inner and _larger(term))


def _larger(term: AST) -> bool:
    """Whether a term is larger than what is in it."""
    if term.ast_type == ASTType.BinaryOperation:
        return term.operator_type in _GROWS
    return term.ast_type == ASTType.Function and bool(term.arguments)


def _assigned(literal: AST) -> tuple[str, AST] | None:
    """The variable and the term of `Y = X+1`."""
    atom = getattr(literal, "atom", None)
    if atom is None or atom.ast_type != ASTType.Comparison or literal.sign:
        return None
    guard = atom.guards[0]
    if len(atom.guards) > 1 or guard.comparison != ComparisonOperator.Equal:
        return None
    for one, other in ((atom.term, guard.term), (guard.term, atom.term)):
        if one.ast_type == ASTType.Variable and other.ast_type != ASTType.Interval:
            return one.name, other
    return None
