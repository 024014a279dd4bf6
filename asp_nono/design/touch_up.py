"""Local changes that make a picture what is demanded of it.

One cell after another, with those that are its like by symmetry, is given another colour where that
may help: where two solutions differ, or where line logic is stuck. What leads away is taken back.
The idea is that of Batenburg, Henstra, Kosters and Palenstijn, "Constructing simple nonograms of
varying difficulty" (2009); the measure is our own.
"""

from __future__ import annotations

from dataclasses import dataclass

from asp_nono.design.demands import Appraisal, Cells, Demands, appraise
from asp_nono.design.dice import Dice
from asp_nono.design.symmetry import Orbit
from asp_nono.design.texture import alike, paint
from asp_nono.grid import Grid
from asp_nono.puzzle import Color

_PATIENCE = 150
"""A picture is given up when so many changes in a row have not brought it nearer."""

_CHOICES = 4
"""Of so many changes picked at random, that one is tried which looks best."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far a picture may be changed.

    Attributes:
        cells: The cells that are alike by symmetry, each in one set.
        colors: The palette.
        slack: By so many cells a colour may come to have more or fewer; None if that is all one.
        most: So many cells may have another colour than at first; None if that is all one.
    """

    cells: list[Orbit]
    colors: tuple[Color, ...]
    slack: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Touched:
    """What has come of a picture.

    Attributes:
        picture: The picture.
        appraisal: How far it still is from what is demanded.
        changed: How many cells have another colour than at first.
    """

    picture: Grid
    appraisal: Appraisal
    changed: int


def touch_up(picture: Grid, demands: Demands, bounds: Bounds, dice: Dice) -> Touched:
    """Change a picture until it is what is demanded, or nothing brings it nearer any more."""
    easel = _Easel(picture, bounds, dice)
    appraisal = appraise(picture, bounds.colors, demands)
    idle = 0
    while appraisal.lack and idle < _PATIENCE:
        idle += 1
        change = easel.change(appraisal.where)
        if change is None:
            continue
        other = appraise(easel.picture, bounds.colors, demands)
        if other.lack and _worse(other, appraisal, easel.changed - change.changed, bounds):
            easel.undo(change)
            continue
        if not other.lack or other.distance < appraisal.distance:
            idle = 0
        appraisal = other
    return Touched(easel.picture, appraisal, easel.changed)


def _worse(other: Appraisal, before: Appraisal, more: int, bounds: Bounds) -> bool:
    """Whether a change leads away; of a picture that is to be kept, more changes do so too."""
    farther = other.distance > before.distance
    return farther or (bounds.most is not None and other.distance == before.distance and more > 0)


@dataclass(frozen=True, slots=True)
class _Change:
    """Cells, the colour that they had before, and how many cells were changed then."""

    orbit: Orbit
    before: int
    changed: int


class _Easel:
    """The picture that is worked on."""

    def __init__(self, picture: Grid, bounds: Bounds, dice: Dice) -> None:
        self._first = picture
        self._rows = [list(row) for row in picture.rows]
        self._bounds = bounds
        self._dice = dice
        self._home = {cell: orbit for orbit in bounds.cells for cell in orbit}
        self._every: Cells = tuple(self._home)
        self._more = [0] * len(bounds.colors)
        self.changed = 0

    @property
    def picture(self) -> Grid:
        """The picture as it is now."""
        return Grid(tuple(map(tuple, self._rows)))

    def change(self, where: Cells) -> _Change | None:
        """Give some cells another colour; None if those picked must stay as they are.

        Args:
            where: The cells to pick from; all if there are none.
        """
        if len(self._bounds.colors) == 1:
            return None
        picked = [self._pick(where or self._every) for _ in range(_CHOICES)]
        able = [(look, number) for number, (look, *_) in enumerate(picked) if look is not None]
        if not able:
            return None
        _, orbit, color = picked[max(able)[1]]
        return self._paint(orbit, color)

    def undo(self, change: _Change) -> None:
        """Take a change back."""
        self._paint(change.orbit, change.before)

    def _pick(self, where: Cells) -> tuple[int | None, Orbit, int]:
        """A change picked at random, and how much better it would look; None if forbidden."""
        orbit = self._home[self._dice.choice(where)]
        x, y = orbit[0]
        before = self._rows[y][x]
        others = [color for color in range(len(self._bounds.colors)) if color != before]
        color = self._dice.choice(others)
        if self._forbidden(orbit, before, color):
            return None, orbit, color
        return alike(self._rows, x, y, color) - alike(self._rows, x, y, before), orbit, color

    def _forbidden(self, orbit: Orbit, before: int, after: int) -> bool:
        slack, most = self._bounds.slack, self._bounds.most
        number = len(orbit)
        unbalanced = slack is not None and (
            self._more[after] + number > slack or number - self._more[before] > slack
        )
        return unbalanced or (most is not None and self._after(orbit, after) > most)

    def _after(self, orbit: Orbit, color: int) -> int:
        """How many cells would have another colour than at first."""
        rows, first = self._rows, self._first.rows
        return self.changed + sum(
            (first[y][x] != color) - (first[y][x] != rows[y][x]) for x, y in orbit
        )

    def _paint(self, orbit: Orbit, color: int) -> _Change:
        x, y = orbit[0]
        done = _Change(orbit, self._rows[y][x], self.changed)
        self.changed = self._after(orbit, color)
        self._more[done.before] -= len(orbit)
        self._more[color] += len(orbit)
        paint(self._rows, orbit, color)
        return done
