"""Recipes: named choices of encodings, deductions and clingo options (`encodings/recipes.toml`)."""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, Self, get_args
from warnings import warn

from asp_nono.asp import encodings
from asp_nono.asp.encodings import Encoding
from asp_nono.errors import EncodingError, UnknownNameError

Deductions = Literal["none", "bounds", "line", "probe"]
"""What line logic derives for an encoding: nothing, narrower windows, all that lines give, or
also what probing finds.
"""

DEDUCTIONS: tuple[Deductions, ...] = get_args(Deductions)

DEFAULT = "order"  # the recipe used when none is named


PARTS = {"lines": ("line/1",), "steps": ("step/1", "check/1")}
"""How a multi-shot program is grounded, and the program parts that this grounds after base:
`line(L)` for each line L, all before the search; or `step(T)` for T = 1, 2, ... and `check(T)` for
T = 0, 1, 2, ... where only the last `query(T)` is true, until there is an answer set."""


class Turn(NamedTuple):
    """An attempt at the search."""

    modes: tuple[str, ...] = ()  # the modes of heuristics that are on
    conflicts: int = 0  # after which the next turn begins; 0 for no limit


@dataclass(frozen=True, slots=True)
class Recipe:
    """A recipe."""

    name: str
    about: str  # what it is for, one line
    files: tuple[Path, ...]  # the encodings
    deductions: Deductions = "line"  # what line logic derives for them
    options: tuple[str, ...] = ()  # command-line options for clingo
    constants: tuple[tuple[str, str], ...] = ()  # names and values of constants
    parts: str = ""  # how a multi-shot program is grounded: a name of `PARTS`; empty if it is none
    heuristic: Path | None = None  # an encoding that is grounded when a turn first has modes
    schedule: tuple[Turn, ...] = (Turn(),)
    """The turns of the search; all but the first are repeated with twice the conflicts."""

    def with_deductions(self, level: str | None) -> Self:
        """The recipe with other deductions; unchanged for None.

        Raises:
            UnknownNameError: If there is no such level of deductions.
        """
        return self if level is None else replace(self, deductions=_level(level))

    @property
    def hints(self) -> Deductions:
        """Deprecated name of `deductions`."""
        warn("Recipe.hints is now called Recipe.deductions", DeprecationWarning, stacklevel=2)
        return self.deductions

    def with_hints(self, level: str | None) -> Self:
        """Deprecated name of `with_deductions`."""
        warn("with_hints is now called with_deductions", DeprecationWarning, stacklevel=2)
        return self.with_deductions(level)

    @property
    def paths(self) -> tuple[Path, ...]:
        """All its files, the heuristic last."""
        return (*self.files, self.heuristic) if self.heuristic else self.files

    def encodings(self) -> list[Encoding]:
        """The encodings, with or without headers; EncodingError if one cannot be used."""
        return [encodings.load(path, strict=False) for path in self.files]

    def remarks(self) -> Iterator[str]:
        """What is odd in its encodings, and what a header would have told, by file."""
        parts = self.encodings()
        read = frozenset[str]().union(*(part.inputs for part in parts))
        for part in parts:
            unread = sorted(part.header.unread - read)
            if part.header.fault:
                yield f"{part.name}: {part.header.fault}"
            elif unread:
                yield f"{part.name}: no rule reads {', '.join(unread)}"

    def inputs(self) -> frozenset[str]:
        """The signatures that facts must supply: those that are read and not derived."""
        parts = self.encodings()
        reads = frozenset[str]().union(*(part.inputs for part in parts))
        return reads - frozenset[str]().union(*(part.derived for part in parts))

    @property
    def blotted(self) -> bool:
        """Whether it handles blotted blocks: one of its encodings reads them."""
        return "blot/3" in self.inputs()


@cache
def recipes() -> dict[str, Recipe]:
    """All recipes by name."""
    root = encodings.folder()
    path = root / "recipes.toml"
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise EncodingError(str(path), f"cannot be read: {error}") from None
    return {
        name: Recipe(
            name,
            entry["about"],
            tuple(root / file for file in entry["files"]),
            _level(entry["deductions"] if "deductions" in entry else entry["hints"]),
            tuple(entry.get("options", ())),
            parts=entry.get("parts", ""),
            heuristic=root / entry["heuristic"] if "heuristic" in entry else None,
            schedule=tuple(
                Turn(tuple(turn.get("modes", ())), turn.get("conflicts", 0))
                for turn in entry.get("schedule", [{}])
            ),
        )
        for name, entry in table.items()
    }


def recipe(name: str | Recipe = DEFAULT) -> Recipe:
    """The recipe called `name`; a recipe is returned as it is.

    Raises:
        UnknownNameError: If there is none.
    """
    if isinstance(name, Recipe):
        return name
    known = recipes()
    if name not in known:
        raise UnknownNameError("recipe", name, known)
    return known[name]


def recipe_of(files: Sequence[Path]) -> Recipe:
    """A recipe of the user's own encodings, without deductions: they get the clues alone."""
    name = ", ".join(map(str, files))
    return Recipe(name, "encodings of your own", tuple(files), "none")


def _level(name: str) -> Deductions:
    for level in DEDUCTIONS:
        if level == name:
            return level
    raise UnknownNameError("level of deductions", name, DEDUCTIONS)
