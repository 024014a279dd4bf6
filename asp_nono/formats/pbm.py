"""PBM, the bitmaps of netpbm: plain (P1) and raw (P4, several images), read; plain written.

A 1 is black, and black is filled. Formats: netpbm's manual, page `pbm`.
"""

import re
from collections.abc import Iterator, Sequence

from asp_nono.errors import PuzzleError
from asp_nono.formats.losses import BESIDE_CLUES, Options, settle
from asp_nono.formats.source import Source, place_of, quoted, side
from asp_nono.formats.tokens import joined, within
from asp_nono.grid import Grid
from asp_nono.puzzle import BLACK, WHITE, Puzzle

MAX_IMAGES, MAX_CELLS = 10_000, 10_000_000  # of a file

_BLANK = re.compile(rb"(?:\s|#[^\r\n]*+)*+")
_HEADER = re.compile(3 * (_BLANK.pattern + rb"([^\s#]*)"))  # kind, width, height
_BITS = re.compile(rb"[01]+")
_SEPARATOR = re.compile(rb"\s|#[^\n]*\n")

_LINE = 35  # cells on a line of the file: with blanks between them they stay below 70 characters


def read(source: Source) -> list[Puzzle]:
    """The puzzles that the images pose, each with the image as its goal."""
    images: list[Puzzle] = []
    cells = 0
    for grid in _images(source.data):
        cells += grid.width * grid.height
        if len(images) == MAX_IMAGES or cells > MAX_CELLS:
            most = f"{MAX_IMAGES} images or {MAX_CELLS} cells"
            raise PuzzleError(f"more than {most}; expected fewer")
        images.append(Puzzle.of(grid))
    return images


def write(puzzles: Sequence[Puzzle], options: Options) -> str:
    """The goal of one puzzle as plain PBM; a title is kept as a comment before the size."""
    puzzle = puzzles[0]
    lost = {
        "the title (it becomes a comment)": puzzle.title,
        "author and source": puzzle.author or puzzle.author_id or puzzle.source,
        "copyright and license": puzzle.copyright or puzzle.license,
        "id and collection": puzzle.id or puzzle.collection,
        "description and notes": puzzle.description or puzzle.notes,
        "saved pictures": puzzle.saved,
        "the names of colors": puzzle.colors[:2] != (WHITE, BLACK)[: len(puzzle.colors)],
    }
    fatal = {"a puzzle without a goal": puzzle.goal is None}
    settle("plain PBM", puzzles, options, BESIDE_CLUES, fatal=fatal, dropped=lost)
    title = " ".join("".join(c if c.isprintable() else " " for c in puzzle.title).split())
    # some programs misread a comment after the size
    lines = ["P1", *([f"# {title}"] if title else []), f"{puzzle.width} {puzzle.height}"]
    for row in puzzle.goal.rows if puzzle.goal else ():
        starts = range(0, puzzle.width, _LINE)
        lines += (" ".join(map(str, row[start : start + _LINE])) for start in starts)
    return joined(lines)


def _images(data: bytes) -> Iterator[Grid]:
    place, number = 0, 0
    while number == 0 or _match(_BLANK, data, place) < len(data):
        number += 1
        with within(f"image {number}"):
            grid, place = _image(data, place)
        yield grid


def _image(data: bytes, place: int) -> tuple[Grid, int]:
    """The image that begins at a place, and the place after it."""
    header = next(_HEADER.finditer(data, place))  # it always matches: each part may be empty
    kind, width, height = (word.decode("latin-1") for word in header.groups())
    if kind not in ("P1", "P4"):
        raise PuzzleError(f"it begins with {quoted(kind)}; expected P1 or P4")
    read_cells = _plain if kind == "P1" else _raw
    return read_cells(data, header.end(), side(width, "width"), side(height, "height"))


def _match(pattern: re.Pattern[bytes], data: bytes, place: int) -> int:
    """The place after what matches at a place; the same place when nothing does."""
    found = pattern.match(data, place)
    return found.end() if found else place


def _plain(data: bytes, place: int, width: int, height: int) -> tuple[Grid, int]:
    """Cells as digits, with or without blanks between them."""
    bits = bytearray()
    while len(bits) < width * height:
        start = _match(_BLANK, data, place)
        place = _match(_BITS, data, start)
        if place == start:
            found = quoted(data[place : place + 1].decode("latin-1")) if data[place:] else "the end"
            reason = f"{found} after {len(bits)} cells; expected {width * height} of 0 and 1"
            raise PuzzleError(reason, where=place_of(data.decode("latin-1"), place))
        bits += data[start:place]
    if len(bits) > width * height:
        raise PuzzleError(f"more than the {width * height} cells that its size asks for")
    rows = (bits[start : start + width] for start in range(0, width * height, width))
    return Grid(tuple(tuple(bit - ord("0") for bit in row) for row in rows)), place


def _raw(data: bytes, place: int, width: int, height: int) -> tuple[Grid, int]:
    """Cells as bits, the highest first, each row in bytes of its own; one blank goes before."""
    place = _match(_SEPARATOR, data, place)
    count = (width + 7) // 8
    if len(data) < place + count * height:
        raise PuzzleError(f"{len(data) - place} bytes of cells; expected {count * height}")
    rows = []
    for start in range(place, place + count * height, count):
        bits = f"{int.from_bytes(data[start : start + count]):0{8 * count}b}"
        rows.append(tuple(map(int, bits[:width])))
    return Grid(tuple(rows)), place + count * height
