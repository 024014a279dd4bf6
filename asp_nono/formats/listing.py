"""The common end of formats that list clues: from lines of numbers to clues, and back.

A listing is black on white and holds block lengths, line by line. `0` alone stands for a blank
line, and so does nothing at all where a format lets a line be empty.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Literal, NamedTuple, TypeVar

from asp_nono.clue import Block, Clue, Line
from asp_nono.errors import PuzzleError
from asp_nono.formats.source import MAX_SIDE, Source, number, quoted, side
from asp_nono.puzzle import Puzzle

_Part = TypeVar("_Part")

MAX_LINES = 100_000
"""The most lines of a listing; the largest sets of puzzles have half as many."""

_ITEM = re.compile(r"[^\s,]+")
_STRAY_COMMA = re.compile(r"^\s*,|,\s*,|,\s*$")


class Numbered(NamedTuple):
    """A line of a file, or a part of one, with its place.

    Attributes:
        line: The number of the line.
        text: What stands there.
        before: How many characters of the line stand in front of it.
    """

    line: int
    text: str
    before: int = 0

    @property
    def where(self) -> str:
        """The line as errors name it."""
        return f"line {self.line}"

    def character(self, index: int = 0) -> str:
        """A character of the text as errors name it, by its place on the line."""
        return f"character {self.before + index + 1}"

    def stripped(self, chars: str | None = None) -> Numbered:
        """The same without blanks, or without `chars`, at its ends."""
        text = self.text.lstrip(chars)
        return Numbered(self.line, text.rstrip(chars), self.before + len(self.text) - len(text))

    def split(self, between: str, most: int) -> list[Numbered]:
        """The parts between the signs; at most so many signs count."""
        parts, before = [], self.before
        for text in self.text.split(between, most):
            parts.append(Numbered(self.line, text, before))
            before += len(text) + len(between)
        return parts

    def found(self, pattern: re.Pattern[str]) -> Iterator[Numbered]:
        """Whatever the pattern matches, one after the other."""
        for match in pattern.finditer(self.text):
            yield Numbered(self.line, match[0], self.before + match.start())

    def words(self, most: int) -> list[Numbered]:
        """The words that blanks or commas part; no more than so many."""
        return list(islice(self.found(_ITEM), most))


def text_lines(source: Source, *, indented: bool = False) -> list[Numbered]:
    """The lines of a text without blanks at their ends; empty ones are kept, for they may count.

    Args:
        source: The text.
        indented: Keep the blanks in front.

    Raises:
        PuzzleError: If the content is binary, or there are more lines than are read.
    """
    text = source.text()
    if text.count("\n") > MAX_LINES:
        raise PuzzleError(f"more than {MAX_LINES} lines; no puzzle file is so long")
    lines = text.removesuffix("\n").split("\n")
    numbered = (Numbered(place, line.rstrip()) for place, line in enumerate(lines, 1))
    return [line if indented else line.stripped() for line in numbered]


def chosen(lines: Sequence[Numbered], what: str, count: int) -> Sequence[Numbered]:
    """The `count` clue lines among `lines`: all but the empty ones, or empty ones are blank clues.

    Raises:
        PuzzleError: If there are not so many either way; `what` names the group.
    """
    filled = [line for line in lines if line.text]
    if len(filled) == count:
        return filled
    trimmed = list(lines)
    while len(trimmed) > count and not trimmed[-1].text:
        trimmed.pop()
    if len(trimmed) == count:
        return trimmed
    reason = f"{len(filled)} clues; expected {count}, a blank one written as 0"
    raise PuzzleError(reason, where=(what,))


def closed(lines: Sequence[Numbered]) -> Sequence[Numbered]:
    """The lines without empty ones at the ends, in a format where no line may be empty.

    Raises:
        PuzzleError: If one between them is empty.
    """
    filled = [place for place, line in enumerate(lines) if line.text]
    group = lines[filled[0] : filled[-1] + 1] if filled else []
    for line in group:
        if not line.text:
            reason = "an empty line inside a group of clues; a blank clue is written as 0"
            raise PuzzleError(reason, where=(line.where,))
    return group


def length_of(word: Numbered) -> int:
    """The number that a word is.

    Raises:
        PuzzleError: If it is none; the error names the character.
    """
    try:
        return number(word.text, "a block of")
    except PuzzleError as error:
        raise error.within(word.character()) from None


def side_of(word: Numbered, what: str) -> int:
    """The number of rows or columns that a word is; `what` names it in errors.

    Raises:
        PuzzleError: As `source.side`; the error names the line and the character.
    """
    try:
        return side(word.text, what)
    except PuzzleError as error:
        raise error.within(word.where, word.character()) from None


def numbers(line: Numbered) -> list[int]:
    """The numbers of a line of text, with blanks or commas between them.

    Raises:
        PuzzleError: If there is anything else, or more numbers than a line can have blocks; the
            error names the character.
    """
    if stray := _STRAY_COMMA.search(line.text):
        where = (line.character(line.text.index(",", stray.start())),)
        raise PuzzleError("a comma without a number on each side", where=where)
    found: list[int] = []
    for item in line.found(_ITEM):
        if len(found) == MAX_SIDE:
            raise PuzzleError(f"too many blocks; at most {MAX_SIDE} are read")
        found.append(length_of(item))
    return found


def clue_of_lengths(lengths: Sequence[int]) -> Clue:
    """The black clue with these block lengths; no length, or 0 alone, is a blank line.

    Raises:
        PuzzleError: If a length is below 1, or there are more than a line can have.
    """
    if list(lengths) == [0]:
        return ()
    if len(lengths) > MAX_SIDE:
        raise PuzzleError(f"too many blocks; at most {MAX_SIDE} are read")
    for place, length in enumerate(lengths, 1):
        if length == 0:
            reason = "0 cells; 0 stands for a blank line, and only alone"
            raise PuzzleError(reason, where=(f"block {place}",))
    return tuple(map(Block, lengths))


def clue_of_text(line: Numbered) -> Clue:
    """The black clue that a line of text lists.

    Raises:
        PuzzleError: As `numbers` and `clue_of_lengths`.
    """
    return clue_of_lengths(numbers(line))


def ended_clue(line: Numbered) -> Clue:
    """The clue of a line that one 0 ends.

    Raises:
        PuzzleError: As `clue_of_text`, or if there is no 0 at the end.
    """
    *lengths, end = numbers(line) or [1]
    if end:
        raise PuzzleError(f"{quoted(line.text)}; expected a 0 at the end of the line")
    return clue_of_lengths(lengths)


def clues_of_text(
    axis: Literal["row", "column"],
    lines: Sequence[Numbered],
    clue: Callable[[Numbered], Clue] = clue_of_text,
) -> tuple[Clue, ...]:
    """The clue of each line of text; `clue` reads one.

    Raises:
        PuzzleError: If one is wrong or there are too many lines; names the text's line and ours.
    """
    check_count(axis, len(lines))
    found = []
    for place, line in enumerate(lines, 1):
        try:
            found.append(clue(line))
        except PuzzleError as error:
            raise error.within(line.where, str(Line(axis, place))) from None
    return tuple(found)


def puzzle_of_text(
    rows: Sequence[Numbered],
    columns: Sequence[Numbered],
    clue: Callable[[Numbered], Clue] = clue_of_text,
) -> Puzzle:
    """The black and white puzzle that two groups of lines pose; `clue` reads one of them.

    Raises:
        PuzzleError: If a clue is wrong, or the puzzle is not sound.
    """
    return Puzzle(clues_of_text("row", rows, clue), clues_of_text("column", columns, clue))


def clues_of_lengths(
    axis: Literal["row", "column"], lists: Sequence[Sequence[int]]
) -> tuple[Clue, ...]:
    """The clue of each list of block lengths; see `clues_of_lists`."""
    return clues_of_lists(axis, lists, clue_of_lengths)


def clues_of_lists(
    axis: Literal["row", "column"], lists: Sequence[_Part], clue: Callable[[_Part], Clue]
) -> tuple[Clue, ...]:
    """The clue of each list; `clue` makes one.

    Raises:
        PuzzleError: If one is wrong or there are too many of them; names the line.
    """
    check_count(axis, len(lists))
    found = []
    for place, blocks in enumerate(lists, 1):
        try:
            found.append(clue(blocks))
        except PuzzleError as error:
            raise error.within(str(Line(axis, place))) from None
    return tuple(found)


def begun(
    lines: Sequence[Numbered], begins: Callable[[str], object]
) -> Iterator[Sequence[Numbered]]:
    """The parts of a file, each from a line that `begins` one to the next."""
    starts = [place for place, line in enumerate(lines) if begins(line.text)]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield lines[start:end]


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


def clue_text(clue: Clue, between: str = " ", blank: str = "0") -> str:
    """The block lengths of a clue that has no hidden one, or `blank`."""
    return between.join(str(block.length) for block in clue) or blank


def check_count(axis: Literal["row", "column"], count: int) -> None:
    """Do nothing if a puzzle can have so many rows or columns.

    Raises:
        PuzzleError: If there is none, or more than are read.
    """
    if not 1 <= count <= MAX_SIDE:
        raise PuzzleError(f"{count} {axis}s; expected 1 to {MAX_SIDE}")
