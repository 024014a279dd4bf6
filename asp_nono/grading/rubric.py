"""Rubrics: the points for each item, as a TOML file says."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import isfinite, log
from pathlib import Path
from typing import Any, NamedTuple

from asp_nono.asp.recipes import recipes
from asp_nono.errors import PuzzleError, UnknownNameError
from asp_nono.grading.scaling import Scaling
from asp_nono.grading.small_boards import ExhaustiveResult
from asp_nono.grading.vocabulary import read_toml

DEFAULT = Path(__file__).parent / "rubric.toml"

_MAX_POINTS = 1000
_LARGEST_SIDE = 60

_ANSWERS = ("sound", "complete", "once")
"""The items for the answers on small boards."""

ITEMS = (*_ANSWERS, "size", "reach")

_RENAMED = {"ladder": "scaling"}
"""Older names of parts."""


class Item(NamedTuple):
    """The points for one of `ITEMS`: how many of how many, and why."""

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
        """The sum of what there is to get."""
        return sum(item.most for item in self.items)


@dataclass(frozen=True, slots=True)
class Rubric:
    """How points are given.

    Attributes:
        points: The points for each of `ITEMS`.
        blots: Whether programs that handle blotted blocks are tried on such boards.
        wrong_most: The largest share for sound and complete when anything is wrong.
        reference: The recipe whose ground size is the measure.
        size_full, size_none: Up to the first ratio all points for the size, from the second none.
        reach_full: The side of a puzzle that earns all points for the reach.
        sides: The sides of the puzzles of the scaling test.
        seconds: Time for each of them.
        pass_points: The points that suffice.
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
        result: ExhaustiveResult | None,
        scaling: Scaling | None = None,
        measure: Scaling | None = None,
        *,
        with_scaling: bool = True,
        elsewhere: str = "",
    ) -> Score:
        """The points of a submission.

        Args:
            result: Its answers on all small boards; None if it was not run.
            scaling: How far it scales; None if that was not tried.
            measure: How far the reference scales.
            with_scaling: Whether there are points for that at all; without them fewer pass.
            elsewhere: On what other board it is wrong, if it is right on all small ones.
        """
        if scaling and any(step.wrong for step in scaling.steps):
            elsewhere = "on a larger board"
        shares = {
            **_answers(result, elsewhere, self.wrong_most),
            "size": self._size(scaling, measure),
            "reach": self._reach(scaling),
        }
        items = tuple(
            Item(name, round(self.points[name] * share, 1), self.points[name], why)
            for name in (ITEMS if with_scaling else _ANSWERS)
            for share, why in [shares[name]]
        )
        part = sum(item.most for item in items) / (sum(self.points.values()) or 1)
        enough = sum(item.points for item in items) >= self.pass_points * part
        known = result is not None and not result.stopped and not result.faulty
        return Score(items, enough and known and not elsewhere)

    def _size(self, scaling: Scaling | None, measure: Scaling | None) -> tuple[float, str]:
        ratio = size_ratio(scaling, measure)
        if ratio is None:
            return 0.0, "not measured"
        side, times = ratio
        why = f"{times:.1f} times the ground rules of {self.reference} at {side}x{side}"
        if times <= self.size_full:
            return 1.0, why
        worse = log(times / self.size_full) / log(self.size_none / self.size_full)
        return max(0.0, 1 - worse), why

    def _reach(self, scaling: Scaling | None) -> tuple[float, str]:
        if scaling is None:
            return 0.0, "not measured"
        side = scaling.reached
        why = f"solves {side}x{side} in {self.seconds:g} s" if side else "solves none in time"
        return min(1.0, side / self.reach_full), why


def size_ratio(scaling: Scaling | None, measure: Scaling | None) -> tuple[int, float] | None:
    """The largest side that both have ground, and how many times as many rules the first has."""
    if scaling is None or measure is None:
        return None
    for step in reversed(scaling.steps):
        other = measure.at(step.side)
        if step.rules is not None and not step.wrong and other is not None and other.rules:
            return step.side, step.rules / other.rules
    return None


def _answers(
    result: ExhaustiveResult | None, elsewhere: str, most: float
) -> dict[str, tuple[float, str]]:
    """The shares for the answers on all small boards that were tried, and why."""
    if result is None or not result.sizes:
        return dict.fromkeys(_ANSWERS, (0.0, "not run"))
    if elsewhere:
        known = (most, f"wrong {elsewhere}")
        return {"sound": known, "complete": known, "once": (0.0, "wrong")}
    pictures = sum(one.board.colors**one.board.area for one in result.sizes)
    missing = sum(len(one.missing) for one in result.sizes)
    bad = sum(len(one.wrong) + len(one.odd) for one in result.sizes)
    found = pictures - missing
    worth = most if bad or missing or any(not one.complete for one in result.sizes) else 1.0
    so_far = " so far" if result.stopped else ""
    sound = complete = once = ""
    if bad:
        sound = f"{bad} wrong answer{'s' if bad > 1 else ''} on all small boards"
    if missing:
        complete = f"{missing} of {pictures} solutions missing"
    if bad or missing:
        once = "wrong answers"
    elif any(one.repeated for one in result.sizes):
        once = "some solutions come several times"
    return {
        "sound": (worth * found / max(1, found + bad), sound or f"no wrong answer{so_far}"),
        "complete": (worth * found / pictures, complete or f"no solution is missing{so_far}"),
        "once": (float(not once), once or "each solution once"),
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
    for name, entries in table.items():
        part = _RENAMED.get(name, name)
        if part not in full:
            raise UnknownNameError("part of a rubric", part, full)
        if not isinstance(entries, dict):
            raise PuzzleError(f"expected a part [{part}]", where=(part,))
        for key, value in entries.items():
            if key not in full[part]:
                raise UnknownNameError(f"entry of [{part}]", key, full[part])
            full[part][key] = value
    reference = full["size"]["reference"]
    if reference not in recipes():
        raise UnknownNameError("recipe", str(reference)[:40], recipes())
    points = {item: _number(full, "points", item) for item in ITEMS}
    if not any(points.values()):
        raise PuzzleError("all are 0; expected points for something", where=("points",))
    blots = full["boards"]["blots"]
    if type(blots) is not bool:
        raise PuzzleError(f"{blots!r:.40}; expected true or false", where=("boards", "blots"))
    size_full = _number(full, "size", "full", 0.01)
    return Rubric(
        points,
        blots,
        _number(full, "wrong", "most", 0, 1),
        reference,
        size_full,
        _number(full, "size", "none", size_full + 0.01),
        int(_number(full, "reach", "full", 1)),
        _sides(full["scaling"]["sides"]),
        _number(full, "scaling", "seconds", 0.1, 3600),
        _number(full, "pass", "points", most=sum(points.values())),
    )


def _number(
    full: dict[str, Any], part: str, key: str, least: float = 0, most: float = _MAX_POINTS
) -> float:
    value = full[part][key]
    if type(value) not in (int, float) or not isfinite(value) or not least <= value <= most:
        reason = f"{value!r:.40}; expected a number from {least:g} to {most:g}"
        raise PuzzleError(reason, where=(part, key))
    return float(value)


def _sides(sides: object) -> tuple[int, ...]:
    where = ("scaling", "sides")
    if not isinstance(sides, list) or not 1 <= len(sides) <= 20:
        raise PuzzleError("expected a list of 1 to 20 sides", where=where)
    for side in sides:
        if type(side) is not int or not 2 <= side <= _LARGEST_SIDE:
            reason = f"{side!r:.40}; expected a number from 2 to {_LARGEST_SIDE}"
            raise PuzzleError(reason, where=where)
    return tuple(sorted(set(sides)))
