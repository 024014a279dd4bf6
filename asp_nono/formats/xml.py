"""XML: webpbn's, version 0.3 (https://webpbn.com/pbn_fmt.html), read and written; Picmi's, read.

XML from strangers is parsed within bounds, and with lxml in this module alone. In webpbn's a count
of 0 is a blotted block; a blank line is a `line` without counts. Images are rows between bars, one
cell a character, `[..]` for some colors or `?` for any. A license, for which the format has no
element, is kept as a note.
"""

import codecs
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from asp_nono.clue import Block, Clue, Line
from asp_nono.formats.colors import (
    MAX_COLORS,
    cell_texts,
    cells_of,
    rgb_of_digits,
    row_text,
    sets_of,
)
from asp_nono.formats.source import MAX_SIDE, Source, character_at, line_at, line_of, number, quoted
from asp_nono.formats.tokens import Axis, clues_of, each, lines_of
from asp_nono.formats.writing import BESIDE_CLUES, WriteSettings, settle
from asp_nono.grid import Grid, PartialGrid, spare_chars
from asp_nono.messages import (
    Message,
    PuzzleError,
    PuzzleWarning,
    UnwritableError,
    Value,
    together,
    within,
)
from asp_nono.puzzle import Color, Puzzle, Saved

if TYPE_CHECKING:
    from lxml import etree

MAX_TAGS = 1_500_000  # of a file: tiny elements cost far more memory than bytes
_LONGEST = 200  # characters of what lxml says: it quotes names from the file whole

_DECLARED = re.compile(rb"""<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
_ENCODINGS = re.compile(
    r"utf-?8|(us-)?ascii|iso-8859-\d+|latin-?\d|windows-125\d|cp125\d|koi8-[ru]"
    r"|shift_jis|euc-jp|euc-kr|gbk|gb2312|gb18030|big5",
    re.IGNORECASE,
)
_DOCTYPE = re.compile(
    r"""<!DOCTYPE(?:[^\[\]<>"']|"[^"<]*"|'[^'<]*')*(?:\[\s*\]\s*)?>""", re.IGNORECASE
)
_CAPITALS = re.compile(r"<[^\s>]*[A-Z]")  # in a tag
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"  # as lxml calls `xml:space`


class Node:
    """An element; names are in lower case."""

    __slots__ = ("before", "element")

    def __init__(self, element: "etree._Element", before: int) -> None:
        self.element = element
        self.before = before  # the lines of the file before the root

    @property
    def text(self) -> str:
        """The text without that of the children."""
        text = self.element.text or ""
        if not len(self.element):  # as most elements are
            return text
        return text + "".join(child.tail or "" for child in self.element)

    @property
    def line(self) -> int:
        """The line of the file on which the element begins."""
        line = self.element.sourceline
        return self.before + (line if isinstance(line, int) else 0)

    @property
    def where(self) -> Message:
        """The line as errors name it."""
        return line_at(self.line)

    def problem(self, template: str, /, *where: Message, **values: Value) -> PuzzleError:
        """The error that something is wrong in this element."""
        return PuzzleError(Message(template, **values), where=(self.where, *where))

    def get(self, name: str, default: str = "") -> str:
        """An attribute, whose name may be written with capitals."""
        value = self.element.get(name)
        if value is None:
            written = (key for key in self.element.attrib if str(key).lower() == name)
            value = self.element.get(next(written, name), default)
        return str(value)

    def all(self, path: str) -> "Iterator[Node]":
        """The children of one kind; a path as `clues/line` leads to the children of these."""
        return (Node(child, self.before) for child in self.element.iterfind(path))

    @property
    def keeps_blanks(self) -> bool:
        """Whether blanks at the ends of the text are to be kept."""
        return self.element.get(_SPACE) == "preserve"

    def words(self) -> str:
        """The text without blanks at its ends, unless the file asks to keep them."""
        return self.text if self.keeps_blanks else self.text.strip()


def parse(source: Source, root: str, child: str) -> tuple[Node, list[Node]]:
    """The root element and its children of one kind, of which there are some.

    A document type is tolerated but never fetched. Nothing is expanded, included or fetched:
    declarations of entities are refused before the parser sees them.
    """
    text = source.text(_declared_encoding(source))
    if text.count("<") > MAX_TAGS:
        raise PuzzleError("more than {most} tags; expected fewer", most=MAX_TAGS)
    if "<!" in text:
        text = _without_document_type(text)
    start = text[: len(text) - len(text.lstrip())].count("\n")
    element = _parsed(text.lstrip(), start)
    if _CAPITALS.search(text):
        _lower_tags(element)
    if element.tag != root:
        raise PuzzleError(
            "the root element is <{tag}>; expected <{root}>", tag=element.tag[:40], root=root
        )
    tree = Node(element, start)
    children = list(tree.all(child))
    if not children:
        raise PuzzleError("a <{root}> without any <{child}>", root=root, child=child)
    return tree, children


def _without_document_type(text: str) -> str:
    """The same lines, without a harmless document type.

    With one in place, libxml2 passes over undeclared entities without a word.
    """
    if entity := re.search("<!ENTITY", text, re.IGNORECASE):
        raise PuzzleError("entity declarations are refused", where=(line_of(text, entity.start()),))
    text = _DOCTYPE.sub(lambda found: "\n" * found[0].count("\n"), text)
    if left := re.search("<!DOCTYPE", text, re.IGNORECASE):
        raise PuzzleError(
            "a document type that is broken or holds declarations is refused",
            where=(line_of(text, left.start()),),
        )
    return text


def _declared_encoding(source: Source) -> str:
    declared = _DECLARED.match(source.data.lstrip()[:200])
    name = declared[1].decode() if declared else "utf-8"
    if re.fullmatch("utf-?16.*", name, re.IGNORECASE):
        return "utf-8"  # the declaration could be read byte by byte, so it is not true
    try:
        known = _ENCODINGS.fullmatch(name) and codecs.lookup(name)
    except LookupError:
        known = None
    if not known:
        raise PuzzleError("unknown encoding {name}", name=quoted(name))
    return name


def _parsed(text: str, start: int) -> "etree._Element":
    """The root element of a text before which there are `start` lines in the file."""
    from lxml import etree

    parser = etree.XMLParser(
        encoding="utf-8",
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        return etree.fromstring(text.encode(), parser)
    except etree.XMLSyntaxError as error:
        line, column = error.position
        reason = re.sub(r",? ?line \d+, column \d+$", "", " ".join((error.msg or "").split()))
        where = (line_at(start + line), character_at(column))
        if deep := re.match(r"Excessive depth in document: (\d+)", reason):
            most = int(deep[1])
            raise PuzzleError("tags nested more than {most} deep", most=most, where=where) from None
        said = reason if len(reason) <= _LONGEST else f"{reason[:_LONGEST]}…"
        raise PuzzleError("not well-formed XML: {reason}", reason=said, where=where) from None


def _lower_tags(root: "etree._Element") -> None:
    for element in root.iter():
        if isinstance(element.tag, str):  # no entity
            element.tag = element.tag.lower()


# webpbn

FORM = "webpbn XML"

_LICENSE = "license:"  # how a note begins that holds the license
_TEXTS = ("source", "id", "title", "author", "author_id", "copyright", "description")
_SHARED = ("author", "authorid", "copyright", "source")  # texts that a set has for its puzzles
_IMPLIED = {"white": (".", "ffffff"), "black": ("X", "000000")}  # colors that may lack declarations
_WIDELY_READ = 31  # the most block colors that nonogrid and libpbn read
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")

_ESCAPES = {ord(char): f"&#{ord(char)};" for char in "\t\n\r"} | str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"}
)


def read_webpbn(source: Source) -> list[Puzzle | PuzzleError]:
    """All puzzles of a file; one that is not sound leaves its error in its place."""
    root, nodes = parse(source, "puzzleset", "puzzle")
    return each(nodes, lambda node: _PuzzleReader(node, root, source).puzzle())


class _PuzzleReader:
    """Reads one `puzzle` element."""

    def __init__(self, node: Node, root: Node, source: Source) -> None:
        self.node, self.root, self.source = node, root, source
        if (kind := node.get("type", "grid").strip().lower()) == "triddler":
            raise PuzzleError("triddler puzzles are not supported")
        if kind != "grid":
            raise PuzzleError("puzzle type {kind}; expected grid", kind=quoted(kind))
        self.palette = _palette(node, source)
        self.block = _blocks(self.palette)

    def puzzle(self) -> Puzzle:
        rows, columns = self._side("row"), self._side("column")
        goal, saved = self._pictures(None if columns is None else len(columns))
        if goal:
            rows = goal.row_clues() if rows is None else rows
            columns = goal.column_clues() if columns is None else columns
        if rows is None:
            raise PuzzleError("no row clues and no goal to derive them from")
        if columns is None:
            raise PuzzleError("no column clues and no goal to derive them from")
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
            if not zero or error.where not in ((), (Message("goal"),)):
                raise
            raise PuzzleError(
                "{reason}; in webpbn XML a blank line is an empty <line>, "
                "and a count of 0 a block of hidden length",
                reason=error.reason,
                where=error.where,
            ) from None

    def _text(self, tag: str) -> str:
        own = _first(self.node, tag)
        return own or (_first(self.root, tag) if own is None and tag in _SHARED else "") or ""

    def _side(self, axis: Axis) -> tuple[Clue, ...] | None:
        both, kind = ("rows", "columns"), f"{axis}s"
        what = Message("clues")
        groups = [node for node in self.node.all("clues") if _kind(node, what, both) == kind]
        if not groups:
            return None
        if len(groups) > 1:
            raise groups[1].problem(
                "{count} groups of {lines}; expected one", count=len(groups), lines=lines_of(axis)
            )
        lines = list(groups[0].all("line"))
        if not 1 <= len(lines) <= MAX_SIDE:
            raise groups[0].problem(
                "{count} {lines}; expected 1 to {most}",
                count=len(lines),
                lines=lines_of(axis),
                most=MAX_SIDE,
            )
        return clues_of(axis, lines, self._clue)

    def _clue(self, line: Node) -> Clue:
        if text := line.text.strip():
            raise PuzzleError("{text} outside of a <count>", text=quoted(text))
        counts = list(line.all("count"))
        if len(counts) > MAX_SIDE:
            raise PuzzleError(
                "{count} blocks; at most {most} are read", count=len(counts), most=MAX_SIDE
            )
        return tuple([self.block(count.text, count.get("color")) for count in counts])

    def _pictures(self, width: int | None) -> tuple[Grid | None, tuple[Saved, ...]]:
        """The goal and the saved pictures; `width` is that of the clues, if there are any."""
        what, known = Message("a solution"), ("goal", "solution", "saved")
        kinds = [(_kind(node, what, known, "goal"), node) for node in self.node.all("solution")]
        goals = [node for kind, node in kinds if kind == "goal"]
        goal = self._goal(goals, width) if goals else None
        saved = []
        for place, (kind, node) in enumerate((pair for pair in kinds if pair[0] != "goal"), 1):
            with within(node.where, Message("saved picture {number}", number=place)):
                grid = _picture(node, self.palette, width)
            saved.append(Saved(grid, node.get("id"), cast("Any", kind), tuple(_notes(node))))
        return goal, tuple(saved)

    def _goal(self, goals: Sequence[Node], width: int | None) -> Grid:
        node = goals[0]
        if len(goals) > 1:
            self.source.remark("{count} goals; the first is kept", count=len(goals))
        if node.get("id") or any(_notes(node)):
            self.source.remark("the id and the notes of the goal are not kept")
        with within(node.where, Message("goal")):
            goal = _picture(node, self.palette, width).complete()
            if goal and not re.search(r"[?\[]", next(node.all("image")).text):
                return goal
            raise PuzzleError("an undecided cell (? or [..]); only saved pictures may hold them")


def _blocks(palette: "_Palette") -> Callable[[str, str], Block]:
    """The reader of the block that the text and the color of a count say."""
    numbers = {color.name: place for place, color in enumerate(palette.colors)}

    @cache
    def block(text: str, color: str) -> Block:
        length = number(text.strip(), Message("a count of"))
        name = color or palette.default
        if name not in numbers:
            raise PuzzleError(
                "color {color} is not declared; expected one of {known}",
                color=quoted(name),
                known=tuple(map(quoted, list(numbers)[1:])),
            )
        if numbers[name] == 0:
            raise PuzzleError("a count of the background color {color}", color=quoted(name))
        return Block(length or None, numbers[name])

    return block


def _kind(node: Node, what: Message, expected: Sequence[str], default: str = "") -> str:
    kind = node.get("type", default).strip().lower()
    if kind not in expected:
        raise node.problem(
            "{what} of type {kind}; expected {some} or {other}",
            what=what,
            kind=quoted(kind),
            some=tuple(expected[:-1]),
            other=expected[-1],
        )
    return kind


def _first(parent: Node, tag: str) -> str | None:
    return next((child.words() for child in parent.all(tag)), None)


def _notes(parent: Node) -> list[str]:
    """The notes; an empty one counts only if its blanks are to be kept, as our writer says."""
    notes = [(note.words(), note.keeps_blanks) for note in parent.all("note")]
    return [text for text, keeps_blanks in notes if text or keeps_blanks]


class _Palette(NamedTuple):
    colors: tuple[Color, ...]  #: the background first, the others as declared, then implied ones
    default: str  #: the name of the color of counts without one
    blank: tuple[
        str, str
    ]  #: what a file has for a color, and its character; "" if neither is blank


def _palette(puzzle: Node, source: Source) -> _Palette:
    background = puzzle.get("backgroundcolor", "white")
    default = puzzle.get("defaultcolor", "black")
    declared = _declared(puzzle)
    counted = {count.get("color") for count in puzzle.all("clues/line/count")}
    used = {name or default for name in counted} | {background, *(() if declared else (default,))}
    images = "".join(image.text for image in puzzle.all("solution/image"))
    drawn = set(images).difference(char for char, _ in declared.values())
    for name, (char, rgb) in _IMPLIED.items():
        if name not in declared and (name in used or char in drawn):
            declared[name] = ("", rgb)
    if background not in declared:
        raise PuzzleError("the background color {color} is not declared", color=quoted(background))
    order = [background, *(name for name in declared if name != background)]
    if blanks := [name for name in order if declared[name][0].isspace()]:
        source.remark("the character of color {color} is a blank", color=quoted(blanks[0]))
    if len(blanks) > 1:
        raise PuzzleError("two colors have a blank as their character", where=(Message("colors"),))
    colors = _with_chars(order, declared)
    if default not in order[1:] and "" in counted:
        if default == background:
            raise PuzzleError(
                "a count without a color, but the default color {color} is the background",
                color=quoted(default),
            )
        raise PuzzleError(
            "a count without a color, but the default color {color} is not declared",
            color=quoted(default),
        )
    if puzzle.get("defaultcolor") and default == background:  # as number-loom writes it
        source.remark("the default color {color} is the background; ignored", color=quoted(default))
    blank = [(declared[name][0], colors[order.index(name)].char) for name in blanks]
    return _Palette(colors, default, next(iter(blank), ("", "")))


def _declared(puzzle: Node) -> dict[str, tuple[str, str]]:
    """Character ("" if it has none) and value of each declared color."""
    declared: dict[str, tuple[str, str]] = {}
    for node in puzzle.all("color"):
        name, char, value = node.get("name"), node.get("char"), node.text.strip().lower()
        where = Message("color {name}", name=quoted(name))
        if name in declared:
            raise node.problem("declared twice", where)
        if len(declared) == MAX_COLORS:
            raise PuzzleError("more than {most} colors", most=MAX_COLORS)
        if re.search(r"[/\\]", value + char):
            raise node.problem("triangular colors are not supported", where)
        rgb = rgb_of_digits(value)
        if not rgb:
            raise node.problem(
                "its value is {value}; expected 3 or 6 hexadecimal digits",
                where,
                value=quoted(value),
            )
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
        raise PuzzleError("{count} images; expected one", count=len(images))
    sets = sets_of([color.char for color in palette.colors])
    drawn = []
    for place, row in enumerate(_rows(images[0].text, palette, width), 1):
        with within(Line("row", place).named):
            drawn.append(cells_of(row, sets))
    return PartialGrid(tuple(drawn))


def _rows(text: str, palette: _Palette, width: int | None) -> list[list[str]]:
    outside, inside = text.split("|")[::2], text.split("|")[1::2]
    if len(outside) == len(inside) or not inside or any(part.strip() for part in outside):
        raise PuzzleError("expected rows of cells, each between two bars |")
    if len(inside) > MAX_SIDE:
        raise PuzzleError("{count} rows; at most {most} are read", count=len(inside), most=MAX_SIDE)
    rows = [cell_texts("".join(row.split())) for row in inside]
    if palette.blank[0] and not _even(rows, width):
        spaced = [cell_texts("".join(row.replace(*palette.blank).split())) for row in inside]
        rows = spaced if _even(spaced, width) else rows
    if any(len(row) > MAX_SIDE for row in rows):
        raise PuzzleError(
            "a row of {count} cells; at most {most} are read",
            count=max(map(len, rows)),
            most=MAX_SIDE,
        )
    return rows


def _even(rows: list[list[str]], width: int | None) -> bool:
    expected = width or len(rows[0]) or None
    return all(len(row) == expected for row in rows)


def write_webpbn(puzzles: Sequence[Puzzle], options: WriteSettings) -> str:
    """The text of an XML file that holds `puzzles`; every color is declared."""
    different = len({puzzle.collection for puzzle in puzzles}) > 1
    holds = (*BESIDE_CLUES, "several", "colors", "blotted")
    settle(FORM, puzzles, options, holds, dropped={Message("different collections"): different})
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<puzzleset>"]
    if puzzles[0].collection and not different:
        lines.append(_full("title", puzzles[0].collection))
    for puzzle in puzzles:
        lines += _puzzle_lines(puzzle)
        if len(puzzle.colors) > _WIDELY_READ + 1:
            many = Message(
                "more than {most} block colors; few programs read that many", most=_WIDELY_READ
            )
            warnings.warn(PuzzleWarning(together((FORM, many))), stacklevel=2)
    text = "\n".join([*lines, "</puzzleset>", ""])
    if _NOT_XML.search(text):
        raise UnwritableError(FORM, [Message("control characters in the texts")])
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


# Picmi: https://github.com/KDE/picmi, levels/


def read_picmi(source: Source) -> list[Puzzle | PuzzleError]:
    """The puzzle of each board of a set of levels; the picture that a board holds is its goal."""
    root, boards = parse(source, "picmi", "board")
    return each(boards, lambda board: _board(board, root.get("name")))


def _board(board: Node, collection: str) -> Puzzle:
    rows = [row.words() for row in board.all("row")]
    if any(board.all("xpm")):
        raise PuzzleError("its picture is in another file, which is not opened")
    if len(rows) > MAX_SIDE or any(len(row) > MAX_SIDE for row in rows):
        raise PuzzleError("a picture of more than {most} rows or columns", most=MAX_SIDE)
    difficulty = board.get("difficulty")
    with within(board.where):
        puzzle = Puzzle.of(Grid.from_text(rows, "-1"), title=board.get("name"))
    notes = (f"difficulty: {difficulty}",) if difficulty else ()
    return replace(puzzle, author=board.get("author"), collection=collection, notes=notes)
