"""Submissions: programs from strangers, read with what they include, and never run here.

What is handed on is text without comments. No directive of clingo's that opens a file or runs a
script is left in it anywhere, not even inside a string, so nothing depends on our reading a
program exactly as clingo does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from asp_nono.asp.source import check_characters
from asp_nono.errors import EncodingError
from asp_nono.grading.plain import NAME, plain

_MOST_BYTES = 1 << 18
"""A submission has no more bytes, all its files together."""

_MOST_FILES = 20

_MARK = re.compile(r'"(?:\\.|[^"\\\n])*"|%\*|%[^\n]*')
_BLOCK_MARK = re.compile(r"%\*|\*%")
_INCLUDE = re.compile(r'#include\s*(?:"((?:\\.|[^"\\\n])*)"|<([^>\n]*)>)\s*\.')
_CONTROL = re.compile(r"[^\t\n\r\x20-\x7e\xa0-\U0010ffff]")

_FORBIDDEN = (
    (re.compile("#script"), "#script: a submission holds rules only, no scripts"),
    (re.compile("#include"), '#include: expected #include "FILE.lp".'),
    (re.compile("asp_nono_"), "names that begin with asp_nono_ are kept for the judge"),
)


@dataclass(frozen=True, slots=True)
class Submission:
    """A program to be judged.

    Attributes:
        name: What reports call it.
        path: Its main file.
        text: Its rules without comments, the included files behind the main one.
        places: For each line of the text the file and the number of the line there.
    """

    name: str
    path: Path
    text: str
    places: tuple[tuple[str, int], ...]

    def place(self, line: int) -> str:
        """Where a line of the text (1-based) stands, in words."""
        if not 1 <= line <= len(self.places):
            return ""
        file, number = self.places[line - 1]
        return f"line {number}" if file == plain(self.path.name, NAME) else f"{file}, line {number}"


def read_submission(path: Path, root: Path | None = None, name: str = "") -> Submission:
    """The submission whose main file is `path`.

    Args:
        path: The main file.
        root: The folder of the submission: nothing outside is read, whatever symbolic links say.
            None for a file that stands alone and includes nothing.
        name: What reports call it; the name of the file if it is empty.

    Raises:
        EncodingError: If a file cannot be read, is too large or no text, holds a script, or
            includes what it may not.
    """
    main = plain(path.name, NAME)
    home, first = _home(path, root, main)
    waiting, known = [first], {first}
    lines: list[str] = []
    places: list[tuple[str, int]] = []
    size = 0
    while waiting:
        file = waiting.pop(0)
        shown = main if file == first else plain(file.relative_to(home).as_posix(), NAME)
        raw = _raw(file, shown, home, _MOST_BYTES - size)
        size += len(raw)
        text, included = _plain(_decoded(raw, shown), shown)
        for number, target in included:
            inner = _target(file, target, home if root else None, (shown, number))
            if inner not in known:
                waiting.append(inner)
                known.add(inner)
        if len(known) > _MOST_FILES:
            raise EncodingError(shown, f"more than {_MOST_FILES} files; expected fewer")
        new = text.split("\n")
        lines += new
        places += [(shown, number) for number in range(1, len(new) + 1)]
    return Submission(name or main, path, "\n".join(lines) + "\n", tuple(places))


def submission_of(text: str, name: str) -> Submission:
    """The submission that is this text, which stands alone and includes nothing.

    Args:
        text: The program.
        name: What reports call it.

    Raises:
        EncodingError: If it is too large or no text, or holds a script or an include.
    """
    raw = text.encode("utf-8", "replace")
    if len(raw) > _MOST_BYTES:
        raise EncodingError(name, f"more than {_MOST_BYTES >> 10} KiB; expected less")
    plain, included = _plain(_decoded(raw, name), name)
    if included:
        reason = "#include: there are no files here; expected all rules in one text"
        raise EncodingError(name, reason, place=f"line {included[0][0]}")
    last = plain.count("\n") + 1
    numbers = [*range(1, last + 1), last]  # an end that comes too early is on the last line
    return Submission(name, Path(name), plain + "\n", tuple((name, number) for number in numbers))


def _home(path: Path, root: Path | None, shown: str) -> tuple[Path, Path]:
    """The folder of a submission and its main file, with no links in them."""
    try:
        home, first = (root or path.parent).resolve(), path.resolve()
    except (OSError, RuntimeError):
        raise EncodingError(shown, "is a link that leads nowhere; expected a file") from None
    if root is None and first != home / path.name:
        raise EncodingError(shown, "is a link; expected a file or folder of its own")
    return home, first


def _raw(file: Path, shown: str, home: Path, room: int) -> bytes:
    if not file.is_relative_to(home):
        raise EncodingError(shown, "lies outside the submission's folder; expected a file in it")
    try:
        if not file.is_file():
            raise EncodingError(shown, "is no file; expected an encoding (.lp)")
        with file.open("rb") as stream:
            raw = stream.read(room + 1)
    except OSError as error:
        raise EncodingError(shown, f"cannot be read: {error.strerror}") from None
    if len(raw) > room:
        reason = f"more than {_MOST_BYTES >> 10} KiB, with what it includes; expected less"
        raise EncodingError(shown, reason)
    return raw


def _decoded(raw: bytes, shown: str) -> str:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise EncodingError(shown, "is not UTF-8 text; expected an encoding (.lp)") from None
    if found := _CONTROL.search(text):
        place = f"line {text.count(chr(10), 0, found.start()) + 1}"
        reason = f"the control character {found[0]!r}; expected plain text"
        raise EncodingError(shown, reason, place=place)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _plain(text: str, shown: str) -> tuple[str, list[tuple[int, str]]]:
    """The text without comments and includes, line for line, and what it includes."""
    code = "".join(_code(text, shown))
    included = []
    for found in _INCLUDE.finditer(code):
        number = code.count("\n", 0, found.start()) + 1
        included.append((number, found[1] if found[1] is not None else found[2]))
    code = _INCLUDE.sub(lambda found: " " + "\n" * found[0].count("\n"), code)
    check_characters(shown, code)
    for sign, reason in _FORBIDDEN:
        if wrong := sign.search(code):
            place = f"line {code.count(chr(10), 0, wrong.start()) + 1}"
            raise EncodingError(shown, reason, place=place)
    return code, included


def _code(text: str, shown: str) -> Iterator[str]:
    """What is no comment; a comment leaves its ends of lines behind, so that errors find places."""
    at = 0
    while found := _MARK.search(text, at):
        yield text[at : found.start()]
        if found[0].startswith('"'):
            yield found[0]
            at = found.end()
        elif found[0] == "%*":
            at = _block_end(text, found.end(), shown)
            yield " " + "\n" * text.count("\n", found.start(), at)
        else:
            at = found.end()
    yield text[at:]


def _block_end(text: str, at: int, shown: str) -> int:
    """Where a block comment ends, whose inside begins at `at`; such comments nest."""
    depth, first = 1, at
    while depth:
        found = _BLOCK_MARK.search(text, at)
        if not found:
            place = f"line {text.count(chr(10), 0, first) + 1}"
            raise EncodingError(shown, "a comment %* that is not closed by *%", place=place)
        depth += 1 if found[0] == "%*" else -1
        at = found.end()
    return at


def _target(file: Path, target: str, root: Path | None, where: tuple[str, int]) -> Path:
    shown, place = where[0], f"line {where[1]}"
    if root is None:
        reason = "#include: this submission is one file; put several files into a folder of its own"
        raise EncodingError(shown, reason, place=place)
    named = f"#include {plain(target, NAME)!r}"
    try:
        inner = (file.parent / target).resolve()
        outside, there = not inner.is_relative_to(root), inner.is_file()
    except (OSError, RuntimeError, ValueError):
        raise EncodingError(shown, f"{named} is no file", place=place) from None
    if outside:
        reason = f"{named} leads out of the submission's folder"
        raise EncodingError(shown, reason, place=place)
    if not there:
        raise EncodingError(shown, f"{named}: there is no such file", place=place)
    return inner
