"""The bytes of a puzzle file, unpacked and decoded within limits, and places in its text."""

import os
import re
import sys
import warnings
import zlib
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Self

from asp_nono.messages import PuzzleError, PuzzleWarning, within

MAX_BYTES = 10_000_000  # no more than this is ever read of a file
MAX_SIDE = 1000  # the most rows or columns of a puzzle that is read
MAX_DIGITS = 6  # the most digits of a number in a puzzle file
STDIN = "<stdin>"

GZIP_SUFFIX = ".gz"
_GZIP = b"\x1f\x8b"
_MOST_PARTS = 100  # each part of a gzip file costs a copy of what follows it


def quoted(text: str) -> str:
    """Text from a file as an error message shows it: in quotes, on one line, not too long."""
    return repr(text if len(text) <= 40 else text[:39] + "…")


def number(text: str, what: str) -> int:
    """The value of a number in a puzzle file; `what` names it in errors."""
    if not (text.isascii() and text.isdigit()):
        raise PuzzleError(f"{what} {quoted(text)}; expected a number")
    if len(text) > MAX_DIGITS:
        raise PuzzleError(f"{what} {quoted(text)}; expected at most {MAX_DIGITS} digits")
    return int(text)


def side(text: str, what: str) -> int:
    """The declared number of rows or columns, checked before anything of that size is made."""
    size = MAX_SIDE + 1 if re.fullmatch("[0-9]{5,}", text) else number(text, what)
    if not 1 <= size <= MAX_SIDE:
        raise PuzzleError(f"{what} {quoted(text)}; expected 1 to {MAX_SIDE}")
    return size


@dataclass(frozen=True)
class Source:
    """The content of a puzzle file."""

    name: str  # the path as the user gave it, or "<stdin>"
    data: bytes
    encoding: str = ""  # how the text is encoded, when that is known from elsewhere

    @classmethod
    def of_path(cls, path: str | os.PathLike[str]) -> Self:
        """Read a file, or standard input for "-"; what gzip has compressed is unpacked."""
        if os.fspath(path) == "-":
            return cls(STDIN, _limited(sys.stdin.buffer, STDIN))
        name = os.fspath(path)
        try:
            with Path(path).open("rb") as file:
                return cls(name, _limited(file, name))
        except FileNotFoundError:
            reason = "no such file"
        except IsADirectoryError:
            reason = "a folder; expected a puzzle file"
        except (OSError, ValueError) as error:  # ValueError: a zero byte in the path
            reason = f"cannot be read: {getattr(error, 'strerror', None) or error}"
        raise PuzzleError(reason, path=name)

    @classmethod
    def of_bytes(cls, data: bytes, name: str) -> Self:
        """A source from the bytes of a file; what gzip has compressed is unpacked."""
        return cls(name, _limited(BytesIO(data), name))

    @classmethod
    def of_text(cls, text: str, name: str) -> Self:
        """A source from text in memory."""
        try:
            data = text.encode()
        except UnicodeEncodeError:
            raise PuzzleError("half of a surrogate pair; expected text", path=name) from None
        if len(data) > MAX_BYTES:
            raise PuzzleError(_TOO_LARGE, path=name)
        return cls(name, data, "utf-8")

    def text(self, encoding: str = "") -> str:
        r"""The content as text without a byte order mark; every line ends in "\n".

        The encoding is the one known from elsewhere, else that of a byte order mark, else
        `encoding`, else UTF-8. What is not valid in it is read as Latin-1, with a remark
        (shared rule of all text formats).
        """
        encoding = self.encoding or self._marked_encoding or encoding or "utf-8"
        try:
            text, fallback = self.data.decode(encoding), False
        except UnicodeError:
            text, fallback = self.data.decode("latin-1"), True
        if "\0" in text:
            raise PuzzleError("binary data; expected text")
        if fallback:
            self.remark(f"not valid {encoding.upper()}; read as Latin-1")
        return _tidy(text)

    @cached_property
    def glance(self) -> str:
        """The text for recognising a format: what is not valid is replaced, nothing remarked."""
        return _tidy(self.data.decode(self.encoding or self._marked_encoding or "utf-8", "replace"))

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines of `glance` without blanks at their ends; empty ones are kept."""
        return tuple(line.strip() for line in self.glance.removesuffix("\n").split("\n"))

    @property
    def _marked_encoding(self) -> str:
        """UTF-16 shows itself by its mark, or by the zero byte beside the first character."""
        start = self.data[:2]
        if start in (b"\xff\xfe", b"\xfe\xff"):
            return "utf-16"
        return {b"<\0": "utf-16-le", b"\0<": "utf-16-be"}.get(start, "")

    def remark(self, text: str) -> None:
        """Warn of something odd that does not stop the reading."""
        warnings.warn(PuzzleWarning(f"{self.name}: {text}"), stacklevel=2)


_TOO_LARGE = f"more than {MAX_BYTES // 1_000_000} MB; expected a smaller file"


def _limited(file: BinaryIO, name: str) -> bytes:
    data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise PuzzleError(_TOO_LARGE, path=name)
    with within(path=name):
        return unpacked(data) if data.startswith(_GZIP) else data


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
            raise PuzzleError(f"a damaged gzip file ({error})") from None
        if len(found) > MAX_BYTES:
            size = f"{MAX_BYTES // 1_000_000} MB"
            raise PuzzleError(f"unpacks to more than {size}; expected a smaller file")
        if not member.eof:
            raise PuzzleError("a gzip file that ends too early")
        data = member.unused_data
    else:
        raise PuzzleError(f"a gzip file of more than {_MOST_PARTS} parts")
    if found.startswith(_GZIP):
        raise PuzzleError("a gzip file in a gzip file; expected a puzzle")
    return found


def line_of(text: str, at: int) -> str:
    """The line on which the character with index `at` stands, as errors name it."""
    return f"line {text.count(chr(10), 0, at) + 1}"


def place_of(text: str, at: int) -> tuple[str, str]:
    """The line, and which character of it the one with index `at` is."""
    return line_of(text, at), f"character {at - text.rfind(chr(10), 0, at)}"


def _tidy(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
