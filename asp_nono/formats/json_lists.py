"""Reading the JSON of other programs: clues of rows and of columns in lists.

There is no standard. Read are the files of davidje13/Nonogram, ThomasR/nonogram-solver,
ricoriedel/nonogram-rs, erikbrinkman/color-nonogram, klepaczmikolaj/color-nonogram-solver,
freak532486/nonogram-solver, xcsp3team/pycsp3-models and CPMpy/cpmpy, all on GitHub.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias, cast

from asp_nono.clue import Clue
from asp_nono.errors import PuzzleError
from asp_nono.formats.cells import with_state
from asp_nono.formats.colors import of_names
from asp_nono.formats.credit import Credit
from asp_nono.formats.json_values import Value, parse
from asp_nono.formats.source import Source, number
from asp_nono.formats.tokens import clues_of_blocks, each, pattern_lengths, unpadded
from asp_nono.grid import PartialGrid
from asp_nono.puzzle import Puzzle

_PAIRS = (
    ("row_rules", "col_rules"),
    ("rows", "columns"),
    ("rows", "cols"),
    ("rowHints", "colHints"),
    ("rowPatterns", "colPatterns"),
    ("horizontal", "vertical"),
)
"""What the programs call the clues of the rows and those of the columns."""

_PADDED = "row_rules"
"""The key of clues that zeros fill up to one length."""

_TEXTS = {"title": "title", "name": "title", "author": "author", "source": "source", "id": "id"}
"""Keys of texts, and the field of a Puzzle that each fills."""

_CELLS = {-1: 0b01, 0: 0b11, 1: 0b10}
"""What ThomasR's numbers say of a cell: empty, unknown, filled."""

_WORD = re.compile(r"[0-9]+|\S")

_MOST_PUZZLES = 100_000


class _Block(NamedTuple):
    """A block: its length, and the name of its colour or nothing."""

    length: int
    color: str


_Lines: TypeAlias = list[list[_Block]]


def read(source: Source) -> list[Puzzle | PuzzleError]:
    """The puzzle of a file, or all that are in an array.

    Raises:
        PuzzleError: If it is no JSON, or nothing in it looks like clues.
    """
    root = parse(source)
    if root.has("nonograms"):
        root = root.get("nonograms")
    if not isinstance(root.data, list):
        return [_puzzle(root)]
    values = list(root.items("puzzle", _MOST_PUZZLES))
    if not values:
        raise root.wrong("at least one puzzle")
    return each((Value(value.data) for value in values), _puzzle)


def _puzzle(value: Value) -> Puzzle:
    pair = next((pair for pair in _PAIRS if value.has(pair[0]) and value.has(pair[1])), None)
    if pair is None:
        known = ", ".join(f"{first} and {second}" for first, second in _PAIRS)
        raise PuzzleError(f"no clues; expected the keys {known}", where=value.where)
    rows, columns = _lines(value.get(pair[0]), "row"), _lines(value.get(pair[1]), "column")
    named = dict.fromkeys(block.color for line in (*rows, *columns) for block in line)
    if "" in named:
        if len(named) > 1:
            raise PuzzleError("expected a colour for each block or for none")
        rows, columns = _plain(rows, columns, padded=pair[0] == _PADDED)
        named = {}
    numbers = {name: place for place, name in enumerate(named, 1)} or {"": 1}
    row_clues = _clues(rows, "row", numbers)
    column_clues = _clues(columns, "column", numbers)
    texts = {field: value.get(key).text() for key, field in _TEXTS.items() if _said(value, key)}
    colors = of_names(named, _meanings(value))
    puzzle = Puzzle(row_clues, column_clues, colors, **cast("Credit", texts))
    return with_state(puzzle, _content(value.get("content"))) if value.has("content") else puzzle


def _clues(
    lines: _Lines, axis: Literal["row", "column"], numbers: Mapping[str, int]
) -> tuple[Clue, ...]:
    return clues_of_blocks(
        axis, [[(length, numbers[color]) for length, color in line] for line in lines]
    )


def _said(value: Value, key: str) -> bool:
    return value.has(key) and isinstance(value.get(key).data, str)


def _lines(value: Value, axis: Literal["row", "column"]) -> _Lines:
    return [_line(line) for line in value.items(axis)]


def _line(value: Value) -> list[_Block]:
    if value.data is None:
        raise value.wrong("a clue; lines of which nothing is known are not supported")
    if not isinstance(value.data, str):
        return [_block(block) for block in value.items("block")]
    words = _WORD.findall(value.text())
    pairs = list(zip(words[::2], words[1::2], strict=False))
    if len(words) % 2 or any(not n[0].isdecimal() or color[0].isdecimal() for n, color in pairs):
        raise value.wrong("numbers, each with the letter of a colour")
    return [_Block(number(length, "a block of"), color) for length, color in pairs]


def _block(value: Value) -> _Block:
    """A length, or a length and a colour in either order, or under the keys `v` and `c`."""
    if isinstance(value.data, dict):
        return _Block(value.get("v").whole(), value.get("c").text())
    if not isinstance(value.data, list):
        return _Block(value.whole(), "")
    parts = list(value.items("part", 2))
    if len(parts) != 2:
        raise value.wrong("a length and a colour")
    length, color = parts if isinstance(parts[0].data, int) else reversed(parts)
    return _Block(length.whole(), color.text())


def _plain(rows: _Lines, columns: _Lines, *, padded: bool) -> tuple[_Lines, _Lines]:
    """Lines of lengths alone, from what may be padded, or be patterns under another name."""
    lengths = [[[block.length for block in line] for line in lines] for lines in (rows, columns)]
    everything = [line for lines in lengths for line in lines]
    drawn = {0, 1}.issuperset(length for line in everything for length in line)
    decode: Callable[[Sequence[int]], list[int]] = unpadded
    if drawn and any(0 in line[1:-1] for line in everything):
        decode = pattern_lengths
    elif not padded:
        return rows, columns
    plain_rows, plain_columns = (
        [[_Block(length, "") for length in decode(line)] for line in lines] for lines in lengths
    )
    return plain_rows, plain_columns


def _meanings(value: Value) -> dict[str, str]:
    """What the letters of colours mean, where the file has `styles` for a terminal."""
    if not value.has("styles"):
        return {}
    styles = value.get("styles")
    return {
        name: next(styles.get(name).items("style"), Value("")).text() for name in styles.object()
    }


def _content(value: Value) -> PartialGrid:
    rows = []
    for row in value.items("row"):
        cells = []
        for cell in row.items("cell"):
            if cell.whole() not in _CELLS:
                raise cell.wrong("-1 (empty), 0 (unknown) or 1 (filled)")
            cells.append(_CELLS[cell.whole()])
        rows.append(tuple(cells))
    return PartialGrid(tuple(rows))
