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
from asp_nono.draw.picture import Draw
from asp_nono.grading.scaling import puzzle_of_side
from asp_nono.messages import NOTHING, Message, with_messages
from asp_nono.puzzle import Puzzle
from asp_nono.run.snapshots import Answer

_SHOWN = 100  # characters of a rule that are shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounded(Answer):
    """The ground program of a puzzle, as a whole and rule by rule.

    Attributes:
        recipe: The name of the recipe.
        profile: The size of the program and its rules.
        why: Why there is nothing to ground: there is no solution.
    """

    recipe: str
    profile: GroundProfile | None = None
    why: Message = NOTHING

    @property
    def because(self) -> Message:
        """Why there is no profile; empty if there is one."""
        return self.why or self.stop

    def text(self, _: str, draw: Draw) -> Iterator[str]:
        """The size of the whole, and a table of the rules, the slowest first."""
        found = self.profile
        if found is None:
            yield f"nothing to ground: {self.reason}" if self.why else f"stopped: {self.reason}"
            return
        size = f"{found.instances} ground rules (facts included), {found.atoms} atoms"
        yield f"{size}, grounded in {found.seconds:.3f} s"
        whole = sum(rule.time_instantiate for rule in found.rules) or 1
        rows = [
            [
                *(f"{rule.time_instantiate / whole:.1%}", _ms(rule.time_instantiate / 1e9)),
                *(str(rule.instances), str(rule.literals)),
                f"{rule.file.name if rule.file else None}:{rule.line}",
                _short(rule.text),
            ]
            for rule in found.rules
        ]
        yield draw.table(("share", "ms", "instances", "literals", "rule", ""), rows, right="rrrr")

    def to_json(self) -> dict[str, Any]:
        """The object of `ground --json` for a puzzle, without the file."""
        if self.profile is None:
            return {"recipe": self.recipe, **with_messages(reason=self.because)}
        values = _plain(self.profile)
        del values["statistics"]
        return {"recipe": self.recipe, **values}


def grounded(puzzle: Puzzle, recipe: Recipe) -> Grounded:
    """Ground a puzzle with a recipe; AspNonoError if the recipe cannot be used."""
    match open_puzzle(puzzle, recipe.deductions):
        case OpenPuzzle() as left:
            return Grounded(recipe=recipe.name, profile=profile_of(Program.of(recipe, left)))
        case reason:
            return Grounded(recipe=recipe.name, why=reason)


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.1f}"


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _SHOWN else f"{flat[: _SHOWN - 3]}..."


def _plain(found: GroundProfile) -> dict[str, Any]:
    """The values of JSON for a profile."""
    return cast("dict[str, Any]", json.loads(json.dumps(asdict(found), default=str)))


@dataclass(frozen=True, slots=True, kw_only=True)
class GrowthResult(Answer):
    """Programs ground on larger and larger puzzles."""

    names: tuple[str, ...]  #: of the programs
    sides: tuple[int, ...] = ()
    profiles: tuple[tuple[GroundProfile, ...], ...] = ()  #: for each side one of each program
    coming: Message = NOTHING  #: what is being ground

    @property
    def progress(self) -> Message:
        """Which program is being ground, and for which side."""
        return self.coming

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

    def text(self, _: str, draw: Draw) -> Iterator[str]:
        """The programs by their letters, a table of the sides, and one of the rules."""
        letters = [chr(ord("A") + number) for number in range(len(self.names))]
        for letter, name in zip(letters, self.names, strict=True):
            yield f"{letter}  {name}"
        if self.sides:
            head = ["\nside", *(f"{a} {what}" for a in letters for what in ("rules", "ms"))]
            rows = [
                [str(side), *(text for one in some for text in _totals(one))]
                for side, some in zip(self.sides, self.profiles, strict=True)
            ]
            yield draw.table(head, rows, right="r" * len(head))
            yield f"\nRule by rule at side {self.sides[-1]}; power: of the side, as instances grow"
            head = [f"{a} {what}" for a in letters for what in ("instances", "power", "ms")]
            rows = [
                [*(cell for one in sizes for cell in self._grown(one)), _short(text)]
                for text, sizes in self.rules()
            ]
            yield draw.table([*head, ""], rows, right="r" * len(head))
        if self.stopped:
            yield f"stopped: {self.reason}"

    def _grown(self, sizes: Sequence[RuleSize]) -> list[str]:
        if not sizes:
            return ["", "", ""]
        power, last = self.power(sizes), sizes[-1]
        shown = "" if power is None else f"{power:.1f}"
        return [str(last.instances), shown, _ms(last.time_instantiate / 1e9)]

    def to_json(self) -> dict[str, Any]:
        """The object of `ground --json` for several encodings."""
        steps = zip(self.sides, self.profiles, strict=True)
        sizes = [{"side": side, "programs": [_plain(one) for one in some]} for side, some in steps]
        stopped = with_messages(stopped=self.because)
        return {"encodings": self.names, "sizes": sizes, **stopped}


def _totals(found: GroundProfile) -> tuple[str, str]:
    return str(found.instances), _ms(found.seconds)


SIDES = (5, 10, 15, 20, 25, 30)


def ground_growth(
    recipes: Sequence[Recipe], sides: Sequence[int] = SIDES
) -> Iterator[GrowthResult]:
    """Ground programs on the puzzles of the scaling test; a snapshot before each program and side.

    AspNonoError if a recipe cannot be used.
    """
    found = GrowthResult(names=tuple(recipe.name for recipe in recipes))
    for side in sides:
        profiles = []
        for recipe in recipes:
            coming = Message("grounding {name} for side {side}", name=recipe.name, side=side)
            yield replace(found, coming=coming)
            left = open_puzzle(puzzle_of_side(side, 2), recipe.deductions)
            if isinstance(left, Message):
                raise AssertionError(left)  # noqa: TRY004 - the puzzle has a solution
            profiles.append(profile_of(Program.of(recipe, left)))
        sides = (*found.sides, side)
        found = replace(found, sides=sides, profiles=(*found.profiles, tuple(profiles)))
        yield found
