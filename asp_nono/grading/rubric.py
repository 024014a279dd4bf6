"""Rubrics: the points for each item, as a TOML file says."""

import re
from dataclasses import dataclass
from functools import cache
from math import isfinite, log
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from asp_nono.asp.recipes import recipes
from asp_nono.grading.counterexample import Counts
from asp_nono.grading.scaling import Scaling
from asp_nono.grading.vocabulary import excerpt, from_toml, require
from asp_nono.grid import Grid
from asp_nono.messages import Message, PuzzleError, UnknownNameError, plural

DEFAULT = Path(__file__).parent / "rubric.toml"

_MAX_POINTS = 1000
_LARGEST_PICTURE = 20

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


@dataclass(frozen=True, slots=True)
class Rubric:
    """How points are given."""

    points: dict[str, float]  #: the points for each item
    blots: bool  #: whether programs that handle blotted blocks are tried on such boards
    seed: str  #: what larger boards are drawn from
    wrong_most: float  #: the largest share for sound and complete when anything is wrong
    reference: str  #: the recipe whose ground size is the measure
    size_side: int  #: the side of the puzzle on which they are compared
    size_full: float  #: up to the first ratio all points for the size, from the second none
    size_none: float
    reach_full: int  #: the side of a puzzle that earns all points for the reach
    sides: tuple[int, ...]  #: the sides of the puzzles of the scaling test
    seconds: float  #: time for each of them
    pass_points: float  #: the points that suffice
    pass_small: bool  #: whether a program passes that no larger board decides
    requires: tuple[str, ...] = ()  #: signatures and constructs that a program must have
    forbids: tuple[str, ...] = ()  #: those that it may not have
    first: tuple[Grid, ...] = ()
    """The pictures that, with its heuristic, a program must find first for their clues."""

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
        for key in entries:
            if key not in full[part]:
                raise UnknownNameError(Message("entry of [{part}]", part=part), key, full[part])
        full[part] |= entries
    reference = full["size"]["reference"]
    if reference not in recipes():
        raise UnknownNameError("recipe", str(reference)[:40], recipes())
    points = {item: _number(full, "points", item) for item in full["points"]}
    nothing = Message("all are 0; expected points for something")
    require(any(points.values()), nothing, "points")
    seed = full["boards"]["seed"]
    reason = Message("{value}; expected a text", value=excerpt(seed))
    require(type(seed) in (str, int), reason, "boards", "seed")
    size_full = _number(full, "size", "full", 0.01)
    return Rubric(
        points,
        _flag(full, "boards", "blots"),
        str(seed)[:80],
        _number(full, "wrong", "most", 0, 1),
        reference,
        int(_number(full, "size", "side", 2, 60)),
        size_full,
        _number(full, "size", "none", size_full + 0.01),
        int(_number(full, "reach", "full", 1)),
        _sides(full["scaling"]["sides"]),
        _number(full, "scaling", "seconds", 0.1, 3600),
        _number(full, "pass", "points", most=sum(points.values())),
        _flag(full, "pass", "small_boards"),
        requires=constructs(full["program"]["requires"], "program", "requires"),
        forbids=constructs(full["program"]["forbids"], "program", "forbids"),
        first=_pictures(full["program"]["first"]),
    )


def require_texts(names: Any, *place: str) -> None:  # noqa: ANN401 - as TOML has it
    """Do nothing if an entry is a list of texts."""
    listed = isinstance(names, list) and all(isinstance(one, str) for one in names)
    require(listed, Message('expected a list of texts, such as ["color/2"]'), *place)


def constructs(names: Any, *place: str) -> tuple[str, ...]:  # noqa: ANN401 - as TOML has it
    """The signatures and constructs that an entry lists; it may have no others.

    Before a signature may stand `#external`: that of an atom which is declared so, and not derived.

    What no program can have would forbid nothing.
    """
    require_texts(names, *place)
    for one in names:
        unknown = Message(
            "{name} is no signature; expected one, or {constructs}",
            name=repr(one),
            constructs=CONSTRUCTS,
        )
        require(one in CONSTRUCTS or _SIGNATURE.fullmatch(one), unknown, *place)
    return tuple(names)


def _pictures(drawn: Any) -> tuple[Grid, ...]:  # noqa: ANN401 - as TOML has it
    """Pictures in black and white of at most 20 cells across and down."""
    require_texts(drawn, "program", "first")
    expected = Message("expected pictures of . and #, at most 20x20 cells")
    found = []
    for text in drawn:
        try:
            found.append(Grid.from_text(text.split()))
        except PuzzleError as error:
            raise error.within("program", "first") from None
        largest = max(found[-1].width, found[-1].height)
        require(largest <= _LARGEST_PICTURE, expected, "program", "first")
    return tuple(found)


def _flag(full: dict[str, Any], part: str, key: str) -> bool:
    value = full[part][key]
    reason = Message("{value}; expected true or false", value=excerpt(value))
    require(type(value) is bool, reason, part, key)
    return bool(value)


def _number(
    full: dict[str, Any], part: str, key: str, least: float = 0, most: float = _MAX_POINTS
) -> float:
    value = full[part][key]
    sound = type(value) in (int, float) and isfinite(value) and least <= value <= most
    reason = Message(
        "{value}; expected a number from {least} to {most}",
        value=excerpt(value),
        least=f"{least:g}",
        most=f"{most:g}",
    )
    require(sound, reason, part, key)
    return float(value)


def _sides(sides: list[Any]) -> tuple[int, ...]:
    listed = isinstance(sides, list) and 1 <= len(sides) <= 20
    require(listed, Message("expected a list of 1 to 20 sides"), "scaling", "sides")
    for side in sides:
        sound = type(side) is int and 2 <= side <= 60
        reason = Message("{value}; expected a number from 2 to 60", value=excerpt(side))
        require(sound, reason, "scaling", "sides")
    return tuple(sorted(set(sides)))
