"""The facts of the 2008 program as a file format: `br bc lr lc cr cc` and three constants.

Reading goes through clingo's parser and never through its grounder: only facts over numbers and
`#const` are accepted, so nothing in a file is ever executed or included.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from asp_nono.clue import Block, Clue
from asp_nono.errors import EncodingError, PuzzleError
from asp_nono.formats import MAX_SIDE, Format, Options, Source
from asp_nono.formats.losses import beside_clues, settle
from asp_nono.formats.non_colors import picked
from asp_nono.grid import Grid, spare_chars
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle

if TYPE_CHECKING:
    from clingo.ast import AST

_FACT = re.compile(r"\b(br|bc)\(\s*\d+\s*,\s*\d+\s*\)\s*\.")
_COMMENT = re.compile(r"%\*.*?\*%|%[^\n]*", re.DOTALL)
_DIRECTIVE = re.compile(r"#(?!const\b)\w*")
_CONSTANTS = ("rows", "columns", "colors")
_ARITY = {"br": 2, "bc": 2, "lr": 3, "lc": 3, "cr": 3, "cc": 3, "fill": 3}


@dataclass(slots=True)
class _Tables:
    """What a file states: constants, and for each predicate its last argument by the others."""

    constants: dict[str, int] = field(default_factory=dict)
    facts: dict[str, dict[tuple[int, ...], int]] = field(
        default_factory=lambda: {name: {} for name in _ARITY}
    )


def sniff(source: Source) -> bool:
    """Whether there is a block count of a row or a column as a fact."""
    return bool(_FACT.search(source.glance))


def read(source: Source) -> list[Puzzle]:
    """The puzzle that the facts pose; `fill/3` facts, if any, draw its goal.

    Raises:
        PuzzleError: If there is anything but facts and constants, or the facts make no puzzle.
    """
    tables = _tables(source)
    facts, constants = tables.facts, tables.constants
    height = constants.get("rows", _most(facts["br"]))
    width = constants.get("columns", _most(facts["bc"]))
    for name, size in (("rows", height), ("columns", width)):
        if not 1 <= size <= MAX_SIDE:
            raise PuzzleError(f"{size} {name}; expected 1 to {MAX_SIDE}")
    rows = tuple(_clue(source, facts, "r", number) for number in range(1, height + 1))
    columns = tuple(_clue(source, facts, "c", number) for number in range(1, width + 1))
    _nothing_outside(facts, height, width)
    used = max((block.color for clue in (*rows, *columns) for block in clue), default=1)
    colors = max(constants.get("colors", 1), used)
    if colors > MAX_SIDE:
        raise PuzzleError(f"{colors} colours; at most {MAX_SIDE} are read")
    goal = _goal(facts["fill"], width, height) if facts["fill"] else None
    return [Puzzle(rows, columns, _palette(colors), goal=goal)]


def write(puzzles: Sequence[Puzzle], options: Options) -> str:
    """The facts of one puzzle as text.

    Raises:
        UnwritableError: If there are several puzzles or blotted blocks, or something else that
            the facts cannot hold and that may not be dropped.
    """
    from asp_nono.asp.facts import CLASSIC, facts_text
    from asp_nono.asp.leftover import untouched

    puzzle = puzzles[0]
    fatal = [
        *(["a second puzzle"] if len(puzzles) > 1 else []),
        *(["blotted blocks"] if puzzle.blotted else []),
    ]
    dropped = beside_clues(puzzle, keeps=("title", "author", "colors"))
    settle("the classic dialect", fatal, dropped, options)
    return facts_text(untouched(puzzle), CLASSIC)


FORMAT = Format("classic", "facts of the 2008 ASP program", (), sniff, read, write)
"""The row that this dialect adds to the table of formats."""


def _tables(source: Source) -> _Tables:
    from clingo.ast import parse_string

    from asp_nono.asp.messages import Messages

    text = source.text()
    if match := _DIRECTIVE.search(_COMMENT.sub("", text)):
        raise PuzzleError(f"{match[0]}; a fact file holds facts and #const only")
    nodes: list[AST] = []
    try:
        with Messages("facts") as messages:
            parse_string(text, nodes.append, logger=messages.logger)
    except EncodingError as error:
        raise PuzzleError(error.reason, where=(error.place,)) from None
    except RecursionError:
        raise PuzzleError("terms nested too deeply; expected numbers") from None
    tables = _Tables()
    for node in nodes:
        _collect(node, tables)
    return tables


def _collect(node: AST, tables: _Tables) -> None:
    from clingo.ast import ASTType

    kind = node.ast_type
    if kind in (ASTType.Program, ASTType.Comment):
        return
    where = (f"line {node.location.begin.line}",)
    if kind == ASTType.Definition and node.name in _CONSTANTS:
        tables.constants[node.name] = _number(node.value, where)
        return
    if kind != ASTType.Rule or node.body or node.head.ast_type != ASTType.Literal:
        raise PuzzleError(f"{node}: a fact file holds facts and the constants only", where=where)
    function = getattr(node.head.atom, "symbol", None)
    name = getattr(function, "name", "")
    arguments = getattr(function, "arguments", ())
    if _ARITY.get(name) != len(arguments) or node.head.sign:
        names = ", ".join(f"{n}/{a}" for n, a in _ARITY.items())
        raise PuzzleError(f"{node}: expected a fact of {names}", where=where)
    *key, value = (_number(argument, where) for argument in arguments)
    if tables.facts[name].setdefault(tuple(key), value) != value and name != "fill":
        raise PuzzleError(f"{node} contradicts an earlier fact", where=where)


def _number(term: AST, where: tuple[str, ...]) -> int:
    from clingo import SymbolType

    symbol = getattr(term, "symbol", None)
    if symbol is None or symbol.type != SymbolType.Number:
        raise PuzzleError(f"{term}; expected a number", where=where)
    return int(symbol.number)


def _palette(colors: int) -> tuple[Color, ...]:
    """White, black, and as many other colours, which the facts only number."""
    chars = spare_chars((WHITE.char, BLACK.char))
    values = picked((WHITE.rgb, BLACK.rgb))
    more = (
        Color(f"color{number}", char, rgb)
        for number, char, rgb in zip(range(2, colors + 1), chars, values, strict=False)
    )
    return (WHITE, BLACK, *more)


def _most(counts: dict[tuple[int, ...], int]) -> int:
    return max((line for (line,) in counts), default=0)


def _clue(
    source: Source, facts: dict[str, dict[tuple[int, ...], int]], axis: str, line: int
) -> Clue:
    where = (f"{'row' if axis == 'r' else 'column'} {line}",)
    number = facts[f"b{axis}"].get((line,))
    if number is None:
        source.remark(f"{where[0]}: there is no b{axis}({line},…); read as blank")
        number = 0
    blocks = []
    for block in range(1, number + 1):
        length = facts[f"l{axis}"].get((line, block))
        if length is None:
            raise PuzzleError(f"block {block} has no length l{axis}({line},{block},…)", where=where)
        try:
            blocks.append(Block(length, facts[f"c{axis}"].get((line, block), 1)))
        except PuzzleError as error:
            raise error.within(*where) from None
    return tuple(blocks)


def _nothing_outside(facts: dict[str, dict[tuple[int, ...], int]], height: int, width: int) -> None:
    """Every length and colour belongs to a block that is counted."""
    for axis, size in (("r", height), ("c", width)):
        for line in facts[f"b{axis}"]:
            if not 1 <= line[0] <= size:
                raise PuzzleError(f"b{axis}({line[0]},…) lies outside 1 to {size}")
        for name in (f"l{axis}", f"c{axis}"):
            for line_number, block in facts[name]:
                if not 1 <= block <= facts[f"b{axis}"].get((line_number,), 0):
                    raise PuzzleError(f"{name}({line_number},{block},…): there is no such block")


def _goal(fills: dict[tuple[int, ...], int], width: int, height: int) -> Grid:
    rows = [[0] * width for _ in range(height)]
    for (x, y), color in fills.items():
        if not (1 <= x <= width and 1 <= y <= height):
            raise PuzzleError(f"fill({x},{y},{color}) lies outside {width}x{height} cells")
        rows[y - 1][x - 1] = color
    return Grid(tuple(map(tuple, rows)))
