"""Clues in texts: nonogrid's TOML, pynogram's INI, and the YAML of several solvers.

In TOML and INI commas and line ends part the lines of the puzzle, and blanks the blocks of a line:
`4, 1 2r 1, 4`. A number without a color is black. Sources: src/parser.rs of
https://github.com/tsionyx/nonogrid and reader.py of https://github.com/tsionyx/pynogram.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from typing import Any, TypeAlias

from asp_nono.formats import credit, tokens
from asp_nono.formats.colors import Ink, palette, picked, rgb_of, rgb_of_digits
from asp_nono.formats.losses import Options, settle
from asp_nono.formats.source import MAX_SIDE, Source, quoted, side
from asp_nono.formats.tokens import Axis, Numbered, puzzle_of_lines
from asp_nono.grid import is_narrow, spare_chars
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import BLACK, WHITE, Puzzle

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
    return puzzle_of_lines(*clues, clue, colors=colors, **credit.found(source.glance, "#"))


def _texts(axis: Axis, lines: Sequence[Numbered]) -> list[Numbered]:
    """The texts of the lines of the puzzle; comments, empty ones and quotes do not count."""
    found: list[Numbered] = []
    for line in lines:
        for part in line._replace(text=re.sub("[#;].*", "", line.text)).found(_PART):
            text = part.stripped().stripped("'\"").stripped()
            if text.text:
                found.append(text)
            if len(found) > MAX_SIDE:
                raise PuzzleError(f"more than {MAX_SIDE} {axis}s")
    return found


def _inks(defined: Mapping[str, str], white: str, source: Source) -> dict[str, Ink]:
    inks = {}
    spare = picked((WHITE.rgb, BLACK.rgb))
    for name, text in defined.items():
        where = (f"color {quoted(name)}",)
        found = re.fullmatch(r"\(([^()]*)\)\s*(\S)", text.strip())
        if not found:
            reason = f"{quoted(text)}; expected a value and a character, as in '(red) %'"
            raise PuzzleError(reason, where=where)
        if name == white:
            raise PuzzleError("this is the background; expected another name", where=where)
        rgb = _value(found[1].strip())
        if not rgb:
            rgb = next(spare)
            source.remark(f"{where[0]}: {quoted(found[1])} is not known; #{rgb} is taken")
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
            raise PuzzleError(f"more than {_MOST_DOTS} dots", where=(f"line {place}",))
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+), column (\d+)\)$", str(error))
        where = [f"line {found[1]}", f"character {found[2]}"] if found else ["at the end"]
        reason = re.sub(r" \(at [^()]*\)$", "", str(error))
        raise PuzzleError(f"not well-formed TOML: {reason}", where=where) from None
    except (ValueError, RecursionError):
        raise PuzzleError("a number too long, or values nested too deeply") from None
    clues = document.get("clues")
    if not isinstance(clues, dict):
        raise PuzzleError("no table [clues]; expected one with 'rows' and 'columns'")
    rows, columns = (_clue_lines(clues, key, text) for key in ("rows", "columns"))
    return [_puzzle(rows, columns, _colors(document), _TOML, source)]


def _clue_lines(clues: dict[str, Any], key: str, text: str) -> Sequence[Numbered]:
    value = clues.get(key)
    if not isinstance(value, str):
        raise PuzzleError(f"{key!r} is {'missing' if value is None else 'no text'}; expected clues")
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
        where = ("[colors]", f"definition {place}")
        if not isinstance(definition, str) or "=" not in definition:
            raise PuzzleError("expected a text such as 'r = (red) %'", where=where)
        name, _, said = (part.strip() for part in definition.partition("="))
        if not re.fullmatch(r"[^\s0-9,#;\"'][^\s,#;\"']*", name):
            raise PuzzleError(f"the name {quoted(name)} cannot stand after a number", where=where)
        if name in found:
            raise PuzzleError(f"a second color {quoted(name)}", where=where)
        found[name] = said
    return found


_UNFIT = "=()'\"\\#;,"  # characters with another meaning in such files, or in INI
_WIDELY_READ = 31  # the most colors of blocks that nonogrid reads


def write_toml(puzzles: Sequence[Puzzle], options: Options) -> str:
    """The text of a TOML file."""
    puzzle = puzzles[0]
    own = [color.name for color in puzzle.colors[1:]]
    spare = (f"color{number}" for number in count(1) if f"color{number}" not in own)
    # a name of its own if that can stand after a number
    names = [n if re.fullmatch(r"[^\W\d]\w*", n) and n not in _TOML else next(spare) for n in own]
    fatal = {
        "a background that is not white": puzzle.colors[0].rgb != WHITE.rgb,
        f"more than {_WIDELY_READ} colors": len(names) > _WIDELY_READ,
    }
    dropped = {"the names of colors": [puzzle.colors[0].name, *names] != [WHITE.name, *own]}
    holds = (*credit.kept(puzzle), "colors")
    settle("nonogrid's TOML", puzzles, options, holds, fatal=fatal, dropped=dropped)
    return tokens.joined(_written(puzzle, names))


def _written(puzzle: Puzzle, names: Sequence[str]) -> Iterator[str]:
    first = [(color.name, color.rgb) for color in puzzle.colors[1:2]]
    used = any(block.color == 1 for _, clue, _ in puzzle.lines() for block in clue)
    # Black needs no definition where it is read as black without one.
    plain = first == [(BLACK.name, BLACK.rgb)] and (used or len(puzzle.colors) == 2)
    suffixes = ["", *names[1:]] if plain else names
    yield from credit.lines(puzzle, "#")
    yield "[clues]"
    for key, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        yield f'{key} = """'
        yield from (tokens.clue_text(clue, suffixes=["", *suffixes]) for clue in clues)
        yield '"""'
    if any(suffixes):
        yield from ("", "[colors]", "defs = [")
        chars = spare_chars({color.char for color in puzzle.colors} | set(_UNFIT))
        for name, color in zip(suffixes, puzzle.colors[1:], strict=True):
            if name:
                fit = color.char not in _UNFIT and is_narrow(color.char)
                char = color.char if fit else next(chars)
                text = json.dumps(f"{name} = ({color.rgb}) {char}", ensure_ascii=False)
                yield f"  {text},"
        yield "]"


def read_ini(source: Source) -> list[Puzzle]:
    """The puzzle of an INI file."""
    sections = _sections(tokens.text_lines(source, indented=True))
    clues = sections.get("clues", {})
    for key in ("rows", "columns"):
        if key not in clues:
            raise PuzzleError(f"no {key!r} in [clues]; expected clues")
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
                raise line.error(f"a second section {quoted(section[1])}")
            options, value = sections.setdefault(section[1], {}), None
        elif options is None:
            raise line.wrong("a section such as [clues] first")
        else:
            name, *rest = (part.stripped() for part in line.split("=", 1))
            if not rest or not name.text:
                raise line.wrong("a name, '=' and a value")
            key = name.text.lower()
            if key in options:
                raise line.error(f"a second {quoted(key)}; case does not count in names")
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
        form = "'rows:' and lines as '- [1, 2]'"
        raise PuzzleError(f"no clues of the rows and columns; expected {form}")
    rows, columns = (entries[key][1] for key in pair)
    for key, lines in (("rows", rows), ("columns", columns)):
        size, _ = entries.get(key, ("", []))
        if size and side(size, key) != len(lines):
            raise PuzzleError(f"{key} {size}, but there are clues for {len(lines)}")
    return [puzzle_of_lines(rows, columns, tokens.clue_of_text, **credit.found(source.glance, "#"))]


def _entries(lines: Sequence[Numbered]) -> dict[str, _Entry]:
    entries: dict[str, _Entry] = {}
    here: _Entry | None = None
    for line in lines:
        text = re.sub(r"(^|[ \t])#.*", "", line.text).strip()
        if not text or text == "---":
            continue
        if key := re.fullmatch(r"([A-Za-z_]+)[ \t]*:[ \t]*(.*)", text):
            if key[1] in entries:
                raise line.error(f"a second {quoted(key[1])}")
            here = entries[key[1]] = (key[2], [])
            continue
        item = re.fullmatch(r"-[ \t]+(?:\[([^\[\]]*)\]|([0-9][0-9 \t]*))", text)
        if not item or here is None or here[0]:
            raise line._replace(text=text).wrong("a line as '- [1, 2]'")
        here[1].append(Numbered(line.line, item[1] if item[1] is not None else item[2]))
    return entries
