"""The JSON Schema of puzzles as OpenAPI wants it. What is sound, the readers of files decide."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Annotated, Any, TypeAlias

from pydantic import JsonValue, WithJsonSchema

_WITHIN = "#/components/schemas/"


def _reference(name: str) -> dict[str, Any]:
    # Wrapped, because pydantic looks up what a bare reference means, and knows its own only.
    return {"allOf": [{"$ref": f"{_WITHIN}{name}"}]}


PuzzleValue: TypeAlias = Annotated[dict[str, JsonValue], WithJsonSchema(_reference("puzzle"))]
"""A puzzle, as in our JSON files."""

PictureValue: TypeAlias = Annotated[list[str], WithJsonSchema(_reference("picture"))]
"""A picture, finished or not, as rows of text."""


@cache
def definitions() -> dict[str, Any]:
    """The parts of docs/puzzles.schema.json by name."""
    package = Path(__file__).parent
    beside = package.parents[1] / "docs"
    root = beside if (package.parents[1] / "pyproject.toml").exists() else package
    text = (root / "puzzles.schema.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text.replace("#/definitions/", _WITHIN))["definitions"]
    return found
