"""Plans: what is crossed with what, read from TOML and from options, and checked."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal, Self

from asp_nono.formats.source import quoted
from asp_nono.messages import Message, PuzzleError
from asp_nono.run.limits import Limits
from asp_nono.toml import TomlTable, checked, from_toml, key

OWN = "own"  # the level of deductions that a recipe itself asks for; a process for each run
SHARED = "shared"  # one process that works through all puzzles of a set
_BYTES = 1 << 20  # of a file
_LONGEST, _LARGEST = 1e7, 1 << 30  # the greatest limits: about four months, and a pebibyte
_ENUMERATE = re.compile(r"enumerate ([1-9][0-9]{0,8})")

Kind = Literal["first", "unique", "count", "enumerate"]
_MOST: dict[Kind, int] = {"first": 1, "unique": 2, "count": 0}


@dataclass(frozen=True, slots=True)
class PlannedTask:
    """The task of a run: its kind, and the number of solutions to stop after (0: all)."""

    kind: Kind
    most: int

    @classmethod
    def of(cls, text: str) -> Self:
        """The task with this name in a plan."""
        for kind, most in _MOST.items():
            if text == kind:
                return cls(kind, most)
        if match := _ENUMERATE.fullmatch(text):
            return cls("enumerate", int(match[1]))
        raise PuzzleError(
            "there is no task {task}; expected first, unique, count or enumerate N",
            task=quoted(text),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.most}" if self.kind == "enumerate" else self.kind


def _key(default: Any, text: str, metavar: str = "", **rules: object) -> Any:  # noqa: ANN401 - of the type of the field
    """A key of a plan: its default, what it means, and pydantic's rules for its value.

    `metavar` stands for the value of the option that sets it; without it there is none.
    """
    if isinstance(default, tuple):
        expected = Message("{meaning}, as a list of strings", meaning=Message(text))
        return key(expected, default, text=text, metavar=metavar, min_length=1, **rules)
    return key(Message(text), default, text=text, metavar=metavar, **rules)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan(TomlTable):
    """A comparison; each field is one of `KEYS`, but the folder of relative paths and the file."""

    name: str = _key(
        "experiment",
        "name of the experiment: letters, digits, dots and dashes, at most 60",
        "WORD",
        pattern=r"^[A-Za-z0-9._-]{1,60}$",
    )
    recipes: tuple[str, ...] = _key(
        (), "recipes or encodings of your own, each perhaps with options for clingo", "NAME"
    )
    deductions: tuple[str, ...] = _key(
        (OWN,), "levels of deductions: none, bounds, line, probe or own", "LEVEL"
    )
    methods: tuple[str, ...] = _key((), "methods of counting: auto, topdown or frontier", "NAME")
    options: tuple[str, ...] = _key(("",), "options for clingo, one variant each time", "WORDS")
    processes: tuple[Literal["own", "shared"], ...] = _key(
        ("own",), "processes: own (one per run) or shared (one per set)", "KIND"
    )
    instances: tuple[str, ...] = _key(
        (),
        "puzzles: files, folders, patterns, shipped, shipped:FOLDER, boards:NAME, blobs:SIDES",
        "PATH",
    )
    known: tuple[str, ...] = _key((), "lists of known numbers of solutions", "FILE")
    tasks: tuple[str, ...] = _key(
        ("unique",), "tasks: first, unique, count or 'enumerate N'", "TASK"
    )
    repetitions: int = _key(1, "number of repetitions, 1 to 10000", "N", ge=1, le=10_000)
    copies: int = _key(
        0, "number of copies of the first recipe, which alone take part", ge=0, le=100
    )
    seed: int = _key(1, "seed of the order and of clingo, from 0", "N", ge=0, lt=2**31)
    time_limit: float | None = _key(
        None, "seconds for one run, grounding included", "SECONDS", gt=0, le=_LONGEST
    )
    cpu_limit: float | None = _key(None, "CPU seconds for one run", "SECONDS", gt=0, le=_LONGEST)
    memory_limit: int | None = _key(
        None, "MiB for one run, all its processes", "N", ge=1, le=_LARGEST
    )
    against: tuple[str, ...] = _key(
        (), "commands of other solvers, with {file} for the puzzle's file", "COMMAND"
    )
    external: tuple[dict[str, Any], ...] = key(
        Message("tables [[external]]"), (), text="tables [[external]]", metavar="", min_length=1
    )
    base: Path = field(default=Path(), compare=False)
    file: str = field(default="", compare=False)

    @property
    def limits(self) -> Limits:
        """Those of one run; memory is that of all its processes together."""
        return Limits(self.time_limit, self.memory_limit, self.cpu_limit)


KEYS: dict[str, Mapping[str, Any]] = {
    one.name: one.metadata for one in fields(Plan) if one.metadata
}  # of a plan: for each its `text` and `metavar`


def read_plan(path: Path) -> Plan:
    """The plan in a file; paths in it are relative to the file's folder."""
    return replace(from_toml(path, plan_of, most=_BYTES), base=path.parent, file=str(path))


def plan_of(table: Mapping[str, Any], on: Plan | None = None) -> Plan:
    """A plan with these values, the others taken from the plan `on`."""
    valid = checked(Plan, table)
    return replace(on or Plan(), **{key: getattr(valid, key) for key in table})


def plan_text(plan: Plan, *, whole: bool = False) -> str:
    """The plan as TOML; keys that have their default are written only if it is to be `whole`."""
    default, lines = Plan(), []
    for name in KEYS:
        value = getattr(plan, name)
        written = value not in (None, ()) if whole else value != getattr(default, name)
        if name != "external" and written:
            lines.append(f"{name} = {json.dumps(value, ensure_ascii=False)}")
    for table in plan.external:
        rows = (f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in table.items())
        lines += ["", "[[external]]", *rows]
    return "\n".join(lines) + "\n"


def limits_text(limits: Limits) -> str:
    """Limits in words."""
    values = (limits.seconds, limits.cpu_seconds, limits.megabytes)
    known = zip(values, ("s", "s of CPU time", "MiB"), strict=True)
    parts = [f"{value:g} {unit}" for value, unit in known if value is not None]
    return ", ".join(parts) or "no limit"
