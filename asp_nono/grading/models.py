"""Answer sets read as pictures, whatever names and index base their author chose."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from clingo import Symbol, SymbolType

from asp_nono.grading.wire import Output


class Cell(NamedTuple):
    """A cell and its colour; column and row are 0-based."""

    x: int
    y: int
    color: int


class Odd(NamedTuple):
    """An atom that speaks of no cell: `kind` is "outside", "color" or "form"."""

    kind: str
    text: str


class Reader:
    """Reads atoms on a board of so many columns and rows."""

    def __init__(self, output: Output, width: int, height: int) -> None:
        self._output, self._width, self._height = output, width, height
        self._pattern = re.compile(output.pattern)
        self._name, _, arity = output.signature.rpartition("/")
        self._arity = int(arity)

    def read(self, atom: Symbol) -> Cell | Odd | None:
        """The cell that an atom speaks of; None if it speaks of the background or is not meant."""
        if atom.type != SymbolType.Function or atom.name != self._name:
            return None
        if len(atom.arguments) != self._arity:
            return None
        text = str(atom)
        match = self._pattern.fullmatch(text)
        if not match:
            return Odd("form", text[:80])
        color = self._color(match.groupdict().get("K"))
        if color == 0:
            return None
        x, y = int(match["X"]) - self._output.first_x, int(match["Y"]) - self._output.first_y
        if not (0 <= x < self._width and 0 <= y < self._height):
            return Odd("outside", text[:80])
        return Odd("color", text[:80]) if color is None else Cell(x, y, color)

    def picture(self, atoms: Iterable[Symbol]) -> list[list[int]] | str:
        """The rows that the atoms of an answer set draw; or the text of one that is no cell."""
        rows = [[0] * self._width for _ in range(self._height)]
        for atom in atoms:
            match self.read(atom):
                case Cell(x, y, color):
                    if rows[y][x]:
                        return str(atom)[:80]
                    rows[y][x] = color
                case Odd(_, text):
                    return text
        return rows

    def _color(self, name: str | None) -> int | None:
        if name is None:
            return 1
        return self._output.colors.index(name) if name in self._output.colors else None
