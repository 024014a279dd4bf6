"""Listings of clues, line by line: a row of `LISTINGS` for each layout, and one engine for all.

Sources: http://www.olsak.net/grid.html (`mk`), https://jwilk.net/software/nonogram (`nin`), what
pbnsolve reads (`cwd`, https://webpbn.com/pbnsolve.html), the solvers that
https://webpbn.com/survey/ compares (Keen's, Makhorin's, "syro", and Games::Nonogram, "ish"),
https://github.com/xcsp3team/pycsp3-models (`pycsp3`), and the text of a solver that heads its
groups. Layouts for which a row of the table does not suffice have a reader each below it. At the
end stands how a listing without a mark of its own is recognized: by the shape of its lines.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import dropwhile, groupby, pairwise
from typing import TypeAlias

from asp_nono.clue import Clue
from asp_nono.formats import tokens
from asp_nono.formats.source import (
    HEIGHT,
    MAX_SIDE,
    WIDTH,
    Numbered,
    Source,
    first_numbers,
    only_numbers,
    quoted,
    runs_of,
)
from asp_nono.formats.tokens import chosen, numbers, puzzle_of_lines
from asp_nono.formats.writing import WriteSettings, clue_text, joined, settle
from asp_nono.messages import Message, PuzzleError, within
from asp_nono.puzzle import Puzzle

_Lines: TypeAlias = Sequence[Numbered]
_Groups: TypeAlias = Sequence[_Lines]
_Sizes: TypeAlias = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ListingSpec:
    """The layout of a listing of one puzzle.

    `groups` splits the lines after the sizes into rows, columns, and what follows them.
    """

    groups: Callable[[_Lines, _Sizes], _Groups]
    sizes: tuple[tuple[str, ...], ...] = ()  #: those before the clues, line by line
    comment: str = ""  #: what is not read of a line; a line that it matches whole is skipped
    clue: Callable[[Numbered], Clue] = tokens.clue_of_text
    title: str = ""  #: how errors name the format in writing; "" if it is only read
    mark: str | None = None  #: the line that is written between the rows and the columns
    followed: bool = False  #: other text may follow the columns


def _sizes(lines: _Lines, names: Sequence[str]) -> tuple[dict[str, int], _Lines]:
    """The sizes on the first line that is not empty, and the lines after it."""
    what = _SIZES[names[0]]
    if len(names) == 2:
        what = Message("{first} and {second}", first=what, second=_SIZES[names[1]])
    lines = list(dropwhile(lambda line: not line.text, lines))
    if not lines and len(names) == 2:
        raise PuzzleError("no {sizes}; expected a line with them", sizes=what)
    if not lines:
        raise PuzzleError("no {size}; expected a line with it", size=what)
    words = lines[0].words(3)
    if len(words) != len(names):
        raise lines[0].wrong(what)
    pairs = zip(names, words, strict=True)
    return {name: tokens.side_of(word, _SIZES[name]) for name, word in pairs}, lines[1:]


def _counted(lines: _Lines, sizes: _Sizes) -> _Groups:
    """Nothing between the groups: the sizes tell."""
    found = chosen(lines, Message("rows and columns"), sum(sizes.values()))
    return found[: sizes["height"]], found[sizes["height"] :]


def _cut(lines: _Lines, mark: str) -> _Groups:
    for middle, line in enumerate(lines):
        if re.match(mark, line.text):
            return lines[:middle], lines[middle + 1 :]
    raise PuzzleError(
        "no line with {mark}; expected one between the rows and the columns", mark=repr(mark[0])
    )


def _at_hash(lines: _Lines, sizes: _Sizes) -> _Groups:
    rows, columns = _cut(lines, "#")
    height, width = sizes["height"], sizes["width"]
    return chosen(rows, _ROWS, height), chosen(columns, _COLUMNS, width)


def _at_ampersand(lines: _Lines, _: _Sizes) -> _Groups:
    clues = list(dropwhile(lambda line: not line.text or line.text.startswith("*"), lines))
    rows, columns = _cut(clues, "&$")
    return _closed(rows), _closed(columns)


def _closed(lines: _Lines) -> _Lines:
    """The lines without empty ones at the ends, in a format where no line may be empty."""
    filled = [place for place, line in enumerate(lines) if line.text]
    group = lines[filled[0] : filled[-1] + 1] if filled else []
    if empty := next((line for line in group if not line.text), None):
        raise empty.problem("an empty line inside a group of clues; a blank clue is written as 0")
    return group


def _at_counted_empty(lines: _Lines, sizes: _Sizes) -> _Groups:
    """An empty line between the groups, although another one may be a blank clue."""
    height, width = sizes["height"], sizes["width"]
    filled = [line for line in lines if line.text]
    if len(filled) == height + width:
        rows, columns = filled[:height], filled[height:]
        if columns[0].line == rows[-1].line + 1:
            raise columns[0].problem(
                "no empty line between row {height} and column 1", height=height
            )
        return rows, columns
    if len(lines) > height and lines[height].text:
        raise lines[height].wrong(Message("an empty line after {height} rows", height=height))
    return lines[:height], chosen(lines[height + 1 :], _COLUMNS, width)


def _at_empty(lines: _Lines, _: _Sizes) -> _Groups:
    runs = [list(run) for filled, run in groupby(lines, lambda line: bool(line.text)) if filled]
    if len(runs) < 2:
        raise PuzzleError("no empty line between the rows and the columns")
    return runs


def _hash_ended(lines: _Lines, _: _Sizes) -> _Groups:
    groups: list[list[Numbered]] = [[]]
    for line in lines:
        if line.text == "#":
            groups.append([])
        elif line.text:
            groups[-1].append(line)
    return groups


def _headed(lines: _Lines, _: _Sizes) -> _Groups:
    """Headings begin without a digit; what stands before the first is a comment."""
    groups: list[list[Numbered]] = []
    headings: list[Numbered] = []
    for line in lines:
        if line.text[:1].isdecimal():
            if not headings:
                raise line.problem("a clue before the first heading")
            groups[-1].append(line)
        elif groups == [[]] and line.text:
            headings[0] = line
        elif line.text:
            headings.append(line)
            groups.append([])
    if len(groups) < 2:
        raise PuzzleError("no heading of the columns; expected one after the rows")
    if headings[0].text.lower().startswith("col"):
        raise headings[0].problem("the columns come first; expected the rows")
    if len(groups) > 2:
        raise headings[2].problem(
            "{text} would be a third heading; expected clues of columns",
            text=quoted(headings[2].text),
        )
    return groups


def _ended_clue(line: Numbered) -> Clue:
    """The clue of a line that one 0 ends."""
    *lengths, end = numbers(line) or [1]
    if end:
        raise PuzzleError("{text}; expected a 0 at the end of the line", text=quoted(line.text))
    return tokens.clue_of_lengths(lengths)


def _counted_clue(line: Numbered) -> Clue:
    """The clue of a line that begins with the number of its blocks."""
    count, *lengths = numbers(line) or [0]
    if count != len(lengths):
        raise PuzzleError(
            "{found} lengths, but the line says {count}", found=len(lengths), count=count
        )
    return tokens.clue_of_lengths(lengths)


_SIZES = {"width": WIDTH, "height": HEIGHT}
_ROWS, _COLUMNS = tokens.lines_of("row"), tokens.lines_of("column")
_ROWS_FIRST, _COLUMNS_FIRST = (("height", "width"),), (("width", "height"),)
LISTINGS = {
    "mk": ListingSpec(_at_hash, _ROWS_FIRST, title="Olšák's .mk", mark="#"),
    "nin": ListingSpec(_counted, _COLUMNS_FIRST, "^#.*", title="Wilk's .nin"),
    "nin-hw": ListingSpec(_counted, _ROWS_FIRST, "^#.*"),
    "cwd": ListingSpec(
        _at_counted_empty, (("height",), ("width",)), title="Meshcheryakov's .cwd", mark=""
    ),
    "keen": ListingSpec(_at_empty),
    "ish": ListingSpec(_at_empty, comment="^-.*|#.*", followed=True),
    "makhorin": ListingSpec(_at_ampersand),
    "syro": ListingSpec(_hash_ended, clue=_ended_clue),
    "headed": ListingSpec(_headed),
    "pycsp3": ListingSpec(_counted, _ROWS_FIRST, clue=_counted_clue),
}  # the layouts of which a file holds one puzzle, by the names of the formats


def read(form: str, source: Source) -> list[Puzzle | PuzzleError]:
    """The puzzle of a file in one of the layouts."""
    spec = LISTINGS[form]
    lines: _Lines = tokens.text_lines(source)
    if spec.comment:
        kept = ((line, re.sub(spec.comment, "", line.text).rstrip()) for line in lines)
        lines = [line._replace(text=text) for line, text in kept if text or not line.text]
    sizes: dict[str, int] = {}
    for names in spec.sizes:
        values, lines = _sizes(lines, names)
        sizes |= values
    rows, columns, *more = (*spec.groups(lines, sizes), (), ())
    if rest := next(filter(None, more), None):
        if not spec.followed:
            text = quoted(rest[0].text)
            raise rest[0].problem("{text}: a third group; a blank clue is written as 0", text=text)
        source.remark("{line}: after the second empty line; ignored", line=rest[0].where)
    return [puzzle_of_lines(rows, columns, spec.clue)]


def write(form: str, puzzles: Sequence[Puzzle], options: WriteSettings) -> str:
    """The text of a file in one of the layouts."""
    spec, puzzle = LISTINGS[form], puzzles[0]
    settle(spec.title, puzzles, options)
    sizes = [" ".join(str(getattr(puzzle, name)) for name in names) for names in spec.sizes]
    between = [] if spec.mark is None else [spec.mark]
    rows, columns = map(clue_text, puzzle.rows), map(clue_text, puzzle.columns)
    return joined((*sizes, *rows, *between, *columns))


def _begun(lines: _Lines, mark: str) -> list[_Lines]:
    """The parts of a file, each from a line that begins with `mark` to the next."""
    starts = [place for place, line in enumerate(lines) if re.match(mark, line.text)]
    return [lines[a:b] for a, b in zip(starts, [*starts[1:], len(lines)], strict=True)]


_TOURNAMENT_SIDE = 25
_NUMBER = re.compile("[0-9]{1,9}")  # that of a puzzle in a tournament's set


def read_taai(source: Source) -> list[Puzzle | PuzzleError]:
    r"""The sets of the TAAI, TCGA and ICGA tournaments: puzzles of 25x25, columns first.

    Source: https://github.com/zxkyjimmy/NonogramRecord. Each begins with a line `$` and its number,
    which becomes the title; an empty line is a blank clue. Some programs keep a single puzzle of
    any size without that line.
    """
    lines = list(dropwhile(lambda line: not line.text, tokens.text_lines(source)))
    if lines and lines[0].text.startswith("$"):
        return tokens.each(_begun(lines, r"\$"), _tournament_puzzle)
    while len(lines) % 2 and not lines[-1].text:
        del lines[-1]
    if len(lines) % 2:
        raise PuzzleError("{count} lines; expected as many columns as rows", count=len(lines))
    puzzle = _square(lines, len(lines) // 2)
    source.remark("no '$' and number; read as a puzzle of a tournament, the columns first")
    return [puzzle]


def _tournament_puzzle(part: _Lines) -> Puzzle:
    if part[0].text[:1] != "$" or not _NUMBER.fullmatch(part[0].text[1:]):
        raise part[0].wrong(Message("$ and a number"))
    return _square(part[1:], _TOURNAMENT_SIDE, part[0].text.removeprefix("$"))


def _square(lines: _Lines, side: int, title: str = "") -> Puzzle:
    found = chosen(lines, Message("columns and rows"), 2 * side)
    return puzzle_of_lines(found[side:], found[:side], tokens.clue_of_text, title=title)


def write_taai(puzzles: Sequence[Puzzle], options: WriteSettings) -> str:
    """The text of a tournament's set: titles that all are different numbers, or 1, 2, 3 and on."""
    titles = [puzzle.title for puzzle in puzzles]
    kept = all(map(_NUMBER.fullmatch, titles)) and len(set(titles)) == len(titles)
    if not kept:
        titles = [str(place) for place in range(1, len(puzzles) + 1)]
    side = _TOURNAMENT_SIDE
    other = Message("boards of other sizes than {size}", size=f"{side}x{side}")
    fatal = {other: any((puzzle.width, puzzle.height) != (side, side) for puzzle in puzzles)}
    holds = ("several", "title") if kept else ("several",)
    settle(Message("a tournament's set"), puzzles, options, holds, fatal=fatal)
    lines: list[str] = []
    for title, puzzle in zip(titles, puzzles, strict=True):
        clues = (clue_text(clue, "\t", "") for clue in (*puzzle.columns, *puzzle.rows))
        lines += [f"${title}", *clues]
    return joined(lines)


def read_jcross(source: Source) -> list[Puzzle | PuzzleError]:
    """The input of SPOJ's problem JCROSS: a number of puzzles, each with height, width, clues.

    Source: https://www.spoj.com/problems/JCROSS/. A 0 ends each clue, so that a blank one is `0`.
    """
    lines = tokens.filled_lines(source)
    one = Message("the number of puzzles, from 1 to {most}", most=MAX_SIDE)
    two = Message("height and width, from 1 to {most}", most=MAX_SIDE)
    (count,), lines = _head(lines, 1, one), lines[1:]
    parts: list[_Groups] = []
    while lines and len(parts) < count:
        height, width = _head(lines, 2, two)
        part = lines[1 : 1 + height + width]
        if len(part) < height + width:
            raise lines[0].problem(
                "{found} clues; expected {count}", found=len(part), count=height + width
            )
        parts.append((part[:height], part[height:]))
        lines = lines[1 + height + width :]
    if lines:
        raise lines[0].wrong(Message("the end after {count} puzzles", count=count))
    if len(parts) < count:
        raise PuzzleError("{found} puzzles; expected {count}", found=len(parts), count=count)
    return tokens.each(parts, lambda groups: puzzle_of_lines(groups[0], groups[1], _ended_clue))


def _head(lines: _Lines, count: int, expected: Message, least: int = 1) -> list[int]:
    """The numbers on the first line, each from `least` to the most lines of a puzzle."""
    first = lines[0] if lines else Numbered(1, "")
    with within(first.where):
        found = numbers(first)
    if len(found) != count or not all(least <= size <= MAX_SIDE for size in found):
        raise first.wrong(expected)
    return found


def read_picross(source: Source) -> list[Puzzle | PuzzleError]:
    """The text of picross-solver: `GRID` and a name, `ROWS`, `COLUMNS`, bracketed clues.

    Source: https://github.com/pierre-dejoue/picross-solver. `[ ]` is a blank line, and `#` begins
    a comment; a file may hold many grids.
    """
    lines = [line for line in tokens.filled_lines(source) if line.text[0] != "#"]
    if not lines:
        raise PuzzleError("expected GRID and a name")
    if not re.match(r"GRID\b", lines[0].text):
        raise lines[0].wrong(Message("GRID and a name"))
    return tokens.each(_begun(lines, r"GRID\b"), _picross_puzzle)


def _picross_puzzle(lines: _Lines) -> Puzzle:
    groups: dict[str, list[Numbered]] = {}
    for line in lines[1:]:
        if line.text in ("ROWS", "COLUMNS") and line.text not in groups:
            group = groups.setdefault(line.text, [])
        elif groups and line.text[0] == "[":
            group.append(line)
        else:
            raise line.wrong(Message("ROWS and COLUMNS, once each, and clues"))
    rows, columns = groups.get("ROWS", []), groups.get("COLUMNS", [])
    title = lines[0].text.removeprefix("GRID").lstrip()
    return puzzle_of_lines(rows, columns, _bracketed_clue, title=title)


def _bracketed_clue(line: Numbered) -> Clue:
    if not re.fullmatch(r"\[[^\[\]]*\]", line.text):
        raise PuzzleError(
            "{text}; expected numbers in brackets as in '[ 1 2 ]'", text=quoted(line.text)
        )
    return tokens.clue_of_text(line.stripped("[]"))


_LETTERS = re.compile(r"[@A-Z](?:[@A-Z\s]*[@A-Z])?")


def read_letters(source: Source) -> list[Puzzle | PuzzleError]:
    """Clues in letters (A is a block of 1, a word a clue): a line of rows, a line of columns.

    Source: https://rosettacode.org/wiki/Nonogram_solver, and the collections of a solver that adds
    names in lines that begin with `--`, and `@` for a blank clue. Text before is passed over.
    """
    parts: list[list[Numbered]] = []
    for line in tokens.filled_lines(source):
        clues = _LETTERS.fullmatch(line.text) and (not parts or len(_unnamed(parts[-1])) == 2)
        if line.text.startswith("--") or clues:
            parts.append([line])
        elif parts:
            parts[-1].append(line)
    if not parts:
        raise PuzzleError("no clues in capital letters; expected a line of rows, one of columns")
    return tokens.each(parts, _lettered_puzzle)


def _unnamed(part: _Lines) -> _Lines:
    return [line for line in part if not line.text.startswith("--")]


def _lettered_puzzle(part: _Lines) -> Puzzle:
    clues = _unnamed(part)
    if len(clues) != 2:
        raise PuzzleError(
            "{count} lines of clues; expected one of rows, one of columns", count=len(clues)
        )
    if wrong := next((line for line in clues if not _LETTERS.fullmatch(line.text)), None):
        raise wrong.wrong(Message("clues in capital letters"))
    title = part[0].text.lstrip("-").strip() if len(part) > 2 else ""
    rows, columns = (line.words() for line in clues)

    def clue(word: Numbered) -> Clue:
        return tokens.clue_of_lengths([ord(char) - ord("@") for char in word.text[: MAX_SIDE + 1]])

    return puzzle_of_lines(rows, columns, clue, title=title)


def read_nng(source: Source) -> list[Puzzle | PuzzleError]:
    """The files of StasDeep's solver: sizes, then two tables of clues with zeros before them.

    Source: https://github.com/StasDeep/NonogramSolver. The sizes are the width, the height, and the
    most blocks of a column and of a row; the clues of the columns are written downwards.
    """
    lines: _Lines = tokens.filled_lines(source)
    sizes = Message(
        "width, height, and most blocks of each column and row, up to {most}", most=MAX_SIDE
    )
    width, height, deep, wide = _head(lines, 4, sizes, least=0)
    lines = chosen(lines[1:], Message("both tables"), deep + height)
    columns = list(zip(*_table(lines[:deep], width), strict=True)) if deep else [()] * width

    def clue(lengths: Sequence[int]) -> Clue:
        return tokens.clue_of_lengths(list(dropwhile(lambda length: not length, lengths)))

    return [puzzle_of_lines(_table(lines[deep:], wide), columns, clue)]


def _table(lines: _Lines, width: int) -> list[tuple[int, ...]]:
    table = []
    for line in lines:
        with within(line.where):
            table.append(tuple(numbers(line)))
        if len(table[-1]) != width:
            raise line.problem(
                "{found} numbers; expected {count}", found=len(table[-1]), count=width
            )
    return table


# How listings without a mark of their own are recognized. Each test is loose, for a listing that
# two formats claim is given to the one that can read it.

_ENDED = re.compile(r"(?:^|[\s,])0$")
_HEADING = re.compile(r"rows?\b|columns?\b|cols?\b", re.IGNORECASE)
_DIGITS = "0123456789"


def mk_shape(source: Source) -> bool:
    """Two sizes, and a line with `#` that parts the other lines."""
    return len(source.outline.marks) == 1 and bool(source.outline.sizes)


def nin_shape(source: Source) -> bool:
    """Two sizes, and no comment that parts rows from columns."""
    sizes = source.outline.sizes
    return bool(sizes) and source.outline.marks != [1 + sizes[0]]


def nin_hw_shape(source: Source) -> bool:
    """The same, if the order of the sizes makes a difference."""
    return nin_shape(source) and len(set(source.outline.sizes)) == 2


def cwd_shape(source: Source) -> bool:
    """Two lines with a number each, and an empty one between the others."""
    outline = source.outline
    sizes = [len(first_numbers(line)) for line in outline.filled[:2]] if outline.listed else []
    return sizes == [1, 1] and len(outline.filled) < len(outline.lines)


def keen_shape(source: Source) -> bool:
    """Groups of numbers with empty lines between them."""
    return source.outline.listed and len(source.outline.runs) > 1 and "," not in source.glance


def ish_shape(source: Source) -> bool:
    """The same, with commas or comments, and anything after the second group."""
    if not re.search("[,#]", source.glance):
        return False
    lines = (line for line in source.outline.lines if not line.startswith(("#", "-")))
    groups = runs_of([line.partition("#")[0].strip() for line in lines])[:2]
    return len(groups) == 2 and all(map(only_numbers, groups))


def syro_shape(source: Source) -> bool:
    """Lines that end in 0, with `#` between them."""
    lines = [line for line in source.outline.filled if line != "#"]
    between = len(source.outline.filled) > len(lines)
    return between and only_numbers(lines) and all(map(_ENDED.search, lines))


def tournament_shape(source: Source) -> bool:
    """A line with `$` and a number, or an even number of lines with nothing but numbers."""
    if re.match(r"\$[0-9]", source.first_line):
        return True
    if not source.outline.listed:
        return False
    lines, filled = list(source.outline.lines), source.outline.filled
    while len(lines) % 2 and not lines[-1]:
        del lines[-1]
    return len(lines) % 2 == 0 and filled == lines[: len(filled)]


def jcross_shape(source: Source) -> bool:
    """A number, and two more before lines that end in 0."""
    lines = source.outline.filled[:3]
    sizes = [len(first_numbers(line)) for line in lines[:2]] if source.outline.listed else []
    return sizes == [1, 2] and all(map(_ENDED.search, lines[2:]))


def headed_shape(source: Source) -> bool:
    """Headings that speak of rows and columns, each before lines of numbers."""
    lines = source.outline.filled
    heads = [k for k, (a, b) in enumerate(pairwise(lines)) if b[0] in _DIGITS and _HEADING.match(a)]
    names = [lines[place][0].lower() for place in heads]
    return names == ["r", "c"] and not any(line[0] in _DIGITS for line in lines[: heads[0]])


def letters_shape(source: Source) -> bool:
    """Two lines of capital letters, one after the other, after one or two others at most."""
    lines = source.outline.filled[:4]
    return any(_LETTERS.fullmatch(a) and _LETTERS.fullmatch(b) for a, b in pairwise(lines))


def nng_shape(source: Source) -> bool:
    """Four numbers that tell the size of the tables below them."""
    lines = source.outline.filled
    if not source.outline.listed or len(sizes := first_numbers(lines[0])) != 4:
        return False
    width, height, deep, _ = sizes
    return 1 < len(lines) == 1 + deep + height and len(lines[1].split()) == width


def pycsp3_shape(source: Source) -> bool:
    """Every line after the first has as many lengths as its first number says."""
    if not source.outline.filled:
        return False
    sizes, *lines = map(str.split, source.outline.filled)
    two = len(sizes) == 2 and all(map(str.isdecimal, sizes))
    return two and bool(lines) and all(line[0] == str(len(line) - 1) for line in lines)
