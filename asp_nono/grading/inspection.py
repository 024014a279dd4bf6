"""What a program holds, found out with clingo's parser and without running it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import chain
from typing import Any

from clingo.ast import AST, ASTType, Transformer, parse_string

from asp_nono.asp.source import Messages, atoms, of_rule, signature_of, signatures, terms
from asp_nono.errors import EncodingError

_PLAIN = (ASTType.Definition, ASTType.Comment, ASTType.Defined)
_WHY = {
    ASTType.Minimize: "optimisation would hide solutions",
    ASTType.External: "nobody would set an #external",
    ASTType.ProjectAtom: "what is counted is the judge's to say",
    ASTType.ProjectSignature: "what is counted is the judge's to say",
    ASTType.TheoryDefinition: "theories need a program of their own",
    ASTType.Script: "a submission holds no scripts",
}


def inspect(text: str, colored: Mapping[str, int]) -> dict[str, Any]:
    """The predicates that a program derives, uses and shows, and whether it reads colours.

    Args:
        text: The program.
        colored: For each signature of facts that name a colour, the 0-based place of the colour.

    Returns:
        "derived", "used" and "shown": lists of signatures; "lines": for each signature that is
        used the first line; "reads_colors"; "parts": the names of parts other than base, which
        nobody grounds.

    Raises:
        EncodingError: If it does not parse, or holds what a submission may not.
    """
    look = _Look(colored)
    with Messages("submission") as messages:
        parse_string(text, look, logger=messages.logger)
    if look.error:
        raise look.error
    return {
        "derived": sorted(look.derived),
        "used": sorted(look.lines),
        "shown": sorted(look.shown),
        "shows_something": look.shows,
        "lines": look.lines,
        "reads_colors": look.reads_colors,
        "parts": sorted(look.parts),
    }


class _Look:
    """Takes statements from the parser, which lets no exception through."""

    def __init__(self, colored: Mapping[str, int]) -> None:
        self._colored = colored
        self.derived: set[str] = set()
        self.shown: set[str] = set()
        self.lines: dict[str, int] = {}
        self.parts: set[str] = set()
        self._part = "base"
        self.shows = self.reads_colors = False
        self.error: EncodingError | None = None

    def __call__(self, node: AST) -> None:
        if self.error is None:
            try:
                self._take(node)
            except EncodingError as error:
                self.error = error

    def _take(self, node: AST) -> None:
        kind = node.ast_type
        _Foreign().visit(node)
        if kind == ASTType.Program:
            self._part = node.name
            self.parts |= {node.name} - {"base"}
        elif self._part != "base" and kind in (ASTType.Rule, ASTType.ShowTerm):
            return
        elif kind == ASTType.Rule:
            derived, used = of_rule(node)
            self.derived |= derived
            self._use(node, used)
            self.reads_colors |= self._reads_color(node)
        elif kind == ASTType.ShowSignature:
            self.shows = True
            self.shown.add(f"{node.name}/{node.arity}")
        elif kind == ASTType.ShowTerm:
            self.shows = True
            name = getattr(node.term, "name", "")
            self.shown.add(f"{name}/{len(getattr(node.term, 'arguments', ()))}")
            self._use(node, signatures(node.body))
        elif kind not in _PLAIN:
            words = " ".join(str(node).split())[:40]
            why = _WHY.get(kind, "expected rules, #show, #defined and #const only")
            raise _refused(node, f"{words}: {why}")

    def _use(self, node: AST, used: set[str]) -> None:
        for signature in used:
            self.lines.setdefault(signature, node.location.begin.line)

    def _reads_color(self, rule: AST) -> bool:
        """Whether the rule does something with the colour of a fact: it names it twice."""
        named = Counter[str]()
        _Variables(named).visit(rule)
        for term in chain.from_iterable(map(terms, atoms([rule]))):
            place = self._colored.get(signature_of(term))
            if place is not None:
                color = getattr(term.arguments[place], "name", "_")
                if color != "_" and named[color] > 1:
                    return True
        return False


class _Foreign(Transformer):
    """Refuses what needs code of one's own or a theory."""

    def visit_Function(self, term: AST) -> AST:  # noqa: N802 - the parser names the method
        if term.external:
            raise _refused(term, f"@{term.name}: a submission calls no outside functions")
        return self._on(term)

    def visit_TheoryAtom(self, atom: AST) -> AST:  # noqa: N802 - the parser names the method
        raise _refused(atom, "&: theory atoms need a program of their own")

    def _on(self, node: AST) -> AST:
        self.visit_children(node)
        return node


class _Variables(Transformer):
    def __init__(self, named: Counter[str]) -> None:
        self._named = named

    def visit_Variable(self, term: AST) -> AST:  # noqa: N802 - the parser names the method
        self._named[term.name] += 1
        return term


def _refused(node: AST, reason: str) -> EncodingError:
    return EncodingError("submission", reason, place=f"line {node.location.begin.line}")
