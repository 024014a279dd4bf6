"""Rules and headers of encodings, read with clingo's parser and compared with each other."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from asp_nono.asp.diagnosis.syntax import without_quoted
from asp_nono.asp.diagnosis.wording import atom_shown
from asp_nono.asp.engine import AST, ASTType, Transformer, parse_files
from asp_nono.asp.header import Header, HeaderEntry
from asp_nono.asp.source import ClingoMessages, read_program
from asp_nono.asp.theories import package_of, theory_atoms
from asp_nono.messages import EncodingError, Message, shortened, together

SECTIONS = ("Purpose", "Adds", "Input", "External", "Output", "Inner")
_SECTION = re.compile(rf"% ({'|'.join(SECTIONS)}):")
_ENTRY = re.compile(r"%   (\w+)\((.*)\)\s+- (.+\.)")
QUERY = "query/1"  # set for the last step of a multi-shot program that is grounded in steps
_LONGEST_QUOTE = 200  # characters of the source in a message


@dataclass(slots=True)
class _Rules:
    """The signatures that the statements of a file derive, use, set from outside, show, declare."""

    derived: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    external: set[str] = field(default_factory=set)
    shown: set[str] = field(default_factory=set)
    declared: set[str] = field(default_factory=set)
    parts: set[str] = field(default_factory=set)
    modes: set[str] = field(default_factory=set)
    hides: bool = False
    steers: bool = False
    apart: bool = False  #: whether optimization is lawful
    comments: list[str] = field(default_factory=list)

    def refuses(self, node: AST) -> Message | None:
        """Take in a statement; why it may not be there, None if it may."""
        kind = node.ast_type
        if kind == ASTType.Comment:
            if not (self.derived or self.used or self.shown):
                self.comments.extend(str(node).splitlines())
        elif kind == ASTType.Rule:
            derived, used = of_rule(node)
            self.derived |= derived
            self.used |= used
        elif kind == ASTType.External:
            self.external |= signatures([node.atom])
            self.modes |= _modes(node.atom)
            self.used |= signatures(node.body)
        elif kind == ASTType.Heuristic or (kind == ASTType.Minimize and self.apart):
            atom = [node.atom] if kind == ASTType.Heuristic else []
            self.steers |= bool(atom)
            self.used |= signatures([*atom, *node.body])
        elif kind == ASTType.Program:
            self.parts |= {f"{node.name}/{len(node.parameters)}"} - {"base/0"}
            self.external |= {QUERY} if node.name == "check" else set()
        else:
            return self._declares(node)
        return None

    def _declares(self, node: AST) -> Message | None:
        if node.ast_type == ASTType.ShowSignature:
            self.hides |= not node.name  # it is `#show.`
            self.shown |= {f"{node.name}/{node.arity}"} if node.name else set()
        elif node.ast_type == ASTType.Defined:
            self.declared.add(f"{node.name}/{node.arity}")
        elif node.ast_type != ASTType.Definition:
            return atom_shown(str(node)) or Message(
                "expected rules, #show name/arity, #defined, #const, #external or #heuristic only"
            )
        return None

    def sections(self) -> dict[str, set[str]]:
        """The signatures that belong into each section of a header."""
        return {
            "Input": self.used - self.derived - self.external,
            "External": self.external,
            "Output": self.shown,
            "Inner": self.derived - self.shown,
        }


def read_header(path: Path, *, strict: bool = True) -> Header:
    """The header of the encoding in `path`, checked.

    If it is not `strict`, no header is needed, and what is wrong with one is no error: the
    signatures are then those of the rules, without words.

    Raises:
        EncodingError: If the file cannot be read or parsed, uses what no encoding may use (a
            script, a theory atom that is not defined), or if the header has to be right and is
            missing, incomplete or untrue.
    """
    rules = _rules(path)
    more: dict[str, Any] = {
        "unread": frozenset(rules.derived - rules.used - rules.shown),
        "parts": frozenset(rules.parts),
        "modes": frozenset(rules.modes),
        "hides": rules.hides,
        "steers": rules.steers,
    }
    fault = ""
    if strict or "% Purpose:" in rules.comments:
        try:
            header = _header(path, rules.comments)
            _check(path, header, rules)
        except EncodingError as error:
            if strict:
                raise
            fault = str(error.reason)
        else:
            return replace(header, **more)
    true = map(sorted, rules.sections().values())
    inputs, external, outputs, inner = (
        tuple(HeaderEntry(s, (), "") for s in some) for some in true
    )
    return Header("", "", inputs, external, outputs, inner, fault, **more)


def parsed(paths: Iterable[Path]) -> list[AST]:
    """The statements of files that clingo can read."""
    nodes: list[AST] = []
    parse_files(list(map(str, paths)), nodes.append, logger=lambda *_: None)
    return nodes


def _rules(path: Path) -> _Rules:
    text = read_program(path)
    if included := re.search(r"#include\b", without_quoted(text)):
        line = text.count("\n", 0, included.start()) + 1
        column = included.start() - text.rfind("\n", 0, included.start())
        raise EncodingError(
            str(path),
            "#include is not allowed; name all files instead",
            line=line,
            character=column,
        )
    nodes: list[AST] = []
    with ClingoMessages(str(path)) as messages:
        parse_files([str(path)], nodes.append, logger=messages.logger)
    package_of(theory_atoms(nodes), str(path))  # reports those that no package defines
    rules = _Rules()
    # What shows anything but the picture is in no recipe, and may optimize.
    rules.apart = any(
        node.ast_type == ASTType.ShowSignature and node.name not in ("", "fill") for node in nodes
    )
    for node in nodes:
        if reason := rules.refuses(node):
            words = "#script" if node.ast_type == ASTType.Script else as_written(node, text)
            begin = node.location.begin
            raise EncodingError(
                str(path), together((words, reason)), line=begin.line, character=begin.column
            )
    return rules


def as_written(node: AST, source: str) -> str:
    """The lines of the source on which a statement stands, as one."""
    begin, end = node.location.begin.line, node.location.end.line
    words = " ".join(" ".join(source.splitlines()[begin - 1 : end]).split())
    return shortened(words, _LONGEST_QUOTE)


def _header(path: Path, comments: list[str]) -> Header:
    prose: dict[str, list[str]] = {"Purpose": [], "Adds": []}
    entries: dict[str, list[HeaderEntry]] = {section: [] for section in SECTIONS}
    here = ""
    for comment in comments:
        if match := _SECTION.fullmatch(comment):
            here = match[1]
        elif not comment.startswith("%  "):
            here = here if comment == "%" else ""
        elif match := _ENTRY.fullmatch(comment):
            arguments = tuple(part.strip() for part in match[2].split(","))
            entry = HeaderEntry(f"{match[1]}/{len(arguments)}", arguments, match[3])
            entries.setdefault(here, []).append(entry)
        elif here in prose:
            prose[here].append(comment.removeprefix("%").strip())
        elif here:
            raise EncodingError(
                str(path),
                "header: {section}: {comment} is not `%   name(A, B) - one sentence.`",
                section=here,
                comment=repr(comment),
            )
    if not prose["Purpose"]:
        raise EncodingError(str(path), "header: there is no `% Purpose:` at the top")
    purpose, adds = map(" ".join, prose.values())
    predicates = ("Input", "External", "Output", "Inner")
    inputs, external, outputs, inner = (tuple(entries[section]) for section in predicates)
    return Header(purpose, adds, inputs, external, outputs, inner)


def _check(path: Path, header: Header, rules: _Rules) -> None:
    faults = []
    documented = (header.inputs, header.external, header.outputs, header.inner)
    for (section, true), entries in zip(rules.sections().items(), documented, strict=True):
        said = {entry.signature for entry in entries}
        faults += [
            Message(
                "{section}: {predicate} is documented but does not belong here",
                section=section,
                predicate=predicate,
            )
            for predicate in sorted(said - true)
        ]
        faults += [
            Message(
                "{section}: the rules have {predicate}, the header does not",
                section=section,
                predicate=predicate,
            )
            for predicate in sorted(true - said)
        ]
        faults += [
            Message(
                "{section}: the sentence on {predicate} does not name {argument}",
                section=section,
                predicate=entry.signature,
                argument=argument,
            )
            for entry in entries
            for argument in entry.arguments
            if not re.search(rf"(?<![\w']){re.escape(argument)}(?![\w'])", entry.meaning)
        ]
    faults += [
        Message("#defined {predicate} is not used", predicate=one)
        for one in sorted(rules.declared - rules.used)
    ]
    if faults:
        raise EncodingError(str(path), "header: {faults}", faults=together(faults, "; "))


def of_rule(rule: AST) -> tuple[set[str], set[str]]:
    """The signatures ("name/arity") that a rule derives, and those that it uses."""
    literals, conditions = _head(rule.head)
    return signatures(literals), signatures(conditions) | signatures(rule.body)


def derived_from(rules: Iterable[AST], used: Callable[[AST], set[str]]) -> dict[str, set[str]]:
    """For each signature those from which it is derived, over any number of rules.

    `used` has the signatures of a rule that count.
    """
    needs = defaultdict[str, set[str]](set)
    for rule in rules:
        for head in of_rule(rule)[0]:
            needs[head] |= used(rule)
    changed = True
    while changed:
        changed = False
        for head, some in needs.items():
            more = set[str]().union(*(needs.get(one, ()) for one in some)) - some
            needs[head] = some | more
            changed = changed or bool(more)
    return needs


def signatures(nodes: Iterable[AST]) -> set[str]:
    """The signatures of all atoms below some nodes."""
    return {signature_of(term) for atom in atoms(nodes) for term in terms(atom)}


def uses(nodes: Iterable[AST]) -> Iterator[tuple[str, int, int]]:
    """The signatures of all atoms below some nodes, with line and column."""
    for atom in atoms(nodes):
        begin = atom.symbol.location.begin
        for term in terms(atom):
            yield signature_of(term), begin.line, begin.column


def walk(node: AST) -> Iterator[AST]:
    """A node and everything below it."""
    yield node
    for one in below(node):
        yield from walk(one)


def below(node: AST) -> Iterator[AST]:
    """What is directly below a node."""
    for key in node.child_keys:
        value = getattr(node, key)
        yield from (value,) if isinstance(value, AST) else value or ()


def shows(nodes: Iterable[AST]) -> dict[str, tuple[int, int]]:
    """Line and column of each `#show name/arity`, by `#show ` and the signature; `/0` for none."""
    places = ((node, node.location.begin) for node in nodes)
    return {
        f"#show {node.name}/{node.arity}": (begin.line, begin.column)
        for node, begin in places
        if node.ast_type == ASTType.ShowSignature
    }


def atoms(nodes: Iterable[AST]) -> list[AST]:
    """All symbolic atoms below some nodes."""
    visitor = _Atoms()
    for node in nodes:
        visitor.visit(node)
    return visitor.found


def terms(atom: AST) -> list[AST]:
    """The functions of an atom: one, or several where arguments are pooled.

    The name of one with classical negation begins with its sign, since `-p(X)` and `p(X)` are
    atoms of two predicates.
    """
    negated = atom.symbol.ast_type == ASTType.UnaryOperation
    term = atom.symbol.argument if negated else atom.symbol
    found = list(term.arguments) if term.ast_type == ASTType.Pool else [term]
    return [one.update(name=f"-{one.name}") for one in found] if negated else found


def signature_of(term: AST) -> str:
    """The signature of a function."""
    return f"{term.name}/{len(term.arguments)}"


def _modes(atom: AST) -> set[str]:
    """M of each mode(M) in an external atom; empty where it is a variable."""
    arguments = [term.arguments[0] for term in terms(atom) if signature_of(term) == "mode/1"]
    return {str(m) if m.ast_type == ASTType.SymbolicTerm else "" for m in arguments}


def _head(head: AST) -> tuple[list[AST], list[AST]]:
    """The literals of a head, and those of their conditions."""
    elements = getattr(head, "elements", None)
    if elements is None:
        return [head], []
    parts = [
        one.condition if one.ast_type == ASTType.HeadAggregateElement else one for one in elements
    ]
    literals = [part.literal for part in parts if hasattr(part, "literal")]
    return literals, [literal for part in parts for literal in part.condition]


class _Atoms(Transformer):
    def __init__(self) -> None:
        self.found: list[AST] = []

    def visit_SymbolicAtom(self, atom: AST) -> AST:  # noqa: N802 - the parser names the method
        self.found.append(atom)
        return atom
