"""The table of formats: what can be read and written, and how a file's format is recognised."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import PurePath
from typing import TypeAlias

from asp_nono.errors import PuzzleError, UnknownNameError
from asp_nono.formats.losses import Options
from asp_nono.formats.source import Source
from asp_nono.puzzle import Puzzle

Reader: TypeAlias = Callable[[Source], Sequence[Puzzle | PuzzleError]]
"""From content to puzzles."""

Writer: TypeAlias = Callable[[Sequence[Puzzle], Options], str]
"""From puzzles to the text of a file."""


@dataclass(frozen=True, slots=True)
class Format:
    """One row of the table.

    Attributes:
        name: What the user calls it.
        title: Half a line on what it is.
        suffixes: Endings of its files, lower case with the dot, the usual one first.
        sniff: Whether some content is in this format; may look at anything, raises nothing.
        read: The puzzles in some content, or the error in the place of one that is not sound;
            raises PuzzleError when nothing can be read.
        write: The text of a file of puzzles, or None if the format is only read; raises
            UnwritableError.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    sniff: Callable[[Source], bool]
    read: Reader
    write: Writer | None = None


def reader_in(module: str) -> Reader:
    """The `read` of a module that is imported only when something is read."""

    def read(source: Source) -> Sequence[Puzzle | PuzzleError]:
        found: Sequence[Puzzle | PuzzleError] = import_module(module).read(source)
        return found

    return read


def writer_in(module: str) -> Writer:
    """The `write` of a module that is imported only when something is written."""

    def write(puzzles: Sequence[Puzzle], options: Options) -> str:
        text: str = import_module(module).write(puzzles, options)
        return text

    return write


_TABLE: dict[str, Format] = {}


def register(form: Format) -> None:
    """Add a format to the table.

    Raises:
        ValueError: If another format has its name.
    """
    if _TABLE.setdefault(form.name, form) != form:
        raise ValueError(f"two formats are called {form.name!r}")


def formats() -> tuple[Format, ...]:
    """All formats, sorted by name."""
    return tuple(_TABLE[name] for name in sorted(_TABLE))


def find(name: str) -> Format:
    """The format of this name.

    Raises:
        UnknownNameError: If there is none.
    """
    if name not in _TABLE:
        raise UnknownNameError("format", name, _TABLE)
    return _TABLE[name]


def detect(source: Source) -> Format:
    """The format of some content; its suffix counts only when the content says nothing.

    Raises:
        PuzzleError: If no format claims the content, or several do.
    """
    if not source.glance.strip():
        raise PuzzleError("the file is empty; expected a puzzle")
    claims = [form for form in formats() if form.sniff(source)]
    if not claims and "\0" not in source.glance:
        # Not a guess: the reader of the suffix's format can say what its content lacks.
        claims = _with_suffix(source.name)
        claims = claims if len(claims) == 1 else []
    if len(claims) == 1:
        return claims[0]
    if claims:
        names = " or ".join(form.name for form in claims)
        raise PuzzleError(f"this can be read as {names}; say which format it is")
    known = ", ".join(form.title for form in formats())
    kind = "binary data" if "\0" in source.glance else "text"
    raise PuzzleError(f"{kind} in no format known here; expected one of: {known}")


def writer(path: str, name: str | None) -> Writer:
    """The writer of the format named, else of the one that the suffix of `path` stands for.

    Raises:
        UnknownNameError: If there is no such format or suffix, or the format is only read.
    """
    able = {form.name: form.write for form in formats() if form.write}
    if name is None:
        claims = [form.name for form in _with_suffix(path) if form.write]
        if len(claims) != 1:
            raise UnknownNameError("format for the file name", path, able)
        return able[claims[0]]
    if find(name).write is None:
        raise UnknownNameError("format to write", name, able)
    return able[name]


def _with_suffix(path: str) -> list[Format]:
    suffix = PurePath(path).suffix.lower()
    return [form for form in formats() if suffix in form.suffixes]
