"""Files of facts, read with clingo's parser and never through its grounder.

Only facts over numbers and names and `#const` are accepted, so nothing in a file is ever executed
or included.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Literal, TypeAlias

from asp_nono.errors import EncodingError, PuzzleError
from asp_nono.formats.source import Source, line_of, place_of, quoted
from asp_nono.grid import Grid

if TYPE_CHECKING:
    from clingo.ast import AST

Kinds: TypeAlias = tuple[Literal["number", "name"], ...]
"""What each argument of a predicate is."""

Arguments: TypeAlias = tuple[int | str, ...]
"""The arguments of a fact: a number, or a name such as `red`."""

_COMMENT = re.compile(r"%\*.*?(?:(\*%)|\Z)|%[^\n]*", re.DOTALL)
_STATEMENT_END = re.compile(r"(?<!\.)\.(?!\.)")

_LONGEST = 1000
"""No fact has more characters; clingo's parser survives no term nested deeper than its stack."""

_MOST = 200_000
"""The most facts of a file, far more than any puzzle has; clingo's parser needs time for each."""

_SHOWN = 60
"""No more characters of a statement are shown in an error."""

_REFUSED = (
    (re.compile(r"#(?!const\b)\w*"), "a fact file holds facts and #const only"),
    (re.compile(r"[^\t\n\x20-\x7e]"), "expected plain ASCII outside comments"),
    (re.compile('"'), "expected numbers and names without quotes"),
    # clingo's parser would take a longer number for another one
    (re.compile(r"\d{10,}"), "expected at most 9 digits"),
)
"""What never reaches clingo's parser, and why."""


@dataclass(slots=True)
class FactFile:
    """What a file states.

    Attributes:
        facts: For each predicate its facts, and the line of the text where each stands first.
        constants: The values of `#const`.
    """

    facts: dict[str, dict[Arguments, int]]
    constants: dict[str, int] = field(default_factory=dict)

    def by_key(self, name: str, keys: int) -> dict[Arguments, Arguments]:
        """The last arguments of a predicate's facts by the first ones, `keys` in number.

        Raises:
            PuzzleError: If two facts give the same key different values.
        """
        found: dict[Arguments, Arguments] = {}
        for arguments, line in self.facts[name].items():
            key, value = arguments[:keys], arguments[keys:]
            if found.setdefault(key, value) != value:
                reason = f"{name}({','.join(map(str, arguments))}) contradicts an earlier fact"
                raise PuzzleError(reason, where=(f"line {line}",))
        return found


def numbers(count: int) -> Kinds:
    """The kinds of as many arguments, all of them numbers."""
    kind: Literal["number"] = "number"
    return (kind,) * count


def whole(value: int | str) -> int:
    """A number where the predicate's kinds say that there is one."""
    if isinstance(value, str):
        raise TypeError(f"{value!r} stands where a number does")
    return value


def parse(source: Source, kinds: Mapping[str, Kinds], constants: Collection[str]) -> FactFile:
    """The facts of a file.

    Args:
        source: The file.
        kinds: The predicates that may be in it, with the kinds of their arguments.
        constants: The names that `#const` may give a number.

    Raises:
        PuzzleError: If there is anything but facts of these predicates and these constants.
    """
    from clingo.ast import parse_string

    from asp_nono.asp.source import Messages

    text = _without_comments(source.text())
    _check_text(text)
    collect = _Collector(kinds, constants)
    try:
        with Messages("facts") as messages:
            parse_string(text, collect, logger=messages.logger)
    except EncodingError as error:
        where = (error.place, f"character {error.character}") if error.character else ()
        raise collect.error or PuzzleError(error.reason, where=where) from None
    if collect.error:
        raise collect.error
    return collect.file


def _without_comments(text: str) -> str:
    """The same lines, so that errors find their places.

    Raises:
        PuzzleError: If a comment is not closed.
    """

    def lines(found: re.Match[str]) -> str:
        if found[0].startswith("%*") and not found[1]:
            raise PuzzleError("a comment that is not closed", where=(line_of(text, found.start()),))
        return re.sub("[^\n]", " ", found[0])

    return _COMMENT.sub(lines, text)


def _check_text(text: str) -> None:
    """Keep from clingo's parser what it runs, reads wrongly or does not survive."""
    for sign, expected in _REFUSED:
        if found := sign.search(text):
            where = place_of(text, found.start())
            raise PuzzleError(f"{quoted(found[0])}; {expected}", where=where)
    start = 0
    ends = (found.start() for found in _STATEMENT_END.finditer(text))
    for count, end in enumerate(chain(ends, [len(text)])):
        if count > _MOST:
            where = place_of(text, end)
            raise PuzzleError(f"more than {_MOST} facts; no puzzle has so many", where=where)
        if len(text[start:end].strip()) > _LONGEST:
            reason = f"more than {_LONGEST} characters without a full stop; expected facts"
            raise PuzzleError(reason, where=(line_of(text, start + 1),))
        start = end


class _Collector:
    """Takes statements from clingo's parser, one by one.

    Attributes:
        file: What they state.
        error: What is wrong with the first that is no fact; clingo lets no exception through.
    """

    def __init__(self, kinds: Mapping[str, Kinds], constants: Collection[str]) -> None:
        self.file = FactFile(facts={name: {} for name in kinds})
        self.error: PuzzleError | None = None
        self._kinds, self._constants = kinds, constants

    def __call__(self, node: AST) -> None:
        if self.error is None:
            try:
                self._take(node)
            except PuzzleError as error:
                self.error = error

    def _take(self, node: AST) -> None:
        from clingo.ast import ASTType

        where = _place(node)
        if node.ast_type == ASTType.Program:  # the parser begins with `#program base`
            return
        if node.ast_type == ASTType.Definition and node.name in self._constants:
            value = whole(_value(node.value, "number"))
            if self.file.constants.setdefault(node.name, value) != value:
                raise PuzzleError(f"{_shown(node)} contradicts an earlier constant", where=where)
            return
        if node.ast_type != ASTType.Rule or node.body or node.head.ast_type != ASTType.Literal:
            reason = "a fact file holds facts and the constants only"
            raise PuzzleError(f"{_shown(node)}: {reason}", where=where)
        function = getattr(node.head.atom, "symbol", None)
        name, arguments = getattr(function, "name", ""), getattr(function, "arguments", ())
        kinds = self._kinds.get(name, ())
        if len(kinds) != len(arguments) or not kinds or node.head.sign:
            known = ", ".join(f"{known}/{len(kind)}" for known, kind in self._kinds.items())
            raise PuzzleError(f"{_shown(node)}: expected a fact of {known}", where=where)
        pairs = zip(arguments, kinds, strict=True)
        values = tuple(_value(term, kind) for term, kind in pairs)
        self.file.facts[name].setdefault(values, node.location.begin.line)


def _place(node: AST) -> tuple[str, str]:
    begin = node.location.begin
    return f"line {begin.line}", f"character {begin.column}"


def _value(term: AST, kind: str) -> int | str:
    from clingo import SymbolType

    symbol = getattr(term, "symbol", None)
    if symbol is not None and symbol.type == SymbolType.Number:
        return int(symbol.number) if kind == "number" else str(symbol.number)
    if kind == "name" and symbol is not None and symbol.type == SymbolType.Function:
        return str(symbol)
    expected = "a number from 0 up" if kind == "number" else "a name"
    raise PuzzleError(f"{_shown(term)}; expected {expected}", where=_place(term))


def _shown(node: AST) -> str:
    text = str(node)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def picture(cells: Mapping[tuple[int, int], int], width: int, height: int, sample: str) -> Grid:
    """The picture that facts draw, from the colour of each (column, row), both from 1.

    Args:
        cells: The coloured cells.
        width: The number of columns.
        height: The number of rows.
        sample: The predicate, as errors name it.

    Raises:
        PuzzleError: If a cell lies outside.
    """
    rows = [[0] * width for _ in range(height)]
    for (x, y), color in cells.items():
        if not (1 <= x <= width and 1 <= y <= height):
            reason = f"{sample} of column {x}, row {y} lies outside {width}x{height} cells"
            raise PuzzleError(reason)
        rows[y - 1][x - 1] = color
    return Grid(tuple(map(tuple, rows)))
