"""Random pictures of a given density, smoothness and symmetry, the same for one seed everywhere.

A picture begins as noise with the right number of cells of each color. Then two cells of different
colors are picked and exchanged again and again: always when more of their neighbors match
afterwards, seldom otherwise. That is the Potts model ("Some generalized order-disorder
transformations", 1952) with the exchange dynamics of Kawasaki ("Diffusion constants near the
critical point for time-dependent Ising models", 1966), which never changes how many cells each
color has. The more a mismatch costs, the larger the patches.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, repeat
from math import isfinite
from operator import mul
from random import Random
from typing import TypeVar

from asp_nono.design.symmetry import Orbit, orbits, require_symmetry
from asp_nono.formats.colors import OFFERED
from asp_nono.formats.source import MAX_SIDE
from asp_nono.grid import Grid
from asp_nono.messages import Message, PuzzleError, UnknownNameError
from asp_nono.puzzle import BLACK, WHITE, Color

T = TypeVar("T")


class Rng:
    """Random choices that follow from a seed.

    Only `Random.random` is used, whose numbers Python promises never to change, and no function
    of the C library, which may round differently elsewhere.
    """

    def __init__(self, *seed: int) -> None:
        self._random = Random("/".join(map(str, seed)))  # noqa: S311 - pictures, not secrets

    def share(self) -> float:
        """A number from 0 to below 1."""
        return self._random.random()

    def below(self, number: int) -> int:
        """A whole number from 0 to below `number`."""
        return int(self.share() * number)

    def choice(self, values: Sequence[T]) -> T:
        """One of some values."""
        return values[self.below(len(values))]

    def weighted(self, weights: Sequence[int]) -> int:
        """The index of one of some weights, which is as likely as it is heavy."""
        return bisect_right(list(accumulate(weights)), self.below(sum(weights)))

    def shuffled(self, values: Iterable[T]) -> list[T]:
        """Values in any order (Fisher and Yates 1938)."""
        order = list(values)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


_CHARS = dict(zip(OFFERED, "rbgypon", strict=False))
COLORS = (BLACK, *(Color(name, char, OFFERED[name]) for name, char in _CHARS.items()))
"""The block colors of pictures that bring none of their own."""

KINDS = ("noise", "figures", "silhouettes", "ornaments", "words")
"""noise: random cells made smooth; the others: see `drawn_pictures`."""
_SYMMETRIC = ("noise", "ornaments")  # the kinds that can be given a symmetry

_SWEEPS = 10  # the exchanges that are tried for each cell
_STEEPEST = 1.5  # with smoothness 1, a lost neighbor makes an exchange 1 + this times as rare
_LONGEST = 40  # more than all neighbors of two cells count together


@dataclass(frozen=True, slots=True)
class PictureModel:
    """A model of random pictures.

    Raises:
        PuzzleError: If a number is out of bounds, or the size or kind cannot have the symmetry.
        UnknownNameError: If there is no such symmetry or kind.

    Attributes:
        width: Columns.
        height: Rows.
        density: The share of the cells that are colored, from 0 to 1.
        colors: The number of block colors; each gets as many cells as the others.
        smoothness: From 0, every cell by itself, to 1, few large patches.
        symmetry: One of `symmetry.SYMMETRIES`.
        kind: One of `KINDS`; density, colors and smoothness are those of noise.
        motif: Which silhouette or figure; None for any.
    """

    width: int
    height: int
    density: float = 0.5
    colors: int = 1
    smoothness: float = 0.4
    symmetry: str = "none"
    kind: str = "noise"
    motif: str | None = None

    def __post_init__(self) -> None:
        if not 1 <= min(self.width, self.height) <= max(self.width, self.height) <= MAX_SIDE:
            raise PuzzleError(
                "size {size}; expected sides of 1 to {most}",
                size=f"{self.width}x{self.height}",
                most=MAX_SIDE,
            )
        shares = ((Message("density"), self.density), (Message("smoothness"), self.smoothness))
        for name, value in shares:
            if not (isfinite(value) and 0 <= value <= 1):
                shown = f"{value:g}"
                raise PuzzleError("{name} {value}; expected 0 to 1", name=name, value=shown)
        if not 1 <= self.colors <= len(COLORS):
            raise PuzzleError(
                "{count} block colors; expected 1 to {most}", count=self.colors, most=len(COLORS)
            )
        require_symmetry(self.symmetry, self.width, self.height)
        if self.kind not in KINDS:
            raise UnknownNameError("kind", self.kind, KINDS)
        if self.symmetry != "none" and self.kind not in _SYMMETRIC:
            raise PuzzleError(
                "symmetry {name} of {kind}; expected none, or noise or ornaments",
                name=self.symmetry,
                kind=self.kind,
            )

    @property
    def palette(self) -> tuple[Color, ...]:
        """The background and the block colors."""
        return (WHITE, *COLORS[: self.colors])

    @property
    def quotas(self) -> list[int]:
        """How many cells each color of the palette has."""
        cells = self.width * self.height
        colored = round(self.density * cells)
        each, more = divmod(colored, self.colors)
        return [cells - colored, *(each + (color < more) for color in range(self.colors))]


def random_picture(model: PictureModel, rng: Rng) -> Grid:
    """A random picture with the symmetry and, as nearly as it allows, the quotas of a model."""
    cells = orbits(model.width, model.height, model.symmetry)
    rows = _noise(model, cells, rng)
    if model.smoothness:
        _smooth(rows, cells, model.smoothness, rng)
    return Grid.from_rows(rows)


def _noise(model: PictureModel, cells: Sequence[Orbit], rng: Rng) -> list[list[int]]:
    rows = [[0] * model.width for _ in range(model.height)]
    quotas = model.quotas
    for orbit in sorted(rng.shuffled(cells), key=len, reverse=True):  # small ones even out large
        room = [max(0, quota // len(orbit)) for quota in quotas]
        color = rng.weighted(room) if any(room) else quotas.index(max(quotas))
        quotas[color] -= len(orbit)
        paint(rows, orbit, color)
    return rows


def paint(rows: list[list[int]], orbit: Orbit, color: int) -> None:
    """Give cells that are alike a color."""
    for x, y in orbit:
        rows[y - 1][x - 1] = color


def alike(rows: list[list[int]], x: int, y: int, color: int) -> int:
    """How many neighbors of a cell have a color; those beside it and above it count twice."""
    left, right, here = max(0, x - 2), x + 1, rows[y - 1]
    found = 2 * (here[left:right].count(color) - (here[x - 1] == color))
    for row in (*rows[max(0, y - 2) : y - 1], *rows[y : y + 1]):
        found += row[left:right].count(color) + (row[x - 1] == color)
    return found


def _smooth(rows: list[list[int]], cells: Sequence[Orbit], smoothness: float, rng: Rng) -> None:
    rare = list(accumulate(repeat(1 + _STEEPEST * smoothness, _LONGEST), mul, initial=1.0))
    for _ in range(_SWEEPS * len(cells)):
        one, other = rng.choice(cells), rng.choice(cells)
        (x, y), (x2, y2) = one[0], other[0]
        here, there = rows[y - 1][x - 1], rows[y2 - 1][x2 - 1]
        if here == there or len(one) != len(other):
            continue
        before = alike(rows, x, y, here) + alike(rows, x2, y2, there)
        paint(rows, one, there)
        paint(rows, other, here)
        lost = before - alike(rows, x, y, there) - alike(rows, x2, y2, here)
        if lost > 0 and rng.share() * rare[lost] > 1:
            paint(rows, one, here)
            paint(rows, other, there)
