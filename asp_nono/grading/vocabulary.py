"""Vocabularies: the facts in which a program gets a puzzle, and the atoms in which it answers.

Our own facts are one vocabulary. Any other is a list of patterns over letters that stand for the
numbers of a puzzle, read from a small TOML file: a dialect of the table, or a mapping of one's own.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal, Self

from asp_nono.asp.deductions import empty_line
from asp_nono.asp.dialects import LETTER, LETTERS, BoardSize, Dialect, foreign_dialects, signature
from asp_nono.asp.facts import CLASSIC, FACTS
from asp_nono.asp.recipes import Recipe
from asp_nono.clue import Clue, Line
from asp_nono.grading.submission import RESERVED, SHOWN_TERM, Submission
from asp_nono.grid import Grid
from asp_nono.messages import Message, UnknownNameError, together
from asp_nono.puzzle import Puzzle
from asp_nono.toml import (
    FLAG,
    TEXT,
    Parser,
    TomlTable,
    checked,
    from_toml,
    key,
    require,
    unexpected,
)

_CLUES = frozenset({"line/2", "block/4", "blot/3"})


@dataclass(frozen=True, slots=True)
class OurFacts(Dialect):
    """The facts of docs/encodings.md, those that a program reads."""

    name: str = "ours"
    facts: Sequence[str] = ()
    output: str = "fill(X, Y, K)"
    wanted: frozenset[str] = frozenset()  #: the signatures of the facts to be written

    @property
    def signatures(self) -> frozenset[str]:
        """The facts about lines, except the classic ones, a vocabulary of their own."""
        return frozenset(FACTS.keys()) - CLASSIC - {"marginal/4"}

    @property
    def colored(self) -> Mapping[str, int]:
        """Not `blot/3`, as a program has to name the color of such blocks."""
        return {"block/4": 3}

    def line_facts(self, line: Line, clue: Clue, board: BoardSize) -> list[str]:
        """The facts without any deductions."""
        length = board.width if line.axis == "row" else board.height
        left = empty_line(line, clue, length, board.colors)
        return [fact for name in FACTS if name in self.wanted for fact in FACTS[name].of_line(left)]


@dataclass(frozen=True, slots=True)
class SubmittedProgram:
    """A submission with its vocabulary."""

    submission: Submission
    vocabulary: Dialect
    colors: int  #: the number of colors that it claims to handle, with the background
    inspected: Mapping[str, Any]  #: what it holds; see `child.inspect`

    @classmethod
    def of(
        cls,
        submission: Submission,
        inspected: Mapping[str, Any],
        vocabulary: Dialect | None = None,
        colors: int | None = None,
    ) -> Self:
        """The program with this result of inspection; its vocabulary and colors are recognized."""
        used = frozenset(inspected["used"])
        inputs = used - frozenset(inspected["derived"])
        words = vocabulary or recognized(inputs)
        if isinstance(words, OurFacts):
            # rules may add to the clues, as with a sentinel; other names may be their own
            words = replace(words, wanted=inputs & words.signatures | used & _CLUES)
        return cls(submission, words, colors or 2 + inspected["reads_colors"], inspected)

    @classmethod
    def of_recipe(cls, chosen: Recipe, colors: int) -> Self:
        """An encoding of our own, which is not restricted."""
        texts = [(file.name, file.read_text(encoding="utf-8")) for file in chosen.files]
        rules = Submission.of(chosen.name, texts)
        names = {"derived": ["fill/3"], "shown": ["fill/3"], "shows": ["fill/3"]}
        inspected = {"text": rules.text, "terms": False, "used": [], **names}
        return cls(rules, OurFacts(wanted=chosen.inputs()), colors, inspected)

    @property
    def supplied(self) -> frozenset[str]:
        """The signatures of the facts that it gets."""
        words = self.vocabulary
        return words.wanted if isinstance(words, OurFacts) else frozenset(words.signatures)

    @property
    def output(self) -> str:
        """The signature of the atoms of its picture."""
        return signature(self.vocabulary.output)

    @property
    def show_rule(self) -> str:
        """The rule that shows its picture if it does not say itself what it shows."""
        return "" if self.inspected["shown"] else f"#show {self.output}."

    @property
    def directives(self) -> str:
        """The statements by which its picture alone is shown and distinguishes answers."""
        return directives(self.inspected, [self.output])

    @property
    def picture(self) -> str:
        """The signature of the atoms that make its picture: its output, or terms that it shows."""
        terms = self.inspected["terms"] and self.output not in self.inspected["derived"]
        return TERM if terms else self.output

    def picture_atoms(self, picture: Grid) -> list[str]:
        """The atoms that name the filled cells of a picture."""
        words, atoms = self.vocabulary, list[str]()
        shown = f"{SHOWN_TERM}({words.output})" if self.picture == TERM else words.output
        left, above = (words.first.get(letter, 1) - 1 for letter in "XY")
        for x, y, color in picture.cells():
            named = words.colors[color] if words.colors else str(color)
            values = {"X": str(x + left), "Y": str(y + above), "K": named}
            if color:
                atoms.append(LETTER.sub(lambda letter: values[letter[0]], shown))  # noqa: B023 - called at once
        return atoms

    def job(self, do: str, board: BoardSize) -> dict[str, Any]:
        """What a job on boards of this size says of it; `child.py` has the list of jobs."""
        constants = self.vocabulary.definitions(board)
        return {
            "do": do,
            "text": self.inspected["text"],
            "terms": self.inspected["terms"],
            "layer": self.directives,
            "options": [f"--const={one.replace(' ', '')}" for one in constants],
            "output": atoms_of_picture(self.vocabulary),
            "width": board.width,
            "height": board.height,
            "colors": board.colors,
        }

    def ground_job(
        self, puzzle: Puzzle, facts: str | None = None, options: Sequence[str] = ()
    ) -> dict[str, Any]:
        """The job of grounding it, with the plain facts of a puzzle unless others are given."""
        words, board = self.vocabulary, BoardSize(puzzle.width, puzzle.height, self.colors)
        if facts is None:
            plain = words.board_facts(board)
            for line, clue, _ in puzzle.lines():
                plain += words.line_facts(line, clue, board)
            facts = "\n".join(plain)
        job, given = self.job("ground", board), sorted(words.signatures)
        job["options"] += options
        rules = [f"#defined {signature}." for signature in given]
        job["colors"] = len(puzzle.colors)
        return {**job, "facts": "\n".join([facts, *rules, self.show_rule]), "given": given}


TERM = f"{SHOWN_TERM}/1"
"""The signature of the atoms that stand for terms that a program shows."""


def directives(inspected: Mapping[str, Any], counted: Iterable[str]) -> str:
    """Statements for a program: of what it shows, the atoms that count are shown and projected on.

    `counted` are their signatures.
    """
    shows = inspected["shows"] or inspected["derived"]
    kept = [one for one in counted if one in shows and one in inspected["derived"]]
    kept += [TERM] if inspected["terms"] else []
    return "\n".join(f"#show {one}. #project {one}." for one in kept)


def atoms_of_picture(words: Dialect) -> dict[str, Any]:
    """The keys of jobs for the atoms that name the cells of a picture, by the answer's pattern.

    Their "signature", "pattern" (a regular expression with groups X, Y and perhaps K), the numbers
    of the "first" column and row, and the value of K for each of the "colors".
    """
    parts = {"X": r"(?P<X>-?\d+)", "Y": r"(?P<Y>-?\d+)", "K": r"(?P<K>[\w\"-]+)"}
    bare = re.escape(re.sub(r"\s", "", words.output))
    return {
        "signature": signature(words.output),
        "pattern": LETTER.sub(lambda letter: parts[letter[0]], bare),
        "first": [words.first.get(letter, 1) for letter in "XY"],
        "colors": [*words.colors] or [*map(str, range(20))],
    }


@cache
def dialects() -> dict[str, Dialect]:
    """All vocabularies that have a name, our own first."""
    return {"ours": OurFacts(), **foreign_dialects()}


def dialect(name: str) -> Dialect:
    """The vocabulary called `name`; an UnknownNameError if there is none."""
    known = dialects()
    if name not in known:
        raise UnknownNameError("dialect", name, known)
    return known[name]


def recognized(inputs: frozenset[str]) -> Dialect:
    """The vocabulary with most of the predicates that a program reads; ours if none has any."""
    return max(dialects().values(), key=lambda words: len(words.signatures & inputs))


_ARGUMENT = r"\s*(?:-?\d+|[A-Z]|(?!not\b)[a-z_][A-Za-z0-9_']*|\"[\w -]*\")\s*"
_INNERMOST = re.compile(rf"(?:\b(?!not\b)[a-z_][\w']*)?\({_ARGUMENT}(?:,{_ARGUMENT})*\)")
_ATOM = re.compile(r"(?!not\b)[a-z_][A-Za-z0-9_']*(?:\(.*\))?", re.DOTALL)
_LONGEST_PATTERN = 200
_NAME = re.compile(r"[a-z_][A-Za-z0-9_]*")
_COLOR = re.compile(r"[a-z][A-Za-z0-9_]*|\"[\w -]*\"|\d{1,3}")
_LARGEST_FIRST = 1000
_LONGEST_LIST = 50
_PATTERNS = Message("patterns such as row_hint(Y, B, N), at most 50")
_COLOR_NAMES = Message("names as in ASP: black, not Black")
_FIRST = Message(
    "X, Y or B, each with a whole number from {least} to {most}",
    least=-_LARGEST_FIRST,
    most=_LARGEST_FIRST,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Patterns(TomlTable):
    """A mapping file."""

    facts: tuple[str, ...] = key(_PATTERNS, min_length=1, max_length=_LONGEST_LIST)
    output: str = key(TEXT)
    constants: dict[str, Literal["H", "W", "C"]] = key(Message("H, W or C"), dict)
    first: dict[Literal["X", "Y", "B"], int] = key(_FIRST, dict)
    colors: tuple[str, ...] = key(_COLOR_NAMES, (), max_length=_LONGEST_LIST)
    blank_is_zero: bool = key(FLAG, False)
    about: str = key(TEXT, "")


def read_mapping(path: Path, parse: Parser = tomllib.loads) -> Dialect:
    """A vocabulary from a mapping file; a PuzzleError names the entry that is wrong."""
    return from_toml(path, partial(_mapping, name=path.name), parse)


def _mapping(table: dict[str, Any], name: str) -> Dialect:
    found = checked(_Patterns, table)
    for pattern in found.facts:
        _check_pattern(pattern, "facts", set(LETTERS))
        _check_fact(pattern)
    _check_output(found.output, found.facts)
    for constant in found.constants:
        named = _NAME.fullmatch(constant.lower())
        require(named, unexpected(constant, Message("a name")), "constants")
    for letter, value in found.first.items():
        require(abs(value) <= _LARGEST_FIRST, unexpected(value, _FIRST), "first", letter)
    for color in found.colors:
        require(_COLOR.fullmatch(color), unexpected(color, _COLOR_NAMES), "colors")
    few = Message("expected the background and two more")
    require(not 0 < len(found.colors) < 3, few, "colors")
    twice = Message("a name comes twice; expected different ones")
    require(len(set(found.colors)) == len(found.colors), twice, "colors")
    return Dialect(name, **asdict(found))


def _check_pattern(pattern: str, key: str, known: set[str]) -> None:
    require("asp_nono_" not in pattern, together((repr(pattern), RESERVED)), key)
    for name in re.findall(r"\b[A-Z]\w*\b", pattern):
        unknown = Message(
            "{name} in {pattern}; expected {names}",
            name=name,
            pattern=repr(pattern),
            names=tuple(sorted(known)),
        )
        require(name in known, unknown, key)
    # clingo takes it for an atom, with numbers for the letters, if terms can be taken out in turn
    sound = len(pattern) <= _LONGEST_PATTERN and _ATOM.fullmatch(pattern)
    before, rest = "", pattern.strip() if sound else "("
    while rest != before:
        before, rest = rest, _INNERMOST.sub("t", rest)
    sound = "(" not in rest and _ATOM.fullmatch(rest)
    reason = Message("{pattern}: expected an atom as in a program", pattern=repr(pattern)[:60])
    require(sound, reason, key)


def _check_fact(pattern: str) -> None:
    letters, where = set(LETTER.findall(pattern)), ("facts", signature(pattern))
    one_line = letters.isdisjoint("BNKM") or len(letters & {"X", "Y"}) == 1
    line = Message("of which line? Expected either Y, a row, or X, a column, beside B, N, K or M")
    require(one_line, line, *where)
    one_block = letters.isdisjoint("NK") or "B" in letters
    require(one_block, Message("of which block? Expected B beside N or K"), *where)


def _check_output(output: str, facts: Sequence[str]) -> None:
    _check_pattern(output, "output", {"X", "Y", "K"})
    letters, name = LETTER.findall(output), signature(output)
    once = {"X", "Y"} <= set(letters) and len(letters) == len(set(letters))
    reason = Message(
        "{output}; expected X, Y and perhaps K, each once, as in fill(X, Y, K)",
        output=repr(output),
    )
    require(once, reason, "output")
    reason = Message("{name} is a fact; expected a predicate that no fact has", name=name)
    require(name not in map(signature, facts), reason, "output")
