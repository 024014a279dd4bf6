"""A puzzle file: its bytes, unpacked and decoded within limits, its text, lines and places."""

import os
import re
import sys
import warnings
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from itertools import groupby, islice
from pathlib import Path
from typing import BinaryIO, NamedTuple, Self

from asp_nono.messages import (
    Message,
    PuzzleError,
    PuzzleWarning,
    Value,
    shortened,
    together,
    within,
)

MAX_BYTES = 10_000_000  # no more than this is ever read of a file
MAX_SIDE = 1000  # the most rows or columns of a puzzle that is read
MAX_LISTED = 4 * MAX_SIDE  # the most lines of a listing of one puzzle, comments and empty ones too
MAX_DIGITS = 6  # the most digits of a number in a puzzle file
STDIN = "<stdin>"

WIDTH, HEIGHT = Message("width"), Message("height")  # as errors name them

GZIP_SUFFIX = ".gz"
_GZIP = b"\x1f\x8b"
_MOST_PARTS = 100  # each part of a gzip file costs a copy of what follows it
_AT_ONCE = 65_536  # most files are smaller, and memory for the largest is not asked for

_WORD = re.compile(r"[^\s,]+")
_NUMBERS = re.compile(r"[0-9](?:[0-9\s,]*[0-9])?")


def quoted(text: str) -> str:
    """Text from a file as an error message shows it: in quotes, on one line, not too long."""
    return repr(shortened(text, 40))


def line_at(number: int) -> Message:
    """A line of a file as errors name it."""
    return Message("line {number}", number=number)


def character_at(number: int) -> Message:
    """A character of a line as errors name it."""
    return Message("character {number}", number=number)


def number(text: str, what: str | Message) -> int:
    """The value of a number in a puzzle file; `what` names it in errors."""
    if not (text.isascii() and text.isdigit()):
        raise PuzzleError("{what} {text}; expected a number", what=what, text=quoted(text))
    if len(text) > MAX_DIGITS:
        raise PuzzleError(
            "{what} {text}; expected at most {most} digits",
            what=what,
            text=quoted(text),
            most=MAX_DIGITS,
        )
    return int(text)


def side(text: str, what: str | Message) -> int:
    """The declared number of rows or columns, checked before anything of that size is made."""
    size = MAX_SIDE + 1 if re.fullmatch("[0-9]{5,}", text) else number(text, what)
    if not 1 <= size <= MAX_SIDE:
        raise PuzzleError(
            "{what} {text}; expected 1 to {most}", what=what, text=quoted(text), most=MAX_SIDE
        )
    return size


class Numbered(NamedTuple):
    """A line of a file, or a part of one, with its place."""

    line: int  #: the number of the line, 0 if it is not known
    text: str  #: what stands there
    before: int = 0  #: how many characters of the line stand in front of it

    @property
    def where(self) -> Message:
        """The line as errors name it."""
        return line_at(self.line)

    def character(self, index: int = 0) -> Message:
        """A character of the text as errors name it, by its place on the line."""
        return character_at(self.before + index + 1)

    def problem(self, template: str, /, **values: Value) -> PuzzleError:
        """The error that something is wrong on this line."""
        return PuzzleError(Message(template, **values), where=(self.where,))

    def wrong(self, expected: str | Message) -> PuzzleError:
        """The error that something else was expected on this line."""
        return self.problem(
            "{text}; expected {expected}", text=quoted(self.text), expected=expected
        )

    def stripped(self, chars: str | None = None) -> "Numbered":
        """The same without blanks, or without `chars`, at its ends."""
        text = self.text.lstrip(chars)
        return Numbered(self.line, text.rstrip(chars), self.before + len(self.text) - len(text))

    def split(self, between: str, most: int) -> "list[Numbered]":
        """The parts between the first `most` separators."""
        parts, before = [], self.before
        for text in self.text.split(between, most):
            parts.append(Numbered(self.line, text, before))
            before += len(text) + len(between)
        return parts

    def found(self, pattern: re.Pattern[str]) -> "Iterator[Numbered]":
        """Everything that the pattern matches, one after the other."""
        for match in pattern.finditer(self.text):
            yield Numbered(self.line, match[0], self.before + match.start())

    def words(self, most: int = MAX_SIDE + 1) -> "list[Numbered]":
        """The first `most` words between blanks or commas."""
        return list(islice(self.found(_WORD), most))


class Outline:
    """What the lines of a text look like; a text too long for a listing of one puzzle has none."""

    def __init__(self, lines: Sequence[Numbered]) -> None:
        self.lines = [line.text for line in lines]
        self.filled = [line for line in self.lines if line]

    @cached_property
    def listed(self) -> bool:
        """Whether there is nothing but numbers."""
        return only_numbers(self.filled)

    @cached_property
    def runs(self) -> list[list[str]]:
        """The lines between empty ones."""
        return runs_of(self.lines)

    @cached_property
    def marks(self) -> list[int]:
        """Where lines that begin with `#` are among those that are not empty."""
        return [place for place, line in enumerate(self.filled) if line.startswith("#")]

    @cached_property
    def sizes(self) -> Sequence[int]:
        """The two sizes on the first line, if nothing but numbers and comments follows."""
        lines = [line for line in self.filled if not line.startswith("#")]
        sizes = first_numbers(lines[0]) if only_numbers(lines) else ()
        return sizes if len(sizes) == 2 and all(sizes) else ()


def only_numbers(lines: Sequence[str]) -> bool:
    """Whether all lines that are not empty, at least one, have nothing but numbers."""
    return any(lines) and all(not line or _NUMBERS.fullmatch(line) for line in lines)


def runs_of(lines: Iterable[str]) -> list[list[str]]:
    """The lines between empty ones."""
    return [list(run) for filled, run in groupby(lines, key=bool) if filled]


def first_numbers(line: str) -> list[int]:
    """The first four numbers of a line at most; one too long to be a size counts as 0."""
    return [int(word) if len(word) < 5 else 0 for word in re.split(r"[\s,]+", line, maxsplit=4)[:4]]


@dataclass(frozen=True)
class Source:
    """The content of a puzzle file.

    Its text, lines and outline are made once: a reader goes on with what has shown the format.
    """

    name: str  #: the path as the user gave it, or "<stdin>"
    data: bytes
    encoding: str = ""  #: how the text is encoded, when that is known from elsewhere
    packed: bytes = b""  #: what the file itself holds, if gzip has compressed the content

    @classmethod
    def of_path(cls, path: str | os.PathLike[str]) -> Self:
        """Read a file, or standard input for "-"; what gzip has compressed is unpacked."""
        if os.fspath(path) == "-":
            return cls._of_file(sys.stdin.buffer, STDIN)
        name = os.fspath(path)
        try:
            with Path(path).open("rb") as file:
                return cls._of_file(file, name)
        except FileNotFoundError:
            reason = Message("no such file")
        except IsADirectoryError:
            reason = Message("a folder; expected a puzzle file")
        except (OSError, ValueError) as error:  # ValueError: a zero byte in the path
            system = str(getattr(error, "strerror", None) or error)
            reason = Message("cannot be read: {reason}", reason=system)
        raise PuzzleError(reason, path=name)

    @classmethod
    def of_bytes(cls, data: bytes, name: str) -> Self:
        """A source from the bytes of a file; what gzip has compressed is unpacked."""
        return cls._of_file(BytesIO(data), name)

    @classmethod
    def _of_file(cls, file: BinaryIO, name: str) -> Self:
        data = file.read(_AT_ONCE)
        if len(data) == _AT_ONCE:
            data += file.read(MAX_BYTES + 1 - _AT_ONCE)
        if len(data) > MAX_BYTES:
            raise _too_large(name)
        if not data.startswith(_GZIP):
            return cls(name, data)
        with within(path=name):
            return cls(name, unpacked(data), packed=data)

    @classmethod
    def of_text(cls, text: str, name: str) -> Self:
        """A source from text in memory."""
        try:
            data = text.encode()
        except UnicodeEncodeError:
            raise PuzzleError("half of a surrogate pair; expected text", path=name) from None
        if len(data) > MAX_BYTES:
            raise _too_large(name)
        return cls(name, data, "utf-8")

    def text(self, declared: str = "") -> str:
        r"""The content as text without a byte order mark; every line ends in "\n".

        The encoding is the one known from elsewhere, else that of a byte order mark, else the one
        `declared` in the text, else UTF-8. What is not valid in it is read as Latin-1, with a
        remark (shared rule of all text formats).
        """
        encoding = self.encoding or self._marked_encoding or declared or "utf-8"
        text, valid = self._decoded if encoding == self._usual else _read_as(self.data, encoding)
        if "\0" in text:
            raise PuzzleError("binary data; expected text")
        if not valid:
            self.remark("not valid {encoding}; read as Latin-1", encoding=encoding.upper())
        return text

    @cached_property
    def glance(self) -> str:
        """The text for recognizing a format, without a word on what is odd about it."""
        return self._decoded[0]

    @cached_property
    def first_line(self) -> str:
        """The first line that is not empty, without blanks at its ends; "" if there is none."""
        return self.glance.lstrip().partition("\n")[0].rstrip()

    @cached_property
    def lines(self) -> "list[Numbered]":
        """The lines of `glance` without blanks at their ends; empty ones are kept."""
        found = []
        for place, line in enumerate(self.glance.removesuffix("\n").split("\n"), 1):
            text = line.lstrip()
            found.append(Numbered(place, text.rstrip(), len(line) - len(text)))
        return found

    @cached_property
    def outline(self) -> Outline:
        """What the lines look like."""
        return Outline(self.lines if self.glance.count("\n") <= MAX_LISTED else ())

    @cached_property
    def _decoded(self) -> tuple[str, bool]:
        return _read_as(self.data, self._usual)

    @property
    def _usual(self) -> str:
        """The encoding, where the text declares none."""
        return self.encoding or self._marked_encoding or "utf-8"

    @property
    def _marked_encoding(self) -> str:
        """UTF-16 shows itself by its mark, or by the zero byte beside the first character."""
        start = self.data[:2]
        if start in (b"\xff\xfe", b"\xfe\xff"):
            return "utf-16"
        return {b"<\0": "utf-16-le", b"\0<": "utf-16-be"}.get(start, "")

    def remark(self, template: str, /, **values: Value) -> None:
        """Warn of something odd that does not stop the reading."""
        text = together((self.name, Message(template, **values)))
        warnings.warn(PuzzleWarning(text), stacklevel=2)


def _read_as(data: bytes, encoding: str) -> tuple[str, bool]:
    """The text, and whether it is valid in this encoding; it is read as Latin-1 otherwise."""
    try:
        text, valid = data.decode(encoding), True
    except UnicodeError:
        text, valid = data.decode("latin-1"), False
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"), valid


def _too_large(name: str) -> PuzzleError:
    most = MAX_BYTES // 1_000_000
    return PuzzleError("more than {most} MB; expected a smaller file", most=most, path=name)


def unpacked(data: bytes) -> bytes:
    """The content of a gzip file; never many more than 10 MB are made."""
    found = b""
    for _ in range(_MOST_PARTS + 1):  # a gzip file may be several, one after another
        if not data.startswith(_GZIP):
            break
        member = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
        try:
            found += member.decompress(data, MAX_BYTES + 1 - len(found))
        except zlib.error as error:
            raise PuzzleError("a damaged gzip file ({reason})", reason=str(error)) from None
        if len(found) > MAX_BYTES:
            most = MAX_BYTES // 1_000_000
            raise PuzzleError("unpacks to more than {most} MB; expected a smaller file", most=most)
        if not member.eof:
            raise PuzzleError("a gzip file that ends too early")
        data = member.unused_data
    else:
        raise PuzzleError("a gzip file of more than {most} parts", most=_MOST_PARTS)
    if found.startswith(_GZIP):
        raise PuzzleError("a gzip file in a gzip file; expected a puzzle")
    return found


def line_of(text: str, at: int) -> Message:
    """The line on which the character with index `at` stands, as errors name it."""
    return line_at(text.count("\n", 0, at) + 1)


def place_of(text: str, at: int) -> tuple[Message, Message]:
    """The line, and which character of it the one with index `at` is."""
    return line_of(text, at), character_at(at - text.rfind("\n", 0, at))
