"""Rubrics: the points for each item, as a TOML file says."""

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from math import log
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from asp_nono.asp.recipes import recipes
from asp_nono.grading.counterexample import Counts
from asp_nono.grading.scaling import Scaling
from asp_nono.grid import Grid
from asp_nono.messages import Message, UnknownNameError, plural, within
from asp_nono.toml import (
    FLAG,
    TEXT,
    TomlTable,
    between,
    checked,
    from_toml,
    key,
    number,
    require,
)

DEFAULT = Path(__file__).parent / "rubric.toml"

_MAX_POINTS = 1000
_LARGEST_PICTURE = 20
_SIDES = (2, 60)  # of a puzzle of the scaling test, from and to

CONSTRUCTS = (
    *("choice", "disjunction", "not", "..", "**", "#count", "#sum", "#sum+", "#min", "#max"),
    *("#minimize", "#external", "#heuristic", "#const", "theory"),
)  # those that `child.inspect` finds
_SIGNATURE = re.compile(r"(#external )?-?_*[a-z][\w']*/\d+")


class RubricItem(NamedTuple):
    """The points for an item: how many of how many, and why."""

    name: str
    points: float
    most: float
    why: Message


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a submission, and whether they suffice."""

    items: tuple[RubricItem, ...]
    passed: bool
    ratio: float | None = None  #: how many times the ground rules of the reference

    @property
    def points(self) -> float:
        """The sum."""
        return round(sum(item.points for item in self.items), 1)

    @property
    def most(self) -> float:
        """The sum of what there is to get."""
        return sum(item.most for item in self.items)


Share: TypeAlias = tuple[float, Message]
"""A part of the points of an item, and why it is that."""

_UNMEASURED: Share = (0.0, Message("not measured"))


TEXTS = Message('a list of texts, such as ["color/2"]')
_PICTURES = Message("pictures of . and #, at most 20x20 cells")


@dataclass(frozen=True, slots=True, kw_only=True)
class _PointsPart(TomlTable):
    """The part [points] of a rubric."""

    sound: float = number(0, _MAX_POINTS)
    complete: float = number(0, _MAX_POINTS)
    once: float = number(0, _MAX_POINTS)
    size: float = number(0, _MAX_POINTS)
    reach: float = number(0, _MAX_POINTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rubric(TomlTable):
    """How points are given."""

    points: dict[str, float] = key(Message("numbers"))
    """The points for each item."""
    blots: bool = key(FLAG, alias="boards.blots")
    """Whether programs that handle blotted blocks are tried on such boards."""
    seed: str = key(TEXT, alias="boards.seed", strict=False, coerce_numbers_to_str=True)
    """What larger boards are drawn from."""
    wrong_most: float = number(0, 1, alias="wrong.most")
    """The largest share for sound and complete when anything is wrong."""
    reference: str = key(TEXT, alias="size.reference")
    """The recipe whose ground size is the measure."""
    size_side: int = number(*_SIDES, alias="size.side")
    """The side of the puzzle on which they are compared."""
    size_full: float = number(0.01, _MAX_POINTS, alias="size.full")
    """Up to this ratio there are all points for the size, from the next one on none."""
    size_none: float = number(0.02, _MAX_POINTS, alias="size.none")
    reach_full: int = number(1, _MAX_POINTS, alias="reach.full")
    """The side of a puzzle that earns all points for the reach."""
    sides: tuple[int, ...] = key(
        Message("a list of 1 to 20 sides"), min_length=1, max_length=20, alias="scaling.sides"
    )
    """The sides of the puzzles of the scaling test, in ascending order."""
    seconds: float = number(0.1, 3600, alias="scaling.seconds")
    """Time for each of them."""
    pass_points: float = number(0, 5 * _MAX_POINTS, alias="pass.points")
    """The points that suffice."""
    pass_small: bool = key(FLAG, alias="pass.small_boards")
    """Whether a program passes that no larger board decides."""
    requires: tuple[str, ...] = key(TEXTS, alias="program.requires")
    """Signatures and constructs that a program must have."""
    forbids: tuple[str, ...] = key(TEXTS, alias="program.forbids")
    """Those that it may not have."""
    first: tuple[str, ...] = key(_PICTURES, alias="program.first")
    """The pictures that, with its heuristic, a program must find first for their clues."""

    @property
    def pictures(self) -> tuple[Grid, ...]:
        """Those of `first`; a PuzzleError if a text is none."""
        return tuple(Grid.from_text(text.split()) for text in self.first)

    def score(
        self,
        counts: Counts | None,
        scaling: Scaling | None = None,
        measure: Scaling | None = None,
        *,
        with_scaling: bool = True,
        elsewhere: Message | None = None,
    ) -> Score:
        """The points of a submission by its answers to small instances, None if it was not run.

        `scaling` says how far it scales and `measure` how far the reference does; without
        `with_scaling` there are no points for that, and fewer pass; `elsewhere` says on what other
        board it is wrong.
        """
        if scaling and any(step.wrong for step in scaling.steps):
            elsewhere = Message("on a larger board")
        shares = _answers(counts, elsewhere, self.wrong_most)
        if with_scaling:
            shares |= {"size": _UNMEASURED, "reach": _UNMEASURED}
        ratio = None
        if scaling:
            ratio, shares["size"] = self._size(scaling, measure)
            side = scaling.reached
            why = Message("solves none in time")
            if side:
                why = Message(
                    "solves {size} in {seconds} s",
                    size=f"{side}x{side}",
                    seconds=f"{self.seconds:g}",
                )
            shares["reach"] = (min(1.0, side / self.reach_full), why)
        items = tuple(
            RubricItem(name, round(self.points[name] * share, 1), self.points[name], why)
            for name, (share, why) in shares.items()
        )
        part = sum(item.most for item in items) / (sum(self.points.values()) or 1)
        enough = sum(item.points for item in items) >= self.pass_points * part
        known = counts is not None and not counts.stopped and not counts.faulty
        return Score(items, enough and known and not elsewhere, ratio)

    def _size(self, scaling: Scaling, measure: Scaling | None) -> tuple[float | None, Share]:
        """How many times as many ground rules as the reference, the share for that, and why.

        Always of the same puzzle, so that nobody gains by solving fewer.
        """
        side = max((one for one in self.sides if one <= self.size_side), default=self.sides[0])
        mine, other = scaling.at(side), measure.at(side) if measure else None
        if not other or not other.rules:
            return None, _UNMEASURED
        size = f"{side}x{side}"
        if not mine or mine.rules is None or mine.wrong:
            return None, (0.0, Message("does not come to ground {size}", size=size))
        times = mine.rules / other.rules
        worse = log(max(1.0, times / self.size_full)) / log(self.size_none / self.size_full)
        why = Message(
            "{times} times the ground rules of {reference} at {size}",
            times=f"{times:.1f}",
            reference=self.reference,
            size=size,
        )
        return times, (max(0.0, 1 - worse), why)


def _answers(counts: Counts | None, elsewhere: Message | None, most: float) -> dict[str, Share]:
    """The shares for the answers on all small instances that were tried, and why."""
    if counts is None or not counts.tried:
        return dict.fromkeys(("sound", "complete", "once"), (0.0, Message("not run")))
    none = (0.0, Message("for right programs only"))
    if elsewhere:
        known = (most, Message("wrong {where}", where=elsewhere))
        return {"sound": known, "complete": known, "once": none}
    share, wanted = counts.tried / counts.planned, max(1, counts.wanted)
    worth, found = share * (most if counts.faulty else 1.0), counts.found
    sound = _at_most(most, _so_far(Message("no wrong answer"), counts), counts)
    complete = _at_most(most, _so_far(Message("no answer is missing"), counts), counts)
    if counts.wrong:
        sound = plural(counts.wrong, "{count} wrong answer", "{count} wrong answers")
    if counts.missing:
        complete = Message("{count} of {all} answers missing", count=counts.missing, all=wanted)
    elif found < counts.wanted:
        complete = Message(
            "{count} of {all} answers are known to be found", count=found, all=wanted
        )
    once = (share, _so_far(Message("each answer once"), counts))
    if counts.repeated:
        once = (0.0, Message("some answers come several times"))
    return {
        "sound": (worth * found / max(1, found + counts.wrong), sound),
        "complete": (worth * found / wanted, complete),
        "once": none if counts.faulty else once,
    }


def _at_most(most: float, known: Message, counts: Counts) -> Message:
    """What is known of a part, and why a wrong program does not get all its points."""
    if not counts.faulty or most == 1:
        return known
    return Message(
        "{known}; a wrong program gets at most {share} of these points",
        known=known,
        share=f"{most:.0%}",
    )


def _so_far(known: Message, counts: Counts) -> Message:
    """What is known of all small instances; if some are untried, of how many it is."""
    if counts.tried == counts.planned:
        return known
    return Message(
        "{known}, with {tried} of {planned} tried",
        known=known,
        tried=counts.tried,
        planned=counts.planned,
    )


@cache
def read_rubric(path: Path = DEFAULT) -> Rubric:
    """A rubric from its file over the default; a PuzzleError names the entry that is wrong."""
    return from_toml(path, lambda table: _rubric(table, from_toml(DEFAULT, dict)))


def _rubric(table: dict[str, Any], full: dict[str, Any]) -> Rubric:
    for part, entries in table.items():
        if part not in full:
            raise UnknownNameError("part of a rubric", part, full)
        require(isinstance(entries, dict), Message("expected a part [{part}]", part=part), part)
        full[part] |= entries
    with within("points"):
        points = asdict(checked(_PointsPart, full.pop("points")))
    flat = {f"{part}.{key}": value for part in full for key, value in full[part].items()}
    found = checked(Rubric, {"points": points, **flat})
    _check_numbers(found)
    if found.reference not in recipes():
        raise UnknownNameError("recipe", found.reference, recipes())
    require_constructs(found.requires, "program.requires")
    require_constructs(found.forbids, "program.forbids")
    with within("program.first"):
        for picture in found.pictures:
            largest = max(picture.width, picture.height)
            require(largest <= _LARGEST_PICTURE, Message("expected {expected}", expected=_PICTURES))
    return replace(found, sides=tuple(sorted(set(found.sides))))


def _check_numbers(found: Rubric) -> None:
    """Raise a PuzzleError for a number that does not agree with others, or a side that is none."""
    total = sum(found.points.values())
    require(total, Message("all are 0; expected points for something"), "points")
    numbers = [
        ("pass.points", found.pass_points, 0, total),
        ("size.none", found.size_none, found.size_full + 0.01, _MAX_POINTS),
        *(("scaling.sides", side, *_SIDES) for side in found.sides),
    ]
    for name, value, least, most in numbers:
        expected = between(least, most)
        reason = Message("{value}; expected {expected}", value=f"{value:g}", expected=expected)
        require(least <= value <= most, reason, name)


def require_constructs(names: Sequence[str], *place: str) -> None:
    """Refuse an entry that lists anything but signatures and constructs: it would forbid nothing.

    Before a signature may stand `#external`: that of an atom which is declared so, and not derived.
    """
    for one in names:
        unknown = Message(
            "{name} is no signature; expected one, or {constructs}",
            name=repr(one),
            constructs=CONSTRUCTS,
        )
        require(one in CONSTRUCTS or _SIGNATURE.fullmatch(one), unknown, *place)
