"""Puzzles that are awkward on purpose: the table `pathological.toml` and the series "ones"."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from math import factorial
from pathlib import Path
from typing import Any

from asp_nono.clue import Block, Clue
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle
from tools.instances.model import Instance, credited

TABLE = Path(__file__).with_suffix(".toml")

PALETTE = (
    WHITE,
    BLACK,
    Color("red", "r", "cc2222"),
    Color("blue", "b", "2255cc"),
    Color("green", "g", "228833"),
)

_LETTERS = "".join(color.char for color in PALETTE)


def pathological() -> Iterator[Instance]:
    """The pathological group: the series first, then the table."""
    yield from map(_ones, range(2, 9))
    for case in tomllib.loads(TABLE.read_text(encoding="utf-8"))["case"]:
        yield _instance(case)


def _ones(size: int) -> Instance:
    """One single cell in every line: as many solutions as there are permutations."""
    line = " / ".join("1" * size)
    return _instance(
        {
            "name": f"ones-{size}",
            "rows": line,
            "columns": line,
            "title": f"Ones {size}x{size}",
            "description": f"One single cell in every line: {size}! solutions.",
            "solutions": factorial(size),
        }
    )


def _instance(case: dict[str, Any]) -> Instance:
    palette = PALETTE[: case.get("colors", 1) + 1]
    puzzle = Puzzle(_clues(case["rows"]), _clues(case["columns"]), palette)
    return Instance(
        "pathological",
        case["name"],
        credited(puzzle, title=case["title"], description=case["description"]),
        solutions=case.get("solutions", 1),
        line=case.get("line", False),
    )


def _clues(text: str) -> tuple[Clue, ...]:
    return tuple(_clue(line) for line in text.split("/"))


def _clue(text: str) -> Clue:
    return tuple(_block(word) for word in text.split() if word != "-")


def _block(word: str) -> Block:
    length = word.rstrip(_LETTERS)
    color = _LETTERS.index(word[-1]) if length != word else 1
    return Block(None if length == "?" else int(length), color)
