"""Pictures in characters, and PBM, the bitmaps of netpbm.

They carry no clues, so these are taken from the picture, which becomes the goal. In characters, a
line is a row; of two characters one is the background and the other black, more of them are colors,
understood as number-loom does (https://github.com/paulstansifer/number-loom). An empty line parts
two pictures, as in the solutions that Simpson's solver writes.
"""

import re
from collections.abc import Sequence

from asp_nono.formats.colors import Ink, palette, picked, rgb_of
from asp_nono.formats.source import (
    HEIGHT,
    MAX_LISTED,
    WIDTH,
    Source,
    place_of,
    quoted,
    runs_of,
    side,
)
from asp_nono.formats.tokens import check_count, each
from asp_nono.formats.writing import BESIDE_CLUES, COLOR_NAMES, WriteSettings, joined, settle
from asp_nono.grid import RESERVED_CHARS, Grid
from asp_nono.messages import Message, PuzzleError, together, within
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle

_BACKGROUNDS = " ._-0·☐⬜"
"""Characters that stand for the background; a picture has exactly one of them."""

_KNOWN = """
black #X1*@x■█⬛k  red rR🟥  green gG🟩  blue bB🟦  yellow yY🟨  orange oO🟧
purple pP🟪  brown nN🟫  cyan cC  magenta mM  white wW
"""
_COLORS = dict(zip(_KNOWN.split()[::2], _KNOWN.split()[1::2], strict=True))
"""Names of colors, and the characters understood as them when there are several."""

_PLAIN = "#*@■█⬛"  # of no other format, without letters and digits

_MOST_COLORS = 64

_STYLE = "\N{VARIATION SELECTOR-16}"  # goes with a character that is drawn as a picture

_TRIANGLES = "◢◣◤◥◸◹◺◿🮜🮝🮞🮟"


def matrix_shape(source: Source) -> bool:
    """Rows of one length, in characters that stand for cells, one of them the background.

    What is drawn in one of the usual characters is a picture also where rows differ in length:
    reading it says which.
    """
    text = source.glance.replace(_STYLE, "").strip("\n")
    drawn = set(text) - {"\n"}
    if text.count("\n") > MAX_LISTED:
        return False
    if drawn <= set("01 \t,"):
        return True
    grounds = drawn & set(_BACKGROUNDS)
    if len(grounds) != 1:
        return False
    pictures = runs_of(text.split("\n"))
    if sum(map(len, pictures)) == 1:
        return False
    letters = {char for char in drawn - grounds if char.isalnum()}
    if " " in grounds:  # other letters may be words, or clues
        return letters in (set(), {"X"}, {"x"})
    even = all(len(set(map(len, rows))) == 1 for rows in pictures)
    plain = drawn - grounds <= set(_PLAIN)
    return plain or (even and letters <= set("".join(_COLORS.values())))


def read(source: Source) -> list[Puzzle | PuzzleError]:
    """All pictures of a file."""
    text = source.text().replace(_STYLE, "")
    if not set(text) - set("01 \t,\n"):
        text = re.sub("[ \t,]", "", text)
    # with blanks in it, an empty line is a row whose blanks were trimmed
    pictures = [text.strip("\n").split("\n")] if " " in text else runs_of(text.split("\n"))
    if not pictures or not any(pictures[0]):
        raise PuzzleError("no picture; expected a line of characters for each row")
    return each(pictures, lambda rows: _puzzle(rows, source))


def _puzzle(rows: Sequence[str], source: Source) -> Puzzle:
    check_count("row", len(rows))
    width = max(map(len, rows))
    check_count("column", width)
    drawn = dict.fromkeys(char for row in rows for char in row)
    background = _background(drawn)
    if background == " ":
        rows = [row.ljust(width) for row in rows]
    del drawn[background]
    grid = Grid.from_text(rows, "".join([background, *drawn]))
    return Puzzle.of(grid, _colors(list(drawn), source))


def _background(drawn: dict[str, None]) -> str:
    for char in drawn:
        if char in _TRIANGLES:
            raise PuzzleError("triangular cells are not supported")
        if char.isdigit() and char not in "01":
            raise PuzzleError(
                "{char}; expected no digits but 0 and 1 in a picture", char=repr(char)
            )
        if char in RESERVED_CHARS or (char != " " and not char.isprintable()):
            raise PuzzleError("{char} cannot stand for a color in a picture", char=repr(char))
    found = [char for char in drawn if char in _BACKGROUNDS]
    if not found:
        raise PuzzleError(
            "no character is the background; expected one of {known}", known=repr(_BACKGROUNDS)
        )
    if len(found) > 1:
        raise PuzzleError(
            "{chars} could each be the background; expected one of {known}",
            chars=together(map(repr, found), " and "),
            known=repr(_BACKGROUNDS),
        )
    if len(drawn) > _MOST_COLORS:
        raise PuzzleError(
            "{count} characters; at most {most} colors are read",
            count=len(drawn),
            most=_MOST_COLORS,
        )
    return found[0]


def _colors(chars: Sequence[str], source: Source) -> tuple[Color, ...]:
    """White, and a color for each character: black for the only one or none, else its own."""
    if len(chars) < 2:
        return WHITE, BLACK
    names = {char: name for name, known in _COLORS.items() for char in known}
    spare = picked([rgb_of(name) or "" for name in _COLORS])
    taken = {WHITE.name}
    inks = [Ink(WHITE.name, WHITE.rgb)]
    for char in chars:
        name = names.get(char, "")
        known = None if name in taken else rgb_of(name)
        inks.append(Ink(name if known else char, known or next(spare), char))
        taken.add(name)
    if unknown := [ink.char for ink in inks if ink.name == ink.char]:
        chars = " ".join(map(repr, unknown))
        source.remark("other characters, taken for colors: {chars}", chars=chars)
    return palette(inks)


# PBM, plain (P1) and raw (P4, several images), read; plain written. A 1 is black, and black is
# filled. Format: netpbm's manual, page `pbm`.

MAX_IMAGES, MAX_CELLS = 10_000, 10_000_000  # of a file

_SKIPPED = re.compile(rb"(?:\s|#[^\r\n]*+)*+")
_HEADER = re.compile(3 * (_SKIPPED.pattern + rb"([^\s#]*)"))  # kind, width, height
_BITS = re.compile(rb"[01]+")
_SEPARATOR = re.compile(rb"\s|#[^\n]*\n")

_LINE = 35  # cells on a line of the file: with blanks between them they stay below 70 characters


def read_pbm(source: Source) -> list[Puzzle]:
    """The puzzles that the images pose, each with the image as its goal."""
    data, images, cells, place = source.data, list[Puzzle](), 0, 0
    while not images or _match(_SKIPPED, data, place) < len(data):
        with within(Message("image {number}", number=len(images) + 1)):
            grid, place = _image(data, place)
        cells += grid.width * grid.height
        if len(images) == MAX_IMAGES or cells > MAX_CELLS:
            raise PuzzleError(
                "more than {images} images or {cells} cells; expected fewer",
                images=MAX_IMAGES,
                cells=MAX_CELLS,
            )
        images.append(Puzzle.of(grid))
    return images


def write_pbm(puzzles: Sequence[Puzzle], options: WriteSettings) -> str:
    """The goal of one puzzle as plain PBM; a title is kept as a comment before the size."""
    puzzle = puzzles[0]
    lost = {
        Message("the title (it becomes a comment)"): puzzle.title,
        Message("author and source"): puzzle.author or puzzle.author_id or puzzle.source,
        Message("copyright and license"): puzzle.copyright or puzzle.license,
        Message("id and collection"): puzzle.id or puzzle.collection,
        Message("description and notes"): puzzle.description or puzzle.notes,
        Message("saved pictures"): puzzle.saved,
        COLOR_NAMES: puzzle.colors[:2] != (WHITE, BLACK)[: len(puzzle.colors)],
    }
    fatal = {Message("a puzzle without a goal"): puzzle.goal is None}
    settle("plain PBM", puzzles, options, BESIDE_CLUES, fatal=fatal, dropped=lost)
    title = " ".join("".join(c if c.isprintable() else " " for c in puzzle.title).split())
    # some programs misread a comment after the size
    lines = ["P1", *([f"# {title}"] if title else []), f"{puzzle.width} {puzzle.height}"]
    for row in puzzle.goal.rows if puzzle.goal else ():
        starts = range(0, puzzle.width, _LINE)
        lines += (" ".join(map(str, row[start : start + _LINE])) for start in starts)
    return joined(lines)


def _image(data: bytes, place: int) -> tuple[Grid, int]:
    header = next(_HEADER.finditer(data, place))  # it always matches: each part may be empty
    kind, width, height = (word.decode("latin-1") for word in header.groups())
    if kind not in ("P1", "P4"):
        raise PuzzleError("it begins with {text}; expected P1 or P4", text=quoted(kind))
    read_cells = _plain if kind == "P1" else _raw
    return read_cells(data, header.end(), side(width, WIDTH), side(height, HEIGHT))


def _match(pattern: re.Pattern[bytes], data: bytes, place: int) -> int:
    """The place after what matches at a place; the same place when nothing does."""
    found = pattern.match(data, place)
    return found.end() if found else place


def _plain(data: bytes, place: int, width: int, height: int) -> tuple[Grid, int]:
    """Cells as digits, with or without blanks between them."""
    bits = bytearray()
    while len(bits) < width * height:
        start = _match(_SKIPPED, data, place)
        place = _match(_BITS, data, start)
        if place == start:
            found = quoted(data[place : place + 1].decode("latin-1"))
            raise PuzzleError(
                "{found} after {count} cells; expected {size} of 0 and 1",
                found=found if data[place:] else Message("the end"),
                count=len(bits),
                size=width * height,
                where=place_of(data.decode("latin-1"), place),
            )
        bits += data[start:place]
    if len(bits) > width * height:
        raise PuzzleError("more than the {size} cells that its size asks for", size=width * height)
    rows = (bits[start : start + width] for start in range(0, width * height, width))
    return Grid(tuple(tuple(bit - ord("0") for bit in row) for row in rows)), place


def _raw(data: bytes, place: int, width: int, height: int) -> tuple[Grid, int]:
    """Cells as bits, the highest first, each row in bytes of its own; one blank goes before."""
    place = _match(_SEPARATOR, data, place)
    count = (width + 7) // 8
    if len(data) < place + count * height:
        raise PuzzleError(
            "{found} bytes of cells; expected {count}",
            found=len(data) - place,
            count=count * height,
        )
    rows = []
    for start in range(place, place + count * height, count):
        bits = f"{int.from_bytes(data[start : start + count]):0{8 * count}b}"
        rows.append(tuple(map(int, bits[:width])))
    return Grid(tuple(rows)), place + count * height
