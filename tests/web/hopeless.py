"""A puzzle that no search decides soon: the clues of noise, without the noise."""

from __future__ import annotations

import json
import random

from asp_nono.formats.native_json import puzzle_data
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle

SIDE = 100


def hopeless() -> str:
    """A file of our own format with such a puzzle."""
    chance = random.Random(1)  # noqa: S311 - the same noise every time
    rows = tuple(tuple(chance.randrange(2) for _ in range(SIDE)) for _ in range(SIDE))
    puzzle = puzzle_data(Puzzle.of(Grid(rows)))
    del puzzle["goal"]
    return json.dumps({"format": "asp-nono puzzles", "version": 1, "puzzles": [puzzle]})
