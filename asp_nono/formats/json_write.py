"""Writing our own JSON, which holds everything a Puzzle does; docs/formats.md describes it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from asp_nono.clue import Block
from asp_nono.errors import UnwritableError
from asp_nono.formats.cells import row_text
from asp_nono.formats.json_read import FORMAT, HIDDEN, TEXTS, VERSION
from asp_nono.formats.losses import Options
from asp_nono.grid import Grid, PartialGrid
from asp_nono.puzzle import Puzzle

FORM = "JSON"

_WIDTH = 88
"""An array or an object that is not longer stands on one line."""


def write(puzzles: Sequence[Puzzle], options: Options) -> str:
    """The text of a file that holds `puzzles`; nothing is lost.

    Raises:
        UnwritableError: If a text has half of a surrogate pair, which no file can hold.
    """
    del options
    document = {
        "format": FORMAT,
        "version": VERSION,
        "puzzles": [puzzle_data(puzzle) for puzzle in puzzles],
    }
    text = "".join(_laid_out(document, "")) + "\n"
    try:
        text.encode()
    except UnicodeEncodeError:
        raise UnwritableError(FORM, ["half of a surrogate pair in the texts"]) from None
    return text


def puzzle_data(puzzle: Puzzle) -> dict[str, object]:
    """A puzzle as one of the values of `puzzles`: what `json_read.puzzle_of` reads."""
    names = [color.name for color in puzzle.colors]
    value: dict[str, object] = {key: getattr(puzzle, key) for key in TEXTS if getattr(puzzle, key)}
    if puzzle.notes:
        value["notes"] = list(puzzle.notes)
    value |= {
        "width": puzzle.width,
        "height": puzzle.height,
        "colors": [
            {"name": color.name, "char": color.char, "rgb": color.rgb} for color in puzzle.colors
        ],
        "rows": [[_block(block, names) for block in clue] for clue in puzzle.rows],
        "columns": [[_block(block, names) for block in clue] for clue in puzzle.columns],
    }
    if puzzle.goal:
        value["goal"] = picture_data(puzzle.goal, puzzle)
    if puzzle.given:
        value["given"] = picture_data(puzzle.given, puzzle)
    if puzzle.saved:
        value["saved"] = [
            {
                "kind": saved.kind,
                **({"id": saved.id} if saved.id else {}),
                **({"notes": list(saved.notes)} if saved.notes else {}),
                "picture": picture_data(saved.grid, puzzle),
            }
            for saved in puzzle.saved
        ]
    return value


def _block(block: Block, names: Sequence[str]) -> object:
    length = HIDDEN if block.length is None else block.length
    return length if len(names) == 2 else {"length": length, "color": names[block.color]}


def picture_data(picture: Grid | PartialGrid, puzzle: Puzzle) -> list[str]:
    """The rows of a picture, drawn with the characters of the puzzle's palette."""
    chars = [color.char for color in puzzle.colors]
    if isinstance(picture, Grid):
        picture = PartialGrid.of(picture)
    return [row_text(row, chars) for row in picture.rows]


def _laid_out(value: object, indent: str) -> Iterator[str]:
    """JSON in which short arrays and objects stand on one line, and longer ones are broken."""
    short = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or len(indent) + len(short) <= _WIDTH:
        yield short
        return
    deeper = f"{indent}  "
    start, end = ("{", "}") if isinstance(value, dict) else ("[", "]")
    parts = value.items() if isinstance(value, dict) else (("", item) for item in value)
    for place, (key, item) in enumerate(parts):
        yield f"{',' if place else start}\n{deeper}"
        if isinstance(value, dict):
            yield f"{json.dumps(key, ensure_ascii=False)}: "
        yield from _laid_out(item, deeper)
    yield f"\n{indent}{end}"
