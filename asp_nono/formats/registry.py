"""The formats of `formats.toml`: how each is recognized, and which module reads and writes it.

A module is imported when its format is first read or written. Most formats have a mark of their
own; of the others only the shape of the lines is known (`by_shape`), and several may fit.
"""

import re
import tomllib
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path, PurePath
from typing import Any, TypeAlias

from asp_nono.formats.losses import Options
from asp_nono.formats.source import GZIP_SUFFIX, Source
from asp_nono.messages import PuzzleError, PuzzleWarning, UnknownNameError
from asp_nono.puzzle import Puzzle

Sniffer: TypeAlias = Callable[[Source], bool]
Reader: TypeAlias = Callable[[Source], Sequence[Puzzle | PuzzleError]]
Writer: TypeAlias = Callable[[Sequence[Puzzle], Options], str]


@dataclass(frozen=True, slots=True)
class Format:
    """One row of the table.

    `read` puts the error in the place of a puzzle that is not sound, and raises PuzzleError when
    nothing can be read. A format `by_shape` is tried only for content without the mark of any.
    """

    name: str  # what the user calls it
    title: str  # half a line on what it is
    suffixes: tuple[str, ...]  # lower case with the dot, the usual one first
    sniff: Sniffer  # whether some content is in this format; raises nothing
    read: Reader
    write: Writer | None = None  # None if the format is only read; raises UnwritableError
    by_shape: bool = False  # only the shape of the lines shows the format
    common: bool = False  # other files have these suffixes too: in a folder, the content decides


def later(place: str, *first: object) -> Callable[..., Any]:
    """The function at "module:function", with `first` as its first arguments.

    It is imported when it is first called; a module of this package needs only its last name.
    """
    module, _, name = place.partition(":")
    full = module if "." in module else f"asp_nono.formats.{module}"
    return lambda *arguments: getattr(import_module(full), name)(*first, *arguments)


def marked(word: str = "", signs: Sequence[str] = (), *, start: str = "", but: str = "") -> Sniffer:
    """A test for the mark of a format in a text; see `formats.toml`."""

    def sniff(source: Source) -> bool:
        text = source.glance
        if word not in text or (start and text.lstrip()[:1] not in start):
            return False
        found = all(re.search(sign, text, re.MULTILINE) for sign in signs)
        return found and not (but and re.search(but, text, re.MULTILINE))

    return sniff


def is_olsak(source: Source) -> bool:
    """Whether there are lengths between two lines that begin with a colon."""
    text = source.glance
    first = re.search("^:(?!-).*\n", text, re.MULTILINE) if ":" in text else None
    end = text.find("\n:", first.end() - 1) if first else -1
    if not first or end < 0:
        return False
    words = text[first.end() : min(end, first.end() + 1000)].split()
    return all(re.fullmatch(r"[0-9]+\S?", word) for word in words)


def _format(name: str, row: dict[str, Any]) -> Format:
    place, ends = row["read"], tuple(row.get("suffixes", "").split())
    first = (name,) if place == "listing:read" else ()
    read, sniff = later(place, *first), _sniffer(name, row)
    write = later(place.replace("read", "write"), *first) if "writes" in row else None
    return Format(name, row["title"], ends, sniff, read, write, "shape" in row, "common" in row)


def _sniffer(name: str, row: dict[str, Any]) -> Sniffer:
    if marks := row.get("marks"):
        tests = [marked(**mark) for mark in marks]
        return lambda source: any(test(source) for test in tests)
    if "begins" in row:
        pattern = row["begins"].encode()
        return lambda source: bool(re.match(pattern, source.data, re.DOTALL))
    if "line" in row:
        return lambda source: bool(
            re.fullmatch(row["line"], source.glance.lstrip().partition("\n")[0].rstrip())
        )
    return later(row.get("sniff") or f"shapes:{name.replace('-', '_')}")


_ROWS = tomllib.loads(Path(__file__).with_name("formats.toml").read_text(encoding="utf-8"))
_TABLE = {name: _format(name, row) for name, row in _ROWS.items()}
"""The formats of this package; `register` adds others."""

_UNREAD = {
    r"(?sm).*(:-|^#show )": "rules, and no puzzle; --encoding FILE.lp takes an encoding",
    "PK\3\4": "a ZIP archive; unpack it and read its files",
    r",t1(,t[0-9]+)*\s*\n[ij]1,": "a table of sizes or of colors, for rows or for columns; "
    "the four tables of a puzzle cannot be read one by one",
}  # how content begins that is recognized, but cannot be read, and the reason


def register(form: Format) -> None:
    """Add a format to the table."""
    if _TABLE.setdefault(form.name, form) != form:
        raise ValueError(f"two formats are called {form.name!r}")


def formats() -> tuple[Format, ...]:
    """All formats, sorted by name."""
    return tuple(_TABLE[name] for name in sorted(_TABLE))


def find(name: str) -> Format:
    """The format of this name."""
    if name not in _TABLE:
        raise UnknownNameError("format", name, _TABLE)
    return _TABLE[name]


def detect(source: Source) -> Format:
    """The format of some content.

    Of several that fit, only those count that can read a puzzle in it: two listings may look
    alike, but the cells of rows and columns add up in one of them alone. The suffix counts where
    the content leaves a choice, or says nothing.
    """
    if not source.glance.strip():
        raise PuzzleError("the file is empty; expected a puzzle")
    candidates = _candidates(source)
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        return _only_readable(candidates, source)
    for start, reason in _UNREAD.items():
        if re.match(start, source.glance):
            raise PuzzleError(reason)
    kind = "binary data" if "\0" in source.glance else "text"
    known = f"{len(formats())} formats are known, see `asp-nono convert --help`"
    raise PuzzleError(f"{kind} in no known format; {known}")


def _candidates(source: Source) -> list[Format]:
    """The formats whose mark is found; without any, those of a fitting shape and of the suffix.

    The format of the suffix is no guess: its reader can say best what the content lacks.
    """
    marks = [form for form in formats() if not form.by_shape and form.sniff(source)]
    if marks:
        return marks
    shapes = [form for form in formats() if form.by_shape and form.sniff(source)]
    named = [] if "\0" in source.glance else _with_suffix(source.name)
    return shapes + [form for form in named if len(named) == 1 and form not in shapes]


def _only_readable(candidates: Sequence[Format], source: Source) -> Format:
    """The only one of several formats that can read the content, or that its suffix names."""
    tried = {form.name: _error_of(form, source) for form in candidates}
    reasons = {name: str(error) for name, error in tried.items() if error}
    able = [form for form in candidates if form.name not in reasons]
    choice = [form for form in able or candidates if form in _with_suffix(source.name)]
    choice = able if len(able) == 1 else choice
    if len(choice) == 1:
        return choice[0]
    names = " or ".join(form.name for form in able or candidates)
    why = f" ({'; '.join(f'{name}: {reason}' for name, reason in reasons.items())})"
    raise PuzzleError(f"this can be read as {names}; say which format it is{'' if able else why}")


def _error_of(form: Format, source: Source) -> PuzzleError | None:
    with warnings.catch_warnings(action="ignore", category=PuzzleWarning):
        try:
            return next((p for p in form.read(source) if isinstance(p, PuzzleError)), None)
        except PuzzleError as error:
            return error


def writer(path: str, name: str | None) -> Writer:
    """The writer of the format called `name`, or else of the one with the suffix of `path`."""
    able = {form.name: form.write for form in formats() if form.write}
    if name is None:
        named = [form.name for form in _with_suffix(path) if form.write]
        if len(named) != 1:
            raise UnknownNameError("format for the file name", path, able)
        return able[named[0]]
    if find(name).write is None:
        raise UnknownNameError("format to write", name, able)
    return able[name]


def is_puzzle_file(path: str) -> bool:
    """Whether a file in a folder is read as a puzzle: by its suffix, or a common one's content."""
    named = _with_suffix(path)
    if not all(form.common for form in named):
        return True
    try:
        source = Source.of_path(path)
        return any(form.sniff(source) for form in formats() if form in named or not form.by_shape)
    except PuzzleError:
        return False


def suffix_of(path: str) -> str:
    """The ending that names a file's format, compressed or not: lower case with the dot."""
    return PurePath(path.lower().removesuffix(GZIP_SUFFIX)).suffix


def _with_suffix(path: str) -> list[Format]:
    suffix = suffix_of(path)
    return [form for form in formats() if suffix in form.suffixes]
