"""JSON from strangers: parsed within bounds, and taken apart with the place of every mistake."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

from asp_nono.formats.source import MAX_SIDE, Source, quoted
from asp_nono.messages import PuzzleError

_MAX_DIGITS = 15  # Python takes long to read very long numbers, and no puzzle has such
_SHOWN = 40  # characters of a value in an error


@dataclass(frozen=True, slots=True)
class Value:
    """A value and the place where it stands."""

    data: object  # what the parser made of it
    where: tuple[str, ...] = ()  # the names and numbers that lead to it, outermost first

    def wrong(self, expected: str) -> PuzzleError:
        """The error that something else was expected here."""
        return PuzzleError(f"{self.shown}; expected {expected}", where=self.where)

    @property
    def shown(self) -> str:
        """The value as an error names it."""
        if isinstance(self.data, dict | list):
            return "an object" if isinstance(self.data, dict) else "an array"
        text = json.dumps(self.data, ensure_ascii=False)
        text = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
        return text.encode("utf-8", "replace").decode()

    def has(self, key: str) -> bool:
        """Whether this is an object with such a key."""
        return isinstance(self.data, dict) and key in self.data

    def get(self, key: str) -> "Value":
        """The value of a key."""
        if key not in self.object():
            raise PuzzleError(f"no {quoted(key)}", where=self.where)
        return Value(self.object()[key], (*self.where, key))

    def object(self) -> dict[str, object]:
        """The values by their keys."""
        if not isinstance(self.data, dict):
            raise self.wrong("an object")
        return self.data

    def items(self, name: str, most: int = MAX_SIDE) -> "Iterator[Value]":
        """The values of an array."""
        if not isinstance(self.data, list):
            raise self.wrong("an array")
        if len(self.data) > most:
            raise PuzzleError(f"{len(self.data)} values; at most {most} are read", where=self.where)
        around = self.where[:-1] if self.where[-1:] == (f"{name}s",) else self.where
        values = enumerate(self.data, 1)
        return (Value(value, (*around, f"{name} {place}")) for place, value in values)

    def text(self) -> str:
        """A text."""
        if not isinstance(self.data, str):
            raise self.wrong("a text in quotes")
        if not self.data.isascii() and any("\ud800" <= char <= "\udfff" for char in self.data):
            raise self.wrong("no half of a surrogate pair")
        return self.data

    def text_of(self, key: str, default: str = "") -> str:
        """The text of a key that may be missing."""
        return self.get(key).text() if self.has(key) else default

    def items_of(self, key: str, name: str) -> "Iterator[Value]":
        """The values of an array under a key that may be missing."""
        return self.get(key).items(name) if self.has(key) else iter(())

    def whole(self) -> int:
        """A whole number."""
        if not isinstance(self.data, int) or isinstance(self.data, bool):
            raise self.wrong("a whole number")
        return self.data


def parse(source: Source) -> Value:
    """The value in a JSON text."""
    try:
        data = json.loads(
            source.text(), object_pairs_hook=_once, parse_int=_whole, parse_constant=_constant
        )
    except json.JSONDecodeError as error:
        where = (f"line {error.lineno}", f"character {error.colno}")
        reason = error.msg[0].lower() + error.msg[1:]
        raise PuzzleError(f"not well-formed JSON: {reason}", where=where) from None
    except RecursionError:
        raise PuzzleError("values nested too deeply; expected a puzzle") from None
    return Value(data)


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise PuzzleError(f"the key {quoted(twice)} twice in one object")
    return found


def _whole(text: str) -> int:
    if len(text) > _MAX_DIGITS:
        raise PuzzleError(f"the number {quoted(text)}; expected at most {_MAX_DIGITS} digits")
    return int(text)


def _constant(text: str) -> NoReturn:
    raise PuzzleError(f"{text}; expected a JSON number")
