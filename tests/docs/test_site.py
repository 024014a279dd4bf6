"""The site of the documentation has every page, every public name, and puzzles to play."""

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import EnumType
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import get_args

import pytest
from clingo import Control

import asp_nono
from tests.conftest import ROOT
from tests.docs.pages import PAGES
from tools.clindocs import comments
from tools.drawings_docs import drawings

FOLDER = ROOT / "docs" / "site"
CONTENTS = (FOLDER / "toc.yml").read_text(encoding="utf-8")
DESCRIBED = [
    name
    for page in sorted((FOLDER / "api").glob("*.rst"))
    for name in re.findall(r":: (asp_nono\.[\w.]+)$", page.read_text(), re.MULTILINE)
]
"""What the reference describes, by its full name."""


def test_every_page_is_in_the_contents() -> None:
    """The contents list each page of the documentation once."""
    listed = re.findall(r"(?:root|file): (\S+)", CONTENTS)
    assert len(listed) == len(set(listed))
    pages = {path.relative_to(ROOT).with_suffix("").as_posix() for path in PAGES}
    assert pages - set(listed) == set()


def test_every_public_name_is_in_the_reference() -> None:
    """The pages of the reference have each public name once."""
    public = [name.removeprefix("asp_nono.") for name in DESCRIBED if name.count(".") == 1]
    assert sorted(public) == asp_nono.__all__


def test_every_class_of_a_field_is_in_the_reference() -> None:
    """What the values of the reference hold is described there, too."""
    described = {
        getattr(import_module(name.rpartition(".")[0]), name.rpartition(".")[2])
        for name in DESCRIBED
    }
    for value in described:
        if is_dataclass(value):
            held = {one for field in fields(value) for one in _classes(field.type)}
            assert held <= described, value


def _classes(kind: object) -> Iterator[type]:
    """The classes of asp-nono in a type."""
    if isinstance(kind, type) and kind.__module__.startswith("asp_nono."):
        yield kind
    for part in get_args(kind):
        yield from _classes(part)


def test_clindocs_finds_what_predicates_mean() -> None:
    """Each predicate of a header has a comment of its own, which clingo skips."""
    text = comments("textbook/starts")
    assert "%*! fill(X, Y, K)\nthe cell in column X and row Y has color K.\n*%\n" in text
    control = Control()
    control.add(text)
    control.ground()
    assert not list(control.symbolic_atoms)


@pytest.mark.slow
@pytest.mark.skipif(not find_spec("sphinx"), reason="needs the extra docs")
def test_the_site_is_built_without_warnings(tmp_path: Path) -> None:
    """Links and anchors lead somewhere, values have all their fields, and one can play."""
    built = tmp_path / "site"
    subprocess.run([sys.executable, "-m", "tools.site", built], cwd=ROOT, check=True)
    shown = {file.name for file in (built / "_images").iterdir()}
    assert {file.name for file in drawings()} < shown
    start = (built / "README.html").read_text(encoding="utf-8")
    for door in ("designers", "experimenters", "teachers"):
        assert f'href="docs/{door}.html"' in start
    reference = "".join(page.read_text("utf-8") for page in (built / "docs/site/api").iterdir())
    for name in DESCRIBED:
        for field in _fields(name):
            place = rf'id="asp_nono[\w.]*\.{name.rpartition(".")[2]}\.{field}"'
            assert re.search(place, reference), (name, field)
    played = (built / "docs" / "players.html").read_text(encoding="utf-8")
    (frame,) = re.findall(r'<iframe.* src="(.*?)"', played)
    assert (built / "docs" / frame).is_file()
    if (ROOT / "node_modules" / "clingo-wasm").is_dir():
        lesson = (built / "docs" / "course" / "12-optimization.html").read_text(encoding="utf-8")
        assert "The bench with 12-repair" in lesson
        assert (built / "studio" / "exercises" / "given.json").is_file()


def _fields(name: str) -> Iterator[str]:
    """The public fields of a class, or the members of an enumeration."""
    module, _, own = name.rpartition(".")
    value = getattr(import_module(module), own)
    if isinstance(value, EnumType):
        yield from value.__members__
    elif is_dataclass(value):
        yield from (field.name for field in fields(value) if not field.name.startswith("_"))
    else:
        yield from getattr(value, "_fields", ())
