"""Our own JSON, which holds everything a Puzzle does (docs/formats.md), read and written."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from asp_nono.clue import Block, Clue
from asp_nono.formats.cells import cells_of, row_text, sets_of, split
from asp_nono.formats.colors import MAX_COLORS
from asp_nono.formats.json_values import Value, parse
from asp_nono.formats.losses import BESIDE_CLUES, Options
from asp_nono.formats.source import MAX_SIDE, Source, quoted
from asp_nono.formats.tokens import Axis, check_count, each
from asp_nono.grid import Grid, PartialGrid
from asp_nono.messages import PuzzleError, UnwritableError, within
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle, Saved

_FORMAT = "asp-nono puzzles"
_VERSION = 1  # the version that is written; older ones are read
_KEYS = {*BESIDE_CLUES, "width", "height", "colors", "rows", "columns", "given"}
_TEXTS = [key for key in BESIDE_CLUES if key not in ("notes", "goal", "saved")]
_COLOR = ("name", "char", "rgb")
_HIDDEN = "?"  # stands for the length of a blotted block
_WIDTH = 88  # an array or an object that is not longer stands on one line


def read(source: Source) -> list[Puzzle | PuzzleError]:
    """All puzzles of a file."""
    root = parse(source)
    if not root.has("format") or root.get("format").data != _FORMAT:
        raise PuzzleError(f'expected an object with "format": {quoted(_FORMAT)}')
    version = root.get("version").whole()
    if not 1 <= version <= _VERSION:
        raise PuzzleError(f"version {version}; expected a version up to {_VERSION}")
    values = list(root.get("puzzles").items("puzzle", most=100_000))
    if not values:
        raise root.get("puzzles").wrong("at least one puzzle")
    return each((Value(value.data) for value in values), lambda value: _puzzle(value, source))


def puzzle_of(data: object) -> Puzzle:
    """The puzzle that `data`, parsed from one of the values of `puzzles`, describes."""
    return _puzzle(Value(data), Source("puzzle", b""))


def picture_of(data: object, puzzle: Puzzle) -> PartialGrid:
    """The picture that some rows of text draw with the characters of the puzzle's palette."""
    picture = _picture(Value(data), [color.char for color in puzzle.colors])
    puzzle.require_size(picture)
    return picture


def _puzzle(value: Value, source: Source) -> Puzzle:
    for key in value.object():
        if key not in _KEYS:
            source.remark(f"unknown key {quoted(key)}; ignored")
    colors = _colors(value)
    chars = [color.char for color in colors]
    numbers = {color.name: number for number, color in enumerate(colors)}
    rows, columns = _clues(value, "row", numbers), _clues(value, "column", numbers)
    for name, clues in (("width", columns), ("height", rows)):
        if value.has(name) and (size := value.get(name).whole()) != len(clues):
            raise PuzzleError(f"{name} {size}, but there are clues for {len(clues)}")
    goal = _picture(value.get("goal"), chars).complete() if value.has("goal") else None
    if value.has("goal") and not goal:
        reason = "an undecided cell; only saved pictures and given cells may hold them"
        raise PuzzleError(reason, where=("goal",))
    return Puzzle(
        rows,
        columns,
        colors,
        goal=goal,
        given=_picture(value.get("given"), chars) if value.has("given") else None,
        saved=tuple(_saved(picture, chars) for picture in value.items_of("saved", "picture")),
        notes=tuple(note.text() for note in value.items_of("notes", "note")),
        **{key: value.text_of(key) for key in _TEXTS},
    )


def _colors(value: Value) -> tuple[Color, ...]:
    if not value.has("colors"):
        return WHITE, BLACK
    colors = []
    for color in value.get("colors").items("color", MAX_COLORS):
        name, char, rgb = (color.get(key).text() for key in _COLOR)
        try:
            colors.append(Color(name, char, rgb))
        except PuzzleError as error:
            raise PuzzleError(error.reason, where=color.where) from None
    return tuple(colors)


def _clues(value: Value, axis: Axis, numbers: Mapping[str, int]) -> tuple[Clue, ...]:
    lines = list(value.get(f"{axis}s").items(axis))
    check_count(axis, len(lines))
    return tuple(tuple(_block(block, numbers) for block in line.items("block")) for line in lines)


def _block(value: Value, numbers: Mapping[str, int]) -> Block:
    """A length, or a length and the name of a color."""
    length, color = value, 1
    if isinstance(value.data, dict):
        length, name = value.get("length"), value.get("color")
        if name.text() not in numbers:
            raise name.wrong(f"a color that is declared: {', '.join(map(quoted, numbers))}")
        color = numbers[name.text()]
    cells = None if length.data == _HIDDEN else length.whole()
    with within(*value.where):
        return Block(cells, color)


def _picture(value: Value, chars: Sequence[str]) -> PartialGrid:
    sets = sets_of(chars)
    drawn = []
    for row in value.items("row"):
        cells = split(row.text())
        if len(cells) > MAX_SIDE:
            raise PuzzleError(f"{len(cells)} cells; at most {MAX_SIDE} are read", where=row.where)
        with within(*row.where):
            drawn.append(cells_of(cells, sets))
    with within(*value.where):
        return PartialGrid(tuple(drawn))


def _saved(value: Value, chars: Sequence[str]) -> Saved:
    kind = value.text_of("kind", "saved")
    if kind not in ("saved", "solution"):
        raise value.get("kind").wrong('"saved" or "solution"')
    notes = tuple(note.text() for note in value.items_of("notes", "note"))
    picture, known = _picture(value.get("picture"), chars), cast("Any", kind)
    return Saved(picture, value.text_of("id"), known, notes)


def write(puzzles: Sequence[Puzzle], options: Options) -> str:
    """The text of a file that holds `puzzles`; nothing is lost."""
    del options
    document = {"format": _FORMAT, "version": _VERSION, "puzzles": list(map(puzzle_data, puzzles))}
    text = "".join(_laid_out(document, "")) + "\n"
    try:
        text.encode()
    except UnicodeEncodeError:
        raise UnwritableError("JSON", ["half of a surrogate pair in the texts"]) from None
    return text


def puzzle_data(puzzle: Puzzle) -> dict[str, object]:
    """A puzzle as one of the values of `puzzles`; `puzzle_of` is the inverse."""
    names = [color.name for color in puzzle.colors]
    saved = [
        {"kind": s.kind, "id": s.id, "notes": [*s.notes], "picture": picture_data(s.grid, puzzle)}
        for s in puzzle.saved
    ]
    value = {
        **{key: getattr(puzzle, key) for key in _TEXTS},
        "notes": list(puzzle.notes),
        "width": puzzle.width,
        "height": puzzle.height,
        "colors": [{key: getattr(color, key) for key in _COLOR} for color in puzzle.colors],
        "rows": [[_block_data(block, names) for block in clue] for clue in puzzle.rows],
        "columns": [[_block_data(block, names) for block in clue] for clue in puzzle.columns],
        "goal": picture_data(puzzle.goal, puzzle) if puzzle.goal else [],
        "given": picture_data(puzzle.given, puzzle) if puzzle.given else [],
        "saved": [{key: part for key, part in data.items() if part} for data in saved],
    }
    return {key: part for key, part in value.items() if part}


def _block_data(block: Block, names: Sequence[str]) -> object:
    length = _HIDDEN if block.length is None else block.length
    return length if len(names) == 2 else {"length": length, "color": names[block.color]}


def picture_data(picture: Grid | PartialGrid, puzzle: Puzzle) -> list[str]:
    """The rows of a picture, drawn with the characters of the puzzle's palette."""
    chars = [color.char for color in puzzle.colors]
    if isinstance(picture, Grid):
        picture = PartialGrid.of(picture)
    return [row_text(row, chars) for row in picture.rows]


def _laid_out(value: object, indent: str) -> Iterator[str]:
    """JSON in which short arrays and objects stand on one line, and longer ones are broken."""
    short = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or len(indent) + len(short) <= _WIDTH:
        yield short
        return
    deeper = f"{indent}  "
    start, end = ("{", "}") if isinstance(value, dict) else ("[", "]")
    parts = value.items() if isinstance(value, dict) else (("", item) for item in value)
    for place, (key, item) in enumerate(parts):
        yield f"{',' if place else start}\n{deeper}"
        if isinstance(value, dict):
            yield f"{json.dumps(key, ensure_ascii=False)}: "
        yield from _laid_out(item, deeper)
    yield f"\n{indent}{end}"
