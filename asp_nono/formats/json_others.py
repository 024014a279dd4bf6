"""The JSON of other programs, for which there is no standard: clues in lists, boards, data sets."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from asp_nono.clue import Clue
from asp_nono.formats import tokens
from asp_nono.formats.cells import with_state
from asp_nono.formats.colors import MAX_COLORS, of_names, of_values
from asp_nono.formats.json_values import Value, parse
from asp_nono.formats.source import Source, number, side
from asp_nono.formats.tokens import Numbered, puzzle_of_lines
from asp_nono.grid import Grid, PartialGrid
from asp_nono.messages import PuzzleError, within
from asp_nono.puzzle import Puzzle

# Lists: the files of davidje13/Nonogram, ThomasR/nonogram-solver, ricoriedel/nonogram-rs,
# erikbrinkman/color-nonogram, klepaczmikolaj/color-nonogram-solver, freak532486/nonogram-solver,
# xcsp3team/pycsp3-models and CPMpy/cpmpy, all on GitHub.

# What the programs call the clues of the rows and those of the columns.
_PAIRS = (
    ("row_rules", "col_rules"),  # zeros fill them up to one length
    ("rows", "columns"),
    ("rows", "cols"),
    ("rowHints", "colHints"),
    ("rowPatterns", "colPatterns"),
    ("horizontal", "vertical"),
)
_TEXTS = {"title": "title", "name": "title", "author": "author", "source": "source", "id": "id"}

_Block: TypeAlias = tuple[int, str]  # its length, and the name of its color or nothing
_Lines: TypeAlias = list[list[_Block]]


def read_lists(source: Source) -> list[Puzzle | PuzzleError]:
    """The puzzle of a file whose clues are lists, or all that are in an array."""
    root = parse(source)
    if root.has("nonograms"):
        root = root.get("nonograms")
    if not isinstance(root.data, list):
        return [_listed(root)]
    values = list(root.items("puzzle", tokens.MAX_PUZZLES))
    if not values:
        raise root.wrong("at least one puzzle")
    return tokens.each((Value(value.data) for value in values), _listed)


def _listed(value: Value) -> Puzzle:
    pair = next((pair for pair in _PAIRS if value.has(pair[0]) and value.has(pair[1])), None)
    if pair is None:
        known = ", ".join(f"{first!r} and {second!r}" for first, second in _PAIRS)
        raise PuzzleError(f"no clues; expected the keys {known}", where=value.where)
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

    def clue(line: list[_Block]) -> Clue:
        return tokens.clue_of_blocks([(length, colors[color]) for length, color in line])

    texts = {
        field: value.get(key).text()
        for key, field in _TEXTS.items()
        if value.has(key) and isinstance(value.get(key).data, str)
    }
    puzzle = puzzle_of_lines(rows, columns, clue, colors=of_names(named, _meanings(value)), **texts)
    if not value.has("content"):
        return puzzle
    known = "-1 (empty), 0 (unknown) or 1 (filled)"
    return with_state(puzzle, _state(value.get("content"), {-1: 0b01, 0: 0b11, 1: 0b10}, known))


def _line(value: Value) -> list[_Block]:
    if value.data is None:
        raise value.wrong("a clue; lines without a clue are not supported")
    if not isinstance(value.data, str):
        return [_block(block) for block in value.items("block")]
    words = re.findall(r"[0-9]+|\S", value.text())
    pairs = list(zip(words[::2], words[1::2], strict=False))
    if len(words) % 2 or any(not n[0].isdecimal() or color[0].isdecimal() for n, color in pairs):
        raise value.wrong("numbers, each with the letter of a color")
    return [(number(length, "a block of"), color) for length, color in pairs]


def _block(value: Value) -> _Block:
    """A length, or a length and a color in either order, or under the keys `v` and `c`."""
    if isinstance(value.data, dict):
        return value.get("v").whole(), value.get("c").text()
    if not isinstance(value.data, list):
        return value.whole(), ""
    parts = list(value.items("part", 2))
    if len(parts) != 2:
        raise value.wrong("a length and a color")
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


def _state(value: Value, sets: Mapping[int, int], expected: str) -> PartialGrid:
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
            raise value.wrong("# and six hexadecimal digits")
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
    state = _state(board.get("CurrentState"), sets, f"a number up to {len(colors)}")
    return [with_state(puzzle, state)]


def _griddlers_block(value: Value) -> tuple[int, int]:
    color = value.get("ColorId")
    if color.whole() < 2:
        raise color.wrong("a color from 2 up, after the background")
    return value.get("Count").whole(), color.whole() - 1


# The puzzlekit data set (https://github.com/SmilingWayne/puzzlekit-dataset): each puzzle is a text,
# the numbers of rows and columns, then the clues of the columns and after them those of the rows.


def read_puzzlekit(source: Source) -> list[Puzzle | PuzzleError]:
    """All puzzles of a set, with their solutions as goals."""
    data = parse(source).get("data")
    names = list(data.object())
    if not 0 < len(names) <= (most := tokens.MAX_PUZZLES):
        raise PuzzleError(f"{len(names)} puzzles; expected 1 to {most}", where=data.where)
    return tokens.each((data.get(name) for name in names), _kit_puzzle)


def _kit_puzzle(value: Value) -> Puzzle:
    with within(value.where[-1]):
        value = Value(value.data)
        height, width, lines = _sized(value.get("problem"))
        with within("problem"):
            if len(lines) != width + height:
                many = f"{len(lines)} lines after the first"
                raise PuzzleError(f"{many}; expected {width} columns, {height} rows")
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
        raise value.wrong("the numbers of rows and columns on the first line")
    with within(*value.where):
        return side(words[0], "rows"), side(words[1], "columns"), lines[1:]
