"""clingo's messages: every one of them is an error here.

A misspelt predicate is to clingo only an *info* line, and the answers are then wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from types import TracebackType
from typing import Self

from clingo import MessageCode

from asp_nono.errors import EncodingError

_PLACED = re.compile(r"(?P<file>.+?):(?P<line>\d+):(?P<column>[\d-]+): (?:info|warning|error): ")
_KEPT = 20
_NO_MEMORY = ("bad_alloc", "can't start new thread", "Resource temporarily unavailable")


def out_of_memory(error: BaseException) -> bool:
    """Whether memory ran out: clingo says so in more than one way."""
    return isinstance(error, MemoryError) or any(sign in str(error) for sign in _NO_MEMORY)


class Messages:
    """Collects clingo's messages inside a `with` block, and raises the first one at its end.

    Args:
        file: The file to name where clingo names none.
    """

    def __init__(self, file: str) -> None:
        self._file = file
        self._texts: list[str] = []

    @property
    def logger(self) -> Callable[[MessageCode, str], None]:
        """What clingo is to call with each message."""
        return self._log

    def _log(self, code: MessageCode, text: str) -> None:
        del code
        if len(self._texts) < _KEPT:
            self._texts.append(text)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Raise the first message as an EncodingError; other errors than clingo's pass."""
        if error is not None and out_of_memory(error):
            raise MemoryError from None
        if self._texts and (kind is None or issubclass(kind, RuntimeError)):
            raise self._error(self._texts[0]) from None
        if kind is RuntimeError:
            raise self._error(str(error)) from None

    def _error(self, text: str) -> EncodingError:
        words = " ".join(text.split())
        if match := _PLACED.match(words):
            file = self._file if match["file"].startswith("<") else match["file"]
            place, character = f"line {match['line']}", int(match["column"].split("-")[0])
            return EncodingError(file, words[match.end() :], place=place, character=character)
        return EncodingError(self._file, words)
