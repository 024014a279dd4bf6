"""The commands on the pages work, and print what the pages show."""

import json
import re
from pathlib import Path
from typing import Any

import fastjsonschema
import pytest

import asp_nono
from asp_nono.draw.text import draw
from tests.conftest import NIGHTLY, ROOT
from tests.docs.pages import Block, blocks, page, shell, timeless

SET_UP = ("pip install", "pytest", "activate")
"""Marks of lines that set up a machine, not of those that use asp-nono."""

PAGES = (
    "README.md",
    *(
        f"docs/{name}.md"
        for name in [
            "designers",
            "experimenters",
            "players",
            "pictures",
            "repair",
            "census",
        ]
    ),
)

SCHEMA = json.loads(page("docs/results.schema.json"))

OBJECTS = [
    pytest.param(command.text.strip(), shown.text, id=command.text.strip())
    for command, shown in zip(
        blocks("docs/json.md", "sh"), blocks("docs/json.md", "json"), strict=True
    )
]


_SAVED = re.compile(r"Save this program as `(\w+\.lp)`[^\n]*\n\n```prolog\n(.*?)```", re.DOTALL)
_LONG = (
    "README.md",  # it grades a right program, which takes half a minute
    *("docs/pictures.md", "docs/repair.md", "docs/census.md"),
    *("docs/experimenters.md", "docs/designers.md"),
)
_LONGEST = ("docs/encodings.md", "docs/teachers.md")  # almost a minute of CPU time each
EXAMPLES = ("clingo", "recipe", "plan")
_TYPED = [
    *(pytest.param(name, marks=pytest.mark.slow if name in _LONG else ()) for name in PAGES),
    *(pytest.param(name, marks=NIGHTLY) for name in _LONGEST),
    *(pytest.param(f"examples/{name}/README.md", marks=pytest.mark.slow) for name in EXAMPLES),
]
_LONG_SHOWN = ("grading", "explain", "exercises")
_SHOWN = [
    "examples/python/README.md",
    *(
        pytest.param(f"docs/{name}.md", marks=[pytest.mark.slow] * (name in _LONG_SHOWN))
        for name in [
            *("designers", "experimenters", "teachers", "players"),
            *("line-logic", "census", "explain", "repair", "grading", "exercises", "proof"),
        ]
    ),
]


@pytest.mark.parametrize("name", _TYPED)
def test_commands_work(name: str, place: Path) -> None:
    """Typed one after the other, the commands of a page end with exit status 0."""
    for file, program in _SAVED.findall(page(name)):
        (place / file).write_text(program)
    for block in _typed(name, "sh"):
        ran = shell(block.text, place)
        assert ran.returncode == 0, f"{block.text}{ran.stderr}"


@pytest.mark.parametrize("name", _SHOWN)
def test_transcripts_are_true(name: str, place: Path) -> None:
    """A transcript shows what is printed; the exit status is 2 where that is an error.

    It is 1 where a program that is graded or checked does not pass.
    """
    for block in _typed(name, "console"):
        ran = shell("\n".join(block.commands), place)
        shown = [line for line in block.text.splitlines() if not line.startswith("$ ")]
        printed = f"{ran.stdout}{ran.stderr}".splitlines()
        assert list(map(timeless, printed)) == list(map(timeless, shown))
        checked = "encodings check" in block.text or ": not sharp." in block.text
        piped = " | tail" in block.text  # which succeeds
        failed = (", not passed." in block.text and not piped) or checked
        error = shown[0].startswith("asp-nono: ") and not failed
        assert ran.returncode == (2 if error else int(failed))


def _typed(name: str, language: str) -> list[Block]:
    """The blocks of a page that use asp-nono; there are some."""
    found = [
        block for block in blocks(name, language) if not any(mark in block.text for mark in SET_UP)
    ]
    assert found
    return found


def test_set_up_takes_two_commands() -> None:
    """One command installs and solves a puzzle, one runs the tests, each where CI looks for it."""
    install = "python3 -m venv .venv && .venv/bin/pip install ."
    solve = ".venv/bin/asp-nono solve instances/pictures/duck.xml"
    tests = ".venv/bin/pip install 'asp-nono[dev]'"
    tests += " && .venv/bin/python -m pytest -n auto -m 'not slow'"
    readme = page("README.md")
    assert f"<!-- install -->\n```sh\n{install} && {solve}\n```\n" in readme
    assert f"<!-- test -->\n```sh\n{tests}\n```\n" in readme
    assert (ROOT / "instances" / "pictures" / "duck.xml").exists()


def test_pictures_are_real() -> None:
    """docs/README.md shows a puzzle, blank and solved, as the program draws it."""
    (arrow,) = asp_nono.read(ROOT / "instances" / "pictures" / "arrow.xml")
    drawn = [draw(arrow), draw(arrow, asp_nono.check(arrow).solutions[0])]
    assert [block.text.removesuffix("\n") for block in blocks("docs/README.md", "text")] == drawn


@pytest.mark.parametrize(("command", "shown"), OBJECTS)
def test_objects_are_true(command: str, shown: str, place: Path) -> None:
    """An object in docs/json.md is the real one but for times and messages; keys are explained."""
    real, example = json.loads(shell(f"{command} || true", place).stdout), json.loads(shown)
    assert list(example) == list(_without_messages(real))
    assert _without_times(example) == _without_times(_without_messages(real))
    kind = "error" if "error" in real else command.split()[1]
    fastjsonschema.compile(SCHEMA | {"$ref": f"#/$defs/{kind}"})(real)
    for key in example:
        assert f"| `{key}` |" in page("docs/json.md")


def _without_messages(value: object) -> Any:  # noqa: ANN401 - any JSON
    if isinstance(value, dict):
        kept = {key: one for key, one in value.items() if not re.search("_messages?$", key)}
        return {key: _without_messages(one) for key, one in kept.items()}
    return list(map(_without_messages, value)) if isinstance(value, list) else value


def _without_times(value: object) -> object:
    if isinstance(value, dict):
        return {key: _without_times(one) for key, one in value.items() if key != "seconds"}
    return list(map(_without_times, value)) if isinstance(value, list) else value
