"""webpbn XML, version 0.3 (https://webpbn.com/pbn_fmt.html), read and written.

A count of 0 is a blotted block; a blank line is a `line` without counts. Images are rows between
bars, one cell a character, `[..]` for some colors or `?` for any. A license, for which the format
has no element, is kept as a note.
"""

import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple, cast

from asp_nono.clue import Block, Clue
from asp_nono.formats.cells import cells_of, row_text, sets_of, split
from asp_nono.formats.colors import MAX_COLORS, rgb_of_digits
from asp_nono.formats.losses import BESIDE_CLUES, Options, settle
from asp_nono.formats.source import MAX_SIDE, Source, number, quoted
from asp_nono.formats.tokens import clues_of, each
from asp_nono.formats.xml_tree import Node, parse
from asp_nono.grid import Grid, PartialGrid, spare_chars
from asp_nono.messages import PuzzleError, PuzzleWarning, UnwritableError, within
from asp_nono.puzzle import Color, Puzzle, Saved

FORM = "webpbn XML"

_LICENSE = "license:"  # how a note begins that holds the license
_TEXTS = ("source", "id", "title", "author", "author_id", "copyright", "description")
_SHARED = ("author", "authorid", "copyright", "source")  # texts that a set has for its puzzles
_IMPLIED = {"white": (".", "ffffff"), "black": ("X", "000000")}  # colors that may lack declarations
_ZERO = "in webpbn XML a blank line is an empty <line>, and a count of 0 a block of hidden length"
_WIDELY_READ = 31  # the most block colors that nonogrid and libpbn read
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")

_ESCAPES = {ord(char): f"&#{ord(char)};" for char in "\t\n\r"} | str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"}
)


def read(source: Source) -> list[Puzzle | PuzzleError]:
    """All puzzles of a file; one that is not sound leaves its error in its place."""
    root, nodes = parse(source, "puzzleset", "puzzle")
    return each(nodes, lambda node: _Reader(node, root, source).puzzle())


class _Reader:
    """Reads one `puzzle` element."""

    def __init__(self, node: Node, root: Node, source: Source) -> None:
        self.node, self.root, self.source = node, root, source
        if (kind := node.get("type", "grid").strip().lower()) == "triddler":
            raise PuzzleError("triddler puzzles are not supported")
        if kind != "grid":
            raise PuzzleError(f"puzzle type {quoted(kind)}; expected grid")
        self.palette = _palette(node, source)
        self.numbers = {color.name: place for place, color in enumerate(self.palette.colors)}

    def puzzle(self) -> Puzzle:
        rows, columns = self._side("rows"), self._side("columns")
        goal, saved = self._pictures(None if columns is None else len(columns))
        if goal:
            rows = goal.row_clues() if rows is None else rows
            columns = goal.column_clues() if columns is None else columns
        if rows is None or columns is None:
            missing = "row" if rows is None else "column"
            raise PuzzleError(f"no {missing} clues and no goal to derive them from")
        notes = [*_notes(self.node), *_notes(self.root)]
        if terms := next((note for note in notes if note.startswith(_LICENSE)), ""):
            notes.remove(terms)
        texts: dict[str, Any] = {field: self._text(field.replace("_", "")) for field in _TEXTS}
        texts["license"] = terms.removeprefix(_LICENSE).removeprefix(" ")
        texts |= {"collection": _first(self.root, "title") or "", "notes": tuple(notes)}
        try:
            return Puzzle(rows, columns, self.palette.colors, goal=goal, saved=saved, **texts)
        except PuzzleError as error:
            zero = any(len(clue) == 1 and clue[0].blotted for clue in (*rows, *columns))
            if not zero or error.where not in ((), ("goal",)):
                raise
            raise PuzzleError(f"{error.reason}; {_ZERO}", where=error.where) from None

    def _text(self, tag: str) -> str:
        own = _first(self.node, tag)
        return own or (_first(self.root, tag) if own is None and tag in _SHARED else "") or ""

    def _side(self, kind: Literal["rows", "columns"]) -> tuple[Clue, ...] | None:
        both = ("rows", "columns")
        groups = [c for c in self.node.all("clues") if _kind(c, "clues", both) == kind]
        if not groups:
            return None
        if len(groups) > 1:
            raise groups[1].error(f"{len(groups)} groups of {kind}; expected one")
        lines = list(groups[0].all("line"))
        if not 1 <= len(lines) <= MAX_SIDE:
            raise groups[0].error(f"{len(lines)} {kind}; expected 1 to {MAX_SIDE}")
        return clues_of("row" if kind == "rows" else "column", lines, self._clue)

    def _clue(self, line: Node) -> Clue:
        if text := line.text.strip():
            raise PuzzleError(f"{quoted(text)} outside of a <count>")
        counts = list(line.all("count"))
        if len(counts) > MAX_SIDE:
            raise PuzzleError(f"{len(counts)} blocks; at most {MAX_SIDE} are read")
        return tuple(map(self._block, counts))

    def _block(self, count: Node) -> Block:
        length = number(count.text.strip(), "a count of")
        name = count.get("color") or self.palette.default
        if name not in self.numbers:
            known = ", ".join(map(quoted, list(self.numbers)[1:]))
            raise PuzzleError(f"color {quoted(name)} is not declared; expected one of {known}")
        if self.numbers[name] == 0:
            raise PuzzleError(f"a count of the background color {quoted(name)}")
        return Block(length or None, self.numbers[name])

    def _pictures(self, width: int | None) -> tuple[Grid | None, tuple[Saved, ...]]:
        """The goal and the saved pictures; `width` is that of the clues, if there are any."""
        expected = ("goal", "solution", "saved")
        kinds = [(_kind(c, "a solution", expected, "goal"), c) for c in self.node.all("solution")]
        goals = [node for kind, node in kinds if kind == "goal"]
        goal = self._goal(goals, width) if goals else None
        saved = []
        for place, (kind, node) in enumerate((pair for pair in kinds if pair[0] != "goal"), 1):
            with within(node.where, f"saved picture {place}"):
                grid = _picture(node, self.palette, width)
            saved.append(Saved(grid, node.get("id"), cast("Any", kind), tuple(_notes(node))))
        return goal, tuple(saved)

    def _goal(self, goals: Sequence[Node], width: int | None) -> Grid:
        node = goals[0]
        if len(goals) > 1:
            self.source.remark(f"{len(goals)} goals; the first is kept")
        if node.get("id") or any(_notes(node)):
            self.source.remark("the id and the notes of the goal are not kept")
        with within(node.where, "goal"):
            goal = _picture(node, self.palette, width).complete()
            if goal and not re.search(r"[?\[]", next(node.all("image")).text):
                return goal
            raise PuzzleError("an undecided cell (? or [..]); only saved pictures may hold them")


def _kind(node: Node, what: str, expected: Sequence[str], default: str = "") -> str:
    kind = node.get("type", default).strip().lower()
    if kind not in expected:
        known = f"{', '.join(expected[:-1])} or {expected[-1]}"
        raise node.error(f"{what} of type {quoted(kind)}; expected {known}")
    return kind


def _first(parent: Node, tag: str) -> str | None:
    return next((child.words() for child in parent.all(tag)), None)


def _notes(parent: Node) -> list[str]:
    """The notes; an empty one counts only if its blanks are to be kept, as our writer says."""
    notes = [(note.words(), note.get("xml:space")) for note in parent.all("note")]
    return [text for text, space in notes if text or space == "preserve"]


class _Palette(NamedTuple):
    colors: tuple[Color, ...]  # the background first, the others as declared, then implied ones
    default: str  # the name of the color of counts without one
    blank: tuple[str, str]  # what a file has for a color, and its character; "" if neither is blank


def _palette(puzzle: Node, source: Source) -> _Palette:
    background = puzzle.get("backgroundcolor", "white")
    default = puzzle.get("defaultcolor", "black")
    declared = _declared(puzzle)
    lines = (line for clues in puzzle.all("clues") for line in clues.all("line"))
    counted = {count.get("color") for line in lines for count in line.all("count")}
    used = {name or default for name in counted} | {background, *(() if declared else (default,))}
    images = (image.text for node in puzzle.all("solution") for image in node.all("image"))
    drawn = set("".join(images)).difference(char for char, _ in declared.values())
    for name, (char, rgb) in _IMPLIED.items():
        if name not in declared and (name in used or char in drawn):
            declared[name] = ("", rgb)
    if background not in declared:
        raise PuzzleError(f"the background color {quoted(background)} is not declared")
    order = [background, *(name for name in declared if name != background)]
    if blanks := [name for name in order if declared[name][0].isspace()]:
        source.remark(f"the character of color {quoted(blanks[0])} is a blank")
    if len(blanks) > 1:
        raise PuzzleError("two colors have a blank as their character", where=("colors",))
    colors = _with_chars(order, declared)
    if default not in order[1:] and "" in counted:
        kind = "the background" if default == background else "not declared"
        raise PuzzleError(
            f"a count without a color, but the default color {quoted(default)} is {kind}"
        )
    if "defaultcolor" in puzzle.attributes and default == background:  # as number-loom writes it
        source.remark(f"the default color {quoted(default)} is the background; ignored")
    blank = [(declared[name][0], colors[order.index(name)].char) for name in blanks]
    return _Palette(colors, default, next(iter(blank), ("", "")))


def _declared(puzzle: Node) -> dict[str, tuple[str, str]]:
    """Character ("" if it has none) and value of each declared color."""
    declared: dict[str, tuple[str, str]] = {}
    for node in puzzle.all("color"):
        name, char, value = node.get("name"), node.get("char"), node.text.strip().lower()
        where = f"color {quoted(name)}"
        if name in declared:
            raise node.error("declared twice", where)
        if len(declared) == MAX_COLORS:
            raise PuzzleError(f"more than {MAX_COLORS} colors")
        if re.search(r"[/\\]", value + char):
            raise node.error("triangular colors are not supported", where)
        rgb = rgb_of_digits(value)
        if not rgb:
            reason = f"its value is {quoted(value)}; expected 3 or 6 hexadecimal digits"
            raise node.error(reason, where)
        declared[name] = (char, rgb)
    return declared


def _with_chars(order: Iterable[str], declared: dict[str, tuple[str, str]]) -> tuple[Color, ...]:
    own = {char for char, _ in declared.values()}
    spare = spare_chars(own | {char for char, _ in _IMPLIED.values()})
    free = {name: char for name, (char, _) in _IMPLIED.items() if char not in own}
    return tuple(
        Color(name, char if char and not char.isspace() else free.get(name) or next(spare), rgb)
        for name, (char, rgb) in ((name, declared[name]) for name in order)
    )


def _picture(solution: Node, palette: _Palette, width: int | None) -> PartialGrid:
    images = list(solution.all("image"))
    if len(images) != 1:
        raise PuzzleError(f"{len(images)} images; expected one")
    sets = sets_of([color.char for color in palette.colors])
    drawn = []
    for place, row in enumerate(_rows(images[0].text, palette, width), 1):
        with within(f"row {place}"):
            drawn.append(cells_of(row, sets))
    return PartialGrid(tuple(drawn))


def _rows(text: str, palette: _Palette, width: int | None) -> list[list[str]]:
    outside, inside = text.split("|")[::2], text.split("|")[1::2]
    if len(outside) == len(inside) or not inside or any(part.strip() for part in outside):
        raise PuzzleError("expected rows of cells, each between two bars |")
    if len(inside) > MAX_SIDE:
        raise PuzzleError(f"{len(inside)} rows; at most {MAX_SIDE} are read")
    rows = [split("".join(row.split())) for row in inside]
    if palette.blank[0] and not _even(rows, width):
        spaced = [split("".join(row.replace(*palette.blank).split())) for row in inside]
        rows = spaced if _even(spaced, width) else rows
    if any(len(row) > MAX_SIDE for row in rows):
        raise PuzzleError(f"a row of {max(map(len, rows))} cells; at most {MAX_SIDE} are read")
    return rows


def _even(rows: list[list[str]], width: int | None) -> bool:
    expected = width or len(rows[0]) or None
    return all(len(row) == expected for row in rows)


def write(puzzles: Sequence[Puzzle], options: Options) -> str:
    """The text of an XML file that holds `puzzles`; every color is declared."""
    different = len({puzzle.collection for puzzle in puzzles}) > 1
    holds = (*BESIDE_CLUES, "several", "colors", "blotted")
    settle(FORM, puzzles, options, holds, dropped={"different collections": different})
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<puzzleset>"]
    if puzzles[0].collection and not different:
        lines.append(_full("title", puzzles[0].collection))
    for puzzle in puzzles:
        lines += _puzzle_lines(puzzle)
        if len(puzzle.colors) > _WIDELY_READ + 1:
            text = f"more than {_WIDELY_READ} block colors; few programs read that many"
            warnings.warn(PuzzleWarning(f"{FORM}: {text}"), stacklevel=2)
    text = "\n".join([*lines, "</puzzleset>", ""])
    if _NOT_XML.search(text):
        raise UnwritableError(FORM, ["control characters in the texts"])
    return text


def _puzzle_lines(puzzle: Puzzle) -> Iterator[str]:
    names = [color.name for color in puzzle.colors]
    start = {"type": "grid", "backgroundcolor": names[0]}
    if names[1:]:
        start["defaultcolor"] = "black" if "black" in names[1:] else names[1]
    yield _tag("puzzle", start)
    for field in _TEXTS:
        if text := getattr(puzzle, field):
            yield _full(field.replace("_", ""), text)
    for color in puzzle.colors:
        yield f"{_tag('color', {'name': color.name, 'char': color.char})}{color.rgb}</color>"
    plain = names[1:] == ["black"]
    starts = [_tag("count", {} if plain else {"color": name}) for name in names]
    for kind, clues in (("columns", puzzle.columns), ("rows", puzzle.rows)):
        yield _tag("clues", {"type": kind})
        for clue in clues:
            counts = (f"{starts[block.color]}{block.length or 0}</count>" for block in clue)
            yield f"<line>{''.join(counts)}</line>"
        yield "</clues>"
    yield from _solutions(puzzle)
    # An empty license is written too if a note could be taken for one.
    if puzzle.license or any(note.startswith(_LICENSE) for note in puzzle.notes):
        yield _full("note", f"{_LICENSE} {puzzle.license}" if puzzle.license else _LICENSE)
    yield from (_full("note", note) for note in puzzle.notes)
    yield "</puzzle>"


def _solutions(puzzle: Puzzle) -> Iterator[str]:
    chars = [color.char for color in puzzle.colors]
    goals = [("goal", Saved(PartialGrid.of(puzzle.goal)))] if puzzle.goal else []
    for kind, saved in (*goals, *((saved.kind, saved) for saved in puzzle.saved)):
        yield _tag("solution", {"type": kind, **({"id": saved.id} if saved.id else {})})
        yield "<image>"
        yield from (_escape(f"|{row_text(row, chars)}|") for row in saved.grid.rows)
        yield "</image>"
        yield from (_full("note", note) for note in saved.notes)
        yield "</solution>"


def _full(name: str, text: str) -> str:
    """An element; blanks at the ends of its text are kept."""
    keep = {"xml:space": "preserve"} if not text or text != text.strip() else {}
    return f"{_tag(name, keep)}{_escape(text)}</{name}>"


def _tag(name: str, attributes: dict[str, str]) -> str:
    inside = "".join(f' {key}="{_escape(value)}"' for key, value in attributes.items())
    return f"<{name}{inside}>"


def _escape(text: str) -> str:
    """Text for elements and attributes, in which the latter would turn line ends to blanks."""
    return text.translate(_ESCAPES)
