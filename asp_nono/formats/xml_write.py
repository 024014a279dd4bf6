"""Writing webpbn XML (https://webpbn.com/pbn_fmt.html): every colour is declared."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from asp_nono.clue import Block, Clue
from asp_nono.errors import PuzzleWarning, UnwritableError
from asp_nono.formats.cells import row_text
from asp_nono.formats.losses import Options, settle
from asp_nono.formats.xml_read import LICENSE
from asp_nono.grid import PartialGrid
from asp_nono.puzzle import Puzzle

FORM = "webpbn XML"

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_WIDELY_READ = 31
"""The most block colours that nonogrid and libpbn read."""


def write(puzzles: Sequence[Puzzle], options: Options) -> str:
    """The text of an XML file that holds `puzzles`.

    Blanks at the ends of a text are kept by `xml:space="preserve"`, and a licence is written as
    a note, so that reading gives back equal puzzles.

    Raises:
        UnwritableError: If the puzzles come from different collections (only one title is
            possible) without leave to drop that, a puzzle has given cells, or a text holds a
            control character.
    """
    collections = {puzzle.collection for puzzle in puzzles}
    different = ["different collections"] if len(collections) > 1 else []
    settle(FORM, puzzles, (), different, options)
    title = puzzles[0].collection if not different else ""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<puzzleset>", *_element("title", title)]
    for puzzle in puzzles:
        lines += _puzzle(puzzle)
        if len(puzzle.colors) > _WIDELY_READ + 1:
            text = f"more than {_WIDELY_READ} block colours; few programs read so many"
            warnings.warn(PuzzleWarning(f"{FORM}: {text}"), stacklevel=2)
    text = "\n".join([*lines, "</puzzleset>", ""])
    if _NOT_XML.search(text):
        raise UnwritableError(FORM, ["control characters in the texts"])
    return text


def _puzzle(puzzle: Puzzle) -> Iterator[str]:
    names = [color.name for color in puzzle.colors]
    start = {"type": "grid", "backgroundcolor": names[0]}
    if names[1:]:
        start["defaultcolor"] = "black" if "black" in names[1:] else names[1]
    yield _tag("puzzle", start)
    yield from _element("source", puzzle.source)
    yield from _element("id", puzzle.id)
    yield from _element("title", puzzle.title)
    yield from _element("author", puzzle.author)
    yield from _element("authorid", puzzle.author_id)
    yield from _element("copyright", puzzle.copyright)
    yield from _element("description", puzzle.description)
    for color in puzzle.colors:
        yield f"{_tag('color', {'name': color.name, 'char': color.char})}{color.rgb}</color>"
    plain = names[1:] == ["black"]
    yield from _clues("columns", puzzle.columns, [] if plain else names)
    yield from _clues("rows", puzzle.rows, [] if plain else names)
    yield from _pictures(puzzle)
    yield from _notes(puzzle)
    yield "</puzzle>"


def _clues(kind: str, clues: Iterable[Clue], names: Sequence[str]) -> Iterator[str]:
    yield _tag("clues", {"type": kind})
    for clue in clues:
        yield f"<line>{''.join(_count(block, names) for block in clue)}</line>"
    yield "</clues>"


def _count(block: Block, names: Sequence[str]) -> str:
    start = _tag("count", {"color": names[block.color]} if names else {})
    return f"{start}{block.length or 0}</count>"


def _pictures(puzzle: Puzzle) -> Iterator[str]:
    chars = [color.char for color in puzzle.colors]
    if puzzle.goal:
        yield _tag("solution", {"type": "goal"})
        yield from _image(PartialGrid.of(puzzle.goal), chars)
        yield "</solution>"
    for saved in puzzle.saved:
        name = {"id": saved.id} if saved.id else {}
        yield _tag("solution", {"type": saved.kind, **name})
        yield from _image(saved.grid, chars)
        for note in saved.notes:
            yield _note(note)
        yield "</solution>"


def _image(grid: PartialGrid, chars: Sequence[str]) -> Iterator[str]:
    yield "<image>"
    for row in grid.rows:
        yield escape(f"|{row_text(row, chars)}|")
    yield "</image>"


def _notes(puzzle: Puzzle) -> Iterator[str]:
    # An empty licence is written too if a note could be taken for one.
    if puzzle.license or any(note.startswith(LICENSE) for note in puzzle.notes):
        yield _note(f"{LICENSE} {puzzle.license}" if puzzle.license else LICENSE)
    for note in puzzle.notes:
        yield _note(note)


def _note(text: str) -> str:
    return _full("note", text)


def _element(name: str, text: str) -> list[str]:
    return [_full(name, text)] if text else []


def _full(name: str, text: str) -> str:
    keep = {"xml:space": "preserve"} if not text or text != text.strip() else {}
    return f"{_tag(name, keep)}{_escape(text)}</{name}>"


def _tag(name: str, attributes: dict[str, str]) -> str:
    inside = "".join(f' {key}="{_escape(value)}"' for key, value in attributes.items())
    return f"<{name}{inside}>"


def _escape(text: str) -> str:
    """Text for elements and attributes, in which the latter would turn line ends to blanks."""
    text = escape(text)
    for blank in "\t\n\r":
        text = text.replace(blank, f"&#{ord(blank)};")
    return text
