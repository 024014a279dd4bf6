"""The facts of gramcracker as a file format (https://github.com/danioellay/gramcracker).

`row_hint(Row, Index, Length)` and `col_hint(Column, Index, Length)`, both from 1, and the sizes as
the constants `w` and `h`. Its answers are `fill(Row, Column)`, the row first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from asp_nono.asp.fact_files import FactFile, numbers, parse, picture, whole
from asp_nono.clue import Clue
from asp_nono.errors import PuzzleError
from asp_nono.formats import credit
from asp_nono.formats.losses import Options, settle_listing
from asp_nono.formats.source import Source
from asp_nono.formats.tokens import check_count, clues_of_lengths
from asp_nono.puzzle import Puzzle

FORM = "gramcracker's facts"

_KINDS = {"row_hint": numbers(3), "col_hint": numbers(3), "fill": numbers(2)}


def read(source: Source) -> list[Puzzle]:
    """The puzzle that the facts pose; `fill/2` facts, if any, draw its goal.

    A line without hints is blank, and so is one whose only hint is 0.

    Raises:
        PuzzleError: If there is anything but facts and constants, or the facts make no puzzle.
    """
    file = parse(source, _KINDS, ("w", "h"))
    for name in ("w", "h"):
        if name not in file.constants:
            raise PuzzleError(f"no size; expected '#const {name} = ' and a number")
    width, height = file.constants["w"], file.constants["h"]
    rows = _clues(file, "row", "row_hint", height)
    columns = _clues(file, "column", "col_hint", width)
    fills = {(whole(x), whole(y)): 1 for y, x in file.facts["fill"]}
    goal = picture(fills, width, height, "fill") if fills else None
    texts = credit.found(source.glance, "%")
    return [Puzzle(rows, columns, goal=goal, **texts)]


def write(puzzles: Sequence[Puzzle], options: Options) -> str:
    """The facts of one puzzle, one on a line, as gramcracker's own window reads them.

    Raises:
        UnwritableError: If there are several puzzles, colours or blotted blocks, or something else
            that the facts cannot hold and that may not be dropped.
    """
    puzzle = puzzles[0]
    settle_listing(FORM, puzzles, options, keeps=credit.kept(puzzle))
    return "".join(f"{line}\n" for line in _lines(puzzle))


def _lines(puzzle: Puzzle) -> Iterator[str]:
    yield from credit.lines(puzzle, "%")
    yield "% row_hint(Row, Block, Length) and col_hint(Column, Block, Length), all counted from 1."
    yield "% A blank line has one hint, 0. An answer is fill(Row, Column), without the background."
    yield f"#const w = {puzzle.width}."
    yield f"#const h = {puzzle.height}."
    for name, clues in (("row_hint", puzzle.rows), ("col_hint", puzzle.columns)):
        for number, clue in enumerate(clues, 1):
            lengths = [block.length for block in clue] or [0]
            yield from (
                f"{name}({number},{place},{length})." for place, length in enumerate(lengths, 1)
            )


def _clues(
    file: FactFile, axis: Literal["row", "column"], name: str, size: int
) -> tuple[Clue, ...]:
    check_count(axis, size)
    lengths: list[list[int]] = [[] for _ in range(size)]
    for (line, place), (length,) in sorted(file.by_key(name, 2).items()):
        here = f"{name}({line},{place},{length})"
        if not 1 <= whole(line) <= size:
            raise PuzzleError(f"{here} lies outside 1 to {size}")
        hints = lengths[whole(line) - 1]
        if place != len(hints) + 1:
            raise PuzzleError(f"{here}; expected hint {len(hints) + 1} of {axis} {line} first")
        hints.append(whole(length))
    return clues_of_lengths(axis, lengths)
