"""Vocabularies: the facts in which a program gets a puzzle, and the atoms in which it answers.

Our own facts are one vocabulary. Any other is a list of patterns over letters that stand for the
numbers of a puzzle, read from a small TOML file: a dialect of the table, or a mapping of one's own.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from asp_nono.asp.deductions import empty_line
from asp_nono.asp.dialects import LETTER, LETTERS, Dialect, dialect_rows, signature
from asp_nono.asp.facts import CLASSIC, FACTS
from asp_nono.clue import Clue, Line
from asp_nono.errors import PuzzleError, UnknownNameError
from asp_nono.grading.submission import Submission
from asp_nono.puzzle import Puzzle


class Board(NamedTuple):
    """The size of a board, and its number of colors with the background."""

    width: int
    height: int
    colors: int = 2

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"

    @property
    def area(self) -> int:
        """Number of cells."""
        return self.width * self.height

    def lines(self) -> Iterator[tuple[Line, int]]:
        """Each line and its length, rows first."""
        for y in range(1, self.height + 1):
            yield Line("row", y), self.width
        for x in range(1, self.width + 1):
            yield Line("column", x), self.height


@dataclass(frozen=True, slots=True)
class Output:
    """The atoms that name the cells of a picture.

    Attributes:
        signature: The predicate ("fill/3").
        pattern: A regular expression for the text of an atom, with groups `X`, `Y` and, unless all
            cells have color 1, `K`.
        first_x, first_y: The numbers of the first column and the first row.
        colors: The value of K for each color, the background first.
    """

    signature: str
    pattern: str
    first_x: int
    first_y: int
    colors: tuple[str, ...]

    @classmethod
    def of(cls, pattern: str, first: Mapping[str, int], color_names: tuple[str, ...]) -> Output:
        """The output with a pattern such as `fill(Y, X)`."""
        parts = {"X": r"(?P<X>-?\d+)", "Y": r"(?P<Y>-?\d+)", "K": r"(?P<K>[\w\"-]+)"}
        bare = re.escape(re.sub(r"\s", "", pattern))
        regex = LETTER.sub(lambda letter: parts[letter[0]], bare)
        colors = color_names or tuple(map(str, range(20)))
        return cls(signature(pattern), regex, first.get("X", 1), first.get("Y", 1), colors)


@dataclass(frozen=True, slots=True)
class OurFacts:
    """The facts of docs/encodings.md, those that a program reads.

    Attributes:
        wanted: Their signatures.
    """

    wanted: frozenset[str] = frozenset()
    name: str = "ours"

    @property
    def signatures(self) -> frozenset[str]:
        """All that the table of facts has, except the classic ones, a vocabulary of their own."""
        return frozenset(FACTS.keys()) - CLASSIC

    @property
    def output(self) -> Output:
        """`fill(X, Y, K)`."""
        return Output.of("fill(X, Y, K)", {}, ())

    @property
    def colored(self) -> Mapping[str, int]:
        """As for `Patterns`; not `blot/3`, as a program has to name the color of such blocks."""
        return {"block/4": 3}

    def reading(self, used: frozenset[str]) -> OurFacts:
        """The same, for a program with these inputs."""
        return replace(self, wanted=used & self.signatures)

    def constants(self, board: Board) -> list[str]:
        """None."""
        del board
        return []

    def board_facts(self, board: Board) -> list[str]:
        """None: all facts belong to lines."""
        del board
        return []

    def line_facts(self, line: Line, clue: Clue, board: Board) -> list[str]:
        """The facts without any deductions."""
        length = board.width if line.axis == "row" else board.height
        left = empty_line(line, clue, length, board.colors)
        return [
            fact
            for signature, row in FACTS.items()
            if signature in self.wanted
            for fact in row.write(left)
        ]


class Patterns(Dialect):
    """Facts by patterns such as `row_hint(Y, B, N)`, and the atoms of an answer."""

    __slots__ = ()

    @property
    def output(self) -> Output:
        """Read off the pattern of the answer."""
        return Output.of(self.answer, self.first, self.color_names)


Vocabulary: TypeAlias = OurFacts | Patterns


_INSPECTED: Mapping[str, Any] = {
    "used": [],
    "derived": ["fill/3"],
    "shown": ["fill/3"],
    "shows_something": True,
}


@dataclass(frozen=True, slots=True)
class Program:
    """A submission with its vocabulary.

    Attributes:
        colors: The number of colors that it claims to handle, with the background.
        inspected: The result of `child.inspect`; when left out, that of an encoding of ours.
    """

    submission: Submission
    vocabulary: Vocabulary
    colors: int
    inspected: Mapping[str, Any] = field(default_factory=lambda: _INSPECTED)

    @classmethod
    def of(
        cls,
        submission: Submission,
        inspected: Mapping[str, Any],
        vocabulary: Vocabulary | None = None,
        colors: int | None = None,
    ) -> Program:
        """The program with this result of inspection; its vocabulary and colors are recognized."""
        inputs = frozenset(inspected["used"]) - frozenset(inspected["derived"])
        words = vocabulary or recognized(inputs)
        if isinstance(words, OurFacts):
            words = words.reading(inputs)
        return cls(submission, words, colors or 2 + inspected["reads_colors"], inspected)

    @property
    def inputs(self) -> frozenset[str]:
        """The predicates that it reads and does not derive."""
        return frozenset(self.inspected["used"]) - frozenset(self.inspected["derived"])

    @property
    def derives(self) -> bool:
        """Whether its picture is made of atoms, on which answer sets can be projected.

        Terms that it shows are possible, too.
        """
        return self.vocabulary.output.signature in self.inspected["derived"]

    @property
    def show_rule(self) -> str:
        """The rule that shows its picture if it does not say itself what it shows."""
        shows = self.inspected["shows_something"]
        return "" if shows else f"#show {self.vocabulary.output.signature}."

    def facts(self, puzzle: Puzzle) -> str:
        """The facts of a puzzle without any deductions."""
        board = Board(puzzle.width, puzzle.height, self.colors)
        facts = self.vocabulary.board_facts(board)
        for line, clue, _ in puzzle.lines():
            facts += self.vocabulary.line_facts(line, clue, board)
        return "\n".join(facts)

    def ground_job(
        self, puzzle: Puzzle, facts: str | None = None, options: Sequence[str] | None = None
    ) -> dict[str, Any]:
        """The job of grounding it, with the facts of a puzzle unless others are given."""
        words, rules = self.vocabulary, []
        if options is None:
            options = words.constants(Board(puzzle.width, puzzle.height, self.colors))
            rules = [f"#defined {signature}." for signature in sorted(words.signatures)]
        text = self.facts(puzzle) if facts is None else facts
        return {
            "do": "ground",
            "text": self.submission.text,
            "facts": "\n".join([text, *rules, self.show_rule]),
            "options": list(options),
            "output": asdict(words.output),
            "width": puzzle.width,
            "height": puzzle.height,
            "given": sorted(words.signatures),
        }


def dialects() -> dict[str, Vocabulary]:
    """All vocabularies that have a name, our own first."""
    return {"ours": OurFacts(), **_files()}


@cache
def _files() -> dict[str, Patterns]:
    return {name: Patterns(name, **row) for name, row in dialect_rows().items()}


def dialect(name: str) -> Vocabulary:
    """The vocabulary called `name`.

    Raises:
        UnknownNameError: If there is none.
    """
    known = dialects()
    if name not in known:
        raise UnknownNameError("dialect", name, known)
    return known[name]


def recognized(inputs: frozenset[str]) -> Vocabulary:
    """The vocabulary with most of the predicates that a program reads; ours if none has any."""
    return max(dialects().values(), key=lambda words: len(words.signatures & inputs))


_ARGUMENT = r"\s*(?:-?\d+|[A-Z]|(?!not\b)[a-z_][A-Za-z0-9_']*|\"[\w -]*\")\s*"
_INNERMOST = re.compile(rf"(?:\b(?!not\b)[a-z_][\w']*)?\({_ARGUMENT}(?:,{_ARGUMENT})*\)")
_ATOM = re.compile(r"(?!not\b)[a-z_][A-Za-z0-9_']*(?:\(.*\))?", re.DOTALL)
_LONGEST_PATTERN = 200
_NAME = re.compile(r"[a-z_][A-Za-z0-9_]*")
_COLOR = re.compile(r"[a-z][A-Za-z0-9_]*|\"[\w -]*\"|\d{1,3}")
_LARGEST_FIRST = 1000
_TYPES = {str: "a text", list: "a list", dict: "a table", bool: "true or false"}
_ENTRIES: dict[str, type] = {
    "about": str,
    "facts": list,
    "output": str,
    "constants": dict,
    "first": dict,
    "colors": list,
    "blank_is_zero": bool,
}


def read_mapping(path: Path, name: str = "") -> Patterns:
    """A vocabulary from a mapping file (docs/grading.md says what it holds).

    Raises:
        PuzzleError: If the file cannot be read or is wrong; the error names the entry.
    """
    table = read_toml(path)
    try:
        return _mapping(table, name or path.name)
    except PuzzleError as error:
        raise error.within(path=str(path)) from None
    except UnknownNameError as error:
        raise PuzzleError(str(error), path=str(path)) from None


def _mapping(table: dict[str, Any], name: str) -> Patterns:
    for key, value in table.items():
        if key not in _ENTRIES:
            raise UnknownNameError("entry of a mapping", key, _ENTRIES)
        if type(value) is not _ENTRIES[key]:
            raise PuzzleError(f"{value!r:.40}; expected {_TYPES[_ENTRIES[key]]}", where=(key,))
    facts = _list(table, "facts", _ATOM, "a pattern such as row_hint(Y, B, N)")
    output = table.get("output", "")
    if not facts or not output:
        raise PuzzleError("expected facts and output, at least")
    for pattern in facts:
        _check_pattern(pattern, "facts", set(LETTERS))
        _check_fact(pattern)
    _check_output(output, facts)
    sizes = _table(table, "constants", lambda v: v in ("H", "W", "C"), "H, W or C")
    base = f"a whole number from -{_LARGEST_FIRST} to {_LARGEST_FIRST}"
    first = _table(table, "first", lambda v: type(v) is int and abs(v) <= _LARGEST_FIRST, base)
    if wrong := set(first) - {"X", "Y", "B"}:
        raise PuzzleError(f"{min(wrong)}; expected X, Y or B", where=("first",))
    colors = _list(table, "colors", _COLOR, "a name as in ASP: black, not Black")
    if colors and len(colors) < 3:
        raise PuzzleError("expected the background and two more", where=("colors",))
    if len(set(colors)) < len(colors):
        raise PuzzleError("a name comes twice; expected different ones", where=("colors",))
    zero = table.get("blank_is_zero", False)
    return Patterns(name, tuple(facts), output, sizes, first, tuple(colors), zero)


def _list(table: dict[str, Any], key: str, form: re.Pattern[str], expected: str) -> list[str]:
    found: list[str] = table.get(key, [])
    if len(found) > 50:
        raise PuzzleError(f"{len(found)} entries; expected at most 50", where=(key,))
    for entry in found:
        if not isinstance(entry, str) or not form.fullmatch(entry):
            raise PuzzleError(f"{entry!r:.60}; expected {expected}", where=(key,))
    return found


def _table(
    table: dict[str, Any], key: str, sound: Callable[[Any], bool], expected: str
) -> dict[str, Any]:
    found: dict[str, Any] = table.get(key, {})
    for name, value in found.items():
        if not _NAME.fullmatch(name.lower()) or not sound(value):
            raise PuzzleError(f"{value!r:.40}; expected {expected}", where=(key, name))
    return found


def _check_pattern(pattern: str, key: str, known: set[str]) -> None:
    if "asp_nono_" in pattern:
        reason = f"{pattern!r}: names that begin with asp_nono_ are reserved for the grader"
        raise PuzzleError(reason, where=(key,))
    for name in re.findall(r"\b[A-Z]\w*\b", pattern):
        if name not in known:
            reason = f"{name} in {pattern!r}; expected {', '.join(sorted(known))}"
            raise PuzzleError(reason, where=(key,))
    if not _is_atom(pattern):
        raise PuzzleError(f"{pattern!r:.60}: expected an atom as in a program", where=(key,))


def _is_atom(pattern: str) -> bool:
    """Whether clingo would take it for an atom, with numbers for the letters."""
    if len(pattern) > _LONGEST_PATTERN or not _ATOM.fullmatch(pattern):
        return False
    before, rest = "", pattern.strip()
    while rest != before:
        before, rest = rest, _INNERMOST.sub("t", rest)
    return "(" not in rest and bool(_ATOM.fullmatch(rest))


def _check_fact(pattern: str) -> None:
    letters = set(LETTER.findall(pattern))
    where = ("facts", signature(pattern))
    if letters & set("BNKM") and len(letters & {"X", "Y"}) != 1:
        reason = "of which line? Expected either Y, a row, or X, a column, beside B, N, K or M"
        raise PuzzleError(reason, where=where)
    if letters & {"N", "K"} and "B" not in letters:
        raise PuzzleError("of which block? Expected B beside N or K", where=where)


def _check_output(output: str, facts: list[str]) -> None:
    _check_pattern(output, "output", {"X", "Y", "K"})
    letters = LETTER.findall(output)
    if not {"X", "Y"} <= set(letters) or len(letters) > len(set(letters)):
        reason = f"{output!r}; expected X, Y and perhaps K, each once, as in fill(X, Y, K)"
        raise PuzzleError(reason, where=("output",))
    if signature(output) in map(signature, facts):
        reason = f"{signature(output)} is a fact; expected a predicate that no fact has"
        raise PuzzleError(reason, where=("output",))


_LARGEST_TOML = 1 << 16


def read_toml(path: Path) -> dict[str, Any]:
    """The table in a TOML file from a teacher or student.

    Raises:
        PuzzleError: If it cannot be read, is too large or no TOML.
    """
    try:
        with path.open("rb") as stream:
            raw = stream.read(_LARGEST_TOML + 1)
    except OSError as error:
        raise PuzzleError(f"cannot be read: {error.strerror}", path=str(path)) from None
    if len(raw) > _LARGEST_TOML:
        reason = f"more than {_LARGEST_TOML >> 10} KiB; expected a few lines"
        raise PuzzleError(reason, path=str(path))
    try:
        return tomllib.loads(raw.decode())
    except (ValueError, RecursionError) as error:
        words = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise PuzzleError(f"is no TOML: {words}", path=str(path)) from None
