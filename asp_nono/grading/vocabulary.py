"""Vocabularies: in which words a program is told a puzzle, and tells its picture.

Our own facts are one. Any other is a few patterns of facts over letters that stand for the numbers
of a puzzle, as a small TOML file says them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

from asp_nono.asp.deductions import empty_line
from asp_nono.asp.facts import CLASSIC, FACTS
from asp_nono.clue import Clue, Line
from asp_nono.grading.wire import Output

LETTER = re.compile(r"\b[A-Z]\b")

LETTERS = {
    "Y": "number of a row",
    "X": "number of a column",
    "B": "number of a block on its line",
    "N": "length of the block",
    "K": "colour of the block",
    "M": "number of blocks of the line",
    "H": "number of rows",
    "W": "number of columns",
    "C": "number of block colours",
}
"""What the letters of a pattern stand for."""


@dataclass(frozen=True, slots=True)
class Board:
    """The size of a board, and its number of colours, the background included."""

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


class Vocabulary(Protocol):
    """What the judge must know of the words of a program."""

    @property
    def name(self) -> str:
        """What reports call it."""

    @property
    def signatures(self) -> frozenset[str]:
        """The facts that it can supply."""

    @property
    def output(self) -> Output:
        """How answer sets tell of cells."""

    @property
    def colored(self) -> Mapping[str, int]:
        """For each of its facts that name a colour, the 0-based place of the colour."""

    def constants(self, board: Board) -> list[str]:
        """Options for clingo that set constants."""

    def board_facts(self, board: Board) -> list[str]:
        """The facts that depend on the size of a board only, each with its full stop."""

    def line_facts(self, line: Line, clue: Clue, board: Board) -> list[str]:
        """The facts of one line with its clue."""


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
        """All that the table of facts has, save the classic ones, a vocabulary of their own."""
        return frozenset(FACTS.keys()) - CLASSIC

    @property
    def output(self) -> Output:
        """`fill(X, Y, K)`."""
        return pattern_output("fill(X, Y, K)", {}, ())

    @property
    def colored(self) -> Mapping[str, int]:
        """`block/4` only: what reads blotted blocks cannot help naming their colour."""
        return {"block/4": 3}

    def reading(self, used: frozenset[str]) -> OurFacts:
        """The same, supplying what a program with these inputs reads."""
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
        """The facts without any hint of line logic."""
        length = board.width if line.axis == "row" else board.height
        left = empty_line(line, clue, length, board.colors)
        return [
            fact
            for signature, row in FACTS.items()
            if signature in self.wanted
            for group in row.write([left])
            for fact in group
        ]


@dataclass(frozen=True, slots=True)
class Patterns:
    """Facts by patterns such as `row_hint(Y, B, N)`.

    Attributes:
        name: What reports call it.
        facts: The patterns; a letter stands for what `LETTERS` says, and there is a fact for each
            value that it has on the board.
        told: How answer sets tell of cells, with Y, X and perhaps K.
        sizes: Constants by name, each a letter: H, W or C.
        first: The first number of Y, X and B where that is not 1.
        color_names: Names of the colours, the background first; without them K is a number.
        zero: Whether a blank line has one block, of length 0 and colour 1, instead of none.
    """

    name: str
    facts: tuple[str, ...]
    told: str
    sizes: Mapping[str, str] = field(default_factory=dict)
    first: Mapping[str, int] = field(default_factory=dict)
    color_names: tuple[str, ...] = ()
    zero: bool = False

    @property
    def signatures(self) -> frozenset[str]:
        """One of each pattern."""
        return frozenset(map(signature, self.facts))

    @property
    def output(self) -> Output:
        """Read off the pattern `told`."""
        return pattern_output(self.told, self.first, self.color_names)

    @property
    def colored(self) -> Mapping[str, int]:
        """Where K is an argument of its own."""
        found = {}
        for pattern in self.facts:
            arguments = arguments_of(pattern)
            if "K" in arguments:
                found[signature(pattern)] = arguments.index("K")
        return found

    def constants(self, board: Board) -> list[str]:
        """As the option `-c` that overrides what the program says."""
        return [
            f"--const={name}={self._sizes(board)[letter]}" for name, letter in self.sizes.items()
        ]

    def board_facts(self, board: Board) -> list[str]:
        """Those without a block and without the number of blocks of a line."""
        facts = []
        for pattern in self.facts:
            letters = set(LETTER.findall(pattern))
            if letters & set("BNKM"):
                continue
            ys = range(board.height) if "Y" in letters else (0,)
            xs = range(board.width) if "X" in letters else (0,)
            for y in ys:
                for x in xs:
                    values = {"Y": self._from("Y", y), "X": self._from("X", x)}
                    facts.append(_filled(pattern, values | self._sizes(board)))
        return facts

    def line_facts(self, line: Line, clue: Clue, board: Board) -> list[str]:
        """Those that name a block, or the number of blocks, of this line."""
        letter: Literal["Y", "X"] = "Y" if line.axis == "row" else "X"
        here = self._sizes(board) | {letter: self._from(letter, line.number - 1)}
        blocks = [(block.least, block.color) for block in clue] or ([(0, 1)] if self.zero else [])
        facts = []
        for pattern in self.facts:
            letters = set(LETTER.findall(pattern))
            if letter not in letters or not letters & set("BNKM"):
                continue
            counted = here | {"M": str(len(blocks))}
            if not letters & set("BNK"):
                facts.append(_filled(pattern, counted))
                continue
            for number, (length, color) in enumerate(blocks):
                block = {"B": self._from("B", number), "N": str(length), "K": self._color(color)}
                facts.append(_filled(pattern, counted | block))
        return facts

    def _sizes(self, board: Board) -> dict[str, str]:
        sizes = {"H": board.height, "W": board.width, "C": board.colors - 1}
        return {letter: str(size) for letter, size in sizes.items()}

    def _from(self, letter: str, number: int) -> str:
        return str(number + self.first.get(letter, 1))

    def _color(self, color: int) -> str:
        return self.color_names[color] if self.color_names else str(color)


def signature(pattern: str) -> str:
    """The signature of a pattern: "row_hint/3"."""
    return f"{pattern.partition('(')[0].strip()}/{len(arguments_of(pattern))}"


def arguments_of(pattern: str) -> list[str]:
    """The arguments of a pattern, those that are terms themselves in one piece."""
    inside = pattern.partition("(")[2].rpartition(")")[0]
    arguments, depth = [""], 0
    for char in inside:
        depth += (char == "(") - (char == ")")
        if char == "," and not depth:
            arguments.append("")
        else:
            arguments[-1] += char
    return [argument.strip() for argument in arguments if inside]


def pattern_output(told: str, first: Mapping[str, int], names: tuple[str, ...]) -> Output:
    """How atoms tell of cells, from a pattern such as `fill(Y, X)`."""
    parts = {"X": r"(?P<X>-?\d+)", "Y": r"(?P<Y>-?\d+)", "K": r"(?P<K>[\w\"-]+)"}
    bare = re.escape(re.sub(r"\s", "", told))
    pattern = LETTER.sub(lambda letter: parts[letter[0]], bare)
    colors = names or tuple(map(str, range(20)))
    return Output(signature(told), pattern, first.get("X", 1), first.get("Y", 1), colors)


def _filled(pattern: str, values: Mapping[str, str]) -> str:
    return LETTER.sub(lambda letter: values[letter[0]], pattern) + "."
