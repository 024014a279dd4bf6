"""Reading our own JSON, which holds everything a Puzzle does; docs/formats.md describes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, cast

from asp_nono.clue import Block, Clue
from asp_nono.errors import PuzzleError
from asp_nono.formats.cells import cells_of, sets_of, split
from asp_nono.formats.colors import MAX_COLORS
from asp_nono.formats.json_values import Value, parse
from asp_nono.formats.source import MAX_SIDE, Source, quoted
from asp_nono.formats.tokens import check_count, each
from asp_nono.grid import PartialGrid
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle, Saved

FORMAT = "asp-nono puzzles"
"""What the files say of themselves."""

VERSION = 1
"""The version that is written; older ones are read."""

TEXTS = (
    "title",
    "author",
    "author_id",
    "copyright",
    "license",
    "source",
    "id",
    "collection",
    "description",
)
"""The keys of texts, which are the fields of a Puzzle too."""

HIDDEN = "?"
"""What stands for the length of a blotted block."""

_KEYS = {*TEXTS, "notes", "width", "height", "colors", "rows", "columns", "goal", "given", "saved"}


def read(source: Source) -> list[Puzzle | PuzzleError]:
    """All puzzles of a file.

    Raises:
        PuzzleError: If it is no JSON, or of another kind or a later version.
    """
    root = parse(source)
    if not root.has("format") or root.get("format").data != FORMAT:
        raise PuzzleError(f'expected an object with "format": {quoted(FORMAT)}')
    version = root.get("version").whole()
    if not 1 <= version <= VERSION:
        raise PuzzleError(f"version {version}; expected a version up to {VERSION}")
    values = list(root.get("puzzles").items("puzzle", most=100_000))
    if not values:
        raise root.get("puzzles").wrong("at least one puzzle")
    return each((Value(value.data) for value in values), lambda value: _puzzle(value, source))


def puzzle_of(data: object) -> Puzzle:
    """The puzzle that one of the values of `puzzles` describes, already taken out of its JSON.

    Raises:
        PuzzleError: If it is not sound.
    """
    return _puzzle(Value(data), Source("puzzle", b""))


def picture_of(data: object, puzzle: Puzzle) -> PartialGrid:
    """The picture that some rows of text draw with the characters of the puzzle's palette.

    Raises:
        PuzzleError: If they draw none, or one of another size.
    """
    picture = _picture(Value(data), [color.char for color in puzzle.colors])
    puzzle.require_size(picture)
    return picture


def _puzzle(value: Value, source: Source) -> Puzzle:
    _remark_others(value.object(), _KEYS, source)
    colors = _colors(value)
    chars = [color.char for color in colors]
    numbers = {color.name: number for number, color in enumerate(colors)}
    rows, columns = _clues(value, "row", numbers), _clues(value, "column", numbers)
    for name, clues in (("width", columns), ("height", rows)):
        if value.has(name) and value.get(name).whole() != len(clues):
            reason = f"{name} {value.get(name).shown}, but there are clues for {len(clues)}"
            raise PuzzleError(reason)
    goal = None
    if value.has("goal"):
        goal = _picture(value.get("goal"), chars).complete()
        if goal is None:
            raise PuzzleError(
                "an undecided cell; only saved pictures and given cells may hold them",
                where=("goal",),
            )
    saved = value.get("saved").items("picture") if value.has("saved") else ()
    return Puzzle(
        rows,
        columns,
        colors,
        goal=goal,
        given=_picture(value.get("given"), chars) if value.has("given") else None,
        saved=tuple(_saved(picture, chars) for picture in saved),
        notes=_notes(value),
        **{key: value.get(key).text() for key in TEXTS if value.has(key)},
    )


def _remark_others(found: Iterable[str], known: set[str], source: Source) -> None:
    for key in found:
        if key not in known:
            source.remark(f"unknown key {quoted(key)}; ignored")


def _colors(value: Value) -> tuple[Color, ...]:
    if not value.has("colors"):
        return WHITE, BLACK
    colors = []
    for color in value.get("colors").items("color", MAX_COLORS):
        name, char, rgb = (color.get(key).text() for key in ("name", "char", "rgb"))
        try:
            colors.append(Color(name, char, rgb))
        except PuzzleError as error:
            raise PuzzleError(error.reason, where=color.where) from None
    return tuple(colors)


def _clues(
    value: Value, axis: Literal["row", "column"], numbers: Mapping[str, int]
) -> tuple[Clue, ...]:
    lines = list(value.get(f"{axis}s").items(axis))
    check_count(axis, len(lines))
    return tuple(tuple(_block(block, numbers) for block in line.items("block")) for line in lines)


def _block(value: Value, numbers: Mapping[str, int]) -> Block:
    """A length, or a length and the name of a colour; the length is hidden where it is `?`."""
    length, color = value, 1
    if isinstance(value.data, dict):
        length, name = value.get("length"), value.get("color")
        if name.text() not in numbers:
            raise name.wrong(f"a colour that is declared: {', '.join(map(quoted, numbers))}")
        color = numbers[name.text()]
    cells = None if length.data == HIDDEN else length.whole()
    try:
        return Block(cells, color)
    except PuzzleError as error:
        raise error.within(*value.where) from None


def _picture(value: Value, chars: Sequence[str]) -> PartialGrid:
    sets = sets_of(chars)
    drawn = []
    for row in value.items("row"):
        cells = split(row.text())
        if len(cells) > MAX_SIDE:
            raise PuzzleError(f"{len(cells)} cells; at most {MAX_SIDE} are read", where=row.where)
        try:
            drawn.append(cells_of(cells, sets))
        except PuzzleError as error:
            raise error.within(*row.where) from None
    try:
        return PartialGrid(tuple(drawn))
    except PuzzleError as error:
        raise error.within(*value.where) from None


def _saved(value: Value, chars: Sequence[str]) -> Saved:
    kind = value.get("kind").text() if value.has("kind") else "saved"
    if kind not in ("saved", "solution"):
        raise value.get("kind").wrong('"saved" or "solution"')
    return Saved(
        _picture(value.get("picture"), chars),
        value.get("id").text() if value.has("id") else "",
        cast('Literal["saved", "solution"]', kind),
        _notes(value),
    )


def _notes(value: Value) -> tuple[str, ...]:
    if not value.has("notes"):
        return ()
    return tuple(note.text() for note in value.get("notes").items("note"))
