"""Rules and headers of encodings, read with clingo's parser and compared with each other.

A header is the comment at the top of an `.lp` file: Purpose, Input, External, Output, Inner and,
for redundant rules, Adds. Each predicate has one entry, `%   name(A, B) - one sentence.`
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from clingo.ast import AST, ASTType, Transformer, parse_files

from asp_nono.asp.source import Messages, read_program
from asp_nono.errors import EncodingError

SECTIONS = ("Purpose", "Adds", "Input", "External", "Output", "Inner")
_SECTION = re.compile(rf"% ({'|'.join(SECTIONS)}):")
_ENTRY = re.compile(r"%   (\w+)\((.*)\)\s+- (.+\.)")
_PLAIN = (ASTType.Program, ASTType.Definition)  # statements without predicates


@dataclass(frozen=True, slots=True)
class Entry:
    """The entry of a predicate in a header."""

    signature: str  # "name/arity"
    arguments: tuple[str, ...]  # the argument names
    meaning: str  # one sentence in which each argument occurs


@dataclass(frozen=True, slots=True)
class Header:
    """The header of an encoding."""

    purpose: str  # what the encoding is for, in prose
    adds: str  # for redundant rules, why they change no solution; else empty
    inputs: tuple[Entry, ...]  # the predicates that it reads and does not derive,
    external: tuple[Entry, ...]  # those whose truth is set from outside,
    outputs: tuple[Entry, ...]  # those that it shows,
    inner: tuple[Entry, ...]  # and the others that it derives


@dataclass(slots=True)
class _Rules:
    """The signatures that the statements of a file derive, use, set from outside, show, declare."""

    derived: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    external: set[str] = field(default_factory=set)
    shown: set[str] = field(default_factory=set)
    declared: set[str] = field(default_factory=set)
    comments: list[str] = field(default_factory=list)

    def sections(self) -> dict[str, set[str]]:
        """The signatures that belong into each section of a header."""
        return {
            "Input": self.used - self.derived - self.external,
            "External": self.external,
            "Output": self.shown,
            "Inner": self.derived - self.shown,
        }


def read_header(path: Path, *, bare: bool = False) -> Header:
    """The header of the encoding in `path`, checked.

    If it may be `bare` and has no header, the signatures are those of its rules, without words.

    Raises:
        EncodingError: If the file cannot be read or parsed, uses what no encoding may use (a
            script, a program part), or its header is missing, incomplete or untrue.
    """
    rules = _rules(path)
    if bare and not any(map(_SECTION.fullmatch, rules.comments)):
        true = map(sorted, rules.sections().values())
        return Header("", "", *(tuple(Entry(one, (), "") for one in some) for some in true))
    header = _header(path, rules.comments)
    _check(path, header, rules)
    return header


def _rules(path: Path) -> _Rules:
    read_program(path)
    nodes: list[AST] = []
    with Messages(str(path)) as messages:
        parse_files([str(path)], nodes.append, logger=messages.logger)
    rules = _Rules()
    # What shows anything but the picture is in no recipe, and may optimize.
    apart = any(node.ast_type == ASTType.ShowSignature and node.name != "fill" for node in nodes)
    for node in nodes:
        kind = node.ast_type
        if kind == ASTType.Comment:
            if not (rules.derived or rules.used or rules.shown):
                rules.comments.extend(str(node).splitlines())
        elif kind == ASTType.Rule:
            derived, used = of_rule(node)
            rules.derived |= derived
            rules.used |= used
        elif kind == ASTType.External:
            rules.external |= signatures([node.atom])
            rules.used |= signatures(node.body)
        elif kind == ASTType.Heuristic or (kind == ASTType.Minimize and apart):
            atom = [node.atom] if kind == ASTType.Heuristic else []
            rules.used |= signatures([*atom, *node.body])
        elif kind == ASTType.ShowSignature:
            rules.shown.add(f"{node.name}/{node.arity}")
        elif kind == ASTType.Defined:
            rules.declared.add(f"{node.name}/{node.arity}")
        elif kind not in _PLAIN or (kind == ASTType.Program and node.name != "base"):
            words = "#script" if kind == ASTType.Script else " ".join(str(node).split())
            lawful = "rules, #show name/arity, #defined, #const, #external or #heuristic"
            reason, place = f"{words[:40]}: expected {lawful} only", node.location.begin.line
            raise EncodingError(str(path), reason, place=f"line {place}")
    return rules


def _header(path: Path, comments: list[str]) -> Header:
    prose: dict[str, list[str]] = {"Purpose": [], "Adds": []}
    entries: dict[str, list[Entry]] = {section: [] for section in SECTIONS}
    here = ""
    for comment in comments:
        if match := _SECTION.fullmatch(comment):
            here = match[1]
        elif not comment.startswith("%  "):
            here = here if comment == "%" else ""
        elif match := _ENTRY.fullmatch(comment):
            arguments = tuple(part.strip() for part in match[2].split(","))
            entry = Entry(f"{match[1]}/{len(arguments)}", arguments, match[3])
            entries.setdefault(here, []).append(entry)
        elif here in prose:
            prose[here].append(comment.removeprefix("%").strip())
        elif here:
            reason = f"header: {here}: {comment!r} is not `%   name(A, B) - one sentence.`"
            raise EncodingError(str(path), reason)
    if not prose["Purpose"]:
        raise EncodingError(str(path), "header: there is no `% Purpose:` at the top")
    purpose, adds = map(" ".join, prose.values())
    predicates = ("Input", "External", "Output", "Inner")
    return Header(purpose, adds, *(tuple(entries[section]) for section in predicates))


def _check(path: Path, header: Header, rules: _Rules) -> None:
    faults = []
    documented = (header.inputs, header.external, header.outputs, header.inner)
    for (section, true), entries in zip(rules.sections().items(), documented, strict=True):
        said = {entry.signature for entry in entries}
        faults += [
            f"{section}: {s} is documented but does not belong here" for s in sorted(said - true)
        ]
        faults += [f"{section}: {s} is missing" for s in sorted(true - said)]
        faults += [
            f"{section}: the sentence on {entry.signature} does not name {argument}"
            for entry in entries
            for argument in entry.arguments
            if not re.search(rf"(?<![\w']){re.escape(argument)}(?![\w'])", entry.meaning)
        ]
    unused = rules.declared - rules.used
    faults += [f"#defined {signature} is not used" for signature in sorted(unused)]
    if faults:
        raise EncodingError(str(path), f"header: {'; '.join(faults)}")


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
    """The functions of an atom: one, or several where arguments are pooled."""
    term = atom.symbol
    while hasattr(term, "argument"):  # classical negation does not count
        term = term.argument
    return list(term.arguments) if term.ast_type == ASTType.Pool else [term]


def signature_of(term: AST) -> str:
    """The signature of a function."""
    return f"{term.name}/{len(term.arguments)}"


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
