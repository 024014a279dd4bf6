"""Values of JSON: events, puzzles, pictures and errors."""

import base64
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeAlias

from asp_nono.formats.json import picture_of, puzzle_of
from asp_nono.grid import PartialGrid
from asp_nono.messages import (
    AspNonoError,
    EncodingError,
    Message,
    PuzzleError,
    UnwritableError,
    with_messages,
    within,
)
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Cause, Stopped

Event: TypeAlias = dict[str, Any]  # one line of a stream; its key `event` says what it is

STARTED: Event = {"event": "started"}  # the request has been understood, and work begins


def progress(**values: Any) -> Event:  # noqa: ANN401 - any JSON
    """What is known so far."""
    return {"event": "progress", **values}


def result(**values: Any) -> Event:  # noqa: ANN401 - any JSON
    """The end of a job."""
    return {"event": "result", **values}


def stopped(stop: Stopped, known: Event) -> Event:
    """The end of a job at a limit, with what was known by then."""
    limit = str(stop.cause) if stop.cause in (Cause.TIME, Cause.MEMORY) else "other"
    return {
        **known,
        "event": "stopped",
        "limit": limit,
        **with_messages(reason=stop.message),
    }


class PagePuzzle(Puzzle):
    """A puzzle whose pictures have the palette's own characters, as those of the page have."""

    @property
    def chars(self) -> str:
        """The character of each color."""
        return "".join(color.char for color in self.colors)


def read_puzzle(value: object) -> PagePuzzle:
    """The puzzle that a request holds; PuzzleError if it is not sound."""
    found = puzzle_of(value)
    return PagePuzzle(**{one.name: getattr(found, one.name) for one in fields(found)})


def read_picture(value: object, puzzle: Puzzle, name: str) -> PartialGrid | None:
    """The picture that a request holds under some name, if any; PuzzleError if it is not sound."""
    if value is None:
        return None
    with within(name):
        return picture_of(value, puzzle)


def find_exercise(name: str | None, pages: Path | None) -> Path | None:
    """The exercise that a request names, if any: its folder, or a rubric, below served pages.

    PuzzleError if there is none; what is elsewhere is not looked at.
    """
    if name is None:
        return None
    with suppress(OSError, ValueError):  # what is no name of a file
        path = pages and (pages / name).resolve()
        if path and pages and path.is_relative_to(pages.resolve()) and path.exists():
            return path
    reason = Message("no such exercise among the pages that are served: {name}", name=name)
    raise PuzzleError(reason, where=("exercise",))


def read_bytes(value: str) -> bytes:
    """The bytes of a file that a request holds in base64; PuzzleError if it is none."""
    try:
        return base64.b64decode(value, validate=True)
    except ValueError:
        raise PuzzleError("not base64; expected the bytes of a file", where=("data",)) from None


def problem(error: AspNonoError) -> Event:
    """An error: the reason, the place in what was sent, and the line of a program."""
    reason = error.reason
    where: tuple[str | Message, ...] = ()
    line = None
    match error:
        case PuzzleError():
            where = (error.path, *error.where)
        case EncodingError():
            where, line = (error.file, error.place), error.line
    values = with_messages(reason=reason, where=[part for part in where if part]) | {"line": line}
    if isinstance(error, UnwritableError):
        values |= with_messages(losses=error.losses, droppable=error.droppable)
    return values
