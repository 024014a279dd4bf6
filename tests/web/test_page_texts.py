"""The texts of the page: catalogs that agree, and modules that put values into their templates."""

import json
import re
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from asp_nono.page.bundle import PACKAGE
from tests.web.driving import Desk
from tests.web.serving import Server
from tests.web.test_page_german import english

PLACES = ("page", "web", "publish")
FIELD = re.compile(r"\{\^?(\w+)\}")
BRANCH = r"(=\d+|one|other) \{((?:[^{}]|\{\w+\})*)\}"
PLURAL = re.compile(rf"\{{(\w+), plural,((?: {BRANCH})+)\}}")


def _catalog(place: str, language: str) -> dict[str, Any]:
    file = PACKAGE / place / "static" / f"texts_{language}.json"
    catalog: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return catalog


def _texts(value: Any, key: str = "") -> dict[str, str]:  # noqa: ANN401 - any JSON
    """The texts of a catalog, or of a part of one, by their keys."""
    if isinstance(value, str):
        return {key: value}
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    return dict(chain.from_iterable(_texts(one, f"{key}.{name}").items() for name, one in parts))


def _branches(text: str) -> list[str]:
    """The texts that a template becomes by its plurals, still with fields."""
    if not (found := PLURAL.search(text)):
        return [text]
    ways = [branch.replace("#", f"{{{found[1]}}}") for _, branch in re.findall(BRANCH, found[2])]
    before, after = text[: found.start()], text[found.end() :]
    return [one for way in ways for one in _branches(f"{before}{way}{after}")]


def _fields(text: str) -> set[str]:
    """The names of the values that a template needs."""
    return {found[1] for found in re.finditer(r"\{\^?(\w+)[},]", text)}


@pytest.mark.parametrize("place", PLACES)
def test_every_text_has_a_german_one(place: str) -> None:
    """Both catalogs have the same keys, in the same order, and no text is empty."""
    english, german = (_texts(_catalog(place, language)) for language in ("en", "de"))
    assert list(english) == list(german)
    assert [key for key in english if not english[key] or not german[key]] == []


@pytest.mark.parametrize("place", PLACES)
def test_translations_have_the_fields_of_their_templates(place: str) -> None:
    """A field may stand in another place, but none is lost, and none is new."""
    german = _texts(_catalog(place, "de"))
    for key, text in _texts(_catalog(place, "en")).items():
        assert _fields(german[key]) == _fields(text), key


@pytest.mark.parametrize("place", PLACES)
def test_german_is_german(place: str) -> None:
    """No German text has English words left."""
    german = _texts(_catalog(place, "de")).values()
    assert english(chain.from_iterable(map(_branches, german))) == []


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("place", PLACES)
def test_templates_are_well_formed(place: str, language: str) -> None:
    """Braces are those of fields and plurals; every plural says what holds otherwise."""
    for key, text in _texts(_catalog(place, language)).items():
        for found in PLURAL.finditer(text):
            assert re.findall(BRANCH, found[2])[-1][0] == "other", key
        for branch in _branches(text):
            assert not re.search(r"[{}]", FIELD.sub("", branch)), key


def test_shared_texts_keep_their_keys() -> None:
    """The catalogs of the studio and of published pages have no key of the shared one."""
    shared = _catalog("page", "en").keys()
    assert not shared & (_catalog("web", "en").keys() | _catalog("publish", "en").keys())


TEXT = re.compile(r"(?<![\w.])t((?:\.\w+|\[[^\[\]]*\])+)")
NO_CODE = re.compile(r"(?m)^\s*(?://|/?\*).*$")


def _modules(place: str) -> Iterator[Path]:
    for module in sorted((PACKAGE / place / "static").rglob("*.js")):
        if module.parent.name != "vendor" and module.name != "sw.js":
            yield module


def _parts(code: str) -> list[str]:
    """Code up to the bracket that closes what is before it, at its commas on the top."""
    depth, parts = 0, [""]
    for char in code:
        depth += (char in "([{") - (char in ")]}")
        if depth < 0:
            break
        if char == "," and not depth:
            parts.append("")
        else:
            parts[-1] += char
    return parts


def _named(catalog: dict[str, Any], path: str) -> dict[str, str]:
    """The texts that a path in code may mean; one in brackets means any key."""
    found: dict[str, Any] = {"": catalog}
    for name in re.findall(r"\.(\w+)|\[[^\]]*\]", path):
        if all(isinstance(one, str | list) for one in found.values()):
            break  # what follows is a method of texts
        found = {
            f"{before}.{key}": one
            for before, value in found.items()
            if isinstance(value, dict)
            for key, one in value.items()
            if name in ("", key)
        }
        assert found, path
    return dict(chain.from_iterable(_texts(one, key).items() for key, one in found.items()))


def _values(call: str) -> set[str] | None:
    """The names of values that a call of `put` gives; None if other code has made them."""
    if not call.strip().startswith("{"):
        return None
    parts = [part.strip() for part in _parts(call.strip()[1:])]
    if any(part.startswith("...") for part in parts):
        return None
    return {part.split(":")[0] for part in parts if part}


def _used(module: str, catalog: dict[str, Any]) -> Iterator[str]:
    """The keys that a module uses; what has fields gets all of its values, and no others."""
    code = NO_CODE.sub("", module)
    filled = set()
    for call in re.finditer(r"\bput\(", code):
        template, *values = _parts(code[call.end() :])
        texts: dict[str, str] = {}
        for found in TEXT.finditer(template):
            filled.add(call.end() + found.start())
            texts |= _named(catalog, found[1])
        given = _values(values[0]) if texts and values else None
        fields = [_fields(text) for text in texts.values()]
        if given is not None:
            assert all(needed <= given for needed in fields), template
            assert given <= set().union(*fields), template
    for found in TEXT.finditer(code):
        texts = _named(catalog, found[1])
        yield from texts
        if found.start() not in filled:
            assert not any(_fields(text) for text in texts.values()), found[0]


def test_modules_use_texts_as_they_are() -> None:
    """A template is shown with its values, all of them; and no text is left that nobody uses."""
    shared = _catalog("page", "en")
    left = {place: set(_texts(_catalog(place, "en"))) for place in PLACES}
    for place in PLACES:
        catalog = shared | _catalog(place, "en")
        for module in _modules(place):
            text = module.read_text(encoding="utf-8")
            if module.name == "texts.js" or "/texts.js'" in text:
                used = set(_used(text, catalog))
                left = {one: keys - used for one, keys in left.items()}
    assert left == {place: set() for place in PLACES}


STEPS = "{count, plural, =0 {nothing} one {# {what}} other {# {what}s}} in {^where}"
PUT: tuple[tuple[str, dict[str, Any], str], ...] = (
    (STEPS, {"count": 0, "what": "step", "where": "row 1"}, "nothing in Row 1"),
    (STEPS, {"count": 1, "what": "step", "where": "row 1"}, "1 step in Row 1"),
    (STEPS, {"count": "1", "what": "step", "where": "x"}, "1 step in X"),
    (STEPS, {"count": 1234, "what": "step", "where": "x"}, "1234 steps in X"),
    (STEPS, {"count": "1\u202f234", "what": "{where}", "where": "x"}, "1\u202f234 {where}s in X"),
    ("{numbers}: {unknown}", {"numbers": [1, "2-4", 1.5]}, "1, 2-4, 1,5: {unknown}"),
)


def test_values_in_templates(visit: Callable[..., Desk], studio: Server) -> None:
    """Plurals, capitals, lists and numbers, in German; values are not read as templates."""
    desk = visit(studio, locale="de-DE")
    for template, values, text in PUT:
        assert desk.value("page/static/texts.js", "put", template, values) == text
