"""Which predicates a rule derives and which it uses, read off clingo's syntax tree."""

from __future__ import annotations

from collections.abc import Iterable

from clingo.ast import AST, ASTType, Transformer


def of_rule(rule: AST) -> tuple[set[str], set[str]]:
    """The signatures ("name/arity") that a rule derives, and those that it uses."""
    literals, conditions = _head(rule.head)
    return signatures(literals), signatures(conditions) | signatures(rule.body)


def signatures(nodes: Iterable[AST]) -> set[str]:
    """The signatures of all atoms below some nodes."""
    return {signature_of(term) for atom in atoms(nodes) for term in terms(atom)}


def atoms(nodes: Iterable[AST]) -> list[AST]:
    """All symbolic atoms below some nodes."""
    visitor = _Atoms()
    for node in nodes:
        visitor.visit(node)
    return visitor.found


def terms(atom: AST) -> list[AST]:
    """The functions that an atom is made of: one, or several where arguments are pooled."""
    term = atom.symbol
    while hasattr(term, "argument"):  # classical negation does not count
        term = term.argument
    return list(term.arguments) if term.ast_type == ASTType.Pool else [term]


def signature_of(term: AST) -> str:
    """The signature of a function."""
    return f"{term.name}/{len(term.arguments)}"


def _head(head: AST) -> tuple[list[AST], list[AST]]:
    """The literals of a head, and the literals of the conditions that they hang on."""
    elements = getattr(head, "elements", None)
    if elements is None:
        return [head], []
    parts = [getattr(element, "condition", element) for element in elements]
    conditional = [
        part if isinstance(part, AST) else e for part, e in zip(parts, elements, strict=True)
    ]
    return (
        [part.literal for part in conditional if hasattr(part, "literal")],
        [literal for part in conditional for literal in part.condition],
    )


class _Atoms(Transformer):
    def __init__(self) -> None:
        self.found: list[AST] = []

    def visit_SymbolicAtom(self, atom: AST) -> AST:  # noqa: N802 - the parser names the method
        self.found.append(atom)
        return atom
