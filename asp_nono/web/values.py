"""What travels between page and server: puzzles, pictures, cells and errors as values of JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TypeAlias

from asp_nono.errors import AspNonoError, EncodingError, PuzzleError, UnwritableError
from asp_nono.formats.native_json import picture_data, picture_of, puzzle_of
from asp_nono.grid import Grid, PartialGrid
from asp_nono.puzzle import Puzzle

Event: TypeAlias = dict[str, Any]
"""One line of a stream; its key `event` says of what kind it is."""

_LINE = re.compile(r"line (\d+)")


STARTED: Event = {"event": "started"}
"""What every job tells when it has understood its question."""


def result(**values: object) -> Event:
    """The end of a job."""
    return {"event": "result", **values}


def progress(**values: object) -> Event:
    """What a job knows by now."""
    return {"event": "progress", **values}


def stopped(reason: str, known: Event) -> Event:
    """The end of a job at a limit, with what was known by then."""
    kind = reason.partition(" limit of ")[0]
    limit = kind if kind in ("time", "memory") else "other"
    return {**known, "event": "stopped", "limit": limit, "message": reason}


def started(
    puzzle: object, start: object, name: str = "start"
) -> tuple[Puzzle, PartialGrid | None]:
    """A puzzle and the picture that a job begins with, if there is one.

    Raises:
        PuzzleError: If they are not sound.
    """
    sound = puzzle_of(puzzle)
    if start is None:
        return sound, None
    try:
        return sound, picture_of(start, sound)
    except PuzzleError as error:
        raise error.within(name) from None


def pictured(picture: Grid | PartialGrid | None, puzzle: Puzzle) -> list[str] | None:
    """The rows of a picture; None for none."""
    return None if picture is None else picture_data(picture, puzzle)


def chars(puzzle: Puzzle) -> str:
    """The character of each colour, as pictures have it here."""
    return "".join(color.char for color in puzzle.colors)


def cells(places: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Cells as arrays of column and row."""
    return [list(cell) for cell in places]


def problem(error: AspNonoError) -> dict[str, Any]:
    """An error: a sentence, the place in what was sent, and the line of a program."""
    if isinstance(error, PuzzleError):
        where = [part for part in (error.path, *error.where) if part]
        return {"message": error.reason, "where": where, "line": None}
    if isinstance(error, EncodingError):
        found = _LINE.search(error.place)
        where = [part for part in (error.file, error.place) if part]
        return {
            "message": error.reason,
            "where": where,
            "line": int(found[1]) if found else None,
        }
    told: dict[str, Any] = {"message": str(error), "where": [], "line": None}
    if isinstance(error, UnwritableError):
        told |= {"losses": list(error.losses), "droppable": list(error.droppable)}
    return told
