"""The facts of the 2008 program as a file format: `br bc lr lc cr cc` and three constants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from asp_nono.asp.fact_files import Arguments, FactFile, numbers, parse, picture, whole
from asp_nono.clue import Block, Clue, Line
from asp_nono.errors import PuzzleError
from asp_nono.formats import credit
from asp_nono.formats.colors import numbered
from asp_nono.formats.losses import Options, beside_clues, settle
from asp_nono.formats.source import Source
from asp_nono.formats.tokens import check_count
from asp_nono.puzzle import Color, Puzzle

_CONSTANTS = ("rows", "columns", "colors")
_BLOCKS = {name: numbers(3) for name in ("lr", "lc", "cr", "cc", "fill")}
_KINDS = {"br": numbers(2), "bc": numbers(2), **_BLOCKS}


def read(source: Source) -> list[Puzzle]:
    """The puzzle that the facts pose; `fill/3` facts, if any, draw its goal.

    Raises:
        PuzzleError: If there is anything but facts and constants, or the facts make no puzzle.
    """
    file = parse(source, _KINDS, _CONSTANTS)
    constants = file.constants
    height = constants.get("rows", _most(file, "br"))
    width = constants.get("columns", _most(file, "bc"))
    rows = _clues(file, "row", height, source)
    columns = _clues(file, "column", width, source)
    used = max((block.color for clue in (*rows, *columns) for block in clue), default=1)
    colors = max(constants.get("colors", 1), used)
    fills = {
        (whole(x), whole(y)): whole(color) for (x, y), (color,) in file.by_key("fill", 2).items()
    }
    goal = picture(fills, width, height, "fill") if fills else None
    texts = credit.found(source.glance, "%")
    return [Puzzle(rows, columns, numbered(colors), goal=goal, **texts)]


def write(puzzles: Sequence[Puzzle], options: Options) -> str:
    """The facts of one puzzle as text.

    Raises:
        UnwritableError: If there are several puzzles or blotted blocks, or something else that
            the facts cannot hold and that may not be dropped.
    """
    from asp_nono.asp.deductions import without_deductions
    from asp_nono.asp.facts import CLASSIC, facts_text

    puzzle = puzzles[0]
    fatal = [
        *(["a second puzzle"] if len(puzzles) > 1 else []),
        *(["blotted blocks"] if puzzle.blotted else []),
    ]
    dropped = [*beside_clues(puzzle, keeps=(*credit.kept(puzzle), "colors"))]
    if _looks(puzzle.colors) != _looks(numbered(len(puzzle.colors) - 1))[: len(puzzle.colors)]:
        dropped.append("the names and values of colours")
    settle("the classic dialect", puzzles, fatal, dropped, options)
    made = "".join(f"{line}\n" for line in credit.lines(puzzle, "%"))
    return made + facts_text(without_deductions(puzzle), CLASSIC)


def _looks(colors: Sequence[Color]) -> list[tuple[str, str]]:
    return [(color.name, color.rgb) for color in colors]


def _most(file: FactFile, counts: str) -> int:
    return max((whole(arguments[0]) for arguments in file.facts[counts]), default=0)


def _clues(
    file: FactFile, axis: Literal["row", "column"], size: int, source: Source
) -> tuple[Clue, ...]:
    check_count(axis, size)
    letter = axis[0]
    counts, lengths, colors = (
        file.by_key(name + letter, keys) for name, keys in (("b", 1), ("l", 2), ("c", 2))
    )
    _nothing_outside(letter, size, counts, {f"l{letter}": lengths, f"c{letter}": colors})
    clues = []
    for number in range(1, size + 1):
        line = Line(axis, number)
        if (number,) not in counts:
            source.remark(f"{line}: there is no b{letter}({number},…); read as blank")
        try:
            blocks = range(1, whole(counts.get((number,), (0,))[0]) + 1)
            clues.append(
                tuple(_block(letter, (number, block), lengths, colors) for block in blocks)
            )
        except PuzzleError as error:
            raise error.within(str(line)) from None
    return tuple(clues)


def _block(
    letter: str,
    key: Arguments,
    lengths: dict[Arguments, Arguments],
    colors: dict[Arguments, Arguments],
) -> Block:
    if key not in lengths:
        reason = f"block {key[1]} has no length l{letter}({key[0]},{key[1]},…)"
        raise PuzzleError(reason)
    return Block(whole(lengths[key][0]), whole(colors.get(key, (1,))[0]))


def _nothing_outside(
    letter: str,
    size: int,
    counts: dict[Arguments, Arguments],
    blocks: dict[str, dict[Arguments, Arguments]],
) -> None:
    """Every length and colour belongs to a block that is counted."""
    for (line,) in counts:
        if not 1 <= whole(line) <= size:
            raise PuzzleError(f"b{letter}({line},…) lies outside 1 to {size}")
    for name, facts in blocks.items():
        for line, block in facts:
            if not 1 <= whole(block) <= whole(counts.get((line,), (0,))[0]):
                raise PuzzleError(f"{name}({line},{block},…): there is no such block")
