"""Files of facts in the dialects of other programs, read and written.

They are read with clingo's parser and never through its grounder. Only facts over numbers and
names and `#const` are accepted, so nothing in a file is ever executed or included.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from itertools import chain, starmap
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from asp_nono.asp.dialects import BoardSize, Dialect, arguments_of, foreign_dialects, name_of
from asp_nono.clue import Block, Clue, Line
from asp_nono.formats.colors import numbered, of_names
from asp_nono.formats.source import Source, character_at, line_at, line_of, place_of, quoted
from asp_nono.formats.tokens import (
    Axis,
    check_count,
    clue_of_blocks,
    clues_of,
    lines_of,
)
from asp_nono.formats.writing import (
    WriteSettings,
    credit_in,
    credit_lines,
    credited,
    joined,
    settle,
)
from asp_nono.grid import Grid
from asp_nono.messages import EncodingError, Message, PuzzleError
from asp_nono.puzzle import Puzzle

if TYPE_CHECKING:
    from asp_nono.asp.engine import AST

Kind: TypeAlias = Literal["number", "name"]
Kinds: TypeAlias = tuple[Kind, ...]  # of the arguments of a predicate
Arguments: TypeAlias = tuple[Any, ...]  # of a fact: numbers, and names such as `red`
Facts: TypeAlias = dict[Arguments, dict[str, Any]]
"""The values of the letters of facts, by those of some of them."""

_LONGEST = 1000  # characters of a fact; no deeper term than its stack survives clingo's parser
_MOST = 200_000  # facts of a file, far more than any puzzle has; each takes the parser time
_SHOWN = 60  # no more characters of a statement are shown in an error
_REFUSED = (
    (re.compile(r"#(?!const\b)\w*"), Message("a fact file holds facts and #const only")),
    (re.compile(r"[^\t\n\x20-\x7e]"), Message("expected plain ASCII outside comments")),
    (re.compile('"'), Message("expected numbers and names without quotes")),
    # clingo's parser would take a longer number for another one
    (re.compile(r"\d{10,}"), Message("expected at most 9 digits")),
)  # what never reaches clingo's parser, and why


class FactFile:
    """What a file states; takes its statements from clingo's parser up to one that is no fact."""

    def __init__(self, kinds: Mapping[str, Kinds], constants: Collection[str]) -> None:
        self.facts: dict[str, dict[Arguments, int]] = {name: {} for name in kinds}
        self.constants: dict[str, int] = {}
        self.error: PuzzleError | None = None  # clingo lets no exception through
        self._kinds, self._constants = kinds, constants

    def take(self, node: "AST") -> None:
        """Take a statement."""
        if self.error is None:
            try:
                self._take(node)
            except PuzzleError as error:
                self.error = error

    def _take(self, node: "AST") -> None:
        from asp_nono.asp.engine import ASTType

        where = _place(node)
        if node.ast_type == ASTType.Program:  # the parser begins with `#program base`
            return
        if node.ast_type == ASTType.Definition and node.name in self._constants:
            value = _value(node.value, "number")
            if self.constants.setdefault(node.name, value) != value:
                raise PuzzleError(
                    "{statement} contradicts an earlier constant",
                    statement=_shown(node),
                    where=where,
                )
            return
        if node.ast_type != ASTType.Rule or node.body or node.head.ast_type != ASTType.Literal:
            raise PuzzleError(
                "{statement}: a fact file holds facts and the constants only",
                statement=_shown(node),
                where=where,
            )
        function = getattr(node.head.atom, "symbol", None)
        name, arguments = getattr(function, "name", ""), getattr(function, "arguments", ())
        kinds = self._kinds.get(name, ())
        if len(kinds) != len(arguments) or not kinds or node.head.sign:
            raise PuzzleError(
                "{statement}: expected a fact of {known}",
                statement=_shown(node),
                known=tuple(f"{known}/{len(kind)}" for known, kind in self._kinds.items()),
                where=where,
            )
        self.facts[name].setdefault(tuple(map(_value, arguments, kinds)), node.location.begin.line)

    def by_letters(self, pattern: str, keys: str) -> Facts:
        """The facts of a pattern: the values of all letters, by the values of those in `keys`."""
        name, letters = name_of(pattern), arguments_of(pattern)
        found: Facts = {}
        for arguments, line in self.facts[name].items():
            values = dict(zip(letters, arguments, strict=True))
            if found.setdefault(tuple(values[key] for key in keys), values) != values:
                raise PuzzleError(
                    "{fact} contradicts an earlier fact",
                    fact=_fact(pattern, values),
                    where=(line_at(line),),
                )
        return found


def _fact(pattern: str, values: Mapping[str, Any]) -> str:
    return f"{name_of(pattern)}({','.join(str(values[key]) for key in arguments_of(pattern))})"


def _parse(source: Source, kinds: Mapping[str, Kinds], constants: Collection[str]) -> FactFile:
    """The facts of a file with these predicates and constants; anything else is an error."""
    from asp_nono.asp.engine import parse_string
    from asp_nono.asp.source import ClingoMessages

    text = _without_comments(source.text())
    _check_text(text)
    file = FactFile(kinds, constants)
    try:
        with ClingoMessages("facts") as messages:
            parse_string(text, file.take, logger=messages.logger)
    except EncodingError as error:
        where: tuple[Message, ...] = ()
        if error.line and error.character:
            where = line_at(error.line), character_at(error.character)
        raise file.error or PuzzleError(error.reason, where=where) from None
    if file.error:
        raise file.error
    return file


def _without_comments(text: str) -> str:
    """The same lines, so that errors find their places."""

    def lines(found: re.Match[str]) -> str:
        if found[0].startswith("%*") and not found[1]:
            raise PuzzleError("a comment that is not closed", where=(line_of(text, found.start()),))
        return re.sub("[^\n]", " ", found[0])

    return re.sub(r"%\*.*?(?:(\*%)|\Z)|%[^\n]*", lines, text, flags=re.DOTALL)


def _check_text(text: str) -> None:
    """Keep from clingo's parser what it runs, reads wrongly or does not survive."""
    for sign, expected in _REFUSED:
        if found := sign.search(text):
            where = place_of(text, found.start())
            raise PuzzleError(
                "{text}; {expected}", text=quoted(found[0]), expected=expected, where=where
            )
    start = 0
    ends = (found.start() for found in re.finditer(r"(?<!\.)\.(?!\.)", text))
    for count, end in enumerate(chain(ends, [len(text)])):
        if count > _MOST:
            where = place_of(text, end)
            raise PuzzleError("more than {most} facts; expected fewer", most=_MOST, where=where)
        if len(text[start:end].strip()) > _LONGEST:
            raise PuzzleError(
                "more than {most} characters without a full stop; expected facts",
                most=_LONGEST,
                where=(line_of(text, start + 1),),
            )
        start = end


def _place(node: "AST") -> tuple[Message, Message]:
    begin = node.location.begin
    return line_at(begin.line), character_at(begin.column)


def _value(term: "AST", kind: str) -> Any:  # noqa: ANN401 - a number, or a name as text
    from asp_nono.asp.engine import SymbolType

    symbol = getattr(term, "symbol", None)
    if symbol is not None and symbol.type == SymbolType.Number:
        return int(symbol.number) if kind == "number" else str(symbol.number)
    if kind == "name" and symbol is not None and symbol.type == SymbolType.Function:
        return str(symbol)
    raise PuzzleError(
        "{term}; expected {expected}",
        term=_shown(term),
        expected=Message("a number from 0 up") if kind == "number" else Message("a name"),
        where=_place(term),
    )


def _shown(node: "AST") -> str:
    text = str(node)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def read(name: str, source: Source) -> list[Puzzle]:
    """The puzzle that facts of the dialect `name` pose; its answer's atoms, if any, draw the goal.

    A line without facts is blank. Where blocks count from 0 they may count from 1 too.
    """
    dialect = foreign_dialects()[name]
    color: Kind = "name" if dialect.colors else "number"
    kinds: dict[str, Kinds] = {
        name_of(pattern): tuple(color if key == "K" else "number" for key in arguments_of(pattern))
        for pattern in (*dialect.facts, dialect.output)
    }
    return [_Reading(dialect, _parse(source, kinds, dialect.constants), source).puzzle()]


class _Reading:
    """Makes a puzzle of the facts of a file."""

    def __init__(self, dialect: Dialect, file: FactFile, source: Source) -> None:
        self.dialect, self.file, self.source = dialect, file, source
        self.constant = {letter: name for name, letter in dialect.constants.items()}
        self.named: dict[Any, int] = {}  # the numbers of colors with names
        if dialect.colors:
            for pattern in (*dialect.facts, dialect.output):
                for values in file.by_letters(pattern, "".join(arguments_of(pattern))).values():
                    if "K" in values:
                        self.named.setdefault(values["K"], len(self.named) + 1)

    def puzzle(self) -> Puzzle:
        height, width = self._size("row"), self._size("column")
        rows, columns = self._clues("row", height), self._clues("column", width)
        used = max((block.color for clue in (*rows, *columns) for block in clue), default=1)
        if self.dialect.colors:
            colors = of_names(self.named)
        else:
            colors = numbered(max(self.file.constants.get(self.constant.get("C", ""), 1), used))
        texts = credit_in(self.source.glance, "%")
        return Puzzle(rows, columns, colors, goal=self._goal(width, height), **texts)

    def _size(self, axis: Axis) -> int:
        size: int
        letter = "H" if axis == "row" else "W"
        name = self.constant.get(letter, "")
        fact = next((p for p in self.dialect.facts if arguments_of(p) == [letter]), "")
        counts = self._pattern(axis, "M")
        if fact:
            given = [size for (size,) in self.file.facts[name_of(fact)]]
            if len(given) != 1:
                raise PuzzleError(
                    "{count} facts {name}; expected one with the number of {lines}",
                    count=len(given),
                    name=name_of(fact),
                    lines=lines_of(axis),
                )
            size = given[0]
        elif name not in self.file.constants and not counts:
            raise PuzzleError("no size; expected '#const {name} = ' and a number", name=name)
        else:
            lines = self.file.facts[name_of(counts)] if counts else ()
            size = self.file.constants.get(name, max((number for number, *_ in lines), default=0))
        check_count(axis, size)
        return size

    def _pattern(self, axis: Axis, letter: str) -> str:
        """The pattern with this letter for lines of an axis; "" if there is none."""
        line = "Y" if axis == "row" else "X"
        return next((p for p in self.dialect.facts if {line, letter} <= set(arguments_of(p))), "")

    def _facts(self, pattern: str, keys: str, first: int, size: int) -> Facts:
        """The facts of a pattern, whose first key is a line that is there."""
        facts = self.file.by_letters(pattern, keys) if pattern else {}
        for (number, *_), values in facts.items():
            if not first <= number < first + size:
                raise PuzzleError(
                    "{fact} lies outside {first} to {last}",
                    fact=_fact(pattern, values),
                    first=first,
                    last=first + size - 1,
                )
        return facts

    def _clues(self, axis: Axis, size: int) -> tuple[Clue, ...]:
        letter = "Y" if axis == "row" else "X"
        first = self.dialect.first.get(letter, 1)
        patterns = [self._pattern(axis, kind) for kind in "MNK"]
        counts, lengths, colors = (
            self._facts(pattern, keys, first, size)
            for pattern, keys in zip(patterns, (letter, letter + "B", letter + "B"), strict=True)
        )
        places: dict[int, list[int]] = {number: [] for number in range(first, first + size)}
        for number, place in lengths:
            places[number].append(place)
        line = partial(self._range, axis, patterns[0], counts)
        ranges = {number: line(number, found) for number, found in places.items()}
        if patterns[0]:
            for pattern, facts in zip(patterns[1:], (lengths, colors), strict=True):
                for (number, place), values in facts.items():
                    if place not in ranges[number]:
                        fact = _fact(pattern, values)
                        raise PuzzleError("{fact}: there is no such block", fact=fact)

        def clue(number: int) -> Clue:
            blocks = []
            for place in ranges[number]:
                key = (number, place)
                if key not in lengths:
                    fact = f"{name_of(patterns[1])}({number},{place},…)"
                    raise PuzzleError(
                        "block {number} has no length {fact}", number=place, fact=fact
                    )
                color = colors[key]["K"] if key in colors else 1
                blocks.append((lengths[key]["N"], self.named.get(color, color)))
            if self.dialect.blank_is_zero:
                return clue_of_blocks(blocks)
            return tuple(starmap(Block, blocks))

        return clues_of(axis, list(places), clue)

    def _range(
        self, axis: Axis, pattern: str, counts: Facts, number: int, found: list[int]
    ) -> range:
        """The numbers of the blocks of a line: as many as counted, else those of the lengths."""
        if not pattern:
            start = 1 if min(found, default=1) == 1 else self.dialect.first.get("B", 1)
            return range(start, start + len(found))
        if (number,) not in counts:
            letter = "Y" if axis == "row" else "X"
            line = Line(axis, number - self.dialect.first.get(letter, 1) + 1).named
            fact = f"{name_of(pattern)}({number},…)"
            self.source.remark("{line}: there is no {fact}; read as blank", line=line, fact=fact)
            return range(0)
        return range(1, counts[(number,)]["M"] + 1)

    def _goal(self, width: int, height: int) -> Grid | None:
        """The picture that the atoms of an answer draw."""
        pattern = self.dialect.output
        rows = [[0] * width for _ in range(height)]
        facts = self.file.by_letters(pattern, "XY")
        for values in facts.values():
            x, y = (values[key] - self.dialect.first.get(key, 1) for key in "XY")
            if not (0 <= x < width and 0 <= y < height):
                raise PuzzleError(
                    "{name} of column {x}, row {y} lies outside {width}x{height} cells",
                    name=name_of(pattern),
                    x=x + 1,
                    y=y + 1,
                    width=width,
                    height=height,
                )
            color = values.get("K", 1)
            rows[y][x] = self.named.get(color, color)
        return Grid.from_rows(rows) if facts else None


def write(name: str, puzzles: Sequence[Puzzle], options: WriteSettings) -> str:
    """The facts of one puzzle as text."""
    from asp_nono.asp.deductions import without_deductions
    from asp_nono.asp.facts import FACTS, facts_text

    dialect, puzzle = foreign_dialects()[name], puzzles[0]
    _settle(dialect, puzzles, options)
    made = joined(credit_lines(puzzle, "%"))
    if dialect.signatures <= FACTS.keys():
        return made + facts_text(without_deductions(puzzle), dialect.signatures)
    board = BoardSize(puzzle.width, puzzle.height, len(puzzle.colors))
    constants = [f"#const {one}." for one in dialect.definitions(board)]
    facts = dialect.board_facts(board)
    for line, clue, _ in puzzle.lines():
        facts += dialect.line_facts(line, clue, board)
    lines = [*constants, *(fact.replace(", ", ",") for fact in facts)]
    return made + dialect.comment + joined(lines)


def _settle(dialect: Dialect, puzzles: Sequence[Puzzle], options: WriteSettings) -> None:
    """Refuse or drop what the facts cannot hold; where they have colors, these are numbers."""
    puzzle, form = puzzles[0], Message("the {name} dialect", name=dialect.name)
    keeps = credited(puzzle)
    if not dialect.colored:
        settle(form, puzzles, options, keeps)
        return
    own = [(color.name, color.rgb) for color in puzzle.colors]
    usual = [(color.name, color.rgb) for color in numbered(len(own) - 1)[: len(own)]]
    dropped = {Message("the names and values of colors"): own != usual}
    settle(form, puzzles, options, (*keeps, "colors"), dropped=dropped)
