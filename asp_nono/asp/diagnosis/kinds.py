"""Kinds of arguments: lines, colors and other numbers, as the facts of a puzzle have them.

They are carried from the facts through the rules. Where something would be of two kinds, the rule
has no ground instances, or it compares what has nothing to do with each other.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from asp_nono.asp.diagnosis import Flaw
from asp_nono.asp.engine import AST, ASTType, SymbolType
from asp_nono.asp.headers import atoms, of_rule, signature_of, terms
from asp_nono.messages import Message

_WORDS = {
    "line": Message("a line, row(Y) or column(X)"),
    "color": Message("a color"),
    "number": Message("a number"),
}
_LEAST = 2  # predicates of the facts that a program reads; one may have another meaning there
_ROUNDS = 4  # in which kinds are carried from rule to rule

Kinds: TypeAlias = Mapping[str, Sequence[str]]
"""The kind of each argument of predicates, a key of `_WORDS`; empty where it is not known."""


def mixed(rules: Sequence[AST], given: Kinds) -> Iterator[Flaw]:
    """The first term in each rule that is of two kinds, if the rules read facts of these names."""
    read = set[str]().union(*(of_rule(rule)[1] for rule in rules))
    if len(read.intersection(given)) < _LEAST:
        return
    known = dict(given)
    for _ in range(_ROUNDS):
        known |= _carried(rules, known, given)
    for rule in rules:
        seen = dict[str, tuple[str, str]]()
        for term, kind, signature in _typed([*rule.body, rule.head], known):
            own = (_own(term), "") if _own(term) else None
            before, where = own or seen.setdefault(str(term), (kind, signature))
            if before != kind and (kind == "line" or own is None or before == "line"):
                yield _flaw(term, (kind, signature), (before, where))
                break


def _flaw(term: AST, here: tuple[str, str], before: tuple[str, str]) -> Flaw:
    reason = Message(
        "{term} stands for {kind} in {predicate}, but it is {other}",
        term=str(term),
        kind=_WORDS[here[0]],
        predicate=here[1],
        other=_WORDS[before[0]],
    )
    if before[1]:
        reason = Message(
            "{term} stands for {kind} in {predicate}, but for {other} in {where}",
            term=str(term),
            kind=_WORDS[here[0]],
            predicate=here[1],
            other=_WORDS[before[0]],
            where=before[1],
        )
    begin = term.location.begin
    return Flaw(begin.line, begin.column, reason, suspect=True, file=begin.filename)


def _typed(nodes: Iterable[AST], known: Kinds) -> Iterator[tuple[AST, str, str]]:
    """The arguments of atoms below some nodes whose kind is known, with kind and signature."""
    for term in (term for atom in atoms(nodes) for term in terms(atom)):
        signature = signature_of(term)
        for argument, kind in zip(term.arguments, known.get(signature, ()), strict=False):
            variable = argument.ast_type == ASTType.Variable and argument.name != "_"
            if kind and (variable or _own(argument)):
                yield argument, kind, signature


def _own(term: AST) -> str:
    """The kind that a term has by itself."""
    if term.ast_type == ASTType.Function and signature_of(term) in ("row/1", "column/1"):
        return "line"
    number = term.ast_type == ASTType.SymbolicTerm and term.symbol.type == SymbolType.Number
    sums = (ASTType.BinaryOperation, ASTType.Interval)
    return "number" if number or term.ast_type in sums else ""


def _carried(rules: Sequence[AST], known: Kinds, given: Kinds) -> dict[str, list[str]]:
    """The kinds of what rules derive, where all rules agree; a number may be a color."""
    found = dict[str, list[str]]()
    for rule in rules:
        kinds = {str(term): kind for term, kind, _ in reversed([*_typed(rule.body, known)])}
        for head in (term for atom in atoms([rule.head]) for term in terms(atom)):
            if signature_of(head) in given:
                continue
            these = [
                "line" if _own(one) == "line" else kinds.get(str(one), "") for one in head.arguments
            ]
            before = found.setdefault(signature_of(head), these)
            found[signature_of(head)] = [
                one if one == other else "" for one, other in zip(before, these, strict=True)
            ]
    return found
