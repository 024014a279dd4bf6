"""The text of `instances/index.toml`: the known properties of every puzzle file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from tools.instances.model import Instance

HEAD = """\
# Written by `python -m tools.instances`; README.md explains the keys.
"""


def index_text(instances: Iterable[Instance]) -> str:
    """One table `puzzle` for each instance, in their order."""
    return "\n".join([HEAD, *("\n".join(_entry(instance)) + "\n" for instance in instances)])


def _entry(instance: Instance) -> Iterator[str]:
    puzzle = instance.puzzle
    yield "[[puzzle]]"
    yield f"file = {_string(instance.file)}"
    yield f"title = {_string(puzzle.title)}"
    yield f"width = {puzzle.width}"
    yield f"height = {puzzle.height}"
    yield f"colors = {instance.colors}"
    if puzzle.blotted:
        yield "blotted = true"
    yield f"solutions = {instance.solutions}"
    if instance.line:
        yield "line = true"


def _string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
