"""The catalogs of messages: up to date, whole, and of templates that can be extracted."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.messages import (
    KEYWORDS,
    PACKAGE,
    languages,
    read_catalog,
    sources,
    templates,
    updated,
)

NAMED_ELSEWHERE = {
    ("asp/diagnosis/syntax.py", "slip.template"),
    ("formats/json.py", "_PLACES[self.name].template"),
    ("formats/source.py", "template"),
    ("formats/xml.py", "template"),
    ("grading/location.py", "HINTS[self.kind]"),
    ("grading/submission.py", "printable(message.template)"),
    ("logic/hint.py", "self.step.rule.value"),
    ("logic/steps.py", "self.rule.value"),
    ("run/limits.py", "str(cause)"),
    ("web/quick.py", "one.about"),
    ("web/quick.py", "one.title"),
}
"""Templates of messages that a table, an enumeration or a call holds, by their modules."""

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


@pytest.mark.slow
def test_templates_are_literals() -> None:
    """No call builds its template, and none that has values takes it from a variable."""
    assert [place for file in sources() for place in _without_literal(file)] == []


def _fields(text: object) -> set[str]:
    return set(re.findall(r"\{\^?(\w+)\}", str(text)))


def _without_literal(file: Path) -> Iterator[str]:
    """The places in a module where a template is no literal, and no message may be meant."""
    name = file.relative_to(PACKAGE).as_posix()
    if name == "messages.py":
        return
    named = _names_of_texts(file)
    for call, arguments in _calls(file):
        values = {keyword.arg for keyword in call.keywords} - PLACES
        only_text = bool(values) or getattr(call.func, "id", "") in ("Message", "plural")
        for one in arguments:
            source = ast.unparse(one)
            text = only_text or source in named or isinstance(one, ast.JoinedStr | ast.BinOp)
            literal = isinstance(one, ast.Constant) or (name, source) in NAMED_ELSEWHERE
            if text and not literal:
                yield f"{name}:{call.lineno}: {source}"


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
        if isinstance(node, ast.Assign):
            is_text = isinstance(node.value, ast.JoinedStr) or (
                isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
            )
            found |= {ast.unparse(target) for target in node.targets if is_text}
    return found
