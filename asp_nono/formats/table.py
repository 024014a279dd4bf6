"""The table of formats: what can be read and written, and how a file's format is recognised."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import PurePath
from typing import TypeAlias

from asp_nono.errors import PuzzleError, PuzzleWarning, UnknownNameError
from asp_nono.formats.losses import Options
from asp_nono.formats.source import GZIP_SUFFIX, Source
from asp_nono.puzzle import Puzzle

Reader: TypeAlias = Callable[[Source], Sequence[Puzzle | PuzzleError]]
"""From content to puzzles."""

Sniffer: TypeAlias = Callable[[Source], bool]
"""Whether some content may be in a format."""

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
        by_shape: Whether nothing but the shape of its lines tells the format, so that it is
            asked only about content which no format with a mark of its own claims.
        common: Whether files of other kinds have its suffixes too, so that in a folder only
            their content tells them apart.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    sniff: Sniffer
    read: Reader
    write: Writer | None = None
    by_shape: bool = False
    common: bool = False


def reader_in(module: str, function: str = "read") -> Reader:
    """The reader in a module that is imported only when something is read."""

    def read(source: Source) -> Sequence[Puzzle | PuzzleError]:
        found: Sequence[Puzzle | PuzzleError] = getattr(import_module(module), function)(source)
        return found

    return read


def writer_in(module: str, function: str = "write") -> Writer:
    """The writer in a module that is imported only when something is written."""

    def write(puzzles: Sequence[Puzzle], options: Options) -> str:
        text: str = getattr(import_module(module), function)(puzzles, options)
        return text

    return write


def sniffer_in(module: str, function: str) -> Sniffer:
    """The test in a module that is imported only when content has no mark of any format."""

    def sniff(source: Source) -> bool:
        found: bool = getattr(import_module(module), function)(source)
        return found

    return sniff


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
    """The format of some content.

    Of several that claim it, only those count that can read a puzzle in it: two listings may
    look alike, but the cells of rows and columns add up in one of them alone. The suffix counts
    where the content leaves a choice, or says nothing.

    Raises:
        PuzzleError: If no format claims the content, or several do.
    """
    if not source.glance.strip():
        raise PuzzleError("the file is empty; expected a puzzle")
    claims = _claims(source)
    if len(claims) == 1:
        return claims[0]
    if claims:
        return _settled(claims, source)
    from asp_nono.formats.unread import reason

    kind = "binary data" if "\0" in source.glance else "text"
    known = f"{len(formats())} are, see `asp-nono convert --help`"
    raise PuzzleError(reason(source.glance) or f"{kind} in no format known here; {known}")


def _claims(source: Source) -> list[Format]:
    """The formats that claim some content, a mark of their own before a mere shape.

    To those of a shape, or where nothing claims it, the format of the suffix is added. That is no
    guess: its reader can say best what the content lacks.
    """
    marked = [form for form in formats() if not form.by_shape and form.sniff(source)]
    if marked:
        return marked
    shaped = [form for form in formats() if form.by_shape and form.sniff(source)]
    named = [] if "\0" in source.glance else _with_suffix(source.name)
    return shaped + [form for form in named if len(named) == 1 and form not in shaped]


def _settled(claims: Sequence[Format], source: Source) -> Format:
    """The only one of several formats that can read the content, or that its suffix names."""
    reasons: dict[str, str] = {}
    for form in claims:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", PuzzleWarning)
            try:
                wrong = [p for p in form.read(source) if isinstance(p, PuzzleError)]
            except PuzzleError as error:
                wrong = [error]
            if wrong:
                reasons[form.name] = str(wrong[0])
    able = [form for form in claims if form.name not in reasons]
    left = [form for form in able or claims if form in _with_suffix(source.name)]
    left = able if len(able) == 1 else left
    if len(left) == 1:
        return left[0]
    names = " or ".join(form.name for form in able or claims)
    why = f" ({'; '.join(f'{name}: {reason}' for name, reason in reasons.items())})"
    raise PuzzleError(f"this can be read as {names}; say which format it is{'' if able else why}")


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


def is_puzzle_file(path: str) -> bool:
    """Whether a file of some folder is taken for a puzzle.

    Its suffix decides; where that is a common one, the content does.
    """
    named = _with_suffix(path)
    if not all(form.common for form in named):
        return True
    try:
        source = Source.of_path(path)
        return any(form.sniff(source) for form in formats() if form in named or not form.by_shape)
    except PuzzleError:
        return False


def suffix_of(path: str) -> str:
    """The ending that tells the format of a file, compressed or not: lower case with the dot."""
    return PurePath(path.lower().removesuffix(GZIP_SUFFIX)).suffix


def _with_suffix(path: str) -> list[Format]:
    suffix = suffix_of(path)
    return [form for form in formats() if suffix in form.suffixes]
