"""Text with places: pieces of lines, tokens of programs, and the clues that numbers in them make.

A listing is black on white and holds block lengths, line by line. `0` alone stands for a blank
line, and so does nothing at all where a format lets a line be empty.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar, cast

from asp_nono.clue import Block, Clue, Line
from asp_nono.formats.source import MAX_SIDE, Source, number, place_of, quoted, side
from asp_nono.messages import PuzzleError, within
from asp_nono.puzzle import Color, Puzzle

_Part = TypeVar("_Part")
_Made = TypeVar("_Made")
_Cells = TypeVar("_Cells", str, tuple[int, ...])

Axis: TypeAlias = Literal["row", "column"]
Lists: TypeAlias = list[list[int]]

MAX_LINES = 100_000  # the most lines of a listing; the largest sets of puzzles have half as many
MAX_NUMBERS = MAX_SIDE * MAX_SIDE  # the most numbers in one list: the largest clues, padded
MAX_PUZZLES = 100_000  # the most puzzles of one file

BLOCK = re.compile(r"([0-9]+)([^0-9].*)?")  # its length and its color
_ITEM = re.compile(r"[^\s,]+")
_STRAY_COMMA = re.compile(r"^\s*,|,\s*,|,\s*$")
_TOKEN = re.compile(r"-?[0-9]+|[A-Za-z_]\w*|\[\||\|\]|\.\.|\S", re.ASCII)


class Numbered(NamedTuple):
    """A line of a file, or a part of one, with its place."""

    line: int  # the number of the line, 0 if it is not known
    text: str  # what stands there
    before: int = 0  # how many characters of the line stand in front of it

    @property
    def where(self) -> str:
        """The line as errors name it."""
        return f"line {self.line}"

    def error(self, reason: str) -> PuzzleError:
        """The error that something is wrong on this line."""
        return PuzzleError(reason, where=(self.where,))

    def character(self, index: int = 0) -> str:
        """A character of the text as errors name it, by its place on the line."""
        return f"character {self.before + index + 1}"

    def wrong(self, expected: str) -> PuzzleError:
        """The error that something else was expected on this line."""
        return self.error(f"{quoted(self.text)}; expected {expected}")

    def stripped(self, chars: str | None = None) -> "Numbered":
        """The same without blanks, or without `chars`, at its ends."""
        text = self.text.lstrip(chars)
        return Numbered(self.line, text.rstrip(chars), self.before + len(self.text) - len(text))

    def split(self, between: str, most: int) -> "list[Numbered]":
        """The parts between the first `most` separators."""
        parts, before = [], self.before
        for text in self.text.split(between, most):
            parts.append(Numbered(self.line, text, before))
            before += len(text) + len(between)
        return parts

    def found(self, pattern: re.Pattern[str]) -> "Iterator[Numbered]":
        """Everything that the pattern matches, one after the other."""
        for match in pattern.finditer(self.text):
            yield Numbered(self.line, match[0], self.before + match.start())

    def words(self, most: int = MAX_SIDE + 1) -> "list[Numbered]":
        """The first `most` words between blanks or commas."""
        return list(islice(self.found(_ITEM), most))

    def blocks(self) -> "list[Numbered]":
        """The words of a clue."""
        words = self.words()
        if len(words) > MAX_SIDE:
            raise PuzzleError(f"too many blocks; at most {MAX_SIDE} are read")
        return words


def text_lines(source: Source, *, indented: bool = False) -> list[Numbered]:
    """The lines of a text without blanks at their ends; empty ones are kept, for they may count."""
    text = source.text()
    if text.count("\n") > MAX_LINES:
        raise PuzzleError(f"more than {MAX_LINES} lines; expected fewer")
    lines = text.removesuffix("\n").split("\n")
    numbered = (Numbered(place, line.rstrip()) for place, line in enumerate(lines, 1))
    return [line if indented else line.stripped() for line in numbered]


def filled_lines(source: Source) -> list[Numbered]:
    """The lines of a text that are not empty."""
    return [line for line in text_lines(source) if line.text]


def chosen(lines: Sequence[Numbered], what: str, count: int) -> Sequence[Numbered]:
    """The `count` clue lines: all but the empty ones, or the empty ones are blank clues."""
    filled = [line for line in lines if line.text]
    if len(filled) == count:
        return filled
    if len(lines) >= count and not any(line.text for line in lines[count:]):
        return lines[:count]
    reason = f"{len(filled)} clues; expected {count}, a blank one written as 0"
    raise PuzzleError(reason, where=(what,))


def length_of(word: Numbered) -> int:
    """The number that a word is; errors name the character."""
    with within(word.character()):
        return number(word.text, "a block of")


def side_of(word: Numbered, what: str) -> int:
    """The number of rows or columns that a word is; errors call it `what` and name its place."""
    with within(word.where, word.character()):
        return side(word.text, what)


def numbers(line: Numbered) -> list[int]:
    """The numbers of a line of text, with blanks or commas between them."""
    if stray := _STRAY_COMMA.search(line.text):
        where = (line.character(line.text.index(",", stray.start())),)
        raise PuzzleError("a comma without a number on each side", where=where)
    return [length_of(word) for word in line.blocks()]


def clue_of_blocks(blocks: Sequence[tuple[int, int]]) -> Clue:
    """The clue with these lengths and colors; none, or one of length 0 alone, is a blank line."""
    if len(blocks) == 1 and blocks[0][0] == 0:
        return ()
    if len(blocks) > MAX_SIDE:
        raise PuzzleError(f"too many blocks; at most {MAX_SIDE} are read")
    for place, (length, _) in enumerate(blocks, 1):
        if length == 0:
            where = (f"block {place}",)
            raise PuzzleError("0 cells; 0 stands for a blank line, and only alone", where=where)
    return tuple(Block(length, color) for length, color in blocks)


def clue_of_lengths(lengths: Sequence[int]) -> Clue:
    """The black clue with these block lengths; see `clue_of_blocks`."""
    return clue_of_blocks([(length, 1) for length in lengths])


def colored_clue(line: Numbered, numbers: Mapping[str, int], plain: str) -> Clue:
    """The clue of lengths with colors behind them; `plain` is the color of a length alone.

    `numbers` has the number of each color; that of a block of 0 is ignored.
    """
    blocks = []
    for word in line.blocks():
        with within(*([word.character()] if word.line else [])):
            found = BLOCK.fullmatch(word.text)
            if not found:
                reason = f"{quoted(word.text)}; expected a number, or a number and a color"
                raise PuzzleError(reason)
            length, color = number(found[1], "a block of"), found[2] or plain
            if length and color not in numbers:
                known = ", ".join(map(quoted, list(numbers)[:10])) or "those declared"
                raise PuzzleError(f"color {quoted(color)}; expected one of {known}")
            blocks.append((length, numbers.get(color, 1)))
    return clue_of_blocks(blocks)


def clue_of_text(line: Numbered) -> Clue:
    """The black clue that a line of text lists."""
    return clue_of_lengths(numbers(line))


def clues_of(
    axis: Axis, parts: Sequence[_Part], clue: Callable[[_Part], _Made]
) -> tuple[_Made, ...]:
    """The clue of each part of a file; `clue` makes one."""
    check_count(axis, len(parts))
    found = []
    for place, part in enumerate(parts, 1):
        line = getattr(part, "line", 0)
        with within(*([f"line {line}"] if line else []), str(Line(axis, place))):
            found.append(clue(part))
    return tuple(found)


def puzzle_of_lines(
    rows: Sequence[_Part], columns: Sequence[_Part], clue: Callable[[_Part], Clue], **fields: object
) -> Puzzle:
    """The puzzle of a part of a file for each row and column; `clue` reads one of them."""
    clues = clues_of("row", rows, clue), clues_of("column", columns, clue)
    return Puzzle(*clues, **cast("dict[str, Any]", fields))


def check_count(axis: Axis, count: int) -> None:
    """Do nothing if a puzzle can have this number of rows or columns."""
    if not 1 <= count <= MAX_SIDE:
        raise PuzzleError(f"{count} {axis}s; expected 1 to {MAX_SIDE}")


def cut_rows(cells: _Cells, width: int, height: int) -> list[_Cells]:
    """The rows of a picture whose cells follow each other."""
    if (size := width * height) != len(cells):
        raise PuzzleError(f"{len(cells)} cells; expected {size} ({width}x{height})")
    return [cells[start : start + width] for start in range(0, len(cells), width)]


def each(parts: Iterable[_Part], puzzle: Callable[[_Part], Puzzle]) -> list[Puzzle | PuzzleError]:
    """The puzzle in each part of a file, or the error in its place; `puzzle` reads one."""
    found: list[Puzzle | PuzzleError] = []
    for part in parts:
        try:
            found.append(puzzle(part))
        except PuzzleError as error:
            found.append(error)
    if len(found) == 1:
        return found
    return [
        wrong.within(f"puzzle {place}") if isinstance(wrong, PuzzleError) else wrong
        for place, wrong in enumerate(found, 1)
    ]


def clue_text(
    clue: Clue, between: str = " ", blank: str = "0", suffixes: Sequence[str] = ()
) -> str:
    """The block lengths of a clue without blots, each with the suffix of its color, or `blank`."""
    texts = (f"{block.length}{suffixes[block.color] if suffixes else ''}" for block in clue)
    return between.join(texts) or blank


def letters_of(colors: Iterable[Color], alphabet: str) -> list[str]:
    """A letter of the alphabet for each color: its own character, or else one that is left."""
    chars = [color.char for color in colors]
    spare = (letter for letter in alphabet if letter not in chars)
    return [char if char in alphabet else next(spare) for char in chars]


def joined(lines: Iterable[str]) -> str:
    """The text of a file with these lines."""
    return "".join(f"{line}\n" for line in lines)


def unpadded(lengths: Sequence[int]) -> list[int]:
    """Block lengths without the zeros that pad them to the length of a table's rows."""
    filled = [place for place, length in enumerate(lengths) if length]
    return list(lengths[filled[0] : filled[-1] + 1]) if filled else []


def pattern_lengths(pattern: Sequence[int]) -> list[int]:
    """The block lengths that a pattern stands for: 1 for a filled cell, 0 between two blocks.

    Source: https://github.com/MiniZinc/minizinc-benchmarks, folder nonogram.

    >>> pattern_lengths([1, 0, 1, 1, -1]), pattern_lengths([0, -1])
    ([1, 2], [])
    """
    cells = "".join({1: "#", 0: ".", -1: "-"}.get(cell, "?") for cell in pattern)
    if not re.fullmatch(r"(#+(\.#+)*|\.)?-*", cells):
        form = "1 for each filled cell, one 0 between blocks, -1 after the end"
        raise PuzzleError(f"expected a pattern: {form}")
    return [len(run) for run in re.findall("#+", cells)]


class Scanner:
    """Walks through the tokens of a program's text; `ahead` is the next, "" at the end.

    `at` is the index at which it begins.
    """

    def __init__(self, text: str, at: int = 0) -> None:
        self._text, self.at, self._end, self.ahead = text, at, at, ""
        self.advance()

    def advance(self) -> str:
        """Pass over the next token and return it."""
        passed = self.ahead
        found = _TOKEN.search(self._text, self._end)
        self.at, self._end = found.span() if found else (len(self._text),) * 2
        self.ahead = self._text[self.at : self._end]
        return passed

    def wrong(self, expected: str) -> PuzzleError:
        """The error that something else was expected here."""
        here = quoted(self.ahead) if self.ahead else "the end of the file"
        return PuzzleError(f"{here}; expected {expected}", where=place_of(self._text, self.at))

    def take(self, token: str) -> None:
        """Pass over a token, or raise the error that another one is next."""
        if self.ahead != token:
            raise self.wrong(quoted(token))
        self.advance()

    def whole(self, zero: str | None = None) -> int:
        """Take a number, which may have a minus; `zero` is a token that stands for 0."""
        if self.ahead == zero:
            self.advance()
            return 0
        if not self.ahead.lstrip("-").isdecimal():
            raise self.wrong("a number")
        with within(*place_of(self._text, self.at)):
            value = number(self.ahead.removeprefix("-"), "a number")
        return -value if self.advance().startswith("-") else value

    def items(
        self, ends: Collection[str], item: Callable[[], _Part], most: int, what: str
    ) -> list[_Part]:
        """Take items with commas between them, up to one of the tokens `ends`."""
        found: list[_Part] = []
        while self.ahead not in ends:
            if len(found) == most:
                raise self.wrong(f"at most {most} {what}")
            found.append(item())
            if self.ahead not in ends:
                self.take(",")
        return found

    def listed(
        self, item: Callable[[], _Part], most: int = MAX_SIDE, what: str = "lists"
    ) -> list[_Part]:
        """Take a list of items in brackets."""
        self.take("[")
        found = self.items(("]",), item, most, what)
        self.advance()
        return found

    def numbers(self) -> list[int]:
        """Take a list of numbers."""
        return self.listed(self.whole, MAX_NUMBERS, "numbers")

    def lists(self) -> Lists:
        """Take a list of lists of numbers."""
        return self.listed(self.numbers)
