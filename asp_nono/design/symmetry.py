"""Symmetries of pictures, and the sets of cells that each of them makes alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from asp_nono.errors import PuzzleError, UnknownNameError
from asp_nono.grid import Grid

Cell: TypeAlias = tuple[int, int]
"""Column and row of a cell, 0-based."""

Orbit: TypeAlias = tuple[Cell, ...]
"""The cells that a symmetry takes to one another; they have one color."""

_Move: TypeAlias = Callable[[int, int, int, int], Cell]
"""From the column and row of a cell, and of the last cell, to those of its image."""


def _left_right(x: int, y: int, right: int, _: int) -> Cell:
    return right - x, y


def _top_down(x: int, y: int, _: int, bottom: int) -> Cell:
    return x, bottom - y


def _half_turn(x: int, y: int, right: int, bottom: int) -> Cell:
    return right - x, bottom - y


def _transposed(x: int, y: int, _: int, __: int) -> Cell:
    return y, x


def _transposed_back(x: int, y: int, right: int, bottom: int) -> Cell:
    return right - y, bottom - x


def _quarter_turn(x: int, y: int, right: int, _: int) -> Cell:
    return right - y, x


_MOVES: dict[str, tuple[_Move, ...]] = {
    "none": (),
    "left-right": (_left_right,),
    "top-down": (_top_down,),
    "both": (_left_right, _top_down),
    "point": (_half_turn,),
    "diagonal": (_transposed,),
    "other-diagonal": (_transposed_back,),
    "four-fold": (_quarter_turn,),
}
"""The moves that leave a picture as it is, as generators of their group."""

SYMMETRIES = tuple(_MOVES)
"""none; left-right and top-down: mirrored; both: in both ways; point: turned by half; diagonal:
mirrored along the diagonal from the top left; other-diagonal: along that from the top right;
four-fold: turned by a quarter."""

_SQUARE = ("diagonal", "other-diagonal", "four-fold")


def require_symmetry(name: str, width: int, height: int) -> None:
    """Do nothing if pictures of a size can have a symmetry."""
    if name not in _MOVES:
        raise UnknownNameError("symmetry", name, SYMMETRIES)
    if name in _SQUARE and width != height:
        raise PuzzleError(f"symmetry {name} of {width}x{height} cells; expected a square")


def orbits(width: int, height: int, symmetry: str) -> list[Orbit]:
    """The sets of cells that a symmetry makes alike, each cell in one of them.

    >>> orbits(3, 1, "left-right")
    [((0, 0), (2, 0)), ((1, 0),)]
    """
    require_symmetry(symmetry, width, height)
    seen: set[Cell] = set()
    found: list[Orbit] = []
    for y in range(height):
        for x in range(width):
            if (x, y) not in seen:
                orbit = _orbit((x, y), width, height, _MOVES[symmetry])
                seen.update(orbit)
                found.append(orbit)
    return found


def _orbit(first: Cell, width: int, height: int, moves: tuple[_Move, ...]) -> Orbit:
    cells = [first]
    for x, y in cells:  # it grows meanwhile
        for move in moves:
            image = move(x, y, width - 1, height - 1)
            if image not in cells:
                cells.append(image)
    return tuple(cells)


def symmetries(grid: Grid) -> tuple[str, ...]:
    """The names of the symmetries that a picture has, each that follows from others included.

    >>> symmetries(Grid.from_text(["#..", ".#."]))
    ()
    """
    square = grid.width == grid.height
    return tuple(
        name
        for name, moves in _MOVES.items()
        if moves
        and (square or name not in _SQUARE)
        and all(
            len({grid.rows[y][x] for x, y in orbit}) == 1
            for orbit in orbits(grid.width, grid.height, name)
        )
    )
