"""`.non`: Simpson's format with pbnsolve's and nonogram-db's additions, and Nonny's colors.

Sources: https://scc-forge.lancaster.ac.uk/open/nonogram/fmt2, the documents of pbnsolve,
FORMAT.md of https://github.com/mikix/nonogram-db, and https://github.com/gkikola/nonny.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import islice
from string import ascii_lowercase
from typing import Any

from asp_nono.clue import Block, Clue
from asp_nono.formats import tokens
from asp_nono.formats.colors import Ink, palette, picked, sets_of
from asp_nono.formats.source import MAX_SIDE, Numbered, Source, line_at, number, quoted, side
from asp_nono.formats.tokens import Axis
from asp_nono.formats.writing import (
    COLOR_NAMES,
    WriteSettings,
    clue_text,
    joined,
    letters_of,
    settle,
)
from asp_nono.grid import Grid, PartialGrid
from asp_nono.messages import Message, PuzzleError, within
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle, Saved

_TEXTS = {"catalogue": "id", "title": "title", "by": "author"} | {
    key: key for key in ("copyright", "license", "collection")
}  # keywords of texts, and the field of a Puzzle that each fills
_SIZES = {"width": "width", "columns": "width", "height": "height", "rows": "height"}
_KNOWN = re.compile(
    rf"\s*({'|'.join([*_TEXTS, *_SIZES, 'color', 'goal', 'saved', 'maxrule'])})(?!\S)",
    re.IGNORECASE,
)
_BETWEEN = "===="
_MOST = len(ascii_lowercase)  # the most colors that are written
_MOST_LINES = 1_000_000  # the most lines of a file: a line costs far more memory than a character

_LETTERED = re.compile("([a-z])[ \t]+#?([0-9a-fA-F]{6})[ \t]*")
_BACKGROUND = "background"
_NAMED_ITEM = re.compile(r"[^\s,:]+")
_NAMED = re.compile(r"([A-Za-z][\w-]*)\s+#?([0-9a-fA-F]{6})(?:\s+(\S))?\s*")


@dataclass(slots=True)
class _Record:
    """What the file says of one puzzle: texts in their quotes, groups with empty lines."""

    texts: dict[str, str] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    groups: dict[str, list[Numbered]] = field(default_factory=dict)
    colors: list[Numbered] = field(default_factory=list)
    goals: list[Numbered] = field(default_factory=list)
    saved: list[Numbered] = field(default_factory=list)

    @property
    def color_names(self) -> set[str]:
        """The names of the colors: letters, or whole words in Nonny's files."""
        return {color.text.partition(" ")[0] for color in self.colors}


def read(source: Source) -> list[Puzzle]:
    """All puzzles of a file, whether one follows the other or `====` stands between them."""
    found = _Walk(source).records()
    if not found:
        raise PuzzleError("no keyword; expected 'width', 'height', 'rows' and 'columns'")
    puzzles = []
    for place, record in enumerate(found, 1):
        with within(*([tokens.puzzle_place(place)] if len(found) > 1 else [])):
            puzzles.append(_puzzle(record, source))
    return puzzles


def _puzzle(record: _Record, source: Source) -> Puzzle:
    for size in ("width", "height"):
        if size not in record.sizes:
            raise PuzzleError(
                "no {size}; expected {keyword} and a number", size=size, keyword=repr(size)
            )
    rows, columns = _clue_lines(record, "row"), _clue_lines(record, "column")
    named = any(len(name) > 1 for name in record.color_names)
    clue: Callable[[Numbered], Clue]
    if named:
        inks = _inks(record)
        colors = palette(inks)
        clue = partial(_named_clue, numbers={ink.name: place for place, ink in enumerate(inks)})
    else:
        colors = _lettered_palette(record, source)
        clue = partial(_lettered_clue, block=_blocks(colors, source))
    clues = tokens.clues_of("row", rows, clue), tokens.clues_of("column", columns, clue)
    if named and (pictures := [*record.goals, *record.saved]):
        raise pictures[0].problem(
            "a picture where colors have names; expected colors of one letter"
        )
    chars = ["0", *("1" if color is BLACK else color.name for color in colors[1:])]
    numbers, sets = {char: number for number, char in enumerate(chars)}, sets_of(chars)
    goals = [Grid(_cells(goal, record, numbers, "goal")) for goal in record.goals]
    if len(goals) > 1:
        source.remark("{count} goals; the first is kept", count=len(goals))
    saved = tuple(Saved(PartialGrid(_cells(s, record, sets, "saved"))) for s in record.saved)
    texts: dict[str, Any] = {_TEXTS[key]: _text(value) for key, value in record.texts.items()}
    return Puzzle(*clues, colors, goal=next(iter(goals), None), saved=saved, **texts)


def _clue_lines(record: _Record, axis: Axis) -> Sequence[Numbered]:
    group, lines = f"{axis}s", tokens.lines_of(axis)
    count = record.sizes[_SIZES[group]]
    if group not in record.groups:
        raise PuzzleError(
            "no clues of the {lines}; expected {keyword} and {count} lines",
            lines=lines,
            keyword=repr(group),
            count=count,
        )
    return tokens.chosen(record.groups[group], lines, count)


def _text(value: str) -> str:
    """The text in its quotes, if it has any, HTML's references replaced."""
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] == '"':
        value = value[1:-1]
    if "&" not in value:
        return value
    from html import unescape  # with all the names of characters, which few files need

    return unescape(value)


def _blocks(colors: Sequence[Color], source: Source) -> Callable[[str], Block | None]:
    """The reader of the block that a part of a clue says; None for a 0."""
    numbers = {"" if color is BLACK else color.name: place for place, color in enumerate(colors)}

    @cache
    def block(part: str) -> Block | None:
        found = re.fullmatch(r"([0-9]+)([a-z]?)([^0-9\s]*)", text := part.strip())
        if not found:
            raise PuzzleError(
                "{text}; expected numbers with commas between them", text=quoted(text)
            )
        length = number(found[1], tokens.A_BLOCK)
        if found[3]:
            source.remark(
                "{block}: {rest} is ignored", block=quoted(found[0]), rest=quoted(found[3])
            )
        return Block(length, numbers[found[2]]) if length else None

    return block


def _lettered_clue(line: Numbered, block: Callable[[str], Block | None]) -> Clue:
    parts = line.text.split(",") if "," in line.text else line.text.split()
    if len(parts) > MAX_SIDE:
        raise PuzzleError(
            "{count} blocks; at most {most} are read", count=len(parts), most=MAX_SIDE
        )
    try:
        filled = tuple(filter(None, map(block, parts)))
    except PuzzleError:
        for word in line.split(",", MAX_SIDE) if "," in line.text else line.words(MAX_SIDE):
            with within(word.stripped().character()):
                block(word.text)
        raise
    if len(filled) < len(parts) > 1:
        raise PuzzleError("a block of 0 cells; 0 alone stands for a blank line")
    return filled


def _declared(
    record: _Record, pattern: re.Pattern[str], expected: Message
) -> dict[str, re.Match[str]]:
    declared: dict[str, re.Match[str]] = {}
    for color in record.colors:
        found = pattern.fullmatch(color.text)
        if not found:
            raise color.problem(
                "color {color}; expected {expected}", color=quoted(color.text), expected=expected
            )
        if found[1] in declared:
            raise color.problem("color {color} declared twice", color=quoted(found[1]))
        declared[found[1]] = found
    return declared


def _lettered_palette(record: _Record, source: Source) -> tuple[Color, ...]:
    """White, black if anything is black or nothing has a color, then the letters."""
    found = _declared(record, _LETTERED, Message("a letter and six digits as in 'r #ff0000'"))
    declared = {letter: color[2].lower() for letter, color in found.items()}
    drawn = "".join(picture.text for picture in (*record.goals, *record.saved))
    lines = (line.text for group in ("rows", "columns") for line in record.groups[group])
    clues = "\n".join(lines)
    if not declared and not re.search("[a-z]", clues) and not re.search("[a-z]", drawn):
        return WHITE, BLACK
    letters = re.findall(r"(?<![0-9])0*[1-9][0-9]*([a-z]?)", clues)
    used = dict.fromkeys([*letters, *re.findall("[a-z]", drawn)])
    spare = picked(declared.values())
    for letter in used:
        if letter and letter not in declared:
            declared[letter] = next(spare)
            source.remark(
                "color {color} is not declared; #{value} is taken",
                color=repr(letter),
                value=declared[letter],
            )
    black = (BLACK,) if "" in used or "1" in drawn or not declared else ()
    return (WHITE, *black, *(Color(letter, letter, rgb) for letter, rgb in declared.items()))


def _cells(
    picture: Numbered, record: _Record, values: dict[str, int], keyword: str
) -> tuple[tuple[int, ...], ...]:
    """The rows of a picture, with the value of each cell's character."""
    width, height = record.sizes["width"], record.sizes["height"]
    with within(picture.where, keyword):
        if wrong := set(picture.text) - set(values):
            raise PuzzleError(
                "unknown character {char}; expected {known}",
                char=repr(min(wrong)),
                known=repr("".join(sorted(values))),
            )
        cells = tuple(map(values.__getitem__, picture.text))
        return tuple(tokens.cut_rows(cells, width, height))


def _inks(record: _Record) -> list[Ink]:
    """The colors, the background first, and black even if only its name is used."""
    found = _declared(record, _NAMED, Message("a name and six digits as in 'red FF0000'"))
    declared = {name: Ink(name, color[2].lower(), color[3] or "") for name, color in found.items()}
    name = WHITE.name if WHITE.name not in declared else _BACKGROUND
    background = declared.pop(_BACKGROUND, Ink(name, WHITE.rgb))
    lines = (line.text for group in record.groups.values() for line in group)
    plain = any(re.match(r"[1-9]|.*\bblack\b", line) for line in lines)  # or it names black
    black = [Ink(BLACK.name, BLACK.rgb)] if BLACK.name not in declared and plain else []
    return [background, *black, *declared.values()]


def _named_clue(line: Numbered, numbers: dict[str, int]) -> Clue:
    """A clue as `red 2, 1 blue: 3`; what stands before any name is black."""
    words = list(islice(line.found(_NAMED_ITEM), 2 * MAX_SIDE))
    color = BLACK.name
    blocks = []
    for word in words:
        if word.text in numbers:
            color = word.text
            continue
        length = tokens.length_of(word)
        if length and color not in numbers:
            raise PuzzleError(
                "{text}: a length before the name of a color",
                text=quoted(word.text),
                where=(word.character(),),
            )
        if length:
            blocks.append(Block(length, numbers[color]))
        elif len(words) > 1:
            raise PuzzleError("a block of 0 cells; 0 alone stands for a blank line")
    return tuple(blocks)


class _Walk:
    """Walks through the lines of a file once."""

    def __init__(self, source: Source) -> None:
        text = source.text()
        if text.count("\n") > _MOST_LINES:
            raise PuzzleError("more than {most} lines; expected fewer", most=_MOST_LINES)
        self.lines = text.removesuffix("\n").split("\n")
        self.source = source
        self.at = 0
        self.sections: list[list[_Record]] = [[]]

    def records(self) -> list[_Record]:
        while self.at < len(self.lines):
            line = self.lines[self.at].strip()
            self.at += 1
            try:
                if line == _BETWEEN:
                    self.sections.append([])
                elif line:
                    self._line(line)
            except PuzzleError as error:
                raise PuzzleError(error.reason, where=error.where or (self._here,)) from None
        return [record for section in self.sections for record in _joined(section)]

    @property
    def _here(self) -> Message:
        return line_at(self.at)

    def _line(self, line: str) -> None:
        found = re.fullmatch(r"([A-Za-z][\w-]*)(?:\s+|$)(.*)", line)
        if not found:
            raise PuzzleError("{text}; expected a keyword such as 'rows'", text=quoted(line))
        keyword, value = found[1].lower(), found[2]
        section = self.sections[-1]
        if not section or (len(section[-1].groups) == 2 and keyword not in ("goal", "saved")):
            section.append(_Record())
        record = section[-1]
        if keyword in ("rows", "columns") and not value:
            self._group(record, keyword)
        elif keyword in _SIZES:
            key, size = _SIZES[keyword], side(value.strip('"'), keyword)
            if record.sizes.setdefault(key, size) != size:
                raise PuzzleError(
                    "{key} {size}, but it was {before} before",
                    key=key,
                    size=size,
                    before=record.sizes[key],
                )
        elif keyword in ("color", "goal", "saved"):
            many = {"color": record.colors, "goal": record.goals, "saved": record.saved}[keyword]
            place = self.at
            text = value if keyword == "color" else self._picture(keyword, value)
            many.append(Numbered(place, text))
        elif keyword in _TEXTS:
            if record.texts.setdefault(keyword, value) != value:
                self.source.remark(
                    "{line}: a second {keyword}; ignored", line=self._here, keyword=repr(keyword)
                )
        elif keyword != "maxrule":
            self.source.remark(
                "{line}: unknown keyword {keyword}; ignored",
                line=self._here,
                keyword=quoted(keyword),
            )

    def _group(self, record: _Record, group: str) -> None:
        if group in record.groups:
            raise PuzzleError(
                "a second group of {group}; expected the other group first", group=group
            )
        lines = record.groups[group] = []
        names = record.color_names | {"black"} if record.colors else set()
        for line in islice(self.lines, self.at, None):
            text = line.strip()
            if _ends_group(text, names):
                break
            self.at += 1
            lines.append(Numbered(self.at, text, line.index(text)))

    def _picture(self, keyword: str, value: str) -> str:
        """The cells of a picture; it never runs into the keywords after it."""
        start = self.at
        if value.startswith('"'):
            text = value[1:]
            while '"' not in text:
                if self.at == len(self.lines) or _KNOWN.match(self.lines[self.at]):
                    raise PuzzleError(
                        "the quote of this {keyword} is not closed",
                        keyword=keyword,
                        where=(line_at(start),),
                    )
                text += self.lines[self.at]
                self.at += 1
            text, _, rest = text.partition('"')
            if rest.strip():
                raise PuzzleError(
                    "{text} after the quote of the {keyword}",
                    text=quoted(rest.strip()),
                    keyword=keyword,
                )
        else:
            text = value
            for line in islice(self.lines, self.at, None):
                if _KNOWN.match(line) or not re.fullmatch(r"\s*[01?a-z][01?a-z\s]*", line):
                    break
                text += line
                self.at += 1
        return re.sub("[^0-9A-Za-z?]", "", text)


def _joined(section: list[_Record]) -> list[_Record]:
    """Texts after the clues of the last puzzle are its own: no other puzzle follows."""
    rest = section[-1] if len(section) > 1 else None
    if rest and not (rest.sizes or rest.groups or rest.goals or rest.saved):
        section.pop()
        last = section[-1]
        last.texts = rest.texts | last.texts
        last.colors += rest.colors
    return section


def _ends_group(line: str, colors: Collection[str]) -> bool:
    """Whether a line is no clue: a clue begins with a number, or a color before a number."""
    if not line[:1].isalpha():
        return line == _BETWEEN
    colored = re.match(r"([A-Za-z][\w-]*)[\s:]+[0-9]", line) if colors else None
    return not (colored and colored[1] in colors)


def write(puzzles: Sequence[Puzzle], options: WriteSettings) -> str:
    """The text of a `.non` file; several puzzles have `====` between them.

    Black on white needs no colors. In pictures 0 and 1 stand for the characters that a palette
    may give to white and black; that is not counted as a loss.
    """
    colored = [puzzle for puzzle in puzzles if not puzzle.black_on_white]
    texts = [getattr(puzzle, name) for puzzle in puzzles for name in _TEXTS.values()]
    saved = [saved for puzzle in puzzles for saved in puzzle.saved]
    other_background = any(puzzle.colors[0].rgb != WHITE.rgb for puzzle in colored)
    many = any(len(puzzle.colors) - 1 > _MOST for puzzle in colored)
    fatal = {
        Message("a background that is not white"): other_background,
        Message("more than {most} colors", most=_MOST): many,
        Message("control characters"): any(_text(f'"{_escape(text)}"') != text for text in texts),
    }
    dropped = {
        COLOR_NAMES: any(map(_loses_names, puzzles)),
        Message("the ids of saved pictures"): any(picture.id for picture in saved),
        Message("the notes of saved pictures"): any(picture.notes for picture in saved),
        Message("that a saved picture is a solution"): any(p.kind == "solution" for p in saved),
        Message("cells with some of the colors"): any(
            1 < cell.bit_count() < len(puzzle.colors)
            for puzzle in puzzles
            for picture in puzzle.saved
            for row in picture.grid.rows
            for cell in row
        ),
    }
    holds = {"several", "goal", "saved", *_TEXTS.values(), *(["colors"] if options.colored else [])}
    settle("Simpson's .non", puzzles, options, holds, fatal=fatal, dropped=dropped)
    return f"{_BETWEEN}\n".join(joined(_puzzle_lines(puzzle)) for puzzle in puzzles)


def _loses_names(puzzle: Puzzle) -> bool:
    white, *names = (color.name for color in puzzle.colors)
    few = white == WHITE.name and len(names) <= _MOST
    return not few or names != [letter or BLACK.name for letter in _letters(puzzle)]


def _letters(puzzle: Puzzle) -> list[str]:
    """A letter for each color of blocks; "" for a black that comes first and is used."""
    colors = puzzle.colors[1:]
    if puzzle.black_on_white:
        return [""] * len(colors)
    used = any(block.color == 1 for _, clue, _ in puzzle.lines() for block in clue)
    plain = [""] if used and colors[0].rgb == BLACK.rgb else []
    return plain + letters_of(colors[len(plain) :], ascii_lowercase)


def _puzzle_lines(puzzle: Puzzle) -> Iterator[str]:
    for keyword, name in _TEXTS.items():
        if text := getattr(puzzle, name):
            bare = keyword == "license" and re.fullmatch("[A-Za-z0-9.+-]+", text)
            yield f"{keyword} {text}" if bare else f'{keyword} "{_escape(text)}"'
    yield f"width {puzzle.width}"
    yield f"height {puzzle.height}"
    letters = _letters(puzzle)
    for letter, color in zip(letters, puzzle.colors[1:], strict=True):
        if letter:
            yield f"color {letter} #{color.rgb}"
    for group, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        yield from ("", group)
        yield from (clue_text(clue, ",", suffixes=["", *letters]) for clue in clues)
    chars = "".join(["0", *(letter or "1" for letter in letters)])
    if puzzle.goal or puzzle.saved:
        yield ""
    if puzzle.goal:
        yield f'goal "{"".join(PartialGrid.of(puzzle.goal).to_text(chars))}"'
    for saved in puzzle.saved:
        yield f'saved "{"".join(saved.grid.to_text(chars))}"'


def _escape(text: str) -> str:
    """Text with HTML references for quotes and whatever is not printable ASCII."""
    return re.sub('[^ -~]|["&]', lambda char: f"&#{ord(char[0])};", text)
