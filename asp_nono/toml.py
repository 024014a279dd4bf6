"""TOML files that users write: how they are read, and how what they say is checked.

A kind of table is a dataclass that derives from `TomlTable`. Its fields are the keys; `key` and
`number` declare them with what an error says of them. Pydantic checks, and is imported only then.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, field, fields
from pathlib import Path
from typing import Any, ClassVar, TypeAlias, TypeVar, cast

from asp_nono.messages import Message, PuzzleError, UnknownNameError, unreadable

Parser: TypeAlias = Callable[[str], dict[str, Any]]
"""Reads the table of a TOML file; a ValueError says why it is none."""

T = TypeVar("T")

TEXT = Message("a text")
FLAG = Message("true or false")
_TOO_DEEP = Message("is no TOML: nested too deeply")

_BYTES = 1 << 16
_EXCERPT = 40  # characters of a value that an error shows


class TomlTable:
    """A table: values have the types of the fields and are not converted, and no key is unknown."""

    __slots__ = ()
    __pydantic_config__: ClassVar = {"extra": "forbid", "strict": True, "allow_inf_nan": False}


def key(expected: Message, default: object = MISSING, **rules: object) -> Any:  # noqa: ANN401 - of the type of the field
    """A key of a table: what it may hold, and its default.

    Rules are those of pydantic's `Field`; `alias` is its name where the field cannot have it.
    """
    metadata = {"expected": expected, **rules}
    if callable(default):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata)


def number(least: float, most: float, default: object = MISSING, **rules: object) -> Any:  # noqa: ANN401 - of the type of the field
    """A key that holds a number within bounds."""
    return key(between(least, most), default, ge=least, le=most, **rules)


def between(least: float, most: float) -> Message:
    """What is expected of a number within bounds."""
    return Message("a number from {least} to {most}", least=f"{least:g}", most=f"{most:g}")


def checked(kind: type[T], table: Mapping[str, Any]) -> T:
    """A table as its kind; a PuzzleError names the key that is wrong, and what it may hold."""
    from pydantic import TypeAdapter, ValidationError

    known = {
        one.metadata.get("alias", one.name): one.metadata["expected"]
        for one in fields(kind)  # type: ignore[arg-type] # it is a dataclass
        if "expected" in one.metadata
    }
    for name in table:
        if name not in known:
            raise PuzzleError(UnknownNameError("key", name[:_EXCERPT], known).reason)
    text = json.dumps(table, default=lambda date: {"date": str(date)})  # tables are as in JSON
    try:
        return TypeAdapter(kind).validate_json(text)
    except ValidationError as error:
        place = error.errors()[0]["loc"]
    if not place:  # pydantic reads no JSON that is nested as deeply
        raise PuzzleError(_TOO_DEEP)
    where, value = _reached(table, place)
    expected = known[str(place[0])]
    if not where:
        raise PuzzleError("expected {expected}", where=(str(place[0]),), expected=expected)
    raise PuzzleError(unexpected(value, expected), where=where)


def _reached(table: Mapping[str, Any], place: tuple[str | int, ...]) -> tuple[list[str], Any]:
    """The keys on the way to a place, and the value there or, if there is none, above it."""
    where, value = list[str](), cast("Any", table)
    for step in place:
        if isinstance(value, dict) and step in value:
            where.append(str(step))
        elif not isinstance(value, list | tuple):
            break
        value = value[step]
    return where, value


def unexpected(value: object, expected: Message) -> Message:
    """What an error says of a value."""
    return Message("{value}; expected {expected}", value=repr(value)[:_EXCERPT], expected=expected)


def require(sound: object, reason: Message, *where: str) -> None:
    """Refuse the entry of a file at `where`, unless it is sound."""
    if not sound:
        raise PuzzleError(reason, where=where)


def _loads(text: str) -> dict[str, Any]:
    """The table of a TOML text; the import takes 7 ms, which most commands do not need."""
    from tomllib import loads

    return loads(text)


def from_toml(
    path: Path,
    build: Callable[[dict[str, Any]], T],
    parse: Parser = _loads,
    most: int = _BYTES,
) -> T:
    """The value that `build` makes of a user's file, which has `most` bytes at most.

    A PuzzleError says what is wrong, and names the file.
    """
    try:
        with path.open("rb") as stream:
            raw = stream.read(most + 1)
        require(len(raw) <= most, Message("more than {count} KiB; expected less", count=most >> 10))
        return build(parse(raw.decode()))
    except PuzzleError as error:
        raise error if error.path else error.within(path=str(path)) from None
    except UnknownNameError as error:
        reason = error.reason
    except OSError as error:
        reason = unreadable(error)
    except RecursionError:
        reason = _TOO_DEEP
    except ValueError as error:
        reason = Message("is no TOML: {error}", error=str(error))
    raise PuzzleError(reason, path=str(path))
