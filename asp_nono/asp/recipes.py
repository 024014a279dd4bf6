"""Recipes: named choices of encodings, deductions and clingo options (`encodings/recipes.toml`)."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal, Self, get_args
from zlib import crc32

from asp_nono.asp import encodings
from asp_nono.asp.encodings import Encoding
from asp_nono.messages import (
    AspNonoError,
    EncodingError,
    Message,
    PuzzleError,
    UnknownNameError,
    together,
)
from asp_nono.toml import TEXT, TomlTable, checked, from_toml, key, require

Deductions = Literal["none", "bounds", "line", "probe"]
"""What line logic derives for an encoding: nothing, narrower windows, all that lines give, or
also what probing finds.
"""

DEDUCTIONS: tuple[Deductions, ...] = get_args(Deductions)

PICTURE = "fill/3"  # the signature of the atoms of a picture
FILE = "recipes.toml"
NOTED = "recipes.json"
"""The table of our recipes, by the checksum of its file; made by `tools.headers`."""

DEFAULT = "order"  # the recipe used when none is named

PARTS = {"lines": ("line/1",), "steps": ("step/1", "check/1")}
"""How a multi-shot program is grounded, and the program parts that this grounds after base:
`line(L)` for each line L, all before the search; or `step(T)` for T = 1, 2, ... and `check(T)` for
T = 0, 1, 2, ... where only the last `query(T)` is true, until there is an answer set."""


@dataclass(frozen=True, slots=True)
class Turn(TomlTable):
    """An attempt at the search."""

    modes: tuple[str, ...] = ()  #: the modes of heuristics that are on
    conflicts: int = 0  #: after which the next turn begins; 0 for no limit
    decimated: float = 0.0  #: the share of the open cells that decimation fixes; see `line`


@dataclass(frozen=True, slots=True)
class Recipe:
    """A recipe.

    Attributes:
        name: Its name.
        about: What it is for, one line.
        files: The encodings.
        deductions: What line logic derives for them.
        options: Command-line options for clingo.
        constants: Names and values of constants.
        own: Whether it is the user's.
        parts: How a multi-shot program is grounded: a name of `PARTS`; empty if it is none.
        reads: What the encodings read: all facts; or, if it is "open", nothing of the blocks that
            line logic has placed, and of decided cells only the needed ones.
        heuristic: An encoding that is grounded when a turn first has modes.
        schedule: The turns of clingo's search; all but the first are repeated with twice the
            conflicts.
    """

    name: str
    about: str
    files: tuple[Path, ...]
    deductions: Deductions = "line"
    options: tuple[str, ...] = ()
    constants: tuple[tuple[str, str], ...] = ()
    own: bool = False
    parts: str = ""
    reads: str = "all"
    heuristic: Path | None = None
    schedule: tuple[Turn, ...] = (Turn(),)

    def with_deductions(self, level: str | None) -> Self:
        """The recipe with other deductions, unchanged for None; UnknownNameError for no level."""
        return self if level is None else replace(self, deductions=_level(level))

    @property
    def paths(self) -> tuple[Path, ...]:
        """All its files, the heuristic last."""
        return (*self.files, self.heuristic) if self.heuristic else self.files

    def encodings(self) -> list[Encoding]:
        """The encodings, with or without headers; EncodingError if one cannot be used."""
        return [encodings.load(path, strict=False) for path in self.files]

    def inputs(self) -> frozenset[str]:
        """The signatures that facts must supply: those that are read and not derived."""
        parts = self.encodings()
        reads = frozenset[str]().union(*(part.inputs for part in parts))
        return reads - frozenset[str]().union(*(part.derived for part in parts))

    @property
    def blotted(self) -> bool:
        """Whether an encoding that is not just redundant reads blotted blocks."""
        defining = (part for part in self.encodings() if not part.header.adds)
        return "blot/3" in self.inputs() and any("blot/3" in part.inputs for part in defining)


@cache
def recipes() -> dict[str, Recipe]:
    """The recipes of asp-nono by name."""
    root = encodings.folder()
    return {name: _recipe(name, entry, root) for name, entry in _noted(root).items()}


def _noted(root: Path) -> dict[str, Any]:
    """The table in our folder of encodings, from its note in JSON: 2 ms instead of 8 for TOML.

    A table that has changed since is read itself.
    """
    known: dict[str, dict[str, Any]] = json.loads((root / NOTED).read_text(encoding="utf-8"))
    table = known.get(checksum(root / FILE))
    return _table(root / FILE) if table is None else table


def checksum(path: Path) -> str:
    """The CRC-32 of a file, in hexadecimal."""
    return f"{crc32(path.read_bytes()):08x}"


def own_recipes(path: Path | None = None) -> dict[str, Recipe]:
    """The user's recipes by name.

    Args:
        path: A file like `encodings/recipes.toml`; or a folder with a file `recipes.toml`, or with
            encodings, of which each `.lp` file is a recipe without deductions. If it is None,
            `recipes.toml` in the working folder, which need not be there.

    Raises:
        EncodingError: If the file cannot be read, or a recipe is not what it should be.
    """
    place = path or Path(FILE)
    if path is None and (not place.is_file() or place.resolve().parent == encodings.folder()):
        return {}
    if place.is_dir() and not (place / FILE).exists():
        if files := sorted(place.glob("*.lp")):
            return {file.stem: replace(recipe_of([file]), name=file.stem) for file in files}
        raise EncodingError(str(place), "has neither {file} nor encodings (.lp)", file=FILE)
    file = place / FILE if place.is_dir() else place
    found = {}
    for name, entry in _table(file).items():
        if name in recipes():
            taken = Message("{name} is a recipe of asp-nono; choose another name", name=name)
            raise EncodingError(str(file), taken)
        try:
            found[name] = _recipe(name, _checked(entry), file.parent)
            _require_modes(found[name])
        except AspNonoError as error:
            raise EncodingError(str(file), together((name, error.message))) from None
    return found


def _require_modes(recipe: Recipe) -> None:
    """Raise an UnknownNameError for a mode of a turn that no encoding has as an external.

    Files that cannot be used are reported when the recipe is.
    """
    wanted = [mode for turn in recipe.schedule for mode in turn.modes]
    if not wanted or not all(path.is_file() for path in recipe.paths):
        return
    try:
        headers = [encodings.load(path, strict=False).header for path in recipe.paths]
    except EncodingError:
        return
    known = frozenset[str]().union(*(header.modes for header in headers))
    for mode in wanted:
        if mode not in known and "" not in known:
            raise UnknownNameError("mode", mode, sorted(known))


def recipe_among(name: str, path: Path | None = None) -> Recipe:
    """The recipe called `name`, of asp-nono or of the user; UnknownNameError if there is none.

    The user's (see `own_recipes`, for errors too) are read only where needed if no path is given.
    """
    own = own_recipes(path) if path or name not in recipes() else {}
    if name not in recipes() and name not in own:
        raise UnknownNameError("recipe", name, [*recipes(), *own])
    return own.get(name) or recipes()[name]


def recipe_or_files(name: str, path: Path | None = None, base: Path = Path()) -> Recipe:
    """A recipe by name (see `recipe_among`), or one of files that end in .lp, joined with commas.

    Files are relative to the folder `base`.
    """
    if name.endswith(".lp"):
        return replace(recipe_of([base / part for part in name.split(",")]), name=name)
    return recipe_among(name, path)


def _table(path: Path) -> dict[str, Any]:
    try:
        return from_toml(path, dict)
    except PuzzleError as error:
        raise EncodingError(str(path), error.reason) from None


_TEXTS = Message("a list of texts")


@dataclass(frozen=True, slots=True, kw_only=True)
class _OwnEntry(TomlTable):
    """An entry of the user's."""

    files: tuple[str, ...] = key(Message("a list of encodings"), min_length=1)
    about: str = key(TEXT, "")
    deductions: Deductions = key(Message("none, bounds, line or probe"), "none")
    options: tuple[str, ...] = key(_TEXTS, ())
    constants: dict[str, Any] = key(Message("a table"), dict)
    heuristic: str = key(TEXT, "")
    parts: Literal["lines", "steps"] | None = key(Message("lines or steps"), None)
    reads: Literal["all", "open"] = key(Message("all or open"), "all")
    schedule: tuple[Turn, ...] = key(
        Message("tables with conflicts, modes and decimated"), (Turn(),), min_length=1
    )


def _checked(entry: Any) -> dict[str, Any]:  # noqa: ANN401 - as TOML has it
    """An entry of the user's, with the level of deductions that own encodings have."""
    require(isinstance(entry, dict), Message("expected a table"))
    schedule = checked(_OwnEntry, entry).schedule
    ends = any(not turn.decimated for turn in schedule[1:] or schedule)
    require(ends, Message("expected a turn that is repeated and not decimated"), "schedule")
    return {"about": "", "deductions": "none", "own": True, **entry}


def _recipe(name: str, entry: dict[str, Any], root: Path) -> Recipe:
    """A recipe from its table; files lie in the folder `root`, or among ours."""

    def place(file: str) -> Path:
        ours = encodings.folder() / file
        return ours if ours.exists() and not (root / file).exists() else root / file

    return Recipe(
        name,
        entry["about"],
        tuple(map(place, entry["files"])),
        _level(entry["deductions"]),
        tuple(entry.get("options", ())),
        tuple((key, str(value)) for key, value in entry.get("constants", {}).items()),
        entry.get("own", False),
        entry.get("parts", ""),
        entry.get("reads", "all"),
        heuristic=place(entry["heuristic"]) if "heuristic" in entry else None,
        schedule=schedule_of(entry.get("schedule", [{}])),
    )


def schedule_of(turns: Iterable[Mapping[str, Any]]) -> tuple[Turn, ...]:
    """A search's turns from tables of their fields."""
    return tuple(Turn(**{**turn, "modes": tuple(turn.get("modes", ()))}) for turn in turns)


def recipe(name: str | Recipe = DEFAULT) -> Recipe:
    """The recipe called `name`, UnknownNameError if there is none; a recipe stays as it is."""
    if isinstance(name, Recipe):
        return name
    if name not in recipes():
        raise UnknownNameError("recipe", name, recipes())
    return recipes()[name]


def recipe_of(files: Sequence[Path]) -> Recipe:
    """A recipe of the user's own encodings, without deductions: they get the clues alone."""
    name = ", ".join(map(str, files))
    return Recipe(name, "encodings of your own", tuple(files), "none", own=True)


def _level(name: str) -> Deductions:
    for level in DEDUCTIONS:
        if level == name:
            return level
    raise UnknownNameError("level of deductions", name, DEDUCTIONS)
