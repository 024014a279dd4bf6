"""What a count tells while it goes on."""

from __future__ import annotations

from typing import NamedTuple

from asp_nono.grid import Grid
from asp_nono.shares import Shares


class Wants(NamedTuple):
    """What is wanted of the solutions besides their number.

    Attributes:
        ranks: The solutions of these numbers, counted from 0.
        sample: So many solutions at random, all alike likely.
        seed: What chance begins with.
        shares: How many of them give each cell each colour.
    """

    ranks: tuple[int, ...] = ()
    sample: int = 0
    seed: int = 0
    shares: bool = False

    def __bool__(self) -> bool:
        return bool(self.ranks or self.sample or self.shares)


class Picked(NamedTuple):
    """A solution that was wanted; `name` tells which one it is."""

    name: str
    grid: Grid


class Trial(NamedTuple):
    """What was tried.

    Attributes:
        method: "line", "probe", "enumerate", "backbone", "topdown", "frontier" or "beam".
        seconds: The time it took.
        outcome: What came of it, in words.
    """

    method: str
    seconds: float
    outcome: str


class Bounds(NamedTuple):
    """At least and at most so many solutions; `most` is None where nothing is known."""

    least: int
    most: int | None


class Total(NamedTuple):
    """The number of solutions, exactly; `reason` tells why there is none, if there is none."""

    number: int
    reason: str = ""


Event = Trial | Bounds | Total | Picked | Shares
