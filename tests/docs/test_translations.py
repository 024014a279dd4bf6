"""The catalogs of messages: up to date, whole, and of templates that can be extracted."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.messages import KEYWORDS, PACKAGE, languages, read_catalog, sources, templates, updated

MODULES = [file for file in sorted(PACKAGE.rglob("*.py")) if file.name != "messages.py"]

NAMED_ELSEWHERE = {
    ("asp/diagnosis/syntax.py", "slip.template"),
    ("formats/json.py", "_PLACES[self.name].template"),
    ("formats/source.py", "template"),
    ("formats/xml.py", "template"),
    ("grading/location.py", "HINTS[self.kind]"),
    ("grading/report.py", "found.kind.hint"),
    ("grading/report.py", "grade.outcome"),
    ("grading/report.py", "kind.hint"),
    ("grading/submission.py", "printable(message.template)"),
    ("lab/plan.py", "text"),
    ("logic/hint.py", "self.step.rule.value"),
    ("logic/steps.py", "self.rule.value"),
    ("run/limits.py", "str(cause)"),
    ("web/quick.py", "one.about"),
    ("web/quick.py", "one.title"),
}
"""Templates of messages that a table, an enumeration or a call holds, by their modules."""

OF_OTHER_THINGS = {
    "ProgramWarning": "a place and a message",
    "StoppedError": "what has stopped the work",
    "UnwritableError": "the format, and what it cannot hold",
}
"""Errors and warnings that take no template, and what they are made of."""

TEXTS_OF = {"counted", "format", "join", "repr", "replace", "shortened", "str"}
"""Functions and methods that give texts."""

PLACES = {"path", "where", "line", "place", "character"}
"""Keywords of errors that are no values of their templates."""


@pytest.mark.parametrize("language", languages())
def test_catalog_is_up_to_date(language: str) -> None:
    """`python -m tools.messages` changes neither the catalog nor the page's texts."""
    for file, content in updated(language).items():
        assert file.read_bytes() == content, file


@pytest.mark.parametrize("language", languages())
def test_every_template_is_translated(language: str) -> None:
    """None is missing from the catalog, or stands in it without a translation."""
    known = {message.id for message in read_catalog(language) if message.string}
    assert {message.id for message in templates() if message.id} - known == set()


@pytest.mark.parametrize("language", languages())
def test_translations_have_the_fields_of_their_templates(language: str) -> None:
    """A field may stand in another place, or begin with a capital letter, but none is lost."""
    for message in read_catalog(language):
        if message.id:
            assert _fields(message.string) == _fields(message.id), message.id


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_templates_are_literals(file: Path) -> None:
    """No call builds its template, and none that has values takes it from a variable."""
    assert list(_without_literal(file)) == []


def test_babel_finds_every_template() -> None:
    """It loses some where calls are nested: give the inner message a name, on a line before."""
    literals = {
        one.value
        for file in sources()
        for _, arguments in _calls(file)
        for one in arguments
        if isinstance(one, ast.Constant) and _letters(one.value)
    }
    assert literals - {message.id for message in templates()} == set()


def test_every_error_takes_a_template() -> None:
    """So a new kind of error or warning is among the calls that the tests and the catalogs know."""
    bases = {
        node.name: set(map(ast.unparse, node.bases))
        for file in (*MODULES, PACKAGE / "messages.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    kinds = {"AspNonoError", "PuzzleWarning"}
    while more := {name for name in bases if bases[name] & kinds} - kinds:
        kinds |= more
    assert kinds - OF_OTHER_THINGS.keys() == kinds & KEYWORDS.keys()


def _letters(text: object) -> bool:
    """Whether a template has more than fields."""
    return any(map(str.isalpha, re.sub(r"\{\^?\w+\}", "", str(text))))


def _fields(text: object) -> set[str]:
    return set(re.findall(r"\{\^?(\w+)\}", str(text)))


def _without_literal(file: Path) -> Iterator[str]:
    """The places in a module where a template is no literal, and no message may be meant."""
    name = file.relative_to(PACKAGE).as_posix()
    named = _names_of_texts(file)
    for call, arguments in _calls(file):
        called = getattr(call.func, "id", getattr(call.func, "attr", ""))
        values = {keyword.arg for keyword in call.keywords} - PLACES
        only_text = bool(values) or called in ("Message", "linked", "plural")
        for one in arguments:
            source = ast.unparse(one)
            literal = isinstance(one, ast.Constant) or (name, source) in NAMED_ELSEWHERE
            if not literal and (only_text or source in named or _is_text(one)):
                yield f"{name}:{call.lineno}: {source}"
        if called == "verbatim" and isinstance(call.args[0], ast.Constant | ast.JoinedStr):
            yield f"{name}:{call.lineno}: {ast.unparse(call)}"


def _calls(file: Path) -> Iterator[tuple[ast.Call, list[ast.expr]]]:
    """The calls in a module that take templates, each with the arguments that should be some."""
    for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(call, ast.Call):
            name = getattr(call.func, "id", getattr(call.func, "attr", ""))
            places = KEYWORDS.get(name, ())
            yield call, [call.args[place - 1] for place in places if place <= len(call.args)]


def _names_of_texts(file: Path) -> set[str]:
    """The names to which a module assigns texts."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {ast.unparse(one) for one in targets if node.value and _is_text(node.value)}
    return found


def _is_text(node: ast.expr) -> bool:
    """Whether an expression gives a text, as far as it shows: `f"{a}"`, `"a" + b`, `"a" if b`."""
    match node:
        case ast.Constant(value=str()) | ast.JoinedStr() | ast.BinOp():
            return True
        case ast.IfExp(body=one, orelse=other):
            return _is_text(one) or _is_text(other)
        case ast.BoolOp(values=values):
            return any(map(_is_text, values))
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in TEXTS_OF
    return False
