"""Reading nonograms of the puzzlekit data set.

Each puzzle is a text: the numbers of rows and columns, then the clues of the **columns** and after
them those of the rows (https://github.com/SmilingWayne/puzzlekit-dataset).
"""

from __future__ import annotations

from asp_nono.errors import PuzzleError
from asp_nono.formats.json_values import Value, parse
from asp_nono.formats.source import Source, side
from asp_nono.formats.tokens import Numbered, clues_of_text, each
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle

_MOST_PUZZLES = 100_000


def read(source: Source) -> list[Puzzle | PuzzleError]:
    """All puzzles of a set, with their solutions as goals.

    Raises:
        PuzzleError: If it is no JSON of this kind.
    """
    data = parse(source).get("data")
    names = list(data.object())
    if not 0 < len(names) <= _MOST_PUZZLES:
        raise PuzzleError(f"{len(names)} puzzles; expected 1 to {_MOST_PUZZLES}", where=data.where)
    return each((data.get(name) for name in names), _named)


def _named(value: Value) -> Puzzle:
    try:
        return _puzzle(Value(value.data))
    except PuzzleError as error:
        raise error.within(value.where[-1]) from None


def _puzzle(value: Value) -> Puzzle:
    height, width, lines = _sized(value.get("problem"))
    if len(lines) != width + height:
        reason = f"{len(lines)} lines after the first; expected {width} columns, {height} rows"
        raise PuzzleError(reason, where=("problem",))
    texts = {
        field: value.get(key).text()
        for key, field in (("source", "source"), ("info", "description"))
        if value.has(key)
    }
    try:
        columns = clues_of_text("column", lines[:width])
        rows = clues_of_text("row", lines[width:])
    except PuzzleError as error:
        raise error.within("problem") from None
    goal = _goal(value.get("solution")) if value.has("solution") else None
    return Puzzle(
        rows,
        columns,
        goal=goal,
        source=texts.get("source", ""),
        description=texts.get("description", ""),
    )


def _sized(value: Value) -> tuple[int, int, list[Numbered]]:
    """The number of rows, that of columns, and the lines after them."""
    lines = [Numbered(place, line) for place, line in enumerate(value.text().split("\n"), 1)]
    words = lines[0].text.split()
    if len(words) != 2:
        raise value.wrong("the numbers of rows and columns on the first line")
    try:
        height, width = side(words[0], "rows"), side(words[1], "columns")
    except PuzzleError as error:
        raise error.within(*value.where) from None
    return height, width, lines[1:]


def _goal(value: Value) -> Grid | None:
    if not value.text():
        return None
    _, _, lines = _sized(value)
    try:
        return Grid.from_text([line.text.replace(" ", "") for line in lines], "-x")
    except PuzzleError as error:
        raise error.within(*value.where) from None
