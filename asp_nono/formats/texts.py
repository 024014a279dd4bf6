"""Clues in texts: nonogrid's TOML, pynogram's INI, YAML, Olšák's `.g`, R's strings, Pattern's IDs.

Each part names its source.
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from string import ascii_letters
from typing import Any, TypeAlias

from asp_nono.clue import Clue
from asp_nono.formats import tokens
from asp_nono.formats.colors import (
    MAX_COLORS,
    Ink,
    palette,
    picked,
    rgb_of,
    rgb_of_digits,
    table,
)
from asp_nono.formats.source import (
    HEIGHT,
    MAX_SIDE,
    WIDTH,
    Numbered,
    Source,
    character_at,
    line_at,
    quoted,
    side,
)
from asp_nono.formats.tokens import Axis, puzzle_of_lines
from asp_nono.formats.writing import (
    COLOR_NAMES,
    WriteSettings,
    clue_text,
    credit_in,
    credit_lines,
    credited,
    joined,
    letters_of,
    settle,
)
from asp_nono.grid import PartialGrid, is_narrow, spare_chars
from asp_nono.messages import Message, PuzzleError, within
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle

# TOML and INI, where commas and line ends part the lines of the puzzle, and blanks the blocks of a
# line: `4, 1 2r 1, 4`. A number without a color is black. Sources: src/parser.rs of
# https://github.com/tsionyx/nonogrid and reader.py of https://github.com/tsionyx/pynogram.

_PART = re.compile("[^,]+")
_TOML, _INI = ("W", "B"), ("white", "black")  # the two colors that need no definition


def _puzzle(
    rows: Sequence[Numbered],
    columns: Sequence[Numbered],
    defined: Mapping[str, str],
    usual: tuple[str, str],
    source: Source,
) -> Puzzle:
    clues = _texts("row", rows), _texts("column", columns)
    white, black = usual
    inks = _inks(defined, white, source)
    words = (word for texts in clues for text in texts for word in text.text.split())
    blocks = map(tokens.BLOCK.fullmatch, words)
    used = any(b and b[1].strip("0") and b[2] in (None, black) for b in blocks)
    if black not in inks and (used or not inks):
        inks = {black: Ink("black", BLACK.rgb, BLACK.char), **inks}
    numbers = {name: place for place, name in enumerate(inks, 1)}
    colors = palette([Ink("white", WHITE.rgb), *inks.values()])
    clue = partial(tokens.colored_clue, numbers=numbers, plain=black)
    return puzzle_of_lines(*clues, clue, colors=colors, **credit_in(source.glance, "#"))


def _texts(axis: Axis, lines: Sequence[Numbered]) -> list[Numbered]:
    """The texts of the lines of the puzzle; comments, empty ones and quotes do not count."""
    found: list[Numbered] = []
    for line in lines:
        for part in line._replace(text=re.sub("[#;].*", "", line.text)).found(_PART):
            text = part.stripped().stripped("'\"").stripped()
            if text.text:
                found.append(text)
            if len(found) > MAX_SIDE:
                raise PuzzleError(
                    "more than {most} {lines}", most=MAX_SIDE, lines=tokens.lines_of(axis)
                )
    return found


def _inks(defined: Mapping[str, str], white: str, source: Source) -> dict[str, Ink]:
    inks = {}
    spare = picked((WHITE.rgb, BLACK.rgb))
    for name, text in defined.items():
        where = Message("color {name}", name=quoted(name))
        found = re.fullmatch(r"\(([^()]*)\)\s*(\S)", text.strip())
        if not found:
            raise PuzzleError(
                "{text}; expected a value and a character, as in '(red) %'",
                text=quoted(text),
                where=(where,),
            )
        if name == white:
            raise PuzzleError("this is the background; expected another name", where=(where,))
        rgb = _value(found[1].strip())
        if not rgb:
            rgb = next(spare)
            source.remark(
                "{color}: {value} is not known; #{taken} is taken",
                color=where,
                value=quoted(found[1]),
                taken=rgb,
            )
        inks[name] = Ink(name, rgb, found[2])
    return inks


def _value(text: str) -> str:
    """Six digits for a name, a triple of numbers or hexadecimal digits; "" for anything else."""
    if triple := re.fullmatch(r"([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})", text):
        parts = [int(part) for part in triple.groups()]
        return "".join(f"{part:02x}" for part in parts) if max(parts) < 256 else ""
    return rgb_of_digits(text) or rgb_of(text) or ""


_MOST_DOTS = 100  # of a line: long dotted keys take time that grows as the square of their length


def read_toml(source: Source) -> list[Puzzle]:
    """The puzzle of a TOML file."""
    text = source.text()
    for place, line in enumerate(text.split("\n"), 1):
        if line.count(".") > _MOST_DOTS and not line.lstrip().startswith("#"):
            where = (line_at(place),)
            raise PuzzleError("more than {most} dots", most=_MOST_DOTS, where=where)
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _toml_error(str(error)) from None
    except (ValueError, RecursionError):
        raise PuzzleError("a number too long, or values nested too deeply") from None
    clues = document.get("clues")
    if not isinstance(clues, dict):
        raise PuzzleError("no table [clues]; expected one with 'rows' and 'columns'")
    rows, columns = (_clue_lines(clues, key, text) for key in ("rows", "columns"))
    return [_puzzle(rows, columns, _colors(document), _TOML, source)]


def _toml_error(said: str) -> PuzzleError:
    """The error that the parser of TOML has raised, with its place."""
    found = re.search(r"\(at line (\d+), column (\d+)\)$", said)
    where = [Message("at the end")]
    if found:
        where = [line_at(int(found[1])), character_at(int(found[2]))]
    reason = re.sub(r" \(at [^()]*\)$", "", said)
    return PuzzleError("not well-formed TOML: {reason}", reason=reason, where=where)


def _clue_lines(clues: dict[str, Any], key: str, text: str) -> Sequence[Numbered]:
    value = clues.get(key)
    if value is None:
        raise PuzzleError("{key} is missing; expected clues", key=repr(key))
    if not isinstance(value, str):
        raise PuzzleError("{key} is no text; expected clues", key=repr(key))
    lines = value.split("\n")
    if not value or text.count(value) != 1:  # then it is not known where the lines stand
        return [Numbered(0, line) for line in lines]
    start = text.index(value)
    first, before = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start) - 1
    rest = (Numbered(place, line) for place, line in enumerate(lines[1:], first + 1))
    return [Numbered(first, lines[0], before), *rest]


def _colors(document: dict[str, Any]) -> dict[str, str]:
    colors = document.get("colors", {})
    definitions = colors.get("defs", []) if isinstance(colors, dict) else None
    if not isinstance(definitions, list):
        raise PuzzleError("expected a list of texts", where=("[colors]", "defs"))
    found: dict[str, str] = {}
    for place, definition in enumerate(definitions, 1):
        where = ("[colors]", Message("definition {number}", number=place))
        if not isinstance(definition, str) or "=" not in definition:
            raise PuzzleError("expected a text such as 'r = (red) %'", where=where)
        name, _, said = (part.strip() for part in definition.partition("="))
        if not re.fullmatch(r"[^\s0-9,#;\"'][^\s,#;\"']*", name):
            raise PuzzleError(
                "the name {name} cannot stand after a number", name=quoted(name), where=where
            )
        if name in found:
            raise PuzzleError("a second color {name}", name=quoted(name), where=where)
        found[name] = said
    return found


_UNFIT = "=()'\"\\#;,"  # characters with another meaning in such files, or in INI
_WIDELY_READ = 31  # the most colors of blocks that nonogrid reads


def write_toml(puzzles: Sequence[Puzzle], options: WriteSettings) -> str:
    """The text of a TOML file."""
    puzzle = puzzles[0]
    own = [color.name for color in puzzle.colors[1:]]
    spare = (f"color{number}" for number in count(1) if f"color{number}" not in own)
    taken = (*_TOML, WHITE.name)  # the last is what the background is called when it is read
    # a name of its own if that can stand after a number
    names = [n if re.fullmatch(r"[^\W\d]\w*", n) and n not in taken else next(spare) for n in own]
    fatal = {
        Message("a background that is not white"): puzzle.colors[0].rgb != WHITE.rgb,
        Message("more than {most} colors", most=_WIDELY_READ): len(names) > _WIDELY_READ,
    }
    drawn = [color.char for color in puzzle.colors[1:]]
    spare_char = spare_chars({*drawn, puzzle.colors[0].char, *_UNFIT})
    chars = [c if c not in _UNFIT and is_narrow(c) else next(spare_char) for c in drawn]
    declared = slice(int(_plain_black(puzzle)), None)
    dropped = {
        COLOR_NAMES: [puzzle.colors[0].name, *names] != [WHITE.name, *own],
        Message("characters of some colors"): chars[declared] != drawn[declared],
    }
    holds = (*credited(puzzle), "colors")
    settle("nonogrid's TOML", puzzles, options, holds, fatal=fatal, dropped=dropped)
    return joined(_written(puzzle, names, chars))


def _plain_black(puzzle: Puzzle) -> bool:
    """Whether the first color needs no definition: it is read as black without one."""
    first = [(color.name, color.rgb) for color in puzzle.colors[1:2]]
    used = any(block.color == 1 for _, clue, _ in puzzle.lines() for block in clue)
    return first == [(BLACK.name, BLACK.rgb)] and (used or len(puzzle.colors) == 2)


def _written(puzzle: Puzzle, names: Sequence[str], chars: Sequence[str]) -> Iterator[str]:
    suffixes = ["", *names[1:]] if _plain_black(puzzle) else names
    yield from credit_lines(puzzle, "#")
    yield "[clues]"
    for key, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        yield f'{key} = """'
        yield from (clue_text(clue, suffixes=["", *suffixes]) for clue in clues)
        yield '"""'
    if any(suffixes):
        yield from ("", "[colors]", "defs = [")
        for name, color, char in zip(suffixes, puzzle.colors[1:], chars, strict=True):
            if name:
                text = json.dumps(f"{name} = ({color.rgb}) {char}", ensure_ascii=False)
                yield f"  {text},"
        yield "]"


def read_ini(source: Source) -> list[Puzzle]:
    """The puzzle of an INI file."""
    sections = _sections(tokens.text_lines(source, indented=True))
    clues = sections.get("clues", {})
    for key in ("rows", "columns"):
        if key not in clues:
            raise PuzzleError("no {key} in [clues]; expected clues", key=repr(key))
    colors = {
        name: " ".join(line.text for line in lines)
        for name, lines in sections.get("colors", {}).items()
    }
    return [_puzzle(clues["rows"], clues["columns"], colors, _INI, source)]


def _sections(lines: Sequence[Numbered]) -> dict[str, dict[str, list[Numbered]]]:
    """The lines of each option of each section; one that begins with a blank goes on."""
    sections: dict[str, dict[str, list[Numbered]]] = {}
    options: dict[str, list[Numbered]] | None = None
    value: list[Numbered] | None = None
    for whole in lines:
        line = whole._replace(text=re.sub(r"(^|(?<=\s))[#;].*", "", whole.text).rstrip())
        if not line.text:
            continue
        if line.text[0].isspace() and value is not None:
            value.append(line.stripped())
        elif section := re.fullmatch(r"\[([^\]]+)\]", line.text):
            if section[1] in sections:
                raise line.problem("a second section {name}", name=quoted(section[1]))
            options, value = sections.setdefault(section[1], {}), None
        elif options is None:
            raise line.wrong(Message("a section such as [clues] first"))
        else:
            name, *rest = (part.stripped() for part in line.split("=", 1))
            if not rest or not name.text:
                raise line.wrong(Message("a name, '=' and a value"))
            key = name.text.lower()
            if key in options:
                raise line.problem("a second {key}; case does not count in names", key=quoted(key))
            value = options[key] = rest
    return sections


# YAML, as little of it as solvers use: `rows` and `columns` (or `cols`) have a line of text for
# each line of the puzzle, `- [1, 2]` or `- 1 2`; where they are sizes, `row_runs` and `column_runs`
# have the lines. Such files are in mckoss/paint-by-numbers, Niehztog/php-nonogram and
# voetsjoeba/nonogram-rs on GitHub.

_LISTS = (("row_runs", "column_runs"), ("rows", "columns"), ("rows", "cols"))
_Entry: TypeAlias = tuple[str, list[Numbered]]  # a text beside the key, and the lines below it


def read_yaml(source: Source) -> list[Puzzle]:
    """The puzzle of a YAML file."""
    entries = _entries(tokens.text_lines(source))
    pair = next((p for p in _LISTS if all(k in entries and entries[k][1] for k in p)), None)
    if pair is None:
        raise PuzzleError(
            "no clues of the rows and columns; expected 'rows:' and lines as '- [1, 2]'"
        )
    rows, columns = (entries[key][1] for key in pair)
    for key, lines in (("rows", rows), ("columns", columns)):
        size, _ = entries.get(key, ("", []))
        if size and side(size, key) != len(lines):
            raise tokens.other_size(key, size, len(lines))
    return [puzzle_of_lines(rows, columns, tokens.clue_of_text, **credit_in(source.glance, "#"))]


def _entries(lines: Sequence[Numbered]) -> dict[str, _Entry]:
    entries: dict[str, _Entry] = {}
    here: _Entry | None = None
    for line in lines:
        text = re.sub(r"(^|[ \t])#.*", "", line.text).strip()
        if not text or text == "---":
            continue
        if key := re.fullmatch(r"([A-Za-z_]+)[ \t]*:[ \t]*(.*)", text):
            if key[1] in entries:
                raise line.problem("a second {key}", key=quoted(key[1]))
            here = entries[key[1]] = (key[2], [])
            continue
        item = re.fullmatch(r"-[ \t]+(?:\[([^\[\]]*)\]|([0-9][0-9 \t]*))", text)
        if not item or here is None or here[0]:
            raise line._replace(text=text).wrong(Message("a line as '- [1, 2]'"))
        here[1].append(Numbered(line.line, item[1] if item[1] is not None else item[2]))
    return entries


# Olšák's `.g`: clues of several colors, in groups that lines with `:` part. Source:
# http://www.olsak.net/grid.html, documented in the comments of its sample files, and what pbnsolve
# makes of them (https://webpbn.com/pbnsolve.html). Nothing gives the size but the number of lines,
# and a blank line is an empty line of text.
#
# Colors are declared one a line after `#d`, as `in:out word comment`: `in` is the letter behind the
# lengths of blocks; `0` declares the background and `1` the color of lengths without a letter.
# `out` stands for the color in pictures, `word` is a name of X11 or `#rrggbb`, and the comment, if
# there is one, the color's own name.

_MOST = 1 + len(ascii_letters)  # one color goes without a letter
_MARK = "%"  # before the first group, lines that begin so say who made the puzzle
_DECLARED = re.compile(r"\s*(?P<letter>[^\s,]):(?P<char>.)\s+(?P<word>\S+)\s*(?P<comment>.*?)\s*")


def is_olsak(source: Source) -> bool:
    """Whether there are lengths between two lines that begin with a colon."""
    text = source.glance
    first = re.search("^:(?!-).*\n", text, re.MULTILINE) if ":" in text else None
    end = text.find("\n:", first.end() - 1) if first else -1
    if not first or end < 0:
        return False
    words = text[first.end() : min(end, first.end() + 1000)].split()
    return all(re.fullmatch(r"[0-9]+\S?", word) for word in words)


def read_olsak(source: Source) -> list[Puzzle]:
    """The puzzle of a file."""
    lines = tokens.text_lines(source, indented=True)
    marks = [place for place, line in enumerate(lines) if line.text.startswith(":")]
    if not marks:
        raise PuzzleError("no line that begins with ':'; expected one before the rows")
    colors, numbers = _olsak_palette(lines[: marks[0]], source)
    if len(marks) < 2:
        raise PuzzleError("no second line that begins with ':'; expected one before the columns")
    if len(marks) < 3:
        source.remark("no line with ':' after the columns; blank ones at the end may be missing")
        marks.append(len(lines))
    rows, columns = lines[marks[0] + 1 : marks[1]], lines[marks[1] + 1 : marks[2]]
    texts = credit_in("\n".join(line.text for line in lines[: marks[0]]), _MARK)

    def clue(line: Numbered) -> Clue:
        for word in line.words():
            if re.fullmatch("0+[^0-9]*", word.text):
                raise PuzzleError(
                    "a block of 0 cells; a blank line is an empty line of text",
                    where=(word.character(),),
                )
        return tokens.colored_clue(line, numbers, "1")

    return [puzzle_of_lines(rows, columns, clue, colors=colors, **texts)]


def _olsak_palette(
    lines: Sequence[Numbered], source: Source
) -> tuple[tuple[Color, ...], Mapping[str, int]]:
    """The palette, as declared before the rows, and the number of each letter's color."""
    heads = [place for place, line in enumerate(lines) if re.match("#[dDtT]", line.text)]
    if not heads:
        return (WHITE, BLACK), {"1": 1}
    if wrong := next((line for line in lines if re.match("#[tT]", line.text)), None):
        raise wrong.problem("triddler puzzles are not supported")
    declared: dict[str, re.Match[str]] = {}
    for line in filter(lambda line: line.text, lines[heads[0] + 1 :]):
        with within(line.where):
            new = _declaration(line.text)
            if new["letter"] in declared:
                raise PuzzleError("color {color} is declared twice", color=quoted(new["letter"]))
            if len(declared) == MAX_COLORS:
                raise PuzzleError("more than {most} colors", most=MAX_COLORS)
            declared[new["letter"]] = new
    background = declared.pop("0", None) or _declaration(f"0:{WHITE.char} white")
    numbers = {letter: number for number, letter in enumerate(declared, 1)}
    return palette(_olsak_inks([background, *declared.values()], source)), numbers


def _declaration(text: str) -> re.Match[str]:
    new = _DECLARED.fullmatch(text)
    if not new:
        raise PuzzleError("{text}; expected a color as in 'r:r  #FF0000  red'", text=quoted(text))
    letter = quoted(new["letter"])
    if re.search(r"[/\\]", new["word"]):
        raise PuzzleError("color {color}: triangular cells are not supported", color=letter)
    if new["letter"] in "23456789":
        raise PuzzleError("{letter} cannot be the letter of a color", letter=letter)
    return new


def _olsak_inks(declared: Sequence[re.Match[str]], source: Source) -> Iterator[Ink]:
    """A comment is the name where the value is in digits; the letter makes equal names differ."""
    words = [new["word"] for new in declared]
    values = [rgb_of_digits(word) if word[0] == "#" else _x11(word) for word in words]
    spare = picked([rgb for rgb in values if rgb])
    taken: set[str] = set()
    for new, word, known in zip(declared, words, values, strict=True):
        name = (word[0] == "#" and new["comment"]) or word
        while name in taken:
            name += f" {new['letter']}"
        taken.add(name)
        rgb = known or next(spare)
        if not known:
            source.remark(
                "color {color} is not known; #{value} is taken", color=quoted(word), value=rgb
            )
        yield Ink(name, rgb, new["char"])


def _x11(name: str) -> str | None:
    """The value of a name of X11, in any case and spelling; `gray0` to `gray100` are known.

    Source: https://gitlab.freedesktop.org/xorg/app/rgb. `x11.txt` has what the web has otherwise.
    """
    name = re.sub(r"\s", "", name.lower()).replace("grey", "gray")
    if shade := re.fullmatch("gray([0-9]{1,2}|100)", name):
        return f"{int(int(shade[1]) * 2.55 + 0.5):02x}" * 3
    return table("x11.txt").get(name) or rgb_of(name)


def write_olsak(puzzles: Sequence[Puzzle], options: WriteSettings) -> str:
    """The text of a `.g` file on which all programs that read it agree.

    Every color is declared, the background first, then the color of numbers without a letter, each
    with a name of one word; the marks are written out, the last one too.
    """
    puzzle = puzzles[0]
    own, drawn = zip(*((color.name, color.char) for color in puzzle.colors), strict=True)
    words = enumerate(own)
    names = [n if n.isprintable() and " " not in n else f"color{k}" for k, n in words]
    spare = spare_chars(drawn)
    chars = [c if c.isascii() and c.isprintable() else next(spare) for c in drawn]
    dropped = {
        Message("names of colors that are not one word"): names != [*own],
        Message("characters of colors that are not ASCII"): chars != [*drawn],
    }
    many = Message("more than {most} colors", most=_MOST)
    fatal = {many: len(puzzle.colors) - 1 > _MOST}
    holds = (*credited(puzzle), "colors")
    settle("Olšák's .g", puzzles, options, holds, fatal=fatal, dropped=dropped)
    return joined(_olsak_lines(puzzle, names, chars))


def _olsak_lines(puzzle: Puzzle, names: Sequence[str], chars: Sequence[str]) -> Iterator[str]:
    letters = ["", "", *letters_of(puzzle.colors[2:], ascii_letters)]
    yield from credit_lines(puzzle, _MARK)
    yield "#d"
    declared = ["0", "1", *letters[2:]][: len(names)]
    for letter, char, color, name in zip(declared, chars, puzzle.colors, names, strict=True):
        yield f"   {letter}:{char}  #{color.rgb.upper()}   {name}"
    for head, clues in ((": rows", puzzle.rows), (": columns", puzzle.columns)):
        yield head
        yield from (clue_text(clue, blank="", suffixes=letters) for clue in clues)
    yield ": end"


# Strings of one line, of which each is a puzzle.


def _each_line(source: Source, puzzle: Callable[[Numbered], Puzzle]) -> list[Puzzle | PuzzleError]:
    """The puzzle in each line of a file that is not empty; `puzzle` reads one."""
    lines = tokens.filled_lines(source)
    if not lines:
        raise PuzzleError("the file is empty; expected a puzzle in each line")
    return tokens.each(lines, puzzle)


def _clue(field: Numbered, between: str) -> Clue:
    """The clue of lengths with `between` between them."""
    parts = field.stripped().split(between, MAX_SIDE)
    return tokens.clue_of_lengths([tokens.length_of(part) for part in parts])


# R's `nonogram` (https://github.com/coolbutuseless/nonogram): clues of rows, `-`, clues of columns:
# `4:1,2:0-1:2`; a blank line is `0`.


def read_r(source: Source) -> list[Puzzle | PuzzleError]:
    """The puzzle of each line."""
    return _each_line(source, _r_puzzle)


def _r_puzzle(line: Numbered) -> Puzzle:
    groups = [group.split(":", MAX_SIDE) for group in line.stripped('"').split("-", 2)]
    if len(groups) != 2:
        raise line.wrong(Message("rows, one hyphen, columns"))
    return puzzle_of_lines(groups[0], groups[1], partial(_clue, between=","))


def write_r(puzzles: Sequence[Puzzle], options: WriteSettings) -> str:
    """One string a line."""
    settle(Message("a puzzle string"), puzzles, options, ["several"])
    groups = (
        [":".join(clue_text(clue, ",") for clue in clues) for clues in (p.rows, p.columns)]
        for p in puzzles
    )
    return joined(map("-".join, groups))


# IDs of Pattern: size, columns, rows: `3x2:2/1/1/1.1/2`; a blank line is an empty
# field. Source: `pattern.c` of Simon Tatham's puzzle collection
# (https://www.chiark.greenend.org.uk/~sgtatham/puzzles/).

_UNKNOWN, _EMPTY, _FILLED = 3, 1, 2
_FARTHEST = 25  # the number of cells that `z` passes over


def read_pattern(source: Source) -> list[Puzzle | PuzzleError]:
    """The puzzle of each line; given cells follow after a comma, see `_given`."""
    return _each_line(source, _pattern_puzzle)


def _pattern_puzzle(line: Numbered) -> Puzzle:
    found = re.fullmatch(r"([0-9]+)(?:x([0-9]+))?([:#])([^,]*)(?:,(.*))?", line.text)
    if not found:
        raise line.wrong(Message("a size, a colon and clues as in 2x2:1/1/1/1"))
    if found[3] == "#":
        raise line.problem("a random seed, which contains no clues")
    with within(line.where):
        width, height = side(found[1], WIDTH), side(found[2] or found[1], HEIGHT)
        text = Numbered(line.line, found[4], line.before + found.start(4))
        clues = text.split("/", width + height)
        if len(clues) != width + height:
            raise PuzzleError(
                "{count} clues; expected {width} of columns and {height} of rows",
                count=Message("more") if len(clues) > width + height else len(clues),
                width=width,
                height=height,
            )
        given = None if found[5] is None else _given(found[5], width, height)
    return puzzle_of_lines(clues[width:], clues[:width], _field, given=given)


def _field(field: Numbered) -> Clue:
    if field.text == "0":
        raise PuzzleError("0; a blank line is an empty field", where=(field.character(),))
    return _clue(field, ".") if field.text else ()


def _given(letters: str, width: int, height: int) -> PartialGrid:
    """The cells that the letters after the comma of an ID give, in the order of rows.

    A letter passes over as many cells as its place in the alphabet, from `a` for none. It gives the
    cell after them: black for a capital, else white. `z` gives none, nor does the last letter.
    """
    cells: list[int] = []
    for letter in letters:
        if not (letter.isascii() and letter.isalpha()):
            raise PuzzleError("{char} after the comma; expected letters", char=quoted(letter))
        skipped = ord(letter.lower()) - ord("a")
        cells += [_UNKNOWN] * skipped
        if skipped < _FARTHEST and len(cells) < width * height:
            cells.append(_FILLED if letter.isupper() else _EMPTY)
        if len(cells) > width * height:
            break
    if len(cells) != width * height:
        raise PuzzleError(
            "the letters give {count} cells; there are {size}",
            count=Message("more") if len(cells) > width * height else len(cells),
            size=width * height,
        )
    return PartialGrid(tuple(tuple(cells[k : k + width]) for k in range(0, len(cells), width)))


def write_pattern(puzzles: Sequence[Puzzle], options: WriteSettings) -> str:
    """One ID a line."""
    settle(Message("Pattern's game ID"), puzzles, options, ["several", "given"])
    return joined(
        f"{p.width}x{p.height}:"
        + "/".join(clue_text(clue, ".", blank="") for clue in (*p.columns, *p.rows))
        + (f",{''.join(_letters(p.given))}" if p.given else "")
        for p in puzzles
    )


def _letters(given: PartialGrid) -> Iterator[str]:
    """The letters that `_given` reads as these cells of black and white."""
    chars = {_UNKNOWN: "?", _EMPTY: ".", _FILLED: "#"}
    cells = "".join(chars[cell] for row in given.rows for cell in row)
    for run in re.findall(r"\?{0,24}[.#]|\?{1,25}", cells):
        letter = chr(ord("a") + run.count("?"))
        yield letter.upper() if run[-1] == "#" else letter
