"""Symmetries of pictures, and the sets of cells that each of them makes alike."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from asp_nono.clue import Cell
from asp_nono.grid import Grid
from asp_nono.messages import PuzzleError, UnknownNameError

Orbit: TypeAlias = tuple[Cell, ...]  # that a symmetry takes to one another; they have one color

MOVES: dict[str, tuple[str, ...]] = {
    "none": (),
    "left-right": ("x",),
    "top-down": ("y",),
    "both": ("x", "y"),
    "point": ("xy",),
    "diagonal": ("t",),
    "other-diagonal": ("txy",),
    "four-fold": ("tx",),
}
"""The moves that leave a picture as it is, as generators of their group. A move is a transposition
if it has a t, followed by a reflection of the columns (x), of the rows (y) or of both."""

SYMMETRIES = tuple(MOVES)
"""none; left-right and top-down: mirrored; both: in both ways; point: turned by half; diagonal:
mirrored along the diagonal from the top left; other-diagonal: along that from the top right;
four-fold: turned by a quarter."""

_SQUARE = tuple(name for name, moves in MOVES.items() if "t" in "".join(moves))


def require_symmetry(name: str, width: int, height: int) -> None:
    """Do nothing if pictures of a size can have a symmetry."""
    if name not in MOVES:
        raise UnknownNameError("symmetry", name, SYMMETRIES)
    if name in _SQUARE and width != height:
        raise PuzzleError(
            "symmetry {name} of {size} cells; expected a square",
            name=name,
            size=f"{width}x{height}",
        )


@lru_cache(64)  # the same few for each picture of a size
def orbits(width: int, height: int, symmetry: str) -> tuple[Orbit, ...]:
    """The sets of cells that a symmetry makes alike, each cell in one of them.

    >>> orbits(3, 1, "left-right")
    (((1, 1), (3, 1)), ((2, 1),))
    """
    require_symmetry(symmetry, width, height)
    found: dict[Cell, Orbit] = {}
    for y in range(1, height + 1):
        for x in range(1, width + 1):
            if (x, y) not in found:
                orbit = orbit_of((x, y), width, height, MOVES[symmetry])
                found |= dict.fromkeys(orbit, orbit)
    return tuple(dict.fromkeys(found.values()))


def orbit_of(first: Cell, width: int, height: int, moves: Sequence[str]) -> Orbit:
    """The cells to which some moves take a cell, one after another; itself included."""

    def images(cell: Cell) -> Iterator[Cell]:
        for move in moves:
            x, y = cell[::-1] if "t" in move else cell
            yield width + 1 - x if "x" in move else x, height + 1 - y if "y" in move else y

    return tuple(reached(first, images))


def reached(first: Cell, near: Callable[[Cell], Iterable[Cell]]) -> list[Cell]:
    """The cells to which one step after the other leads from a first one, itself included."""
    found, seen = [first], {first}
    for cell in found:  # which grow in the loop
        found += (new for new in dict.fromkeys(near(cell)) if new not in seen)
        seen.update(found[len(seen) :])
    return found


def beside(x: int, y: int) -> set[Cell]:
    """The four cells beside a cell."""
    return {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}


def symmetries(grid: Grid) -> tuple[str, ...]:
    """The names of the symmetries that a picture has, each that follows from others included.

    >>> symmetries(Grid.from_text(["#..", ".#."]))
    ()
    """
    width, height = grid.width, grid.height

    def alike(orbit: Orbit) -> bool:
        return len({grid.rows[y - 1][x - 1] for x, y in orbit}) == 1

    names = [one for one in SYMMETRIES[1:] if width == height or one not in _SQUARE]
    return tuple(name for name in names if all(map(alike, orbits(width, height, name))))
