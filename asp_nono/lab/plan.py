"""Plans: what is to be crossed with what, read from TOML and from options, and checked."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, cast

from asp_nono.asp.recipes import DEDUCTIONS, Recipe, recipe, recipe_of
from asp_nono.errors import PuzzleError, UnknownNameError
from asp_nono.formats.source import quoted
from asp_nono.lab.competitors import VERDICTS, Competitor, External, Ours, counting, external
from asp_nono.lab.tasks import Task

OWN = "own"
"""The level of hints that a recipe itself asks for."""

LONGEST = 1e7
"""The greatest limit in seconds: about four months."""

LARGEST = 1 << 30
"""The greatest limit in MiB: a pebibyte."""

MOST_REPETITIONS = 10_000
"""No experiment is repeated more often."""

_BYTES = 1_000_000
"""A plan is short; longer files are none."""

_NAME = re.compile(r"[A-Za-z0-9._-]{1,60}")


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a run may take; None for no limit.

    Attributes:
        seconds: Wall-clock time of the whole process.
        cpu_seconds: CPU time of all its processes.
        megabytes: Memory of all its processes, in MiB.
    """

    seconds: float | None = None
    cpu_seconds: float | None = None
    megabytes: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is to be compared; every field is a key of the file.

    Attributes:
        name: What the experiment is called.
        recipes: Recipes by name, or files `.lp` (several with commas between them).
        hints: Levels of hints; `own` is the recipe's.
        methods: Methods of exact counting, which compete with the recipes in the task `count`.
        options: Options for clingo, several in one string; each is one more variant.
        instances: Files, folders, `shipped`, `shipped:FOLDER`.
        known: Lists of what is known of puzzles.
        tasks: What is to be found out; see `tasks.KINDS`.
        repetitions: How often.
        seed: Of the order of runs, and of clingo in the first repetition; the others count on.
        time_limit: Seconds on the clock of the wall for one run.
        cpu_limit: CPU seconds for one run.
        memory_limit: MiB for one run.
        external: Other programs.
    """

    name: str = "experiment"
    recipes: tuple[str, ...] = ()
    hints: tuple[str, ...] = (OWN,)
    options: tuple[str, ...] = ("",)
    methods: tuple[str, ...] = ()
    instances: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ("unique",)
    repetitions: int = 1
    seed: int = 1
    time_limit: float | None = None
    cpu_limit: float | None = None
    memory_limit: int | None = None
    external: tuple[Mapping[str, Any], ...] = ()
    base: Path = field(default=Path(), compare=False)

    @property
    def bounds(self) -> Bounds:
        """The limits of one run."""
        return Bounds(self.time_limit, self.cpu_limit, self.memory_limit)

    def wanted(self) -> list[Task]:
        """The tasks.

        Raises:
            PuzzleError: If there is no such task.
        """
        return [Task.of(text) for text in dict.fromkeys(self.tasks)]

    def competitors(self) -> list[Competitor]:
        """Everybody who takes part, each once.

        Raises:
            PuzzleError: If there is nobody, or another program is not told of as it must be.
            UnknownNameError: If there is no such recipe, level of hints or method.
            EncodingError: If an encoding cannot be read.
        """
        found: dict[str, Competitor] = {}
        own: list[Competitor] = [*self._recipes(), *map(counting, self.methods)]
        for one in own:
            found.setdefault(one.label, one)
        for number, table in enumerate(self.external, 1):
            theirs = _external(table, number)
            if theirs.label in found:
                raise PuzzleError(f"two competitors are called {quoted(theirs.label)}")
            found[theirs.label] = theirs
        if not found:
            raise PuzzleError("nobody to compare; expected recipes, methods or [[external]]")
        return list(found.values())

    def _recipes(self) -> Iterator[Ours]:
        for name in self.recipes:
            chosen = _recipe(name, self.base)
            for level in self.hints:
                hinted = chosen if level == OWN else chosen.with_deductions(_level(level))
                for words in self.options:
                    yield Ours.of(hinted, words.split())


_FIELDS = {one.name: one for one in fields(Plan) if one.name != "base"}
KEYS = tuple(_FIELDS)
"""The keys of a plan."""


def read_plan(path: Path) -> Plan:
    """The plan in a file; paths in it are relative to the file's folder.

    Raises:
        PuzzleError: If it cannot be read, or a value is not what it should be.
        UnknownNameError: If there is no such key.
    """
    try:
        with path.open("rb") as file:
            data = file.read(_BYTES + 1)
        if len(data) > _BYTES:
            raise PuzzleError(f"is larger than {_BYTES} bytes; expected a plan", path=str(path))
        table = tomllib.loads(data.decode())
    except OSError as error:
        raise PuzzleError(f"cannot be read: {error.strerror}", path=str(path)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise PuzzleError(f"is not TOML: {error}", path=str(path)) from None
    try:
        plan = plan_of(table)
    except PuzzleError as error:
        raise error.within(path=str(path)) from None
    return replace(plan, base=path.parent)


def plan_of(table: Mapping[str, Any], on: Plan | None = None) -> Plan:
    """A plan with these values, the others taken from the plan `on`.

    Raises:
        PuzzleError: If a value is not what it should be.
        UnknownNameError: If there is no such key.
    """
    for key in table:
        if key not in _FIELDS:
            raise UnknownNameError("key of a plan", key, KEYS)
    values = {key: _value(key, value) for key, value in table.items()}
    return replace(on or Plan(), **values)


def _value(key: str, value: object) -> Any:  # noqa: ANN401 - each goes to the field of its name
    holds, expected = _RULES.get(key, _WORDS)
    if not holds(value):
        raise PuzzleError(f"{key} = {quoted(repr(value))}; expected {expected}")
    return tuple(value) if isinstance(value, list) else value


def _number(value: object, least: int, most: float) -> bool:
    return type(value) is int and least <= value <= most


def _limit(value: object) -> bool:
    return type(value) in (int, float) and 0 < cast("float", value) <= LONGEST


def _all(value: object, kind: type) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(one, kind) for one in value)


_SECONDS = (_limit, f"seconds, more than 0 and at most {LONGEST:.0f}")
_WORDS = (lambda value: bool(value) and _all(value, str), 'a list of strings, as ["one", "two"]')
_RULES: dict[str, tuple[Callable[[object], bool], str]] = {
    "name": (
        lambda value: isinstance(value, str) and bool(_NAME.fullmatch(value)),
        "a word of at most 60 letters, digits, dots and dashes",
    ),
    "repetitions": (
        lambda value: _number(value, 1, MOST_REPETITIONS),
        f"a number from 1 to {MOST_REPETITIONS}",
    ),
    "seed": (lambda value: _number(value, 0, 2**31 - 1), "a number from 0 to 2147483647"),
    "time_limit": _SECONDS,
    "cpu_limit": _SECONDS,
    "memory_limit": (lambda value: _number(value, 1, LARGEST), f"MiB, from 1 to {LARGEST}"),
    "external": (lambda value: _all(value, dict), "tables [[external]]"),
}
"""What the value of a key must be; those that are not named are lists of strings."""


def _level(name: str) -> str:
    if name not in DEDUCTIONS:
        raise UnknownNameError("level of deductions", name, (*DEDUCTIONS, OWN))
    return name


def _recipe(name: str, base: Path) -> Recipe:
    """A recipe by name, or one of files that end in .lp."""
    if name.endswith(".lp"):
        return replace(recipe_of([base / part for part in name.split(",")]), name=name)
    return recipe(name)


def _external(table: Mapping[str, Any], number: int) -> External:
    where = f"external {number}"
    known = ("name", "command", "format", *VERDICTS, "count")
    for key, value in table.items():
        if key not in known:
            raise UnknownNameError("key of an external program", key, known)
        if not isinstance(value, str) and (key not in VERDICTS or type(value) is not int):
            more = " or an exit status" if key in VERDICTS else ""
            raise PuzzleError(f"{key}: expected a string{more}", where=(where,))
    if missing := [key for key in ("name", "command") if key not in table]:
        raise PuzzleError(f"has no {missing[0]}", where=(where,))
    verdicts = {key: table[key] for key in VERDICTS if key in table}
    rest = (table.get("format"), verdicts, table.get("count"))
    try:
        return external(table["name"], table["command"], *rest)
    except PuzzleError as error:
        raise error.within(where) from None
