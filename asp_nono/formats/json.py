"""JSON: our own, which holds everything a Puzzle does (docs/formats.md), and that of others.

JSON from strangers is parsed within bounds, and taken apart with the place of every mistake. For
that of other programs there is no standard: clues in lists, boards, data sets.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, TypeAlias, cast

from asp_nono.clue import Block, Clue
from asp_nono.formats import tokens
from asp_nono.formats.colors import (
    MAX_COLORS,
    cell_texts,
    cells_of,
    of_names,
    of_values,
    row_text,
    sets_of,
    with_state,
)
from asp_nono.formats.source import (
    HEIGHT,
    MAX_SIDE,
    WIDTH,
    Numbered,
    Source,
    character_at,
    line_at,
    number,
    quoted,
    side,
)
from asp_nono.formats.tokens import Axis, check_count, each, other_size, puzzle_of_lines
from asp_nono.formats.writing import BESIDE_CLUES, WriteSettings
from asp_nono.grid import Grid, PartialGrid
from asp_nono.messages import Message, PuzzleError, UnwritableError, within
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle, Saved

_MAX_DIGITS = 15  # Python takes long to read very long numbers, and no puzzle has such
_SHOWN = 40  # characters of a value in an error


_PLACES = {
    "block": Message("block {number}"),
    "cell": Message("cell {number}"),
    "color": Message("color {number}"),
    "column": Message("column {number}"),
    "entry": Message("entry {number}"),
    "note": Message("note {number}"),
    "part": Message("part {number}"),
    "picture": Message("picture {number}"),
    "puzzle": Message("puzzle {number}"),
    "row": Message("row {number}"),
    "style": Message("style {number}"),
}  # what errors call the values of arrays


@dataclass(frozen=True, slots=True)
class Value:
    """A value and the place where it stands."""

    data: object  #: what the parser made of it
    around: "Value | None" = None  #: the object or array in which it stands
    name: str = ""  #: its key there, or what a value of the array is
    number: int = 0  #: its place in the array, from 1

    @property
    def where(self) -> tuple[str | Message, ...]:
        """The names and numbers that lead to it, outermost first: `row 3` stands for `rows` too."""
        if self.around is None:
            return ()
        if not self.number:
            return (*self.around.where, self.name)
        array = self.around
        if array.around and not array.number and array.name == f"{self.name}s":
            array = array.around
        return (*array.where, Message(_PLACES[self.name].template, number=self.number))

    def wrong(self, expected: Message) -> PuzzleError:
        """The error that something else was expected here."""
        return PuzzleError(
            "{found}; expected {expected}", found=self.shown, expected=expected, where=self.where
        )

    @property
    def shown(self) -> str | Message:
        """The value as an error names it."""
        if isinstance(self.data, dict | list):
            return Message("an object") if isinstance(self.data, dict) else Message("an array")
        text = json.dumps(self.data, ensure_ascii=False)
        text = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
        return text.encode("utf-8", "replace").decode()

    def has(self, key: str) -> bool:
        """Whether this is an object with such a key."""
        return isinstance(self.data, dict) and key in self.data

    def get(self, key: str) -> "Value":
        """The value of a key."""
        if key not in self.object():
            raise PuzzleError("no {key}", key=quoted(key), where=self.where)
        return Value(self.object()[key], self, key)

    def object(self) -> dict[str, object]:
        """The values by their keys."""
        if not isinstance(self.data, dict):
            raise self.wrong(Message("an object"))
        return self.data

    def items(self, name: str, most: int = MAX_SIDE) -> "Iterator[Value]":
        """The values of an array, each of which is a `name`."""
        if not isinstance(self.data, list):
            raise self.wrong(Message("an array"))
        if len(self.data) > most:
            raise PuzzleError(
                "{count} values; at most {most} are read",
                count=len(self.data),
                most=most,
                where=self.where,
            )
        return (Value(value, self, name, place) for place, value in enumerate(self.data, 1))

    def text(self) -> str:
        """A text."""
        if not isinstance(self.data, str):
            raise self.wrong(Message("a text in quotes"))
        if not self.data.isascii() and any("\ud800" <= char <= "\udfff" for char in self.data):
            raise self.wrong(Message("no half of a surrogate pair"))
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
            raise self.wrong(Message("a whole number"))
        return self.data


def parse(source: Source) -> Value:
    """The value in a JSON text."""
    try:
        data = json.loads(
            source.text(), object_pairs_hook=_once, parse_int=_whole, parse_constant=_constant
        )
    except json.JSONDecodeError as error:
        where = (line_at(error.lineno), character_at(error.colno))
        reason = error.msg[0].lower() + error.msg[1:]
        raise PuzzleError("not well-formed JSON: {reason}", reason=reason, where=where) from None
    except RecursionError:
        raise PuzzleError("values nested too deeply; expected a puzzle") from None
    return Value(data)


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise PuzzleError("the key {key} twice in one object", key=quoted(twice))
    return found


def _whole(text: str) -> int:
    if len(text) > _MAX_DIGITS:
        raise PuzzleError(
            "the number {text}; expected at most {most} digits",
            text=quoted(text),
            most=_MAX_DIGITS,
        )
    return int(text)


def _constant(text: str) -> NoReturn:
    raise PuzzleError("{text}; expected a JSON number", text=text)


# Our own JSON.

_FORMAT = "asp-nono puzzles"
_VERSION = 1  # the version that is written; older ones are read
_KEYS = {*BESIDE_CLUES, "width", "height", "colors", "rows", "columns", "given"}
_TEXTS = [key for key in BESIDE_CLUES if key not in ("notes", "goal", "saved")]
_COLOR = ("name", "char", "rgb")
_HIDDEN = "?"  # stands for the length of a blotted block
_WIDTH = 88  # an array or an object that is not longer stands on one line


def read_own(source: Source) -> list[Puzzle | PuzzleError]:
    """All puzzles of a file."""
    root = parse(source)
    if not root.has("format") or root.get("format").data != _FORMAT:
        raise PuzzleError('expected an object with "format": {format}', format=quoted(_FORMAT))
    version = root.get("version").whole()
    if not 1 <= version <= _VERSION:
        raise PuzzleError(
            "version {version}; expected a version up to {most}", version=version, most=_VERSION
        )
    values = list(root.get("puzzles").items("puzzle", tokens.MAX_PUZZLES))
    if not values:
        raise root.get("puzzles").wrong(Message("at least one puzzle"))
    return each((Value(value.data) for value in values), lambda value: _puzzle(value, source))


def puzzle_of(data: object) -> Puzzle:
    """The puzzle that `data`, parsed from one of the values of `puzzles`, describes."""
    return _puzzle(Value(data), Source("puzzle", b""))


def picture_of(data: object, puzzle: Puzzle) -> PartialGrid:
    """The picture that some rows of text draw with the characters of the puzzle's palette."""
    picture = _picture(Value(data), [color.char for color in puzzle.colors])
    puzzle.require_fit(picture)
    return picture


def _puzzle(value: Value, source: Source) -> Puzzle:
    for key in value.object():
        if key not in _KEYS:
            source.remark("unknown key {key}; ignored", key=quoted(key))
    colors = _colors(value)
    chars = [color.char for color in colors]
    numbers = {color.name: number for number, color in enumerate(colors)}
    rows, columns = _clues(value, "row", numbers), _clues(value, "column", numbers)
    for name, known, clues in (("width", WIDTH, columns), ("height", HEIGHT, rows)):
        if value.has(name) and (size := value.get(name).whole()) != len(clues):
            raise other_size(known, size, len(clues))
    goal = _picture(value.get("goal"), chars).complete() if value.has("goal") else None
    if value.has("goal") and not goal:
        raise PuzzleError(
            "an undecided cell; only saved pictures and given cells may hold them", where=("goal",)
        )
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
            known = tuple(map(quoted, numbers))
            raise name.wrong(Message("a color that is declared: {known}", known=known))
        color = numbers[name.text()]
    cells = None if length.data == _HIDDEN else length.whole()
    try:
        return Block(cells, color)
    except PuzzleError as error:
        raise error.within(*value.where) from None


def _picture(value: Value, chars: Sequence[str]) -> PartialGrid:
    sets = sets_of(chars)
    drawn = []
    for row in value.items("row"):
        cells = cell_texts(row.text())
        if len(cells) > MAX_SIDE:
            raise PuzzleError(
                "{count} cells; at most {most} are read",
                count=len(cells),
                most=MAX_SIDE,
                where=row.where,
            )
        with within(*row.where):
            drawn.append(cells_of(cells, sets))
    with within(*value.where):
        return PartialGrid(tuple(drawn))


def _saved(value: Value, chars: Sequence[str]) -> Saved:
    kind = value.text_of("kind", "saved")
    if kind not in ("saved", "solution"):
        raise value.get("kind").wrong(Message('"saved" or "solution"'))
    notes = tuple(note.text() for note in value.items_of("notes", "note"))
    picture, known = _picture(value.get("picture"), chars), cast("Any", kind)
    return Saved(picture, value.text_of("id"), known, notes)


def write_own(puzzles: Sequence[Puzzle], options: WriteSettings) -> str:
    """The text of a file that holds `puzzles`; nothing is lost."""
    del options
    document = {"format": _FORMAT, "version": _VERSION, "puzzles": list(map(puzzle_data, puzzles))}
    text = "".join(_laid_out(document, "")) + "\n"
    try:
        text.encode()
    except UnicodeEncodeError:
        loss = Message("half of a surrogate pair in the texts")
        raise UnwritableError("JSON", [loss]) from None
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


# Lists of other programs: the files of davidje13/Nonogram, ThomasR/nonogram-solver,
# ricoriedel/nonogram-rs, erikbrinkman/color-nonogram, klepaczmikolaj/color-nonogram-solver,
# freak532486/nonogram-solver, xcsp3team/pycsp3-models and CPMpy/cpmpy, all on GitHub.

# What the programs call the clues of the rows and those of the columns.
_PAIRS = (
    ("row_rules", "col_rules"),  # zeros fill them up to one length
    ("rows", "columns"),
    ("rows", "cols"),
    ("rowHints", "colHints"),
    ("rowPatterns", "colPatterns"),
    ("horizontal", "vertical"),
)
_LISTED_TEXTS = {
    "title": "title",
    "name": "title",
    "author": "author",
    "source": "source",
    "id": "id",
}

_Length: TypeAlias = tuple[int, str]  # its length, and the name of its color or nothing
_Lines: TypeAlias = list[list[_Length]]


def read_lists(source: Source) -> list[Puzzle | PuzzleError]:
    """The puzzle of a file whose clues are lists, or all that are in an array."""
    root = parse(source)
    if root.has("nonograms"):
        root = root.get("nonograms")
    if not isinstance(root.data, list):
        return [_listed(root)]
    values = list(root.items("puzzle", tokens.MAX_PUZZLES))
    if not values:
        raise root.wrong(Message("at least one puzzle"))
    return tokens.each((Value(value.data) for value in values), _listed)


def _listed(value: Value) -> Puzzle:
    pair = next((pair for pair in _PAIRS if value.has(pair[0]) and value.has(pair[1])), None)
    if pair is None:
        known = tuple(
            Message("{rows} and {columns}", rows=repr(rows), columns=repr(columns))
            for rows, columns in _PAIRS
        )
        raise PuzzleError("no clues; expected the keys {known}", known=known, where=value.where)
    rows, columns = (
        [_line(line) for line in value.get(key).items(axis)]
        for key, axis in zip(pair, ("row", "column"), strict=True)
    )
    named = dict.fromkeys(color for line in (*rows, *columns) for _, color in line)
    if "" in named:
        if len(named) > 1:
            raise PuzzleError("expected a color for each block or for none")
        rows, columns = _plain((rows, columns), padded=pair[0] == "row_rules")
        named = {}
    colors = {name: place for place, name in enumerate(named, 1)} or {"": 1}

    def clue(line: list[_Length]) -> Clue:
        return tokens.clue_of_blocks([(length, colors[color]) for length, color in line])

    texts = {
        field: value.get(key).text()
        for key, field in _LISTED_TEXTS.items()
        if value.has(key) and isinstance(value.get(key).data, str)
    }
    puzzle = puzzle_of_lines(rows, columns, clue, colors=of_names(named, _meanings(value)), **texts)
    if not value.has("content"):
        return puzzle
    expected = Message("-1 (empty), 0 (unknown) or 1 (filled)")
    return with_state(puzzle, _state(value.get("content"), {-1: 0b01, 0: 0b11, 1: 0b10}, expected))


def _line(value: Value) -> list[_Length]:
    if value.data is None:
        raise value.wrong(Message("a clue; lines without a clue are not supported"))
    if not isinstance(value.data, str):
        return [_length(block) for block in value.items("block")]
    words = re.findall(r"[0-9]+|\S", value.text())
    pairs = list(zip(words[::2], words[1::2], strict=False))
    if len(words) % 2 or any(not n[0].isdecimal() or color[0].isdecimal() for n, color in pairs):
        raise value.wrong(Message("numbers, each with the letter of a color"))
    return [(number(length, tokens.A_BLOCK), color) for length, color in pairs]


def _length(value: Value) -> _Length:
    """A length, or a length and a color in either order, or under the keys `v` and `c`."""
    if isinstance(value.data, dict):
        return value.get("v").whole(), value.get("c").text()
    if not isinstance(value.data, list):
        return value.whole(), ""
    parts = list(value.items("part", 2))
    if len(parts) != 2:
        raise value.wrong(Message("a length and a color"))
    length, color = parts if isinstance(parts[0].data, int) else reversed(parts)
    return length.whole(), color.text()


def _plain(sides: Sequence[_Lines], *, padded: bool) -> list[_Lines]:
    """Lines of lengths alone, from what may be padded, or be patterns under another name."""
    lists = [[[length for length, _ in line] for line in lines] for lines in sides]
    everything = [line for lines in lists for line in lines]
    drawn = {0, 1}.issuperset(length for line in everything for length in line)
    decode: Callable[[Sequence[int]], list[int]] = tokens.unpadded if padded else list
    if drawn and any(0 in line[1:-1] for line in everything):
        decode = tokens.pattern_lengths
    return [[[(n, "") for n in decode(line)] for line in lines] for lines in lists]


def _meanings(value: Value) -> dict[str, str]:
    """The meaning of color letters, if the file has `styles` for a terminal."""
    styles = value.get("styles") if value.has("styles") else Value({})
    meaning = {name: styles.get(name).items("style") for name in styles.object()}
    return {name: next(values, Value("")).text() for name, values in meaning.items()}


def _state(value: Value, sets: Mapping[int, int], expected: Message) -> PartialGrid:
    """A board of numbers; `sets` has the set of colors that each stands for."""
    rows = []
    for row in value.items("row"):
        cells = list(row.items("cell"))
        if wrong := next((cell for cell in cells if cell.whole() not in sets), None):
            raise wrong.wrong(expected)
        rows.append(tuple(sets[cell.whole()] for cell in cells))
    with within(*value.where):
        return PartialGrid(tuple(rows))


# GriddlerSolver: https://github.com/brettsr2/GriddlerSolver


def read_griddlers(source: Source) -> list[Puzzle]:
    """The puzzle of a file, with the state of the board as a saved picture.

    Colors have numbers: that of cells which are not decided is 0, that of the background 1.
    """
    root = parse(source)
    board = root.get("Board")
    values = [color.get("HexColor") for color in root.get("ListColors").items("color", MAX_COLORS)]
    for value in values:
        if not re.fullmatch("#[0-9A-Fa-f]{6}", value.text()):
            raise value.wrong(Message("# and six hexadecimal digits"))
    colors = of_values([value.text()[1:] for value in values[1:]])
    rows, columns = (
        [[_griddlers_block(block) for block in line.items("block")] for line in hints.items(axis)]
        for hints, axis in ((board.get("HintsRow"), "row"), (board.get("HintsColumn"), "column"))
    )
    texts = {"title": root.text_of("Name"), "source": root.text_of("Url")}
    puzzle = puzzle_of_lines(rows, columns, tokens.clue_of_blocks, colors=colors, **texts)
    if not board.has("CurrentState"):
        return [puzzle]
    sets = {0: (1 << len(colors)) - 1} | {k + 1: 1 << k for k in range(len(colors))}
    known = Message("a number up to {most}", most=len(colors))
    state = _state(board.get("CurrentState"), sets, known)
    return [with_state(puzzle, state)]


def _griddlers_block(value: Value) -> tuple[int, int]:
    color = value.get("ColorId")
    if color.whole() < 2:
        raise color.wrong(Message("a color from 2 up, after the background"))
    return value.get("Count").whole(), color.whole() - 1


# The puzzlekit data set (https://github.com/SmilingWayne/puzzlekit-dataset): each puzzle is a text,
# the numbers of rows and columns, then the clues of the columns and after them those of the rows.


def read_puzzlekit(source: Source) -> list[Puzzle | PuzzleError]:
    """All puzzles of a set, with their solutions as goals."""
    data = parse(source).get("data")
    names = list(data.object())
    if not 0 < len(names) <= (most := tokens.MAX_PUZZLES):
        raise PuzzleError(
            "{count} puzzles; expected 1 to {most}", count=len(names), most=most, where=data.where
        )
    return tokens.each((data.get(name) for name in names), _kit_puzzle)


def _kit_puzzle(value: Value) -> Puzzle:
    with within(value.name):
        value = Value(value.data)
        height, width, lines = _sized(value.get("problem"))
        with within("problem"):
            if len(lines) != width + height:
                raise PuzzleError(
                    "{count} lines after the first; expected {width} columns, {height} rows",
                    count=len(lines),
                    width=width,
                    height=height,
                )
            columns = tokens.clues_of("column", lines[:width], tokens.clue_of_text)
            rows = tokens.clues_of("row", lines[width:], tokens.clue_of_text)
        goal = None
        if value.text_of("solution"):
            _, _, drawn = _sized(value.get("solution"))
            with within("solution"):
                goal = Grid.from_text([line.text.replace(" ", "") for line in drawn], "-x")
        origin, description = value.text_of("source"), value.text_of("info")
        return Puzzle(rows, columns, goal=goal, source=origin, description=description)


def _sized(value: Value) -> tuple[int, int, list[Numbered]]:
    """The number of rows, that of columns, and the lines after them."""
    lines = [Numbered(place, line) for place, line in enumerate(value.text().split("\n"), 1)]
    words = lines[0].text.split()
    if len(words) != 2:
        raise value.wrong(Message("the numbers of rows and columns on the first line"))
    with within(*value.where):
        rows, columns = tokens.lines_of("row"), tokens.lines_of("column")
        return side(words[0], rows), side(words[1], columns), lines[1:]
