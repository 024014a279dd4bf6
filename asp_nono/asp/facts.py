"""Facts: a puzzle for an encoding, a function for each predicate.

The headers of encodings select the predicates. Lines are `row(Y)`, from the top, and `column(X)`,
from the left; everything counts from 1.
"""

import textwrap
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from asp_nono.asp.deductions import OpenPart, OpenPuzzle, holes
from asp_nono.asp.diagnosis import names
from asp_nono.asp.dialects import BoardSize, Dialect, foreign_dialects
from asp_nono.asp.encodings import Encoding
from asp_nono.asp.recipes import PICTURE, Recipe
from asp_nono.clue import Line
from asp_nono.grid import PartialGrid
from asp_nono.line.belief import marginals
from asp_nono.line.bits import each, highest, lowest, span
from asp_nono.line.solver import Placement
from asp_nono.messages import EncodingError, Message, UnwritableError
from asp_nono.puzzle import Puzzle

_OfLine: TypeAlias = Callable[[OpenPart], Iterable[str]]


@dataclass(frozen=True, slots=True)
class Fact:
    """A predicate that facts can supply."""

    arguments: str  #: "L, B, N, K" or the like
    meaning: str  #: one sentence that names each argument; headers must use the same words
    of_line: _OfLine = lambda _: ()  #: the facts of a line,
    of_board: Callable[[OpenPuzzle], Iterable[str]] = lambda _: ()  #: or those of the whole board


def term(line: Line) -> str:
    """The line as a term: `row(3)`."""
    return f"{line.axis}({line.number})"


def wanted(recipe: Recipe, puzzle: Puzzle) -> frozenset[str]:
    """The signatures of the facts that the encodings of a recipe read.

    Raises:
        EncodingError: If an encoding reads facts that do not exist, if they show anything but the
            picture, or if none of them handles the puzzle's blotted blocks.
    """
    inputs, encodings = recipe.inputs(), recipe.encodings()
    derived = frozenset[str]().union(*(part.derived for part in encodings))
    for part in encodings:
        unknown = part.inputs & inputs - FACTS.keys()
        if unknown:
            _require_supplied(part, unknown, [*FACTS, *sorted(derived)])
    _require_picture(recipe, encodings, derived)
    if puzzle.blotted and not recipe.blotted:
        chosen = Message("recipe {name}", name=recipe.name)
        raise EncodingError(
            chosen,
            "cannot handle blotted blocks: no encoding of it but redundant ones reads blot/3",
        )
    return inputs


def _require_picture(recipe: Recipe, encodings: list[Encoding], derived: frozenset[str]) -> None:
    """Raise an EncodingError where something else than the picture is shown, or no picture made."""
    if PICTURE not in derived:
        reason = Message("no rule derives {atom}, of which a picture is made", atom=PICTURE)
        if near := names.nearest(PICTURE, sorted(derived)):
            reason = Message(
                "no rule derives {atom}, of which a picture is made; did you mean it by {near}?",
                atom=PICTURE,
                near=near,
            )
        raise EncodingError(recipe.name, reason)
    shown = {entry.signature: part for part in encodings for entry in part.header.outputs}
    for signature, part in shown.items():
        if signature != PICTURE:
            _refuse_show(part, signature)
    for part in encodings if not shown else ():
        if part.header.hides:
            _refuse_show(part, names.NOTHING_SHOWN)


def _refuse_show(part: Encoding, signature: str) -> None:
    """Raise an EncodingError for the statement that shows a signature, or hides everything."""
    from asp_nono.asp.headers import parsed, shows

    line, column = shows(parsed([part.path]))[f"#show {signature}"]
    reason = names.shows_other(signature, PICTURE)
    raise EncodingError(part.name, reason, line=line, character=column)


def _require_supplied(part: Encoding, unknown: Collection[str], known: Sequence[str]) -> None:
    """Raise an EncodingError for the first use of an unknown predicate."""
    from asp_nono.asp.headers import parsed, uses

    for found in names.unsupplied(uses(parsed([part.path])), unknown, known):
        raise EncodingError(part.name, found.reason, line=found.line, character=found.column)


def _require_known(signatures: Collection[str]) -> None:
    if unknown := sorted(set(signatures) - FACTS.keys()):
        raise EncodingError(
            "facts",
            "no facts supply {names}; choose from {facts}",
            names=tuple(unknown),
            facts=tuple(FACTS),
        )


def facts_text(left: OpenPuzzle, signatures: Collection[str]) -> str:
    """The documented facts of some signatures, and constraints for the given cells and the start.

    Raises:
        EncodingError: If there is no such fact.
        UnwritableError: If the classic facts cannot hold the blotted blocks of the puzzle.
    """
    _require_known(signatures)
    classic = CLASSIC & set(signatures)
    if classic and left.puzzle.blotted:
        raise UnwritableError(Message("the classic dialect"), [Message("blotted blocks")])
    parts = ["\n".join(_preamble(left))]
    if classic:
        board = BoardSize(left.puzzle.width, left.puzzle.height, len(left.puzzle.colors))
        constants = foreign_dialects()["classic"].definitions(board)
        parts.append(" ".join(f"#const {one}." for one in constants))
    if groups := fact_groups(left, signatures):
        parts.append(groups)
    if left.decided and any(left.decided.values()):
        parts.append(_decided_facts(left))
    for name, known in (("given cells", left.puzzle.given), ("start picture", left.start)):
        if known and (rules := _rules_within(known, left)):
            parts.append("\n".join([*_comment(f"The picture agrees with the {name}."), *rules]))
    return "\n\n".join(parts) + "\n"


def fact_groups(left: OpenPuzzle, signatures: Collection[str]) -> str:
    """The facts of some signatures, each documented by a comment; others are left out."""
    groups = []
    for signature, fact in FACTS.items():
        if signature in signatures:
            head = _comment(f"{signature.split('/')[0]}({fact.arguments}) - {fact.meaning}")
            lines = filter(None, (" ".join(fact.of_line(line)) for line in left.lines))
            groups.append("\n".join([*head, *lines, *fact.of_board(left)]))
    return "\n\n".join(groups)


def _preamble(left: OpenPuzzle) -> list[str]:
    puzzle = left.puzzle
    title = f"{puzzle.title!r}" if puzzle.title else "an untitled puzzle"
    by = f" by {puzzle.author}" if puzzle.author else ""
    named = ", ".join(f"{k} = {color.name}" for k, color in enumerate(puzzle.colors[1:], 1))
    columns = f"{puzzle.width} column{'s' * (puzzle.width > 1)}"
    rows = f"{puzzle.height} row{'s' * (puzzle.height > 1)}"
    return [
        *_comment(f"Facts of {title}{by}, {columns} and {rows}."),
        *_comment(
            "Lines are row(Y), Y = 1 at the top, and column(X), X = 1 at the left; blocks, "
            "positions and colors count from 1 too. A blank line has no blocks. The background, "
            f"{puzzle.colors[0].name}, has no number and no atoms. Colors: {named or 'none'}."
        ),
        *_comment("An answer set is a picture: fill(X, Y, K), the column first, then the row."),
        *_comment(f"Deductions from line logic: {left.deductions}."),
    ]


@lru_cache(maxsize=100)
def _comment(text: str) -> list[str]:
    return textwrap.wrap(" ".join(text.split()), 100, initial_indent="% ", subsequent_indent="%   ")


def _decided_facts(left: OpenPuzzle) -> str:
    rows: dict[tuple[int, int], int] = {}
    for (x, y), color in left.decided.items():
        if color:
            rows[y, color] = rows.get((y, color), 0) | 1 << (x - 1)
    head = _comment("fill(X, Y, K) - these cells are decided, and so part of every picture.")
    facts = (
        " ".join(f"fill({columns},{y},{color})." for columns in intervals(cells))
        for (y, color), cells in rows.items()
    )
    return "\n".join([*head, *facts])


def intervals(positions: int) -> Iterator[str]:
    """The positions of a set, counted from 1, as terms: `3`, or `4..7`."""
    while positions:
        first = lowest(positions)
        end = lowest(~positions >> first) + first
        yield f"{first + 1}" if end == first + 1 else f"{first + 1}..{end}"
        positions &= -1 << end


def _rules_within(known: PartialGrid, left: OpenPuzzle) -> list[str]:
    """Constraints that keep the picture within what is known, whatever the encoding is."""
    colors = range(1, len(left.puzzle.colors))
    rules = []
    for y, row in enumerate(known.rows, 1):
        bound = left.board.open_on(y - 1) if left.alone else -1
        for x, cell in enumerate(row, 1):
            if bound >> (x - 1) & 1:
                rules += [f":- fill({x},{y},{k})." for k in colors if not cell >> k & 1]
                if not cell & 1:
                    none = ", ".join(f"not fill({x},{y},{k})" for k in colors)
                    rules.append(f":- {none}.")
    return rules


FACTS: dict[str, Fact] = {}  # the predicates by signature


def _fact(name: str, arguments: str, meaning: str) -> Callable[[_OfLine], _OfLine]:
    """Put a predicate into the table, with the function that yields its facts of a line."""

    def entered(of_line: _OfLine) -> _OfLine:
        FACTS[f"{name}/{arguments.count(',') + 1}"] = Fact(arguments, meaning, of_line)
        return of_line

    return entered


@_fact("line", "L, N", "line L has N positions.")
def _line(line: OpenPart) -> Iterator[str]:
    yield f"line({term(line.line)},{line.length})."


@_fact("block", "L, B, N, K", "on line L, block B has length N and color K.")
def _block(line: OpenPart) -> Iterator[str]:
    moving = None if line.placed else {number for number, _ in _moving(line)}
    for number, block in enumerate(line.clue, 1):
        if not block.blotted and (moving is None or number in moving):
            yield f"block({term(line.line)},{number},{block.length},{block.color})."


@_fact("blot", "L, B, K", "on line L, block B has color K and an unknown length.")
def _blot(line: OpenPart) -> Iterator[str]:
    for number, block in enumerate(line.clue, 1):
        if block.blotted:
            yield f"blot({term(line.line)},{number},{block.color})."


def _moving(line: OpenPart) -> Iterator[tuple[int, Placement]]:
    """The blocks that have several places, or that cover open cells."""
    for number, place in enumerate(line.places, 1):
        if place.cells & line.open or place.starts & (place.starts - 1):
            yield number, place


@_fact("window", "L, B, F, E", "block B of line L starts no earlier than F and no later than E.")
def _window(line: OpenPart) -> Iterator[str]:
    for number, place in _moving(line):
        first, last = lowest(place.starts) + 1, highest(place.starts) + 1
        yield f"window({term(line.line)},{number},{first},{last})."


@_fact("hole", "L, B, S", "block B of line L cannot start at S, which lies inside its window.")
def _hole(line: OpenPart) -> Iterator[str]:
    for number, place in _moving(line):
        for start in holes(place):
            yield f"hole({term(line.line)},{number},{start + 1})."


@_fact("reach", "L, B, F, E", "blotted block B of line L ends with a cell from F to E.")
def _reach(line: OpenPart) -> Iterator[str]:
    for number, place in _moving(line):
        if place.length is None:
            first, last = lowest(place.ends), highest(place.ends)
            yield f"reach({term(line.line)},{number},{first},{last})."


@_fact("barred", "L, B, P", "blotted block B of line L cannot cover position P.")
def _barred(line: OpenPart) -> Iterator[str]:
    for number, place in _moving(line):
        if place.length is None:
            for position in each(span(lowest(place.starts), highest(place.ends)) & ~place.cells):
                yield f"barred({term(line.line)},{number},{position + 1})."


@_fact("place", "L, B, S, E", "block B of line L may cover exactly the positions from S to E.")
def _place(line: OpenPart) -> Iterator[str]:
    for number, place in enumerate(line.places, 1):
        for start, end in place.spans():
            yield f"place({term(line.line)},{number},{start + 1},{end})."


@_fact("open", "X, Y", "the cell in column X and row Y is open.")
def _open(line: OpenPart) -> Iterator[str]:
    if line.line.axis == "row":
        for columns in intervals(line.open):
            yield f"open({columns},{line.line.number})."


@_fact("possible", "X, Y, K", "the open cell in column X and row Y can have color K.")
def _possible(line: OpenPart) -> Iterator[str]:
    if line.line.axis == "row":
        for color, cells in enumerate(line.allowed[1:], 1):
            for columns in intervals(cells & line.open):
                yield f"possible({columns},{line.line.number},{color})."


@_fact("at", "L, P, C", "position P of line L is the open cell C, a pair of column and row.")
def _at(line: OpenPart) -> Iterator[str]:
    kind, number = line.line
    for position in each(line.open):
        cell = (position + 1, number) if kind == "row" else (number, position + 1)
        yield f"at({term(line.line)},{position + 1},({cell[0]},{cell[1]}))."


@_fact(
    "needed", "L, P", "position P of line L is colored, and no single block is sure to cover it."
)
def _needed(line: OpenPart) -> Iterator[str]:
    for position in each(line.needed):
        yield f"needed({term(line.line)},{position + 1})."


def _marginal(left: OpenPuzzle) -> Iterator[str]:
    rows: dict[int, list[str]] = {}
    for (x, y), shares in marginals(left.board).items():
        for color, share in enumerate(shares[1:], 1):
            rows.setdefault(y, []).append(f"marginal({x},{y},{color},{round(1000 * share)}).")
    return map(" ".join, rows.values())


def _classic(pattern: str) -> _OfLine:
    facts, board = Dialect("classic", (pattern,), "").line_facts, BoardSize(0, 0)
    return lambda line: (fact.replace(", ", ",") for fact in facts(line.line, line.clue, board))


FACTS["marginal/4"] = Fact(
    "X, Y, K, Q",
    "the cell in column X and row Y has color K in about Q of 1000 solutions.",
    of_board=_marginal,
)
_fact("br", "R, B", "row R has B blocks.")(_classic("br(Y, M)"))
_fact("bc", "C, B", "column C has B blocks.")(_classic("bc(X, M)"))
_fact("lr", "R, B, N", "block B of row R has length N.")(_classic("lr(Y, B, N)"))
_fact("lc", "C, B, N", "block B of column C has length N.")(_classic("lc(X, B, N)"))
_fact("cr", "R, B, K", "block B of row R has color K.")(_classic("cr(Y, B, K)"))
_fact("cc", "C, B, K", "block B of column C has color K.")(_classic("cc(X, B, K)"))

PUZZLE = frozenset({"line/2", "block/4", "blot/3"})  # the others are about what is open
CLASSIC = frozenset({"br/2", "bc/2", "lr/3", "lc/3", "cr/3", "cc/3"})
"""The facts of the 2008 program, which also sets the constants rows, columns and colors."""


def fact_kinds() -> dict[str, list[str]]:
    """The kind of each argument of the facts about lines and cells, and of the picture's atoms."""
    kinds = {"L": "line", "K": "color"} | dict.fromkeys("NBPSFEXY", "number")
    arguments = {name: fact.arguments for name, fact in FACTS.items() if name not in CLASSIC}
    arguments[PICTURE] = "X, Y, K"
    return {
        name: [kinds.get(one, "") for one in some.split(", ")] for name, some in arguments.items()
    }
