"""What grounding takes: the ground program of a puzzle rule by rule, and how programs grow."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from math import log
from typing import Any, cast

from asp_nono.asp.deductions import OpenPuzzle, open_puzzle
from asp_nono.asp.ground_profile import GroundProfile, RuleSize, ground_profile as profile_of
from asp_nono.asp.program import Program
from asp_nono.asp.recipes import Recipe
from asp_nono.grading.scaling import puzzle_of_side
from asp_nono.messages import Message, with_messages
from asp_nono.puzzle import Puzzle
from asp_nono.run.snapshots import Answer


def ground_profile(puzzle: Puzzle, recipe: Recipe) -> dict[str, Any]:
    """Ground a puzzle with a recipe, as a whole and rule by rule: values of JSON.

    Only "reason" if line logic shows that there is no solution. AspNonoError if the recipe cannot
    be used.
    """
    match open_puzzle(puzzle, recipe.deductions):
        case OpenPuzzle() as left:
            return _plain(profile_of(Program.of(recipe, left)))
        case reason:
            return with_messages(reason=reason)


def _plain(found: GroundProfile) -> dict[str, Any]:
    """The values of JSON for a profile."""
    return cast("dict[str, Any]", json.loads(json.dumps(asdict(found), default=str)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth(Answer):
    """Programs ground on larger and larger puzzles."""

    names: tuple[str, ...]  #: of the programs
    sides: tuple[int, ...] = ()
    profiles: tuple[tuple[GroundProfile, ...], ...] = ()  #: for each side one of each program

    def rules(self) -> list[tuple[str, list[list[RuleSize]]]]:
        """Each rule with its sizes on all sides, by program; none where a program lacks it.

        Equal rules of several programs are one. Those with the most instances come first.
        """
        found: dict[tuple[str, int], list[list[RuleSize]]] = {}
        for profiles in self.profiles:
            for number, profile in enumerate(profiles):
                times = Counter[str]()  # a program may have a rule twice
                for rule in sorted(profile.rules, key=lambda one: (str(one.file), one.line)):
                    key = rule.text, times[rule.text]
                    times[rule.text] += 1
                    found.setdefault(key, [[] for _ in self.names])[number].append(rule)
        rows = [(text, sizes) for (text, _), sizes in found.items()]
        return sorted(rows, key=lambda row: -max(some[-1].instances for some in row[1] if some))

    def power(self, sizes: Sequence[RuleSize]) -> float | None:
        """The power of the side with which a rule grows, between the last two sides."""
        if len(sizes) < 2 or not sizes[-2].instances:
            return None
        return log(sizes[-1].instances / sizes[-2].instances) / log(self.sides[-1] / self.sides[-2])

    def to_json(self) -> dict[str, Any]:
        """The object of `ground --json` for several encodings."""
        steps = zip(self.sides, self.profiles, strict=True)
        sizes = [{"side": side, "programs": [_plain(one) for one in some]} for side, some in steps]
        return {"encodings": self.names, "sizes": sizes, "stopped": self.reason}


SIDES = (5, 10, 15, 20, 25, 30)


def ground_growth(recipes: Sequence[Recipe], sides: Sequence[int] = SIDES) -> Iterator[Growth]:
    """Ground programs on the puzzles of the scaling test; a snapshot for each side.

    AspNonoError if a recipe cannot be used.
    """
    found = Growth(names=tuple(recipe.name for recipe in recipes))
    for side in sides:
        profiles = []
        for recipe in recipes:
            left = open_puzzle(puzzle_of_side(side, 2), recipe.deductions)
            if isinstance(left, Message):
                raise AssertionError(left)  # noqa: TRY004 - the puzzle has a solution
            profiles.append(profile_of(Program.of(recipe, left)))
        sides = (*found.sides, side)
        found = replace(found, sides=sides, profiles=(*found.profiles, tuple(profiles)))
        yield found
