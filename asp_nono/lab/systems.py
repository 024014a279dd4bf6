"""Systems: recipes with deductions and options, methods of counting, other programs."""

import fnmatch
import hashlib
import os
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass, field, replace
from glob import glob
from itertools import product
from pathlib import Path
from shutil import which
from typing import Any, Self

from asp_nono.asp import encodings
from asp_nono.asp.recipes import (
    DEDUCTIONS,
    FILE as RECIPES,
    Recipe,
    own_recipes,
    recipe_or_files,
    recipes,
)
from asp_nono.asp.source import ClingoMessages, constant_options
from asp_nono.files import formats
from asp_nono.formats.source import quoted
from asp_nono.lab.code import code
from asp_nono.lab.plan import OWN, SHARED, Kind, Plan
from asp_nono.messages import EncodingError, Message, PuzzleError, UnknownNameError, within
from asp_nono.toml import TomlTable, checked, key

FILE = "{file}"  # stands for the puzzle's file in the command of another solver
VERDICTS = ("found", "unique", "multiple", "none")  # what another program's output can mean
COPY = " (copy "  # begins the number of a copy in the name of a system
METHODS = ("auto", "topdown", "frontier")  # of counting, without an encoding
_SHARED = "(shared process)"  # ends the label of a system whose puzzles one process solves


def sha256(data: bytes) -> str:
    """The hash by which contents are known."""
    return hashlib.sha256(data).hexdigest()


@dataclass(frozen=True, slots=True)
class Text:
    """A file that travels with a run: its path, relative to some folder, and its content."""

    name: str
    data: bytes

    @property
    def hash(self) -> str:
        """The SHA-256 of the content."""
        return sha256(self.data)

    def write(self, folder: Path) -> Path:
        """Write it into a folder, which is made."""
        path = folder / self.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.data)
        return path


@dataclass(frozen=True, slots=True)
class System:
    """A system: the base of the three kinds."""

    label: str  #: in reports
    shared: bool = False  #: whether one process works through all puzzles of a set


@dataclass(frozen=True, slots=True, kw_only=True)
class RecipeSystem(System):
    """A recipe, all of whose options but the seed are known, with its encodings as they were."""

    recipe: Recipe
    texts: tuple[Text, ...]
    copy: int = 0  #: the number of a copy that tries out the tests of the lab; 0 for none

    @classmethod
    def of(
        cls, recipe: Recipe, name: str = "", more: Sequence[str] = (), *, shared: bool = False
    ) -> Self:
        """The recipe with more options; EncodingError if clingo or a file is at fault."""
        label = " ".join([name or recipe.name, *more, *[_SHARED] * shared])
        recipe = replace(recipe, options=(*recipe.options, *more))
        if more:
            from asp_nono.asp.engine import Control

            with ClingoMessages(label) as messages:
                Control(["--project=show", *recipe.options], messages.logger)
        return cls(label, shared, recipe=recipe, texts=tuple(map(_text, recipe.paths)))

    def written(self, folder: Path) -> Recipe:
        """The recipe with its encodings written below a folder."""
        paths = [text.write(folder / str(n)) for n, text in enumerate(self.texts)]
        heuristic = paths.pop() if self.recipe.heuristic else None
        return replace(self.recipe, files=tuple(paths), heuristic=heuristic)


@dataclass(frozen=True, slots=True, kw_only=True)
class CountingSystem(System):
    """A method of exact counting, see `asp_nono.counting`; it takes part in the task `count`."""

    method: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramSystem(System):
    """Another program: its command, the format of its files, how its output is read.

    Verdicts are regular expressions or exit statuses; the first group of `count` is the number of
    solutions. Without any the program counts as done when it ends. `exits` are the exit statuses of
    a program that has not crashed. `files` are the hashes of the program and of what else its
    command names, as far as these are files; `words` names them by absolute paths.
    """

    words: tuple[str, ...]
    command: str = ""
    files: tuple[tuple[str, str], ...] = ()
    exits: tuple[int, ...] = (0,)
    form: str | None = None
    verdicts: Mapping[str, str | int] = field(default_factory=dict)
    count: str | None = None

    @property
    def silent(self) -> bool:
        """Whether its output is not read."""
        return not self.verdicts and self.count is None


def identity(system: System) -> dict[str, object]:
    """All that defines a system, as values of JSON; those with equal ones are the same system."""
    match system:
        case RecipeSystem():
            schedule = list(map(astuple, system.recipe.schedule))
            return {
                "code": code(),
                "recipe": system.recipe.name,
                "deductions": system.recipe.deductions,
                "options": list(system.recipe.options),
                "encodings": [[text.name, text.hash] for text in system.texts],
                **({"schedule": schedule} if system.recipe.heuristic else {}),
                **({"parts": system.recipe.parts} if system.recipe.parts else {}),
                **({"process": SHARED} if system.shared else {}),
                **({"copy": system.copy} if system.copy else {}),
            }
        case CountingSystem():
            return {"code": code(), "counting": system.method}
        case ProgramSystem():
            return {
                "command": system.command,
                "files": [list(one) for one in system.files],
                "name": system.label,
                "format": system.form,
                "verdicts": dict(system.verdicts),
                "count": system.count,
                "exit": list(system.exits),
            }
    raise TypeError(system)


def takes(system: System, kind: Kind) -> bool:
    """Whether a system takes part in tasks of this kind: it must be able to answer them."""
    if isinstance(system, CountingSystem):
        return kind == "count"
    if not isinstance(system, ProgramSystem) or system.silent or kind == "first":
        return True
    counts = system.count is not None
    return kind in ("unique", "count") and (counts or kind in system.verdicts)


def systems(plan: Plan) -> list[System]:
    """Every system of a plan, each once; an error in one line if something is declared wrongly."""
    found: dict[str, System] = {}
    for one in _own(plan):
        found.setdefault(one.label, one)
    for theirs in _others(plan):
        if theirs.label in found:
            raise PuzzleError("two systems are called {label}", label=quoted(theirs.label))
        found[theirs.label] = theirs
    if not found:
        raise PuzzleError("nothing to compare; expected recipes, methods, against or [[external]]")
    first = next(iter(found.values()))
    if plan.copies and isinstance(first, RecipeSystem):
        return [
            replace(first, label=f"{first.label}{COPY}{number})", copy=number)
            for number in range(1, plan.copies + 1)
        ]
    return list(found.values())


def _own(plan: Plan) -> Iterator[System]:
    for text in plan.recipes:
        pattern, *own = [text] if text.endswith(".lp") else text.split() or [text]
        pattern, _, level = pattern.partition(":")
        settings = [" ".join(own)] if own else plan.options
        for name in _matching(pattern, plan.base):
            chosen = _recipe(name, plan.base)
            leveled = [_leveled(chosen, one) for one in ([level] if level else plan.deductions)]
            for one, words, process in product(leveled, settings, plan.processes):
                label = name if one == chosen else f"{name}:{one.deductions}"
                yield RecipeSystem.of(one, label, words.split(), shared=process == SHARED)
    for method in (text.removeprefix("counting:") for text in plan.methods):
        if method not in METHODS:
            raise UnknownNameError("method of counting", method, METHODS)
        yield CountingSystem(f"counting:{method}", method=method)


def short_label(label: str) -> str:
    """The label of a system without its process: `order` of `order (shared process)`."""
    return label.removesuffix(f" {_SHARED}")


def _matching(pattern: str, base: Path) -> list[str]:
    """The recipes whose names match a pattern, or the encodings beside the plan."""
    if not set("*?[") & set(pattern):
        return [pattern]
    beside = base / RECIPES
    known = {**recipes(), **(own_recipes(beside) if beside.is_file() else {})}
    file = pattern.endswith(".lp")
    files = glob(pattern, root_dir=base) if file else ()  # noqa: PTH207 - may be absolute
    found = sorted(files) or fnmatch.filter(known, pattern)
    if not found:
        kind = Message("encoding") if file else Message("recipe")
        raise UnknownNameError(kind, pattern, known)
    return found


def _leveled(recipe: Recipe, level: str) -> Recipe:
    if level not in (*DEDUCTIONS, OWN):
        raise UnknownNameError("level of deductions", level, (*DEDUCTIONS, OWN))
    return recipe if level == OWN else recipe.with_deductions(level)


def _recipe(name: str, base: Path) -> Recipe:
    """A recipe by name, also of `recipes.toml` beside the plan, or one of files that end in .lp."""
    beside = base / RECIPES
    own = beside if beside.is_file() and name not in recipes() else None
    found = recipe_or_files(name, own, base)
    constants = constant_options(found.constants, name)
    return replace(found, options=(*found.options, *constants), constants=())


def _others(plan: Plan) -> Iterator[ProgramSystem]:
    """Declared programs, and solvers whose output is not read, each named by program or command."""
    for number, table in enumerate(plan.external, 1):
        with within(Message("external {number}", number=number), path=plan.file):
            yield _program(table, plan.base)
    split = {command: _split(command, plan.base) for command in plan.against}
    names = [Path(words[0]).name for words, _ in split.values()]
    for name, (command, (words, files)) in zip(names, split.items(), strict=True):
        label = name if names.count(name) == 1 else command
        yield ProgramSystem(label, words=words, command=command, files=files)


_STRING = Message("a string")
_VERDICT = Message("a string or an exit status")


@dataclass(frozen=True, slots=True, kw_only=True)
class _External(TomlTable):
    """A table [[external]] of a plan."""

    name: str = key(_STRING)
    command: str = key(_STRING)
    format: str | None = key(_STRING, None)
    found: str | int | None = key(_VERDICT, None)
    unique: str | int | None = key(_VERDICT, None)
    multiple: str | int | None = key(_VERDICT, None)
    none: str | int | None = key(_VERDICT, None)
    count: str | None = key(_STRING, None)
    exit: tuple[int, ...] = key(
        Message("a list of exit statuses, such as [0, 10, 20, 30]"), (0,), min_length=1
    )


def _program(table: Mapping[str, Any], base: Path) -> ProgramSystem:
    external = checked(_External, table)
    words, files = _split(external.command, base)
    able = [one.name for one in formats() if one.write]
    if external.format is not None and external.format not in able:
        raise UnknownNameError("format", external.format, able)
    verdicts = {key: table[key] for key in VERDICTS if key in table}
    for name, expression in {**verdicts, "count": external.count}.items():
        if isinstance(expression, str):
            _check_expression(name, expression)
    if not verdicts and external.count is None:
        raise PuzzleError("no verdict; expected one of {verdicts} or count", verdicts=VERDICTS)
    return ProgramSystem(
        external.name,
        words=words,
        command=external.command,
        files=files,
        form=external.format,
        verdicts=verdicts,
        count=external.count,
        exits=external.exit,
    )


def _check_expression(key: str, expression: str) -> None:
    try:
        groups = re.compile(expression, re.MULTILINE).groups
    except re.error as error:
        raise PuzzleError(
            "{key} = {value} is no regular expression: {error}",
            key=key,
            value=quoted(expression),
            error=str(error),
        ) from None
    if key == "count" and not groups:
        raise PuzzleError(
            "count = {value}; expected a group (...) for the number", value=quoted(expression)
        )


def _split(command: str, base: Path) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """The words of a command, and the hashes of the files among them; also inside of `sh -c`.

    A run has a folder of its own, so files are named by absolute paths; they are looked for here,
    then in the folder of the plan.
    """
    try:
        words = shlex.split(command)
        inside = [part for word in words for part in shlex.split(word)]
    except ValueError as error:
        reason = str(error).lower()
        raise PuzzleError(
            "command {command}: {error}", command=quoted(command), error=reason
        ) from None
    if not any(FILE in word for word in words):
        raise PuzzleError(
            "command {command}; expected a command with {file} in it",
            command=quoted(command),
            file=FILE,
        )
    places = (Path.cwd(), base.absolute())
    hashes: dict[str, str] = {}
    for word in dict.fromkeys((*words, *inside)):
        beside = next((place / word for place in places if (place / word).is_file()), None)
        if found := beside or which(word):
            with suppress(OSError):  # a program need not be readable
                hashes[word] = sha256(Path(found).read_bytes())
        if beside:
            alone = rf"(?<![^\s'\"(;]){re.escape(word)}(?![^\s'\");])"
            path = str(beside).replace("\\", r"\\")
            words = [re.sub(alone, path, one) for one in words]
    if which(words[0]) is None:
        raise PuzzleError(
            "command: there is no program {program} that can be run", program=quoted(words[0])
        )
    return tuple(words), tuple(hashes.items())


def _text(path: Path) -> Text:
    try:
        data = path.read_bytes()
    except OSError as error:
        reason = str(error.strerror)
        raise EncodingError(str(path), "cannot be read: {reason}", reason=reason) from None
    root = encodings.folder()
    inside = path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name
    return Text(inside, data)


def without_folder(message: str, folder: Path) -> str:
    """A message in which files written below a folder have their own names."""
    return re.sub(rf"{re.escape(f'{folder}{os.sep}')}([0-9]+{os.sep})?", "", message)
