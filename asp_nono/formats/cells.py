"""Pictures in files: cells in text, and the states of games that programs keep.

A cell is a color's character, `[..]` for some colors, `?` for all.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from asp_nono.grid import PartialGrid
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import Puzzle, Saved, satisfies


def sets_of(chars: Sequence[str]) -> dict[str, int]:
    """The set of colors that each character stands for, `?` included."""
    sets = {char: 1 << number for number, char in enumerate(chars)}
    return {**sets, "?": (1 << len(chars)) - 1}


def split(row: str) -> list[str]:
    """The texts of the cells of a row."""
    return re.findall(r"\[[^\[\]]*\]|.", row, re.DOTALL)


def cells_of(texts: Iterable[str], sets: Mapping[str, int]) -> tuple[int, ...]:
    """The sets of colors of the cells of a row."""
    return tuple(_cell(text, sets) for text in texts)


def _cell(text: str, sets: Mapping[str, int]) -> int:
    if len(text) == 1:
        if text not in sets:
            known = "".join(sets)
            raise PuzzleError(f"unknown color character {text!r}; expected one of {known!r}")
        return sets[text]
    colors = 0
    for char in text[1:-1]:
        colors |= _cell(char, sets)
    if not colors:
        raise PuzzleError("a cell that can have no color")
    return colors


def row_text(cells: Iterable[int], chars: Sequence[str]) -> str:
    """The text of a row; see `cells_of`."""
    text = ""
    for cell in cells:
        left = "".join(char for color, char in enumerate(chars) if cell >> color & 1)
        text += left if cell.bit_count() == 1 else "?" if len(left) == len(chars) else f"[{left}]"
    return text


def with_state(puzzle: Puzzle, state: PartialGrid) -> Puzzle:
    """The puzzle with a state as a saved picture or a solution; an empty one is left out."""
    puzzle.require_size(state)
    if state.is_open(len(puzzle.colors)):
        return puzzle
    picture = state.complete()
    saved = Saved(state, kind="solution" if picture and satisfies(picture, puzzle) else "saved")
    return replace(puzzle, saved=(*puzzle.saved, saved))
