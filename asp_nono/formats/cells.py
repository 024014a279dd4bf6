"""Cells of pictures in text: a colour's character, `[..]` for some colours, `?` for all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from asp_nono.errors import PuzzleError

_CELL = re.compile(r"\[[^\[\]]*\]|.", re.DOTALL)


def sets_of(chars: Sequence[str]) -> dict[str, int]:
    """The set of colours that each character stands for, `?` included."""
    sets = {char: 1 << number for number, char in enumerate(chars)}
    return {**sets, "?": (1 << len(chars)) - 1}


def split(row: str) -> list[str]:
    """The texts of the cells of a row."""
    return _CELL.findall(row)


def cells_of(texts: Iterable[str], sets: Mapping[str, int]) -> tuple[int, ...]:
    """The sets of colours of the cells of a row.

    Raises:
        PuzzleError: If a cell stands for no colour.
    """
    return tuple(_cell(text, sets) for text in texts)


def _cell(text: str, sets: Mapping[str, int]) -> int:
    if len(text) == 1:
        if text not in sets:
            known = "".join(sets)
            raise PuzzleError(f"unknown colour character {text!r}; expected one of {known!r}")
        return sets[text]
    colors = 0
    for char in text[1:-1]:
        colors |= _cell(char, sets)
    if not colors:
        raise PuzzleError("a cell that can have no colour")
    return colors


def row_text(cells: Iterable[int], chars: Sequence[str]) -> str:
    """The text of a row; see `cells_of`."""
    return "".join(_text(cell, chars) for cell in cells)


def _text(cell: int, chars: Sequence[str]) -> str:
    left = [char for color, char in enumerate(chars) if cell >> color & 1]
    if len(left) == 1:
        return left[0]
    return "?" if len(left) == len(chars) else f"[{''.join(left)}]"
