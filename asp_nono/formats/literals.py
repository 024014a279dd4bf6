"""Numbers and lists as programming languages write them, read token by token and never run."""

from __future__ import annotations

import re
from typing import TypeAlias

from asp_nono.errors import PuzzleError
from asp_nono.formats.source import MAX_SIDE, number, place_of, quoted

PERCENT = re.compile(r"%[^\n]*")
"""Comments of MiniZinc and Picat."""

HASH = re.compile(r"#[^\n]*")
"""Comments of Python."""

SLASHES = re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
"""Comments of C++; one that is not closed goes on to the end."""

MAX_NUMBERS = MAX_SIDE * MAX_SIDE
"""The most numbers in one list: what the clues of the largest puzzle can hold, padded."""

Lists: TypeAlias = "list[list[int]]"

_TOKEN = re.compile(r"-?[0-9]+|[A-Za-z_]\w*|\[\||\|\]|\.\.|\S", re.ASCII)


def without(comments: re.Pattern[str], text: str) -> str:
    """The text with blanks for its comments, so that every place stays what it is."""
    return comments.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


class Scanner:
    """Walks through the tokens of a text from a place on.

    Attributes:
        ahead: The token that is next; "" at the end.
    """

    def __init__(self, text: str, at: int = 0) -> None:
        self._text, self._end = text, at
        self.ahead = ""
        self.advance()

    def advance(self) -> str:
        """Pass over the next token and return it."""
        passed = self.ahead
        found = _TOKEN.search(self._text, self._end)
        self._start, self._end = found.span() if found else (len(self._text),) * 2
        self.ahead = self._text[self._start : self._end]
        return passed

    def wrong(self, expected: str) -> PuzzleError:
        """The error that something else was expected here."""
        here = quoted(self.ahead) if self.ahead else "the end of the file"
        where = place_of(self._text, self._start)
        return PuzzleError(f"{here}; expected {expected}", where=where)

    def take(self, token: str) -> None:
        """Pass over a token.

        Raises:
            PuzzleError: If another one is next.
        """
        if self.ahead != token:
            raise self.wrong(quoted(token))
        self.advance()

    def whole(self) -> int:
        """A number, which may have a minus.

        Raises:
            PuzzleError: If something else is next, or it has too many digits.
        """
        if not self.ahead.lstrip("-").isdecimal():
            raise self.wrong("a number")
        try:
            value = number(self.ahead.removeprefix("-"), "a number")
        except PuzzleError as error:
            raise error.within(*place_of(self._text, self._start)) from None
        return -value if self.advance().startswith("-") else value

    def numbers(self, end: str) -> list[int]:
        """Numbers with commas between them, up to and with the token `end`.

        Raises:
            PuzzleError: If there is anything else, or too many of them.
        """
        found: list[int] = []
        while self.ahead != end:
            if len(found) == MAX_NUMBERS:
                raise self.wrong(f"at most {MAX_NUMBERS} numbers")
            found.append(self.whole())
            if self.ahead != end:
                self.take(",")
        self.advance()
        return found

    def lists(self, end: str = "]") -> Lists:
        """Lists of numbers with commas between them, up to and with the token `end`.

        Raises:
            PuzzleError: If there is anything else, or too many of them.
        """
        found: Lists = []
        while self.ahead != end:
            if len(found) > MAX_SIDE:
                raise self.wrong(f"at most {MAX_SIDE} lists")
            self.take("[")
            found.append(self.numbers("]"))
            if self.ahead != end:
                self.take(",")
        self.advance()
        return found
