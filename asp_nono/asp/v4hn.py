"""The facts of v4hn's encoding as a file format (https://github.com/v4hn/nonogram_asp).

`row(Row, Index, Colour, Length)` and `col(Column, Index, Colour, Length)` with lines from 0, and
the sizes as `row_cnt` and `col_cnt`. Colours are names. Its answers are `s(Row, Column, Colour)`.
"""

from __future__ import annotations

from typing import Literal

from asp_nono.asp.fact_files import FactFile, Kinds, parse, picture, whole
from asp_nono.clue import Block, Clue, Line
from asp_nono.errors import PuzzleError
from asp_nono.formats.colors import of_names
from asp_nono.formats.source import Source
from asp_nono.formats.tokens import check_count
from asp_nono.puzzle import Puzzle

_BLOCK: Kinds = ("number", "number", "name", "number")
_KINDS: dict[str, Kinds] = {
    "row": _BLOCK,
    "col": _BLOCK,
    "row_cnt": ("number",),
    "col_cnt": ("number",),
    "s": ("number", "number", "name"),
}


def read(source: Source) -> list[Puzzle]:
    """The puzzle that the facts pose; `s/3` facts, if any, draw its goal.

    A line without blocks is blank. Blocks may be counted from 0 or from 1.

    Raises:
        PuzzleError: If there is anything but facts, or the facts make no puzzle.
    """
    file = parse(source, _KINDS, ())
    height, width = _size(file, "row"), _size(file, "column")
    named = dict.fromkeys(
        str(arguments[2]) for name in ("row", "col", "s") for arguments in file.facts[name]
    )
    numbers = {name: number for number, name in enumerate(named, 1)}
    rows = _clues(file, "row", height, numbers)
    columns = _clues(file, "column", width, numbers)
    drawn = {
        (whole(x) + 1, whole(y) + 1): numbers[str(name)]
        for (y, x), (name,) in file.by_key("s", 2).items()
    }
    goal = picture(drawn, width, height, "s") if drawn else None
    return [Puzzle(rows, columns, of_names(named), goal=goal)]


def _size(file: FactFile, axis: Literal["row", "column"]) -> int:
    name = f"{axis[:3]}_cnt"
    counts = list(file.facts[name])
    if len(counts) != 1:
        raise PuzzleError(f"{len(counts)} facts {name}; expected one with the number of {axis}s")
    size = whole(counts[0][0])
    check_count(axis, size)
    return size


def _clues(
    file: FactFile, axis: Literal["row", "column"], size: int, numbers: dict[str, int]
) -> tuple[Clue, ...]:
    name = axis[:3]
    clues: list[list[Block]] = [[] for _ in range(size)]
    blocks = sorted(file.by_key(name, 2).items())
    firsts = {line: place for (line, place), _ in reversed(blocks)}
    for (line, place), (color, length) in blocks:
        here = f"{name}({line},{place},{color},{length})"
        if not 0 <= whole(line) < size:
            raise PuzzleError(f"{here} lies outside 0 to {size - 1}")
        clue = clues[whole(line)]
        if whole(firsts[line]) not in (0, 1) or place != whole(firsts[line]) + len(clue):
            raise PuzzleError(f"{here}: the block before it is missing; expected 0, 1, 2, …")
        try:
            clue.append(Block(whole(length), numbers[str(color)]))
        except PuzzleError as error:
            raise error.within(str(Line(axis, whole(line) + 1))) from None
    return tuple(map(tuple, clues))
