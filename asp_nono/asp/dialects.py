"""Dialects of facts: how other programs get a puzzle, by patterns such as `row_hint(Y, B, N)`.

`dialects.toml` has a row for each dialect that is known by name; `fact_files` reads and writes
files in it, and the grader runs programs on it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from asp_nono.clue import Clue, Line

LETTERS = {
    "Y": "number of a row",
    "X": "number of a column",
    "B": "number of a block on its line",
    "N": "length of the block",
    "K": "color of the block",
    "M": "number of blocks of the line",
    "H": "number of rows",
    "W": "number of columns",
    "C": "number of block colors",
}  # the letters of a pattern

LETTER = re.compile(r"\b[A-Z]\b")


@dataclass(frozen=True, slots=True)
class BoardSize:
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

    @property
    def side(self) -> int:
        """The number of cells of its longest lines."""
        return max(self.width, self.height)

    def lines(self) -> Iterator[tuple[Line, int]]:
        """Each line and its length, rows first."""
        for y in range(1, self.height + 1):
            yield Line("row", y), self.width
        for x in range(1, self.width + 1):
            yield Line("column", x), self.height


@dataclass(frozen=True, slots=True)
class Dialect:
    """Facts by patterns: there is a fact for each value that the letters have on the board."""

    name: str  #: in messages
    facts: Sequence[str]  #: the patterns
    output: str  #: the pattern of the atoms of a picture, with Y, X and perhaps K
    constants: Mapping[str, str] = field(default_factory=dict)  #: each a letter: H, W or C
    first: Mapping[str, int] = field(default_factory=dict)  #: of Y, X and B where that is not 1
    colors: Sequence[str] = ()  #: the background first; without them K is a number
    blank_is_zero: bool = False  #: a line without blocks has one of length 0 and color 1 instead
    comment: str = ""  #: what a file says of its facts
    about: str = ""

    @property
    def signatures(self) -> frozenset[str]:
        """One for each pattern of the facts."""
        return frozenset(map(signature, self.facts))

    @property
    def colored(self) -> Mapping[str, int]:
        """For each fact that names a color, the 0-based place of the color."""
        arguments = {signature(pattern): arguments_of(pattern) for pattern in self.facts}
        return {name: found.index("K") for name, found in arguments.items() if "K" in found}

    @property
    def most_colors(self) -> int:
        """How many colors it can write, with the background."""
        return len(self.colors) or 20

    def definitions(self, board: BoardSize) -> list[str]:
        """The constants of a program, as `n = 3`."""
        values = _sizes(board)
        return [f"{name} = {values[letter]}" for name, letter in self.constants.items()]

    def board_facts(self, board: BoardSize) -> list[str]:
        """Those without a block and without the number of blocks of a line."""
        return [
            _filled(pattern, _sizes(board) | {"Y": self._number("Y", y), "X": self._number("X", x)})
            for pattern in self.facts
            for letters in [set(LETTER.findall(pattern))]
            if not letters & set("BNKM")
            for y in (range(board.height) if "Y" in letters else (0,))
            for x in (range(board.width) if "X" in letters else (0,))
        ]

    def line_facts(self, line: Line, clue: Clue, board: BoardSize) -> list[str]:
        """Those that name a block, or the number of blocks, of this line."""
        letter = "Y" if line.axis == "row" else "X"
        blank = [(0, 1)] if self.blank_is_zero else []
        blocks = [(block.least, block.color) for block in clue] or blank
        here = _sizes(board) | {letter: self._number(letter, line.number - 1)}
        here["M"] = str(len(blocks))
        facts = []
        for pattern in self.facts:
            letters = set(LETTER.findall(pattern))
            if letter not in letters or not letters & set("BNKM"):
                continue
            for number, (length, color) in enumerate(blocks if letters & set("BNK") else [(0, 0)]):
                named = self.colors[color] if self.colors else str(color)
                block = {"B": self._number("B", number), "N": str(length), "K": named}
                facts.append(_filled(pattern, here | block))
        return facts

    def _number(self, letter: str, index: int) -> str:
        return str(index + self.first.get(letter, 1))


def signature(pattern: str) -> str:
    """The signature of a pattern: "row_hint/3"."""
    return f"{name_of(pattern)}/{len(arguments_of(pattern))}"


def name_of(pattern: str) -> str:
    """The predicate of a pattern."""
    return pattern.partition("(")[0].strip()


def arguments_of(pattern: str) -> list[str]:
    """The arguments of a pattern; one that is itself a term stays whole."""
    inside = pattern.partition("(")[2].rpartition(")")[0]
    arguments, depth = [""], 0
    for char in inside:
        depth += (char == "(") - (char == ")")
        if char == "," and not depth:
            arguments.append("")
        else:
            arguments[-1] += char
    return [argument.strip() for argument in arguments if inside]


def _sizes(board: BoardSize) -> dict[str, str]:
    return {"H": str(board.height), "W": str(board.width), "C": str(board.colors - 1)}


def _filled(pattern: str, values: Mapping[str, str]) -> str:
    return LETTER.sub(lambda letter: values[letter[0]], pattern) + "."


@cache
def foreign_dialects() -> dict[str, Dialect]:
    """The table of dialects, by name."""
    import tomllib

    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    return {name: Dialect(name, **row) for name, row in tomllib.loads(text).items()}
