"""A drawing in words, for those who cannot see it."""

from __future__ import annotations

from asp_nono.clue import Clue
from asp_nono.draw.pictures import Difference, Picture
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle
from asp_nono.shares import Shares


def title(puzzle: Puzzle) -> str:
    """What the drawing is of."""
    size = f"Nonogram, {puzzle.width} by {puzzle.height} cells"
    return f"{puzzle.title} ({size})" if puzzle.title else size


def description(puzzle: Puzzle, picture: Picture | None) -> str:
    """What it shows, and all clues."""
    rows = "; ".join(_spoken(puzzle, clue) for clue in puzzle.rows)
    columns = "; ".join(_spoken(puzzle, clue) for clue in puzzle.columns)
    return f"{_state(picture)}. Rows from the top: {rows}. Columns from the left: {columns}."


def _state(picture: Picture | None) -> str:
    if picture is None:
        return "Blank puzzle"
    if isinstance(picture, Grid):
        return "Complete picture"
    if isinstance(picture, Difference):
        return f"Two pictures that differ in {len(picture.first.differences(picture.second))} cells"
    if isinstance(picture, Shares):
        return f"What {picture.total} pictures share; {picture.partial.undecided} cells differ"
    return f"Picture with {picture.undecided} cells that are not decided"


def _spoken(puzzle: Puzzle, clue: Clue) -> str:
    words = []
    for block in clue:
        length = "?" if block.length is None else str(block.length)
        several = len(puzzle.colors) > 2
        words.append(f"{length} {puzzle.colors[block.color].name}" if several else length)
    return ", ".join(words) if clue else "0"
