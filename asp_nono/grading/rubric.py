"""Rubrics: how many points there are for what, as a TOML file says."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import isfinite, log
from pathlib import Path
from typing import Any, NamedTuple

from asp_nono.asp.recipes import recipes
from asp_nono.errors import PuzzleError, UnknownNameError
from asp_nono.grading.ladder import Climb
from asp_nono.grading.toml_files import read_toml
from asp_nono.grading.tour import Tour

DEFAULT = Path(__file__).parent / "rubric.toml"

_MOST = 1000
_LARGEST_SIDE = 60

ANSWERS = ("sound", "complete", "once")
"""What there are points for on small boards."""

ITEMS = (*ANSWERS, "size", "reach")
"""All that there are points for."""


class Item(NamedTuple):
    """Points for one thing.

    Attributes:
        name: One of `ITEMS`.
        points: What it got.
        most: What there was to get.
        why: How that came about.
    """

    name: str
    points: float
    most: float
    why: str


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a submission, and whether they suffice."""

    items: tuple[Item, ...]
    passed: bool

    @property
    def points(self) -> float:
        """The sum."""
        return sum(item.points for item in self.items)

    @property
    def most(self) -> float:
        """What there was to get."""
        return sum(item.most for item in self.items)


@dataclass(frozen=True, slots=True)
class Rubric:
    """How points are given.

    Attributes:
        points: For each of `ITEMS`, how many there are.
        blots: Whether programs that handle blotted blocks are tried on such boards.
        wrong_most: What sound and complete are worth, as a share, when anything is wrong.
        reference: The recipe whose ground size is the measure.
        size_full, size_none: Up to the first ratio all points for the size, from the second none.
        reach_full: The side of a puzzle that earns all points for the reach.
        sides: The sides of the puzzles on the ladder.
        seconds: Time for each of them.
        pass_points: So many points pass.
    """

    points: dict[str, float]
    blots: bool
    wrong_most: float
    reference: str
    size_full: float
    size_none: float
    reach_full: int
    sides: tuple[int, ...]
    seconds: float
    pass_points: float

    def score(
        self,
        tour: Tour | None,
        climb: Climb | None = None,
        measure: Climb | None = None,
        *,
        ladder: bool = True,
        elsewhere: str = "",
    ) -> Score:
        """The points of a submission.

        Args:
            tour: What it made of all small boards; None if it was not run.
            climb: How far it came on the ladder; None if it was not tried.
            measure: How far the reference came.
            ladder: Whether there are points for the ladder at all; without them fewer pass.
            elsewhere: On what other board it is wrong, if it is right on all of the tour.
        """
        if climb and any(rung.wrong for rung in climb.rungs):
            elsewhere = "on a larger board"
        shares = {
            **_correct(tour, elsewhere, self.wrong_most),
            "size": self._size(climb, measure),
            "reach": self._reach(climb),
        }
        items = tuple(
            Item(name, round(self.points[name] * share, 1), self.points[name], why)
            for name in (ITEMS if ladder else ANSWERS)
            for share, why in [shares[name]]
        )
        part = sum(item.most for item in items) / (sum(self.points.values()) or 1)
        enough = sum(item.points for item in items) >= self.pass_points * part
        known = tour is not None and not tour.stopped and not tour.faulty
        return Score(items, enough and known and not elsewhere)

    def _size(self, climb: Climb | None, measure: Climb | None) -> tuple[float, str]:
        ratio = size_ratio(climb, measure)
        if ratio is None:
            return 0.0, "not measured"
        side, times = ratio
        why = f"{times:.1f} times the ground rules of {self.reference} at {side}x{side}"
        if times <= self.size_full:
            return 1.0, why
        worse = log(times / self.size_full) / log(self.size_none / self.size_full)
        return max(0.0, 1 - worse), why

    def _reach(self, climb: Climb | None) -> tuple[float, str]:
        if climb is None:
            return 0.0, "not measured"
        side = climb.reached
        why = f"solves {side}x{side} in {self.seconds:g} s" if side else "solves none in time"
        return min(1.0, side / self.reach_full), why


def size_ratio(climb: Climb | None, measure: Climb | None) -> tuple[int, float] | None:
    """The largest side that both have grounded, and how many times as many rules the first has."""
    if climb is None or measure is None:
        return None
    for rung in reversed(climb.rungs):
        other = measure.at(rung.side)
        if rung.rules is not None and not rung.wrong and other is not None and other.rules:
            return rung.side, rung.rules / other.rules
    return None


def _correct(tour: Tour | None, elsewhere: str, most: float) -> dict[str, tuple[float, str]]:
    """The shares for the answers themselves, over all small boards that were tried."""
    if tour is None or not tour.checked:
        return dict.fromkeys(("sound", "complete", "once"), (0.0, "not run"))
    pictures = sum(one.board.colors**one.board.area for one in tour.checked)
    missing = sum(len(one.missing) for one in tour.checked)
    bad = sum(len(one.wrong) + len(one.odd) for one in tour.checked)
    found = pictures - missing
    if elsewhere:
        known = (most, f"wrong {elsewhere}")
        return {"sound": known, "complete": known, "once": (0.0, "wrong")}
    worth = most if bad or missing or any(not one.complete for one in tour.checked) else 1.0
    sound = worth * found / max(1, found + bad)
    complete = worth * found / pictures
    once = not any(one.repeated for one in tour.checked)
    repeated = "each solution once" if once else "some solutions come several times"
    so_far = " so far" if tour.stopped else ""
    return {
        "sound": (
            sound,
            f"{bad} wrong answer{'s' if bad > 1 else ''} on all small boards"
            if bad
            else f"no wrong answer{so_far}",
        ),
        "complete": (
            complete,
            f"{missing} of {pictures} solutions missing"
            if missing
            else f"no solution is missing{so_far}",
        ),
        "once": (0.0, "wrong answers") if bad or missing else (float(once), repeated),
    }


@cache
def read_rubric(path: Path = DEFAULT) -> Rubric:
    """A rubric from its file; entries that it does not have are those of the default.

    Raises:
        PuzzleError: If the file cannot be read or an entry is not what it should be.
    """
    table = read_toml(path)
    try:
        return _rubric(table, read_toml(DEFAULT))
    except PuzzleError as error:
        raise error.within(path=str(path)) from None
    except UnknownNameError as error:
        raise PuzzleError(str(error), path=str(path)) from None


def _rubric(table: dict[str, Any], default: dict[str, Any]) -> Rubric:
    full = {name: dict(entries) for name, entries in default.items()}
    for part, entries in table.items():
        if part not in full:
            raise UnknownNameError("part of a rubric", part, full)
        if not isinstance(entries, dict):
            raise PuzzleError(f"expected a part [{part}]", where=(part,))
        for key, value in entries.items():
            if key not in full[part]:
                raise UnknownNameError(f"entry of [{part}]", key, full[part])
            full[part][key] = value
    name = full["size"]["reference"]
    if name not in recipes():
        raise UnknownNameError("recipe", str(name)[:40], recipes())
    sides = full["ladder"]["sides"]
    if not isinstance(sides, list) or not 1 <= len(sides) <= 20:
        raise PuzzleError("expected a list of 1 to 20 sides", where=("ladder", "sides"))
    size_full = _number(full, "size", "full", 0.01)
    points = {item: _number(full, "points", item) for item in ITEMS}
    if not any(points.values()):
        raise PuzzleError("all are 0; expected points for something", where=("points",))
    return Rubric(
        points,
        _switch(full, "boards", "blots"),
        _number(full, "wrong", "most", 0, 1),
        name,
        size_full,
        _number(full, "size", "none", size_full + 0.01),
        int(_number(full, "reach", "full", 1)),
        tuple(sorted({_side(side) for side in sides})),
        _number(full, "ladder", "seconds", 0.1, 3600),
        _number(full, "pass", "points", most=sum(points.values())),
    )


def _number(
    full: dict[str, Any], part: str, key: str, least: float = 0, most: float = _MOST
) -> float:
    value = full[part][key]
    if type(value) not in (int, float) or not isfinite(value) or not least <= value <= most:
        reason = f"{value!r:.40}; expected a number from {least:g} to {most:g}"
        raise PuzzleError(reason, where=(part, key))
    return float(value)


def _switch(full: dict[str, Any], part: str, key: str) -> bool:
    value = full[part][key]
    if type(value) is not bool:
        raise PuzzleError(f"{value!r:.40}; expected true or false", where=(part, key))
    return value


def _side(value: object) -> int:
    if type(value) is not int or not 2 <= value <= _LARGEST_SIDE:
        reason = f"{value!r:.40}; expected a number from 2 to {_LARGEST_SIDE}"
        raise PuzzleError(reason, where=("ladder", "sides"))
    return value
