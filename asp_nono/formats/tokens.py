"""From text to clues: lines of numbers, tokens of programs, and the puzzles that they make.

A listing is black on white and holds block lengths, line by line. `0` alone stands for a blank
line, and so does nothing at all where a format lets a line be empty. Where something is wrong, its
place is looked up then: sound files pay nothing for it.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, TypeAlias, TypeVar, cast

from asp_nono.clue import Block, Clue, Line
from asp_nono.formats.source import (
    MAX_SIDE,
    Numbered,
    Source,
    line_at,
    number,
    place_of,
    quoted,
    side,
)
from asp_nono.messages import Message, PuzzleError, within
from asp_nono.puzzle import Puzzle

_Part = TypeVar("_Part")
_Made = TypeVar("_Made")
_Cells = TypeVar("_Cells", str, tuple[int, ...])

Axis: TypeAlias = Literal["row", "column"]
Lists: TypeAlias = list[list[int]]

MAX_LINES = 100_000  # the most lines of a listing; the largest sets of puzzles have half as many
MAX_NUMBERS = MAX_SIDE * MAX_SIDE  # the most numbers in one list: the largest clues, padded
MAX_PUZZLES = 100_000  # the most puzzles of one file

A_BLOCK = Message("a block of")  # stands before a length in errors
A_NUMBER = Message("a number")
_LISTS = Message("lists")

BLOCK = re.compile(r"([0-9]+)([^0-9].*)?")  # its length and its color
_STRAY_COMMA = re.compile(r"^\s*,|,\s*,|,\s*$")
_TOKEN = re.compile(r"-?[0-9]+|[A-Za-z_]\w*|\[\||\|\]|\.\.|\S", re.ASCII)


def lines_of(axis: Axis) -> Message:
    """All rows or all columns as errors name them."""
    return Message("rows") if axis == "row" else Message("columns")


def text_lines(source: Source, *, indented: bool = False) -> list[Numbered]:
    """The lines of a text without blanks at their ends; empty ones are kept, for they may count."""
    text = source.text()
    if text.count("\n") > MAX_LINES:
        raise PuzzleError("more than {most} lines; expected fewer", most=MAX_LINES)
    if not indented:
        return list(source.lines)
    lines = text.removesuffix("\n").split("\n")
    return [Numbered(place, line.rstrip()) for place, line in enumerate(lines, 1)]


def filled_lines(source: Source) -> list[Numbered]:
    """The lines of a text that are not empty."""
    return [line for line in text_lines(source) if line.text]


def chosen(lines: Sequence[Numbered], what: str | Message, count: int) -> Sequence[Numbered]:
    """The `count` clue lines: all but the empty ones, or the empty ones are blank clues."""
    filled = [line for line in lines if line.text]
    if len(filled) == count:
        return filled
    if len(lines) >= count and not any(line.text for line in lines[count:]):
        return lines[:count]
    raise PuzzleError(
        "{found} clues; expected {count}, a blank one written as 0",
        found=len(filled),
        count=count,
        where=(what,),
    )


def length_of(word: Numbered) -> int:
    """The number that a word is; errors name the character."""
    with within(word.character()):
        return number(word.text, A_BLOCK)


def side_of(word: Numbered, what: str | Message) -> int:
    """The number of rows or columns that a word is; errors call it `what` and name its place."""
    with within(word.where, word.character()):
        return side(word.text, what)


def too_many_blocks() -> PuzzleError:
    """The error of a clue with more blocks than are read."""
    return PuzzleError("too many blocks; at most {most} are read", most=MAX_SIDE)


def numbers(line: Numbered) -> list[int]:
    """The numbers of a line of text, with blanks or commas between them."""
    text = line.text
    if "," in text and (stray := _STRAY_COMMA.search(text)):
        where = (line.character(text.index(",", stray.start())),)
        raise PuzzleError("a comma without a number on each side", where=where)
    words = text.replace(",", " ").split(None, MAX_SIDE)
    if len(words) > MAX_SIDE:
        raise too_many_blocks()
    try:
        return [number(word, A_BLOCK) for word in words]
    except PuzzleError:
        return [length_of(word) for word in line.words()]


_block = lru_cache(maxsize=4096)(Block)


def clue_of_blocks(blocks: Sequence[tuple[int, int]]) -> Clue:
    """The clue with these lengths and colors; none, or one of length 0 alone, is a blank line."""
    if len(blocks) == 1 and blocks[0][0] == 0:
        return ()
    if len(blocks) > MAX_SIDE:
        raise too_many_blocks()
    for place, (length, _) in enumerate(blocks, 1):
        if length == 0:
            where = (Message("block {number}", number=place),)
            raise PuzzleError("0 cells; 0 stands for a blank line, and only alone", where=where)
    return tuple([_block(length, color) for length, color in blocks])


def clue_of_lengths(lengths: Sequence[int]) -> Clue:
    """The black clue with these block lengths; see `clue_of_blocks`."""
    return clue_of_blocks([(length, 1) for length in lengths])


def colored_clue(line: Numbered, numbers: Mapping[str, int], plain: str) -> Clue:
    """The clue of lengths with colors behind them; `plain` is the color of a length alone.

    `numbers` has the number of each color; that of a block of 0 is ignored.
    """
    words = line.words()
    if len(words) > MAX_SIDE:
        raise too_many_blocks()
    blocks = []
    for word in words:
        try:
            blocks.append(_colored_block(word.text, numbers, plain))
        except PuzzleError as error:
            raise error.within(*([word.character()] if word.line else [])) from None
    return clue_of_blocks(blocks)


def _colored_block(text: str, numbers: Mapping[str, int], plain: str) -> tuple[int, int]:
    found = BLOCK.fullmatch(text)
    if not found:
        raise PuzzleError("{text}; expected a number, or a number and a color", text=quoted(text))
    length, color = number(found[1], A_BLOCK), found[2] or plain
    if length and color not in numbers:
        known = tuple(map(quoted, list(numbers)[:10])) or Message("those declared")
        raise PuzzleError(
            "color {color}; expected one of {known}", color=quoted(color), known=known
        )
    return length, numbers.get(color, 1)


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
        try:
            found.append(clue(part))
        except PuzzleError as error:
            line = getattr(part, "line", 0)
            known = (line_at(line),) if line else ()
            raise error.within(*known, Line(axis, place).named) from None
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
        raise PuzzleError(
            "{count} {lines}; expected 1 to {most}",
            count=count,
            lines=lines_of(axis),
            most=MAX_SIDE,
        )


def other_size(what: str | Message, size: str | int, count: int) -> PuzzleError:
    """The error that a size is not the number of the clues."""
    return PuzzleError(
        "{what} {size}, but there are clues for {count}", what=what, size=size, count=count
    )


def cut_rows(cells: _Cells, width: int, height: int) -> list[_Cells]:
    """The rows of a picture whose cells follow each other."""
    if (size := width * height) != len(cells):
        raise PuzzleError(
            "{count} cells; expected {size} ({width}x{height})",
            count=len(cells),
            size=size,
            width=width,
            height=height,
        )
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
        wrong.within(puzzle_place(place)) if isinstance(wrong, PuzzleError) else wrong
        for place, wrong in enumerate(found, 1)
    ]


def puzzle_place(number: int) -> Message:
    """A puzzle of a file of several as errors name it."""
    return Message("puzzle {number}", number=number)


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
        raise PuzzleError(
            "expected a pattern: 1 for each filled cell, one 0 between blocks, -1 after the end"
        )
    return [len(run) for run in re.findall("#+", cells)]


class Scanner:
    """Walks through the tokens of a program's text; `ahead` is the next, "" at the end.

    `at` is the index at which it begins.
    """

    def __init__(self, text: str, at: int = 0) -> None:
        self._text, self._tokens = text, _TOKEN.finditer(text, at)
        self.at, self.ahead = at, ""
        self.advance()

    def advance(self) -> str:
        """Pass over the next token and return it."""
        passed = self.ahead
        found = next(self._tokens, None)
        self.at, self.ahead = (found.start(), found[0]) if found else (len(self._text), "")
        return passed

    def wrong(self, expected: str | Message, at: int | None = None) -> PuzzleError:
        """The error that something else was expected here, or at the token with index `at`."""
        at = self.at if at is None else at
        found = _TOKEN.match(self._text, at)
        return PuzzleError(
            "{found}; expected {expected}",
            found=quoted(found[0]) if found else Message("the end of the file"),
            expected=expected,
            where=place_of(self._text, at),
        )

    def take(self, token: str) -> None:
        """Pass over a token, or raise the error that another one is next."""
        if self.ahead != token:
            raise self.wrong(quoted(token))
        self.advance()

    def whole(self, zero: str | None = None) -> int:
        """Take a number, which may have a minus; `zero` is a token that stands for 0."""
        token = self.ahead
        if token == zero:
            self.advance()
            return 0
        if not token.lstrip("-").isdecimal():
            raise self.wrong(A_NUMBER)
        try:
            value = number(token.removeprefix("-"), A_NUMBER)
        except PuzzleError as error:
            raise error.within(*place_of(self._text, self.at)) from None
        self.advance()
        return -value if token.startswith("-") else value

    def items(
        self, ends: Collection[str], item: Callable[[], _Part], most: int, what: Message
    ) -> list[_Part]:
        """Take items with commas between them, up to one of the tokens `ends`."""
        found: list[_Part] = []
        while self.ahead not in ends:
            if len(found) == most:
                raise self.wrong(Message("at most {most} {what}", most=most, what=what))
            found.append(item())
            if self.ahead not in ends:
                self.take(",")
        return found

    def listed(
        self, item: Callable[[], _Part], most: int = MAX_SIDE, what: Message = _LISTS
    ) -> list[_Part]:
        """Take a list of items in brackets."""
        self.take("[")
        found = self.items(("]",), item, most, what)
        self.advance()
        return found

    def numbers(self) -> list[int]:
        """Take a list of numbers."""
        return self.listed(self.whole, MAX_NUMBERS, Message("numbers"))

    def lists(self) -> Lists:
        """Take a list of lists of numbers."""
        return self.listed(self.numbers)
