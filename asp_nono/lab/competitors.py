"""Who is compared: recipes of ours with hints and options, methods of counting, other programs."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from shutil import which

from asp_nono.asp import encodings
from asp_nono.asp.recipes import Deductions, Recipe
from asp_nono.errors import EncodingError, PuzzleError, UnknownNameError
from asp_nono.files import formats
from asp_nono.formats.source import quoted
from asp_nono.lab.tasks import Kind

FILE = "{file}"
"""What stands for the puzzle's file in the command of somebody else's solver."""

VERDICTS = ("found", "unique", "multiple", "none")
"""What another program can say of a puzzle."""


METHODS = ("auto", "topdown", "frontier")
"""Methods of counting that need no encoding."""


def sha256(data: bytes) -> str:
    """The hash by which contents are known."""
    return hashlib.sha256(data).hexdigest()


@dataclass(frozen=True, slots=True)
class Text:
    """A file that travels with a run.

    Attributes:
        name: Its path, relative to a folder.
        data: Its content.
    """

    name: str
    data: bytes

    @property
    def hash(self) -> str:
        """The SHA-256 of the content."""
        return sha256(self.data)


@dataclass(frozen=True, slots=True)
class Ours:
    """A recipe as it competes; its encodings are those of the time when it was read.

    Attributes:
        name: The recipe's name, or the files of a bare encoding.
        hints: What line logic may tell it.
        options: All of clingo's options save the seed.
        texts: The encodings.
        more: The options that the plan adds to those of the recipe; a part of the label.
    """

    name: str
    hints: Deductions
    options: tuple[str, ...]
    texts: tuple[Text, ...]
    more: tuple[str, ...] = ()

    @classmethod
    def of(cls, recipe: Recipe, more: Sequence[str] = ()) -> Ours:
        """The recipe with more options.

        Raises:
            EncodingError: If an encoding cannot be read.
        """
        texts = tuple(map(_text, recipe.files))
        options = (*recipe.options, *more)
        return cls(recipe.name, recipe.deductions, options, texts, tuple(more))

    @property
    def label(self) -> str:
        """What it is called in reports."""
        return " ".join([f"{self.name}:{self.hints}", *self.more])

    @property
    def identity(self) -> dict[str, object]:
        """All that makes it what it is; two with the same identity are the same competitor."""
        return {
            "recipe": self.name,
            "hints": self.hints,
            "options": list(self.options),
            "encodings": [[text.name, text.hash] for text in self.texts],
        }

    def takes(self, kind: Kind) -> bool:
        """Whether it has a turn in tasks of this kind: in all."""
        del kind
        return True

    @property
    def encoding_hash(self) -> str:
        """The hash of all its encodings together."""
        return sha256("".join(text.hash for text in self.texts).encode())


@dataclass(frozen=True, slots=True)
class External:
    """Somebody else's program.

    Attributes:
        name: What it is called in reports.
        words: Its command; one of them has `{file}` in it.
        form: The format of its files; None if it takes files as they lie.
        verdicts: For each verdict the regular expression or the exit status that tells it.
        count: A regular expression whose first group is the number of solutions.
    """

    name: str
    words: tuple[str, ...]
    form: str | None = None
    verdicts: Mapping[str, str | int] = field(default_factory=dict)
    count: str | None = None

    @property
    def label(self) -> str:
        """What it is called in reports."""
        return self.name

    @property
    def identity(self) -> dict[str, object]:
        """All that makes it what it is."""
        return {
            "command": list(self.words),
            "name": self.name,
            "format": self.form,
            "verdicts": dict(self.verdicts),
            "count": self.count,
        }

    def takes(self, kind: Kind) -> bool:
        """Whether what it says can be the answer to tasks of this kind."""
        if kind == "count":
            return self.count is not None
        if kind == "unique":
            return self.count is not None or "unique" in self.verdicts
        return kind == "first"

    @property
    def texts(self) -> tuple[Text, ...]:
        """It has no encodings that we know of."""
        return ()


@dataclass(frozen=True, slots=True)
class Counting:
    """A method of exact counting, which knows no encodings; it takes part in the task `count`.

    Attributes:
        method: Its name, see `asp_nono.counting.count.count`.
    """

    method: str

    @property
    def label(self) -> str:
        """What it is called in reports."""
        return f"counting:{self.method}"

    @property
    def identity(self) -> dict[str, object]:
        """All that makes it what it is."""
        return {"counting": self.method}

    def takes(self, kind: Kind) -> bool:
        """Whether it has a turn in tasks of this kind: it counts, and does nothing else."""
        return kind == "count"

    @property
    def texts(self) -> tuple[Text, ...]:
        """It has no encodings."""
        return ()


Competitor = Ours | External | Counting


def counting(method: str) -> Counting:
    """A method of counting.

    Raises:
        UnknownNameError: If there is none of this name that needs no encoding.
    """
    if method not in METHODS:
        raise UnknownNameError("method of counting", method, METHODS)
    return Counting(method)


def laid_down(texts: Sequence[Text], folder: Path) -> list[Path]:
    """Encodings as files below a folder, in their order."""
    files = []
    for number, text in enumerate(texts):
        file = folder / str(number) / text.name
        file.parent.mkdir(parents=True)
        file.write_bytes(text.data)
        files.append(file)
    return files


def as_named(message: str, folder: Path) -> str:
    """A message in which files that were laid down in a folder are called by their own names."""
    return re.sub(rf"{re.escape(f'{folder}{os.sep}')}([0-9]+{os.sep})?", "", message)


def identity_text(competitor: Competitor) -> str:
    """The identity in JSON of which there is only one form."""
    return json.dumps(competitor.identity, sort_keys=True, ensure_ascii=False)


def _text(path: Path) -> Text:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise EncodingError(str(path), f"cannot be read: {error.strerror}") from None
    root = encodings.folder()
    inside = path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name
    return Text(inside, data)


def external(
    name: str,
    command: str,
    form: str | None,
    verdicts: Mapping[str, str | int],
    count: str | None,
) -> External:
    """Another program, checked.

    Raises:
        PuzzleError: If its command lacks `{file}` or cannot be run, or an expression is faulty.
        UnknownNameError: If nobody can write files of its format.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise PuzzleError(f"command {quoted(command)}: {str(error).lower()}") from None
    if not any(FILE in word for word in words):
        raise PuzzleError(f"command {quoted(command)}; expected a command with {FILE} in it")
    if which(words[0]) is None:
        raise PuzzleError(f"command: there is no program {quoted(words[0])} that can be run")
    able = [one.name for one in formats() if one.write]
    if form is not None and form not in able:
        raise UnknownNameError("format", form, able)
    for key, told in (*verdicts.items(), *([("count", count)] if count else [])):
        if isinstance(told, str):
            _compiled(key, told)
    if not verdicts and count is None:
        raise PuzzleError(f"no verdict; expected one of {', '.join(VERDICTS)} or count")
    if count is not None and _compiled("count", count).groups < 1:
        raise PuzzleError(f"count = {quoted(count)}; expected a group (...) for the number")
    return External(name, tuple(words), form, dict(verdicts), count)


def _compiled(key: str, told: str) -> re.Pattern[str]:
    try:
        return re.compile(told, re.MULTILINE)
    except re.error as error:
        raise PuzzleError(f"{key} = {quoted(told)} is no regular expression: {error}") from None
