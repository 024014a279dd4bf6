"""Reading the JSON of GriddlerSolver (https://github.com/brettsr2/GriddlerSolver)."""

from __future__ import annotations

import re
from typing import Literal

from asp_nono.clue import Clue
from asp_nono.errors import PuzzleError
from asp_nono.formats.cells import with_state
from asp_nono.formats.colors import MAX_COLORS, of_values
from asp_nono.formats.json_values import Value, parse
from asp_nono.formats.source import Source
from asp_nono.formats.tokens import clues_of_blocks
from asp_nono.grid import PartialGrid
from asp_nono.puzzle import Color, Puzzle

_UNKNOWN = 0
"""The number of the colour of cells that are not decided; the background comes after it."""


def read(source: Source) -> list[Puzzle]:
    """The puzzle of a file, with the state of the board as a saved picture.

    Raises:
        PuzzleError: If it is no JSON of this kind, or makes no puzzle.
    """
    root = parse(source)
    board = root.get("Board")
    colors = _colors(root.get("ListColors"))
    rows = _clues(board.get("HintsRow"), "row")
    columns = _clues(board.get("HintsColumn"), "column")
    title = root.get("Name").text() if root.has("Name") else ""
    url = root.get("Url").text() if root.has("Url") else ""
    puzzle = Puzzle(rows, columns, colors, title=title, source=url)
    if not board.has("CurrentState"):
        return [puzzle]
    return [with_state(puzzle, _state(board.get("CurrentState"), len(colors)))]


def _colors(value: Value) -> tuple[Color, ...]:
    values = []
    for color in value.items("color", MAX_COLORS):
        text = color.get("HexColor")
        if not re.fullmatch("#[0-9A-Fa-f]{6}", text.text()):
            raise text.wrong("# and six hexadecimal digits")
        values.append(text.text()[1:])
    return of_values(values[_UNKNOWN + 1 :])


def _clues(value: Value, axis: Literal["row", "column"]) -> tuple[Clue, ...]:
    return clues_of_blocks(
        axis, [[_block(block) for block in line.items("block")] for line in value.items(axis)]
    )


def _block(value: Value) -> tuple[int, int]:
    color = value.get("ColorId")
    if color.whole() < _UNKNOWN + 2:
        raise color.wrong(f"a colour from {_UNKNOWN + 2} up, after the background")
    return value.get("Count").whole(), color.whole() - 1


def _state(value: Value, colors: int) -> PartialGrid:
    sets = {_UNKNOWN: (1 << colors) - 1} | {k + 1: 1 << k for k in range(colors)}
    rows = []
    for row in value.items("row"):
        cells = []
        for cell in row.items("cell"):
            if cell.whole() not in sets:
                raise cell.wrong(f"a number up to {colors}")
            cells.append(sets[cell.whole()])
        rows.append(tuple(cells))
    try:
        return PartialGrid(tuple(rows))
    except PuzzleError as error:
        raise error.within(*value.where) from None
